"""Sentences with the numbers under which they are cited, and their sections and documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.model import Citation, DocumentRecord, Section, Sentence, heading_of
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["NumberedSentence", "citations_of", "number_sentences"]


@dataclass(frozen=True, slots=True)
class NumberedSentence:
    """A sentence with its number in a prompt, and its place.

    `path` has the concepts that led to it; `score` is its score in the ranking, or 0 if it was found in another way.
    """

    number: int
    sentence: Sentence
    section: Section
    document: DocumentRecord
    path: tuple[str, ...] = ()
    score: float = 0.0

    @property
    def heading(self) -> str:
        """Return the titles of the document and sections that the sentence is in."""
        return heading_of(self.document, self.section)

    def citation(self, number: int) -> Citation:
        """Return a citation of the sentence under another number."""
        sentence = self.sentence
        return Citation(
            number,
            sentence.id,
            sentence.document_id,
            self.document.title,
            self.section.path,
            sentence.start,
            sentence.end,
            sentence.text,
            self.path,
            self.document.source,
            self.score,
            sentence.page,
        )


def citations_of(sentences: Iterable[NumberedSentence], *, first: int = 1) -> tuple[Citation, ...]:
    """Return citations of sentences in their order, numbered from `first`."""
    return tuple(sentence.citation(number) for number, sentence in enumerate(sentences, first))


def number_sentences(
    view: GraphView,
    sentences: Sequence[Sentence],
    *,
    first: int,
    paths: Mapping[str, tuple[str, ...]],
    scores: Mapping[str, float] | None = None,
) -> list[NumberedSentence]:
    """Number sentences from `first`, those of one section together and in its order.

    The section of the best sentence comes first. Sentences of documents deleted meanwhile are left out.

    Args:
        view: the graph.
        sentences: the sentences, best first.
        first: the first number.
        paths: by sentence id, the concept path that led to it.
        scores: by sentence id, its score in the ranking that found it.
    """
    if not sentences:
        return []
    section_ids = list(dict.fromkeys(sentence.section_id for sentence in sentences))
    sections = {section.id: section for section in view.store.sections(section_ids)}
    documents = view.documents(sentence.document_id for sentence in sentences)
    section_rank = {section_id: rank for rank, section_id in enumerate(section_ids)}
    by_section = sorted(sentences, key=lambda sentence: (section_rank[sentence.section_id], sentence.position))
    present = [
        sentence for sentence in by_section if sentence.section_id in sections and sentence.document_id in documents
    ]
    return [
        NumberedSentence(
            number,
            sentence,
            sections[sentence.section_id],
            documents[sentence.document_id],
            paths.get(sentence.id, ()),
            scores.get(sentence.id, 0.0) if scores else 0.0,
        )
        for number, sentence in enumerate(present, first)
    ]
