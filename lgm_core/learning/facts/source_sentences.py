"""Sentences in which facts are grounded, with what each stands under and already mentions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.graph.canonical_facts import mentioned_concepts
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, DocumentRecord, Mention, Section, Sentence

__all__ = ["SourceSentence", "graph_sentences", "stored_sentences"]


@dataclass(frozen=True, slots=True)
class SourceSentence:
    """A sentence of a graph.

    Attributes:
        sentence: the sentence.
        titles: what it stands under, the document's title first.
        language: ISO 639-1 code of its document.
        mentioned: keys of the concepts that it mentions.
    """

    sentence: Sentence
    titles: tuple[str, ...]
    language: str
    mentioned: frozenset[str]


def graph_sentences(graph: DocumentGraph) -> list[SourceSentence]:
    """Return the sentences of a document's graph, in order."""
    return _with_context(graph.sentences, {graph.document.id: graph.document}, graph.sections, graph.mentions)


def stored_sentences(store: LanguageGraphStore, ids: Sequence[str]) -> list[SourceSentence]:
    """Return sentences of a store in the order asked, of any documents; unknown ids are left out."""
    sentences = store.sentences(ids)
    documents = store.documents(list(dict.fromkeys(sentence.document_id for sentence in sentences)))
    sections = store.sections(list(dict.fromkeys(sentence.section_id for sentence in sentences)))
    mentions = store.mentions([sentence.id for sentence in sentences])
    return _with_context(sentences, {record.id: record for record in documents}, sections, mentions)


def _with_context(
    sentences: Sequence[Sentence],
    documents: dict[str, DocumentRecord],
    sections: Sequence[Section],
    mentions: Sequence[Mention],
) -> list[SourceSentence]:
    paths = {section.id: section.path for section in sections}
    mentioned = mentioned_concepts(mentions)
    found = []
    for sentence in sentences:
        record = documents[sentence.document_id]
        titles = dict.fromkeys(filter(str.strip, (record.title, *paths.get(sentence.section_id, ()))))
        found.append(
            SourceSentence(sentence, tuple(titles), record.language, frozenset(mentioned.get(sentence.id, ())))
        )
    return found
