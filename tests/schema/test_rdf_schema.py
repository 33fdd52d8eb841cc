"""Schemas in RDF: what is written is read back in every syntax, and foreign ontologies are read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lgm_core.errors import InputError, SchemaError
from lgm_core.model import ClassKind, Schema, SchemaClass
from lgm_core.rdf.rdf_parsing import RdfFormat
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from tests.schema.offices import SCHEMA

pytest.importorskip("rdflib")

SYNTAXES: list[tuple[RdfSyntax, RdfFormat]] = [
    ("turtle", "turtle"),
    ("xml", "xml"),
    ("json-ld", "jsonld"),
    ("nt", "turtle"),
]


@pytest.mark.parametrize(("syntax", "format"), SYNTAXES)
def test_a_schema_comes_back_from_every_syntax_as_it_was(syntax: RdfSyntax, format: RdfFormat) -> None:
    # RDF has no order: parts, further labels and alternatives come back sorted.
    ordered = replace(
        SCHEMA,
        classes=tuple(sorted(SCHEMA.classes, key=lambda each: each.name)),
        properties=tuple(
            replace(each, domain="|".join(sorted(each.domains)), range="|".join(sorted(each.ranges)) or each.range)
            for each in sorted(SCHEMA.properties, key=lambda each: each.name)
        ),
    )
    assert parse_rdf_schema(rdf_schema(SCHEMA, syntax).encode(), format) == ordered


FILMS = """
@prefix : <http://films.example.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://films.example.org> a owl:Ontology ; rdfs:label "films" .
:Q1 a owl:Class ; rdfs:label "film"@en, "Spielfilm"@de ; rdfs:comment "A moving picture." .
:Person a rdfs:Class .
:Director a owl:Class ; rdfs:subClassOf :Person, [ a owl:Restriction ; owl:onProperty :P1 ] .
:genre a skos:Concept ; skos:prefLabel "genre" ; skos:altLabel "kind of film" .
:noir a skos:Concept ; skos:broader :genre .
:P1 a owl:ObjectProperty ; rdfs:label "directed by" ; rdfs:domain :Q1 ; rdfs:range :Director .
:directed a owl:ObjectProperty ; owl:inverseOf :P1 .
:released a owl:DatatypeProperty ; rdfs:domain [ owl:unionOf (:Q1 :Person) ] ; rdfs:range xsd:gYear .
:length a owl:DatatypeProperty ; rdfs:range xsd:integer .
"""


def test_an_ontology_of_owl_and_skos_is_read() -> None:
    schema = parse_rdf_schema(FILMS.encode(), "turtle")
    classes = {each.name: each for each in schema.classes}
    properties = {each.name: each for each in schema.properties}
    assert (schema.domain, schema.base) == ("films", "http://films.example.org/")
    assert list(classes) == ["Director", "Film", "Person", "genre", "noir"]
    assert classes["Film"].labels == ("film", "Spielfilm")
    assert classes["Film"].description == "A moving picture."
    assert classes["Film"].iri == "http://films.example.org/Q1"
    assert classes["Director"].parents == ("Person",)
    assert classes["noir"].parents == ("genre",)
    assert classes["genre"].kind is ClassKind.CONCEPT
    assert classes["genre"].labels == ("genre", "kind of film")
    assert (properties["directedBy"].domain, properties["directedBy"].range) == ("Film", "Director")
    assert properties["directed"].inverse == "directedBy"
    assert (properties["released"].domain, properties["released"].range) == ("Film|Person", "date")
    assert properties["length"].range == "number"


@pytest.mark.parametrize(
    ("data", "format", "line"),
    [
        (FILMS.replace("owl:unionOf (", "owl:unionOf (("), "turtle", "line 15"),
        (FILMS.replace(":noir a", ":noir a a"), "turtle", "line 12"),
        ("<rdf>\n<a</rdf>", "xml", "line 2"),
        ('{"@graph": [\n{]}', "jsonld", "line 2"),
    ],
)
def test_a_broken_file_is_refused_with_the_line(data: str, format: RdfFormat, line: str) -> None:
    with pytest.raises(InputError, match=line):
        parse_rdf_schema(data.encode(), format)


def test_a_file_without_classes_and_properties_is_refused() -> None:
    with pytest.raises(SchemaError, match="no classes or properties"):
        parse_rdf_schema(b"<urn:a> <urn:b> <urn:c> .", "turtle")


@pytest.mark.parametrize(
    "more",
    [":Person rdfs:subClassOf :Director .", ":directs a owl:ObjectProperty ; owl:inverseOf :P1 ."],
    ids=["a circle", "two inverses"],
)
def test_an_ontology_that_contradicts_itself_is_refused(more: str) -> None:
    with pytest.raises(SchemaError, match=r"above itself|two inverses"):
        parse_rdf_schema((FILMS + more).encode(), "turtle")


def test_what_would_be_taken_for_something_else_keeps_its_meaning() -> None:
    words = (SchemaClass("film"), SchemaClass("schema"))
    schema = Schema("cinema", "https://example.org/#", words)
    assert parse_rdf_schema(rdf_schema(schema).encode(), "turtle") == schema
    # A class whose name is that of a range of values gets another.
    terms = "<urn:a:text> a <http://www.w3.org/2004/02/skos/core#Concept> ."
    (read,) = parse_rdf_schema(terms.encode(), "turtle").classes
    assert (read.name, read.iri) == ("Text", "urn:a:text")
