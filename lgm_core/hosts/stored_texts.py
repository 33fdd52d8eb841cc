"""What a graph keeps of the texts of its documents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from lgm_core.graph.listed import listed
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentRecord, Sentence
from lgm_core.model.sentence import running_text, sentence_id

__all__ = ["stored_texts"]


def stored_texts(store: LanguageGraphStore, ids: str | Sequence[str]) -> list[tuple[DocumentRecord, str]]:
    """Return the documents of these ids that a graph holds, each with its text, in the order of the ids.

    A graph keeps sentences, not files: the text is that of the sentences, without markup, with an empty line between
    sections.
    """
    ids = listed(ids)
    records = {record.id: record for record in store.documents(ids)}
    return [(records[id], _text_of(records[id], store)) for id in dict.fromkeys(ids) if id in records]


def _text_of(document: DocumentRecord, store: LanguageGraphStore) -> str:
    sentences = store.sentences([sentence_id(document.id, position) for position in range(document.sentence_count)])
    sections = groupby(sentences, key=_section)
    return "\n\n".join(running_text(section) for _, section in sections)


def _section(sentence: Sentence) -> str:
    return sentence.section_id
