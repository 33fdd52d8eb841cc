"""Asking the facts that conform to a schema in SPARQL, safely (PolyRAG, section III-C)."""
