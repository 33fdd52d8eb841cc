"""What a document says as resources: entities, profiles, relations, facts and groups of predicates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from lgm_core.model import (
    DocumentEntity,
    DocumentGraph,
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    FactEvidence,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SectionEnd,
    Value,
    ValueKind,
    Verdict,
    broader_things,
    document_entities,
)
from lgm_core.rdf.iris import Iris, short_hash
from lgm_core.rdf.vocabulary import DCTERMS, LGM, PROV, RDF, RDFS, SKOS, XSD
from lgm_core.rdf.write.text_resources import Iri, Literal, Object, Resource, ResourceList, sentence_iris

__all__ = ["knowledge_resources", "things_of"]

_DATES = {
    re.compile(r"-?\d{4,}"): f"{XSD}gYear",
    re.compile(r"-?\d{4,}-\d\d"): f"{XSD}gYearMonth",
    re.compile(r"-?\d{4,}-\d\d-\d\d"): f"{XSD}date",
}


def typed_literal(value: Value) -> Literal:
    """Return a value for those who compute with it.

    A day, month or year is `xsd:date`, `xsd:gYearMonth` or `xsd:gYear`, an exact number `xsd:decimal`; a stretch of
    time, a quantity with its unit and a number between bounds are texts.
    """
    if value.start is None or value.end is None:
        return Literal(value.text)
    if value.kind is ValueKind.DATE:
        text = value.normalised
        return Literal(text, next((type for form, type in _DATES.items() if form.fullmatch(text)), ""))
    if value.kind is ValueKind.NUMBER and value.start == value.end and not value.unit:
        return Literal(f"{Decimal(repr(value.start)):f}", f"{XSD}decimal")
    return Literal(value.normalised)


def written_value(value: Value) -> Resource:
    """Return all that is known of a value."""
    resource = Resource.of("", f"{LGM}Value")
    resource.add(f"{LGM}text", value.text)
    resource.add(f"{LGM}valueKind", value.kind.value)
    resource.add(f"{LGM}least", value.start)
    resource.add(f"{LGM}most", value.end)
    resource.add(f"{LGM}unit", value.unit or None)
    return resource


_PROPERTIES = {
    RelationKind.IS_A: f"{SKOS}broader",
    RelationKind.HAS_PART: f"{DCTERMS}hasPart",
    RelationKind.ALIAS_OF: f"{LGM}aliasOf",
}


@dataclass(frozen=True, slots=True)
class Things:
    """What a document's concepts are: `entities`, and by concept key the IRI of the entity, or of the concept alone."""

    entities: tuple[DocumentEntity, ...]
    iris: Mapping[str, str]


def things_of(graph: DocumentGraph, iris: Iris) -> Things:
    """Return the things of a document, of every concept that its relations, facts and mentions name."""
    entities = document_entities(graph, every_concept=True)
    keys = {key: iris.part("entity", entity.key) for entity in entities for key in entity.keys}
    named = {mention.concept for mention in graph.mentions}
    named.update(key for relation in graph.relations for key in (relation.subject, relation.object))
    named.update(key for fact in graph.facts for key in fact.concepts)
    named.update(profile.concept for profile in graph.profiles)
    for key in sorted(named - keys.keys()):
        keys[key] = iris.part("entity", key)
    return Things(entities, keys)


def knowledge_resources(graph: DocumentGraph, iris: Iris, things: Things) -> Iterator[Resource]:
    """Yield what a document says, in the order of its graph."""
    document = _Document(graph, iris, things)
    yield from document.entities()
    for profile in graph.profiles:
        yield document.profile(profile)
    for relation in graph.relations:
        yield document.relation(relation)
    for fact in graph.facts:
        yield document.fact(fact)
    for group in graph.predicate_groups:
        yield document.group(group)
    yield from document.predicates()


class _Document:
    """Turns what one document says into resources."""

    def __init__(self, graph: DocumentGraph, iris: Iris, things: Things) -> None:
        self._graph = graph
        self._iris = iris
        self._things = things
        self._sentences = sentence_iris(graph, iris)
        self._shown: dict[str, str] = {}
        for group in graph.predicate_groups:
            for member in group.members:
                self._shown.setdefault(member, group.name)

    def entities(self) -> Iterator[Resource]:
        """Yield the things of the document, and the concepts that it only relates to others."""
        statements = self._statements()
        described = set()
        for entity in self._things.entities:
            resource = self._entity(entity)
            described.add(resource.iri)
            _add_all(resource, statements.get(resource.iri, {}))
            yield resource
        for key, iri in self._things.iris.items():
            if iri not in described:
                resource = Resource.of(iri, f"{LGM}Entity", f"{SKOS}Concept")
                resource.add(f"{LGM}inDocument", Iri(self._iris.document))
                resource.add(f"{LGM}key", key)
                resource.add(f"{SKOS}prefLabel", self._worded(key))
                _add_all(resource, statements.get(iri, {}))
                yield resource

    def profile(self, profile: EntityProfile) -> Resource:
        """Return what one origin says that a thing is."""
        told: list[object] = [profile.types, profile.description, profile.origin, profile.entity_class]
        told += [profile.is_familiar, profile.relevance]
        told += [(entry.sentence_id, entry.origin) for entry in profile.evidence]
        resource = self._part("profile", "Profile", (profile.concept,), *map(str, told))
        resource.add(f"{LGM}entity", Iri(self._things.iris[profile.concept]))
        resource.add(f"{LGM}key", profile.concept)
        resource.add(f"{LGM}types", ResourceList(profile.types))
        resource.add(f"{DCTERMS}description", self._described(profile.description))
        resource.add(f"{LGM}entityClass", profile.entity_class)
        resource.add(f"{LGM}isFamiliar", profile.is_familiar)
        resource.add(f"{LGM}relevance", profile.relevance)
        resource.add(f"{LGM}origin", profile.origin or None)
        self._add_evidence(resource, profile.evidence)
        return resource

    def relation(self, relation: MetaRelation) -> Resource:
        """Return a meta-relation as a statement."""
        kind = relation.kind.value
        names = (kind.replace("_", "-"), relation.subject, relation.object)
        resource = self._part("relation", "Relation", names, *names, also=f"{RDF}Statement")
        resource.add(f"{RDF}subject", Iri(self._things.iris[relation.subject]))
        resource.add(f"{RDF}predicate", Iri(_PROPERTIES[relation.kind]))
        resource.add(f"{RDF}object", Iri(self._things.iris[relation.object]))
        resource.add(f"{LGM}relationKind", kind)
        resource.add(f"{LGM}subjectKey", relation.subject)
        resource.add(f"{LGM}objectKey", relation.object)
        resource.add(f"{LGM}verdict", relation.verdict.value)
        self._add_evidence(resource, relation.evidence)
        return resource

    def fact(self, fact: Fact) -> Resource:
        """Return a fact as a statement."""
        texts = [end.text for end in fact.ends if isinstance(end, Value)]
        resource = self._part("fact", "Fact", (fact.subject, fact.predicate), fact.key, *texts, also=f"{RDF}Statement")
        resource.add(f"{RDF}subject", Iri(self._things.iris[fact.subject]))
        resource.add(f"{RDF}predicate", Iri(self._predicate(fact.predicate)))
        resource.add(f"{RDF}object", self._end(fact.object))
        resource.add(f"{LGM}subjectKey", fact.subject)
        resource.add(f"{LGM}predicateKey", fact.predicate)
        self._add_exactly(resource, fact.object)
        resource.add(f"{LGM}qualifier", *(self._qualifier(name, end) for name, end in fact.qualifiers))
        resource.add(f"{LGM}verdict", fact.verdict.value)
        self._add_evidence(resource, fact.evidence)
        return resource

    def group(self, group: PredicateGroup) -> Resource:
        """Return predicates that say the same."""
        told = (*group.members, group.description, group.origin, group.run)
        resource = self._part("predicates", "PredicateGroup", (group.name,), *told)
        resource.add(f"{LGM}predicate", Iri(self._iris.predicate(group.name)))
        resource.add(f"{LGM}predicateKey", group.name)
        resource.add(f"{LGM}members", ResourceList(group.members))
        resource.add(f"{DCTERMS}description", self._described(group.description))
        resource.add(f"{LGM}origin", group.origin or None)
        resource.add(f"{LGM}run", group.run or None)
        return resource

    def predicates(self) -> Iterator[Resource]:
        """Yield the predicates by which facts are shown."""
        for name in sorted({self._shown.get(fact.predicate, fact.predicate) for fact in self._graph.facts}):
            resource = Resource.of(self._iris.predicate(name), f"{RDF}Property")
            resource.add(f"{RDFS}label", name)
            yield resource

    def _entity(self, entity: DocumentEntity) -> Resource:
        resource = Resource.of(self._things.iris[entity.key], f"{LGM}Entity", f"{SKOS}Concept")
        resource.add(f"{LGM}inDocument", Iri(self._iris.document))
        resource.add(f"{LGM}key", *entity.keys)
        resource.add(f"{SKOS}prefLabel", self._worded(entity.name))
        resource.add(f"{SKOS}altLabel", *map(self._worded, entity.aliases))
        resource.add(f"{DCTERMS}description", self._described(entity.description))
        resource.add(f"{PROV}wasDerivedFrom", *(Iri(self._sentences[id]) for id in entity.described_by))
        resource.add(f"{LGM}entityClass", entity.entity_class)
        resource.add(f"{LGM}type", *map(self._worded, entity.types))
        resource.add(f"{LGM}isFamiliar", entity.is_familiar)
        resource.add(f"{LGM}relevance", entity.relevance)
        return resource

    def _statements(self) -> dict[str, dict[str, list[Object]]]:
        """Return relations and facts as plain triples, by subject and property.

        Left out is what was rejected, and of what is a kind of what all that makes cycles or follows from the rest.
        """
        found: dict[str, dict[str, dict[Object, None]]] = {}
        for relation in self._graph.relations:
            ends = self._things.iris[relation.subject], self._things.iris[relation.object]
            is_plain = relation.kind is not RelationKind.IS_A and relation.verdict is not Verdict.INVALID
            if is_plain and ends[0] != ends[1]:
                of_subject = found.setdefault(ends[0], {})
                of_subject.setdefault(_PROPERTIES[relation.kind], {})[Iri(ends[1])] = None
        for narrow, broad in broader_things(self._graph.relations, self._things.iris):
            found.setdefault(narrow, {}).setdefault(_PROPERTIES[RelationKind.IS_A], {})[Iri(broad)] = None
        for fact in self._graph.facts:
            if fact.verdict is not Verdict.INVALID:
                of_subject = found.setdefault(self._things.iris[fact.subject], {})
                of_subject.setdefault(self._predicate(fact.predicate), {})[self._end(fact.object)] = None
        return {
            subject: {name: list(objects) for name, objects in sorted(properties.items())}
            for subject, properties in found.items()
        }

    def _part(self, kind: str, type: str, names: Sequence[str], *identity: str, also: str = "") -> Resource:
        iri = self._iris.part(kind, *names, short_hash(*identity))
        resource = Resource.of(iri, f"{LGM}{type}", *([also] if also else []))
        resource.add(f"{LGM}inDocument", Iri(self._iris.document))
        return resource

    def _predicate(self, key: str) -> str:
        return self._iris.predicate(self._shown.get(key, key))

    def _end(self, end: FactEnd) -> Iri | Literal:
        if isinstance(end, Value):
            return typed_literal(end)
        if isinstance(end, SectionEnd):
            return Iri(self._iris.part("section", end.section_id.rpartition("#s")[2]))
        return Iri(self._things.iris[end])

    def _qualifier(self, name: str, end: FactEnd) -> Resource:
        resource = Resource()
        resource.add(f"{RDFS}label", name)
        resource.add(f"{RDF}value", self._end(end))
        self._add_exactly(resource, end)
        return resource

    def _add_exactly(self, resource: Resource, end: FactEnd) -> None:
        """Add what an end is, exactly: a key, a value as written, or a section."""
        if isinstance(end, Value):
            resource.add(f"{LGM}objectValue", written_value(end))
        elif isinstance(end, SectionEnd):
            resource.add(f"{LGM}objectSection", self._end(end))
        else:
            resource.add(f"{LGM}objectKey", end)

    def _add_evidence(self, resource: Resource, evidence: Sequence[Evidence | FactEvidence]) -> None:
        sentences = dict.fromkeys(self._sentences[entry.sentence_id] for entry in evidence)
        resource.add(f"{PROV}wasDerivedFrom", *map(Iri, sentences))
        for entry in evidence:
            stated = Resource()
            stated.add(f"{LGM}inSentence", Iri(self._sentences[entry.sentence_id]))
            if isinstance(entry, FactEvidence):
                stated.add(f"{LGM}start", entry.start)
                stated.add(f"{LGM}end", entry.end)
                stated.add(f"{LGM}wording", self._worded(entry.wording))
            stated.add(f"{LGM}origin", entry.origin)
            resource.add(f"{LGM}evidence", stated)

    def _described(self, text: str) -> Literal | None:
        return self._worded(text) if text else None

    def _worded(self, text: str) -> Literal:
        return Literal(text, language=self._graph.document.language)


def _add_all(resource: Resource, properties: Mapping[str, Sequence[Object]]) -> None:
    for name, objects in properties.items():
        resource.add(name, *objects)
