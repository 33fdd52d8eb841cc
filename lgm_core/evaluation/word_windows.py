"""The text of a graph in windows of equal length, for baselines that search the same text as the graph."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from lgm_core.model import DocumentGraph, Sentence

__all__ = ["WINDOW", "Piece", "first_words", "piece_of", "windows_of"]

WINDOW = 100
"""Words of a window, divided at white space: a usual length of chunks for retrieval."""


class Piece(NamedTuple):
    """A text of one section and page: ids of its document and section, the page from 0 (None if unknown), the text."""

    document_id: str
    section_id: str
    page: int | None
    text: str


def piece_of(sentence: Sentence) -> Piece:
    """Return the text of a sentence with the page on which it begins."""
    page = None if sentence.page is None else sentence.page - 1
    return Piece(sentence.document_id, sentence.section_id, page, sentence.text)


def windows_of(document: DocumentGraph) -> Iterator[list[Piece]]:
    """Yield a document with its title and those of its sections in windows of `WINDOW` words, which do not overlap."""
    stream = _words(document)
    while window := list(islice(stream, WINDOW)):
        yield [_joined(list(run)) for _, run in groupby(window, key=attrgetter("section_id", "page"))]


def first_words(pieces: Iterable[Piece], count: int) -> list[Piece]:
    """Return the first so many words of pieces; the last piece may be cut."""
    kept: list[Piece] = []
    for piece in pieces:
        words = piece.text.split()
        if len(words) >= count:
            return [*kept, piece._replace(text=" ".join(words[:count]))]
        kept.append(piece)
        count -= len(words)
    return kept


def _words(document: DocumentGraph) -> Iterator[Piece]:
    titles = {section.id: section.title for section in document.sections}
    above = document.document.title
    for sentence in document.sentences:
        piece = piece_of(sentence)
        for word in f"{above} {titles.pop(sentence.section_id, '')} {piece.text}".split():
            yield piece._replace(text=word)
        above = ""


def _joined(words: Sequence[Piece]) -> Piece:
    return words[0]._replace(text=" ".join(word.text for word in words))
