"""Between LangChain's documents and messages and the engine's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.documents import Document as LangChainDocument
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from lgm_core import Document
from lgm_core.hosts import (
    Found,
    each_document,
    joined_metadata,
    result_metadata,
    stated_title,
    stored_metadata,
    stored_texts,
    text_below_heading,
    text_media_type,
)
from lgm_core.model import HOST_FIELDS, DocumentRecord
from lgm_core.ports import LanguageGraphStore, Message

__all__ = ["Anything", "from_engine", "stored_documents", "to_engine", "to_messages"]

Anything = Any
"""Arguments that the host's signatures leave to implementations."""

_TURNS: dict[str, type[BaseMessage]] = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}


def to_messages(messages: Iterable[Message]) -> list[BaseMessage]:
    """Turn the engine's messages into LangChain's."""
    return [_TURNS[message.role](content=message.content) for message in messages]


def to_engine(documents: Iterable[LangChainDocument]) -> list[Document]:
    """Turn LangChain documents into the engine's, keeping ids and metadata.

    A document without an id is identified by its source, or else by its title and text. `title` (else
    `document_title`), `source` and `file_type` are read from the metadata. How headings, lists and code are found
    depends on `file_type` (a media type), else on the suffix of `source`, else on the text. `stored_metadata` describes
    how metadata are kept.
    """
    return [
        Document.from_text(
            document.page_content,
            id=document.id,
            title=stated_title(document.metadata),
            metadata=stored_metadata(document.metadata),
            source=_text(document.metadata, "source"),
            media_type=_media_type(document),
        )
        for document in each_document(documents, LangChainDocument)
    ]


def _media_type(document: LangChainDocument) -> str:
    places = (_text(document.metadata, name) for name in ("source", "file_path", "file_name"))
    return text_media_type(document.page_content, stated=document.metadata.get("file_type"), places=places)


def from_engine(found: Found, *, scored: bool = False, headings: bool = True) -> LangChainDocument:
    """Turn a retrieved passage or sentence into a LangChain document that says where it stands.

    With `scored` it also says why it was found, with `headings` a passage's text begins with its heading. If the
    document's own metadata has a field of the same name, the document's value is found under `document_metadata`.
    """
    result, fields = found.result, result_metadata(found)
    if "page_label" in fields and result.page:
        fields["page"] = result.page - 1  # LangChain's loaders count from 0
    if scored:
        fields |= {"score": result.score} | ({} if result.relevance is None else {"relevance": result.relevance})
    else:
        del fields["concept_path"]
    metadata = joined_metadata(_metadata(result.document), fields)
    text = text_below_heading(result) if headings else result.text
    return LangChainDocument(id=result.id, page_content=text, metadata=metadata)


def stored_documents(store: LanguageGraphStore, ids: Sequence[str]) -> list[LangChainDocument]:
    """Return the documents of these ids that a graph holds as LangChain documents, in the order of the ids."""
    return [
        LangChainDocument(id=record.id, page_content=text, metadata=_metadata(record))
        for record, text in stored_texts(store, ids)
    ]


def _metadata(document: DocumentRecord) -> dict[str, Any]:
    """Return a document's metadata, with its title and source unless it has fields with these names."""
    origin = {"title": document.title, "source": document.source}
    return {name: value for name, value in origin.items() if value} | {
        name: value for name, value in document.metadata.items() if name != HOST_FIELDS
    }


def _text(metadata: Mapping[str, Any], name: str) -> str:
    value = metadata.get(name)
    return "" if value is None else str(value)
