"""Schemas in RDF: OWL and RDFS ontologies and SKOS term lists, in any syntax of rdflib, read and written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os.path import commonprefix
from typing import TYPE_CHECKING, Literal

from lgm_core.errors import InputError, SchemaError, missing_extra
from lgm_core.model import ValueKind
from lgm_core.model.schema import ClassKind, Rule, Schema, SchemaClass, SchemaProperty, predicate_words
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

OWL = "http://www.w3.org/2002/07/owl#"
DEFAULT_BASE = "urn:lgm:schema#"
_CLASSES = (f"{OWL}Class", f"{RDFS}Class", f"{SKOS}Concept")
_PROPERTIES = (f"{OWL}ObjectProperty", f"{OWL}DatatypeProperty", f"{RDF}Property")
_LABELS = (f"{SKOS}prefLabel", f"{RDFS}label")
_OTHER_LABELS = (f"{SKOS}altLabel", f"{SKOS}hiddenLabel")
_DESCRIPTIONS = (f"{RDFS}comment", f"{SKOS}definition")
_PARENTS = (f"{RDFS}subClassOf", f"{SKOS}broader")
_KINDS = {
    **dict.fromkeys("date dateTime gYear gYearMonth gMonthDay".split(), ValueKind.DATE),
    **dict.fromkeys("integer int long decimal double float nonNegativeInteger".split(), ValueKind.NUMBER),
}
"""Kinds of values by the names of XML Schema's types; the others are texts."""

_TYPES = {ValueKind.DATE: "date", ValueKind.NUMBER: "decimal", ValueKind.QUANTITY: "string", ValueKind.TEXT: "string"}
_READABLE = re.compile(r"[^\W\d_]{2,}[\w.-]*")
_NO_NAME = re.compile(r"[^\w]+")


def parse_rdf_schema(data: bytes, format: RdfFormat, origin: str = "") -> Schema:
    """Return the schema in an RDF file, its parts ordered by name.

    Classes of OWL, RDFS and SKOS become classes, and properties properties. An identifier that is only a code (`Q42`)
    is named by its label. Restrictions, axioms and everything else about them are left out.

    Args:
        data: the file.
        format: its syntax.
        origin: what is recorded as the origin of classes and properties that have none.

    Raises:
        InputError: it is not of this syntax, with the line.
        SchemaError: it has no class or property, or contradicts itself.
        MissingDependencyError: rdflib is not installed.
    """
    schema = _Reader(parsed_rdf(data, format), origin).schema()
    if not schema.classes and not schema.properties:
        raise SchemaError("holds no classes or properties of OWL, RDFS or SKOS")
    check_schema(schema)
    return schema


class _Reader:
    """Reads a schema from triples."""

    def __init__(self, triples: Triples, origin: str) -> None:
        self._triples, self._origin = triples, origin
        classes, properties = self._named(_CLASSES), self._named(_PROPERTIES)
        given = self._text(next(iter(triples.of_class(f"{OWL}Ontology")), None), (f"{LGM}base",))
        self.base = given or _base_of([*classes, *properties])
        self._classes = self._names([node for node in classes if node not in properties], hump=True)
        self._properties = self._names(properties, hump=False)

    def schema(self) -> Schema:
        ontology = next(iter(self._triples.of_class(f"{OWL}Ontology")), None)
        classes = [self._class(node, name) for node, name in self._classes.items()]
        properties = [self._property(node, name) for node, name in self._properties.items()]
        rules = [self._rule(node) for node in self._triples.of_class(f"{LGM}Rule")]
        return Schema(
            self._text(ontology, (f"{LGM}domain", f"{RDFS}label")),
            self.base,
            tuple(sorted(classes, key=lambda each: each.name)),
            tuple(sorted(properties, key=lambda each: each.name)),
            tuple(sorted(rules, key=lambda rule: rule.name)),
        )

    def _named(self, types: Sequence[str]) -> dict[Node, None]:
        """Return the resources of some classes that have an IRI, without those of OWL itself."""
        from rdflib import URIRef

        found = (node for type in types for node in self._triples.of_class(type))
        return {node: None for node in found if isinstance(node, URIRef) and not str(node).startswith((OWL, RDFS, XSD))}

    def _names(self, nodes: Iterable[Node], *, hump: bool) -> dict[Node, str]:
        """Return names for resources, each name once."""
        names: dict[Node, str] = {}
        for node in sorted(nodes, key=str):
            name = self._name(node, hump=hump)
            number, unique = 2, name
            while unique in names.values():
                unique, number = f"{name}-{number}", number + 1
            names[node] = unique
        return names

    def _name(self, node: Node, *, hump: bool) -> str:
        iri = str(node)
        local = iri.removeprefix(self.base) if iri.startswith(self.base) else re.split("[/#:]", iri)[-1]
        if _READABLE.fullmatch(local):
            return local
        words = [word for word in _NO_NAME.split(next(iter(self._labels(node)), local)) if word]
        name = "".join(word[:1].upper() + word[1:] for word in words)
        name = name if hump else name[:1].lower() + name[1:]
        return name if name[:1].isalpha() else f"x{name}"

    def _values(self, node: Node | None, predicates: Sequence[str]) -> list[Node]:
        if node is None:
            return []
        about = list(self._triples.about(node))
        return [value for wanted in predicates for predicate, value in about if str(predicate) == wanted]

    def _texts(self, node: Node | None, predicates: Sequence[str]) -> list[str]:
        """Return literals by the order of predicates, then by language with English first, then by text."""
        found = []
        for predicate in predicates:
            values = [value for value in self._values(node, [predicate]) if str(value).strip()]
            order = [(getattr(value, "language", None) or "", str(value)) for value in values]
            found += [text for _, text in sorted(order, key=lambda each: (each[0] not in ("", "en"), each))]
        return list(dict.fromkeys(found))

    def _text(self, node: Node | None, predicates: Sequence[str]) -> str:
        return next(iter(self._texts(node, predicates)), "")

    def _labels(self, node: Node) -> tuple[str, ...]:
        return tuple(self._texts(node, (*_LABELS, *_OTHER_LABELS)))

    def _class(self, node: Node, name: str) -> SchemaClass:
        is_concept = node in dict.fromkeys(self._triples.of_class(f"{SKOS}Concept"))
        kind = self._text(node, (f"{LGM}kind",)) or (ClassKind.CONCEPT if is_concept else ClassKind.ENTITY)
        parents = [self._classes[parent] for parent in self._values(node, _PARENTS) if parent in self._classes]
        return SchemaClass(
            name,
            self._own_labels(node, name),
            tuple(sorted(set(parents) - {name})),
            self._text(node, _DESCRIPTIONS),
            ClassKind(kind) if kind in tuple(ClassKind) else ClassKind.ENTITY,
            "proposed" if self._text(node, (f"{LGM}status",)) == "proposed" else "accepted",
            self._text(node, (f"{LGM}origin",)) or self._origin,
            self._iri(node, name),
        )

    def _property(self, node: Node, name: str) -> SchemaProperty:
        inverses = [self._properties.get(other, "") for other in self._values(node, (f"{OWL}inverseOf",))]
        return SchemaProperty(
            name,
            self._own_labels(node, name),
            "|".join(sorted(self._class_names(node, f"{RDFS}domain"))),
            self._text(node, (f"{LGM}range",)) or self._range(node),
            min(filter(None, inverses), default=""),
            tuple(self._texts(node, (f"{LGM}heading",))),
            "proposed" if self._text(node, (f"{LGM}status",)) == "proposed" else "accepted",
            self._text(node, (f"{LGM}origin",)) or self._origin,
            tuple(self._texts(node, (f"{LGM}example",))),
            self._iri(node, name),
        )

    def _rule(self, node: Node) -> Rule:
        name, when, then, text = (self._text(node, (f"{LGM}{key}",)) for key in ("name", "when", "then", "text"))
        return Rule(name, tuple(when.split("\n")), then, text)

    def _own_labels(self, node: Node, name: str) -> tuple[str, ...]:
        """Return labels without a single one that only repeats the name."""
        labels = self._labels(node)
        return () if labels == (predicate_words(name),) else labels

    def _iri(self, node: Node, name: str) -> str:
        return "" if str(node) == self.base + name else str(node)

    def _range(self, node: Node) -> str:
        if named := self._class_names(node, f"{RDFS}range"):
            return "|".join(sorted(named))
        types = [str(value) for value in self._values(node, [f"{RDFS}range"])]
        kinds = {_KINDS.get(type.removeprefix(XSD), ValueKind.TEXT) for type in types if type.startswith(XSD)}
        if kinds:
            return str(min(kinds))
        is_value = node in dict.fromkeys(self._triples.of_class(f"{OWL}DatatypeProperty"))
        return str(ValueKind.TEXT) if is_value else ""

    def _class_names(self, node: Node, predicate: str) -> set[str]:
        """Return the classes that a property has, those of a union one by one."""
        found = set()
        for value in self._values(node, [predicate]):
            unions = self._values(value, [f"{OWL}unionOf"])
            members = [value, *(each for head in unions for each in self._members(head))]
            found |= {self._classes[member] for member in members if member in self._classes}
        return found

    def _members(self, head: Node) -> Iterator[Node]:
        seen: set[Node] = set()
        while head not in seen:
            seen.add(head)
            yield from self._values(head, [f"{RDF}first"])
            head = next(iter(self._values(head, [f"{RDF}rest"])), head)


def _base_of(nodes: Iterable[Node]) -> str:
    """Return the longest common beginning of IRIs, up to a separator."""
    shared = commonprefix(list(map(str, nodes)))  # noqa: RUF071 - of characters
    return shared[: max(map(shared.rfind, "/#:")) + 1] or DEFAULT_BASE


def rdf_schema(schema: Schema, syntax: RdfSyntax = "turtle") -> str:
    """Return a schema as an ontology of OWL, its concepts as those of SKOS, which `parse_rdf_schema` reads back.

    What OWL has no words for (headings, examples, rules, units) is written in this library's own vocabulary.

    Raises:
        InputError: the syntax is not known.
        MissingDependencyError: rdflib is not installed.
    """
    if syntax not in ("turtle", "xml", "json-ld", "nt"):
        raise InputError(f"syntax={syntax!r} is none of turtle, xml, json-ld and nt")
    try:
        from rdflib import Graph, Namespace
    except ImportError as error:
        raise missing_extra("Writing schemas in RDF", "rdf") from error
    graph = Graph(bind_namespaces="none")
    for prefix, namespace in (("owl", OWL), ("rdfs", RDFS), ("skos", SKOS), ("xsd", XSD), ("lgm", LGM)):
        graph.bind(prefix, Namespace(namespace))
    _Writer(graph, replace(schema, base=schema.base or DEFAULT_BASE)).write()
    return str(graph.serialize(format=syntax))


class _Writer:
    """Writes a schema to a graph of rdflib."""

    def __init__(self, graph: Graph, schema: Schema) -> None:
        self._graph, self._schema = graph, schema
        parts: list[SchemaClass | SchemaProperty] = [*schema.classes, *schema.properties]
        self._iris = {(type(each), each.name): each.iri or schema.base + each.name for each in parts}

    def write(self) -> None:
        schema = self._schema
        ontology = f"{schema.base}{'' if schema.base[-1] not in '#' else 'schema'}".rstrip("/") or schema.base
        self._say(ontology, f"{RDF}type", iri=f"{OWL}Ontology")
        self._say(ontology, f"{LGM}base", text=schema.base)
        self._say(ontology, f"{RDFS}label", text=schema.domain)
        for each in schema.classes:
            self._class(each)
        for each_property in schema.properties:
            self._property(each_property)
        for rule in schema.rules:
            iri = f"{schema.base}rule-{iri_part(rule.name)}"
            self._say(iri, f"{RDF}type", iri=f"{LGM}Rule")
            said = {"name": rule.name, "when": "\n".join(rule.when), "then": rule.then, "text": rule.text}
            for key, text in said.items():
                self._say(iri, f"{LGM}{key}", text=text)

    def _class(self, each: SchemaClass) -> None:
        iri, is_concept = self._iris[SchemaClass, each.name], each.kind is ClassKind.CONCEPT
        self._say(iri, f"{RDF}type", iri=f"{SKOS}Concept" if is_concept else f"{OWL}Class")
        self._common(iri, each, f"{SKOS}prefLabel" if is_concept else f"{RDFS}label")
        self._say(iri, f"{SKOS}definition" if is_concept else f"{RDFS}comment", text=each.description)
        for parent in each.parents:
            self._say(iri, f"{SKOS}broader" if is_concept else f"{RDFS}subClassOf", iri=self._iris[SchemaClass, parent])
        if each.kind not in (ClassKind.ENTITY, ClassKind.CONCEPT):
            self._say(iri, f"{LGM}kind", text=each.kind)

    def _property(self, each: SchemaProperty) -> None:
        iri, values = self._iris[SchemaProperty, each.name], each.value_range
        self._say(iri, f"{RDF}type", iri=f"{OWL}DatatypeProperty" if values else f"{OWL}ObjectProperty")
        self._common(iri, each, f"{RDFS}label")
        for predicate, names in ((f"{RDFS}domain", each.domains), (f"{RDFS}range", each.ranges)):
            self._one_of(iri, predicate, names)
        if values:
            self._say(iri, f"{RDFS}range", iri=XSD + _TYPES[values.kind])
            if each.range not in (ValueKind.DATE, ValueKind.NUMBER, ValueKind.TEXT):
                self._say(iri, f"{LGM}range", text=each.range)
        if each.inverse:
            self._say(iri, f"{OWL}inverseOf", iri=self._iris[SchemaProperty, each.inverse])
        for predicate, texts in ((f"{LGM}heading", each.headings), (f"{LGM}example", each.examples)):
            for text in texts:
                self._say(iri, predicate, text=text)

    def _common(self, iri: str, each: SchemaClass | SchemaProperty, predicate: str) -> None:
        labels = each.labels or (predicate_words(each.name),)
        self._say(iri, predicate, text=labels[0])
        for label in labels[1:]:
            self._say(iri, f"{SKOS}altLabel", text=label)
        self._say(iri, f"{LGM}origin", text=each.origin)
        self._say(iri, f"{LGM}status", text=each.status if each.status == "proposed" else "")

    def _one_of(self, iri: str, predicate: str, names: Sequence[str]) -> None:
        """Say a class; of several their union."""
        from rdflib import BNode, URIRef
        from rdflib.collection import Collection

        members: list[Node] = [URIRef(self._iris[SchemaClass, name]) for name in names]
        if len(members) > 1:
            union, head = BNode(), BNode()
            Collection(self._graph, head, members)
            self._graph.add((union, URIRef(f"{RDF}type"), URIRef(f"{OWL}Class")))
            self._graph.add((union, URIRef(f"{OWL}unionOf"), head))
            members = [union]
        for member in members:
            self._graph.add((URIRef(iri), URIRef(predicate), member))

    def _say(self, subject: str, predicate: str, *, iri: str = "", text: str = "") -> None:
        from rdflib import Literal as RdfLiteral
        from rdflib import URIRef

        if iri or text:
            self._graph.add((URIRef(subject), URIRef(predicate), URIRef(iri) if iri else RdfLiteral(text)))
