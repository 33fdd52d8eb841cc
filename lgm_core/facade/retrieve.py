"""Retrieving: the passages and sentences that a ranker, or a language model, puts first, with their documents."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from dataclasses import replace

from lgm_core.facade.opened_graph import OnStep, OpenedGraph
from lgm_core.facade.question import checked_number, checked_question
from lgm_core.flow import Flow, arun, run
from lgm_core.graph.port import Where
from lgm_core.llm.port import ChatModel
from lgm_core.model import RetrievedPassage, RetrievedSentence
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.passage_selection import CANDIDATES, select_passages
from lgm_core.retrieval.ranking.ranker import Ranker
from lgm_core.retrieval.repeated_sentences import first_distinct, without_repetitions
from lgm_core.worker_threads import in_thread

__all__ = ["Retrieving"]

_log = logging.getLogger(__name__)


class Retrieving(OpenedGraph):
    """The methods of `LanguageGraph` that retrieve; they ask a language model only to select, when they are given one.

    What is deleted while they run is left out, and so is what overlapping parts of one source repeat.
    """

    def retrieve_passages(
        self,
        question: str,
        k: int = 5,
        *,
        where: Where | None = None,
        select: ChatModel | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[RetrievedPassage]:
        """Return the `k` best passages for a question, best first, without a language model unless it is to `select`.

        Args:
            question: the question.
            k: how many.
            where: a filter on document metadata.
            select: a language model that is asked once which of the best twenty passages, shown with their chains,
                answer the question together. These come first, in its order, then the others as ranked. When its reply
                is of no use the ranking stays as it was, the step `selection` has the `error`, and the log warns.
            on_step: called with the step `selection`.
            cancel: ends the call when set.

        Raises:
            InputError: the question is empty, `k` is no number of passages, or the filter cannot be understood.
            Cancelled: `cancel` was set.
            LanguageModelSetupError: no request to `select` can succeed.
        """
        session = self._question_session(on_step, cancel, select, where=where)
        return run(self._retrieving(question, k, where, select), session)

    async def aretrieve_passages(
        self,
        question: str,
        k: int = 5,
        *,
        where: Where | None = None,
        select: ChatModel | None = None,
        on_step: OnStep | None = None,
        cancel: threading.Event | None = None,
    ) -> list[RetrievedPassage]:
        """Do what `retrieve_passages` does without blocking the event loop; raises the same."""
        return await arun(
            self._retrieving(question, k, where, select), self._question_session(on_step, cancel, select, where=where)
        )

    def _retrieving(
        self, question: str, k: int, where: Where | None, select: ChatModel | None
    ) -> Flow[list[RetrievedPassage]]:
        question, k = checked_question(question), checked_number(k)
        view, ranker = self._seen(question, where)
        found = first_distinct(
            lambda number: self._passages(ranker, view, question, number),
            k if select is None else max(k, CANDIDATES),
            _distinct_passages,
        )
        if select is None:
            return found
        selected = yield from select_passages(question, found)
        if selected.failure:
            _log.warning("No passages were selected, so they are as ranked: %s", selected.failure)
        return selected.passages[:k]

    def retrieve_sentences(self, question: str, k: int = 10, *, where: Where | None = None) -> list[RetrievedSentence]:
        """Return the `k` best sentences for a question, best first, without a language model.

        Raises:
            InputError: the question is empty, `k` is no number of sentences, or the filter cannot be understood.
        """
        question = checked_question(question)
        view, ranker = self._seen(question, where)
        return first_distinct(
            lambda number: self._sentences(ranker, view, question, number), checked_number(k), _distinct_sentences
        )

    async def aretrieve_sentences(
        self, question: str, k: int = 10, *, where: Where | None = None
    ) -> list[RetrievedSentence]:
        """Do what `retrieve_sentences` does in a worker thread; raises the same."""
        return await in_thread(self.retrieve_sentences, question, k, where=where)

    def _passages(self, ranker: Ranker, view: GraphView, question: str, k: int) -> list[RetrievedPassage]:
        ranked = ranker.passages(question, k, allowed=view.allowed)
        sections = {section.id: section for section in self.store.sections([passage.id for passage in ranked])}
        documents = view.documents(section.document_id for section in sections.values())
        sentence_ids = {passage.id: ranker.index.sentence_ids_of(passage.id) for passage in ranked}
        all_ids = [id for ids in sentence_ids.values() for id in ids]
        sentences = {sentence.id: sentence for sentence in self.store.sentences(all_ids)}
        return [
            RetrievedPassage(
                section,
                documents[section.document_id],
                tuple(sentences[id] for id in sentence_ids[passage.id] if id in sentences),
                passage.score,
                passage.path,
                passage.before,
            )
            for passage in ranked
            if (section := sections.get(passage.id)) is not None and section.document_id in documents
        ]

    def _sentences(self, ranker: Ranker, view: GraphView, question: str, k: int) -> list[RetrievedSentence]:
        ranked = ranker.sentences(question, k, allowed=view.allowed)
        hits = {hit.id: hit for hit in ranked}
        sentences = self.store.sentences(list(hits))
        section_ids = dict.fromkeys(sentence.section_id for sentence in sentences)
        sections = {section.id: section for section in self.store.sections(list(section_ids))}
        documents = view.documents(sentence.document_id for sentence in sentences)
        return [
            RetrievedSentence(
                sentence,
                sections[sentence.section_id],
                documents[sentence.document_id],
                hits[sentence.id].score,
                hits[sentence.id].path,
            )
            for sentence in sentences
            if sentence.section_id in sections and sentence.document_id in documents
        ]


def _distinct_passages(passages: Sequence[RetrievedPassage]) -> list[RetrievedPassage]:
    """Leave out of passages what better ones say at the same place of a source, and those with nothing else."""
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
