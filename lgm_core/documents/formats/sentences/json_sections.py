"""Read a document given in JSON as sections of paragraphs of sentences, as parsers of papers write it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lgm_core.documents.formats.sentences.sentence_blocks import heading_line, paragraph_lines
from lgm_core.errors import InputError, shown

__all__ = ["text_of_sections", "without_text"]

_FORM = '{"title": "…", "paragraphs": [["a sentence", "another one"]]}'


def text_of_sections(sections: object) -> str:
    """Return the text of sections, in the form of `GIVEN_SENTENCES`.

    A section is an object with `title` (or `label`), which may be missing, and `paragraphs`; a paragraph is a list of
    sentences, or an object with `sentences`; a sentence is a string, or an object with `text`. A section or paragraph
    without sentences is left out, but for a section's heading.

    Raises:
        InputError: something is not of this form; the message tells where.
    """
    paragraphs: list[str] = []
    for place, section in _items(sections, "sections"):
        if not isinstance(section, Mapping):
            raise InputError(f"has {shown(section)} as {place}; a section is {_FORM}")
        title = section.get("title") or section.get("label") or ""
        if not isinstance(title, str):
            raise InputError(f"has {shown(title)} as {place}.title; it must be a string")
        paragraphs.append(heading_line(title, 2))
        for inner, paragraph in _items(section.get("paragraphs"), f"{place}.paragraphs"):
            sentences = paragraph.get("sentences") if isinstance(paragraph, Mapping) else paragraph
            paragraphs.append("\n".join(paragraph_lines(_texts(sentences, inner))))
    return "\n\n".join(filter(None, paragraphs)) + "\n"


def without_text(sections: object) -> list[str]:
    """Return the places of those sections, paragraphs and sentences that hold no text; raises as the former does."""
    places = []
    for place, section in _items(sections, "sections"):
        own = list(_items(section.get("paragraphs"), f"{place}.paragraphs"))
        for inner, paragraph in own:
            sentences = paragraph.get("sentences") if isinstance(paragraph, Mapping) else paragraph
            texts = list(_texts(sentences, inner))
            places += [f"{inner}[{number}]" for number, text in enumerate(texts) if not text.strip()]
            if not texts:
                places.append(inner)
        if not own:
            places.append(place)
    return places


def _texts(sentences: object, place: str) -> Iterator[str]:
    for inner, sentence in _items(sentences, place):
        text = sentence.get("text") if isinstance(sentence, Mapping) else sentence
        if not isinstance(text, str):
            raise InputError(f"has {shown(sentence)} as {inner}; a sentence is a string")
        yield text


def _items(value: object, place: str) -> Iterator[tuple[str, Any]]:
    """Yield the items of a list, each with its place; nothing where there is none."""
    if not isinstance(value, list | None):
        raise InputError(f"has {shown(value)} as {place}; it must be a list")
    for number, item in enumerate(value or ()):
        yield f"{place}[{number}]", item
