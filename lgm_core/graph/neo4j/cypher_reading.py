"""The schema in Neo4j, and the Cypher that reads it; `cypher_writing` has the rest. No APOC.

```
(:LanguageGraph {id, graph, name, format, revision, locked})                one per graph, locked by every commit
(:Schema {versions})                                                        one per graph, if it has a schema
(:LanguageGraph {id, graph, locked})                                        stripes: adding locks one, other writes all
(:SourceDocument)-[:HAS_SECTION]->(:Section)-[:HAS_SENTENCE]->(:Sentence:Chunk:__Node__)-[:NEXT]->(:Sentence)
(:Sentence)-[:REFERS_TO]->(:Sentence)
(:Sentence)-[:MENTIONS {surface}]->(:Concept:__Node__:__Entity__)               one per sentence and concept
(:Sentence)-[:STATES]->(:Statement {kind, subject, object, origin})             evidence
(:Concept)-[:IS_A|HAS_PART|ALIAS_OF {verdict, basis}]->(:Concept)
```

`facts.fact_cypher` describes facts, profiles and additions.

Every node also carries the label `LanguageGraph`. The only constraint is on that label and every statement names it, so
other data in the database is neither read nor constrained. The constraint makes `id`, `"{graph}/{type}/{own id}"`,
unique in the database: a prefix selects the nodes of a type, and the index returns documents in the order of their ids.
LlamaIndex's own tools look for the labels `__Node__`, `__Entity__` and `Chunk`, set only where asked for. They follow
all relationships of a concept except MENTIONS, so evidence has no relationship to concepts.

The frequency of a concept is the number of its MENTIONS, which Neo4j counts. The property `mentions` of a sentence
holds the places of concepts in its text as JSON: `[[key, start, end, source, surface if not the text's], ...]`.
MENTIONS has `surface` if the form differs from the concept's key; a sentence with several forms of a concept, or with
pronouns only, has the list `surfaces` instead.
"""

from __future__ import annotations

from lgm_core.graph.codecs.packing import DOCUMENT, SECTION
from lgm_core.graph.codecs.sentence_codec import SENTENCE

UNLIMITED = 2**62
"""A limit above the size of any graph, for statements that always have a LIMIT."""

CONSTRAINT = "language_graph_id"

# The first statements fix the order of the labels; hosts show the first as a node's type.
SCHEMA = (
    "CALL db.createLabel('Concept')",
    "CALL db.createLabel('Value')",
    "CALL db.createLabel('Sentence')",
    "CALL db.createLabel('Section')",
    "CALL db.createLabel('Document')",
    f"CREATE CONSTRAINT {CONSTRAINT} IF NOT EXISTS FOR (n:LanguageGraph) REQUIRE n.id IS UNIQUE",
    "CALL db.awaitIndexes(300)",
)

SCHEMA_PRESENT = "SHOW CONSTRAINTS YIELD name WHERE name = $name RETURN name"

GRAPH = """
MATCH (g:LanguageGraph {id: $graph_id})
RETURN g.format AS format, g.revision AS revision
"""

SCHEMA_VERSIONS = "MATCH (s:LanguageGraph {id: $id}) RETURN s.versions AS versions"

NEXT_ID = "MATCH (n:LanguageGraph) WHERE n.id > $after RETURN n.id AS id ORDER BY n.id LIMIT 1"

_RECORD = f"""
RETURN d.id AS node, d.stamp AS stamp, d.mention_count AS mention_count,
    {DOCUMENT.selected("d").replace("d.id AS", "d.document_id AS")}
"""
DOCUMENTS = "UNWIND $ids AS id MATCH (d:LanguageGraph {id: id})" + _RECORD
# Both bounds are compared by the index: elsewhere, Neo4j does not always order strings by code point.
DOCUMENT_PAGE = "MATCH (d:LanguageGraph) WHERE $after < d.id < $end" + _RECORD + "ORDER BY d.id LIMIT $limit"

CHANGED_DOCUMENTS = (
    """
MATCH (d:LanguageGraph) WHERE d.id STARTS WITH $prefix AND d.stamp > $revision
"""
    + _RECORD
)
DOCUMENT_COUNT = """
MATCH (d:LanguageGraph) WHERE d.id STARTS WITH $prefix
RETURN count(d) AS count
"""

PLACES = """
UNWIND $ids AS id
MATCH (d:LanguageGraph {id: id}) WHERE d.place IS NOT NULL
RETURN d.document_id AS id, d.place AS place
"""

LANGUAGES = """
MATCH (d:LanguageGraph) WHERE d.id STARTS WITH $prefix
RETURN DISTINCT d.language AS language
"""

_SECTION = f" RETURN x.document AS document, {SECTION.selected('x')}"
SECTIONS = "UNWIND $ids AS id MATCH (x:LanguageGraph {id: id})" + _SECTION
SECTIONS_OF = "UNWIND $ids AS id MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(x:LanguageGraph)" + _SECTION

_SENTENCE = f"""
RETURN s.document AS document, s.position AS position, s.section AS section, {SENTENCE.selected("s")}
"""
_SENTENCES_OF_DOCUMENTS = """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(:LanguageGraph)-[:HAS_SENTENCE]->(s:LanguageGraph)
"""
SENTENCES = "UNWIND $ids AS id MATCH (s:LanguageGraph {id: id})" + _SENTENCE
SENTENCES_OF = _SENTENCES_OF_DOCUMENTS + _SENTENCE.rstrip() + ", s.mentions AS mentions"


_FIRST = "WITH s ORDER BY s.document, s.position LIMIT $limit" + _SENTENCE
SENTENCES_ABOUT = (
    """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})<-[:MENTIONS]-(s:LanguageGraph)
WITH DISTINCT s WHERE $documents IS NULL OR s.document IN $documents
"""
    + _FIRST
)
SENTENCES_ABOUT_IN = (
    """
MATCH (c:LanguageGraph) WHERE c.id IN $ids
WITH collect(c) AS concepts
UNWIND $documents AS id
MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(:LanguageGraph)-[:HAS_SENTENCE]->(s:LanguageGraph)
WHERE EXISTS { MATCH (s)-[:MENTIONS]->(c) WHERE c IN concepts }
"""
    + _FIRST
)

MENTIONS = """
UNWIND $ids AS id
MATCH (s:LanguageGraph {id: id})
RETURN s.document AS document, s.position AS position, s.text AS text, s.mentions AS mentions
"""

REFERENCES_OF = (
    _SENTENCES_OF_DOCUMENTS
    + """
MATCH (s)-[:REFERS_TO]->(antecedent:LanguageGraph)
RETURN s.document AS document, s.position AS position, antecedent.position AS antecedent
"""
)

_STATEMENT = """
    statement.kind AS kind, statement.subject AS subject, statement.object AS object, statement.origin AS origin,
    s.document AS document, s.position AS position
"""
RELATIONS_OF = (
    _SENTENCES_OF_DOCUMENTS
    + """
MATCH (s)-[:STATES]->(statement:LanguageGraph) WHERE statement.kind <> 'fact'
MATCH (subject:LanguageGraph {id: $concept_prefix + statement.subject})
MATCH (object:LanguageGraph {id: $concept_prefix + statement.object})
MATCH (subject)-[r:IS_A|HAS_PART|ALIAS_OF]->(object) WHERE toLower(type(r)) = statement.kind
RETURN r.verdict AS verdict,"""
    + _STATEMENT
)
EVIDENCE = (
    """
UNWIND $prefixes AS prefix
MATCH (statement:LanguageGraph) WHERE statement.id STARTS WITH prefix
MATCH (s:LanguageGraph)-[:STATES]->(statement)
RETURN"""
    + _STATEMENT
)

_COUNTED = """
UNWIND $ids AS id
MATCH (c:LanguageGraph {id: id})
WITH c, COUNT { (c)<-[:MENTIONS]-() } AS frequency
"""
FREQUENCIES = _COUNTED + "RETURN c.key AS key, frequency"
FREQUENCIES_OF_SENSES = f"""{FREQUENCIES}
UNION ALL
UNWIND $prefixes AS prefix
MATCH (c:LanguageGraph) WHERE c.id STARTS WITH prefix
RETURN c.key AS key, COUNT {{ (c)<-[:MENTIONS]-() }} AS frequency
"""
FREQUENCIES_IN = """
UNWIND $ids AS id
MATCH (c:LanguageGraph {id: id})<-[:MENTIONS]-(s:LanguageGraph) WHERE s.document IN $documents
RETURN c.key AS key, count(DISTINCT s) AS frequency
"""

SENSES = """
UNWIND $prefixes AS prefix
MATCH (c:LanguageGraph) WHERE c.id STARTS WITH prefix
RETURN c.key AS key
"""

# A concept without forms still gives a row.
CONCEPTS = (
    _COUNTED
    + """
OPTIONAL MATCH (c)<-[m:MENTIONS]-(:LanguageGraph)
WITH c, frequency, CASE WHEN m IS NULL THEN [] ELSE coalesce(m.surfaces, [coalesce(m.surface, c.key)]) END AS surfaces
UNWIND CASE WHEN size(surfaces) = 0 THEN [null] ELSE surfaces END AS surface
RETURN c.key AS key, frequency, surface, count(*) AS count
"""
)

_RELATION = """
RETURN toLower(type(r)) AS kind, s.key AS subject, o.key AS object, r.verdict AS verdict
"""
NEIGHBOURS = (
    """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[r:IS_A|HAS_PART|ALIAS_OF]-(:LanguageGraph)
WHERE r.verdict <> 'invalid' AND type(r) IN $types
WITH DISTINCT r, startNode(r) AS s, endNode(r) AS o
"""
    + _RELATION
)
RELATIONS_AMONG = (
    """
UNWIND $ids AS id
MATCH (s:LanguageGraph {id: id})-[r:IS_A|HAS_PART|ALIAS_OF]->(o:LanguageGraph)
WHERE r.verdict <> 'invalid' AND o.id IN $ids
"""
    + _RELATION
)
CLASSES_OF = (
    """
UNWIND $ids AS id
MATCH (s:LanguageGraph {id: id})-[r:IS_A]->(o:LanguageGraph)
WHERE r.verdict <> 'invalid'
"""
    + _RELATION
)
_FILTER = """
WHERE type(r) IN $types AND ($verdict IS NULL AND r.verdict <> 'invalid' OR r.verdict = $verdict)
"""
_PAGE = "ORDER BY kind, subject, object SKIP $offset LIMIT $limit"
RELATIONS = (
    """
MATCH (s:LanguageGraph) WHERE s.id STARTS WITH $prefix
MATCH (s)-[r:IS_A|HAS_PART|ALIAS_OF]->(o:LanguageGraph)
"""
    + _FILTER
    + _RELATION
    + _PAGE
)
RELATIONS_OF_CONCEPT = (
    "MATCH (:LanguageGraph {id: $id})-[r:IS_A|HAS_PART|ALIAS_OF]-(:LanguageGraph)"
    + _FILTER
    + "WITH DISTINCT r, startNode(r) AS s, endNode(r) AS o"
    + _RELATION
    + _PAGE
)

VERDICT_BASIS = """
UNWIND $rows AS row
MATCH (:LanguageGraph {id: row.subject})-[r:IS_A|HAS_PART|ALIAS_OF]->(:LanguageGraph {id: row.object})
WHERE type(r) = row.type AND r.basis IS NOT NULL
RETURN row.number AS number, r.basis AS basis
"""

DOCUMENT_COUNTS = """
MATCH (d:LanguageGraph) WHERE d.id STARTS WITH $prefix
RETURN count(*) AS documents, sum(d.section_count) AS sections, sum(d.sentence_count) AS sentences,
    sum(d.mention_count) AS mentions
"""
CONCEPT_COUNT = """
MATCH (c:LanguageGraph) WHERE c.id STARTS WITH $prefix AND c.id <> $root_id
RETURN count(*) AS concepts
"""
RELATION_COUNTS = """
MATCH (s:LanguageGraph) WHERE s.id STARTS WITH $prefix
MATCH (s)-[r:IS_A|HAS_PART|ALIAS_OF]->(:LanguageGraph)
RETURN toLower(type(r)) AS kind, r.verdict AS verdict, r.basis IS NOT NULL AS judged, count(*) AS relations
"""

READ_BLOB = """
MATCH (:LanguageGraph {id: $id})-[:HAS_BLOCK]->(block:LanguageGraph)
RETURN block.data AS data ORDER BY block.number
"""

_TOLD_SCHEMA = """\
Nodes and their properties; every node has graph = '{graph}', and every pattern must ask for it:
(:SourceDocument {{graph, document_id, title, source, language}})
(:Section {{graph, document, title, level}})
(:Sentence {{graph, document, position, text}}) with document = document_id of its document
(:Concept {{graph, key}}) with key = its name in lower case and singular, such as 'apple' or 'apple tree'
(:Value {{graph, name, kind}}) with kind = 'date', 'number', 'quantity' or 'text', name such as '1904' or '12 m'
Relationships:
(:SourceDocument)-[:HAS_SECTION]->(:Section)-[:HAS_SENTENCE]->(:Sentence)
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
    """Return the schema a language model needs to query a graph in Cypher, without internals.

    No character of the name has a meaning in Cypher or in a template.
    """
    return _TOLD_SCHEMA.format(graph=graph)
