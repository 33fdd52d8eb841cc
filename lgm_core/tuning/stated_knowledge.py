"""What some documents of a graph state, read for tuning: sentences, facts, relations, and things under their names."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from lgm_core.graph.circles import overruled
from lgm_core.llm.quoting import quoted
from lgm_core.model import (
    THING,
    EntityProfile,
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
from lgm_core.model.sentence import DENIAL
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.written_names import most_frequent_forms

__all__ = ["Part", "Taxonomy", "divided", "read_part"]


class Taxonomy:
    """Which things the relations of a graph connect, to tell that two are not related.

    Args:
        relations: the relations that count.
    """

    def __init__(self, relations: Iterable[MetaRelation]) -> None:
        self._classes: defaultdict[str, set[str]] = defaultdict(set)
        self._beside: defaultdict[str, set[str]] = defaultdict(set)
        for each in relations:
            ways = [(each.subject, each.object), (each.object, each.subject)]
            for start, end in ways[:1] if each.kind is RelationKind.IS_A else ways:
                after = self._beside if each.kind is RelationKind.HAS_PART else self._classes
                after[start].add(end)

    def above(self, key: str) -> set[str]:
        """Return everything that a thing is, in any number of steps of is-a and alias; never the thing itself."""
        found, fresh = {key}, {key}
        while fresh := {each for one in fresh for each in self._classes.get(one, ())} - found:
            found |= fresh
        return found - {key}

    def leads(self, first: str, second: str) -> bool:
        """Tell whether the second is broader than the first, another name, a part, or the whole of it."""
        return second in self._beside.get(first, ()) or second in self.above(first)

    def are_strangers(self, first: str, second: str) -> bool:
        """Tell whether two things are not the same, and no relation leads from either to the other."""
        return first != second and not self.leads(first, second) and not self.leads(second, first)


@dataclass
class Part:
    """What the documents of one part of a graph state by themselves, each by a single sentence.

    Attributes:
        taxonomy: the relations of the whole graph.
        sentences: by id, in document order, without code and without those that the other part has too.
        headings: the titles of the sections of sentences, by sentence id.
        mentions: the mentions in sentences, by sentence id.
        facts: the facts of each document, not rejected and not denied, with the evidence of these sentences alone.
        labels: by key of a fact, the property of the schema that it conforms to, else its predicate.
        relations: the VALID relations that circles of is-a do not overrule, with the same evidence.
        profiles: the descriptions of things.
    """

    taxonomy: Taxonomy
    sentences: dict[str, Sentence] = field(default_factory=dict)
    headings: dict[str, str] = field(default_factory=dict)
    mentions: dict[str, list[Mention]] = field(default_factory=dict)
    facts: list[Fact] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    relations: list[MetaRelation] = field(default_factory=list)
    profiles: list[EntityProfile] = field(default_factory=list)

    @cached_property
    def _names(self) -> dict[str, str]:
        return most_frequent_forms(self.mentions.values())

    def name(self, end: FactEnd, sentence_id: str = "") -> str:
        """Return the name of an end as a sentence writes it, else as others do."""
        if not isinstance(end, str):
            return quoted(end.text if isinstance(end, Value) else end.section_id)
        own = (each.surface for each in self.written_in(sentence_id) if each.concept == end)
        return quoted(next(own, "") or self._names.get(end) or name_of(end))

    def written_in(self, sentence_id: str) -> list[Mention]:
        """Return the mentions that a sentence writes out."""
        return [each for each in self.mentions.get(sentence_id, ()) if each.source is MentionSource.TEXT]

    @cached_property
    def named(self) -> frozenset[str]:
        """Return the things with names of their own, which sentences always write with a capital."""
        written = [each for id in self.mentions for each in self.written_in(id)]
        return frozenset(each.concept for each in written if each.surface[:1].isupper()) - {
            each.concept for each in written if each.surface[:1].islower()
        }

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
    def classes(self) -> list[MetaRelation]:
        """Return the is-a relations."""
        return [each for each in self.relations if each.kind is RelationKind.IS_A]

    @cached_property
    def below(self) -> dict[str, list[str]]:
        """Return what is-a relations put right below each class."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for each in self.classes:
            found[each.object].append(each.subject)
        return dict(found)

    @cached_property
    def types(self) -> dict[str, set[str]]:
        """Return what things are stated to be: classes that VALID relations give, and the types of profiles."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for relation in self.classes:
            found[relation.subject].add(self.name(relation.object).lower())
        for profile in self.profiles:
            found[profile.concept].update(map(quoted, profile.types))
        return dict(found)


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
    part = Part(Taxonomy(relations))
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
        for fact in graph.facts:
            evidence = tuple(each for each in fact.evidence if not each.is_part and each.sentence_id in fresh)
            if evidence and fact.verdict is not Verdict.INVALID and not fact.predicate.startswith(DENIAL):
                part.facts.append(replace(fact, evidence=evidence))
        part.profiles += [each for each in graph.profiles if all(one.sentence_id in fresh for one in each.evidence)]
    conformance = view.conformance
    conformance.read(part.facts)
    for fact in part.facts:
        fit = conformance.conforming(fact, view.grouped_predicates(fact))
        part.labels[fact.key] = fit.property.name if fit else fact.predicate
    for relation in relations:
        stating = tuple(each for each in relation.evidence if not each.is_joint and each.sentence_id in part.sentences)
        if stating and relation.verdict is Verdict.VALID and THING not in (relation.subject, relation.object):
            part.relations.append(replace(relation, evidence=stating))
    gone = {each.key for each in overruled([each for each in part.relations if each.kind is RelationKind.IS_A])}
    part.relations = [each for each in part.relations if each.key not in gone]
    return part
