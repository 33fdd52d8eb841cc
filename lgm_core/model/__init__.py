"""The vocabulary of the project: frozen dataclasses shared by every room.

Identifiers are content-derived: the same document learned twice, on any machine and through either framework, gets the
same identifiers. A section is `"{document id}#s{position}"`, a sentence is `"{document id}#{position}"`.
"""

from __future__ import annotations

from lgm_core.model.addition import Addition, AdditionRecord
from lgm_core.model.answer import (
    Answer,
    AnswerEvent,
    AnswerFailure,
    AnswerRestart,
    AnswerText,
    Citation,
    RequestCounts,
    Statement,
    Support,
    Usage,
)
from lgm_core.model.concept import THING, Concept
from lgm_core.model.document import (
    HOST_FIELDS,
    Document,
    DocumentRecord,
    Location,
    Metadata,
    MetadataValue,
    Scalar,
    Section,
    heading_of,
    section_id,
)
from lgm_core.model.document_graph import DocumentGraph, Statistics
from lgm_core.model.facts.broader_things import acyclic_edges, broader_things
from lgm_core.model.facts.document_entities import DocumentEntity, document_entities
from lgm_core.model.facts.entity import EntityClass, EntityProfile, PredicateGroup
from lgm_core.model.facts.fact import Fact, FactEnd, FactEvidence, SectionEnd
from lgm_core.model.facts.value import Value, ValueKind
from lgm_core.model.relation import Evidence, MetaRelation, RelationKind, Verdict
from lgm_core.model.retrieved import FactPath, FactSubgraph, RestoredFact, RetrievedPassage, RetrievedSentence
from lgm_core.model.schema import ClassKind, Rule, Schema, SchemaClass, SchemaProperty, SchemaVersion, ValueRange
from lgm_core.model.sentence import Clause, Mention, MentionSource, Reference, Sentence, StatementKind, sentence_id
from lgm_core.model.trace import FailedRequests, Finding, TraceStep

__all__ = [
    "HOST_FIELDS",
    "THING",
    "Addition",
    "AdditionRecord",
    "Answer",
    "AnswerEvent",
    "AnswerFailure",
    "AnswerRestart",
    "AnswerText",
    "Citation",
    "ClassKind",
    "Clause",
    "Concept",
    "Document",
    "DocumentEntity",
    "DocumentGraph",
    "DocumentRecord",
    "EntityClass",
    "EntityProfile",
    "Evidence",
    "Fact",
    "FactEnd",
    "FactEvidence",
    "FactPath",
    "FactSubgraph",
    "FailedRequests",
    "Finding",
    "Location",
    "Mention",
    "MentionSource",
    "MetaRelation",
    "Metadata",
    "MetadataValue",
    "PredicateGroup",
    "Reference",
    "RelationKind",
    "RequestCounts",
    "RestoredFact",
    "RetrievedPassage",
    "RetrievedSentence",
    "Rule",
    "Scalar",
    "Schema",
    "SchemaClass",
    "SchemaProperty",
    "SchemaVersion",
    "Section",
    "SectionEnd",
    "Sentence",
    "Statement",
    "StatementKind",
    "Statistics",
    "Support",
    "TraceStep",
    "Usage",
    "Value",
    "ValueKind",
    "ValueRange",
    "Verdict",
    "acyclic_edges",
    "broader_things",
    "document_entities",
    "heading_of",
    "section_id",
    "sentence_id",
]
