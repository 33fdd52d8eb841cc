"""The words of our RDF: our own vocabulary, and those of SKOS, Dublin Core, PROV and RDF that fit."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["DCTERMS", "LGM", "PREFIXES", "PROV", "RDF", "RDFS", "SKOS", "XSD"]

LGM = "urn:lgm:vocabulary#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
DCTERMS = "http://purl.org/dc/terms/"
PROV = "http://www.w3.org/ns/prov#"

PREFIXES: Mapping[str, str] = {
    "dcterms": DCTERMS,
    "lgm": LGM,
    "prov": PROV,
    "rdf": RDF,
    "rdfs": RDFS,
    "skos": SKOS,
    "xsd": XSD,
}
"""Namespaces by the prefixes that are written for them."""
