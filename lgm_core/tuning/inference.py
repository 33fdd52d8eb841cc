"""Rows for inference (NLI): six relations with direction, hypernyms, chains of classes, and entailment."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.model import Fact, FactEnd, MetaRelation, RelationKind
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.tuning.formats import Record
from lgm_core.tuning.label_buckets import polled
from lgm_core.tuning.stated_knowledge import Part, Taxonomy
from lgm_core.tuning.tuning_rows import Rows

__all__ = ["RELATION_BUCKETS", "add_chains", "add_entailment", "add_hypernyms", "add_relations"]

RELATION_BUCKETS = (("isA", "belongTo", "synonym"), ("isPartOf", "contains", "causes"))
"""The six relations of KAG, those that are easily confused together."""

_CANDIDATES = 6
_SYMMETRIC = re.compile(r"\b(be|become|marry|meet|equal|border|adjoin|resemble|rival|with|near|between|and|to)\b")


def add_relations(rows: Rows, part: Part, taxonomy: Taxonomy, causes: Sequence[Fact], most: int) -> None:
    """Add which of the relations of a bucket leads from one thing to another, in either order, or none.

    Negatives turn a relation round, or take a sibling of one end, or a stranger.

    `taxonomy` has all relations of the graph that are not rejected; `causes` are facts of a property *causes*.
    """
    pairs: dict[str, tuple[str, str, list[str], list[object]]] = {}
    labels_of: dict[str, frozenset[str]] = {}
    for each in part.relations:
        ids = list(dict.fromkeys(one.sentence_id for one in each.evidence))
        for label, first, second in _directed(each, part):
            pairs[f"{first}\t{second}"] = (first, second, ids, list(each.key))
            labels_of[f"{first}\t{second}"] = labels_of.get(f"{first}\t{second}", frozenset()) | {label}
    for fact in causes:
        if isinstance(fact.object, str):
            pair = f"{fact.subject}\t{fact.object}"
            pairs.setdefault(pair, (fact.subject, fact.object, [fact.evidence[0].sentence_id], [fact.key]))
            labels_of[pair] = labels_of.get(pair, frozenset()) | {"causes"}
    for number, (sample, bucket, label) in enumerate(polled(labels_of, RELATION_BUCKETS, rows.chance, most)):
        first, second, ids, key = pairs[sample]
        found = sorted(labels_of[sample].intersection(bucket))
        if not label or number % 3 == 2:
            pairs_of_none = _negatives(rows, part, taxonomy, first, second)
            label, others = "", [pair for pair in pairs_of_none if "\t".join(pair) not in labels_of]
            if not others:
                continue
            first, second = others[number // 3 % len(others)]
            found = ["none"]
        columns, written = ("first", "second"), (part.name(first), part.name(second))
        given = rows.format().write(columns, [written])
        shown = rows.chance.sample(bucket, len(bucket))
        asked = f"<pairs>\n{given}\n</pairs>\nRelations: {'; '.join([*shown, 'none'])}"
        told = {"label": label, "bucket": list(bucket), "ends": [first, second]}
        rows.records(asked, ("relation",), [(one,) for one in found], ids, **told, relations=[key] if label else [])


def _directed(relation: MetaRelation, part: Part) -> Iterator[tuple[str, str, str]]:
    first, second = relation.subject, relation.object
    if relation.kind is RelationKind.IS_A:
        yield ("belongTo" if part.is_named(first) else "isA", first, second)
    elif relation.kind is RelationKind.HAS_PART:
        yield ("contains", first, second)
        yield ("isPartOf", second, first)
    else:
        yield ("synonym", first, second)
        yield ("synonym", second, first)


def _negatives(rows: Rows, part: Part, taxonomy: Taxonomy, first: str, second: str) -> Iterator[tuple[str, str]]:
    """Yield the pair turned round, if only one order can hold, then a sibling of the first end, and a stranger."""
    if not taxonomy.holds(second, first):
        yield second, first
    siblings = [each for each in part.below.get(second, ()) if taxonomy.are_strangers(first, each)]
    if siblings:
        yield first, rows.chance.choice(siblings)
    strangers = [rows.chance.choice(part.relations) for _ in range(8)]
    yield from ((first, each.object) for each in strangers if taxonomy.are_strangers(first, each.object))


def add_hypernyms(rows: Rows, part: Part, taxonomy: Taxonomy, most: int) -> None:
    """Add which of several candidates are classes of a concept; the others are below it, beside it or strangers."""
    above: defaultdict[str, list[MetaRelation]] = defaultdict(list)
    for each in part.relations:
        if each.kind is RelationKind.IS_A:
            above[each.subject].append(each)
    classes = sorted({each.object for own in above.values() for each in own})
    for concept in rows.chance.sample(sorted(above), min(most, len(above))):
        own = [each.object for each in above[concept]][: _CANDIDATES // 2]
        beside = [each for name in own for each in part.below[name][:3] if taxonomy.are_strangers(concept, each)]
        below = [each for each in part.below.get(concept, ()) if each not in taxonomy.above(concept)][:1]
        others = rows.chance.sample(classes, min(20, len(classes)))
        strangers = [each for each in others if taxonomy.are_strangers(concept, each)]
        candidates = list(dict.fromkeys([*own, *below, *beside[:1], *strangers]))[:_CANDIDATES]
        if len(candidates) <= len(own):
            continue
        shown = [part.name(each) for each in rows.chance.sample(candidates, len(candidates))]
        asked = f"<terms>\nConcept: {part.name(concept)}\nCandidates: {'; '.join(shown)}\n</terms>"
        ids = list(dict.fromkeys(one.sentence_id for each in above[concept] for one in each.evidence))
        keys = [list(each.key) for each in above[concept] if each.object in own]
        rows.records(
            asked, ("class",), [(part.name(each),) for each in own], ids, relations=keys, candidates=candidates
        )


def add_chains(rows: Rows, part: Part, taxonomy: Taxonomy, most: int) -> None:
    """Add whether a thing is of a class, given two premises in a chain; half of the conclusions do not follow."""
    by_subject: defaultdict[str, list[MetaRelation]] = defaultdict(list)
    is_a = [each for each in part.relations if each.kind is RelationKind.IS_A]
    for each in is_a:
        by_subject[each.subject].append(each)
    chains = [(low, high) for low in is_a for high in by_subject[low.object] if high.object != low.subject]
    rows.chance.shuffle(chains)
    for number, (low, high) in enumerate(chains[:most]):
        ends = (low.subject, high.object)
        if is_false := number % 2 == 1:
            others = [
                pair for pair in _negatives(rows, part, taxonomy, *ends) if pair[1] not in taxonomy.above(pair[0])
            ]
            if not others:
                continue
            ends = others[number // 2 % len(others)]
        columns = ("narrower", "broader")
        premises = [(part.name(each.subject), part.name(each.object)) for each in (low, high)]
        given = rows.format().write(columns, premises)
        conclusion = rows.format().write(columns, [(part.name(ends[0]), part.name(ends[1]))])
        ids = list(dict.fromkeys(one.sentence_id for each in (low, high) for one in each.evidence))
        rows.records(
            f"<known>\n{given}\n</known>\n<statement>\n{conclusion}\n</statement>",
            ("answer",),
            [("no" if is_false else "yes",)],
            ids,
            relations=[list(low.key), list(high.key)],
            ends=list(ends),
        )


def add_entailment(rows: Rows, part: Part, most: int) -> None:
    """Add whether a sentence states a fact: one of its own, or one turned round, with another object, or of another."""
    objects: defaultdict[str, list[Fact]] = defaultdict(list)
    stated: set[Record] = set()
    for fact in part.facts:
        if isinstance(fact.object, str) and fact.predicate != "be":
            objects[fact.predicate].append(fact)
            stated.add((fact.subject, fact.predicate, fact.object))
    facts = [fact for own in objects.values() for fact in own]
    rows.chance.shuffle(facts)
    for number, fact in enumerate(facts[:most]):
        id = fact.evidence[0].sentence_id
        subject: FactEnd = fact.subject
        end = fact.object
        if is_false := number % 2 == 1:
            sibling, stranger = rows.chance.choice(objects[fact.predicate]), rows.chance.choice(facts)
            if number % 6 == 1 and not _SYMMETRIC.search(fact.predicate):
                subject, end = end, subject
            else:
                end = (sibling if number % 6 == 3 else stranger).object
            mentioned = {each.concept for each in part.mentions.get(id, ())}
            if (subject, fact.predicate, end) in stated or (subject == fact.subject and end in mentioned):
                continue
        claim = f"{part.name(subject, id)} {wording(fact)} {part.name(end, id)}."
        asked = f"{part.shown(id)}\n<statement>\n{claim}\n</statement>"
        told = {"facts": [fact.key], "ends": [subject, fact.predicate, end]}
        rows.records(asked, ("answer",), [("no" if is_false else "yes",)], [id], **told)
