"""The canonical form of a document's facts, profiles and groups of predicates: checked, merged, in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite

from lgm_core.errors import InputError, shown
from lgm_core.graph.codecs.piece_codec import packed_texts
from lgm_core.model import (
    EntityClass,
    EntityProfile,
    Fact,
    FactEnd,
    FactEvidence,
    Mention,
    PredicateGroup,
    SectionEnd,
    Sentence,
    Value,
    Verdict,
)
from lgm_core.model.facts.fact import end_identity

__all__ = [
    "canonical_facts",
    "canonical_group",
    "canonical_groups",
    "canonical_profiles",
    "group_order",
    "incomplete_parts",
    "mentioned_concepts",
    "profile_order",
    "with_ordered_evidence",
    "with_ordered_qualifiers",
]


def mentioned_concepts(mentions: Iterable[Mention]) -> dict[str, set[str]]:
    """Return the keys of the concepts that each sentence mentions, by its id."""
    mentioned: dict[str, set[str]] = defaultdict(set)
    for mention in mentions:
        mentioned[mention.sentence_id].add(mention.concept)
    return mentioned


def canonical_facts(
    document: str,
    facts: Sequence[Fact],
    sentences: Mapping[str, Sentence],
    mentioned: Mapping[str, set[str]],
    sections: Collection[str],
) -> tuple[Fact, ...]:
    """Check facts, merge those that differ only in evidence, and order them by key and by the spelling of values.

    Raises:
        InputError: a fact lacks subject, predicate or evidence, names a sentence or section that does not exist or
            belongs to another document, a span outside its sentence, a value without finite bounds, or a concept not
            mentioned by its sentence, or by all that state it together.
        KeyError: a sentence is not one of the document's.
    """
    verdicts: dict[str, Verdict] = {}
    statements: dict[tuple[str, str], Fact] = {}
    evidence: dict[tuple[str, str], set[FactEvidence]] = defaultdict(set)
    for fact in facts:
        _check(document, fact, sentences, mentioned, sections)
        fact = with_ordered_qualifiers(fact)
        identity = fact.key, packed_texts(fact)
        statements[identity] = fact
        evidence[identity].update(fact.evidence)
        if fact.verdict is not Verdict.UNKNOWN:
            verdicts[fact.key] = max(fact.verdict, verdicts.get(fact.key, fact.verdict))
    for identity, fact in statements.items():
        if lacking := incomplete_parts(fact, evidence[identity], mentioned):
            origin, missing = next(iter(lacking.items()))
            raise InputError(
                f"document {shown(document)}: the fact {fact.key}: its sentences of the origin {shown(origin)} do not "
                f"even together mention {shown(missing)}; add a sentence that does, or a mention"
            )
    return tuple(
        replace(
            statements[identity],
            evidence=tuple(sorted(evidence[identity], key=lambda entry: _place(entry, sentences))),
            verdict=verdicts.get(identity[0], Verdict.UNKNOWN),
        )
        for identity in sorted(statements)
    )


def canonical_profiles(
    document: str,
    profiles: Sequence[EntityProfile],
    sentences: Mapping[str, Sentence],
    mentioned: Mapping[str, set[str]],
) -> tuple[EntityProfile, ...]:
    """Check profiles, drop duplicates, and order them by concept, description and types.

    Raises:
        InputError: a profile belongs to another document, has no evidence, or has a concept its sentences do not
            mention.
        KeyError: a sentence is not one of the document's.
    """
    checked = set()
    for profile in profiles:
        what = f"document {shown(document)}: the profile of {shown(profile.concept)}"
        if profile.document_id != document:
            raise InputError(f"{what} is of another document, {shown(profile.document_id)}")
        if not profile.evidence:
            raise InputError(f"{what} has no evidence; name the sentences that it is taken from")
        _check_text(what, profile.concept, profile.description, profile.origin, *profile.types)
        if profile.relevance is not None and not isfinite(profile.relevance):
            raise InputError(f"{what} has the relevance {shown(profile.relevance)}, which is not a finite number")
        profile = with_ordered_evidence(profile)
        _check_text(what, *(entry.origin for entry in profile.evidence))
        for entry in profile.evidence:
            if entry.sentence_id not in sentences:
                raise KeyError(entry.sentence_id)
            if profile.concept not in mentioned.get(entry.sentence_id, ()):
                raise InputError(f"{what} names the sentence {shown(entry.sentence_id)}, which does not mention it")
        checked.add(profile)
    return tuple(sorted(checked, key=profile_order))


def canonical_groups(document: str, groups: Sequence[PredicateGroup]) -> tuple[PredicateGroup, ...]:
    """Check groups of predicates, drop duplicates, and order them by name and run.

    Members need not be predicates of existing facts, which may have been undone.

    Raises:
        InputError: a group belongs to another document, or its name is not among its members.
    """
    checked = set()
    for group in map(canonical_group, groups):
        what = f"document {shown(document)}: the group of predicates {shown(group.name)}"
        if group.document_id != document:
            raise InputError(f"{what} is of another document, {shown(group.document_id)}")
        if group.name not in group.members or not all(group.members):
            raise InputError(
                f"{what} has the members {', '.join(map(repr, group.members))}; its name must be one of them"
            )
        _check_text(what, *group.members, group.description, group.origin, group.run)
        checked.add(group)
    return tuple(sorted(checked, key=group_order))


def canonical_group(group: PredicateGroup) -> PredicateGroup:
    """Return a group in canonical form: distinct members, sorted."""
    return replace(group, members=tuple(sorted(set(group.members))))


def group_order(group: PredicateGroup) -> tuple[str, ...]:
    """Return the sort key of a group of predicates."""
    return group.document_id, group.name, group.run, group.origin, group.description, *group.members


def incomplete_parts(
    fact: Fact, evidence: Iterable[FactEvidence], mentioned: Mapping[str, Collection[str]]
) -> dict[str, str]:
    """Return the origins whose sentences state a fact only together and lack a concept, with the first one missing."""
    together: dict[str, set[str]] = {}
    for entry in evidence:
        if entry.is_part:
            together.setdefault(entry.origin, set()).update(mentioned.get(entry.sentence_id, ()))
    lacking = ((origin, key) for origin, found in together.items() for key in fact.concepts if key not in found)
    return dict(lacking)


def with_ordered_qualifiers(fact: Fact) -> Fact:
    """Return a fact with its qualifiers in canonical order."""
    return replace(fact, qualifiers=tuple(sorted(fact.qualifiers, key=_qualifier_order)))


def with_ordered_evidence(profile: EntityProfile) -> EntityProfile:
    """Return a profile with distinct evidence in the order of sentences."""
    order = sorted(set(profile.evidence), key=lambda entry: (position_in_document(entry.sentence_id), entry.origin))
    return replace(
        profile,
        types=tuple(profile.types),
        evidence=tuple(order),
        entity_class=None if profile.entity_class is None else EntityClass(profile.entity_class),
        is_familiar=None if profile.is_familiar is None else bool(profile.is_familiar),
        relevance=None if profile.relevance is None else float(profile.relevance),
    )


def position_in_document(sentence: str) -> int:
    """Return the position in a sentence's id; 0 if it has none."""
    position = sentence.rpartition("#")[2]
    return int(position) if position.isascii() and position.isdigit() else 0


def profile_order(profile: EntityProfile) -> tuple[object, ...]:
    """Return the sort key of a profile; missing values come first."""
    told = (profile.entity_class or "", -1 if profile.is_familiar is None else profile.is_familiar)
    relevance = -inf if profile.relevance is None else profile.relevance
    what = (profile.concept, profile.document_id, profile.description, profile.types, profile.evidence)
    return (*what, profile.origin, *told, relevance)


def _check(
    document: str,
    fact: Fact,
    sentences: Mapping[str, Sentence],
    mentioned: Mapping[str, set[str]],
    sections: Collection[str],
) -> None:
    what = f"document {shown(document)}: the fact {fact.key}"
    if not fact.subject or not fact.predicate or fact.object == "":
        raise InputError(f"{what} lacks a subject, a predicate or an object")
    if not fact.evidence:
        raise InputError(f"{what} has no evidence; name the sentences that state it")
    _check_text(what, fact.predicate, *(name for name, _ in fact.qualifiers), *map(_text, fact.ends))
    for end in fact.ends:
        if isinstance(end, Value) and not all(isfinite(bound or 0) for bound in (end.start, end.end)):
            raise InputError(f"{what} holds the value {shown(end.text)}, whose bounds are not finite numbers")
        if isinstance(end, SectionEnd) and end.section_id not in sections:
            raise InputError(f"{what} leads to {shown(end.section_id)}, which is not a section of the document")
    for entry in fact.evidence:
        _check_text(what, entry.wording, entry.origin)
        if not 0 <= entry.start < entry.end <= len(sentences[entry.sentence_id].text):
            raise InputError(
                f"{what} stands at {entry.start}–{entry.end} of the sentence {shown(entry.sentence_id)}, "
                f"which has {len(sentences[entry.sentence_id].text)} characters"
            )
        missing = [key for key in fact.concepts if key not in mentioned.get(entry.sentence_id, ())]
        if missing and not entry.is_part:
            raise InputError(
                f"{what}: the sentence {shown(entry.sentence_id)} does not mention {shown(missing[0])}; add a mention"
            )
        if len(missing) == len(fact.concepts):
            raise InputError(
                f"{what}: the sentence {shown(entry.sentence_id)} mentions none of its concepts; add a mention of one"
            )


def _check_text(what: str, *texts: str) -> None:
    if any("\0" in text for text in texts):
        raise InputError(f"{what} holds a NUL character")


def _text(end: FactEnd) -> str:
    return end.text if isinstance(end, Value) else end.section_id if isinstance(end, SectionEnd) else end


def _qualifier_order(qualifier: tuple[str, FactEnd]) -> tuple[str, str]:
    name, end = qualifier
    return name, str(end_identity(end))


def _place(entry: FactEvidence, sentences: Mapping[str, Sentence]) -> tuple[int, int, int, str, str]:
    return sentences[entry.sentence_id].position, entry.start, entry.end, entry.origin, entry.wording
