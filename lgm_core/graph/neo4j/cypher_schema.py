"""What a language model has to know of a graph in Neo4j to ask it in Cypher: its words, without what is internal."""

from __future__ import annotations

__all__ = ["cypher_schema"]

_SCHEMA = """\
Nodes and their properties; every node has graph = '{graph}', and every pattern must ask for it:
(:Document {{graph, document_id, title, source, language}})
(:Section {{graph, document, title, level}})
(:Sentence {{graph, document, position, text}}) with document = document_id of its document
(:Concept {{graph, key}}) with key = its name in lower case and singular, such as 'apple' or 'apple tree'
(:Value {{graph, name, kind}}) with kind = 'date', 'number', 'quantity' or 'text', name such as '1904' or '12 m'
Relationships:
(:Document)-[:HAS_SECTION]->(:Section)-[:HAS_SENTENCE]->(:Sentence)
(:Sentence)-[:NEXT]->(:Sentence) to the sentence that follows
(:Sentence)-[:MENTIONS]->(:Concept)
(:Concept)-[:IS_A]->(:Concept) from the special to the general: apple to fruit
(:Concept)-[:HAS_PART]->(:Concept) from the whole to its part: tree to leaf
(:Concept)-[:ALIAS_OF]-(:Concept) other names, in either direction
(:Concept)-[:FACT {{predicate}}]->(:Concept|Value) what else is said, with predicate such as 'bear in' or 'direct by'
IS_A, HAS_PART, ALIAS_OF and FACT have verdict = 'valid', 'unknown' or 'invalid'; leave out those that are 'invalid'.
Example: what is an apple?
MATCH (:Concept {{graph: '{graph}', key: 'apple'}})-[r:IS_A]->(c:Concept) WHERE r.verdict <> 'invalid' RETURN c.key
"""


def cypher_schema(graph: str) -> str:
    """Describe the graph of a name; of the name's characters none has a meaning in Cypher or in a template."""
    return _SCHEMA.format(graph=graph)
