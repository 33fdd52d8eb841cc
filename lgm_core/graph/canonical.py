"""The canonical form of a document's graph, which every store writes: checked, without duplicates, in order.

A `DocumentGraph` is self-contained: its mentions, evidence and references name its own sentences.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from operator import attrgetter
from typing import TypeVar

from lgm_core.errors import InputError, shown
from lgm_core.graph.canonical_facts import (
    canonical_facts,
    canonical_groups,
    canonical_profiles,
    mentioned_concepts,
)
from lgm_core.graph.codecs.sentence_codec import MAX_SENTENCES
from lgm_core.model import (
    THING,
    DocumentGraph,
    DocumentRecord,
    Evidence,
    Fact,
    Mention,
    MetadataValue,
    MetaRelation,
    RelationKind,
    Scalar,
    Section,
    Sentence,
    Verdict,
    section_id,
    sentence_id,
)

__all__ = ["canonical", "canonical_relation_key", "changes_nothing", "graph_concepts"]

_Judged = TypeVar("_Judged", MetaRelation, Fact)
_Placed = TypeVar("_Placed", Section, Sentence)

_LANGUAGE_CODE = re.compile("[a-z]{2,3}")
"""ISO 639-1 codes, or ISO 639-3 codes for languages without one."""


def canonical(graph: DocumentGraph) -> DocumentGraph:
    """Check a document's graph and return its unique form, equal for equal content.

    Raises:
        InputError: an id does not match its document and position, a named sentence or section is missing from the
            graph, a fact's concept is not mentioned by its sentence, the document has too many sentences, its language
            is not an ISO 639 code, or its metadata holds values other than scalars and lists of them.
    """
    name = graph.document.id
    if not name:
        raise InputError("a document has an empty id; give every document one, or none to get a hash of its text")
    _check_keys(name, graph)
    sections = _ordered(name, graph.sections, "section", section_id)
    sentences = _sentences(name, graph.sentences, {section.id for section in sections})
    positions = {sentence.id: sentence.position for sentence in sentences}
    by_id = {sentence.id: sentence for sentence in sentences}
    mentioned = mentioned_concepts(graph.mentions) if graph.facts or graph.profiles else {}
    try:
        return DocumentGraph(
            document=_record(graph.document, len(sentences)),
            sections=sections,
            sentences=sentences,
            mentions=_mentions(graph.mentions, positions),
            relations=_relations(name, graph.relations, positions),
            references=tuple(
                sorted(
                    set(graph.references),
                    key=lambda reference: (positions[reference.sentence_id], positions[reference.antecedent_id]),
                )
            ),
            facts=canonical_facts(name, graph.facts, by_id, mentioned, {section.id for section in sections}),
            profiles=canonical_profiles(name, graph.profiles, by_id, mentioned),
            predicate_groups=canonical_groups(name, graph.predicate_groups),
        )
    except KeyError as error:
        raise InputError(
            f"document {shown(name)}: a mention, relation, fact, profile or reference names the sentence "
            f"{shown(error.args[0])}, which is not one of the document's"
        ) from None


def canonical_relation_key(key: tuple[str, str, str]) -> tuple[str, str, str]:
    """Return the key under which a relation is stored: aliases have the smaller concept as subject."""
    kind, subject, object_ = key
    if kind == RelationKind.ALIAS_OF and subject > object_:
        return kind, object_, subject
    return key


def graph_concepts(graph: DocumentGraph) -> set[str]:
    """Return the keys of the concepts that a document's graph needs, including the root unless there are none."""
    keys = {mention.concept for mention in graph.mentions}
    keys.update(key for relation in graph.relations for key in (relation.subject, relation.object))
    return keys | {THING} if keys else keys


def changes_nothing(old: DocumentGraph, new: DocumentGraph) -> bool:
    """Tell whether writing the canonical graph `new` over `old` would change nothing.

    An unknown verdict never changes the one recorded.
    """
    # As JSON, because `1`, `1.0` and `True` are equal in Python.
    same_metadata = json.dumps(old.document.metadata) == json.dumps(new.document.metadata)
    relations, facts = _with_verdicts(new.relations, old.relations), _with_verdicts(new.facts, old.facts)
    return same_metadata and replace(new, relations=relations, facts=facts) == old


def _with_verdicts(new: Sequence[_Judged], old: Sequence[_Judged]) -> tuple[_Judged, ...]:
    """Return relations or facts, the unjudged ones with their recorded verdicts."""
    recorded = {each.key: each.verdict for each in old}
    return tuple(
        replace(each, verdict=recorded.get(each.key, each.verdict)) if each.verdict is Verdict.UNKNOWN else each
        for each in new
    )


def _check_keys(document: str, graph: DocumentGraph) -> None:
    """Reject keys that SQL functions would truncate at a NUL character."""
    for key in (document, *graph_concepts(graph)):
        if "\0" in key:
            raise InputError(f"document {shown(document)}: an id or concept key holds a NUL character: {shown(key)}")


def _record(document: DocumentRecord, sentence_count: int) -> DocumentRecord:
    if not _LANGUAGE_CODE.fullmatch(document.language):
        raise InputError(
            f"document {shown(document.id)}: its language {shown(document.language)} is not an ISO 639 code; use one "
            "such as 'en'"
        )
    metadata = {key: _value(document.id, key, document.metadata[key]) for key in sorted(document.metadata)}
    return replace(document, metadata=metadata, sentence_count=sentence_count)


def _value(document: str, key: str, value: object) -> MetadataValue:
    """Return a metadata value in storable, comparable form: a scalar, or a list of them as JSON reads it."""
    if not isinstance(key, str) or "\0" in key:
        raise InputError(
            f"document {shown(document)}: the metadata field {shown(key)} needs a name without NUL characters"
        )
    if isinstance(value, list | tuple):
        return [_scalar(document, key, item) for item in value]
    return _scalar(document, key, value)


def _scalar(document: str, key: str, value: object) -> Scalar:
    """Return a single value, without NUL characters, at which SQL functions stop."""
    if isinstance(value, str):
        return value.replace("\0", "")
    if value is None or isinstance(value, bool | int | float):
        try:
            json.dumps(value, allow_nan=False)
            float(value or 0)
        except (ValueError, OverflowError):
            raise InputError(
                f"document {shown(document)}: metadata {shown(key)} is not a finite number ({shown(value)})"
            ) from None
        return value
    raise InputError(
        f"document {shown(document)}: metadata {shown(key)} is a {type(value).__name__}; use a string, number, boolean "
        "or null, or a list of these"
    )


def _sentences(document: str, sentences: tuple[Sentence, ...], sections: set[str]) -> tuple[Sentence, ...]:
    ordered = _ordered(document, sentences, "sentence", sentence_id)
    for sentence in ordered:
        if sentence.section_id not in sections:
            raise InputError(
                f"document {shown(document)}: sentence {shown(sentence.id)} is in no section of the document"
            )
    return ordered


def _ordered(
    document: str, parts: tuple[_Placed, ...], what: str, id_at: Callable[[str, int], str]
) -> tuple[_Placed, ...]:
    """Return sections or sentences by position, having checked their ids."""
    for part in parts:
        if part.document_id != document or part.id != id_at(document, part.position):
            raise InputError(f"document {shown(document)}: {what} {shown(part.id)} does not follow from its position")
        _check_position(document, part.position)
    ordered = tuple(sorted(parts, key=attrgetter("position")))
    _check_unique(document, [part.id for part in ordered])
    return ordered


def _check_position(document: str, position: int) -> None:
    if not 0 <= position < MAX_SENTENCES:
        raise InputError(
            f"document {shown(document)}: position {position} is not one of {MAX_SENTENCES:,}; split the document"
        )


def _check_unique(document: str, ids: Sequence[str]) -> None:
    for id, following in pairwise(ids):
        if id == following:
            raise InputError(f"document {shown(document)}: {shown(id)} occurs twice")


def _mentions(mentions: tuple[Mention, ...], positions: Mapping[str, int]) -> tuple[Mention, ...]:
    """Order mentions; of two that differ only in surface, keep the first by string order."""
    ordered = sorted(mentions, key=lambda mention: (positions[mention.sentence_id], *_place(mention), mention.surface))
    unique = {(mention.sentence_id, *_place(mention)): mention for mention in reversed(ordered)}
    return tuple(reversed(unique.values()))


def _place(mention: Mention) -> tuple[int, int, str, str]:
    return mention.start, mention.end, mention.concept, mention.source


def _relations(
    document: str, relations: tuple[MetaRelation, ...], positions: Mapping[str, int]
) -> tuple[MetaRelation, ...]:
    """Order relations and their evidence, and merge relations with the same key."""
    evidence: dict[tuple[str, str, str], set[Evidence]] = {}
    verdicts: dict[tuple[str, str, str], Verdict] = {}
    for relation in relations:
        key = canonical_relation_key(relation.key)
        if not relation.evidence:
            raise InputError(
                f"document {shown(document)}: the relation {key} has no evidence; name the sentences that state it"
            )
        evidence.setdefault(key, set()).update(relation.evidence)
        if relation.verdict is not Verdict.UNKNOWN:
            verdicts[key] = max(relation.verdict, verdicts.get(key, relation.verdict))
    return tuple(
        MetaRelation(
            RelationKind(key[0]),
            key[1],
            key[2],
            tuple(sorted(evidence[key], key=lambda entry: (positions[entry.sentence_id], entry.origin))),
            verdicts.get(key, Verdict.UNKNOWN),
        )
        for key in sorted(evidence)
    )
