"""The Language Graph Model engine, whose names are loaded when first used; `lgm_core.hosts` has more for hosts."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lgm_core.documents.reader import IgnoredFile, Source, UnreadableFile
    from lgm_core.errors import (
        BudgetSpentError,
        Cancelled,
        ExecutorError,
        InputError,
        LanguageModelError,
        LanguageModelSetupError,
        LGMError,
        MissingDependencyError,
        PlanError,
        SchemaVersionError,
        StoreError,
    )
    from lgm_core.facade.ask import OnFailure
    from lgm_core.facade.build import Extraction, estimate_build
    from lgm_core.facade.construction_records import ConstructionRecord
    from lgm_core.facade.export_target import ExportFormat
    from lgm_core.facade.fact_learning import RecordedRows, StatedFact
    from lgm_core.facade.fact_settings import Facts
    from lgm_core.facade.graph_import import ImportReport
    from lgm_core.facade.graph_status import GraphStatus, IndexStatus, StaleDocuments
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.facade.opened_graph import OnStep
    from lgm_core.facade.question import AnswerOptions
    from lgm_core.facade.question_estimate import QuestionsEstimate, estimate_questions
    from lgm_core.facade.rdf_documents import read_documents
    from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport, FeedbackRound
    from lgm_core.feedback.feedback_options import FeedbackOptions
    from lgm_core.feedback.feedback_prompts import FeedbackPrompts
    from lgm_core.flow.conversation import Ledger
    from lgm_core.flow.limits import RequestLimits
    from lgm_core.graph.neo4j.connection import LangChainGraph, LlamaIndexStore
    from lgm_core.graph.neo4j.neo4j_store import Neo4jStore
    from lgm_core.graph.port import LanguageGraphStore, Where
    from lgm_core.graph.sqlite.sqlite_store import SQLiteStore
    from lgm_core.language.port import AnnotatedSentence, Annotator, CoreferenceMark, Token
    from lgm_core.learning.build_report import BuildReport, CopiedDocument, FailedDocument, ReplacedDocument
    from lgm_core.learning.construction.checks import Violation, ViolationKind
    from lgm_core.learning.construction.construction_estimate import ConstructionEstimate
    from lgm_core.learning.construction.construction_options import ConstructionOptions
    from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport
    from lgm_core.learning.estimate import Estimate, Prices
    from lgm_core.learning.executors.worker_pool import AnyExecutor
    from lgm_core.learning.extraction.extraction_prompts import PaperPrompts
    from lgm_core.learning.extraction.extractor import ExtractionOptions
    from lgm_core.learning.facts.fact_options import FactOptions
    from lgm_core.learning.facts.later_facts import FactsReport
    from lgm_core.learning.reflector import Judgement, ReflectionOptions, ReflectionReport
    from lgm_core.llm.openai import OpenAIChatModel
    from lgm_core.llm.port import ChatModel, Message, Reply, StreamingChatModel
    from lgm_core.llm.prompt import Prompt
    from lgm_core.model import (
        Addition,
        AdditionRecord,
        Answer,
        AnswerEvent,
        AnswerFailure,
        AnswerRestart,
        AnswerText,
        Citation,
        Clause,
        Concept,
        Document,
        DocumentEntity,
        DocumentGraph,
        DocumentRecord,
        EntityClass,
        EntityProfile,
        Evidence,
        Fact,
        FactEnd,
        FactEvidence,
        FactPath,
        FactSubgraph,
        Location,
        Mention,
        MentionSource,
        Metadata,
        MetadataValue,
        MetaRelation,
        PredicateGroup,
        Reference,
        RelationKind,
        RequestCounts,
        RestoredFact,
        RetrievedPassage,
        RetrievedSentence,
        Scalar,
        Section,
        SectionEnd,
        Sentence,
        Statement,
        StatementKind,
        Statistics,
        Support,
        TraceStep,
        Usage,
        Value,
        ValueKind,
        Verdict,
    )
    from lgm_core.pages.page import Page
    from lgm_core.progress import Progress, Watcher, watch_progress
    from lgm_core.reasoning.execution.binding_tables import Binding, Row
    from lgm_core.reasoning.execution.step_result import Linked, StepResult
    from lgm_core.reasoning.logical_form_options import LogicalFormOptions
    from lgm_core.reasoning.plan.logical_plan import LogicalPlan
    from lgm_core.reasoning.plan.plan_parts import (
        BinaryOperation,
        Constant,
        Constraint,
        Count,
        Deduce,
        FunctionCall,
        Math,
        Negation,
        Number,
        Output,
        PlanStep,
        PredicateTerm,
        Property,
        Retrieval,
        Sort,
        Term,
        Variable,
    )
    from lgm_core.reasoning.solving.memory import Solution
    from lgm_core.retrieval.answering.answer_prompts import AnswerPrompts
    from lgm_core.retrieval.answering.ask_options import AskOptions, ReplyProtocol, SupportCheck
    from lgm_core.retrieval.concepts.explanation import CitedRelation, CitedStatement, Explanation
    from lgm_core.retrieval.concepts.relationship import Relationship
    from lgm_core.retrieval.concepts.representation import StatementSource
    from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
    from lgm_core.retrieval.index.ranking_index import RankingIndex
    from lgm_core.retrieval.ranking.ranker import ChainRerank, Hit, Ranker, Rerank
    from lgm_core.retrieval.ranking.ranking_options import RankingOptions
    from lgm_core.vectors.port import Embed, Embeddings

__version__ = "0.1.0"

__all__ = [
    "Addition",
    "AdditionRecord",
    "AnnotatedSentence",
    "Annotator",
    "Answer",
    "AnswerEvent",
    "AnswerFailure",
    "AnswerOptions",
    "AnswerPrompts",
    "AnswerRestart",
    "AnswerText",
    "AnyExecutor",
    "AskOptions",
    "AskedQuestion",
    "BinaryOperation",
    "Binding",
    "BudgetSpentError",
    "BuildReport",
    "Cancelled",
    "ChainRerank",
    "ChatModel",
    "Citation",
    "CitedRelation",
    "CitedStatement",
    "Clause",
    "Concept",
    "Constant",
    "Constraint",
    "ConstructionEstimate",
    "ConstructionOptions",
    "ConstructionRecord",
    "ConstructionReport",
    "CopiedDocument",
    "CoreferenceMark",
    "Count",
    "Deduce",
    "Document",
    "DocumentEntity",
    "DocumentGraph",
    "DocumentRecord",
    "Embed",
    "Embeddings",
    "EntityClass",
    "EntityProfile",
    "Estimate",
    "Evidence",
    "ExecutorError",
    "Explanation",
    "ExportFormat",
    "Extraction",
    "ExtractionOptions",
    "Fact",
    "FactEnd",
    "FactEvidence",
    "FactOptions",
    "FactPath",
    "FactRetrievalOptions",
    "FactSubgraph",
    "Facts",
    "FactsReport",
    "FailedDocument",
    "FeedbackOptions",
    "FeedbackPrompts",
    "FeedbackReport",
    "FeedbackRound",
    "FunctionCall",
    "GraphStatus",
    "Hit",
    "IgnoredFile",
    "ImportReport",
    "IndexStatus",
    "InputError",
    "Judgement",
    "LGMError",
    "LangChainGraph",
    "LanguageGraph",
    "LanguageGraphStore",
    "LanguageModelError",
    "LanguageModelSetupError",
    "Ledger",
    "Linked",
    "LlamaIndexStore",
    "Location",
    "LogicalFormOptions",
    "LogicalPlan",
    "Math",
    "Mention",
    "MentionSource",
    "Message",
    "MetaRelation",
    "Metadata",
    "MetadataValue",
    "MissingDependencyError",
    "Negation",
    "Neo4jStore",
    "Number",
    "OnFailure",
    "OnStep",
    "OpenAIChatModel",
    "Output",
    "Page",
    "PaperPrompts",
    "PlanError",
    "PlanStep",
    "PredicateGroup",
    "PredicateTerm",
    "Prices",
    "Progress",
    "Prompt",
    "Property",
    "QuestionsEstimate",
    "Ranker",
    "RankingIndex",
    "RankingOptions",
    "RecordedRows",
    "Reference",
    "ReflectionOptions",
    "ReflectionReport",
    "RelationKind",
    "Relationship",
    "ReplacedDocument",
    "Reply",
    "ReplyProtocol",
    "RequestCounts",
    "RequestLimits",
    "Rerank",
    "RestoredFact",
    "Retrieval",
    "RetrievedPassage",
    "RetrievedSentence",
    "Row",
    "SQLiteStore",
    "Scalar",
    "SchemaVersionError",
    "Section",
    "SectionEnd",
    "Sentence",
    "Solution",
    "Sort",
    "Source",
    "StageReport",
    "StaleDocuments",
    "StatedFact",
    "Statement",
    "StatementKind",
    "StatementSource",
    "Statistics",
    "StepResult",
    "StoreError",
    "StreamingChatModel",
    "Support",
    "SupportCheck",
    "Term",
    "Token",
    "TraceStep",
    "UnreadableFile",
    "Usage",
    "Value",
    "ValueKind",
    "Variable",
    "Verdict",
    "Violation",
    "ViolationKind",
    "Watcher",
    "Where",
    "__version__",
    "estimate_build",
    "estimate_questions",
    "read_documents",
    "watch_progress",
]

_HOMES = {
    "lgm_core.documents.reader": "IgnoredFile Source UnreadableFile",
    "lgm_core.errors": (
        "BudgetSpentError Cancelled ExecutorError InputError LanguageModelError LanguageModelSetupError LGMError "
        "MissingDependencyError PlanError SchemaVersionError StoreError"
    ),
    "lgm_core.facade.ask": "OnFailure",
    "lgm_core.facade.build": "estimate_build Extraction",
    "lgm_core.facade.construction_records": "ConstructionRecord",
    "lgm_core.facade.export_target": "ExportFormat",
    "lgm_core.facade.fact_learning": "RecordedRows StatedFact",
    "lgm_core.facade.fact_settings": "Facts",
    "lgm_core.facade.graph_import": "ImportReport",
    "lgm_core.facade.graph_status": "GraphStatus IndexStatus StaleDocuments",
    "lgm_core.facade.language_graph": "LanguageGraph",
    "lgm_core.facade.opened_graph": "OnStep",
    "lgm_core.facade.question": "AnswerOptions",
    "lgm_core.facade.question_estimate": "estimate_questions QuestionsEstimate",
    "lgm_core.facade.rdf_documents": "read_documents",
    "lgm_core.feedback.feedback_flows": "AskedQuestion FeedbackReport FeedbackRound",
    "lgm_core.feedback.feedback_options": "FeedbackOptions",
    "lgm_core.feedback.feedback_prompts": "FeedbackPrompts",
    "lgm_core.flow.conversation": "Ledger",
    "lgm_core.flow.limits": "RequestLimits",
    "lgm_core.graph.neo4j.connection": "LangChainGraph LlamaIndexStore",
    "lgm_core.graph.neo4j.neo4j_store": "Neo4jStore",
    "lgm_core.graph.port": "LanguageGraphStore Where",
    "lgm_core.graph.sqlite.sqlite_store": "SQLiteStore",
    "lgm_core.language.port": "AnnotatedSentence Annotator CoreferenceMark Token",
    "lgm_core.learning.build_report": "BuildReport CopiedDocument FailedDocument ReplacedDocument",
    "lgm_core.learning.construction.checks": "Violation ViolationKind",
    "lgm_core.learning.construction.construction_estimate": "ConstructionEstimate",
    "lgm_core.learning.construction.construction_options": "ConstructionOptions",
    "lgm_core.learning.construction.construction_report": "ConstructionReport StageReport",
    "lgm_core.learning.estimate": "Estimate Prices",
    "lgm_core.learning.executors.worker_pool": "AnyExecutor",
    "lgm_core.learning.extraction.extraction_prompts": "PaperPrompts",
    "lgm_core.learning.extraction.extractor": "ExtractionOptions",
    "lgm_core.learning.facts.fact_options": "FactOptions",
    "lgm_core.learning.facts.later_facts": "FactsReport",
    "lgm_core.learning.reflector": "Judgement ReflectionOptions ReflectionReport",
    "lgm_core.llm.openai": "OpenAIChatModel",
    "lgm_core.llm.port": "ChatModel Message Reply StreamingChatModel",
    "lgm_core.llm.prompt": "Prompt",
    "lgm_core.model": (
        "Addition AdditionRecord Answer AnswerEvent AnswerFailure AnswerRestart AnswerText Citation Clause Concept "
        "Document DocumentEntity DocumentGraph DocumentRecord EntityClass EntityProfile Evidence Fact FactEnd "
        "FactEvidence FactPath FactSubgraph Location Mention MentionSource Metadata MetadataValue MetaRelation "
        "PredicateGroup Reference RelationKind RequestCounts RestoredFact RetrievedPassage RetrievedSentence "
        "Scalar Section SectionEnd Sentence Statement StatementKind Statistics Support TraceStep Usage Value "
        "ValueKind Verdict"
    ),
    "lgm_core.pages.page": "Page",
    "lgm_core.progress": "Progress watch_progress Watcher",
    "lgm_core.reasoning.execution.binding_tables": "Binding Row",
    "lgm_core.reasoning.execution.step_result": "Linked StepResult",
    "lgm_core.reasoning.logical_form_options": "LogicalFormOptions",
    "lgm_core.reasoning.plan.logical_plan": "LogicalPlan",
    "lgm_core.reasoning.plan.plan_parts": (
        "BinaryOperation Constant Constraint Count Deduce FunctionCall Math Negation Number Output PlanStep "
        "PredicateTerm Property Retrieval Sort Term Variable"
    ),
    "lgm_core.reasoning.solving.memory": "Solution",
    "lgm_core.retrieval.answering.answer_prompts": "AnswerPrompts",
    "lgm_core.retrieval.answering.ask_options": "AskOptions ReplyProtocol SupportCheck",
    "lgm_core.retrieval.concepts.explanation": "CitedRelation CitedStatement Explanation",
    "lgm_core.retrieval.concepts.relationship": "Relationship",
    "lgm_core.retrieval.concepts.representation": "StatementSource",
    "lgm_core.retrieval.facts.fact_retrieval_options": "FactRetrievalOptions",
    "lgm_core.retrieval.index.ranking_index": "RankingIndex",
    "lgm_core.retrieval.ranking.ranker": "ChainRerank Hit Ranker Rerank",
    "lgm_core.retrieval.ranking.ranking_options": "RankingOptions",
    "lgm_core.vectors.port": "Embed Embeddings",
}
"""The names that each module is the home of."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # one function serves names of every type
    """Load a public name from the module it lives in."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return list(__all__)
