"""The schema in Neo4j, and the Cypher that reads it; `neo4j_cypher_write` has the rest of all Cypher. No APOC.

```
(:LanguageGraph {id, graph, name, format, revision})                        one per graph, locked first by every writer
(:Document)-[:HAS_SECTION]->(:Section)-[:HAS_SENTENCE]->(:Sentence:Chunk:__Node__)-[:NEXT]->(:Sentence)
(:Sentence)-[:REFERS_TO]->(:Sentence)
(:Sentence)-[:MENTIONS {surface, start, end, source}]->(:Concept:__Node__:__Entity__)
(:Sentence)-[:STATES]->(:Statement {kind, subject, object, origin, relation})   evidence; `relation` is kind and ends
(:Concept)-[:IS_A|HAS_PART|ALIAS_OF {verdict, basis}]->(:Concept)
```

Every node also carries the label `LanguageGraph`, on which all constraints and indexes are and which every statement
names, so that other data in the database is neither read nor constrained. `id` is unique in the whole database:
`"{graph}/{type}/{own id}"`. `__Node__`, `__Entity__` and `Chunk` are what LlamaIndex's own tools look for; these follow
any relation of a concept but MENTIONS, which is why evidence is not tied to concepts by relations.
"""

from __future__ import annotations

__all__ = [
    "BLOB_PAGE",
    "CONCEPTS",
    "CONCEPT_COUNT",
    "CONSTRAINT",
    "DOCUMENTS",
    "DOCUMENT_COUNTS",
    "DOCUMENT_PAGE",
    "EVIDENCE",
    "FREQUENCIES",
    "GRAPH",
    "MENTIONS",
    "MENTIONS_OF",
    "NEIGHBOURS",
    "READ_BLOBS",
    "REFERENCES_OF",
    "RELATIONS",
    "RELATIONS_OF",
    "RELATIONS_OF_CONCEPT",
    "RELATION_COUNTS",
    "SCHEMA",
    "SCHEMA_PRESENT",
    "SEARCH",
    "SECTIONS",
    "SECTIONS_OF",
    "SENTENCES",
    "SENTENCES_ABOUT",
    "SENTENCES_OF",
    "THEIR_CHUNKS",
    "THEIR_CHUNK_IDS",
    "THEIR_ENTITIES",
    "VERDICT_BASIS",
]

CONSTRAINT = "language_graph_id"

# The first statements fix the order of the labels, which is what hosts show as a node's type.
SCHEMA = (
    "CALL db.createLabel('Concept')",
    "CALL db.createLabel('Sentence')",
    "CALL db.createLabel('Section')",
    "CALL db.createLabel('Document')",
    f"CREATE CONSTRAINT {CONSTRAINT} IF NOT EXISTS FOR (n:LanguageGraph) REQUIRE n.id IS UNIQUE",
    "CREATE INDEX language_graph_concept IF NOT EXISTS FOR (n:LanguageGraph) ON (n.graph, n.key)",
    "CREATE INDEX language_graph_document IF NOT EXISTS FOR (n:LanguageGraph) ON (n.graph, n.document_id)",
    "CREATE INDEX language_graph_statement IF NOT EXISTS FOR (n:LanguageGraph) ON (n.graph, n.relation)",
    "CREATE FULLTEXT INDEX language_graph_lemmas IF NOT EXISTS FOR (n:LanguageGraph) ON EACH [n.lemmas]"
    " OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: true}}",
    "CALL db.awaitIndexes(300)",
)

SCHEMA_PRESENT = "SHOW CONSTRAINTS YIELD name WHERE name = $name RETURN name"

GRAPH = """
MATCH (g:LanguageGraph {id: $graph_id})
RETURN g.format AS format, g.revision AS revision
"""

_RECORD = """
RETURN d.id AS node, d.stamp AS stamp, d.document_id AS id, d.title AS title, d.source AS source,
    d.metadata AS metadata, d.content_hash AS content_hash, d.recipe AS recipe, d.sentence_count AS sentence_count
"""
DOCUMENTS = "UNWIND $ids AS id MATCH (d:LanguageGraph {id: id})" + _RECORD
DOCUMENT_PAGE = (
    "MATCH (d:LanguageGraph) WHERE d.graph = $graph AND d.document_id > $after"
    + _RECORD
    + "ORDER BY d.document_id LIMIT $limit"
)

_SECTION = """
RETURN x.document AS document, x.position AS position, x.level AS level, x.title AS title, x.path AS path,
    x.start AS start, x.end AS end
"""
SECTIONS = "UNWIND $ids AS id MATCH (x:LanguageGraph {id: id})" + _SECTION
SECTIONS_OF = "UNWIND $ids AS id MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(x:LanguageGraph)" + _SECTION

_SENTENCE = """
RETURN s.document AS document, s.position AS position, s.section AS section, s.start AS start, s.end AS end,
    s.text AS text, coalesce(s.resolved, s.text) AS resolved, s.lemmas AS lemmas, s.clauses AS clauses
"""
_SENTENCES_OF_DOCUMENTS = """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(:LanguageGraph)-[:HAS_SENTENCE]->(s:LanguageGraph)
"""
SENTENCES = "UNWIND $ids AS id MATCH (s:LanguageGraph {id: id})" + _SENTENCE
SENTENCES_OF = _SENTENCES_OF_DOCUMENTS + _SENTENCE
SENTENCES_ABOUT = (
    """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})<-[:MENTIONS]-(s:LanguageGraph)
WITH DISTINCT s WHERE $documents IS NULL OR s.document IN $documents
WITH s ORDER BY s.document, s.position LIMIT $limit
"""
    + _SENTENCE
)
SEARCH = (
    """
CALL db.index.fulltext.queryNodes('language_graph_lemmas', $words) YIELD node AS s, score
WHERE s:LanguageGraph AND s.graph = $graph
WITH s, score ORDER BY score DESC, s.document, s.position LIMIT $limit
"""
    + _SENTENCE
)

_MENTION = """
MATCH (s)-[m:MENTIONS]->(c:LanguageGraph)
RETURN s.document AS document, s.position AS position, c.key AS concept, m.surface AS surface, m.start AS start,
    m.end AS end, m.source AS source
"""
MENTIONS = "UNWIND $ids AS id MATCH (s:LanguageGraph {id: id})" + _MENTION
MENTIONS_OF = _SENTENCES_OF_DOCUMENTS + _MENTION

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
MATCH (s)-[:STATES]->(statement:LanguageGraph)
MATCH (subject:LanguageGraph {id: $concept_prefix + statement.subject})
MATCH (object:LanguageGraph {id: $concept_prefix + statement.object})
MATCH (subject)-[r:IS_A|HAS_PART|ALIAS_OF]->(object) WHERE toLower(type(r)) = statement.kind
RETURN r.verdict AS verdict,"""
    + _STATEMENT
)
EVIDENCE = (
    """
UNWIND $relations AS relation
MATCH (statement:LanguageGraph) WHERE statement.graph = $graph AND statement.relation = relation
MATCH (s:LanguageGraph)-[:STATES]->(statement)
RETURN"""
    + _STATEMENT
)

# A concept without forms still gives a row.
CONCEPTS = """
UNWIND $ids AS id
MATCH (c:LanguageGraph {id: id})
UNWIND CASE WHEN size(c.surfaces) = 0 THEN [-1] ELSE range(0, size(c.surfaces) - 1) END AS i
RETURN c.key AS key, c.frequency AS frequency,
    CASE WHEN i < 0 THEN null ELSE c.surfaces[i] END AS surface, CASE WHEN i < 0 THEN 0 ELSE c.counts[i] END AS count
"""

FREQUENCIES = """
UNWIND $ids AS id
MATCH (c:LanguageGraph {id: id})
RETURN c.key AS key, c.frequency AS frequency
"""

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
_FILTER = """
WHERE type(r) IN $types AND ($verdict IS NULL AND r.verdict <> 'invalid' OR r.verdict = $verdict)
"""
_PAGE = "ORDER BY kind, subject, object SKIP $offset LIMIT $limit"
RELATIONS = (
    """
MATCH (s:LanguageGraph) WHERE s.graph = $graph AND s.key IS NOT NULL
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
MATCH (d:LanguageGraph) WHERE d.graph = $graph AND d.document_id IS NOT NULL
RETURN count(*) AS documents, sum(d.section_count) AS sections, sum(d.sentence_count) AS sentences,
    sum(d.mention_count) AS mentions
"""
CONCEPT_COUNT = """
MATCH (c:LanguageGraph) WHERE c.graph = $graph AND c.key IS NOT NULL AND c.id <> $root_id
RETURN count(*) AS concepts
"""
RELATION_COUNTS = """
MATCH (s:LanguageGraph) WHERE s.graph = $graph AND s.key IS NOT NULL
MATCH (s)-[r:IS_A|HAS_PART|ALIAS_OF]->(:LanguageGraph)
RETURN toLower(type(r)) AS kind, r.verdict = 'invalid' AS rejected, count(*) AS relations
"""

BLOB_PAGE = """
MATCH (b:LanguageGraph) WHERE b.id STARTS WITH $prefix AND b.id > $after
RETURN b.id AS node, b.blob AS name, b.size AS size ORDER BY b.id LIMIT $limit
"""
READ_BLOBS = """
UNWIND $ids AS id
MATCH (b:LanguageGraph {id: id})
MATCH (b)-[:HAS_BLOCK]->(block:LanguageGraph)
RETURN b.blob AS name, block.data AS data ORDER BY b.id, block.number
"""

_THEIRS = """
MATCH (n:__Node__) WHERE n.id > $after AND NOT n:LanguageGraph
"""
THEIR_CHUNKS = (
    _THEIRS
    + """
AND n:Chunk AND n.text <> ''
RETURN n.id AS id, n.text AS text, coalesce(n.ref_doc_id, '') AS source,
    n {.*, embedding: null, _node_content: null} AS properties
ORDER BY n.id LIMIT $limit
"""
)
THEIR_CHUNK_IDS = _THEIRS + "AND n:Chunk RETURN n.id AS id ORDER BY n.id LIMIT $limit"
THEIR_ENTITIES = (
    _THEIRS + "AND n:__Entity__ RETURN n.id AS id, coalesce(n.name, n.id) AS name ORDER BY n.id LIMIT $limit"
)
