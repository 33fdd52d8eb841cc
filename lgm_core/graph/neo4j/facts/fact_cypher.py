"""The Cypher that reads and writes facts, profiles, groups of predicates and additions.

```
(:Concept)-[:FACT {key, predicate, qualifiers, verdict, basis}]->(:Concept|Value|Section)
(:Sentence)-[:STATES]->(:Statement {kind: 'fact', key, target, texts, start, end, wording, origin})     evidence
(:Value:__Node__:__Entity__ {name, kind, start, end, unit})             one for all values with the same meaning
(:SourceDocument)-[:HAS_PROFILE]->(:Profile {document, concept, types, description, evidence,
    entity_class, is_familiar, relevance, origin})
(:SourceDocument)-[:HAS_PREDICATE_GROUP]->(:PredicateGroup {document, name, members, description, origin, run})
(:Addition {addition, kind, label, created})
    -[:ADDED {pieces, facts, profiles, relations, mentions, predicate_groups}]->(:SourceDocument)
```

`key` is `Fact.key`, `target` the node id of the fact's object. A value exists while a fact leads to it. The ids of all
of a fact's statements share a prefix, as do those of a concept's profiles. ADDED has the contributions of an addition
to a document, packed as in every store, and counted.
"""

from __future__ import annotations

from lgm_core.graph.codecs.packing import GROUP, PROFILE

# Parts of the statements that write documents and verdicts

ADD_PROFILES_AND_VALUES = """
CALL () {
    UNWIND $change.profiles AS row
    MATCH (d:LanguageGraph {id: row.document})
    CREATE (d)-[:HAS_PROFILE]->(profile:LanguageGraph:Profile)
    SET profile = row.properties
}
CALL () {
    UNWIND $change.groups AS row
    MATCH (d:LanguageGraph {id: row.document})
    CREATE (d)-[:HAS_PREDICATE_GROUP]->(predicates:LanguageGraph:PredicateGroup)
    SET predicates = row.properties
}
CALL () {
    UNWIND $change.values AS properties
    MERGE (v:LanguageGraph {id: properties.id})
    ON CREATE SET v:Value:__Node__:__Entity__, v = properties
}
"""

ADD_FACTS = """
CALL () {
    UNWIND $change.facts AS row
    MATCH (s:LanguageGraph {id: row.subject})
    MATCH (o:LanguageGraph {id: row.object})
    WHERE NOT EXISTS { (s)-[:FACT {key: row.key}]->(o) }
    CREATE (s)-[:FACT {
        key: row.key, predicate: row.predicate, qualifiers: row.qualifiers, verdict: 'unknown'
    }]->(o)
}
CALL () {
    UNWIND $change.facts AS row
    WITH row WHERE row.verdict IS NOT NULL
    MATCH (:LanguageGraph {id: row.subject})-[f:FACT {key: row.key}]->(:LanguageGraph {id: row.object})
    SET f.verdict = row.verdict
}
"""

ADD_ADDITIONS = """
CALL () {
    UNWIND $change.additions AS properties
    MERGE (a:LanguageGraph {id: properties.id})
    ON CREATE SET a:Addition, a = properties
}
CALL () {
    UNWIND $change.added AS row
    MATCH (a:LanguageGraph {id: row.addition})
    MATCH (d:LanguageGraph {id: row.document})
    CREATE (a)-[added:ADDED]->(d)
    SET added = row.properties
}
"""

REMOVE_UNSUPPORTED_FACTS = """
CALL () {
    UNWIND $change.former_facts AS row
    MATCH (s:LanguageGraph {id: row.subject})-[f:FACT {key: row.key}]->(o:LanguageGraph {id: row.object})
    WHERE NOT EXISTS { MATCH (statement:LanguageGraph) WHERE statement.id STARTS WITH row.statements }
    DELETE f
}
CALL () {
    UNWIND $change.former_ends AS id
    MATCH (o:LanguageGraph {id: id})
    WHERE NOT EXISTS { (o)<-[:FACT]-(:LanguageGraph) } AND NOT EXISTS { (o)<-[:HAS_SECTION]-(:LanguageGraph) }
    DETACH DELETE o
}
"""

REMOVE_EMPTY_ADDITIONS = """
CALL () {
    UNWIND $change.former_additions AS id
    MATCH (a:LanguageGraph {id: id}) WHERE NOT EXISTS { (a)-[:ADDED]->(:LanguageGraph) }
    DETACH DELETE a
}
"""

JUDGE_FACTS = """
CALL () {
    UNWIND $judged.rows AS row
    MATCH (:LanguageGraph {id: row.subject})-[f:FACT {key: row.key}]->(:LanguageGraph {id: row.object})
    WHERE f.verdict <> row.verdict OR coalesce(f.basis <> row.basis, f.basis IS NOT NULL OR row.basis IS NOT NULL)
    SET f.verdict = row.verdict, f.basis = row.basis
    RETURN count(*) AS changed
}
WITH g WHERE changed > 0
SET g.revision = g.revision + 1
"""

# Separate statements

_CHOSEN = """
WHERE ($verdict IS NULL AND f.verdict <> 'invalid' OR f.verdict = $verdict)
    AND ($predicate IS NULL OR f.predicate = $predicate)
RETURN f.key AS key, f.verdict AS verdict
ORDER BY key SKIP $offset LIMIT $limit
"""
FACTS = (
    """
MATCH (s:LanguageGraph) WHERE s.id STARTS WITH $prefix
MATCH (s)-[f:FACT]->(:LanguageGraph)
"""
    + _CHOSEN
)
FACTS_OF_CONCEPT = (
    """
MATCH (:LanguageGraph {id: $id})-[f:FACT]-(:LanguageGraph)
WITH DISTINCT f
"""
    + _CHOSEN
)
FACTS_ABOUT = """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[f:FACT]-(:LanguageGraph)
WITH DISTINCT f WHERE f.verdict <> 'invalid'
RETURN f.key AS key, f.verdict AS verdict
ORDER BY NOT startNode(f).id IN $ids, key LIMIT $limit
"""
# $prefix is that of concepts: other objects of facts are values or sections.
FACTS_AMONG = """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[f:FACT]->(o:LanguageGraph)
WHERE f.verdict <> 'invalid' AND (o.id IN $ids OR NOT o.id STARTS WITH $prefix)
RETURN f.key AS key, f.verdict AS verdict
ORDER BY NOT o.id STARTS WITH $prefix, key LIMIT $limit
"""
MOST_RELATED = """
MATCH (c:LanguageGraph) WHERE c.id STARTS WITH $prefix AND c.key <> $root
MATCH (c)-[r:IS_A|HAS_PART|ALIAS_OF|FACT]-(o:LanguageGraph)
WHERE r.verdict <> 'invalid' AND type(r) IN $types AND o.id STARTS WITH $prefix AND o.key <> $root AND o <> c
RETURN c.key AS key, count(r) AS links ORDER BY links DESC, key LIMIT $limit
"""
MOST_RELATED_IN = """
UNWIND $documents AS id
MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(:LanguageGraph)-[:HAS_SENTENCE]->(s:LanguageGraph)
MATCH (s)-[:STATES]->(statement:LanguageGraph)
WITH DISTINCT $concept_prefix + statement.subject AS subject, statement.kind AS kind, statement.key AS fact,
    coalesce(statement.target, $concept_prefix + statement.object) AS object
MATCH (c:LanguageGraph {id: subject})-[r:IS_A|HAS_PART|ALIAS_OF|FACT]->(o:LanguageGraph {id: object})
WHERE toLower(type(r)) = kind AND (fact IS NULL OR r.key = fact)
    AND r.verdict <> 'invalid' AND type(r) IN $types AND o <> c AND c.key <> $root AND coalesce(o.key, $root) <> $root
WITH DISTINCT r, c, o
UNWIND [c, o] AS concept
RETURN concept.key AS key, count(*) AS links ORDER BY links DESC, key LIMIT $limit
"""

_STATEMENT = """
    statement.key AS key, statement.texts AS texts, s.document AS document, s.position AS position,
    statement.start AS start, statement.end AS end, statement.wording AS wording, statement.origin AS origin
"""
FACT_EVIDENCE = (
    """
UNWIND $prefixes AS prefix
MATCH (statement:LanguageGraph) WHERE statement.id STARTS WITH prefix
MATCH (s:LanguageGraph)-[:STATES]->(statement)
WHERE $documents IS NULL OR s.document IN $documents
RETURN"""
    + _STATEMENT
)
FACTS_OF = (
    """
UNWIND $ids AS id
MATCH (:LanguageGraph {id: id})-[:HAS_SECTION]->(:LanguageGraph)-[:HAS_SENTENCE]->(s:LanguageGraph)
MATCH (s)-[:STATES]->(statement:LanguageGraph) WHERE statement.kind = 'fact'
MATCH (subject:LanguageGraph {id: $concept_prefix + statement.subject})
MATCH (object:LanguageGraph {id: statement.target})
MATCH (subject)-[f:FACT]->(object) WHERE f.key = statement.key
RETURN f.verdict AS verdict,"""
    + _STATEMENT
)

FACT_VERDICT_BASIS = """
UNWIND $rows AS row
MATCH (:LanguageGraph {id: row.subject})-[f:FACT {key: row.key}]->(:LanguageGraph {id: row.object})
WHERE f.basis IS NOT NULL
RETURN f.key AS key, f.basis AS basis
"""

_PROFILE = f" RETURN p.document AS document, {PROFILE.selected('p')}"
PROFILES = (
    """
UNWIND $prefixes AS prefix
MATCH (p:LanguageGraph) WHERE p.id STARTS WITH prefix AND ($documents IS NULL OR p.document IN $documents)
"""
    + _PROFILE
)
PROFILES_OF = "UNWIND $ids AS id MATCH (:LanguageGraph {id: id})-[:HAS_PROFILE]->(p:LanguageGraph)" + _PROFILE

_GROUP = f" RETURN g.document AS document, {GROUP.selected('g')}"
GROUPS = "MATCH (g:LanguageGraph) WHERE g.id STARTS WITH $prefix" + _GROUP
GROUPS_OF = "UNWIND $ids AS id MATCH (:LanguageGraph {id: id})-[:HAS_PREDICATE_GROUP]->(g:LanguageGraph)" + _GROUP

PIECES_OF = """
UNWIND $ids AS id
MATCH (d:LanguageGraph {id: id})<-[added:ADDED]-(a:LanguageGraph)
RETURN d.document_id AS document, a.addition AS addition, a.created AS created, added.pieces AS pieces
"""
ADDITION_DOCUMENTS = """
UNWIND $ids AS id
MATCH (a:LanguageGraph {id: id})-[:ADDED]->(d:LanguageGraph)
RETURN a.addition AS addition, d.document_id AS document
"""
ADDITIONS = """
MATCH (a:LanguageGraph) WHERE a.id STARTS WITH $prefix
MATCH (a)-[added:ADDED]->(:LanguageGraph)
RETURN a.addition AS id, a.kind AS kind, a.label AS label, a.created AS created, count(*) AS documents,
    sum(added.facts) AS facts, sum(added.profiles) AS profiles, sum(added.relations) AS relations,
    sum(added.mentions) AS mentions, sum(added.predicate_groups) AS predicate_groups
"""
ADDITION_COUNT = "MATCH (a:LanguageGraph) WHERE a.id STARTS WITH $prefix RETURN count(*) AS additions"

FACT_COUNTS = """
MATCH (s:LanguageGraph) WHERE s.id STARTS WITH $prefix
MATCH (s)-[f:FACT]->(:LanguageGraph)
RETURN f.verdict AS verdict, f.basis IS NOT NULL AS judged, count(*) AS facts
"""
