"""Concept Iterative Retrieval (paper section 3.3, algorithm 1) as one flow, and its first half without an LLM.

A language model that fails never fails the answer. A chunk whose marking fails is left out; when all of a round's
fail, the best-ranked sentences stand in as evidence. When no answer can be had at all, the result has
`is_evidence_only`, cites the evidence found, and its text and trace say what failed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import replace

from lgm_core.flow import Flow, Outcome, Request, traced
from lgm_core.graph.graph_language import graph_language
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.concepts import concept_key
from lgm_core.model import Answer, Citation, TraceStep
from lgm_core.retrieval.answering.answer_replies import ANSWER_SCHEMA, AnswerReply, read_answer
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.inquiry import Inquiry, inquire
from lgm_core.retrieval.answering.marking import compress, failure, first_chunk, mark, relation_lines
from lgm_core.retrieval.answering.numbered_evidence import (
    CitedText,
    NumberedSentence,
    check_citations,
    number_sentences,
)
from lgm_core.retrieval.answering.reading import Reading, choose_sentences
from lgm_core.retrieval.answering.sentence_ranker import SentenceRanker

__all__ = ["SentenceRanker", "answer", "evidence_only"]

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
    run = yield from traced(_Answering(question, store, ranker, options or AskOptions()).flow())
    return replace(run.result, usage=run.usage, trace=run.trace)


def evidence_only(
    question: str, *, store: LanguageGraphStore, ranker: SentenceRanker, options: AskOptions | None = None
) -> Answer:
    """Return the best evidence sentences, best first, each with the path that led to it; asks no language model."""
    options = replace(options or AskOptions(), exhaustive=False)
    inquiry = inquire(question, about=question, store=store, options=options)
    reading = choose_sentences(inquiry, store=store, ranker=ranker, options=options, most=options.evidence)
    place = {sentence.id: position for position, sentence in enumerate(reading.sentences)}
    numbered = number_sentences(store, reading.sentences, first=1, paths=reading.paths)
    return Answer(
        question,
        text="",
        citations=_cite(sorted(numbered, key=lambda one: place[one.sentence.id])),
        is_evidence_only=True,
        unread=len(reading.unread),
        trace=(*_lookup_steps(inquiry), _reading_step(reading)),
    )


class _Answering:
    """One question on its way to an answer."""

    def __init__(self, question: str, store: LanguageGraphStore, ranker: SentenceRanker, options: AskOptions) -> None:
        self._question, self._store, self._ranker, self._options = question, store, ranker, options
        self._evidence: list[NumberedSentence] = []
        self._best = CitedText("", (), 0)
        self._missing: tuple[str, ...] = ()
        self._unread: set[str] = set()
        self._numbered = 0
        self._seen: set[str] = set()
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
        inquiry = self._inquiry()
        yield from _lookup_steps(inquiry)
        if not self._has_new_concepts(inquiry) and not is_first:
            return "what is missing was looked for before"
        reading, fresh = self._read(inquiry)
        yield _reading_step(reading)
        if not fresh and not is_first:
            return "no unread sentences"
        if fresh:
            marked = yield from mark(
                fresh, self._question, found=self._evidence, relations=self._relations, options=self._options
            )
            if marked is None:
                marked, self._is_marked = list(first_chunk(fresh, self._options.chunk_size).whole), False
            if not marked and not is_first:
                return "no new evidence"
            self._evidence = yield from compress([*self._evidence, *marked], self._question, self._options)
        return (yield from self._conclude())

    def _inquiry(self) -> Inquiry:
        """Look up what the answer misses, at first the question itself (lines 2, 5 and 28)."""
        missing = "; ".join(self._missing)
        text = f"{missing}; {self._question}" if missing else self._question
        return inquire(text, about=missing or self._question, store=self._store, options=self._options)

    def _has_new_concepts(self, inquiry: Inquiry) -> bool:
        """Tell whether a round looks for anything that no round before looked for."""
        language = graph_language(self._store)
        sought = {*inquiry.concepts, *(concept_key(phrase, language) for phrase in self._missing)}
        is_new = not sought <= self._looked_up
        self._looked_up |= sought
        return is_new

    def _read(self, inquiry: Inquiry) -> tuple[Reading, list[NumberedSentence]]:
        """Choose and number the sentences of a round (line 6)."""
        reading = choose_sentences(
            inquiry, store=self._store, ranker=self._ranker, options=self._options, seen=frozenset(self._seen)
        )
        fresh = number_sentences(self._store, reading.sentences, first=self._numbered + 1, paths=reading.paths)
        self._numbered += len(fresh)
        self._seen |= {one.sentence.id for one in fresh}
        self._unread = (self._unread | reading.unread) - self._seen
        expanded = {concept.path for concept in inquiry.expanded}
        self._relations |= {one.sentence.id: _in_words(one.path) for one in fresh if one.path in expanded}
        return reading, fresh

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
            yield TraceStep("answer", failure(outcomes))
            return "the language model failed"
        reply: AnswerReply = outcomes[0].value
        cited = check_citations(reply.text, reply.citations, {one.number: one for one in self._evidence})
        if cited.text and (cited.cited or not self._best.cited):
            self._best = cited
        self._missing, self._has_reply = reply.missing, True
        ids = [one.sentence.id for one in cited.cited]
        details = {"text": cited.text, "cited": ids, "invented": cited.invented, "missing": list(reply.missing)}
        yield TraceStep("answer", details)
        return "" if self._missing else "nothing is missing"

    def _result(self) -> Answer:
        result = Answer(
            self._question,
            text=self._best.text or _UNSUPPORTED,
            citations=_cite(self._best.cited),
            missing_concepts=self._missing,
            supported=bool(self._best.cited),
            unread=len(self._unread),
        )
        if self._has_reply:
            return result
        evidence = self._evidence[: self._options.evidence] if self._is_marked else []
        citations = _cite(evidence) or self._ranked_evidence()
        return replace(result, text=_FAILED.format(cause=self._cause), citations=citations, is_evidence_only=True)

    def _ranked_evidence(self) -> tuple[Citation, ...]:
        found = evidence_only(self._question, store=self._store, ranker=self._ranker, options=self._options)
        return found.citations


def _lookup_steps(inquiry: Inquiry) -> list[TraceStep]:
    """Tell which concepts were found, and how expansion reached others."""
    steps = [TraceStep("concepts", {"text": inquiry.text, "found": list(inquiry.concepts)})]
    if inquiry.expanded:
        reached = {concept.key: _in_words(concept.path) for concept in inquiry.expanded}
        steps.append(TraceStep("expansion", {"reached": reached}))
    return steps


def _reading_step(reading: Reading) -> TraceStep:
    """Tell how much was read, and how many sentences by each path."""
    paths: dict[str, int] = {}
    for sentence in reading.sentences:
        path = " → ".join(reading.paths.get(sentence.id, ()))
        paths[path] = paths.get(path, 0) + 1
    details = {"sentences": len(reading.sentences), "characters": reading.characters, "unread": len(reading.unread)}
    return TraceStep("reading", details | {"paths": paths})


def _in_words(path: Sequence[str]) -> str:
    """Say an expansion path as a sentence: `apple is a fruit`, `apple also called malus, is a tree`."""
    return " ".join([path[0], ", ".join(path[1:])]).strip()


def _cite(sentences: Iterable[NumberedSentence]) -> tuple[Citation, ...]:
    return tuple(one.citation(number) for number, one in enumerate(sentences, 1))
