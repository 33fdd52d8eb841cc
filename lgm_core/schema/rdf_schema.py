"""Schemas in RDF: OWL and RDFS ontologies and SKOS term lists, in any syntax of rdflib, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from itertools import chain, count
from os.path import commonprefix
from typing import TYPE_CHECKING, Literal, TypeVar

from lgm_core.errors import SchemaError, missing_extra
from lgm_core.model import ValueKind
from lgm_core.model.schema import (
    DEFAULT_BASE,
    ClassKind,
    Rule,
    Schema,
    SchemaClass,
    SchemaProperty,
    part_of,
    predicate_words,
    stated_fields,
)
from lgm_core.rdf.iris import iri_part
from lgm_core.rdf.rdf_parsing import RdfFormat, Triples, parsed_rdf
from lgm_core.rdf.vocabulary import LGM, RDF, RDFS, SKOS, XSD
from lgm_core.schema.schema_checks import check_schema

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import Node

__all__ = ["RdfSyntax", "parse_rdf_schema", "rdf_schema"]

RdfSyntax = Literal["turtle", "xml", "json-ld", "nt"]
"""A syntax in which a schema can be written."""

T = TypeVar("T", SchemaClass, SchemaProperty)

OWL = "http://www.w3.org/2002/07/owl#"
_CLASSES = (f"{OWL}Class", f"{RDFS}Class", f"{SKOS}Concept")
_PROPERTIES = (f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty", f"{RDF}Property")
# What classes are said with, then what concepts are said with.
_LABELS = (f"{RDFS}label", f"{SKOS}prefLabel")
_DESCRIPTIONS = (f"{RDFS}comment", f"{SKOS}definition")
_PARENTS = (f"{RDFS}subClassOf", f"{SKOS}broader")
_OTHER_LABELS = (f"{SKOS}altLabel", f"{SKOS}hiddenLabel")
_OWN = frozenset(("kind", "range", "headings", "status", "origin", "examples"))
"""The fields that this library's own vocabulary has words for, each its name."""

_KINDS = {
    **dict.fromkeys("date dateTime gYear gYearMonth gMonthDay".split(), ValueKind.DATE),
    **dict.fromkeys("integer int long decimal double float nonNegativeInteger".split(), ValueKind.NUMBER),
}
"""Kinds of values by the names of XML Schema's types; the others are texts."""

_TYPES = {ValueKind.DATE: "date", ValueKind.NUMBER: "decimal", ValueKind.QUANTITY: "string", ValueKind.TEXT: "string"}
_READABLE = re.compile(r"[^\W\d_]{2,}[\w.-]*")
_NO_NAME = re.compile(r"[^\w]+")


def parse_rdf_schema(data: bytes, format: RdfFormat) -> Schema:
    """Return the schema in an RDF file, its parts ordered by name.

    Classes of OWL, RDFS and SKOS become classes, and properties properties. An identifier that is only a code (`Q42`)
    is named by its label. Restrictions, axioms and everything else about them are left out.

    Raises:
        InputError: the data are not of this syntax, with the line.
        SchemaError: they have no class or property, or contradict themselves.
        MissingDependencyError: rdflib is not installed.
    """
    schema = _Reader(parsed_rdf(data, format)).schema()
    if not schema.classes and not schema.properties:
        raise SchemaError("holds no classes or properties of OWL, RDFS or SKOS")
    check_schema(schema)
    return schema


class _Reader:
    """Reads a schema from triples."""

    def __init__(self, triples: Triples) -> None:
        self._triples = triples
        self._ontology = next(iter(triples.of_class(f"{OWL}Ontology")), None)
        classes, properties = self._nodes(_CLASSES), self._nodes(_PROPERTIES)
        self.base = self._text(self._ontology, f"{LGM}base") or _base_of(classes | properties)
        self._classes = self._names(classes - properties, hump=True)
        self._properties = self._names(properties, hump=False)

    def schema(self) -> Schema:
        rules = map(self._rule, self._triples.of_class(f"{LGM}Rule"))
        return Schema(
            self._text(self._ontology, f"{RDFS}label"),
            self.base,
            tuple(self._class(node, name) for node, name in self._classes.items()),
            tuple(self._property(node, name) for node, name in self._properties.items()),
            tuple(sorted(rules, key=lambda rule: rule.name)),
        )

    def _nodes(self, types: Sequence[str]) -> set[Node]:
        """Return the resources of some classes that have an IRI, without those of OWL itself."""
        from rdflib import URIRef

        found = (node for type in types for node in self._triples.of_class(type))
        return {node for node in found if isinstance(node, URIRef) and not str(node).startswith((OWL, RDFS, XSD))}

    def _names(self, nodes: Iterable[Node], *, hump: bool) -> dict[Node, str]:
        """Return names for resources, each name once, in order."""
        names: dict[str, Node] = {}
        for node in sorted(nodes, key=str):
            name = self._name(node, hump=hump)
            numbered = (f"{name}-{number}" for number in count(2))
            names[next(each for each in chain([name], numbered) if each not in names)] = node
        return {node: name for name, node in sorted(names.items())}

    def _name(self, node: Node, *, hump: bool) -> str:
        iri = str(node)
        local = iri.removeprefix(self.base) if iri.startswith(self.base) else re.split("[/#:]", iri)[-1]
        if _READABLE.fullmatch(local) and not (hump and local in tuple(ValueKind)):
            return local
        words = [word for word in _NO_NAME.split(next(iter(self._labels(node)), local)) if word]
        name = "".join(word[:1].upper() + word[1:] for word in words)
        name = name if hump else name[:1].lower() + name[1:]
        return name if name[:1].isalpha() else f"x{name}"

    def _values(self, node: Node | None, *predicates: str) -> list[Node]:
        about = [] if node is None else self._triples.about(node)
        return [value for wanted in predicates for predicate, value in about if str(predicate) == wanted]

    def _texts(self, node: Node | None, *predicates: str) -> list[str]:
        """Return literals by the order of predicates, then by language with English first, then by text."""
        found = []
        for predicate in predicates:
            values = [value for value in self._values(node, predicate) if str(value).strip()]
            order = [(getattr(value, "language", None) or "", str(value)) for value in values]
            found += [text for _, text in sorted(order, key=lambda each: (each[0] not in ("", "en"), each))]
        return list(dict.fromkeys(found))

    def _text(self, node: Node | None, *predicates: str) -> str:
        return next(iter(self._texts(node, *predicates)), "")

    def _labels(self, node: Node) -> list[str]:
        return self._texts(node, *reversed(_LABELS), *_OTHER_LABELS)

    def _part(self, made: type[T], node: Node, name: str, **values: object) -> T:
        """Return a class or property, with the fields that both have, and those in our own vocabulary."""
        labels = self._labels(node)
        values |= {"name": name, "labels": [] if labels == [predicate_words(name)] else labels}
        values["iri"] = "" if str(node) == self.base + name else str(node)
        for field in fields(made):
            if field.name in _OWN and (texts := self._texts(node, LGM + field.name)):
                values[field.name] = texts if str(field.type).startswith("tuple") else texts[0]
        return part_of(made, values)

    def _class(self, node: Node, name: str) -> SchemaClass:
        parents = {self._classes[parent] for parent in self._values(node, *_PARENTS) if parent in self._classes}
        kind = ClassKind.CONCEPT if node in self._triples.of_class(f"{SKOS}Concept") else ClassKind.ENTITY
        description = self._text(node, *_DESCRIPTIONS)
        return self._part(SchemaClass, node, name, parents=sorted(parents - {name}), kind=kind, description=description)

    def _property(self, node: Node, name: str) -> SchemaProperty:
        inverses = [self._properties.get(other, "") for other in self._values(node, f"{OWL}inverseOf")]
        inverse, domain = min(filter(None, inverses), default=""), self._class_names(node, f"{RDFS}domain")
        return self._part(SchemaProperty, node, name, domain=domain, range=self._range(node), inverse=inverse)

    def _rule(self, node: Node) -> Rule:
        name, when, then, text = (self._text(node, LGM + key) for key in ("name", "when", "then", "text"))
        return Rule(name, tuple(when.split("\n")), then, text)

    def _range(self, node: Node) -> str:
        if named := self._class_names(node, f"{RDFS}range"):
            return named
        types = [str(value) for value in self._values(node, f"{RDFS}range")]
        kinds = {_KINDS.get(type.removeprefix(XSD), ValueKind.TEXT) for type in types if type.startswith(XSD)}
        is_value = node in self._triples.of_class(f"{OWL}DatatypeProperty")
        return str(min(kinds, default=ValueKind.TEXT if is_value else ""))

    def _class_names(self, node: Node, predicate: str) -> str:
        """Return the classes that a property has, those of a union one by one, as alternatives."""
        found = set()
        for value in self._values(node, predicate):
            members = [value, *(each for head in self._values(value, f"{OWL}unionOf") for each in self._members(head))]
            found |= {self._classes[member] for member in members if member in self._classes}
        return "|".join(sorted(found))

    def _members(self, head: Node) -> Iterator[Node]:
        seen: set[Node] = set()
        while head not in seen:
            seen.add(head)
            yield from self._values(head, f"{RDF}first")
            head = next(iter(self._values(head, f"{RDF}rest")), head)


def _base_of(nodes: Iterable[Node]) -> str:
    """Return the longest common beginning of IRIs, up to a separator."""
    shared = commonprefix(list(map(str, nodes)))  # noqa: RUF071 - of characters
    return shared[: max(map(shared.rfind, "/#:")) + 1] or DEFAULT_BASE


def rdf_schema(schema: Schema, syntax: RdfSyntax = "turtle") -> str:
    """Return a schema as an ontology of OWL, its concepts as those of SKOS, which `parse_rdf_schema` reads back.

    What OWL has no words for (headings, examples, rules, units) is written in this library's own vocabulary.

    Raises:
        MissingDependencyError: rdflib is not installed.
    """
    try:
        from rdflib import Graph, Namespace
    except ImportError as error:
        raise missing_extra("Writing schemas in RDF", "rdf") from error
    graph = Graph(bind_namespaces="none")
    for prefix, namespace in (("owl", OWL), ("rdfs", RDFS), ("skos", SKOS), ("xsd", XSD), ("lgm", LGM)):
        graph.bind(prefix, Namespace(namespace))
    _Writer(graph).write(replace(schema, base=schema.base or DEFAULT_BASE))
    return str(graph.serialize(format=syntax))


class _Writer:
    """Writes a schema to a graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def write(self, schema: Schema) -> None:
        classes = {each.name: schema.iri_of(each) for each in schema.classes}
        properties = {each.name: schema.iri_of(each) for each in schema.properties}
        ontology = schema.base.rstrip("/#")  # no part is called this: its name follows the base
        self._say(ontology, f"{RDF}type", iris=[f"{OWL}Ontology"])
        self._say(ontology, f"{LGM}base", [schema.base])
        self._say(ontology, f"{RDFS}label", [schema.domain])
        for each in schema.classes:
            iri, is_concept = classes[each.name], each.kind is ClassKind.CONCEPT
            self._say_part(iri, each, f"{SKOS}Concept" if is_concept else f"{OWL}Class", _LABELS[is_concept])
            self._say(iri, _DESCRIPTIONS[is_concept], [each.description])
            self._say(iri, _PARENTS[is_concept], iris=[classes[parent] for parent in each.parents])
        for one in schema.properties:
            iri, values = properties[one.name], one.value_range
            self._say_part(iri, one, f"{OWL}DatatypeProperty" if values else f"{OWL}ObjectProperty", _LABELS[0])
            self._say_one_of(iri, f"{RDFS}domain", [classes[name] for name in one.domains])
            self._say_one_of(iri, f"{RDFS}range", [classes[name] for name in one.ranges])
            self._say(iri, f"{RDFS}range", iris=[XSD + _TYPES[values.kind]] if values else ())
            self._say(iri, f"{OWL}inverseOf", iris=[properties[one.inverse]] if one.inverse else ())
        for rule in schema.rules:
            iri = f"{schema.base}rule:{iri_part(rule.name)}"
            self._say(iri, f"{RDF}type", iris=[f"{LGM}Rule"])
            for field, value in stated_fields(rule).items():
                self._say(iri, LGM + field, [value if isinstance(value, str) else "\n".join(value)])

    def _say_part(self, iri: str, each: SchemaClass | SchemaProperty, type: str, label: str) -> None:
        """Write what is said alike of classes and properties."""
        first, *others = each.labels or (predicate_words(each.name),)
        self._say(iri, f"{RDF}type", iris=[type])
        self._say(iri, label, [first])
        self._say(iri, _OTHER_LABELS[0], others)
        for field, value in stated_fields(each).items():
            # OWL tells the rest: concepts, ranges that are classes, and kinds of values.
            is_range = field == "range" and " " not in value and value != ValueKind.QUANTITY
            if field in _OWN and not is_range and value is not ClassKind.CONCEPT:
                self._say(iri, LGM + field, [value] if isinstance(value, str) else value)

    def _say_one_of(self, iri: str, predicate: str, members: Sequence[str]) -> None:
        """Write what is said of a class; of several their union."""
        from rdflib import BNode, URIRef
        from rdflib.collection import Collection

        if len(members) > 1:
            union, head = BNode(), BNode()
            Collection(self._graph, head, list(map(URIRef, members)))
            self._graph.add((union, URIRef(f"{RDF}type"), URIRef(f"{OWL}Class")))
            self._graph.add((union, URIRef(f"{OWL}unionOf"), head))
            self._graph.add((URIRef(iri), URIRef(predicate), union))
        else:
            self._say(iri, predicate, iris=members)

    def _say(self, subject: str, predicate: str, texts: Iterable[str] = (), *, iris: Iterable[str] = ()) -> None:
        from rdflib import Literal, URIRef

        for value in (*map(URIRef, iris), *(Literal(text) for text in texts if text)):
            self._graph.add((URIRef(subject), URIRef(predicate), value))
