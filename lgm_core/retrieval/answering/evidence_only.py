"""Answers without a language model: the best evidence (the first half of Concept Iterative Retrieval)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from lgm_core.model import Answer, TraceStep
from lgm_core.retrieval.answering.answering_steps import ConceptsStep, ExpansionStep, ReadingStep
from lgm_core.retrieval.answering.ask_options import AskOptions
from lgm_core.retrieval.answering.expanded_query import ExpandedQuery, expand_query
from lgm_core.retrieval.answering.sentence_selection import SelectedSentences, select_evidence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import citations_of, number_sentences
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.relation_wording import path_sentence

__all__ = ["best_evidence", "concept_steps", "reading_step", "with_nearest"]


def concept_steps(query: ExpandedQuery) -> list[TraceStep]:
    """Return the steps that tell which concepts were found, and which ones expansion reached."""
    steps: list[TraceStep] = [ConceptsStep(query.text, tuple(query.concepts))]
    if query.expanded:
        reached = {concept.key: path_sentence(concept.path) for concept in query.expanded}
        steps.append(ExpansionStep(reached, len(query.left_out)))
    return steps


def reading_step(selected: SelectedSentences) -> ReadingStep:
    """Return the step that tells what is read."""
    paths = Counter(" → ".join(selected.paths.get(sentence.id, ())) for sentence in selected.sentences)
    return ReadingStep(
        len(selected.sentences),
        selected.characters,
        len(selected.unread),
        dict(paths),
        tuple(sentence.id for sentence in selected.sentences),
        selected.by_rank,
    )


def best_evidence(question: str, *, view: GraphView, ranker: Ranker, options: AskOptions) -> Answer:
    """Return an answer of the best evidence sentences, best first, with the path to each, without a language model."""
    options = replace(options, exhaustive=False)
    query = expand_query(question, about=question, view=view, options=options)
    selected = select_evidence(query, view=view, ranker=ranker, options=options)
    numbered = number_sentences(view, selected.sentences, first=1, paths=selected.paths, scores=selected.scores)
    place = {sentence.id: position for position, sentence in enumerate(selected.sentences)}
    return Answer(
        question,
        text="",
        citations=citations_of(sorted(numbered, key=lambda sentence: place[sentence.sentence.id])),
        is_evidence_only=True,
        unread=len(selected.unread),
        trace=(*concept_steps(query), reading_step(selected)),
    )


def with_nearest(answer: Answer, *, view: GraphView, ranker: Ranker, options: AskOptions) -> Answer:
    """Return an answer, with the best evidence added if it is not supported and shows no sentences."""
    if answer.supported or answer.citations or answer.nearest:
        return answer
    nearest = best_evidence(answer.question, view=view, ranker=ranker, options=options).citations
    return replace(answer, citations=nearest) if answer.is_evidence_only else replace(answer, nearest=nearest)
