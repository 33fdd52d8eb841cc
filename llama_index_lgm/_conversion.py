"""Between LlamaIndex's nodes, messages and filters and the engine's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
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

from lgm_core.errors import InputError
from lgm_core.graph.port import Where
from lgm_core.llm.port import Message
from lgm_core.model import (
    Citation,
    Document,
    DocumentRecord,
    Metadata,
    RetrievedPassage,
    RetrievedSentence,
    Scalar,
)

__all__ = ["REF_DOC_ID", "citation_node", "from_engine", "metadata_of", "to_engine", "to_messages", "to_where"]

REF_DOC_ID = "ref_doc_id"
"""The metadata field that names the document a node was cut from."""

_KEPT = "_llama_index"
"""The metadata field, JSON, with what else of a node is kept: relationships, hidden fields, fields that are JSON."""

_MEDIA_TYPES = frozenset({"text/plain", "text/markdown", "text/html", "text/x-rst", "application/pdf"})
_SOURCES = ("file_path", "source", "url", "file_name")
_TITLES = ("title", "document_title")
_HIDDEN = ("document_id", "start", "end", "concept_path")
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

    A node that was cut from a document is a document of the engine; `ref_doc_id` in its metadata says from which.
    """
    for node in nodes:
        yield Document(
            node.node_id,
            node.get_content(MetadataMode.NONE),
            _first(node.metadata, _TITLES),
            _to_metadata(node),
            _first(node.metadata, _SOURCES),
            _media_type(node),
        )


def from_engine(found: RetrievedPassage | RetrievedSentence) -> NodeWithScore:
    """Turn a retrieved passage or sentence into a node that says where it stands and why it was found."""
    if isinstance(found, RetrievedPassage):
        place, text, start, end = found.section.id, found.text, found.section.start, found.section.end
    else:
        sentence = found.sentence
        place, text, start, end = sentence.id, sentence.text, sentence.start, sentence.end
    node = _node(place, text, (start, end), found.document)
    node.metadata |= {"section_path": list(found.section.path), "concept_path": list(found.path)}
    return NodeWithScore(node=node, score=found.score)


def citation_node(citation: Citation, document: DocumentRecord) -> NodeWithScore:
    """Turn a citation into a node; `citation` in its metadata is the number by which the answer refers to it."""
    node = _node(citation.sentence_id, citation.text, (citation.start, citation.end), document)
    node.metadata |= {
        "section_path": list(citation.section_path),
        "concept_path": list(citation.path),
        "citation": citation.number,
    }
    return NodeWithScore(node=node)


def metadata_of(document: DocumentRecord) -> dict[str, Any]:
    """Return a document's metadata as LlamaIndex gave it."""
    return _from_metadata(document.metadata, _kept(document.metadata).get("json", ()))


def to_where(filters: MetadataFilters | None) -> Where | None:
    """Turn metadata filters into the engine's filter.

    Raises:
        InputError: they use an operator or a condition other than 'and' that the engine does not have.
    """
    if filters is None:
        return None
    where: dict[str, dict[str, Any]] = {}
    for one in _flat(filters):
        if one.operator not in _OPERATORS:
            known = ", ".join(operator.value for operator in _OPERATORS)
            raise InputError(f"the filter operator {one.operator.value!r} is not supported; use one of {known}")
        name = _OPERATORS[one.operator]
        if name in where.setdefault(one.key, {}):
            raise InputError(f"two filters compare {one.key!r} by {one.operator.value!r}; use one, or 'in' or 'nin'")
        where[one.key][name] = one.value
    return where


def _flat(filters: MetadataFilters) -> Iterator[MetadataFilter]:
    is_single = len(filters.filters) == 1 and filters.condition is not FilterCondition.NOT
    if filters.condition not in (None, FilterCondition.AND) and not is_single:
        raise InputError(f"filters are combined by 'and', not by {filters.condition.value!r}")
    for one in filters.filters:
        if isinstance(one, MetadataFilters):
            yield from _flat(one)
        else:
            yield one


def _node(id: str, text: str, span: tuple[int, int], document: DocumentRecord) -> TextNode:
    kept = _kept(document.metadata)
    metadata = _from_metadata(document.metadata, kept.get("json", ()))
    metadata |= {"document_id": document.id, "start": span[0], "end": span[1]}
    if document.title:
        metadata.setdefault("title", document.title)
    hidden = {"llm": kept.get("hidden_llm", ()), "embed": kept.get("hidden_embed", ())}
    return TextNode(
        id_=id,
        text=text,
        start_char_idx=span[0],
        end_char_idx=span[1],
        metadata=metadata,
        relationships=_relationships(document, kept),
        excluded_llm_metadata_keys=sorted({*_HIDDEN, *hidden["llm"]}),
        excluded_embed_metadata_keys=sorted({*_HIDDEN, *hidden["embed"]}),
    )


def _relationships(document: DocumentRecord, kept: Mapping[str, Any]) -> dict[NodeRelationship, RelatedNodeType]:
    source = str(document.metadata.get(REF_DOC_ID) or document.id)
    relationships: dict[NodeRelationship, RelatedNodeType] = {NodeRelationship.SOURCE: RelatedNodeInfo(node_id=source)}
    for name, related in kept.get("relationships", {}).items():
        relationships[NodeRelationship[name]] = (
            [RelatedNodeInfo.from_dict(one) for one in related]
            if isinstance(related, list)
            else RelatedNodeInfo.from_dict(related)
        )
    return relationships


def _to_metadata(node: BaseNode) -> Metadata:
    as_json = [name for name, value in node.metadata.items() if not _is_scalar(value)]
    metadata: dict[str, Scalar] = {
        name: _json(value) if name in as_json else value for name, value in node.metadata.items()
    }
    kept = {
        "json": as_json,
        "relationships": {relation.name: _related(related) for relation, related in node.relationships.items()},
        "hidden_llm": node.excluded_llm_metadata_keys,
        "hidden_embed": node.excluded_embed_metadata_keys,
    }
    if any(kept.values()):
        metadata[_KEPT] = _json({name: value for name, value in kept.items() if value})
    if node.ref_doc_id:
        metadata[REF_DOC_ID] = node.ref_doc_id
    return metadata


def _from_metadata(metadata: Metadata, as_json: Iterable[str]) -> dict[str, Any]:
    restored: dict[str, Any] = {name: value for name, value in metadata.items() if name != _KEPT}
    return restored | {name: json.loads(str(metadata[name])) for name in as_json if name in metadata}


def _kept(metadata: Metadata) -> dict[str, Any]:
    kept = metadata.get(_KEPT)
    return dict(json.loads(kept)) if isinstance(kept, str) else {}


def _related(related: RelatedNodeType) -> object:
    if isinstance(related, list):
        return [one.to_dict() for one in related]
    return related.to_dict()


def _media_type(node: BaseNode) -> str:
    told = node.metadata.get("file_type")
    return told if isinstance(told, str) and told in _MEDIA_TYPES else "text/plain"


def _first(metadata: Mapping[str, Any], names: Iterable[str]) -> str:
    return next((str(metadata[name]) for name in names if metadata.get(name)), "")


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | float | bool)


def _json(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False, sort_keys=True)
