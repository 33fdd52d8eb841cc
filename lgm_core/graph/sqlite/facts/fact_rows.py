"""The rows that facts, profiles and groups of predicates become in the embedded store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lgm_core.graph.codecs.compact_json import compact_json
from lgm_core.graph.codecs.fact_codec import packed_texts
from lgm_core.model import DocumentGraph

__all__ = ["fact_evidence_rows", "fact_rows", "group_rows", "profile_rows"]


def fact_rows(graph: DocumentGraph, concepts: Mapping[str, int]) -> Iterator[tuple[str, int, int | None, str]]:
    """Yield key, subject, object and verdict of facts; the object is None where it is no concept."""
    for fact in graph.facts:
        object_ = concepts[fact.object] if isinstance(fact.object, str) else None
        yield fact.key, concepts[fact.subject], object_, fact.verdict


def fact_evidence_rows(
    graph: DocumentGraph, sentences: Mapping[str, int]
) -> Iterator[tuple[int, int, int, str, str, str, str]]:
    """Yield sentence, start, end, origin, wording and texts of evidence, then the key of the fact."""
    for fact in graph.facts:
        texts = packed_texts(fact)
        for entry in fact.evidence:
            place = (sentences[entry.sentence_id], entry.start, entry.end)
            yield (*place, entry.origin, entry.wording, texts, fact.key)


def profile_rows(number: int, graph: DocumentGraph, concepts: Mapping[str, int]) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `profile`."""
    positions = {sentence.id: sentence.position for sentence in graph.sentences}
    for profile in graph.profiles:
        evidence = compact_json([(positions[entry.sentence_id], entry.origin) for entry in profile.evidence])
        what = (compact_json(profile.types), profile.description, evidence)
        told = (profile.entity_class, profile.is_familiar, profile.relevance, profile.origin)
        yield (number, concepts[profile.concept], *what, *told)


def group_rows(number: int, graph: DocumentGraph) -> Iterator[tuple[object, ...]]:
    """Yield the rows of `predicate_group`."""
    for group in graph.predicate_groups:
        yield number, group.name, compact_json(group.members), group.description, group.origin, group.run
