"""The sentences that a page shows, read from the graph as its reader may see it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.model import Citation, DocumentRecord, MentionSource, Section, Sentence
from lgm_core.pages.links import PageLinks
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["PlacedSentence", "SentenceLookup", "place_of"]


@dataclass(frozen=True, slots=True)
class PlacedSentence:
    """A sentence on a page, with the place where it stands.

    Attributes:
        sentence: the sentence.
        title: its document's title, or id.
        heading: its section's headings, without the title.
        href: its place on the document's page; empty where there is none.
    """

    sentence: Sentence
    title: str
    heading: tuple[str, ...]
    href: str


class SentenceLookup:
    """Reads sentences by their ids.

    Args:
        view: the graph; what it does not show is not found.
        links: addresses of the pages of documents; without them sentences have none.
        citations: what an answer cites of it. A document in which one of these does not stand any more has been
            replaced since: its ids now mean other sentences, so that nothing of it is found.
    """

    def __init__(self, view: GraphView, links: PageLinks | None, citations: Sequence[Citation] = ()) -> None:
        self._view, self._links = view, links
        self._replaced: frozenset[str] = frozenset()
        now = self.read(citation.sentence_id for citation in citations)
        self._replaced = frozenset(
            citation.document_id for citation in citations if not _stands(citation, now.get(citation.sentence_id))
        )

    def read(self, ids: Iterable[str]) -> dict[str, PlacedSentence]:
        """Return sentences by id, in the order given, each once, without those that are gone or not shown."""
        wanted = list(dict.fromkeys(ids))
        documents = self._view.documents(id.rpartition("#")[0] for id in wanted)
        visible = [id for id in wanted if id.rpartition("#")[0] in documents.keys() - self._replaced]
        found = {sentence.id: sentence for sentence in self._view.store.sentences(visible)} if visible else {}
        section_ids = list(dict.fromkeys(sentence.section_id for sentence in found.values()))
        sections = {section.id: section for section in self._view.store.sections(section_ids)} if section_ids else {}
        return {
            id: self._placed(sentence, documents[sentence.document_id], sections[sentence.section_id])
            for id in wanted
            if (sentence := found.get(id)) is not None and sentence.section_id in sections
        }

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """Return how sentences, of those that were read, write the concepts that they mention, by key."""
        found = (mention for mentions in self._view.mentions(ids).values() for mention in mentions)
        return {mention.concept: mention.surface for mention in found if mention.source is MentionSource.TEXT}

    def _placed(self, sentence: Sentence, document: DocumentRecord, section: Section) -> PlacedSentence:
        href = "" if self._links is None else self._links.document(document.id, sentence.position)
        title, heading = place_of(document.title, section.path, document.id)
        return PlacedSentence(sentence, title, heading, href)


def _stands(citation: Citation, placed: PlacedSentence | None) -> bool:
    """Tell whether what is cited is what stands at its place now."""
    if placed is None:
        return False
    sentence = placed.sentence
    return (citation.text, citation.start, citation.end) == (sentence.text, sentence.start, sentence.end)


def place_of(title: str, section_path: tuple[str, ...], document_id: str) -> tuple[str, tuple[str, ...]]:
    """Return what a document is called, and the headings of a section of it that do not say the same."""
    title = title or document_id
    return title, tuple(dict.fromkeys(heading for heading in section_path if heading and heading != title))
