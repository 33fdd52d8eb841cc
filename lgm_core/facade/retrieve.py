"""Retrieving: the passages and sentences that a ranker puts first, with their documents."""

from __future__ import annotations

import asyncio

from lgm_core.facade.opened_graph import OpenedGraph
from lgm_core.facade.question import checked_question
from lgm_core.graph.port import Where
from lgm_core.model import RetrievedPassage, RetrievedSentence
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["Retrieving"]


class Retrieving(OpenedGraph):
    """The methods of `LanguageGraph` that retrieve, without a language model.

    What is deleted while they run is left out.
    """

    def retrieve_passages(self, question: str, k: int = 5, *, where: Where | None = None) -> list[RetrievedPassage]:
        """Return the `k` best passages for a question, best first, without a language model.

        Raises:
            InputError: the question is empty, or the filter cannot be understood.
        """
        ranker = self.ranker()
        view = GraphView(self.store, where=where, language=ranker.language)
        ranked = ranker.passages(checked_question(question), k, allowed=view.allowed)
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
            )
            for passage in ranked
            if (section := sections.get(passage.id)) is not None and section.document_id in documents
        ]

    async def aretrieve_passages(
        self, question: str, k: int = 5, *, where: Where | None = None
    ) -> list[RetrievedPassage]:
        """Do what `retrieve_passages` does in a worker thread; raises the same."""
        return await asyncio.to_thread(self.retrieve_passages, question, k, where=where)

    def retrieve_sentences(self, question: str, k: int = 10, *, where: Where | None = None) -> list[RetrievedSentence]:
        """Return the `k` best sentences for a question, best first, without a language model.

        Raises:
            InputError: the question is empty, or the filter cannot be understood.
        """
        ranker = self.ranker()
        view = GraphView(self.store, where=where, language=ranker.language)
        ranked = ranker.sentences(checked_question(question), k, allowed=view.allowed)
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

    async def aretrieve_sentences(
        self, question: str, k: int = 10, *, where: Where | None = None
    ) -> list[RetrievedSentence]:
        """Do what `retrieve_sentences` does in a worker thread; raises the same."""
        return await asyncio.to_thread(self.retrieve_sentences, question, k, where=where)
