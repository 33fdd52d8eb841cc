"""A sentence before it enters the graph: the record to be stored, with its annotation and its section."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter

from lgm_core.documents.sections import SectionText
from lgm_core.language.arguments.argument_reader import predications
from lgm_core.language.arguments.predication import Predication
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.clauses import find_clauses
from lgm_core.language.concepts import concept_key
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.language.port import AnnotatedSentence
from lgm_core.model import Document, Sentence, sentence_id

__all__ = ["SentenceDraft", "draft_sentence", "title_topic"]

_BRACKETED_END = re.compile(r"\s*\([^()]*\)\s*$")

_KINDS_WITHOUT_RELATIONS = frozenset({"table_row", "caption", "code"})
"""Kinds of blocks whose text is joined from cells, labels a figure or is code: it only looks like a statement."""


@dataclass(frozen=True, slots=True)
class SentenceDraft:
    """A sentence with its phrases, its section, and what it says of whom if it is parsed.

    `states_relations` tells whether to look for relations in it.
    """

    sentence: Sentence
    chunked: ChunkedSentence
    section: SectionText
    states_relations: bool
    predications: Sequence[Predication] | None

    @property
    def annotation(self) -> AnnotatedSentence:
        """Return the tokens and coreference marks."""
        return self.chunked.annotation

    @property
    def topic(self) -> str:
        """Return the topic of the section's title."""
        return title_topic(self.section.section.title)

    def key(self, phrase: str) -> str:
        """Return the concept key of a phrase."""
        return concept_key(phrase, self.chunked.lexicon.code)


def draft_sentence(
    document: Document,
    section: SectionText,
    chunked: ChunkedSentence,
    position: int,
    pages: Sequence[tuple[int, int]] = (),
) -> SentenceDraft:
    """Return the draft of a sentence of a section.

    `position` counts the sentences of the document from 0, and `pages` are those of `Document.page_starts`.
    """
    annotation = chunked.annotation
    text = section.text[annotation.start : annotation.end]
    start, end = section.original_span(annotation.start, annotation.end)
    block = section.blocks[bisect_right(section.blocks, annotation.start, key=attrgetter("start")) - 1]
    states_relations = block.kind not in _KINDS_WITHOUT_RELATIONS
    is_read = states_relations and bool(annotation.tokens) and bool(annotation.tokens[0].relation)
    read = predications(DependencyTree(chunked)) if is_read else None
    sentence = Sentence(
        id=sentence_id(document.id, position),
        document_id=document.id,
        section_id=section.section.id,
        position=position,
        start=start,
        end=end,
        text=text,
        resolved=_resolved(text, annotation),
        lemmas=" ".join(token.lemma.lower() for token in annotation.tokens),
        clauses=find_clauses(chunked, read) if is_read else (),
        paragraph=block.paragraph,
        page=pages[max(0, bisect_right(pages, start, key=itemgetter(0)) - 1)][1] if pages else None,
    )
    return SentenceDraft(sentence, chunked, section, states_relations, read)


def title_topic(title: str) -> str:
    """Return a title without its disambiguating bracket, as in *Mercury (planet)*."""
    return _BRACKETED_END.sub("", title) or title


def _resolved(text: str, annotation: AnnotatedSentence) -> str:
    """Insert coreference marks into a sentence, as in `She [: Lili] is a student.` (paper section 3.2.1)."""
    for mark in sorted(annotation.marks, key=lambda mark: mark.end, reverse=True):
        offset = mark.end - annotation.start
        text = f"{text[:offset]} [: {' and '.join(mark.antecedents)}]{text[offset:]}"
    return text
