"""A graph's conforming facts as RDF: triples with closures, each in a named graph that leads to its evidence.

Things have one node for all their names; `rdf:type` is closed over superclasses, properties over their inverses. A
property with one class as its domain or range also says that its ends are of that class, as in RDFS.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from itertools import chain

from lgm_core.errors import InputError, StoreError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import THING, Fact, FactEnd, RelationKind, Schema, Value, ValueKind
from lgm_core.model.concept import name_of
from lgm_core.model.relation import counting_evidence
from lgm_core.model.schema import DEFAULT_BASE, ClassKind, SchemaClass, SchemaProperty, ValueRange
from lgm_core.rdf.iris import DEFAULT_BASE as GRAPH_BASE
from lgm_core.rdf.iris import iri_part
from lgm_core.rdf.vocabulary import RDF, RDFS, XSD
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.conformance import Conformance, ConformingFact
from lgm_core.schema.proposing import pages
from lgm_core.schema.value_fitting import range_unit, value_fits, whole_value

__all__ = ["EVIDENCE", "THINGS", "kept_payload", "payload_of", "schema_name", "schema_names"]

THINGS = f"{GRAPH_BASE}thing/"
"""The beginning of the identifiers of things; the key of a name follows."""

EVIDENCE = f"{GRAPH_BASE}evidence/"
"""The beginning of the names of graphs; the number of an entry in the table of evidence follows."""

BLOB = "sparql-view"
"""The name of the cache in the store that keeps the triples of the whole graph, after `head_of` it."""
_FORMAT = 4
"""Of what is kept; raise it whenever the same graph has other triples, or they are written in another way."""

_MOST = 6
"""The most facts, and the most sentences, kept as evidence of one triple."""

_STEPS = 3
"""The most is-a relations from a thing to its classes, as in `GraphView.classes_above`."""

_Triple = tuple[str, str, str]
_TYPE, _LABEL = f"<{RDF}type>", f"<{RDFS}label>"
_IS_A = frozenset({RelationKind.IS_A})
_PLAIN_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_DATE, _DATE_TYPES = re.compile(r"-?\d{4,}(-\d\d)?(-\d\d)?"), ("gYear", "gYearMonth", "date")


def kept_payload(view: GraphView) -> bytes:
    """Return what `payload_of` does; without a filter, kept among the store's caches until the graph changes."""
    store = view.store
    head = head_of(store)
    if view.allowed is None and (kept := store.read_blob(BLOB)) is not None and kept.startswith(head):
        return kept[len(head) :]
    payload = payload_of(view)
    if view.allowed is None:
        with suppress(StoreError):  # a graph that cannot be written now is read anew next time
            store.write_blob(BLOB, head + payload, wait=False)
            if head_of(store) != head:  # what was deleted meanwhile must not stay
                store.delete_blobs(BLOB)
    return payload


def head_of(store: LanguageGraphStore) -> bytes:
    """Return how what is kept of a graph's present state begins."""
    return f"{_FORMAT} {store.revision()}\n".encode()


def payload_of(view: GraphView) -> bytes:
    """Return the triples of what a view shows, compressed, with all that checks and citations need.

    Four parts are divided by zero bytes: the schema's names as JSON; N-Quads, each triple once; evidence, line by line
    `[facts, sentences, name]`, where a name is the key and form of a label, or a value
    as written; the identifiers of things with their names.

    Raises:
        InputError: the graph has no schema.
    """
    if not (view.schema.classes or view.schema.properties):
        raise InputError("the graph has no schema, so there is nothing to ask in SPARQL; load or propose one")
    made = _Triples(view)
    members = made.members()
    conforming = list(made.conforming())
    made.name(chain(members, (end for fact, _ in conforming for end in fact.concepts)))
    made.add_stated_types()
    for fact, how in conforming:
        made.add_fact(fact, how)
    made.add_labels()
    parts = (json.dumps(schema_names(view.schema)), *made.written())
    return zlib.compress("\0".join(parts).encode("utf-8", "replace"), 1)


def schema_names(schema: Schema) -> dict[str, object]:
    """Return what queries may name: the base, and the identifiers of classes and properties by name."""
    return {
        "base": schema.base or DEFAULT_BASE,
        "classes": {each.name: schema.iri_of(each) for each in schema.classes},
        "properties": {each.name: schema.iri_of(each) for each in schema.properties},
    }


def schema_name(schema: Schema, part: SchemaClass | SchemaProperty) -> str:
    """Return how a query names a class or property: `:Ferry`, or its identifier in angle brackets."""
    iri, base = schema.iri_of(part), schema.base or DEFAULT_BASE
    local = iri.removeprefix(base)
    return f":{local}" if local != iri and _PLAIN_NAME.fullmatch(local) else f"<{iri}>"


class _Triples:
    """Collects the triples of a view, and the evidence of each."""

    def __init__(self, view: GraphView) -> None:
        self._view, self._schema = view, view.schema
        self._conformance = Conformance(view.schema, view.languages, self._types)
        self._kind_of = {each.name: each.kind for each in self._schema.classes}
        self._iris = {each.name: f"<{self._schema.iri_of(each)}>" for each in self._schema.classes}
        self._properties = {each.name: f"<{self._schema.iri_of(each)}>" for each in self._schema.properties}
        self._groups: dict[str, tuple[str, ...]] = {}
        self._forms: dict[str, tuple[str, ...]] = {}
        self._nodes: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._parents: defaultdict[str, list[tuple[str, list[str]]]] = defaultdict(list)
        self._kinds: set[str] = set()
        self._stated: dict[str, list[tuple[str, list[str]]]] = {}
        self._told: frozenset[_Triple] = frozenset()
        self._found: dict[_Triple, tuple[dict[str, None], dict[str, None], tuple[str, ...]]] = {}

    def conforming(self) -> Iterator[tuple[Fact, ConformingFact]]:
        """Yield the facts that conform, with the evidence that the view shows."""
        if not self._schema.properties:
            return
        for page in pages(self._view.store.facts):
            facts = [fact for each in page if (fact := self._view.visible_fact(each))]
            self._conformance.read(facts)
            for fact in facts:
                how = self._conformance.conforming(fact, self._view.grouped_predicates(fact))
                if how is not None and isinstance(fact.object, str | Value):
                    yield fact, how

    def members(self) -> list[str]:
        """Return the concepts that is-a relations state to be something, and take in what these state."""
        pages_of = pages(partial(self._view.store.relations, kind=RelationKind.IS_A))
        relations = [
            (each, evidence)
            for each in chain.from_iterable(pages_of)
            if each.object != THING and (evidence := counting_evidence(each.evidence, self._view.allowed))
        ]
        self._view.relations([each.subject for each, _ in relations], _IS_A)  # finds the ones to overrule
        for each, evidence in relations:
            if each.key not in self._view.overruled:
                self._parents[each.subject].append((each.object, [item.sentence_id for item in evidence[:2]]))
                self._kinds.add(each.object)
        return list(self._parents)

    def _types(self, keys: Collection[str]) -> dict[str, set[str]]:
        """Return what texts state things to be; remember the sentences."""
        fresh = [key for key in keys if key not in self._stated]
        self._view.name_groups(fresh)  # reads all aliases at once
        for key in fresh:
            self._stated[key] = list(self._above(key))
        for profile in self._view.store.profiles(fresh, self._view.where) if fresh else ():
            sentences = [each.sentence_id for each in profile.evidence]
            self._stated[profile.concept] += [(type, sentences) for type in profile.types]
        return {key: {type for type, _ in self._stated[key]} for key in keys}

    def _above(self, key: str) -> Iterator[tuple[str, list[str]]]:
        """Yield what is above a thing, nearest first, each with the sentences of the relations that lead to it."""
        found = {key}
        fresh: list[tuple[str, list[str]]] = [(key, [])]
        for _ in range(_STEPS):
            above = []
            for each, sentences in fresh:
                for name in self._view.names(each):
                    for parent, leading in self._parents.get(name, ()):
                        if parent not in found:
                            found.add(parent)
                            above.append((parent, [*sentences, *leading]))
            yield from above
            fresh = above

    def name(self, keys: Iterable[str]) -> None:
        """Give each concept the node of all its names, and find these as documents write them."""
        keys = list(dict.fromkeys(key for key in keys if key != THING))
        for group in self._view.name_groups(keys):
            self._groups |= dict.fromkeys(group, group)
        self._forms = {key: (name_of(key),) for key in self._groups}
        ranks = dict.fromkeys(self._groups, (0, False))
        for concept in chain.from_iterable(map(self._view.find_concepts, self._pages())):
            self._forms[concept.key] = concept.forms or self._forms[concept.key]
            ranks[concept.key] = (concept.frequency, bool(concept.forms))
        for key, group in self._groups.items():
            self._nodes[key] = node = f"<{THINGS}{iri_part(min(group))}>"
            if node not in self._names:
                self._names[node] = self._forms[max(group, key=lambda each: (ranks[each], each))][0]

    def _pages(self) -> Iterator[Sequence[str]]:
        keys = list(self._groups)
        return pages(lambda offset, limit: keys[offset : offset + limit])

    def add_fact(self, fact: Fact, how: ConformingFact) -> None:
        """Add the triples of a fact: the property's, its inverse's, and the types of the ends that follow from it."""
        property = how.property
        subject, object = (fact.object, fact.subject) if how.is_reversed else (fact.subject, fact.object)
        if not isinstance(subject, str) or subject not in self._nodes:
            return
        term = self._term(object, property)
        if term is None:
            return
        node = self._nodes[subject]
        sentences = [item.sentence_id for item in fact.evidence]
        name = (object.text,) if isinstance(object, Value) else ()
        self._add((node, self._properties[property.name], term), [fact.key], sentences, name)
        ends = [(subject, property.domains)]
        if isinstance(object, str) and term == self._nodes.get(object):
            ends.append((object, property.ranges))
            for inverse in sorted(self._conformance.inverses(property.name)):
                self._add((term, self._properties[inverse], node), [fact.key], sentences)
        for end, classes in ends:
            if len(classes) == 1:
                self._add_type(end, classes[0], [fact.key], sentences)

    def add_stated_types(self) -> None:
        """Add what texts state all things to be."""
        for page in self._pages():
            self._types(page)
        for group in dict.fromkeys(self._groups.values()):
            for type, sentences in chain.from_iterable(self._stated[key] for key in group):
                if named := self._conformance.class_of_type(type):
                    self._add_type(group[0], named, [], sentences)
            for key in group:  # a term of a list is of its own class
                if named := self._conformance.class_named(name_of(key)):
                    self._add_type(key, named, [], [], (key, self._forms[key][0]))
        self._told = frozenset(triple for triple, (_, sentences, _) in self._found.items() if sentences)

    def add_labels(self) -> None:
        """Add the names of all things that have a triple."""
        used = {node for subject, _, object in self._found for node in (subject, object)}
        for key, group in self._groups.items():
            if (node := self._nodes[key]) in used:
                aliases = self._view.aliases(group) if len(group) > 1 else ()
                sentences = [each.sentence_id for alias in aliases if key in alias.key for each in alias.evidence]
                for form in self._forms[key]:
                    self._add((node, _LABEL, _text(form)), [], sentences, (key, form))

    def _add_type(
        self, key: str, named: str, facts: Sequence[str], sentences: Sequence[str], name: tuple[str, ...] = ()
    ) -> None:
        """Add that a thing is of a class and those above it, unless it is itself a kind of things.

        Facts that imply a class bear out nothing where texts state it.
        """
        own = self._conformance.class_named(name_of(key))
        if self._kind_of.get(own) is not ClassKind.CONCEPT and (own or not self._kinds.isdisjoint(self._groups[key])):
            return
        for above in self._schema.hierarchy.get(named, ()):
            if above in self._iris:
                triple = (self._nodes[key], _TYPE, self._iris[above])
                if not (facts and triple in self._told):
                    self._add(triple, facts, sentences, name)

    def _term(self, end: FactEnd, property: SchemaProperty) -> str | None:
        """Return the object of a triple: a node or a literal; None for what has no exact value."""
        values = property.value_range
        if isinstance(end, Value):
            return _literal(end, values, self._view.languages or ("",))
        if not isinstance(end, str):
            return None
        if values is None:
            return self._nodes.get(end)
        for language in self._view.languages:
            value = whole_value(name_of(end), language)
            if value is not None and values.kind is not ValueKind.TEXT and value_fits(values, value, language):
                return _literal(value, values, (language,))
        return _text(self._forms.get(end, (name_of(end),))[0]) if values.kind is ValueKind.TEXT else None

    def _add(self, triple: _Triple, facts: Sequence[str], sentences: Sequence[str], name: tuple[str, ...] = ()) -> None:
        kept = self._found.setdefault(triple, ({}, {}, name))
        for old, new in zip(kept[:2], (facts, sentences), strict=True):
            for each in new[: max(0, _MOST - len(old))]:
                old[each] = None

    def written(self) -> tuple[str, str, str]:
        """Return the triples in N-Quads, the table of evidence, and the names of nodes, each line by line."""
        numbers: dict[str, int] = {}
        quads = []
        of_one_predicate = sorted(self._found.items(), key=lambda item: item[0][1])  # stand together, so read faster
        for (subject, predicate, object), (facts, sentences, name) in of_one_predicate:
            entry = json.dumps([list(facts), list(sentences), list(name)], separators=(",", ":"))
            number = numbers.setdefault(entry, len(numbers))
            quads.append(f"{subject} {predicate} {object} <{EVIDENCE}{number}> .")
        names = (f"{node[1:-1]}\t{' '.join(name.split())}" for node, name in self._names.items())
        return "\n".join(quads), "\n".join(numbers), "\n".join(names).replace("\0", " ")


def _text(text: str, datatype: str = "") -> str:
    """Return a literal in N-Quads."""
    return json.dumps(text, ensure_ascii=False) + (f"^^<{XSD}{datatype}>" if datatype else "")


def _literal(value: Value, wanted: ValueRange | None, languages: Sequence[str]) -> str | None:
    """Return a value as a literal in the unit of a range; None for *at least 15 euros*, which is no exact value."""
    if value.kind is ValueKind.TEXT or (wanted and wanted.kind is ValueKind.TEXT):
        return _text(value.normalised)
    if wanted and wanted.kind is ValueKind.NUMBER and value.kind is ValueKind.DATE:
        return _text(value.text.strip(), "decimal")
    if value.start is None or value.end is None:
        return None
    normalised = value.normalised
    if value.kind is ValueKind.DATE:
        found = _DATE.fullmatch(normalised)
        return _text(normalised, _DATE_TYPES[found.lastindex or 0] if found else "")
    unit = wanted.unit if wanted else ""
    if value.start != value.end or (value.kind is ValueKind.QUANTITY and not unit):
        return _text(normalised)
    factor = next((own[1] for each in languages if (own := range_unit(unit, each))[0] == value.unit), 1.0)
    return _text(f"{Decimal(f'{value.start / factor:.12g}'):f}", "decimal")
