"""The reports of builds, constructions, reflections, imports, questions and queries, and estimates before them."""

from lgm_core.documents.reader import IgnoredFile, UnreadableFile
from lgm_core.facade.construction_records import ConstructionRecord
from lgm_core.facade.estimates import QuestionsEstimate
from lgm_core.facade.export_target import ExportFormat
from lgm_core.facade.fact_learning import RecordedRows, StatedFact
from lgm_core.facade.graph_import import ImportReport
from lgm_core.facade.graph_status import GraphStatus, IndexStatus, StaleDocuments
from lgm_core.facade.mutual_index import SectionKnowledge, SectionPart
from lgm_core.facade.relation_listing import StatedRelation
from lgm_core.feedback.feedback_flows import AskedQuestion, FeedbackReport, FeedbackRound
from lgm_core.flow.conversation import Ledger
from lgm_core.learning.alignment.alignment_flow import AlignmentReport
from lgm_core.learning.build_report import BuildReport, CopiedDocument, FailedDocument, ReplacedDocument
from lgm_core.learning.construction.checks import Violation, ViolationKind
from lgm_core.learning.construction.construction_estimate import ConstructionEstimate
from lgm_core.learning.construction.construction_report import ConstructionReport, StageReport
from lgm_core.learning.estimate import EmbeddingEstimate, Estimate
from lgm_core.learning.facts.later_facts import FactsReport
from lgm_core.learning.reflector import Judgement, ReflectionReport
from lgm_core.reasoning.sparql.cited_rows import SparqlResult, SparqlRow
from lgm_core.retrieval.concepts.explanation import CitedRelation, CitedStatement, Explanation
from lgm_core.retrieval.concepts.relationship import Relationship
from lgm_core.retrieval.concepts.representation import StatementSource
from lgm_core.tuning.answer_reward import AnswerReward
from lgm_core.tuning.tuning_data import TuningReport

__all__ = [
    "AlignmentReport",
    "AnswerReward",
    "AskedQuestion",
    "BuildReport",
    "CitedRelation",
    "CitedStatement",
    "ConstructionEstimate",
    "ConstructionRecord",
    "ConstructionReport",
    "CopiedDocument",
    "EmbeddingEstimate",
    "Estimate",
    "Explanation",
    "ExportFormat",
    "FactsReport",
    "FailedDocument",
    "FeedbackReport",
    "FeedbackRound",
    "GraphStatus",
    "IgnoredFile",
    "ImportReport",
    "IndexStatus",
    "Judgement",
    "Ledger",
    "QuestionsEstimate",
    "RecordedRows",
    "ReflectionReport",
    "Relationship",
    "ReplacedDocument",
    "SectionKnowledge",
    "SectionPart",
    "SparqlResult",
    "SparqlRow",
    "StageReport",
    "StaleDocuments",
    "StatedFact",
    "StatedRelation",
    "StatementSource",
    "TuningReport",
    "UnreadableFile",
    "Violation",
    "ViolationKind",
]
