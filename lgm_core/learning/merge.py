"""Merge the findings of patterns, parses and language models, each relation and fact with all evidence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lgm_core.learning.extraction.extractor import Extraction
from lgm_core.learning.facts.fact_grounding import GroundedFacts
from lgm_core.learning.facts.same_facts import united_facts
from lgm_core.model import DocumentGraph, Mention, MetaRelation, Verdict

__all__ = ["merge_relations", "with_extraction", "with_facts"]


def merge_relations(first: Iterable[MetaRelation], second: Iterable[MetaRelation]) -> tuple[MetaRelation, ...]:
    """Return relations by key, with the evidence of both; a verdict of the first takes precedence."""
    merged: dict[tuple[str, str, str], MetaRelation] = {}
    for relation in (*first, *second):
        known = merged.setdefault(relation.key, relation)
        evidence = tuple(sorted({*known.evidence, *relation.evidence}))
        verdict = relation.verdict if known.verdict is Verdict.UNKNOWN else known.verdict
        merged[relation.key] = replace(known, evidence=evidence, verdict=verdict)
    return tuple(merged[key] for key in sorted(merged))


def with_extraction(graph: DocumentGraph, extraction: Extraction) -> DocumentGraph:
    """Return a document's graph with the relations of an extraction, and the mentions of their arguments."""
    return replace(
        graph,
        mentions=_merge_mentions(graph.mentions, extraction.mentions),
        relations=merge_relations(graph.relations, extraction.relations),
    )


def with_facts(graph: DocumentGraph, found: GroundedFacts) -> DocumentGraph:
    """Return a document's graph with facts, the mentions of their concepts, and profiles."""
    return replace(
        graph,
        mentions=_merge_mentions(graph.mentions, found.mentions),
        facts=united_facts((*graph.facts, *found.facts)),
        profiles=tuple(dict.fromkeys((*graph.profiles, *found.profiles))),
    )


def _merge_mentions(first: Iterable[Mention], second: Iterable[Mention]) -> tuple[Mention, ...]:
    merged: dict[tuple[str, str, int, int], Mention] = {}
    for mention in (*first, *second):
        merged.setdefault((mention.sentence_id, mention.concept, mention.start, mention.end), mention)
    return tuple(merged.values())
