"""Retrieving the best passages and sentences with their documents.

What is deleted meanwhile is left out, and so are repetitions in overlapping parts of one source.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace

from lgm_core.errors import InputError
from lgm_core.facade.checked_arguments import checked_number, checked_question
from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.flow import Flow
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.llm.port import ChatModel
from lgm_core.model import RetrievedPassage, RetrievedSentence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_selection import CANDIDATES, select_passages
from lgm_core.retrieval.ranking.ranker import Hit, Ranker
from lgm_core.retrieval.repeated_sentences import first_distinct, without_repetitions

__all__ = ["passages_for", "sentences_for"]

_log = logging.getLogger(__name__)


def passages_for(
    graph: OpenedGraph, question: str, k: int, words: int | None, where: Where | None, select: ChatModel | None
) -> Flow[list[RetrievedPassage]]:
    """Find the `k` best passages, or focused ones; a language model to `select` chooses among passages."""
    question, k = checked_question(question), checked_number(k)
    if words is not None:
        words = checked_number(words, "words")
        if select is not None:
            raise InputError("`select` chooses among whole sections; leave out `select` or `words`")
    view, ranker = graph.seen(question, where)
    if words is not None:
        return _passages(graph.store, ranker, view, ranker.windows(question, words, allowed=view.allowed))
    found = first_distinct(
        lambda number: _passages(graph.store, ranker, view, ranker.passages(question, number, allowed=view.allowed)),
        k if select is None else max(k, CANDIDATES),
        _distinct_passages,
    )
    if select is None:
        return found
    selected = yield from select_passages(question, found)
    if selected.failure:
        _log.warning("No passages were selected, so the ranking is unchanged: %s", selected.failure)
    return selected.passages[:k]


def sentences_for(graph: OpenedGraph, question: str, k: int, where: Where | None) -> Flow[list[RetrievedSentence]]:
    """Find the `k` best sentences."""
    yield from ()
    question = checked_question(question)
    view, ranker = graph.seen(question, where)
    return first_distinct(
        lambda number: _sentences(graph.store, ranker, view, question, number), checked_number(k), _distinct_sentences
    )


def _passages(
    store: LanguageGraphStore, ranker: Ranker, view: GraphView, ranked: Sequence[Hit]
) -> list[RetrievedPassage]:
    """Return sections or windows with their sentences, without what was deleted meanwhile."""
    sections = {section.id: section for section in store.sections([passage.id for passage in ranked])}
    documents = view.documents(section.document_id for section in sections.values())
    sentence_ids = [passage.sentences or ranker.index.sentence_ids_of(passage.id) for passage in ranked]
    sentences = {each.id: each for each in store.sentences([id for ids in sentence_ids for id in ids])}
    return [
        RetrievedPassage(
            section,
            documents[section.document_id],
            tuple(sentences[id] for id in ids if id in sentences),
            passage.score,
            passage.path,
            passage.before,
            is_focused=bool(passage.sentences),
            relevance=passage.relevance,
        )
        for passage, ids in zip(ranked, sentence_ids, strict=True)
        if (section := sections.get(passage.id)) is not None
        and section.document_id in documents
        and (not passage.sentences or not sentences.keys().isdisjoint(ids))
    ]


def _sentences(
    store: LanguageGraphStore, ranker: Ranker, view: GraphView, question: str, k: int
) -> list[RetrievedSentence]:
    ranked = ranker.sentences(question, k, allowed=view.allowed)
    hits = {hit.id: hit for hit in ranked}
    sentences = store.sentences(list(hits))
    section_ids = dict.fromkeys(sentence.section_id for sentence in sentences)
    sections = {section.id: section for section in store.sections(list(section_ids))}
    documents = view.documents(sentence.document_id for sentence in sentences)
    return [
        RetrievedSentence(
            sentence,
            sections[sentence.section_id],
            documents[sentence.document_id],
            hits[sentence.id].score,
            hits[sentence.id].path,
            hits[sentence.id].relevance,
        )
        for sentence in sentences
        if sentence.section_id in sections and sentence.document_id in documents
    ]


def _distinct_passages(passages: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
    """Remove from passages what better ones say at the same place of a source, and passages without anything else."""
    documents = {passage.document.id: passage.document for passage in passages}
    sentences = [sentence for passage in passages for sentence in passage.sentences]
    kept = {sentence.id for sentence in without_repetitions(sentences, documents)}
    if len(kept) == len(sentences):
        return list(passages)
    shorter = (
        replace(passage, sentences=tuple(sentence for sentence in passage.sentences if sentence.id in kept))
        for passage in passages
    )
    return [passage for passage in shorter if passage.sentences]


def _distinct_sentences(results: Sequence[RetrievedSentence]) -> list[RetrievedSentence]:
    documents = {result.document.id: result.document for result in results}
    by_id = {result.id: result for result in results}
    return [by_id[kept.id] for kept in without_repetitions([result.sentence for result in results], documents)]
