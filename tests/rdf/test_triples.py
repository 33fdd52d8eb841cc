"""What is kept of the triples of a file: each once, under names that are kept once."""

from rdflib import Literal, URIRef

from lgm_core.rdf.rdf_parsing import parsed_rdf

TURTLE = b"""
@prefix : <urn:t:> .
:a a :Ferry ; :calls :b, :b, "b"@en, "b" ; :near :b .
:a :calls :b .
:b a :Quay ; :near :a .
"""


def test_each_triple_is_kept_once() -> None:
    triples = parsed_rdf(TURTLE, "turtle")
    (ferry,) = triples.of_class("urn:t:Ferry")
    assert [(str(name)[6:], value) for name, value in triples.about(ferry)][1:] == [
        ("calls", URIRef("urn:t:b")),
        ("calls", Literal("b", lang="en")),
        ("calls", Literal("b")),
        ("near", URIRef("urn:t:b")),
    ]
    assert not [*triples.about(URIRef("urn:t:c")), *triples.of_class("urn:t:Boat")]


def test_a_name_is_kept_once() -> None:
    triples = parsed_rdf(TURTLE, "turtle")
    near = [pair for node in ("a", "b") for pair in triples.about(URIRef(f"urn:t:{node}")) if pair[0].endswith("near")]
    quays = {id(value) for _, value in triples.about(URIRef("urn:t:a")) if value == URIRef("urn:t:b")}
    assert len(near) == 2
    assert near[0][0] is near[1][0]
    assert len(quays) == 1
