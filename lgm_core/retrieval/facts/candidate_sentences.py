"""Sentences that may give a triple its context: all those of documents that mention either end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.model import DocumentRecord, Section, Sentence, heading_of, sentence_id
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.triple import Triple
from lgm_core.retrieval.facts.triple_similarity import CandidateText

__all__ = ["CandidateSentence", "candidates_for", "read_candidates"]

_MOST_MENTIONS = 100
"""Above this many mentions of an end, its documents are not read: a sentence that states the fact mentions both ends,
so the documents of the rarer end contain it."""

_MOST_SENTENCES = 300
"""Above this many sentences for a triple, further documents contribute only sentences that mention an end."""


@dataclass(frozen=True, slots=True)
class CandidateSentence:
    """A candidate for a triple's context, where it stands, and its text as compared."""

    sentence: Sentence
    section: Section
    document: DocumentRecord
    text: CandidateText


def candidates_for(view: GraphView, triples: Sequence[Triple]) -> list[list[CandidateSentence]]:
    """Return the candidates for each triple, in the order of documents and sentences; each sentence is read once."""
    mentions = view.frequencies(list(dict.fromkeys(key for triple in triples for key in triple.concepts)))
    mentioning = _Mentioning(view, mentions)
    ids = [_candidate_ids(view, triple, mentioning.either_end(triple)) for triple in triples]
    read = {
        candidate.sentence.id: candidate
        for candidate in read_candidates(view, dict.fromkeys(id for of in ids for id in of))
    }
    return [
        sorted(
            (read[id] for id in of_triple if id in read),
            key=lambda candidate: (candidate.document.id, candidate.sentence.position),
        )
        for of_triple in ids
    ]


class _Mentioning:
    """The sentences that mention ends of triples; each end is queried once."""

    def __init__(self, view: GraphView, mentions: dict[str, int]) -> None:
        self._view, self._mentions = view, mentions
        self._sentences: dict[tuple[str, ...], list[Sentence]] = {}

    def either_end(self, triple: Triple) -> list[Sentence]:
        """Return the sentences that mention an end; apart from the rarest, ends with very many mentions are skipped."""
        ends = sorted((self._count(end.concepts), end.concepts) for end in triple.ends if self._count(end.concepts))
        read = [concepts for place, (count, concepts) in enumerate(ends) if not place or count <= _MOST_MENTIONS]
        return list({sentence.id: sentence for concepts in read for sentence in self._of(concepts)}.values())

    def _count(self, concepts: tuple[str, ...]) -> int:
        return sum(self._mentions.get(concept, 0) for concept in concepts)

    def _of(self, concepts: tuple[str, ...]) -> list[Sentence]:
        if concepts not in self._sentences:
            self._sentences[concepts] = self._view.sentences_about(concepts, limit=_MOST_MENTIONS)
        return self._sentences[concepts]


def _candidate_ids(view: GraphView, triple: Triple, mentioning: Sequence[Sentence]) -> dict[str, None]:
    ids = dict.fromkeys((*sorted(triple.evidence), *(sentence.id for sentence in mentioning)))
    # A sentence's id is its document's id, `#` and a position.
    for id, record in view.documents(id.rpartition("#")[0] for id in list(ids)).items():
        if len(ids) + record.sentence_count <= _MOST_SENTENCES:
            ids |= dict.fromkeys(sentence_id(id, position) for position in range(record.sentence_count))
    return ids


def read_candidates(view: GraphView, ids: Iterable[str]) -> Iterator[CandidateSentence]:
    """Yield the sentences with these ids that the view shows and that are not code, in the order of the ids."""
    sentences = [sentence for sentence in view.store.sentences(list(ids)) if not sentence.is_code]
    documents = view.documents(sentence.document_id for sentence in sentences)
    section_ids = dict.fromkeys(sentence.section_id for sentence in sentences)
    sections = {section.id: section for section in view.store.sections(list(section_ids))}
    for sentence in sentences:
        section, document = sections.get(sentence.section_id), documents.get(sentence.document_id)
        if section is not None and document is not None:
            text = CandidateText(sentence.resolved, heading_of(document, section), document.language)
            yield CandidateSentence(sentence, section, document, text)
