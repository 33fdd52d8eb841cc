"""A document as construction reads it: sections of paragraphs of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from lgm_core.batches import batches
from lgm_core.learning.facts.end_grounding import SourceSentence, graph_sentences, numbered_lines
from lgm_core.llm.quoting import quoted
from lgm_core.llm.tokens import count_tokens
from lgm_core.model import DocumentGraph, DocumentRecord
from lgm_core.model.document import authors_of, keywords_of

__all__ = ["DocumentText", "cut", "document_text", "plain_field", "section_windows", "sentence_lines"]

Paragraph = tuple[SourceSentence, ...]
"""The sentences of a paragraph, in order."""


@dataclass(frozen=True, slots=True)
class TextSection:
    """The text under one heading, however many stored sections it was split into.

    Attributes:
        titles: the headings above it and its own, like `Section.path`.
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
        graph: its stored graph.
        sections: its sections, in order; sentences without words, such as code, are left out.
        authors: its authors, from its metadata.
        keywords: its keywords, from its metadata.
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
        """Return the position in the document of each sentence by id, including those left out."""
        return {sentence.id: sentence.position for sentence in self.graph.sentences}


def document_text(graph: DocumentGraph) -> DocumentText:
    """Return a document's text as sections and paragraphs; if paragraphs are unknown, a section is one."""
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


_LONGEST = 2000
"""The most characters of a sentence or other text in a request; longer ones are tables or code."""

_BAR = re.compile(r"(?<!\S)\|(?!\S)")
"""The separator between fields."""

Window = tuple[SourceSentence, ...]
"""Sentences shown together, in order."""


def plain_field(text: str, longest: int = _LONGEST) -> str:
    """Return a text on one line, of at most this many characters, unable to close a tag or begin another field."""
    return quoted(_BAR.sub("/", quoted(text[:longest])))  # a bar taken from between < and a name makes it a tag


def sentence_lines(sentences: Sequence[SourceSentence], longest: int = _LONGEST) -> str:
    """Return sentences as lines `[1] …` under their headings, `# …`."""
    return numbered_lines(sentences, lambda source: plain_field(source.sentence.text, longest), plain_field)


def section_windows(text: DocumentText, tokens: int) -> list[Window]:
    """Return the sections, cut between sentences where they have more tokens than this."""
    return [window for section in text.sections for window in cut(section.sentences, tokens)]


def cut(sentences: Iterable[SourceSentence], tokens: int) -> Iterator[Window]:
    """Yield runs of at most this many tokens, cut between sentences; a longer sentence is its own run."""
    return map(tuple, batches(sentences, lambda source: count_tokens(source.sentence.text), tokens))
