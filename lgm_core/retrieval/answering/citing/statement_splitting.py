"""Splitting an answer into statements: sentences, items of lists, and the clauses of compound sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lgm_core.language.lite.plain_sentences import plain_sentences

__all__ = ["Mark", "StatementSplitter", "WrittenStatement", "without_marks"]

_MARK = re.compile(
    r"(?<![^\S\n])[^\S\n]*+[\[【]\s*(?:sentences?\s*)?(\d{1,9}(?:\s*(?:,|;|and|–|-)\s*\d{1,9})*+)\s*[\]】]",
    re.IGNORECASE,
)
_WIDEST_RANGE = 20
"""The most sentences that `[3-9]` may stand for; a wider range is a year or an error, not a citation."""

_TELLING = 4
"""After this many characters it is certain that a sentence has begun: *J.* after a full stop may be an initial."""

_LONGEST_OPEN = 300
"""Characters of a sentence after which an open quotation or bracket no longer continues it: *12" pipes* opens none."""

_BULLET = re.compile(r"\s*(?:[-*+•–·▪>]\s+|#{1,6}\s+)*")
_NUMBERED = re.compile(r"\s*\(?(\d{1,2})[.)]\s+(?=\S)")
_WORD = re.compile(r"[^\W_]")
_LETTER = re.compile(r"[^\W\d_]")
_INTRODUCES = re.compile(r"[:：][*_]*\s*\Z")
_ABBREVIATED = re.compile(
    r"\b(?:Jr|Sr|Inc|Ltd|Co|Corp|Bros|approx|Gen|Col|Lt|Rev|Capt|Gov|Mt|Ft|Sgt|Maj|Hon|"
    r"(?P<before_number>[Nn]os?|[Ff]igs?|[Vv]ol|[Cc]h|[Ss]ec|[Nn]r|pp?))\.\Z"
)
"""Abbreviations that seldom end a sentence, since a name or a number follows."""
_OPENING, _CLOSING = "(（[“„«「『", ")）]”“»」』"

# A clause with its own subject and verb; without such a verb, a comma or *and* joins the items of an enumeration.
_SUBJECT = r"(?:it|he|she|they|we|you|I|this|that|these|those|there|the|an?|its|his|her|their|all|both|each|[A-Z]\w*)\b"
_VERB = (
    r"(?:is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|may|might|must|shall|should"
    r"|isn't|aren't|wasn't|weren't|hasn't|haven't|hadn't|doesn't|don't|didn't|can't|cannot|won't)\b"
)
_WORDS = r"(?:\s+(?!that\b|who\b|which\b|and\b|or\b)[\w'’-]+)"
_CLAUSE = re.compile(
    rf";\s+(?=\S+\s+\S+\s+\S)|,\s+(?:and|but|while|whereas)\s+(?=[\w'’-]+{_WORDS}{{0,3}}?\s+{_VERB})"
    rf"|,?\s+(?:and|but|while|whereas)\s+(?={_SUBJECT}{_WORDS}{{0,5}}?\s+{_VERB})"
)
_HAS_VERB = re.compile(rf"\b{_VERB}|\w\w(?:ed|es)\b")


_JOINS = re.compile(
    r"[,;]?\s+(?:and|but|while|whereas)\s+|;\s+"
    r"|[,;]?\s+(?:a|an|and|b|bu|but|w|wh|whi|whil|while|whe|wher|where|wherea|whereas)?\Z"
)
"""Where a clause may begin, even if its first word is incomplete."""
_TOLD = 9
"""After this many words after *and* it is certain whether a clause begins there."""
_ENDS = ",;.!?。！？ \n"


@dataclass(frozen=True, slots=True)
class Mark:
    """Citation numbers, and how many characters of the text without numbers precede them."""

    place: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WrittenStatement:
    """A statement as written in an answer.

    Attributes:
        lead: what separates it from the statement before: spaces, a list mark, *and*.
        text: the statement with its full stop, without citation numbers; it may have no words.
        marks: the citation numbers in it, in their order.
        introduction: for an item of a list, the line that introduces the list.
    """

    lead: str
    text: str
    marks: tuple[Mark, ...] = ()
    introduction: str = ""

    @property
    def said(self) -> str:
        """Return the whole statement, an item together with the introduction of its list; empty without words."""
        if not _WORD.search(self.text):
            return ""
        return f"{self.introduction} {self.text}" if self.introduction else self.text


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a text continues: whether within a line, in which list, and after which numbered item."""

    is_within_line: bool = False
    introduction: str = ""
    number: int = 0


class StatementSplitter:
    """Splits an answer, which may arrive in parts: statements stay the same once the next sentence has begun.

    Args:
        language: ISO 639-1 code of the language whose ordinal numbers and abbreviations are recognised.
    """

    def __init__(self, language: str) -> None:
        self._language = language
        self._place = _Place()

    def split(self, text: str, *, is_whole: bool = True) -> tuple[list[WrittenStatement], int]:
        """Return the statements in a text that continues the last one, and how many of its characters they take.

        Args:
            text: the text with its citation numbers.
            is_whole: whether the answer ends here; if not, the last sentence is left for the next call.
        """
        plain, marks = without_marks(text)
        sentences = list(self._sentences(plain))
        if not is_whole:
            is_begun = bool(sentences) and len(sentences[-1][0].text) < _TELLING
            sentences = sentences[: -2 if is_begun else -1]
        statements: list[WrittenStatement] = []
        end = 0
        for sentence, sentence_end, place in sentences:
            is_last = sentence_end == len(plain.rstrip())
            own = [
                mark for mark in marks if end <= mark.place and (mark.place <= sentence_end or (is_whole and is_last))
            ]
            marks = marks[len(own) :]
            lead = len(sentence.lead)
            inside = [Mark(max(0, min(mark.place - end - lead, len(sentence.text))), mark.numbers) for mark in own]
            statements += _clauses(replace(sentence, marks=tuple(inside)))
            end, self._place = sentence_end, place
        return statements, _written_length(text, end) if statements else 0

    def begun(self, text: str) -> str:
        """Return what is certain of the next statement: up to its first citation or the next clause.

        Args:
            text: the text after the statements that were split; it is incomplete.
        """
        mark = _MARK.search(text)
        plain = text if mark is None else text[: mark.start()]
        first = next(self._sentences(plain), None)
        if first is None:
            return ""
        sentence = first[0].text
        ends = [match.start() for match in _JOINS.finditer(sentence) if _may_be_clause(sentence, match)]
        return first[0].lead + (sentence[: ends[0]] if ends else sentence).rstrip(_ENDS)

    def _sentences(self, plain: str) -> Iterator[tuple[WrittenStatement, int, _Place]]:
        """Yield the sentences of a text without numbers, with the end of each and how the text continues there."""
        place, done, start, held = self._place, 0, 0, ""
        for line in plain.split("\n"):
            line_end = start + len(line)
            if place.is_within_line and start == 0:
                body, is_item = start, bool(place.introduction)
            else:
                body, is_item, number = _item(plain, start, line_end, place.number)
                introduction = place.introduction if is_item or not line.strip() else ""
                place = _Place(introduction=introduction, number=number)
            spans = [(body + first, body + last) for first, last in self._spans(plain[body:line_end])]
            for first, last in spans:
                is_introduction = last == spans[-1][1] and _INTRODUCES.search(plain[first:last]) is not None
                if is_introduction and plain[last:].strip():
                    held, place = plain[first:last], replace(place, introduction=plain[first:last].strip())
                    continue
                text, lead = plain[first:last], plain[done:first]
                introduction = place.introduction if is_item else ""
                place = replace(place, is_within_line=True)
                yield WrittenStatement(lead, text, introduction=introduction), last, place
                done, held = last, ""
            place = replace(place, is_within_line=False)
            start = line_end + 1
        if held or plain[done:].strip():
            text = plain[done:].strip()
            yield (
                WrittenStatement(plain[done:][: len(plain[done:]) - len(plain[done:].lstrip())], text),
                len(plain.rstrip()),
                place,
            )

    def _spans(self, line: str) -> list[tuple[int, int]]:
        """Return the spans of the sentences in a line; none ends inside short brackets or quotes."""
        joined: list[tuple[int, int]] = []
        for start, end in plain_sentences(line, self._language):
            before = line[joined[-1][0] : joined[-1][1]] if joined else ""
            goes_on = bool(before) and (
                not _WORD.search(line[start:end])
                or not _LETTER.search(before)
                or (len(before) < _LONGEST_OPEN and _is_open(before))
                or _goes_on(before, line[start:end])
            )
            joined[-1:] = [(joined[-1][0], end)] if goes_on else [*joined[-1:], (start, end)]
        return joined


def without_marks(text: str) -> tuple[str, list[Mark]]:
    """Return a text without citation numbers such as `[12]`, `[3, 7]` or `[3-5]`, and the places of these."""
    parts: list[str] = []
    marks: list[Mark] = []
    end = length = 0
    for match in _MARK.finditer(text):
        parts.append(text[end : match.start()])
        length += match.start() - end
        marks.append(Mark(length, tuple(_numbers(match[1]))))
        end = match.end()
    return "".join([*parts, text[end:]]), marks


def _written_length(text: str, length: int) -> int:
    """Return the length of the beginning of a text that has `length` characters besides its citation numbers."""
    removed = 0
    for match in _MARK.finditer(text):
        if match.start() - removed > length:
            break
        removed += match.end() - match.start()
    return length + removed


def _item(text: str, start: int, end: int, number: int) -> tuple[int, bool, int]:
    """Return where the text of a line begins after a list mark, whether it has one, and its number.

    A number is a list mark only if it is 1 or the next one: *28. March* is a day.
    """
    bullet = _BULLET.match(text, start, end)
    body = start if bullet is None else bullet.end()
    is_item = bool(text[start:body].strip())
    numbered = _NUMBERED.match(text, body, end)
    if numbered is not None and int(numbered[1]) == number + 1:
        return numbered.end(), True, number + 1
    return body, is_item, number


def _goes_on(before: str, text: str) -> bool:
    """Tell whether a full stop before a text belongs to an abbreviation."""
    match = _ABBREVIATED.search(before)
    return match is not None and (match["before_number"] is None or text[:1].isdigit())


def _is_open(text: str) -> bool:
    """Tell whether a text has an open quotation or bracket."""
    if text.count('"') % 2:
        return True
    return sum(map(text.count, _OPENING)) > sum(map(text.count, _CLOSING))


def _clauses(sentence: WrittenStatement) -> Iterable[WrittenStatement]:
    """Divide a sentence into its main clauses, each with its own citation numbers."""
    start, begins, lead = 0, [(0, sentence.lead)], ""
    for match in _CLAUSE.finditer(sentence.text):
        before = sentence.text[start : match.start()]
        is_clause = match[0].startswith(";") or _HAS_VERB.search(before) is not None
        if is_clause and not _is_open(sentence.text[: match.start()]):
            begins.append((match.start(), match[0]))
            start = match.end()
    ends = [begin for begin, _ in begins[1:]] + [len(sentence.text)]
    marks = list(sentence.marks)
    for (begin, lead), end in zip(begins, ends, strict=True):
        first = begin + len(lead) if begin else 0
        own = [mark for mark in marks if mark.place <= end]
        marks = marks[len(own) :]
        places = tuple(Mark(max(0, mark.place - first), mark.numbers) for mark in own)
        yield WrittenStatement(lead, sentence.text[first:end], places, sentence.introduction)


def _may_be_clause(sentence: str, match: re.Match[str]) -> bool:
    """Tell whether a clause may begin at a match in an incomplete sentence."""
    is_clause = _CLAUSE.match(sentence, match.start()) is not None
    following = sentence[match.end() :].split()
    if is_clause or len(following) > _TOLD or match[0].startswith(";"):
        return is_clause or len(following) <= _TOLD
    is_word_whole = len(following) > 1
    return match[0].startswith(",") or not is_word_whole or re.match(_SUBJECT, following[0]) is not None


def _numbers(text: str) -> list[int]:
    """Read `3`, `3, 7` or `3-5`."""
    numbers: list[int] = []
    for part in re.split(r"[,;]|and", text.casefold()):
        bounds = [int(bound) for bound in re.split(r"[–-]", part) if bound.strip()]
        if len(bounds) == 2 and 0 < bounds[1] - bounds[0] < _WIDEST_RANGE:
            numbers += range(bounds[0], bounds[1] + 1)
        else:
            numbers += bounds
    return numbers
