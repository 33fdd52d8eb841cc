"""A graph as one question sees it: through a filter on documents, with the relations read so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, islice

from lgm_core.graph.circles import in_circles, overruled
from lgm_core.graph.port import LanguageGraphStore, Where
from lgm_core.graph.predicate_groups import grouped_predicates
from lgm_core.graph.surface_forms import concept_with_forms, is_form, senses_by_name, with_senses
from lgm_core.language.concepts import concept_key
from lgm_core.language.language_guess import likely_languages
from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.model import THING, Concept, DocumentRecord, Fact, Mention, MetaRelation, RelationKind, Schema, Sentence
from lgm_core.model.relation import counting_evidence
from lgm_core.schema.conformance import Conformance

__all__ = ["GraphView"]

_ALL_KINDS = frozenset(RelationKind)
_IS_A = frozenset({RelationKind.IS_A})
_ALIASES = frozenset({RelationKind.ALIAS_OF})

_STEPS = 3
"""The most is-a relations followed from a thing to its classes."""

_READ_AT_ONCE = 32
"""Records of documents read together when any of them will do."""


class GraphView:
    """The part of a graph that one question may see; make a new view for each question.

    A view reads relations and documents once and keeps them. Under a filter, a relation keeps only the evidence from
    documents that pass, and does not exist without any. The same holds for concepts and their frequencies: a view shows
    what a graph of these documents alone would show, except for verdicts, which belong to the whole graph. Relations to
    the root are left out.

    Where is-a relations form a cycle, those with the least evidence are overruled (`graph.circles` decides, `overruled`
    holds them): of *owl is-a bird* and *bird is-a owl* the one that more sentences state is kept, or neither in a tie.
    This happens on reading, so it takes additions and deletions into account.

    Args:
        store: the graph.
        where: a filter on document metadata; None lets all documents pass.
        question: the question or search text; in a graph of several languages, it decides the language.
        languages: the languages of the graph, if the caller knows them; otherwise the store is asked once.
        allowed: the identifiers of the documents that pass the filter, if the caller knows them; otherwise the store is
            asked once for the records of all of these.
        schema: what is accepted of the graph's schema, if the caller knows it; otherwise the store is asked once.
    """

    def __init__(
        self,
        store: LanguageGraphStore,
        *,
        where: Where | None = None,
        question: str = "",
        languages: Sequence[str] | None = None,
        allowed: frozenset[str] | None = None,
        schema: Schema | None = None,
    ) -> None:
        self.store, self.where = store, where
        self._question, self._known_languages, self._known_allowed = question, languages, allowed
        self._known_schema = schema
        self._relations: defaultdict[str, dict[tuple[str, str, str], MetaRelation]] = defaultdict(dict)
        self._names: dict[str, tuple[str, ...]] = {}
        self._senses: dict[str, list[str]] = {}
        self._records: dict[str, DocumentRecord | None] = {}
        self.overruled: dict[tuple[str, str, str], MetaRelation] = {}
        self._read_concepts: dict[RelationKind, set[str]] = {kind: set() for kind in RelationKind}

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """Return the codes of the graph's languages, sorted; empty when there is nothing to see."""
        languages = self._known_languages
        if languages is None:
            of_allowed = {record.language for record in self._some_allowed()}
            languages = self.store.languages() if self.allowed is None else sorted(of_allowed)
        return tuple(languages)

    @cached_property
    def question_languages(self) -> tuple[str, ...]:
        """Return which of them the question may be in, at least one; it is "" when there is nothing to see."""
        return likely_languages(self._question, self.languages)

    @property
    def language(self) -> str:
        """Return the code of the question's language; an empty string when there is nothing to see."""
        return self.question_languages[0]

    @property
    def lexicons(self) -> tuple[Lexicon, ...]:
        """Return the lexicons of the graph's languages, the question's likely languages first."""
        return tuple(map(lexicon_of, dict.fromkeys((*self.question_languages, *self.languages))))

    def keys_of(self, phrase: str) -> list[str]:
        """Return the keys a concept may have, with all senses of its name; empty if the phrase names no concept."""
        return self.with_senses(self.plain_keys(phrase))

    def plain_keys(self, phrase: str) -> list[str]:
        """Return a name's keys in the graph's languages, without further senses; does not look up concepts."""
        keys = (concept_key(phrase, lexicon.code) for lexicon in self.lexicons)
        return [key for key in dict.fromkeys(keys) if key]

    def with_senses(self, keys: Iterable[str]) -> list[str]:
        """Return keys, each followed by those of its further senses, reading all names at once."""
        keys = list(dict.fromkeys(keys))
        if unknown := [key for key in keys if key not in self._senses]:
            found = self.store.senses(unknown)
            self._senses |= {key: found.get(key, []) for key in unknown}
        return with_senses(keys, self._senses)

    def named(self, keys: Iterable[str]) -> dict[str, int]:
        """Return the concepts that names may mean, in all senses, each with how many sentences mention it.

        Reads the senses as `with_senses` does, and without a filter both in one call to the store.
        """
        keys = list(dict.fromkeys(keys))
        if self.where is not None or self._senses.keys() >= set(keys):
            return self.frequencies(self.with_senses(keys))
        counts = self.store.frequencies(keys, all_senses=True)
        senses = senses_by_name(keys, counts)
        self._senses |= {key: senses.get(key, []) for key in keys}
        return counts

    @cached_property
    def allowed(self) -> frozenset[str] | None:
        """Return the identifiers of the documents that pass the filter; None without a filter."""
        if self.where is None or self._known_allowed is not None:
            return self._known_allowed
        self._records |= {record.id: record for record in self.store.documents(where=self.where)}
        return frozenset(self._records)

    def documents(self, ids: Iterable[str]) -> dict[str, DocumentRecord]:
        """Return the records of those documents that exist and pass the filter, by id."""
        wanted = [id for id in dict.fromkeys(ids) if self.allowed is None or id in self.allowed]
        if unknown := [id for id in wanted if id not in self._records]:
            self._records |= dict.fromkeys(unknown)
            self._records |= {record.id: record for record in self.store.documents(unknown)}
        records = ((id, self._records[id]) for id in wanted)
        return {id: record for id, record in records if record is not None}

    def frequencies(self, keys: Sequence[str]) -> dict[str, int]:
        """Return those concepts that exist, in the given order, each with how many sentences mention it."""
        if self.where is None or not keys:
            return self.store.frequencies(keys) if keys else {}
        counts = self.store.frequencies(keys, self.where)
        related = self._related(keys)
        return {key: counts.get(key, 0) for key in keys if key in counts or key in related}

    def find_concepts(self, keys: Sequence[str]) -> list[Concept]:
        """Return concepts in the given order, with the forms used in sentences."""
        if self.where is None or not keys:
            return self.store.find_concepts(keys) if keys else []
        counts: Counter[str] = Counter()
        forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
        sentences = self.sentences_about(keys)
        for mentions in self.mentions(sentence.id for sentence in sentences).values():
            counts.update({mention.concept for mention in mentions})
            for mention in filter(is_form, mentions):
                forms[mention.concept][mention.surface] += 1
        related = self._related(keys)
        return [concept_with_forms(key, counts[key], forms[key]) for key in keys if counts[key] or key in related]

    def _related(self, keys: Sequence[str]) -> set[str]:
        """Return the concepts that exist according to their relations; those of all keys are read at once and kept."""
        self._read(list(dict.fromkeys(keys)), _ALL_KINDS)
        relations = [relation for key in keys for relation in self._relations.get(key, {}).values()]
        related = {concept for relation in relations for concept in (relation.subject, relation.object)}
        is_empty = not any(record.sentence_count for record in self._some_allowed())
        return related if is_empty else {*related, THING}

    def _some_allowed(self) -> Iterator[DocumentRecord]:
        """Yield records of documents that pass the filter, in any order, reading no more than needed."""
        remaining = iter(self.allowed or ())
        while ids := list(islice(remaining, _READ_AT_ONCE)):
            yield from self.documents(ids).values()

    def sentences_about(self, keys: Sequence[str], limit: int | None = None) -> list[Sentence]:
        """Return the sentences that mention any of the concepts, in document order, at most `limit`."""
        return self.store.sentences_about(list(keys), limit=limit, where=self.where) if keys else []

    def mentions(self, sentences: Iterable[str]) -> dict[str, list[Mention]]:
        """Return the mentions in sentences, by sentence id; every given id has an entry."""
        mentions: dict[str, list[Mention]] = {id: [] for id in sentences}
        for mention in self.store.mentions(list(mentions)) if mentions else ():
            mentions[mention.sentence_id].append(mention)
        return mentions

    def facts_about(self, keys: Iterable[str], limit: int | None = None) -> list[Fact]:
        """Return the facts whose subject or object is any of the concepts, ordered by key, at most `limit`."""
        keys = list(keys)
        return self.store.facts_about(keys, limit, self.where) if keys else []

    def visible_fact(self, fact: Fact) -> Fact | None:
        """Return a fact with its visible evidence, and without the wording of values in hidden evidence; else None."""
        if self.allowed is None:
            return fact
        seen = tuple(each for each in fact.evidence if each.sentence_id.rpartition("#")[0] in self.allowed)
        shown = fact if seen[:1] == fact.evidence[:1] else fact.normalised
        return replace(shown, evidence=seen) if seen else None

    def grouped_predicates(self, fact: Fact) -> tuple[str, ...]:
        """Return the other predicates of the groups that a fact's predicate has in the documents that state it."""
        if not self._predicate_groups:
            return ()
        documents = dict.fromkeys(item.sentence_id.rpartition("#")[0] for item in fact.evidence)
        groups = (self._predicate_groups.get((id, fact.predicate), ()) for id in documents)
        return tuple(dict.fromkeys(chain.from_iterable(groups)))

    @cached_property
    def conformance(self) -> Conformance:
        """Tells which facts conform to the graph's schema; none do if it has none."""
        return Conformance(self.schema, self.languages, self.stated_types)

    @cached_property
    def schema(self) -> Schema:
        """Return what is accepted of the graph's schema; an empty one if it has none."""
        if self._known_schema is not None:
            return self._known_schema
        versions = self.store.read_schema()
        return versions[-1].schema.accepted if versions else Schema()

    def stated_types(self, keys: Collection[str]) -> dict[str, set[str]]:
        """Return, by concept, the concepts that are stated above it, and the types in its profiles."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for profile in self.store.profiles(list(keys), self.where):
            found[profile.concept].update(profile.types)
        self.relations(keys, _IS_A)  # all at once
        for key in keys:
            found[key] |= self.classes_above(key)
        return dict(found)

    def classes_above(self, key: str) -> set[str]:
        """Return the concepts above one, three steps at most, by all names of it and of those between."""
        found, fresh = {key}, [key]
        for _ in range(_STEPS):
            names = {name for each in fresh for name in self.names(each)}
            relations = self.relations(fresh, _IS_A)
            fresh = [each.object for each in relations if each.subject in names and each.object not in found]
            found.update(fresh)
        return found - {key}

    @cached_property
    def _predicate_groups(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        return grouped_predicates(self.store)

    def facts_among(self, keys: Iterable[str], limit: int | None = None) -> list[Fact]:
        """Return the facts between any two of the concepts, then those from a concept to a value or section."""
        keys = list(keys)
        return self.store.facts_among(keys, limit, self.where) if keys else []

    def relations_among(self, keys: Iterable[str]) -> list[MetaRelation]:
        """Return the relations between any two of the concepts, ordered by kind, subject and object."""
        keys = list(keys)
        found = self.store.relations_among(keys) if keys else []
        visible = {relation.key: relation for relation in filter(None, map(self._visible, found))}
        if below := {relation.subject for relation in visible.values() if relation.kind is RelationKind.IS_A}:
            self._overrule(filter(None, map(self._visible, self.store.circles(sorted(below)))))
        return [relation for relation in visible.values() if relation.key not in self.overruled]

    def most_related(self, limit: int, *, facts: bool = True) -> dict[str, int]:
        """Return the concepts with the most relations to others, each with its number of relations, at most `limit`."""
        return self.store.most_related(limit, self.where, facts=facts)

    def relations(self, keys: Iterable[str], kinds: frozenset[RelationKind] = _ALL_KINDS) -> list[MetaRelation]:
        """Return the relations of concepts under exactly these names, ordered by kind, subject and object."""
        keys = list(dict.fromkeys(keys))
        self._read(keys, kinds)
        relations = {
            key: relation
            for concept in keys
            for key, relation in self._relations.get(concept, {}).items()
            if relation.kind in kinds and key not in self.overruled
        }
        return [relations[key] for key in sorted(relations)]

    def aliases(self, keys: Iterable[str]) -> list[MetaRelation]:
        """Return the alias relations of concepts, ordered by subject and object."""
        return self.relations(keys, _ALIASES)

    def names(self, key: str) -> tuple[str, ...]:
        """Return all names of a concept: the given one, its aliases, their aliases, and so on."""
        if key not in self._names:
            names, fresh = {key: None}, [key]
            while fresh:
                linked = [name for alias in self.aliases(fresh) for name in (alias.subject, alias.object)]
                fresh = [name for name in dict.fromkeys(linked) if name not in names]
                names |= dict.fromkeys(fresh)
            self._names[key] = tuple(names)
        return self._names[key]

    def name_groups(self, keys: Iterable[str]) -> list[tuple[str, ...]]:
        """Return the distinct concepts that keys name, each as all its names; reads all aliases at once."""
        keys = list(dict.fromkeys(keys))
        self._read(keys, _ALIASES)
        groups: dict[str, tuple[str, ...]] = {}
        for key in keys:
            if key not in groups:
                groups |= dict.fromkeys(self.names(key), self.names(key))
        return list(dict.fromkeys(groups.values()))

    def _read(self, keys: Sequence[str], kinds: frozenset[RelationKind]) -> None:
        """Read the relations of concepts under all their names in one call, unless already read."""
        unknown = [key for key in keys if any(key not in self._read_concepts[kind] for kind in kinds)]
        if not unknown:
            return
        kinds = kinds | _ALIASES
        relations = self.store.neighbours(
            unknown, sorted(kinds), all_names=True, with_circles=RelationKind.IS_A in kinds
        )
        for kind in kinds:
            self._read_concepts[kind] |= _all_names(unknown, relations)
        visible = list(filter(None, map(self._visible, relations)))
        for relation in visible:
            self._relations[relation.subject][relation.key] = relation
            self._relations[relation.object][relation.key] = relation
        self._overrule(relation for relation in visible if relation.kind is RelationKind.IS_A)

    def _overrule(self, relations: Iterable[MetaRelation]) -> None:
        """Find the is-a relations to overrule in cycles among the given ones."""
        circular = in_circles(by_ends := {(each.subject, each.object): each for each in relations})
        self.overruled |= {each.key: each for each in overruled([by_ends[ends] for ends in sorted(circular)])}

    def _visible(self, relation: MetaRelation) -> MetaRelation | None:
        """Return a relation with its visible evidence; None without any, and for a relation to the root."""
        if THING in (relation.subject, relation.object):
            return None
        evidence = counting_evidence(relation.evidence, self.allowed)
        if len(evidence) == len(relation.evidence):
            return relation
        return replace(relation, evidence=evidence) if evidence else None


def _all_names(keys: Iterable[str], relations: Iterable[MetaRelation]) -> set[str]:
    """Return the names a store reaches from keys, including over aliases that a filter hides afterwards."""
    aliases: defaultdict[str, set[str]] = defaultdict(set)
    for relation in relations:
        if relation.kind is RelationKind.ALIAS_OF:
            aliases[relation.subject].add(relation.object)
            aliases[relation.object].add(relation.subject)
    names, fresh = set(keys), set(keys)
    while fresh:
        fresh = {alias for name in fresh for alias in aliases[name]} - names - {THING}
        names |= fresh
    return names
