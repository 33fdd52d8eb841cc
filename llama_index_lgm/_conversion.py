"""Conversion between LlamaIndex's nodes, messages and prompts and those of the engine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.graph_stores.types import KG_NODES_KEY, KG_RELATIONS_KEY
from llama_index.core.prompts import BasePromptTemplate, ChatPromptTemplate, PromptTemplate
from llama_index.core.schema import (
    BaseNode,
    MetadataMode,
    NodeRelationship,
    NodeWithScore,
    RelatedNodeInfo,
    RelatedNodeType,
    TextNode,
)
from llama_index.core.schema import Document as LlamaDocument
from pydantic import PrivateAttr

from lgm_core import AnswerPrompts, Citation, Document, FeedbackPrompts, InputError, Prompt, RetrievedPassage
from lgm_core.hosts import (
    SHADOWED,
    Found,
    as_json,
    citation_metadata,
    each_document,
    is_path_or_address,
    is_random_id,
    is_stored_as_json,
    joined_metadata,
    page_metadata,
    result_metadata,
    stated_title,
    stored_metadata,
    text_media_type,
)
from lgm_core.model import HOST_FIELDS, DocumentRecord, Metadata
from lgm_core.ports import Message

__all__ = [
    "REF_DOC_ID",
    "citation_node",
    "cut_from",
    "from_engine",
    "metadata_of",
    "nodes_found",
    "to_engine",
    "to_messages",
    "to_templates",
    "with_templates",
]

Prompts = TypeVar("Prompts", AnswerPrompts, FeedbackPrompts)

REF_DOC_ID = "ref_doc_id"
"""The metadata field with the id of the document that a node was cut from."""

_START_INDEX = "start_index"
"""The metadata field with the offset in the document where a cut node begins."""

_SOURCES = ("file_path", "source", "url", "file_name")
_HIDDEN = (REF_DOC_ID, "document_id", "start", "end", "concept_path", "relevance", "layer", _START_INDEX, SHADOWED)
"""Metadata fields that say where a node is from and why it was found, which a language model does not need."""

_HEADING = "heading"
"""The metadata field with the titles of a node's document and sections, in one line."""

_IN_HEADING = ("title", "section_path")

_OF_CITED_NODES = {"number", "sentence_id", "document_title", "text", "source", "score"}
"""Fields of a citation that its node has as its own, or that the document's metadata hold."""


def to_messages(messages: Iterable[Message]) -> list[ChatMessage]:
    """Turn the engine's messages into LlamaIndex's."""
    return [ChatMessage(role=MessageRole(message.role), content=message.content) for message in messages]


def to_engine(nodes: Iterable[BaseNode], *, keeps_random_ids: bool = True) -> Iterator[Document]:
    """Turn documents and nodes into the engine's documents, with their ids, metadata and relationships.

    A document with an id made up by LlamaIndex is identified by its source, if it is a path or an address, or else by
    its text. How headings, lists and code are found depends on `file_type` (a media type), else on the suffix of the
    file, else on the text. `stored_metadata` describes how metadata are kept, without the entities and relations that
    extractors put there. A node cut from a document is a document of the engine; `ref_doc_id` in its metadata names the
    document. Its id is random unless the parser was told otherwise; without `keeps_random_ids` such a node is
    identified by its source.
    """
    for node in each_document(nodes, BaseNode):
        text = node.get_content(MetadataMode.NONE)
        places = (str(node.metadata.get(name) or "") for name in _SOURCES)
        id = _given_id(node, keeps_random_ids=keeps_random_ids)
        yield Document.from_text(
            text,
            id=id,
            title=stated_title(node.metadata),
            metadata=_to_metadata(node, id),
            source=_source(node.metadata),
            media_type=text_media_type(text, stated=node.metadata.get("file_type"), places=places),
        )


class _GivenNode(TextNode):
    """What was found of a node that was given, with the hash of that node."""

    _given_hash: str = PrivateAttr()

    def __init__(self, given_hash: str, **fields: Any) -> None:  # noqa: ANN401  # those of a node
        super().__init__(**fields)
        self._given_hash = given_hash

    @property
    def hash(self) -> str:
        return self._given_hash


def from_engine(found: Found, *, headings: bool = True) -> NodeWithScore:
    """Turn a retrieved passage or sentence into a node whose metadata say where it stands and why it was found.

    With `headings` the metadata have a `heading`, which is shown to language and embedding models instead of `title`
    and `section_path`. If the document's own metadata has a field of the same name, the document's value is found under
    `document_metadata`.
    """
    result = found.result
    why = {} if result.relevance is None else {"relevance": result.relevance}
    fields = result_metadata(found) | why
    if headings and result.heading:
        fields = {_HEADING: result.heading} | fields
    return NodeWithScore(node=_node(result.id, result.text, result.document, fields), score=result.score)


def nodes_found(found: Iterable[Found], *, headings: bool = True) -> list[NodeWithScore]:
    """Turn the results for a question into nodes.

    The first passage of a node that was given to the index has the id and hash of this node, so that hosts recognise
    it; no two results have the same id. See `from_engine` for the rest.
    """
    nodes, seen = list[NodeWithScore](), set[str]()
    for each in found:
        result, turned = each.result, from_engine(each, headings=headings)
        given = _node_fields(result.document.metadata)
        if isinstance(result, RetrievedPassage) and "hash" in given and result.document.id not in seen:
            seen.add(result.document.id)
            own = dict(turned.node) | {"id_": given.get("id", result.document.id)}
            turned = NodeWithScore(node=_GivenNode(given["hash"], **own), score=result.score)
        nodes.append(turned)
    return nodes


def citation_node(citation: Citation, document: DocumentRecord, number: int) -> NodeWithScore:
    """Turn a citation into a node; `citation` in its metadata is its number in the answer's text, or 0."""
    fields = {name: value for name, value in citation_metadata(citation).items() if name not in _OF_CITED_NODES}
    fields |= {"citation": number, "concept_path": fields.pop("path")}
    fields |= page_metadata(fields.pop("page", None), document.metadata)
    return NodeWithScore(node=_node(citation.sentence_id, citation.text, document, fields), score=citation.score)


def to_templates(prompts: AnswerPrompts | FeedbackPrompts) -> dict[str, BasePromptTemplate]:
    """Return prompts as templates by name: chat templates for instructions or examples, and rules as text."""
    return {field.name: _template(getattr(prompts, field.name)) for field in fields(prompts)}


def with_templates(prompts: Prompts, templates: Mapping[str, BasePromptTemplate]) -> Prompts:
    """Return prompts with some of them replaced by templates.

    A chat template is read as instructions (`system`), then examples (`user` and `assistant` in turn), then the last
    turn of the user, which has the gaps.

    Raises:
        InputError: there is no prompt of a name, or a template lacks the gaps or turns of its prompt.
    """
    names = [field.name for field in fields(prompts)]
    if unknown := [name for name in templates if name not in names]:
        raise InputError(f"there is no prompt {', '.join(unknown)}; the prompts are {', '.join(names)}")
    changed: dict[str, Any] = {
        name: _prompt(name, getattr(prompts, name), template) for name, template in templates.items()
    }
    return replace(prompts, **changed)


def metadata_of(document: DocumentRecord) -> dict[str, Any]:
    """Return a document's metadata as LlamaIndex gave it."""
    return _from_metadata(document.metadata, _node_fields(document.metadata).get("json", ()))


def cut_from(metadata: Metadata) -> tuple[str, str]:
    """Return the id of the document that a stored node was cut from, and a hash of that version; empty if unknown."""
    source = _node_fields(metadata).get("relationships", {}).get(NodeRelationship.SOURCE.name) or {}
    return str(metadata.get(REF_DOC_ID) or ""), str(source.get("hash") or "")


def _given_id(node: BaseNode, *, keeps_random_ids: bool) -> str | None:
    """Return the id that someone gave a node; None for a random one made up by LlamaIndex."""
    if "id_" not in node.model_fields_set:
        return None
    has_source = bool(node.ref_doc_id and is_path_or_address(_source(node.metadata)))
    return None if has_source and not keeps_random_ids and is_random_id(node.node_id) else node.node_id


def _node(id: str, text: str, document: DocumentRecord, result_fields: Mapping[str, Any]) -> TextNode:
    node_fields = _node_fields(document.metadata)
    metadata = _from_metadata(document.metadata, node_fields.get("json", ()))
    if document.title:
        metadata.setdefault("title", document.title)
    hidden = {"llm": node_fields.get("hidden_llm", ()), "embed": node_fields.get("hidden_embed", ())}
    always = {*_HIDDEN, *(_IN_HEADING if _HEADING in result_fields else ())}
    return TextNode(
        id_=id,
        text=text,
        start_char_idx=result_fields["start"],
        end_char_idx=result_fields["end"],
        metadata=joined_metadata(metadata, result_fields),
        relationships=_relationships(document, node_fields),
        excluded_llm_metadata_keys=sorted({*always, *hidden["llm"]}),
        excluded_embed_metadata_keys=sorted({*always, *hidden["embed"]}),
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


def _to_metadata(node: BaseNode, id: str | None) -> Metadata:
    given = {name: value for name, value in node.metadata.items() if name not in (KG_NODES_KEY, KG_RELATIONS_KEY)}
    metadata = stored_metadata(given)
    fields = {
        "json": [name for name, value in given.items() if is_stored_as_json(value)],
        "relationships": {relation.name: _related(related) for relation, related in node.relationships.items()},
        "hidden_llm": node.excluded_llm_metadata_keys,
        "hidden_embed": node.excluded_embed_metadata_keys,
    }
    if not isinstance(node, LlamaDocument):
        # The id of a node without relationships would be the only thing that changes from run to run.
        fields |= {"hash": node.hash, "id": node.node_id if id is None and node.relationships else ""}
    if any(fields.values()):
        metadata[HOST_FIELDS] = as_json({name: value for name, value in fields.items() if value})
    if node.ref_doc_id:
        metadata[REF_DOC_ID] = node.ref_doc_id
        if isinstance(node, TextNode) and node.start_char_idx is not None:
            metadata.setdefault(_START_INDEX, node.start_char_idx)
    return metadata


def _from_metadata(metadata: Metadata, json_fields: Iterable[str]) -> dict[str, Any]:
    restored: dict[str, Any] = {name: value for name, value in metadata.items() if name != HOST_FIELDS}
    return restored | {name: json.loads(str(metadata[name])) for name in json_fields if name in metadata}


def _node_fields(metadata: Metadata) -> dict[str, Any]:
    fields = metadata.get(HOST_FIELDS)
    return dict(json.loads(fields)) if isinstance(fields, str) else {}


def _related(related: RelatedNodeType) -> object:
    if isinstance(related, list):
        return [node.to_dict() for node in related]
    return related.to_dict()


def _source(metadata: Mapping[str, Any]) -> str:
    """Return the first source that identifies documents, else the first one."""
    sources = [str(metadata[name]) for name in _SOURCES if metadata.get(name)]
    return next(filter(is_path_or_address, sources), sources[0] if sources else "")


def _template(prompt: Prompt | str) -> BasePromptTemplate:
    if isinstance(prompt, str):
        return PromptTemplate(prompt)
    turns = [(MessageRole.SYSTEM, prompt.system)] if prompt.system else []
    for asked, replied in prompt.examples:
        turns += [(MessageRole.USER, asked), (MessageRole.ASSISTANT, replied)]
    if not turns:
        return PromptTemplate(prompt.user)
    messages = [*turns, (MessageRole.USER, prompt.user)]
    return ChatPromptTemplate([ChatMessage(role=role, content=content) for role, content in messages])


def _prompt(name: str, before: Prompt | str, template: BasePromptTemplate) -> Prompt | str:
    if isinstance(template, PromptTemplate):
        if isinstance(before, str):
            return template.template
        return Prompt(system="", user=template.template, placeholders=before.placeholders)
    if not isinstance(template, ChatPromptTemplate) or isinstance(before, str):
        wanted = "a PromptTemplate" if isinstance(before, str) else "a PromptTemplate or a ChatPromptTemplate"
        raise InputError(f"the prompt {name!r} is {wanted}; this is a {type(template).__name__}")
    messages = [(message.role, message.content or "") for message in template.message_templates]
    system = messages.pop(0)[1] if messages and messages[0][0] == MessageRole.SYSTEM else ""
    expected = [MessageRole.USER, MessageRole.ASSISTANT] * (len(messages) // 2) + [MessageRole.USER]
    if [role for role, _ in messages] != expected:
        raise InputError(f"the prompt {name!r} needs a system turn, user and assistant in turn, and a last user turn")
    turns = [content for _, content in messages]
    return Prompt(system, turns[-1], before.placeholders, tuple(zip(turns[:-1:2], turns[1:-1:2], strict=True)))
