"""Concept Iterative Retrieval (paper section 3.3, algorithm 1) as one flow.

A language model that fails never fails the answer. A chunk whose marking fails is left out; when all of a round's
fail, the best-ranked sentences stand in as evidence. When no answer can be had at all, the result has
`is_evidence_only`, cites the evidence found, and its text and trace say what failed.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import replace

from lgm_core.flow import Flow, Outcome, Request, traced
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.model import Answer, Citation, TraceStep
from lgm_core.retrieval.answering.answer_replies import ANSWER_SCHEMA, AnswerReply, read_answer
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.citation_checking import CitedText, check_citations, citations_of
from lgm_core.retrieval.answering.evidence_chunks import first_chunk
from lgm_core.retrieval.answering.evidence_only import best_evidence
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery, expand_query
from lgm_core.retrieval.answering.sentence_ranker import SentenceRanker
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences, select_sentences
from lgm_core.retrieval.answering.supporting_sentences import (
    compress_evidence,
    failure_details,
    mark_supporting,
    relation_lines,
)
from lgm_core.retrieval.answering.trace_steps import concept_steps, reading_step
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences
from lgm_core.retrieval.relation_wording import path_sentence

__all__ = ["answer"]

_UNSUPPORTED = "Nothing in the sentences that were read supports an answer."
_FAILED = "There is no answer, because the language model failed ({cause}). The sentences cited are the evidence found."

_Steps = Generator[Sequence[Request] | TraceStep, list[Outcome], str]


def answer(
    question: str, *, store: LanguageGraphStore, ranker: SentenceRanker, options: AskOptions | None = None
) -> Flow[Answer]:
    """Answer a question with citations, reading in rounds until the language model misses nothing more.

    `supported` says whether the text cites at least one sentence that the model was shown; text of the model's own
    knowledge alone is returned with `supported=False`. The trace goes to the driver and into the answer.
    """
    options = options or AskOptions()
    view = GraphView(store, where=options.where, language=ranker.language)
    run = yield from traced(_Answering(question, view, ranker, options).flow())
    return replace(run.result, usage=run.usage, trace=run.trace)


class _Answering:
    """One question on its way to an answer: what was read and found in the rounds so far."""

    def __init__(self, question: str, view: GraphView, ranker: SentenceRanker, options: AskOptions) -> None:
        self._question, self._view, self._ranker, self._options = question, view, ranker, options
        self._evidence: list[NumberedSentence] = []
        self._best = CitedText("", (), 0)
        self._missing: tuple[str, ...] = ()
        self._unread: frozenset[str] = frozenset()
        self._numbered = 0
        self._seen: frozenset[str] = frozenset()
        self._looked_up: set[str] = set()
        self._relations: dict[str, str] = {}
        self._has_reply, self._is_marked = False, True
        self._cause = ""

    def flow(self) -> Flow[Answer]:
        """Read and answer until something ends it, at most I_max times (lines 4 to 30)."""
        end = ""
        for number in range(1, self._options.rounds + 1):
            yield TraceStep("round", {"number": number})
            end = yield from self._round(is_first=number == 1)
            if end:
                break
        yield TraceStep("end", {"reason": end or "the most rounds allowed were made"})
        return self._result()

    def _round(self, *, is_first: bool) -> _Steps:
        """Look up, read, mark, compress, answer; return why the rounds end here, or nothing if they go on."""
        query = self._query()
        yield from concept_steps(query)
        if not self._has_new_concepts(query) and not is_first:
            return "what is missing was looked for before"
        selected, fresh = self._read(query)
        yield reading_step(selected)
        if not fresh and not is_first:
            return "no unread sentences"
        if fresh:
            supporting = yield from mark_supporting(
                fresh, self._question, evidence=self._evidence, relations=self._relations, options=self._options
            )
            if supporting is None:
                supporting, self._is_marked = list(first_chunk(fresh, self._options.chunk_size).whole), False
            if not supporting and not is_first:
                return "no new evidence"
            evidence = [*self._evidence, *supporting]
            self._evidence = yield from compress_evidence(evidence, self._question, self._options)
        return (yield from self._conclude())

    def _query(self) -> ExpandedQuery:
        """Look up what the answer misses, at first the question itself (lines 2, 5 and 28)."""
        missing = "; ".join(self._missing)
        text = f"{missing}; {self._question}" if missing else self._question
        return expand_query(text, about=missing or self._question, view=self._view, options=self._options)

    def _has_new_concepts(self, query: ExpandedQuery) -> bool:
        """Tell whether a round looks for anything that no round before looked for."""
        missing = (concept_key(phrase, self._view.language) for phrase in self._missing)
        sought = {*query.frequencies, *missing}
        is_new = not sought <= self._looked_up
        self._looked_up |= sought
        return is_new

    def _read(self, query: ExpandedQuery) -> tuple[SelectedSentences, list[NumberedSentence]]:
        """Select and number the sentences of a round (line 6)."""
        selected = select_sentences(query, view=self._view, ranker=self._ranker, options=self._options, seen=self._seen)
        fresh = number_sentences(self._view, selected.sentences, first=self._numbered + 1, paths=selected.paths)
        self._numbered += len(fresh)
        self._seen |= {sentence.sentence.id for sentence in fresh}
        self._unread = (self._unread | selected.unread) - self._seen
        expanded_paths = {concept.path for concept in query.expanded}
        of_expanded = (sentence for sentence in fresh if sentence.path in expanded_paths)
        self._relations |= {sentence.sentence.id: path_sentence(sentence.path) for sentence in of_expanded}
        return selected, fresh

    def _conclude(self) -> _Steps:
        """Ask for the answer and what it misses (line 24); return why the rounds end here, or nothing."""
        options = self._options
        values = {
            "relations": relation_lines(self._evidence, self._relations),
            "sentences": first_chunk(self._evidence, options.chunk_size).text,
            "question": self._question,
            "rules": options.prompts.rules(llm_knowledge=options.llm_knowledge, brief=options.brief),
        }
        outcomes = yield [Request(options.prompts.answer.messages(values), "answering", read_answer, ANSWER_SCHEMA)]
        if not outcomes[0].ok:
            self._cause = outcomes[0].error
            yield TraceStep("answer", failure_details(outcomes))
            return "the language model failed"
        reply: AnswerReply = outcomes[0].value
        cited = check_citations(reply.text, reply.citations, {sentence.number: sentence for sentence in self._evidence})
        if cited.text and (cited.cited or not self._best.cited):
            self._best = cited
        self._missing, self._has_reply = reply.missing, True
        ids = [sentence.sentence.id for sentence in cited.cited]
        details = {"text": cited.text, "cited": ids, "invented": cited.invented, "missing": list(reply.missing)}
        yield TraceStep("answer", details)
        return "" if self._missing else "nothing is missing"

    def _result(self) -> Answer:
        result = Answer(
            self._question,
            text=self._best.text or _UNSUPPORTED,
            citations=citations_of(self._best.cited),
            missing_concepts=self._missing,
            supported=bool(self._best.cited),
            unread=len(self._unread),
        )
        if self._has_reply:
            return result
        citations = self._evidence_found()
        return replace(result, text=_FAILED.format(cause=self._cause), citations=citations, is_evidence_only=True)

    def _evidence_found(self) -> tuple[Citation, ...]:
        """Cite the sentences that were marked, or the best-ranked ones if none could be marked."""
        evidence = self._evidence[: self._options.evidence] if self._is_marked else []
        if evidence:
            return citations_of(evidence)
        return best_evidence(self._question, view=self._view, ranker=self._ranker, options=self._options).citations
