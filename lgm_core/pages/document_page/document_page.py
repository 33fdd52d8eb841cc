"""The page of a document: sections, paragraphs and sentences with their marks, and what each sentence states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import DocumentGraph, Fact, MentionSource, MetaRelation, Section, Verdict
from lgm_core.pages.document_page.shown_text import ShownSection, shown_sections
from lgm_core.pages.document_page.statements import KINDS, ConceptNames, added_pieces, verdict_words
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks, rendered, sentence_anchor

__all__ = ["document_page"]

_MOST_CONCEPTS = 20
_MANY = {"alias": "aliases", "fact": "facts"}


@dataclass(frozen=True, slots=True)
class MentionedConcept:
    """A concept, how many sentences mention it, and the position of the first one, preferably on this page."""

    number: int
    name: str
    sentences: int
    first: int


@dataclass(frozen=True, slots=True)
class Kind:
    """How many relations of a kind the document states, in total and by verdict."""

    style: str
    name: str
    count: int
    verdicts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """The counts of a document's page.

    Attributes:
        counts: names and numbers.
        kinds: counts of relations and facts, without zeros.
        concepts: the most frequent concepts.
        metadata: the document's metadata as text.
    """

    counts: tuple[tuple[str, int], ...]
    kinds: tuple[Kind, ...]
    concepts: tuple[MentionedConcept, ...]
    metadata: tuple[tuple[str, str], ...]


def overview(graph: DocumentGraph, shown: range, names: ConceptNames) -> Overview:
    """Count what is in a document; `shown` are the positions of the sentences on the page."""
    code = sum(sentence.is_code for sentence in graph.sentences)
    first: dict[str, int] = {}
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    for mention in graph.mentions:
        if mention.source is not MentionSource.TITLE:
            position = positions[mention.sentence_id]
            first[mention.concept] = min(
                position, first.get(mention.concept, position), key=lambda each: (each not in shown, each)
            )
    counts = (
        (len(graph.sections) if any(section.title for section in graph.sections) else 0, "section", "sections"),
        (len(graph.sentences) - code, "sentence", "sentences"),
        (code, "block of code", "blocks of code"),
        (len({mention.concept for mention in graph.mentions}), "concept", "concepts"),
        (len(graph.mentions), "mention", "mentions"),
    )
    relations = [
        _kind(style, name, [relation for relation in graph.relations if relation.kind is kind])
        for kind, (style, name) in KINDS.items()
    ]
    return Overview(
        counts=tuple((one if count == 1 else many, count) for count, one, many in counts if count or one == "sentence"),
        kinds=tuple(kind for kind in [*relations, _kind("fact", "fact", graph.facts)] if kind.count),
        concepts=tuple(
            MentionedConcept(names.number(key), names.name(key), names.sentences[key], first[key])
            for key in names.most_mentioned(_MOST_CONCEPTS)
        ),
        metadata=tuple((str(key), _text(value)) for key, value in graph.document.metadata.items()),
    )


def _kind(style: str, name: str, stated: Iterable[MetaRelation | Fact]) -> Kind:
    verdicts = Counter(each.verdict for each in stated)
    by_words = tuple((verdict_words(verdict), verdicts[verdict]) for verdict in Verdict if verdicts[verdict])
    count = verdicts.total()
    return Kind(style, name if count == 1 else _MANY.get(name, name), count, by_words)


def _text(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


_PART = 1000
"""The fewest sentences of a part; a longer document is shown in parts that end with a section."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The sections on one page, and the positions of their sentences, from `start` to before `end`."""

    sections: Sequence[Section]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Heading:
    text: str
    level: int
    address: str


def document_page(
    graph: DocumentGraph, own: DocumentGraph | None = None, *, at: int = 0, links: PageLinks | None = None
) -> Page:
    """Return the page of a document: its text, what it mentions, and what its sentences state.

    Args:
        graph: the document with additions.
        own: the document without additions, to mark these; None if there are none.
        at: the position of a sentence; the page shows the part of a long document with this sentence.
        links: addresses of other pages, on a server that shows them.
    """
    names = ConceptNames(graph)
    added = added_pieces(graph, own)
    parts = _parts(graph)
    number = next((number for number, part in enumerate(parts) if at < part.end), len(parts) - 1)
    part = parts[number]
    shown = range(part.start, part.end)
    seen = overview(graph, shown, names)
    sections = shown_sections(graph, part.sections, names, added)
    profiles = [
        (names.number(profile.concept), names.name(profile.concept), profile)
        for profile in graph.profiles
        if profile.types or profile.description
    ]

    def address(position: int) -> str:
        """Return the address of a sentence; empty if it is in another file."""
        if position in shown:
            return f"#{sentence_anchor(position)}"
        return links.document(graph.document.id, position) if links else ""

    return rendered(
        "document.html",
        title=graph.document.title or graph.document.id,
        scripts=["document.js"],
        styles=["document.css"],
        links=links,
        data={"names": names.names, "under": names.under(), "graph": links.graph() if links else None},
        document=graph.document,
        overview=seen,
        sections=sections,
        headings=_headings(graph, sections, links),
        profiles=profiles,
        additions=len(added),
        address=address,
        part=part,
        before=parts[number - 1] if number else None,
        after=parts[number + 1] if number + 1 < len(parts) else None,
        height=720,
    )


def _parts(graph: DocumentGraph) -> list[_Part]:
    """Divide a document into parts, at least one."""
    counts: dict[str, int] = {}
    for sentence in graph.sentences:
        counts[sentence.section_id] = counts.get(sentence.section_id, 0) + 1
    parts: list[_Part] = []
    sections: list[Section] = []
    start = end = 0
    for section in graph.sections:
        sections.append(section)
        end += counts.get(section.id, 0)
        if end - start >= _PART:
            parts.append(_Part(sections, start, end))
            sections, start = [], end
    if sections or not parts:
        parts.append(_Part(sections, start, end))
    return parts


def _headings(graph: DocumentGraph, sections: Sequence[ShownSection], links: PageLinks | None) -> list[_Heading]:
    """Return the table of contents: of the whole document on a server, otherwise of this page."""
    on_page = {section.id: f"#section{section.number}" for section in sections}
    first = _first_positions(graph)
    headings = []
    before: Sequence[str] = ()
    for section in graph.sections:
        address = on_page.get(section.id)
        if address is None and links and section.id in first:
            address = links.document(graph.document.id, first[section.id])
        if address and section.title and section.path != before:
            headings.append(_Heading(section.title, min(max(section.level, 1), 5) + 1, address))
        before = section.path
    return headings


def _first_positions(graph: DocumentGraph) -> Mapping[str, int]:
    first: dict[str, int] = {}
    for sentence in graph.sentences:
        first.setdefault(sentence.section_id, sentence.position)
    return first
