"""What some documents of a graph state, read for tuning: sentences, facts, relations, and things under their names."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from lgm_core.graph.circles import in_circles, overruled
from lgm_core.llm.quoting import quoted
from lgm_core.model import (
    THING,
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    Mention,
    MentionSource,
    MetaRelation,
    RelationKind,
    Sentence,
    Value,
    Verdict,
)
from lgm_core.model.concept import name_of
from lgm_core.model.relation import counting_evidence
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.written_names import most_frequent_forms

__all__ = ["Part", "Taxonomy", "divided", "read_part"]


@dataclass
class Part:
    """What the documents of one part of a graph state by themselves.

    Attributes:
        sentences: by id, in document order, without code and without those that the other part has too.
        headings: the titles of the sections of sentences, by sentence id.
        mentions: the mentions in sentences, by sentence id.
        facts: the facts of each document, not rejected and not denied, with the evidence of single sentences alone.
        relations: the VALID relations that circles of is-a do not overrule, with the evidence of the part.
        profiles: the descriptions of things.
    """

    sentences: dict[str, Sentence] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    mentions: dict[str, list[Mention]] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    relations: list[MetaRelation] = field(default_factory=list)
    profiles: list[EntityProfile] = field(default_factory=list)

    @cached_property
    def names(self) -> dict[str, str]:
        """Return the names of concepts as the sentences write them most often, by key."""
        return most_frequent_forms(self.mentions.values())

    def name(self, end: FactEnd, sentence_id: str = "") -> str:
        """Return the name of an end as a sentence writes it, else as others do."""
        if not isinstance(end, str):
            return quoted(end.text if isinstance(end, Value) else end.section_id)
        for mention in self.mentions.get(sentence_id, ()):
            if mention.concept == end and mention.source is MentionSource.TEXT:
                return quoted(mention.surface)
        return quoted(self.names.get(end) or name_of(end))

    def is_named(self, key: str) -> bool:
        """Tell whether a concept is a thing with a name of its own: written with a capital inside sentences."""
        return self.names.get(key, "")[:1].isupper() and key not in self._written_small

    @cached_property
    def _written_small(self) -> set[str]:
        mentions = (each for own in self.mentions.values() for each in own if each.source is MentionSource.TEXT)
        return {each.concept for each in mentions if each.surface[:1].islower()}

    def shown(self, sentence_id: str) -> str:
        """Return a sentence under its heading, as prompts show it."""
        heading = self.headings.get(sentence_id, "")
        text = quoted(self.sentences[sentence_id].resolved)
        return f"<text>\n# {quoted(heading)}\n{text}\n</text>" if heading else f"<text>\n{text}\n</text>"

    @cached_property
    def facts_in(self) -> dict[str, list[Fact]]:
        """Return the facts that each sentence states, by its id."""
        found: defaultdict[str, list[Fact]] = defaultdict(list)
        for fact in self.facts:
            for id in dict.fromkeys(each.sentence_id for each in fact.evidence):
                found[id].append(fact)
        return dict(found)

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """Return what is-a relations put right below each class."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for each in self.relations:
            if each.kind is RelationKind.IS_A:
                found[each.object].append(each.subject)
        return dict(found)

    def types(self) -> dict[str, set[str]]:
        """Return what things are stated to be: classes that VALID relations give, and the types of profiles."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for relation in self.relations:
            if relation.kind is RelationKind.IS_A:
                found[relation.subject].add(self.name(relation.object).lower())
        for profile in self.profiles:
            found[profile.concept].update(map(quoted, profile.types))
        return dict(found)


class Taxonomy:
    """Which things the relations of a graph connect, to tell that two are not related.

    Args:
        relations: the relations that count.
    """

    def __init__(self, relations: Iterable[MetaRelation]) -> None:
        self._above: defaultdict[str, set[str]] = defaultdict(set)
        self._around: defaultdict[str, set[str]] = defaultdict(set)
        for each in relations:
            self._around[each.subject].add(each.object)
            self._around[each.object].add(each.subject)
            if each.kind is not RelationKind.HAS_PART:
                self._above[each.subject].add(each.object)
            if each.kind is RelationKind.ALIAS_OF:
                self._above[each.object].add(each.subject)

    def above(self, key: str) -> set[str]:
        """Return everything that a thing is, in any number of steps of is-a and alias; never the thing itself."""
        return self._reached(key, self._above)

    def are_strangers(self, first: str, second: str) -> bool:
        """Tell whether neither thing is the other in any number of steps, and no relation connects them."""
        return (
            first != second
            and second not in self._around[first]
            and second not in self.above(first)
            and first not in self.above(second)
        )

    def holds(self, first: str, second: str) -> bool:
        """Tell whether a relation leads from one thing to another: broader, another name, or part or whole of it."""
        is_below = first in self._above[second] and second not in self._above[first]
        return second in self.above(first) or (second in self._around[first] and not is_below)

    def _reached(self, key: str, after: Mapping[str, Collection[str]]) -> set[str]:
        found, fresh = {key}, [key]
        while fresh:
            fresh = list({each for one in fresh for each in after.get(one, ())} - found)
            found.update(fresh)
        return found - {key}


def divided(documents: Sequence[str], share: float, seed: int) -> tuple[list[str], list[str]]:
    """Divide documents by chance into those for training and those held out: at least one of two or more."""
    shuffled = sorted(documents)
    random.Random(f"{seed}:documents").shuffle(shuffled)  # noqa: S311  # no secret depends on it
    count = min(max(1, round(share * len(shuffled))), len(shuffled) - 1) if share and shuffled else 0
    return sorted(shuffled[count:]), sorted(shuffled[:count])


def read_part(
    view: GraphView, relations: Sequence[MetaRelation], documents: Sequence[str], others: Collection[str] = ()
) -> Part:
    """Read what documents state by themselves.

    Args:
        view: the visible part of the graph.
        relations: its relations that may count, each with all its evidence.
        documents: the ids of the documents.
        others: texts of sentences to leave out, in lower case.
    """
    part = Part()
    for graph in view.store.scan(documents):
        titles = {section.id: section.title or graph.document.title for section in graph.sections}
        fresh = {
            each.id: each for each in graph.sentences if not each.is_code and each.text.casefold().strip() not in others
        }
        part.sentences |= fresh
        part.headings |= {each.id: titles.get(each.section_id, "") for each in fresh.values()}
        for mention in graph.mentions:
            if mention.sentence_id in fresh:
                part.mentions.setdefault(mention.sentence_id, []).append(mention)
        part.facts += _single(graph.facts, fresh)
        part.profiles += [each for each in graph.profiles if all(one.sentence_id in fresh for one in each.evidence)]
    own = set(documents)
    part.relations = [
        replace(each, evidence=evidence)
        for each in relations
        if each.verdict is Verdict.VALID and THING not in (each.subject, each.object)
        if (evidence := tuple(_read(each, own, part.sentences)))
    ]
    by_ends = {(each.subject, each.object): each for each in part.relations if each.kind is RelationKind.IS_A}
    gone = {each.key for each in overruled([by_ends[ends] for ends in sorted(in_circles(by_ends))])}
    part.relations = [each for each in part.relations if each.key not in gone]
    return part


def _read(relation: MetaRelation, documents: set[str], sentences: Collection[str]) -> Iterator[Evidence]:
    evidence = counting_evidence(relation.evidence, documents)
    if not any(each.is_joint for each in evidence) or all(each.sentence_id in sentences for each in evidence):
        yield from (each for each in evidence if each.sentence_id in sentences)


def _single(facts: Iterable[Fact], sentences: Collection[str]) -> Iterator[Fact]:
    """Yield facts that single sentences state, with this evidence."""
    for fact in facts:
        evidence = tuple(each for each in fact.evidence if not each.is_part and each.sentence_id in sentences)
        if evidence and fact.verdict is not Verdict.INVALID and not fact.predicate.startswith(DENIAL):
            yield replace(fact, evidence=evidence)
