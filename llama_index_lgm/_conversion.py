"""Between LlamaIndex's nodes, messages and filters and the engine's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.schema import (
    BaseNode,
    MetadataMode,
    NodeRelationship,
    NodeWithScore,
    RelatedNodeInfo,
    RelatedNodeType,
    TextNode,
)
from llama_index.core.vector_stores.types import FilterCondition, FilterOperator, MetadataFilter, MetadataFilters

from lgm_core import (
    Citation,
    Document,
    DocumentRecord,
    InputError,
    Message,
    Metadata,
    RetrievedPassage,
    RetrievedSentence,
    Scalar,
    Where,
)
from lgm_core.hosts import SHADOWED, as_json, joined_metadata, stored_value, text_media_type

__all__ = ["REF_DOC_ID", "citation_node", "from_engine", "metadata_of", "to_engine", "to_messages", "to_where"]

REF_DOC_ID = "ref_doc_id"
"""The metadata field that names the document a node was cut from."""

_NODE_FIELDS = "_llama_index"
"""The metadata field, JSON, with what only LlamaIndex uses of a node: relationships, hidden fields, JSON fields."""

_SOURCES = ("file_path", "source", "url", "file_name")
_TITLES = ("title", "document_title")
_HIDDEN = ("document_id", "start", "end", "concept_path", SHADOWED)
"""Fields that say where a node is from and why it was found; a language model has no use for them."""

_OPERATORS = {
    FilterOperator.EQ: "$eq",
    FilterOperator.NE: "$ne",
    FilterOperator.GT: "$gt",
    FilterOperator.GTE: "$gte",
    FilterOperator.LT: "$lt",
    FilterOperator.LTE: "$lte",
    FilterOperator.IN: "$in",
    FilterOperator.NIN: "$nin",
}


def to_messages(messages: Iterable[Message]) -> list[ChatMessage]:
    """Turn the engine's messages into LlamaIndex's."""
    return [ChatMessage(role=MessageRole(message.role), content=message.content) for message in messages]


def to_engine(nodes: Iterable[BaseNode]) -> Iterator[Document]:
    """Turn documents and nodes into the engine's documents, with their ids, metadata and relationships.

    A document for which LlamaIndex has made up an id, since nobody gave it one, is known by its source, or else by its
    text. How headings, lists and code are found tells `file_type` (a media type), else the suffix of the file, else
    what the text looks like. Dates are kept as ISO text, and numbers that are not finite as null. A node that was cut
    from a document is a document of the engine; `ref_doc_id` in its metadata says from which.
    """
    for node in nodes:
        text = node.get_content(MetadataMode.NONE)
        places = (str(node.metadata.get(name) or "") for name in _SOURCES)
        yield Document.from_text(
            text,
            id=_given_id(node),
            title=_first(node.metadata, _TITLES),
            metadata=_to_metadata(node),
            source=_first(node.metadata, _SOURCES),
            media_type=text_media_type(text, stated=node.metadata.get("file_type"), places=places),
        )


def from_engine(result: RetrievedPassage | RetrievedSentence) -> NodeWithScore:
    """Turn a retrieved passage or sentence into a node that says where it stands and why it was found.

    Where the document's own metadata has a field of the same name, the result's counts, and the document's is found
    under `document_metadata`.
    """
    fields = {"section_path": list(result.section.path), "concept_path": list(result.path)}
    node = _node(result.id, result.text, (result.start, result.end), result.document, fields)
    return NodeWithScore(node=node, score=result.score)


def citation_node(citation: Citation, document: DocumentRecord) -> NodeWithScore:
    """Turn a citation into a node; `citation` in its metadata is the number by which the answer refers to it."""
    fields = {
        "section_path": list(citation.section_path),
        "concept_path": list(citation.path),
        "citation": citation.number,
    }
    return NodeWithScore(
        node=_node(citation.sentence_id, citation.text, (citation.start, citation.end), document, fields)
    )


def metadata_of(document: DocumentRecord) -> dict[str, Any]:
    """Return a document's metadata as LlamaIndex gave it."""
    return _from_metadata(document.metadata, _node_fields(document.metadata).get("json", ()))


def to_where(filters: MetadataFilters | None) -> Where | None:
    """Turn metadata filters into the engine's filter.

    Raises:
        InputError: they use an operator or a condition other than 'and' that the engine does not have.
    """
    if filters is None:
        return None
    where: dict[str, dict[str, Any]] = {}
    for filter_ in _flat(filters):
        if filter_.operator not in _OPERATORS:
            known = ", ".join(operator.value for operator in _OPERATORS)
            raise InputError(f"the filter operator {filter_.operator.value!r} is not supported; use one of {known}")
        operator = _OPERATORS[filter_.operator]
        comparisons = where.setdefault(filter_.key, {})
        if operator in comparisons:
            raise InputError(
                f"two filters compare {filter_.key!r} by {filter_.operator.value!r}; use one, or 'in' or 'nin'"
            )
        comparisons[operator] = filter_.value
    return where


def _flat(filters: MetadataFilters) -> Iterator[MetadataFilter]:
    is_single = len(filters.filters) == 1 and filters.condition is not FilterCondition.NOT
    if filters.condition not in (None, FilterCondition.AND) and not is_single:
        raise InputError(f"filters are combined by 'and', not by {filters.condition.value!r}")
    for filter_ in filters.filters:
        if isinstance(filter_, MetadataFilters):
            yield from _flat(filter_)
        else:
            yield filter_


def _given_id(node: BaseNode) -> str | None:
    """Return the id that someone gave a node, None if LlamaIndex made up a random one for it."""
    return node.node_id if "id_" in node.model_fields_set else None


def _node(
    id: str, text: str, span: tuple[int, int], document: DocumentRecord, result_fields: Mapping[str, Any]
) -> TextNode:
    node_fields = _node_fields(document.metadata)
    metadata = _from_metadata(document.metadata, node_fields.get("json", ()))
    if document.title:
        metadata.setdefault("title", document.title)
    position = {"document_id": document.id, "start": span[0], "end": span[1]}
    hidden = {"llm": node_fields.get("hidden_llm", ()), "embed": node_fields.get("hidden_embed", ())}
    return TextNode(
        id_=id,
        text=text,
        start_char_idx=span[0],
        end_char_idx=span[1],
        metadata=joined_metadata(metadata, {**position, **result_fields}),
        relationships=_relationships(document, node_fields),
        excluded_llm_metadata_keys=sorted({*_HIDDEN, *hidden["llm"]}),
        excluded_embed_metadata_keys=sorted({*_HIDDEN, *hidden["embed"]}),
    )


def _relationships(document: DocumentRecord, fields: Mapping[str, Any]) -> dict[NodeRelationship, RelatedNodeType]:
    source = str(document.metadata.get(REF_DOC_ID) or document.id)
    relationships: dict[NodeRelationship, RelatedNodeType] = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=source)}
    for name, related in fields.get("relationships", {}).items():
        relationships[NodeRelationship[name]] = (
            [RelatedNodeInfo.from_dict(node) for node in related]
            if isinstance(related, list)
            else RelatedNodeInfo.from_dict(related)
        )
    return relationships


def _to_metadata(node: BaseNode) -> Metadata:
    metadata: dict[str, Scalar] = {name: stored_value(value) for name, value in node.metadata.items()}
    fields = {
        "json": [name for name, value in node.metadata.items() if _became_json(value, metadata[name])],
        "relationships": {relation.name: _related(related) for relation, related in node.relationships.items()},
        "hidden_llm": node.excluded_llm_metadata_keys,
        "hidden_embed": node.excluded_embed_metadata_keys,
    }
    if any(fields.values()):
        metadata[_NODE_FIELDS] = as_json({name: value for name, value in fields.items() if value})
    if node.ref_doc_id:
        metadata[REF_DOC_ID] = node.ref_doc_id
    return metadata


def _became_json(value: object, stored: Scalar) -> bool:
    return isinstance(stored, str) and not isinstance(value, str | date | time)


def _from_metadata(metadata: Metadata, json_fields: Iterable[str]) -> dict[str, Any]:
    restored: dict[str, Any] = {name: value for name, value in metadata.items() if name != _NODE_FIELDS}
    return restored | {name: json.loads(str(metadata[name])) for name in json_fields if name in metadata}


def _node_fields(metadata: Metadata) -> dict[str, Any]:
    fields = metadata.get(_NODE_FIELDS)
    return dict(json.loads(fields)) if isinstance(fields, str) else {}


def _related(related: RelatedNodeType) -> object:
    if isinstance(related, list):
        return [node.to_dict() for node in related]
    return related.to_dict()


def _first(metadata: Mapping[str, Any], names: Iterable[str]) -> str:
    return next((str(metadata[name]) for name in names if metadata.get(name)), "")
