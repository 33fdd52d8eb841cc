"""Concept Iterative Retrieval (paper section 3.3): from a question to a cited answer, as one flow.

If the language model fails, there is still an answer: it has `is_evidence_only`, no text, and the evidence found, and
its `failure` says what failed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lgm_core.flow import Flow, Request, traced
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.llm.quoting import plain, quoted
from lgm_core.model import Answer
from lgm_core.model.trace import End, Round
from lgm_core.retrieval.answering.answer_prompts import ANSWER, AnswerPrompts
from lgm_core.retrieval.answering.answer_record import AnswerRecord, failure_in
from lgm_core.retrieval.answering.ask_options import AskOptions, ReplyProtocol, SupportCheck
from lgm_core.retrieval.answering.citing.answer_so_far import AnswerSoFar
from lgm_core.retrieval.answering.evidence_chunks import first_chunk, window_text
from lgm_core.retrieval.answering.evidence_only import concept_steps, reading_step, with_nearest
from lgm_core.retrieval.answering.reading import Reading
from lgm_core.retrieval.answering.replies.answer_replies import ANSWER_SCHEMA, read_answer, reading_schema
from lgm_core.retrieval.answering.replies.reply_protocols import PreferredProtocol
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences, select_sentences, select_window
from lgm_core.retrieval.answering.supporting_sentences import Steps, compress_evidence, mark_supporting, relation_lines
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["answer"]

_OURS = AnswerPrompts()

_LONGEST_NAME = 8
"""An unsupported answer of at most this many words is looked up; a longer one is prose, not a name."""

_LONGEST_UNFIT = 80
"""The most characters of a wrong answer that are quoted in the next request."""

_COMPLETE, _NOTHING_NAMED = "nothing is missing", "there is no answer, and nothing is named as missing"
_FAILED, _REPEATED = "the language model failed", "what is missing was looked for before"
_ALL_READ, _MOST_ROUNDS = "no unread sentences", "the most rounds allowed were made"
"""Why rounds end."""


class AdaptiveRounds:
    """Answers one question from a window of ranked sentences that grows while something is missing.

    Args:
        question: the question.
        view: the graph.
        ranker: ranks its sentences.
        options: the settings.
        preferred: the form in which the model is known to reply.
    """

    def __init__(
        self, question: str, view: GraphView, ranker: Ranker, options: AskOptions, preferred: PreferredProtocol
    ) -> None:
        self._question, self._view, self._ranker, self._options = question, view, ranker, options
        self._preferred = preferred
        self._numbered = options.numbered and not options.brief
        self._reading = Reading(question, view, options)
        self._record = AnswerRecord(question, options, view)
        self._window: list[NumberedSentence] = []

    def flow(self) -> Flow[Answer]:
        """Ask, and look up what is missing, until nothing is missing or the rounds are used up."""
        sought: tuple[str, ...] | None = ()
        end = ""
        for number in range(1, self._options.max_iterations + 1):
            yield Round(number)
            end = yield from self._widen(sought, is_first=number == 1)
            if end:
                break
            if not (yield from self._ask(number)):
                end = _FAILED
                break
            sought = self._to_look_up()
            if sought is None:
                end = _COMPLETE
                break
        yield from self._record.check()
        yield End(end or _MOST_ROUNDS)
        return self._record.result(self._window[: self._options.evidence], len(self._reading.unread))

    def _to_look_up(self) -> tuple[str, ...] | None:
        """Return what the next round looks up, or None if no round follows.

        The next round looks up what the model names as missing. If no sentence supports the answer and it may be a
        name, it looks up the answer, since sentences about it may support or refute it. Otherwise, or if the answer is
        of the wrong kind, it just reads the next best sentences.
        """
        record = self._record
        if record.missing:
            return record.missing
        if record.unmet is not None:
            return ()
        if record.cited.cited:
            return None
        words = [fold_word(word.strip(".,")) for word in record.cited.text.split()]
        may_be_name = 0 < len(words) <= _LONGEST_NAME and words[0] not in lexicon_of(self._view.language).closed_answers
        return (record.cited.text,) if may_be_name else ()

    def _widen(self, sought: tuple[str, ...] | None, *, is_first: bool) -> Steps[str]:
        """Add sentences to the window; return why the rounds end here, or an empty text if they go on."""
        query = self._reading.query(sought or ())
        yield from concept_steps(query)
        is_new = self._reading.is_new(query, sought or ()) or is_first
        if not is_new and sought and not self._reading.has_failed:
            return _REPEATED
        select = partial(
            select_window,
            query,
            view=self._view,
            ranker=self._ranker,
            options=self._options,
            most=self._options.window if is_first else self._options.growth,
            # When the answer itself is looked up, the question ranks: else anything the model says would be supported.
            ranked_by=self._question if sought and not self._record.missing else "",
        )
        selected, fresh = self._reading.read(query, lambda seen: select(seen=seen))
        yield reading_step(selected)
        if not fresh and not is_first and self._record.unmet is None:
            return _ALL_READ
        place = {sentence.id: position for position, sentence in enumerate(selected.sentences)}
        fresh.sort(key=lambda sentence: place.get(sentence.sentence.id, -1))  # those of failed requests come first
        self._window = yield from self._fitting(fresh)
        return ""

    def _fitting(self, fresh: list[NumberedSentence]) -> Steps[list[NumberedSentence]]:
        """Return the window with new sentences; if it exceeds a chunk, only those cited before or marked now."""
        window = [*self._window, *fresh]
        if len(window_text(window, numbered=True)) <= self._options.chunk_size:
            return window
        cited = {sentence.number for sentence in self._record.cited.cited}
        kept = [sentence for sentence in self._window if sentence.number in cited]
        marked = yield from mark_supporting(
            fresh, self._question, evidence=kept, relations=self._reading.relations, options=self._options
        )
        supporting = marked.supporting or list(first_chunk(fresh, self._options.chunk_size).whole)
        shown = {sentence.number for sentence in supporting}
        self._reading.not_read([sentence for sentence in marked.failed if sentence.number not in shown])
        return (yield from compress_evidence([*kept, *supporting], self._question, self._options))

    def _ask(self, number: int) -> Steps[bool]:
        """Ask for the answer and what is missing; return whether the reply could be read."""
        options = self._options
        protocol = self._preferred.choose(options.protocol)
        as_json = protocol is not ReplyProtocol.TEXT
        names_missing = options.names_missing and (as_json or not options.brief or 1 < number < options.max_iterations)
        rules, ours = (
            prompts.reading_rules(
                llm_knowledge=options.llm_knowledge,
                brief=options.brief,
                numbered=self._numbered,
                names_missing=names_missing,
                unfit=self._unfit(),
                as_json=as_json,
            )
            for prompts in (options.prompts, _OURS)
        )
        text = window_text(self._window, numbered=self._numbered)[: options.chunk_size]
        cue = "JSON:" if as_json else "Answer:"
        messages = options.prompts.read.messages(
            {"rules": rules, "text": text, "question": quoted(self._question), "cue": cue}
        )
        schema = reading_schema(names_missing=names_missing) if protocol is ReplyProtocol.SCHEMA else None
        read_partly = (
            None if options.brief else self._answer_so_far(as_json=as_json, is_last=number == options.max_iterations)
        )
        read = partial(read_answer, sentences=_by_number(self._window)) if self._numbered else read_answer
        asked = Request(messages, "answering", read, schema, read_partly, rules=rules, instructions=(ours,))
        outcomes = yield [asked]
        reply, step = self._record.take(outcomes[0], self._window, numbered=self._numbered)
        yield step
        if reply is not None:
            self._preferred.observe(protocol, is_json=reply.is_json, text=outcomes[0].text)
        return reply is not None

    def _unfit(self) -> tuple[str, str] | None:
        """Return the last answer if it is of the wrong kind, and the right kind."""
        record = self._record
        return None if record.unmet is None else (plain(record.cited.text)[:_LONGEST_UNFIT], record.unmet)

    def _answer_so_far(self, *, as_json: bool, is_last: bool) -> AnswerSoFar:
        options = self._options
        return AnswerSoFar(
            self._question,
            self._window,
            numbered=self._numbered,
            language=self._view.language,
            as_json=as_json,
            names_missing=options.names_missing,
            reasons_unmarked=self._preferred.reasons_unmarked,
            is_withheld=not options.llm_knowledge,
            must_cite=self._record.has_citations,
            is_last=is_last,
            is_checked=options.check is SupportCheck.MODEL,
            view=self._view,
        )


def _by_number(shown: Sequence[NumberedSentence]) -> dict[int, str]:
    """Return sentences by their numbers, without code."""
    return {each.number: plain(each.sentence.text) for each in shown if not each.sentence.is_code}


class ExhaustiveRounds:
    """Answers one question by reading all sentences about its concepts, as the paper does.

    Args:
        question: the question.
        view: the graph.
        ranker: ranks its sentences where the graph has none about the concepts.
        options: the settings.
    """

    def __init__(self, question: str, view: GraphView, ranker: Ranker, options: AskOptions) -> None:
        self._question, self._view, self._ranker, self._options = question, view, ranker, options
        self._reading = Reading(question, view, options)
        self._record = AnswerRecord(question, options, view)
        self._evidence: list[NumberedSentence] = []
        self._unmarked: frozenset[int] = frozenset()

    @property
    def evidence(self) -> list[NumberedSentence]:
        """Return the marked sentences, without those that replace marked ones after a failure."""
        return [sentence for sentence in self._evidence if sentence.number not in self._unmarked]

    def flow(self) -> Flow[Answer]:
        """Read and answer, at most I_max times (lines 4 to 30)."""
        end = ""
        for number in range(1, self._options.max_iterations + 1):
            yield Round(number)
            end = yield from self._round(is_first=number == 1)
            if end:
                break
        yield from self._record.check()
        yield End(end or _MOST_ROUNDS)
        answer = self._record.result(self.evidence[: self._options.evidence], len(self._reading.unread))
        return replace(answer, read_by_rank=self._reading.by_rank)

    def _round(self, *, is_first: bool) -> Steps[str]:
        """Look up, read, mark, compress, answer; return why the rounds end here, or an empty text if they go on."""
        query = self._reading.query(self._record.missing)
        yield from concept_steps(query)
        is_new = self._reading.is_new(query, self._record.missing) or is_first
        if not is_new and not self._reading.has_failed:
            return _REPEATED
        select = partial(
            select_sentences,
            query,
            view=self._view,
            ranker=self._ranker,
            options=self._options,
            evidence=frozenset(sentence.sentence.id for sentence in self.evidence),
        )
        selected, fresh = self._reading.read(query, lambda seen: select(seen=seen) if is_new else SelectedSentences())
        yield reading_step(selected)
        if not fresh and not is_first:
            return _ALL_READ
        if fresh:
            marked = yield from mark_supporting(
                fresh,
                self._question,
                evidence=self.evidence,
                relations=self._reading.relations,
                options=self._options,
            )
            self._reading.not_read(marked.failed)
            if marked.has_replies and not marked.supporting and not is_first:
                return "" if marked.failed else "no new evidence"
            if marked.has_replies:
                evidence, self._unmarked = [*self.evidence, *marked.supporting], frozenset()
            else:
                first = first_chunk(fresh, self._options.chunk_size).whole
                evidence = [*self._evidence, *(each for each in first if each not in self._evidence)]
                self._unmarked |= {sentence.number for sentence in first}
            self._evidence = yield from compress_evidence(evidence, self._question, self._options)
        return (yield from self._conclude())

    def _conclude(self) -> Steps[str]:
        """Ask for the answer and what is missing (line 24); return why the rounds end here, or an empty text."""
        options = self._options
        shown = first_chunk(self._evidence, options.chunk_size)
        values = {
            "relations": relation_lines(self._evidence, self._reading.relations, options.chunk_size),
            "sentences": shown.text,
            "question": quoted(self._question),
            "rules": options.prompts.rules(llm_knowledge=options.llm_knowledge, brief=options.brief),
        }
        schema = ANSWER_SCHEMA if options.protocol in (ReplyProtocol.AUTO, ReplyProtocol.SCHEMA) else None
        messages = options.prompts.answer.messages(values)
        read = partial(read_answer, shown=shown.quotable, sentences=_by_number(shown.whole))
        outcomes = yield [Request(messages, "answering", read, schema, instructions=(ANSWER.system,))]
        _, step = self._record.take(outcomes[0], self._evidence, numbered=True)
        yield step
        if not outcomes[0].ok:  # a reply that broke off may have named what is missing
            return _FAILED
        return "" if self._record.missing else _COMPLETE if self._record.cited.text else _NOTHING_NAMED


def answer(
    question: str,
    *,
    view: GraphView,
    ranker: Ranker,
    options: AskOptions | None = None,
    preferred: PreferredProtocol | None = None,
) -> Flow[Answer]:
    """Answer a question with citations, in rounds until nothing is missing.

    The trace goes to the driver and into the answer.

    Args:
        question: the question.
        view: the part of the graph that the question may see; its filter applies, not that of the options.
        ranker: ranks the sentences of the graph, under the same filter.
        options: the settings; they choose between adaptive and exhaustive rounds.
        preferred: the form in which the model is known to reply; updated with what it replies.
    """
    options = options or AskOptions()
    if options.exhaustive:
        flow = ExhaustiveRounds(question, view, ranker, options).flow()
    else:
        flow = AdaptiveRounds(question, view, ranker, options, preferred or PreferredProtocol()).flow()
    run = yield from traced(flow)
    result = replace(run.result, failure=failure_in(run.trace), usage=run.usage, trace=run.trace)
    return with_nearest(result, view=view, ranker=ranker, options=options)
