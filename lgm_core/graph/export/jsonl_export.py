"""A whole graph as JSON Lines."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from lgm_core.graph.canonical import graph_concepts
from lgm_core.graph.export.export_pages import all_facts, all_relations, concepts_of, end_data, relation_count
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import (
    DocumentGraph,
    EntityProfile,
    Fact,
    Mention,
    MetaRelation,
    PredicateGroup,
    Section,
    Sentence,
)
from lgm_core.progress import counted

__all__ = ["export_jsonl"]


def export_jsonl(store: LanguageGraphStore, out: BinaryIO) -> None:
    """Write one JSON object a line: documents with sections and sentences, concepts, relations, facts.

    Each object says its `type`: `document` (its `language` is an ISO 639-1 code), `section`, `sentence` (with its
    mentions, what its pronouns refer to, its clauses if it was parsed, the number of its paragraph if that is known,
    and whether it is code), `profile` (what a document says a concept is), `predicate_group` (which predicates of a
    document's facts say the same), `concept`, `relation` (with its evidence and verdict; rejected ones too), or `fact`
    (the same; an end is an object with its `concept`, its `section`, or its `value` and what that means).
    """
    keys: set[str] = set()
    counts = store.statistics()
    for graph in counted(store.scan(), "exporting", "documents", counts.documents):
        keys |= graph_concepts(graph)
        for record in _document_lines(graph):
            _write_line(out, record)
    for concept in counted(concepts_of(store, sorted(keys)), "exporting concepts", "concepts", len(keys)):
        data = {"key": concept.key, "name": concept.name, "frequency": concept.frequency, "forms": concept.forms}
        _write_line(out, {"type": "concept", **data})
    for relation in counted(all_relations(store), "exporting relations", "relations", relation_count(counts)):
        _write_line(out, _relation_line(relation))
    for fact in counted(all_facts(store), "exporting facts", "facts", counts.facts + counts.rejected_facts):
        _write_line(out, _fact_line(fact))


def _write_line(out: BinaryIO, record: Mapping[str, object]) -> None:
    out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def _document_lines(graph: DocumentGraph) -> Iterator[dict[str, object]]:
    record = graph.document
    yield {
        "type": "document",
        "id": record.id,
        "title": record.title,
        "source": record.source,
        "language": record.language,
        "metadata": dict(sorted(record.metadata.items())),
        "content_hash": record.content_hash,
        "recipe": record.recipe,
        "sentences": record.sentence_count,
    }
    for section in graph.sections:
        yield _section_line(section)
    mentions: dict[str, list[Mention]] = defaultdict(list)
    for mention in graph.mentions:
        mentions[mention.sentence_id].append(mention)
    antecedents: dict[str, list[str]] = defaultdict(list)
    for reference in graph.references:
        antecedents[reference.sentence_id].append(reference.antecedent_id)
    for sentence in graph.sentences:
        yield _sentence_line(sentence, mentions[sentence.id], antecedents[sentence.id])
    for profile in graph.profiles:
        yield _profile_line(profile)
    for group in graph.predicate_groups:
        yield _group_line(group)


def _section_line(section: Section) -> dict[str, object]:
    return {
        "type": "section",
        "id": section.id,
        "document": section.document_id,
        "level": section.level,
        "title": section.title,
        "path": section.path,
        "start": section.start,
        "end": section.end,
    }


def _sentence_line(sentence: Sentence, mentions: Iterable[Mention], antecedents: list[str]) -> dict[str, object]:
    clauses = [
        {"subject": clause.subject, "verb": clause.verb, "object": clause.object, "kind": clause.kind}
        for clause in sentence.clauses
    ]
    return {
        "type": "sentence",
        "id": sentence.id,
        "section": sentence.section_id,
        "start": sentence.start,
        "end": sentence.end,
        "text": sentence.text,
        "resolved": sentence.resolved,
        "lemmas": sentence.lemmas,
        "mentions": [
            {
                "concept": mention.concept,
                "surface": mention.surface,
                "start": mention.start,
                "end": mention.end,
                "source": mention.source,
            }
            for mention in mentions
        ],
        "refers_to": antecedents,
        **({"clauses": clauses} if clauses else {}),
        **({"paragraph": sentence.paragraph} if sentence.paragraph >= 0 else {}),
        **({"code": True} if sentence.is_code else {}),
    }


def _relation_line(relation: MetaRelation) -> dict[str, object]:
    return {
        "type": "relation",
        "kind": relation.kind,
        "subject": relation.subject,
        "object": relation.object,
        "verdict": relation.verdict,
        "evidence": [{"sentence": entry.sentence_id, "origin": entry.origin} for entry in relation.evidence],
    }


def _profile_line(profile: EntityProfile) -> dict[str, object]:
    return {
        "type": "profile",
        "document": profile.document_id,
        "concept": profile.concept,
        "types": profile.types,
        "description": profile.description,
        **({} if profile.entity_class is None else {"class": profile.entity_class}),
        **({} if profile.is_familiar is None else {"familiar": profile.is_familiar}),
        **({} if profile.relevance is None else {"relevance": profile.relevance}),
        **({"origin": profile.origin} if profile.origin else {}),
        "evidence": [{"sentence": entry.sentence_id, "origin": entry.origin} for entry in profile.evidence],
    }


def _group_line(group: PredicateGroup) -> dict[str, object]:
    return {
        "type": "predicate_group",
        "document": group.document_id,
        "name": group.name,
        "members": group.members,
        "description": group.description,
        "origin": group.origin,
        "run": group.run,
    }


def _fact_line(fact: Fact) -> dict[str, object]:
    qualifiers = [{"name": name, **end_data(end)} for name, end in fact.qualifiers]
    return {
        "type": "fact",
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": end_data(fact.object),
        **({"qualifiers": qualifiers} if qualifiers else {}),
        "verdict": fact.verdict,
        "evidence": [
            {
                "sentence": entry.sentence_id,
                "start": entry.start,
                "end": entry.end,
                "wording": entry.wording,
                "origin": entry.origin,
            }
            for entry in fact.evidence
        ],
    }
