"""Between LlamaIndex's nodes, messages and prompts and the engine's."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
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

from lgm_core import (
    AnswerPrompts,
    Citation,
    Document,
    FeedbackPrompts,
    InputError,
    Prompt,
    RetrievedPassage,
    RetrievedSentence,
)
from lgm_core.hosts import (
    SHADOWED,
    as_json,
    each_document,
    is_path_or_address,
    is_random_id,
    is_stored_as_json,
    joined_metadata,
    stated_title,
    stored_metadata,
    text_media_type,
)
from lgm_core.model import DocumentRecord, Metadata
from lgm_core.ports import Message

__all__ = [
    "REF_DOC_ID",
    "citation_node",
    "cut_from",
    "from_engine",
    "metadata_of",
    "to_engine",
    "to_messages",
    "to_templates",
    "with_templates",
]

Prompts = TypeVar("Prompts", AnswerPrompts, FeedbackPrompts)

REF_DOC_ID = "ref_doc_id"
"""The metadata field that names the document a node was cut from."""

_START_INDEX = "start_index"
"""The metadata field that tells the engine where in the document a node was cut from it begins."""

_NODE_FIELDS = "_llama_index"
"""The metadata field, JSON, with what only LlamaIndex uses of a node: relationships, hidden fields, JSON fields."""

_SOURCES = ("file_path", "source", "url", "file_name")
_HIDDEN = ("document_id", "start", "end", "concept_path", _START_INDEX, SHADOWED)
"""Fields that say where a node is from and why it was found; a language model has no use for them."""


def to_messages(messages: Iterable[Message]) -> list[ChatMessage]:
    """Turn the engine's messages into LlamaIndex's."""
    return [ChatMessage(role=MessageRole(message.role), content=message.content) for message in messages]


def to_engine(nodes: Iterable[BaseNode], *, keeps_random_ids: bool = True) -> Iterator[Document]:
    """Turn documents and nodes into the engine's documents, with their ids, metadata and relationships.

    A document for which LlamaIndex has made up an id, since nobody gave it one, is known by its source, if that is a
    path or an address, or else by its text. How headings, lists and code are found tells `file_type` (a media type),
    else the suffix of the file, else what the text looks like. `stored_metadata` says how metadata are kept; entities
    and relations that extractors put there are none. A node that was cut from a document is a document of the engine;
    `ref_doc_id` in its metadata says from which. Its id is random unless the parser was told otherwise; without
    `keeps_random_ids` it is known by its source then.
    """
    for node in each_document(nodes, BaseNode):
        text = node.get_content(MetadataMode.NONE)
        places = (str(node.metadata.get(name) or "") for name in _SOURCES)
        yield Document.from_text(
            text,
            id=_given_id(node, keeps_random_ids=keeps_random_ids),
            title=stated_title(node.metadata),
            metadata=_to_metadata(node),
            source=_source(node.metadata),
            media_type=text_media_type(text, stated=node.metadata.get("file_type"), places=places),
        )


def from_engine(result: RetrievedPassage | RetrievedSentence, facts: Sequence[str] = ()) -> NodeWithScore:
    """Turn a retrieved passage or sentence into a node that says where it stands and why it was found.

    `facts` in its metadata are those that it was found for, if any.

    Where the document's own metadata has a field of the same name, the result's counts, and the document's is found
    under `document_metadata`.
    """
    fields = {"section_path": list(result.section.path), "concept_path": list(result.path)}
    if facts:
        fields["facts"] = list(facts)
    node = _node(result.id, result.text, (result.start, result.end), result.document, fields)
    return NodeWithScore(node=node, score=result.score)


def citation_node(citation: Citation, document: DocumentRecord, number: int) -> NodeWithScore:
    """Turn a citation into a node; `citation` in its metadata is the number by which the answer refers to it, or 0."""
    fields = {
        "section_path": list(citation.section_path),
        "concept_path": list(citation.path),
        "citation": number,
    }
    return NodeWithScore(
        node=_node(citation.sentence_id, citation.text, (citation.start, citation.end), document, fields),
        score=citation.score,
    )


def to_templates(prompts: AnswerPrompts | FeedbackPrompts) -> dict[str, BasePromptTemplate]:
    """Return prompts as templates by name: chat templates where there are instructions or examples, rules as text."""
    return {field.name: _template(getattr(prompts, field.name)) for field in fields(prompts)}


def with_templates(prompts: Prompts, templates: Mapping[str, BasePromptTemplate]) -> Prompts:
    """Return prompts of which some are replaced by templates.

    A chat template is read as instructions (`system`), then examples (`user` and `assistant` in turn), then the last
    turn of the user, which has the gaps.

    Raises:
        InputError: there is no prompt of a name, or a template has not the gaps or not the turns of its prompt.
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
    """Return the document that a stored node was cut from, and a hash of what that was then; empty if not known."""
    source = _node_fields(metadata).get("relationships", {}).get(NodeRelationship.SOURCE.name) or {}
    return str(metadata.get(REF_DOC_ID) or ""), str(source.get("hash") or "")


def _given_id(node: BaseNode, *, keeps_random_ids: bool) -> str | None:
    """Return the id that someone gave a node, None if LlamaIndex made up a random one for it."""
    if "id_" not in node.model_fields_set:
        return None
    has_source = bool(node.ref_doc_id and is_path_or_address(_source(node.metadata)))
    return None if has_source and not keeps_random_ids and is_random_id(node.node_id) else node.node_id


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
    given = {name: value for name, value in node.metadata.items() if name not in (KG_NODES_KEY, KG_RELATIONS_KEY)}
    metadata = stored_metadata(given)
    fields = {
        "json": [name for name, value in given.items() if is_stored_as_json(value)],
        "relationships": {relation.name: _related(related) for relation, related in node.relationships.items()},
        "hidden_llm": node.excluded_llm_metadata_keys,
        "hidden_embed": node.excluded_embed_metadata_keys,
    }
    if any(fields.values()):
        metadata[_NODE_FIELDS] = as_json({name: value for name, value in fields.items() if value})
    if node.ref_doc_id:
        metadata[REF_DOC_ID] = node.ref_doc_id
        if isinstance(node, TextNode) and node.start_char_idx is not None:
            metadata.setdefault(_START_INDEX, node.start_char_idx)
    return metadata


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


def _source(metadata: Mapping[str, Any]) -> str:
    """Return the first source that tells documents apart, else the first there is."""
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
        raise InputError(f"the prompt {name!r} is a system turn, user and assistant in turn, and a last user turn")
    turns = [content for _, content in messages]
    return Prompt(system, turns[-1], before.placeholders, tuple(zip(turns[:-1:2], turns[1:-1:2], strict=True)))
