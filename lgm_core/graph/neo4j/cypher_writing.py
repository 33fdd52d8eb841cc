"""The Cypher that writes: one statement per operation, so that each is atomic on any connection.

The server replans a statement for every order of magnitude of a list or string parameter, but not for values within a
map: so every change of a document is one parameter, `$change`.
"""

from __future__ import annotations

from lgm_core.graph.codecs.sentence_codec import SENTENCE
from lgm_core.graph.neo4j.facts.fact_cypher import (
    ADD_ADDITIONS,
    ADD_FACTS,
    ADD_PROFILES_AND_VALUES,
    JUDGE_FACTS,
    REMOVE_EMPTY_ADDITIONS,
    REMOVE_UNSUPPORTED_FACTS,
)
from lgm_core.model import RelationKind

_LOCKED_GRAPH = """
MERGE (g:LanguageGraph {id: $graph_id})
ON CREATE SET g.graph = $graph, g.name = $graph, g.format = $format, g.revision = 0
SET g.locked = true
WITH g
"""
"""Locks the graph's node until the statement ends; every commit holds this lock, so commits take turns.

Setting a constant takes the lock without reading. `SET g.revision = g.revision` would write a value read before it.
"""

CREATE_GRAPH = _LOCKED_GRAPH + "RETURN g.revision AS revision"

_STRIPES = 32
"""Nodes of a graph that its writers lock: a random one to add, all of them to remove."""

_ONE_STRIPE = f"""
WITH toString(toInteger(rand() * {_STRIPES})) AS number
MERGE (stripe:LanguageGraph {{id: $graph + '/stripe/' + number}})
ON CREATE SET stripe.graph = $graph
SET stripe.locked = true
WITH stripe
"""
_ALL_STRIPES = f"""
CALL () {{
    UNWIND range(0, {_STRIPES - 1}) AS number
    MERGE (stripe:LanguageGraph {{id: $graph + '/stripe/' + toString(number)}})
    ON CREATE SET stripe.graph = $graph
    SET stripe.locked = true
    RETURN count(*) AS stripes
}}
"""

AFTER_WRITERS = """
OPTIONAL MATCH (g:LanguageGraph {id: $graph_id})
SET g.locked = true
WITH count(g) AS locked
"""
"""Prefix of a reading statement that makes it wait for commits, which it could otherwise see in part."""

# If another writer has changed a document since it was read, its stamp differs, and nothing is done or returned.
_UNCHANGED_DOCUMENTS = """
CALL () {
    UNWIND $change.stamps AS row
    OPTIONAL MATCH (old:LanguageGraph {id: row.id})
    WITH old WHERE coalesce(old.stamp, 0) = row.stamp
    RETURN count(*) AS unchanged, collect(old) AS olds
}
WITH *
WHERE unchanged = size($change.stamps)
"""

_LOCKED_DOCUMENTS = _ALL_STRIPES + _LOCKED_GRAPH + _UNCHANGED_DOCUMENTS

# A section that facts lead to stays until they are gone, so that they keep their verdicts when it is rewritten.
_REMOVE_DOCUMENTS = """
CALL (olds) {
    UNWIND olds AS old
    MATCH (old)-[:HAS_SECTION]->(section:LanguageGraph)
    OPTIONAL MATCH (section)-[:HAS_SENTENCE]->(sentence:LanguageGraph)
    OPTIONAL MATCH (sentence)-[:STATES]->(statement:LanguageGraph)
    DETACH DELETE statement
    WITH DISTINCT section, sentence
    DETACH DELETE sentence
    WITH DISTINCT section WHERE NOT EXISTS { (section)<-[:FACT]-(:LanguageGraph) }
    DETACH DELETE section
}
CALL (olds) {
    UNWIND olds AS old
    MATCH (old)-[:HAS_PROFILE|HAS_PREDICATE_GROUP]->(told:LanguageGraph)
    DETACH DELETE told
}
CALL (olds) {
    UNWIND olds AS old
    DETACH DELETE old
}
"""

# Sentences are in one list for all documents, so that other parts find them without a lookup. Nodes shared by several
# documents come last, and in order: a new one is locked until the commit, and other writers creating it wait.
_ADD_DOCUMENTS = (
    """
CALL () {
    UNWIND $change.documents AS document
    CREATE (d:LanguageGraph:SourceDocument)
    SET d = document.properties
    WITH d, document
    UNWIND document.sections AS row
    MERGE (section:LanguageGraph {id: row.properties.id})
    SET section:Section, section = row.properties
    CREATE (d)-[:HAS_SECTION]->(section)
    WITH section, row, document
    UNWIND row.sentences AS s
    CREATE (section)-[:HAS_SENTENCE]->(sentence:LanguageGraph:Sentence:Chunk:__Node__ {
        id: document.sentence_prefix + toString(s[1]), graph: $graph, document: document.properties.document_id,
        section: row.properties.position, position: s[1], mentions: s[2],
"""
    + f"        {', '.join(f'{name}: s[{place}]' for place, name in enumerate(SENTENCE.names, 3))}"
    + """
    })
    WITH sentence, s[0] AS number ORDER BY number
    RETURN collect(sentence) AS sentences
}
CALL (sentences) {
    UNWIND $change.documents AS document
    UNWIND range(document.first + 1, document.last) AS i
    WITH sentences[i - 1] AS before, sentences[i] AS after
    CREATE (before)-[:NEXT]->(after)
}
CALL (sentences) {
    UNWIND $change.references AS row
    WITH sentences[row[0]] AS sentence, sentences[row[1]] AS antecedent
    CREATE (sentence)-[:REFERS_TO]->(antecedent)
}
CALL (sentences) {
    UNWIND $change.statements AS row
    WITH sentences[row[0]] AS sentence, row[1] AS properties
    CREATE (sentence)-[:STATES]->(statement:LanguageGraph:Statement)
    SET statement = properties
}
"""
    + ADD_PROFILES_AND_VALUES
    + """
CALL (sentences) {
    UNWIND $change.concepts AS row
    MERGE (c:LanguageGraph {id: $change.concept_prefix + row[0]})
    ON CREATE SET c:Concept:__Node__:__Entity__, c.graph = $graph, c.key = row[0], c.name = coalesce(row[4], row[0])
    WITH c, row[1] AS numbers, row[2] AS surface, row[3] AS surfaces, sentences
    UNWIND range(0, size(numbers) - 1) AS i
    WITH c, surface[i] AS surface, surfaces[i] AS surfaces, sentences[numbers[i]] AS sentence
    CREATE (sentence)-[:MENTIONS {surface: surface, surfaces: surfaces}]->(c)
}
"""
)

# Under the graph's lock: `MERGE` would lock concepts, some of which concurrent writers already hold.
_ADD_RELATIONS = "".join(
    f"""
CALL () {{
    UNWIND $change.relations.{kind.value} AS row
    MATCH (s:LanguageGraph {{id: row.subject}})
    MATCH (o:LanguageGraph {{id: row.object}})
    WHERE NOT EXISTS {{ (s)-[:{kind.name}]->(o) }}
    CREATE (s)-[:{kind.name} {{verdict: 'unknown'}}]->(o)
}}
CALL () {{
    UNWIND $change.relations.{kind.value} AS row
    WITH row WHERE row.verdict IS NOT NULL
    MATCH (:LanguageGraph {{id: row.subject}})-[r:{kind.name}]->(:LanguageGraph {{id: row.object}})
    SET r.verdict = row.verdict
}}
"""
    for kind in RelationKind
)

_STAMP_DOCUMENTS = """
SET g.revision = g.revision + 1
WITH *
CALL (g) {
    UNWIND $change.documents AS document
    MATCH (d:LanguageGraph {id: document.properties.id})
    SET d.stamp = g.revision
}
"""

_REMOVE_UNSUPPORTED = (
    REMOVE_UNSUPPORTED_FACTS
    + "".join(
        f"""
CALL () {{
    UNWIND $change.former_relations.{kind.value} AS row
    MATCH (s:LanguageGraph {{id: row.subject}})-[r:{kind.name}]->(o:LanguageGraph {{id: row.object}})
    WHERE NOT EXISTS {{ MATCH (statement:LanguageGraph) WHERE statement.id STARTS WITH row.statements }}
    DELETE r
}}
"""
        for kind in RelationKind
    )
    + """
CALL () {
    UNWIND $change.former_concepts AS key
    MATCH (c:LanguageGraph {id: $change.concept_prefix + key})
    WHERE c.id <> $change.root_id
        AND NOT EXISTS { (c)<-[:MENTIONS]-(:LanguageGraph) }
        AND NOT EXISTS { (c)-[:IS_A|HAS_PART|ALIAS_OF]-(:LanguageGraph) }
    DETACH DELETE c
}
CALL () {
    MATCH (root:LanguageGraph {id: $change.root_id})
    WHERE NOT EXISTS { (root)<-[:MENTIONS]-(:LanguageGraph) }
        AND NOT EXISTS { (root)-[:IS_A|HAS_PART|ALIAS_OF]-(:LanguageGraph) }
        AND NOT EXISTS {
            MATCH (c:LanguageGraph) WHERE c.id STARTS WITH $change.concept_prefix AND c.id <> $change.root_id
        }
    DETACH DELETE root
}
"""
)

# All caches go with a deleted document, because they contain text of documents.
_REMOVE_BLOBS = """
CALL () {
    MATCH (b:LanguageGraph) WHERE b.id STARTS WITH $change.blob_prefix
    OPTIONAL MATCH (b)-[:HAS_BLOCK]->(block:LanguageGraph)
    DETACH DELETE block
    WITH DISTINCT b
    DETACH DELETE b
}
"""

_DONE = _STAMP_DOCUMENTS + "RETURN g.revision AS revision"

_REPLACE = (
    _REMOVE_DOCUMENTS
    + _ADD_DOCUMENTS
    + _ADD_RELATIONS
    + ADD_FACTS
    + ADD_ADDITIONS
    + REMOVE_EMPTY_ADDITIONS
    + _REMOVE_UNSUPPORTED
)

ADD_DOCUMENTS = (
    _ONE_STRIPE
    + _UNCHANGED_DOCUMENTS
    + _ADD_DOCUMENTS
    + "WITH 1 AS added"
    + _LOCKED_GRAPH
    + _ADD_RELATIONS
    + ADD_FACTS
    + _DONE
)
"""Adds new documents, concurrently with other writers.

Before it locks the graph's node, for relations and stamps, it creates nodes and the relationships from its own
sentences to concepts. If two writers add the same document, the later one fails at the constraint.
"""
REPLACE_DOCUMENTS = _LOCKED_DOCUMENTS + _REPLACE + _DONE
REWRITE_DOCUMENTS = (
    _LOCKED_DOCUMENTS
    + """
WITH g, olds, [old IN olds WHERE old.place IS NOT NULL | {id: old.id, place: old.place}] AS places
"""
    + _REPLACE
    + """
CALL (places) {
    UNWIND places AS row
    MATCH (d:LanguageGraph {id: row.id})
    SET d.place = row.place
}
"""
    + _DONE
)
"""Like `REPLACE_DOCUMENTS`, for documents changed by additions: their files have not moved."""

DELETE_DOCUMENTS = (
    _LOCKED_DOCUMENTS + _REMOVE_DOCUMENTS + REMOVE_EMPTY_ADDITIONS + _REMOVE_UNSUPPORTED + _REMOVE_BLOBS + _DONE
)

_LOCKED_TO_JUDGE = (
    "MATCH (g:LanguageGraph {id: $graph_id})"
    + _ALL_STRIPES
    + """
SET g.locked = true
WITH g
"""
)

SET_VERDICTS = (
    _LOCKED_TO_JUDGE
    + """
CALL () {
    UNWIND $judged.rows AS row
    MATCH (:LanguageGraph {id: row.subject})-[r:IS_A|HAS_PART|ALIAS_OF]->(:LanguageGraph {id: row.object})
    WHERE type(r) = row.type
        AND (r.verdict <> row.verdict OR coalesce(r.basis <> row.basis, r.basis IS NOT NULL OR row.basis IS NOT NULL))
    SET r.verdict = row.verdict, r.basis = row.basis
    RETURN count(*) AS changed
}
WITH g WHERE changed > 0
SET g.revision = g.revision + 1
"""
)

SET_FACT_VERDICTS = _LOCKED_TO_JUDGE + JUDGE_FACTS

SET_PLACES = """
UNWIND $places.rows AS row
MATCH (d:LanguageGraph {id: row.id})
SET d.place = row.place
"""

WRITE_SCHEMA = (
    _LOCKED_GRAPH
    + """
MERGE (s:LanguageGraph {id: $id})
ON CREATE SET s:Schema, s.graph = $graph
SET s.versions = $versions, g.revision = g.revision + 1
"""
)

WRITE_BLOB = (
    _LOCKED_GRAPH
    + """
MERGE (b:LanguageGraph {id: $id})
ON CREATE SET b:Blob, b.graph = $graph
WITH b
CALL (b) {
    MATCH (b)-[:HAS_BLOCK]->(old:LanguageGraph)
    DETACH DELETE old
}
CALL (b) {
    UNWIND $content.blocks AS properties
    MERGE (block:LanguageGraph {id: properties.id})
    SET block:Block, block = properties
    MERGE (b)-[:HAS_BLOCK]->(block)
}
"""
)

# Without the lock, blocks added by another writer at the same time would remain.
DELETE_BLOBS = """
OPTIONAL MATCH (g:LanguageGraph {id: $graph_id})
SET g.locked = true
WITH g
MATCH (b:LanguageGraph) WHERE b.id STARTS WITH $prefix
CALL (b) {
    MATCH (b)-[:HAS_BLOCK]->(block:LanguageGraph)
    DETACH DELETE block
}
DETACH DELETE b
RETURN count(*) AS deleted
"""
