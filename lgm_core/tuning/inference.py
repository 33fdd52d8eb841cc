"""Rows for inference (NLI): six relations with direction, hypernyms, chains of classes, and entailment."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from lgm_core.model import Fact, FactEnd, MetaRelation, RelationKind
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.tuning.label_buckets import Sample, polled
from lgm_core.tuning.stated_knowledge import Part
from lgm_core.tuning.tuning_rows import Rows

__all__ = ["add_chains", "add_entailment", "add_hypernyms", "add_relations"]

_RELATION_BUCKETS = (("isA", "belongTo", "synonym"), ("isPartOf", "contains", "causes"))
"""The six relations of KAG, those that are easily confused together."""

_CANDIDATES = 6
_SYMMETRIC = re.compile(r"\b(be|become|marry|meet|equal|border|adjoin|resemble|rival|with|near|between|and|to)\b")


def add_relations(rows: Rows, part: Part, most: int) -> None:
    """Add which of the relations of a bucket leads from one thing to another, in either order, or none."""
    stated: dict[Sample, MetaRelation | Fact] = {}
    labels_of: defaultdict[Sample, set[str]] = defaultdict(set)
    for label, pair, each in _directed(part):
        stated.setdefault(pair, each)
        labels_of[pair].add(label)
    for number, (pair, bucket, label) in enumerate(polled(labels_of, _RELATION_BUCKETS, rows.chance, most)):
        source, found, asked_of = stated[pair], labels_of[pair].intersection(bucket), pair
        if not label or number % 3 == 2:
            others = [each for each in _negatives(rows, part, *pair) if each not in labels_of]
            if not others:
                continue
            label, found, asked_of = "", {"none"}, others[number // 3 % len(others)]
        given = rows.written(("first", "second"), [(part.name(asked_of[0]), part.name(asked_of[1]))])
        shown = rows.chance.sample(bucket, len(bucket))
        rows.records(
            f"<pairs>\n{given}\n</pairs>\nRelations: {'; '.join([*shown, 'none'])}",
            ("relation",),
            [(one,) for one in found],
            [each.sentence_id for each in source.evidence],
            label=label,
            bucket=bucket,
            ends=asked_of,
            relations=[source.key] if label else [],
        )


def _directed(part: Part) -> Iterator[tuple[str, Sample, MetaRelation | Fact]]:
    """Yield the labels of pairs of things in their order, with what states them."""
    for each in part.relations:
        pair, turned = (each.subject, each.object), (each.object, each.subject)
        if each.kind is RelationKind.IS_A:
            yield ("belongTo" if each.subject in part.named else "isA"), pair, each
        else:
            names = ("contains", "isPartOf") if each.kind is RelationKind.HAS_PART else ("synonym", "synonym")
            yield from ((names[0], pair, each), (names[1], turned, each))
    for fact in part.facts:
        if isinstance(fact.object, str) and part.labels[fact.key] == "causes":
            yield "causes", (fact.subject, fact.object), fact


def _negatives(rows: Rows, part: Part, first: str, second: str) -> Iterator[Sample]:
    """Yield the pair turned round, if only one order can hold, then a sibling of the first end, and strangers."""
    taxonomy = part.taxonomy
    if not taxonomy.leads(second, first):
        yield second, first
    if siblings := [each for each in part.below.get(second, ()) if taxonomy.are_strangers(first, each)]:
        yield first, rows.chance.choice(siblings)
    strangers = rows.chance.choices(part.relations, k=8) if part.relations else []
    yield from ((first, each.object) for each in strangers if taxonomy.are_strangers(first, each.object))


def add_hypernyms(rows: Rows, part: Part, most: int) -> None:
    """Add which of several candidates are classes of a concept; the others are below it, beside it or strangers."""
    above: defaultdict[str, list[MetaRelation]] = defaultdict(list)
    for relation in part.classes:
        above[relation.subject].append(relation)
    classes, taxonomy = sorted(part.below), part.taxonomy
    for concept in rows.chance.sample(sorted(above), min(most, len(above))):
        stated = above[concept][: _CANDIDATES // 2]
        own = [each.object for each in stated]
        below = [each for each in part.below.get(concept, ()) if each not in taxonomy.above(concept)]
        beside = [each for name in own for each in part.below[name][:3] if taxonomy.are_strangers(concept, each)]
        others = rows.chance.sample(classes, min(20, len(classes)))
        strangers = [each for each in others if taxonomy.are_strangers(concept, each)]
        candidates = list(dict.fromkeys([*own, *below[:1], *beside[:1], *strangers]))[:_CANDIDATES]
        if len(candidates) > len(own):
            shown = [part.name(each) for each in rows.chance.sample(candidates, len(candidates))]
            rows.records(
                f"<terms>\nConcept: {part.name(concept)}\nCandidates: {'; '.join(shown)}\n</terms>",
                ("class",),
                [(part.name(each),) for each in own],
                [one.sentence_id for each in stated for one in each.evidence],
                relations=[each.key for each in stated],
                candidates=candidates,
            )


def add_chains(rows: Rows, part: Part, most: int) -> None:
    """Add whether a thing is of a class, given two premises in a chain; half of the conclusions do not follow."""
    columns = ("narrower", "broader")
    by_subject: defaultdict[str, list[MetaRelation]] = defaultdict(list)
    for each in part.classes:
        by_subject[each.subject].append(each)
    chains = [(low, high) for low in part.classes for high in by_subject[low.object] if high.object != low.subject]
    rows.chance.shuffle(chains)
    for number, (low, high) in enumerate(chains[:most]):
        ends = (low.subject, high.object)
        if is_false := number % 2 == 1:
            others = list(_negatives(rows, part, *ends))
            if not others:
                continue
            ends = others[number // 2 % len(others)]
        given = rows.written(columns, [(part.name(each.subject), part.name(each.object)) for each in (low, high)])
        conclusion = rows.written(columns, [(part.name(ends[0]), part.name(ends[1]))])
        rows.records(
            f"<known>\n{given}\n</known>\n<statement>\n{conclusion}\n</statement>",
            ("answer",),
            [("no" if is_false else "yes",)],
            [one.sentence_id for each in (low, high) for one in each.evidence],
            relations=[low.key, high.key],
            ends=ends,
        )


def add_entailment(rows: Rows, part: Part, most: int) -> None:
    """Add whether a sentence states a fact: one of its own, or one turned round, with another object, or of another."""
    objects: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in part.facts:
        if isinstance(fact.object, str) and fact.predicate != "be":
            objects[fact.predicate].append(fact)
    facts = [fact for own in objects.values() for fact in own]
    stated = {(fact.subject, fact.predicate, fact.object) for fact in facts}
    rows.chance.shuffle(facts)
    for number, fact in enumerate(facts[:most]):
        id = fact.evidence[0].sentence_id
        ends: tuple[FactEnd, FactEnd] = (fact.subject, fact.object)
        if is_false := number % 2 == 1:
            if number % 6 == 1 and not _SYMMETRIC.search(fact.predicate):
                ends = ends[::-1]
            else:
                ends = (fact.subject, rows.chance.choice(objects[fact.predicate] if number % 6 == 3 else facts).object)
            mentioned = {each.concept for each in part.mentions.get(id, ())} if ends[0] == fact.subject else set()
            if (ends[0], fact.predicate, ends[1]) in stated or ends[1] in mentioned:
                continue
        claim = f"{part.name(ends[0], id)} {wording(fact)} {part.name(ends[1], id)}."
        rows.records(
            f"{part.shown(id)}\n<statement>\n{claim}\n</statement>",
            ("answer",),
            [("no" if is_false else "yes",)],
            [id],
            facts=[fact.key],
            ends=(ends[0], fact.predicate, ends[1]),
        )
