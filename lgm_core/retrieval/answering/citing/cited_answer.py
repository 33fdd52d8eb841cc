"""Citing: each statement of an answer is judged and gets the numbers of the sentences that support it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from lgm_core.model import Statement, Support
from lgm_core.retrieval.answering.citing.statement_splitting import (
    Mark,
    StatementSplitter,
    WrittenStatement,
    without_marks,
)
from lgm_core.retrieval.answering.citing.support import JudgedStatement, SupportJudge
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply
from lgm_core.retrieval.answering.replies.brief_answer import brief_answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["CitedAnswer", "CitedPart", "NumbersInParentheses", "StatementCiting", "cited_answer", "without_end"]


@dataclass(frozen=True, slots=True)
class CitedPart:
    """A part of an answer's text: a statement with its numbers, and what precedes it.

    Attributes:
        lead: what precedes the statement.
        text: the statement with its numbers.
        statement: the judged statement; None for a part without words, such as a line of dashes.
    """

    lead: str
    text: str
    statement: Statement | None = None

    @property
    def is_clause(self) -> bool:
        """Tell whether it continues a sentence: *, but …*."""
        return bool(self.lead.strip()) and self.lead[0] in ",; "


@dataclass(frozen=True, slots=True)
class CitedAnswer:
    """The parts of an answer, and the sentences that its statements cite, in the order of their numbers from 1.

    Attributes:
        parts: the parts of the text.
        cited: the sentences that support statements.
        claimed: the sentences that the model itself cites, even if they support nothing.
        invented: how many numbers the model cites that it was not shown.
    """

    parts: tuple[CitedPart, ...] = ()
    cited: tuple[NumberedSentence, ...] = ()
    claimed: tuple[NumberedSentence, ...] = ()
    invented: int = 0

    @property
    def text(self) -> str:
        """Return the text with its numbers."""
        return "".join(f"{part.lead}{part.text}" for part in self.parts).strip()

    @property
    def statements(self) -> tuple[Statement, ...]:
        """Return the statements."""
        return tuple(part.statement for part in self.parts if part.statement is not None)

    @property
    def is_supported(self) -> bool:
        """Tell whether there are statements and all are supported."""
        return bool(self.statements) and all(each.support is Support.SUPPORTED for each in self.statements)

    def without_unsupported(self) -> CitedAnswer:
        """Return the answer without unsupported statements; empty if there are no others."""
        kept: list[CitedPart] = []
        is_cut = False
        for part in self.parts:
            if part.statement is not None and part.statement.support is Support.UNSUPPORTED:
                if part.is_clause and kept and not is_cut:  # its full stop ends the rest of the sentence
                    end = part.text[len(without_end(part.text)) :]
                    kept[-1] = replace(kept[-1], text=f"{kept[-1].text}{end}")
                is_cut = True
            elif is_cut and part.is_clause:
                kept.append(replace(part, lead=" " if kept else "", text=f"{part.text[:1].upper()}{part.text[1:]}"))
                is_cut = False
            else:
                kept.append(part)
                is_cut = False
        has_statements = any(part.statement is not None for part in kept)
        return replace(self, parts=tuple(kept)) if has_statements else CitedAnswer(invented=self.invented)


_IN_PARENTHESES = re.compile(
    r"(?:(?<=[.!?])[^\S\n]*|(?<=[^\s.!?])[^\S\n]++(?=\(\d[\d\s,;]*+\)(?:[.,;:!?]|[^\S\n]*(?:\n|\Z))))"
    r"\((\d{1,2}(?:[^\S\n]*[,;][^\S\n]*\d{1,2})*)\)"
)
_NUMBER = re.compile(r"\d+")


class NumbersInParentheses:
    """Reads *Pears are sweet (2).* as *Pears are sweet [2].*, which is how some models cite.

    Only numbers of sentences shown, after a clause, are read so; and none that the question or a sentence shown holds,
    since it may be what is said there.

    Args:
        question: the question.
        shown: the sentences that the model may cite by number.
    """

    def __init__(self, question: str, shown: Sequence[NumberedSentence]) -> None:
        said = (question, *(each.sentence.text for each in shown))
        written = {int(number) for text in said for number in _NUMBER.findall(text)}
        self._citable = {each.number for each in shown} - written

    def __call__(self, text: str) -> str:
        """Return a text, of the same length, with these numbers in square brackets."""
        return _IN_PARENTHESES.sub(self._bracketed, text) if self._citable and "(" in text else text

    def _bracketed(self, match: re.Match[str]) -> str:
        is_cited = self._citable.issuperset(map(int, _NUMBER.findall(match[1])))
        return match[0].replace("(", "[").replace(")", "]") if is_cited else match[0]


def cited_answer(
    reply: AnswerReply,
    question: str,
    shown: Sequence[NumberedSentence],
    *,
    brief: bool,
    numbered: bool,
    language: str,
    verdicts: Mapping[str, JudgedStatement] = MappingProxyType({}),
    view: GraphView | None = None,
) -> CitedAnswer:
    """Return an answer as statements, each with the sentences that support it.

    A number that the model cites stays if its sentence supports the statement; otherwise it is replaced by those of
    sentences that do. A brief answer is the bare fact; its text has no numbers. No statement of an answer about another
    thing than its question names is supported.

    Args:
        reply: what the model answered.
        question: the question.
        shown: the sentences that it was shown, best first.
        brief: whether the bare fact was asked for.
        numbered: whether the model saw the sentences' numbers; if not, numbers in the reply are ignored.
        language: ISO 639-1 code of the language of the graph.
        verdicts: by statement, verdicts that override the rules.
        view: the graph, whose aliases count as names of what the question names.
    """
    given = shown if numbered else ()
    judge = SupportJudge(question, shown, language, view)

    def cited(verdicts: Mapping[str, JudgedStatement]) -> CitedAnswer:
        citing = StatementCiting(judge, given, verdicts)
        if brief:
            return citing.fact(brief_answer(reply.text, language), without_marks(reply.text)[1], reply.citations)
        statements, _ = StatementSplitter(language).split(NumbersInParentheses(question, given)(reply.text.strip()))
        named = {number for statement in statements for mark in statement.marks for number in mark.numbers}
        listed = [number for number in reply.citations if number not in named]
        return citing.answer([citing.part(statement, listed) for statement in statements])

    found = cited(verdicts)
    said = [each.text for each in found.statements]
    if not found.cited or judge.is_about_asked(said, (*found.cited, *found.claimed)):
        return found
    return cited({text: JudgedStatement(text, not_borne_out=(text,)) for text in said})


class StatementCiting:
    """Judges the statements of one answer in turn, and numbers the sentences in the order of citation.

    Args:
        judge: judges statements by what was shown.
        shown: the sentences that the model may cite by number.
        verdicts: by statement, verdicts that override the rules.
    """

    def __init__(
        self,
        judge: SupportJudge,
        shown: Iterable[NumberedSentence],
        verdicts: Mapping[str, JudgedStatement] = MappingProxyType({}),
    ) -> None:
        self._judge, self._verdicts = judge, verdicts
        self._given: Mapping[int, NumberedSentence] = {sentence.number: sentence for sentence in shown}
        self._cited: dict[str, NumberedSentence] = {}
        self._numbers: dict[str, int] = {}
        self._own: dict[int, NumberedSentence] = {}
        self._invented: set[int] = set()

    @property
    def cited(self) -> tuple[NumberedSentence, ...]:
        """Return the sentences cited so far, in the order of their numbers from 1."""
        return tuple(self._cited.values())

    @property
    def claimed(self) -> tuple[NumberedSentence, ...]:
        """Return the sentences that the model itself has cited so far."""
        return tuple(self._own.values())

    def answer(self, parts: Iterable[CitedPart]) -> CitedAnswer:
        """Return the answer of all parts."""
        return CitedAnswer(tuple(parts), self.cited, self.claimed, len(self._invented))

    def fact(self, text: str, marks: Iterable[Mark], listed: Iterable[int] = ()) -> CitedAnswer:
        """Return a bare fact as an answer."""
        if not text:
            return CitedAnswer()
        numbers = [number for mark in marks for number in mark.numbers]
        claimed = self._claimed([*numbers, *listed])
        judged = self._verdicts.get(text) or self._judge.judge_fact(text, claimed)
        return self.answer([CitedPart("", text, self._judged(judged, claimed))])

    def part(self, written: WrittenStatement, listed: Iterable[int] = ()) -> CitedPart:
        """Return a statement with the numbers of the sentences that support it.

        Args:
            written: the statement with the numbers that the model cites.
            listed: numbers that the reply cites for the whole answer.
        """
        numbers = [number for mark in written.marks for number in mark.numbers]
        claimed = self._claimed([*numbers, *listed])
        if not written.said:
            return CitedPart(written.lead, written.text)
        judged = self._verdicts.get(written.said) or self._judge.judge(written.said, claimed)
        statement = self._judged(judged, claimed)
        return CitedPart(written.lead, self._marked(written, judged), statement)

    def _claimed(self, numbers: Iterable[int]) -> list[NumberedSentence]:
        wanted = list(dict.fromkeys(numbers))
        if self._given:
            self._invented.update(number for number in wanted if number not in self._given)
        claimed = {number: self._given[number] for number in wanted if number in self._given}
        self._own |= claimed
        return list(claimed.values())

    def _judged(self, judged: JudgedStatement, claimed: Sequence[NumberedSentence]) -> Statement:
        """Number the sentences that support a statement, first those that the model cites."""
        borne = {sentence.sentence.id: sentence for sentence in judged.sentences}
        for id in (*(sentence.sentence.id for sentence in claimed), *borne):
            if id in borne and id not in self._numbers:
                self._cited[id] = borne[id]
                self._numbers[id] = len(self._cited)
        numbers = tuple(sorted(self._numbers[id] for id in borne))
        return Statement(judged.text, numbers, judged.support, judged.not_borne_out)

    def _marked(self, written: WrittenStatement, judged: JudgedStatement) -> str:
        """Return the text of a statement with a number for each sentence that supports it.

        The model's own numbers keep their places; others join the last of these, or stand at the statement's end.
        """
        left = {sentence.sentence.id: self._numbers[sentence.sentence.id] for sentence in judged.sentences}
        last = written.marks[-1].place if written.marks and self._given else len(without_end(written.text))
        placed: dict[int, list[int]] = {}
        for mark in written.marks:
            for number in mark.numbers:
                if number in self._given and (id := self._given[number].sentence.id) in left:
                    placed.setdefault(mark.place, []).append(left.pop(id))
        if left:
            placed[last] = sorted([*placed.get(last, []), *left.values()])
        text = written.text
        for place in sorted(placed, reverse=True):
            before, marks = text[:place].rstrip(), "".join(f"[{number}]" for number in placed[place])
            text = f"{before} {marks}{text[place:]}" if before else f"{marks} {text.lstrip()}"
        return text


def without_end(statement: str) -> str:
    """Return a statement without the full stop or other mark at its end; its citations go before that."""
    return statement.rstrip(".!?。！？ ")
