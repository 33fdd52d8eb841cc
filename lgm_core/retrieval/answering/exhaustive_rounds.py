"""Exhaustive rounds: Concept Iterative Retrieval as published (paper section 3.3, Algorithm 1).

Every sentence about the concepts is read; the model marks those that support an answer, shortens them when they are too
many, and answers from them. A chunk whose marking fails is left out; when all of a round's fail, the first sentences
stand in as evidence.
"""

from __future__ import annotations

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
from lgm_core.retrieval.answering.sentence_selection import select_sentences
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
        self._is_marked = True

    @property
    def evidence(self) -> list[NumberedSentence]:
        """Return the sentences that were marked; none when none could be marked."""
        return self._evidence if self._is_marked else []

    def flow(self) -> Flow[Answer]:
        """Read and answer until something ends it, at most I_max times (lines 4 to 30)."""
        end = ""
        for number in range(1, self._options.rounds + 1):
            yield TraceStep("round", {"number": number})
            end = yield from self._round(is_first=number == 1)
            if end:
                break
        yield TraceStep("end", {"reason": end or "the most rounds allowed were made"})
        return self._record.result(self.evidence[: self._options.evidence], len(self._reading.unread))

    def _round(self, *, is_first: bool) -> Steps[str]:
        """Look up, read, mark, compress, answer; return why the rounds end here, or nothing if they go on."""
        query = self._reading.query(self._record.missing)
        yield from concept_steps(query)
        if not self._reading.is_new(query, self._record.missing) and not is_first:
            return "what is missing was looked for before"
        select = partial(select_sentences, query, view=self._view, ranker=self._ranker, options=self._options)
        selected, fresh = self._reading.read(query, lambda seen: select(seen=seen))
        yield reading_step(selected)
        if not fresh and not is_first:
            return "no unread sentences"
        if fresh:
            supporting = yield from mark_supporting(
                fresh,
                self._question,
                evidence=self._evidence,
                relations=self._reading.relations,
                options=self._options,
            )
            if supporting is None:
                supporting, self._is_marked = list(first_chunk(fresh, self._options.chunk_size).whole), False
            if not supporting and not is_first:
                return "no new evidence"
            evidence = [*self._evidence, *supporting]
            self._evidence = yield from compress_evidence(evidence, self._question, self._options)
        return (yield from self._conclude())

    def _conclude(self) -> Steps[str]:
        """Ask for the answer and what it misses (line 24); return why the rounds end here, or nothing."""
        options = self._options
        shown = first_chunk(self._evidence, options.chunk_size)
        values = {
            "relations": relation_lines(self._evidence, self._reading.relations),
            "sentences": shown.text,
            "question": quoted(self._question),
            "rules": options.prompts.rules(llm_knowledge=options.llm_knowledge, brief=options.brief),
        }
        schema = ANSWER_SCHEMA if options.protocol in (ReplyProtocol.AUTO, ReplyProtocol.SCHEMA) else None
        messages = options.prompts.answer.messages(values)
        read = partial(read_answer, shown=shown.quotable)
        outcomes = yield [Request(messages, "answering", read, schema, instructions=(ANSWER.system,))]
        reply, step = self._record.take(outcomes[0], self._evidence, numbered=True)
        yield step
        if reply is None:
            return "the language model failed"
        return "" if self._record.missing else "nothing is missing"
