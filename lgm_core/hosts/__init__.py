"""What packages for host frameworks build on, besides the public names of `lgm_core`.

`langchain_lgm` and `llama_index_lgm` use no other names; a package for another framework should not need any either.
"""

from __future__ import annotations

from lgm_core.errors import check_options, missing_extra, naming_settings, nearest_name, unknown_settings
from lgm_core.facade.build import identified_documents
from lgm_core.facade.checked_arguments import ANSWER_OPTIONS, ask_options, checked_number, with_ask_options
from lgm_core.facade.deletion import NamedDocuments, named_documents
from lgm_core.facade.opened_graph import existing_store
from lgm_core.flow.limits import Admission, RequestLimiter
from lgm_core.graph.metadata_filter import joined_where
from lgm_core.hosts.agent_tools import SEARCH_WORDS, AgentTool, reading_tools
from lgm_core.hosts.given_arguments import GivenGraph, HasGraph, each_document, given_graph, refuse_parts_of_sources
from lgm_core.hosts.host_logs import log_build, log_not_extracted, require_learned, with_advice_on_binary
from lgm_core.hosts.host_metadata import (
    SHADOWED,
    as_json,
    is_stored_as_json,
    joined_metadata,
    stated_title,
    stored_metadata,
)
from lgm_core.hosts.model_identity import settings_identity
from lgm_core.hosts.property_graphs.allowed_types import AllowedTypes, Parts
from lgm_core.hosts.property_graphs.concept_entities import LocalEntity, concept_entities
from lgm_core.hosts.property_graphs.document_graphs import DocumentGraphLearner
from lgm_core.hosts.property_graphs.local_graphs import (
    LocalGraph,
    LocalGraphConstructor,
    LocalRelation,
    concept_relations,
    fact_graph,
)
from lgm_core.hosts.property_graphs.relation_import import ImportedRelation, import_relations
from lgm_core.hosts.pyramid_results import afind_by_layer, find_by_layer
from lgm_core.hosts.readable_answers import ShownText, answer_metadata, citation_metadata, readable_answer
from lgm_core.hosts.retrieved_results import (
    Found,
    RetrievalMode,
    afind,
    checked_mode,
    checked_words,
    find,
    page_metadata,
    result_metadata,
    sentences_read,
    text_below_heading,
)
from lgm_core.hosts.store_places import open_store
from lgm_core.hosts.stored_texts import stored_texts, text_media_type
from lgm_core.language.backends import chosen_annotator
from lgm_core.learning.file_places import name_of_source
from lgm_core.llm.negotiation import language_model_error, may_refuse_argument
from lgm_core.llm.port import REQUEST_PHASE
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model.source_path import is_path_or_address, is_random_id
from lgm_core.retrieval.rendering import RenderedText
from lgm_core.tracing import Tracer, traced_by
from lgm_core.worker_threads import in_thread

__all__ = [
    "ANSWER_OPTIONS",
    "REQUEST_PHASE",
    "SEARCH_WORDS",
    "SHADOWED",
    "Admission",
    "AgentTool",
    "AllowedTypes",
    "DocumentGraphLearner",
    "Found",
    "GivenGraph",
    "HasGraph",
    "ImportedRelation",
    "LocalEntity",
    "LocalGraph",
    "LocalGraphConstructor",
    "LocalRelation",
    "NamedDocuments",
    "Parts",
    "RenderedText",
    "RequestLimiter",
    "RetrievalMode",
    "ShownText",
    "Tracer",
    "afind",
    "afind_by_layer",
    "answer_metadata",
    "as_json",
    "ask_options",
    "check_options",
    "checked_mode",
    "checked_number",
    "checked_words",
    "chosen_annotator",
    "citation_metadata",
    "concept_entities",
    "concept_relations",
    "count_conversation",
    "count_tokens",
    "each_document",
    "existing_store",
    "fact_graph",
    "find",
    "find_by_layer",
    "given_graph",
    "identified_documents",
    "import_relations",
    "in_thread",
    "is_path_or_address",
    "is_random_id",
    "is_stored_as_json",
    "joined_metadata",
    "joined_where",
    "language_model_error",
    "log_build",
    "log_not_extracted",
    "may_refuse_argument",
    "missing_extra",
    "name_of_source",
    "named_documents",
    "naming_settings",
    "nearest_name",
    "open_store",
    "page_metadata",
    "readable_answer",
    "reading_tools",
    "refuse_parts_of_sources",
    "require_learned",
    "result_metadata",
    "sentences_read",
    "settings_identity",
    "stated_title",
    "stored_metadata",
    "stored_texts",
    "text_below_heading",
    "text_media_type",
    "traced_by",
    "unknown_settings",
    "with_advice_on_binary",
    "with_ask_options",
]
