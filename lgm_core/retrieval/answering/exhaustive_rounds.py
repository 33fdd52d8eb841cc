"""Exhaustive rounds: Concept Iterative Retrieval as published (paper section 3.3, Algorithm 1).

Every sentence about the concepts is read; the model marks those that support an answer, shortens them when they are too
many, and answers from them. What was read and not marked is read again when a later round asks for a concept that it
names. Where no sentence is about the concepts, as in languages that noun phrases are not found in, the best ranked ones
are read. A chunk whose marking fails is left for the next round; when all of a round's fail, the first sentences stand
in as evidence.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from lgm_core.flow import Flow, Request
from lgm_core.llm.quoting import quoted
from lgm_core.model import Answer, TraceStep
from lgm_core.retrieval.answering.answer_prompts import ANSWER
from lgm_core.retrieval.answering.answer_record import AnswerRecord
from lgm_core.retrieval.answering.ask_options import AskOptions, ReplyProtocol
from lgm_core.retrieval.answering.evidence.evidence_chunks import first_chunk
from lgm_core.retrieval.answering.reading import Reading
from lgm_core.retrieval.answering.replies.answer_replies import ANSWER_SCHEMA, read_answer
from lgm_core.retrieval.answering.sentence_ranker import SentenceRanker
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences, select_sentences
from lgm_core.retrieval.answering.supporting_sentences import (
    Steps,
    compress_evidence,
    mark_supporting,
    relation_lines,
)
from lgm_core.retrieval.answering.trace_steps import concept_steps, reading_step
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence

__all__ = ["ExhaustiveRounds"]

_COMPLETE, _NOTHING_NAMED = "nothing is missing", "there is no answer, and nothing is named as missing"
"""The ends of rounds after an answer, and after none."""

_FAILED = "the language model failed"
"""The end of rounds that a request failed in, without which there is nothing to go on with."""


class ExhaustiveRounds:
    """One question on its way to an answer: what was read and marked in the rounds so far.

    Args:
        question: the question.
        view: the graph.
        ranker: ranks its sentences, which counts without the graph only.
        options: the settings.
    """

    def __init__(self, question: str, view: GraphView, ranker: SentenceRanker, options: AskOptions) -> None:
        self._question, self._view, self._ranker, self._options = question, view, ranker, options
        self._reading = Reading(question, view, options)
        self._record = AnswerRecord(question, options, view.language)
        self._evidence: list[NumberedSentence] = []
        self._unmarked: frozenset[int] = frozenset()

    @property
    def evidence(self) -> list[NumberedSentence]:
        """Return the sentences that were marked, without those that stand in where marking failed."""
        return [sentence for sentence in self._evidence if sentence.number not in self._unmarked]

    def flow(self) -> Flow[Answer]:
        """Read and answer until something ends it, at most I_max times (lines 4 to 30)."""
        end = ""
        for number in range(1, self._options.rounds + 1):
            yield TraceStep("round", {"number": number})
            end = yield from self._round(is_first=number == 1)
            if end:
                break
        yield from self._record.check()
        yield TraceStep("end", {"reason": end or "the most rounds allowed were made"})
        answer = self._record.result(self.evidence[: self._options.evidence], len(self._reading.unread))
        return replace(answer, read_by_rank=self._reading.by_rank)

    def _round(self, *, is_first: bool) -> Steps[str]:
        """Look up, read, mark, compress, answer; return why the rounds end here, or nothing if they go on."""
        query = self._reading.query(self._record.missing)
        yield from concept_steps(query)
        is_new = self._reading.is_new(query, self._record.missing) or is_first
        if not is_new and not self._reading.has_failed:
            return "what is missing was looked for before"
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
            return "no unread sentences"
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
        """Ask for the answer and what it misses (line 24); return why the rounds end here, or nothing."""
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
        read = partial(read_answer, shown=shown.quotable)
        outcomes = yield [Request(messages, "answering", read, schema, instructions=(ANSWER.system,))]
        _, step = self._record.take(outcomes[0], self._evidence, numbered=True)
        yield step
        if not outcomes[0].ok:  # a reply that broke off may have named what is missing
            return _FAILED
        return "" if self._record.missing else _COMPLETE if self._record.cited.text else _NOTHING_NAMED
