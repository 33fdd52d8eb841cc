"""The places of an answer's citations, section by section, with the sentences around them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lgm_core.model import Citation, DocumentRecord, MentionSource, Section, Sentence, sentence_id
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["CitedPlace", "PlacedSentence", "SentenceLookup", "cited_places", "place_of"]


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence on a page, with its place.

    Attributes:
        sentence: the sentence.
        title: its document's title, or id.
        heading: its section's headings, without the title.
    """

    sentence: Sentence
    title: str
    heading: tuple[str, ...]


class SentenceLookup:
    """Reads sentences by their ids.

    Args:
        view: the graph; only visible sentences are found.
        citations: the citations of an answer. If one is no longer at its place, its document was replaced; its ids now
            mean other sentences, so none of them is found.
    """

    def __init__(self, view: GraphView, citations: Sequence[Citation] = ()) -> None:
        self._view = view
        self._replaced: frozenset[str] = frozenset()
        now = self.read(citation.sentence_id for citation in citations)
        self._replaced = frozenset(
            citation.document_id for citation in citations if not _stands(citation, now.get(citation.sentence_id))
        )

    def read(self, ids: Iterable[str]) -> dict[str, PlacedSentence]:
        """Return the sentences that are found, by id, in the order given."""
        wanted = list(dict.fromkeys(ids))
        documents = self._view.documents(id.rpartition("#")[0] for id in wanted)
        visible = [id for id in wanted if id.rpartition("#")[0] in documents.keys() - self._replaced]
        found = {sentence.id: sentence for sentence in self._view.store.sentences(visible)} if visible else {}
        section_ids = list(dict.fromkeys(sentence.section_id for sentence in found.values()))
        sections = {section.id: section for section in self._view.store.sections(section_ids)} if section_ids else {}
        return {
            id: _placed(sentence, documents[sentence.document_id], sections[sentence.section_id])
            for id in wanted
            if (sentence := found.get(id)) is not None and sentence.section_id in sections
        }

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the concepts as written in sentences that were read, by key."""
        found = (mention for mentions in self._view.mentions(ids).values() for mention in mentions)
        return {mention.concept: mention.surface for mention in found if mention.source is MentionSource.TEXT}


def _placed(sentence: Sentence, document: DocumentRecord, section: Section) -> PlacedSentence:
    title, heading = place_of(document.title, section.path, document.id)
    return PlacedSentence(sentence, title, heading)


def _stands(citation: Citation, placed: PlacedSentence | None) -> bool:
    """Tell whether a citation still matches the sentence at its place."""
    if placed is None:
        return False
    sentence = placed.sentence
    return (citation.text, citation.start, citation.end) == (sentence.text, sentence.start, sentence.end)


def place_of(title: str, section_path: tuple[str, ...], document_id: str) -> tuple[str, tuple[str, ...]]:
    """Return the title of a document, or its id, and the different headings of a section."""
    title = title or document_id
    return title, tuple(dict.fromkeys(heading for heading in section_path if heading and heading != title))


_AROUND = 2
"""How many sentences are shown before and after a cited one."""


@dataclass(frozen=True, slots=True)
class PlaceSentence:
    """A sentence of a place.

    Attributes:
        id: its id.
        text: the sentence.
        is_code: whether it is a block of code.
        citation: the citation of it; None if it is not cited itself.
        follows_gap: whether sentences are left out before it.
    """

    id: str
    text: str
    is_code: bool = False
    citation: Citation | None = None
    follows_gap: bool = False

    @property
    def number(self) -> int:
        """Return the number under which it is cited; 0 if it is not."""
        return 0 if self.citation is None else self.citation.number

    @property
    def path(self) -> tuple[str, ...]:
        """Return the concepts that led to it if it is cited."""
        return () if self.citation is None else self.citation.path


@dataclass(frozen=True, slots=True)
class CitedPlace:
    """The cited sentences of a section, and those around them.

    Attributes:
        title: its document's title, or id.
        heading: its headings, without the title.
        source: the source of the document; may be empty.
        page: the page on which the first cited sentence begins; None in a document without pages.
        sentences: the sentences in order.
        is_gone: whether the graph no longer shows them, so that no others are around them.
    """

    title: str
    heading: tuple[str, ...]
    source: str
    sentences: tuple[PlaceSentence, ...]
    is_gone: bool = False
    page: int | None = None

    @property
    def cited(self) -> list[PlaceSentence]:
        """Return the cited sentences."""
        return [sentence for sentence in self.sentences if sentence.number]


def cited_places(citations: Sequence[Citation], lookup: SentenceLookup) -> list[CitedPlace]:
    """Return the places of citations, in the order of the first citation of each.

    Args:
        citations: the citations.
        lookup: reads the sentences around them.
    """
    around = {citation.sentence_id: _around(citation) for citation in citations}
    read = lookup.read(id for ids in around.values() for id in ids)
    by_section: dict[tuple[str, ...], list[Citation]] = {}
    for citation in citations:
        placed = read.get(citation.sentence_id)
        gone = (citation.document_id, *citation.section_path)
        by_section.setdefault(gone if placed is None else (placed.sentence.section_id,), []).append(citation)
    return [
        _place(group, [read[id] for citation in group for id in around[citation.sentence_id] if id in read])
        for group in by_section.values()
    ]


def _place(group: Sequence[Citation], read: Sequence[PlacedSentence]) -> CitedPlace:
    cited = {citation.sentence_id: citation for citation in group}
    sections = {placed.sentence.section_id for placed in read if placed.sentence.id in cited}
    shown = {placed.sentence.id: placed for placed in read if placed.sentence.section_id in sections}
    in_order = sorted(shown.values(), key=lambda placed: placed.sentence.position)
    sentences = [
        _sentence(
            placed, cited.get(placed.sentence.id), follows_gap=placed.sentence.position > before.sentence.position + 1
        )
        for before, placed in pairwise([*in_order[:1], *in_order])
    ] or [PlaceSentence(each.sentence_id, each.text, citation=each) for each in group]
    title, *heading = group[0].headings
    return CitedPlace(title, tuple(heading), group[0].source, tuple(sentences), not in_order, group[0].page)


def _sentence(placed: PlacedSentence, citation: Citation | None, *, follows_gap: bool) -> PlaceSentence:
    sentence = placed.sentence
    return PlaceSentence(sentence.id, sentence.text, sentence.is_code, citation, follows_gap)


def _around(citation: Citation) -> list[str]:
    """Return the ids of a cited sentence and of possible sentences around it."""
    document_id, _, position = citation.sentence_id.rpartition("#")
    if not position.isdecimal():
        return [citation.sentence_id]
    first, last = max(0, int(position) - _AROUND), int(position) + _AROUND
    return [sentence_id(document_id, place) for place in range(first, last + 1)]
