"""The shared store: a language graph in a Neo4j database."""

from lgm_core.graph.neo4j.neo4j_store import Neo4jStore

__all__ = ["Neo4jStore"]
