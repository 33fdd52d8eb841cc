"""A document as construction reads it: sections of paragraphs of sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from lgm_core.learning.facts.source_sentences import SourceSentence, graph_sentences
from lgm_core.model import DocumentGraph, DocumentRecord
from lgm_core.model.document import authors_of, keywords_of

__all__ = ["DocumentText", "TextSection", "document_text"]

Paragraph = tuple[SourceSentence, ...]
"""The sentences of a paragraph, in order."""


@dataclass(frozen=True, slots=True)
class TextSection:
    """What stands under one heading, however many stored sections it was divided into.

    Attributes:
        titles: the headings above it and its own, as `Section.path`.
        paragraphs: its paragraphs, in order.
    """

    titles: tuple[str, ...]
    paragraphs: tuple[Paragraph, ...]

    @property
    def sentences(self) -> list[SourceSentence]:
        """Return its sentences, in order."""
        return [sentence for paragraph in self.paragraphs for sentence in paragraph]


@dataclass(frozen=True)
class DocumentText:
    """A document to construct a graph from.

    Attributes:
        graph: what the store holds of it.
        sections: its sections, in order; sentences without words, such as code, are left out.
        authors: who wrote it, as its metadata tell.
        keywords: as its metadata tell.
    """

    graph: DocumentGraph
    sections: tuple[TextSection, ...]
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()

    @property
    def record(self) -> DocumentRecord:
        """Return the document's record."""
        return self.graph.document

    @cached_property
    def sentences(self) -> tuple[SourceSentence, ...]:
        """Return the sentences of all sections, in order."""
        return tuple(sentence for section in self.sections for sentence in section.sentences)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Return the position in the document of each sentence by its id, also of those that are left out."""
        return {sentence.id: sentence.position for sentence in self.graph.sentences}


def document_text(graph: DocumentGraph) -> DocumentText:
    """Return a document's text as sections and paragraphs; where paragraphs are not known, a section is one."""
    paths = {section.id: section.path for section in graph.sections}
    words = [
        source for source in graph_sentences(graph) if source.sentence.text.strip() and not source.sentence.is_code
    ]
    sections = []
    for titles, own in groupby(words, key=lambda source: paths.get(source.sentence.section_id, ())):
        paragraphs = groupby(own, key=lambda source: source.sentence.paragraph)
        sections.append(TextSection(titles, tuple(tuple(paragraph) for _, paragraph in paragraphs)))
    metadata = graph.document.metadata
    return DocumentText(graph, tuple(sections), authors_of(metadata), keywords_of(metadata))
