"""The texts of documents: what a graph keeps of them, and how to read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import attrgetter
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lgm_core.documents.formats.recognition import has_html_tags, recognised_media_type
from lgm_core.documents.media_types import CSV, DOCUMENT_MEDIA_TYPES, HTML, PDF, canonical_media_type, suffix_media_type
from lgm_core.documents.table_rows import has_keys
from lgm_core.graph.metadata_filter import listed
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentRecord
from lgm_core.model.sentence import running_text, sentence_id

__all__ = ["stored_texts", "text_media_type"]


def stored_texts(store: LanguageGraphStore, ids: str | Sequence[str]) -> list[tuple[DocumentRecord, str]]:
    """Return the documents of these ids that a graph holds, each with its text, in the order of the ids.

    A graph keeps sentences, not files: the text consists of the sentences, without markup, with an empty line between
    sections.
    """
    ids = listed(ids)
    records = {record.id: record for record in store.documents(ids)}
    return [(records[id], _text_of(records[id], store)) for id in dict.fromkeys(ids) if id in records]


def _text_of(document: DocumentRecord, store: LanguageGraphStore) -> str:
    sentences = store.sentences([sentence_id(document.id, position) for position in range(document.sentence_count)])
    sections = groupby(sentences, key=attrgetter("section_id"))
    return "\n\n".join(running_text(section) for _, section in sections)


def text_media_type(text: str, *, stated: object, places: Iterable[str]) -> str:
    """Return the media type by which to read the text of a host's document.

    Args:
        text: the document.
        stated: the value in its metadata, a media type or a suffix such as `.md`; others are ignored.
        places: its paths or URLs; the first one with a known suffix counts. Text that a loader extracted from an HTML
            page or a PDF file, or from a row of CSV, no longer has their marks, so it is examined as if its origin were
            unknown.
    """
    if isinstance(stated, str):
        media_type = suffix_media_type(stated) or canonical_media_type(stated)
        if media_type in DOCUMENT_MEDIA_TYPES and not (media_type == CSV and has_keys(text)):
            return media_type
    known = (suffix_media_type(_suffix(place)) for place in places)
    of_place = next((media_type for media_type in known if media_type in DOCUMENT_MEDIA_TYPES), None)
    is_extracted = (
        of_place == PDF or (of_place == HTML and not has_html_tags(text)) or (of_place == CSV and has_keys(text))
    )
    return recognised_media_type(text) if of_place is None or is_extracted else of_place


def _suffix(place: str) -> str:
    """Return the suffix of a path or, without query and fragment, of a URL, in lower case."""
    path = urlsplit(place).path if "://" in place else place.replace("\\", "/")
    return PurePosixPath(path).suffix.lower()
