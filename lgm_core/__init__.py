"""The Language Graph Model engine; its names are loaded on first use. `lgm_core.hosts` has more for host frameworks."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lgm_core.errors import BudgetSpentError, Cancelled, InputError, LanguageModelError, LGMError, StoreError
    from lgm_core.facade.answer_modes import AnswerOptions
    from lgm_core.facade.build import Extraction
    from lgm_core.facade.estimates import estimate_build, estimate_construction, estimate_questions
    from lgm_core.facade.fact_settings import Facts
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.facade.rdf_documents import read_documents
    from lgm_core.feedback.feedback_options import FeedbackOptions
    from lgm_core.feedback.feedback_prompts import FeedbackPrompts
    from lgm_core.flow.limits import RequestLimits
    from lgm_core.graph.neo4j.neo4j_store import Neo4jStore
    from lgm_core.graph.sqlite.sqlite_store import SQLiteStore
    from lgm_core.learning.build_report import BuildReport
    from lgm_core.learning.construction.construction_options import ConstructionOptions
    from lgm_core.learning.estimate import Prices
    from lgm_core.learning.extraction.extractor import ExtractionOptions
    from lgm_core.learning.facts.fact_options import FactOptions
    from lgm_core.learning.reflector import ReflectionOptions
    from lgm_core.llm.openai import OpenAIChatModel
    from lgm_core.llm.prompt import Prompt
    from lgm_core.model import (
        Answer,
        AnswerFailure,
        AnswerRestart,
        AnswerText,
        Citation,
        Concept,
        Document,
        Fact,
        MetaRelation,
        RetrievedPassage,
        RetrievedSentence,
        Statement,
        Support,
    )
    from lgm_core.pages.page import Page
    from lgm_core.progress import watch_progress
    from lgm_core.reasoning.logical_form_options import LogicalFormOptions
    from lgm_core.reasoning.plan.logical_plan import LogicalPlan
    from lgm_core.reasoning.pyramid.pyramid_options import PyramidOptions
    from lgm_core.reasoning.solving.memory import Solution
    from lgm_core.retrieval.answering.answer_prompts import AnswerPrompts
    from lgm_core.retrieval.answering.ask_options import AskOptions, ReplyProtocol, SupportCheck
    from lgm_core.retrieval.facts.fact_retrieval_options import FactRetrievalOptions
    from lgm_core.retrieval.ranking.ranker import ChainRerank
    from lgm_core.retrieval.ranking.ranking_options import RankingOptions
    from lgm_core.vectors.port import Embeddings

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AnswerFailure",
    "AnswerOptions",
    "AnswerPrompts",
    "AnswerRestart",
    "AnswerText",
    "AskOptions",
    "BudgetSpentError",
    "BuildReport",
    "Cancelled",
    "ChainRerank",
    "Citation",
    "Concept",
    "ConstructionOptions",
    "Document",
    "Embeddings",
    "Extraction",
    "ExtractionOptions",
    "Fact",
    "FactOptions",
    "FactRetrievalOptions",
    "Facts",
    "FeedbackOptions",
    "FeedbackPrompts",
    "InputError",
    "LGMError",
    "LanguageGraph",
    "LanguageModelError",
    "LogicalFormOptions",
    "LogicalPlan",
    "MetaRelation",
    "Neo4jStore",
    "OpenAIChatModel",
    "Page",
    "Prices",
    "Prompt",
    "PyramidOptions",
    "RankingOptions",
    "ReflectionOptions",
    "ReplyProtocol",
    "RequestLimits",
    "RetrievedPassage",
    "RetrievedSentence",
    "SQLiteStore",
    "Solution",
    "Statement",
    "StoreError",
    "Support",
    "SupportCheck",
    "__version__",
    "estimate_build",
    "estimate_construction",
    "estimate_questions",
    "read_documents",
    "watch_progress",
]

_HOMES = {
    "lgm_core.errors": "BudgetSpentError Cancelled InputError LanguageModelError LGMError StoreError",
    "lgm_core.facade.answer_modes": "AnswerOptions",
    "lgm_core.facade.build": "Extraction",
    "lgm_core.facade.estimates": "estimate_build estimate_construction estimate_questions",
    "lgm_core.facade.fact_settings": "Facts",
    "lgm_core.facade.language_graph": "LanguageGraph",
    "lgm_core.facade.rdf_documents": "read_documents",
    "lgm_core.feedback.feedback_options": "FeedbackOptions",
    "lgm_core.feedback.feedback_prompts": "FeedbackPrompts",
    "lgm_core.flow.limits": "RequestLimits",
    "lgm_core.graph.neo4j.neo4j_store": "Neo4jStore",
    "lgm_core.graph.sqlite.sqlite_store": "SQLiteStore",
    "lgm_core.learning.build_report": "BuildReport",
    "lgm_core.learning.construction.construction_options": "ConstructionOptions",
    "lgm_core.learning.estimate": "Prices",
    "lgm_core.learning.extraction.extractor": "ExtractionOptions",
    "lgm_core.learning.facts.fact_options": "FactOptions",
    "lgm_core.learning.reflector": "ReflectionOptions",
    "lgm_core.llm.openai": "OpenAIChatModel",
    "lgm_core.llm.prompt": "Prompt",
    "lgm_core.model": (
        "Answer AnswerFailure AnswerRestart AnswerText Citation Concept Document Fact MetaRelation "
        "RetrievedPassage RetrievedSentence Statement Support"
    ),
    "lgm_core.pages.page": "Page",
    "lgm_core.progress": "watch_progress",
    "lgm_core.reasoning.logical_form_options": "LogicalFormOptions",
    "lgm_core.reasoning.plan.logical_plan": "LogicalPlan",
    "lgm_core.reasoning.pyramid.pyramid_options": "PyramidOptions",
    "lgm_core.reasoning.solving.memory": "Solution",
    "lgm_core.retrieval.answering.answer_prompts": "AnswerPrompts",
    "lgm_core.retrieval.answering.ask_options": "AskOptions ReplyProtocol SupportCheck",
    "lgm_core.retrieval.facts.fact_retrieval_options": "FactRetrievalOptions",
    "lgm_core.retrieval.ranking.ranker": "ChainRerank",
    "lgm_core.retrieval.ranking.ranking_options": "RankingOptions",
    "lgm_core.vectors.port": "Embeddings",
}
"""The public names in each module."""

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # one function serves names of every type
    """Load a public name from its module."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return list(__all__)
