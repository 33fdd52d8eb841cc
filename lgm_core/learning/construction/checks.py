"""What a document lacks for the construction of its graph (thesis chapter 5): title, authors, sections, text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from lgm_core.errors import InputError, shown
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.model.document import WITHOUT_TEXT

__all__ = ["Violation", "ViolationKind", "check_document", "require"]

_PLACE_OF_PARAGRAPH = re.compile(r"sections\[\d+\]\.paragraphs\[\d+\]")
_PLACE_OF_SECTION = re.compile(r"sections\[\d+\]")


class ViolationKind(StrEnum):
    """A defect of a document."""

    NO_TEXT = "no text"
    NO_TITLE = "no title"
    SEVERAL_TITLES = "several titles"
    NO_AUTHOR = "no author"
    NO_KEYWORD = "no keyword"
    NO_SECTION = "no section"
    SECTION_WITHOUT_HEADING = "section without heading"
    SECTION_WITHOUT_PARAGRAPH = "section without paragraph"
    PARAGRAPH_WITHOUT_SENTENCE = "paragraph without sentence"
    SENTENCE_WITHOUT_TEXT = "sentence without text"


@dataclass(frozen=True, slots=True)
class Violation:
    """Something missing or duplicated in a document.

    Attributes:
        kind: the kind of defect.
        place: the heading or location, or the titles; empty for the whole document.
    """

    kind: ViolationKind
    place: str = ""

    def __str__(self) -> str:
        """Return it in words."""
        return f"{self.kind.value}: {self.place}" if self.place else self.kind.value


def require(text: DocumentText, *, strict: bool = False) -> list[Violation]:
    """Return the violations of a document that can still be constructed.

    Raises:
        InputError: it has no text, or has violations when none are allowed.
    """
    violations = list(check_document(text))
    name = shown(text.record.id)
    if any(violation.kind is ViolationKind.NO_TEXT for violation in violations):
        raise InputError(f"the document {name} has no sentence with words, so nothing can be constructed")
    if strict and violations:
        found = "; ".join(map(str, violations))
        raise InputError(f"the document {name} fails these checks: {found}; fix it, or construct it without strict")
    return violations


def check_document(text: DocumentText) -> Iterator[Violation]:
    """Yield the violations of a document, as far as its graph shows them.

    Graphs do not store headings without text; for JSON documents, the metadata list empty parts.
    """
    if not text.sentences:
        yield Violation(ViolationKind.NO_TEXT)
    if not text.record.title.strip():
        yield Violation(ViolationKind.NO_TITLE)
    elif len(titles := _titles(text)) > 1:
        yield Violation(ViolationKind.SEVERAL_TITLES, ", ".join(titles))
    if not text.authors:
        yield Violation(ViolationKind.NO_AUTHOR)
    if not text.keywords:
        yield Violation(ViolationKind.NO_KEYWORD)
    if not any(section.level for section in text.graph.sections):
        yield Violation(ViolationKind.NO_SECTION)
    yield from _of_sections(text)
    yield from _of_metadata(text)


def _titles(text: DocumentText) -> list[str]:
    """Return the document's title, and the first-level headings beside or below it.

    The path of a section begins with the document's title, with or without such a heading: only under a heading is the
    path no longer than the section's level.
    """
    title = " ".join(text.record.title.split())
    is_heading = False
    others: dict[str, bool] = {}
    for section in text.graph.sections:
        if not section.level or not section.path or section.path[0].casefold() != title.casefold():
            continue
        if len(section.path) <= section.level:
            is_heading = True
        else:
            others[section.path[1]] = others.get(section.path[1], False) or section.level > 1
    if is_heading or (len(others) == 1 and all(others.values())):
        return [title, *others]
    return [title]


def _of_sections(text: DocumentText) -> Iterator[Violation]:
    worded = {source.sentence.section_id for source in text.sentences}
    paths = {section.path for section in text.graph.sections if section.id in worded}
    for section in text.graph.sections:
        heading = " › ".join(section.path)
        if section.path not in paths:
            paths.add(section.path)
            yield Violation(ViolationKind.SECTION_WITHOUT_PARAGRAPH, heading)
        if not section.level and any(other.level for other in text.graph.sections):
            yield Violation(ViolationKind.SECTION_WITHOUT_HEADING, f"the text at character {section.start}")


def _of_metadata(text: DocumentText) -> Iterator[Violation]:
    places = text.record.metadata.get(WITHOUT_TEXT)
    for place in places if isinstance(places, list | tuple) else ():
        kind = ViolationKind.SENTENCE_WITHOUT_TEXT
        if _PLACE_OF_SECTION.fullmatch(str(place)):
            kind = ViolationKind.SECTION_WITHOUT_PARAGRAPH
        elif _PLACE_OF_PARAGRAPH.fullmatch(str(place)):
            kind = ViolationKind.PARAGRAPH_WITHOUT_SENTENCE
        yield Violation(kind, str(place))
