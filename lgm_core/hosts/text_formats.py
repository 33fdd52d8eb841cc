"""The format of a host's document: what its metadata say, else that of the file it is from, else what it looks like."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from lgm_core.documents.formats.recognition import has_html_tags, recognised_media_type
from lgm_core.documents.media_types import (
    DOCUMENT_MEDIA_TYPES,
    HTML,
    MEDIA_TYPES_BY_SUFFIX,
    PDF,
    canonical_media_type,
)

__all__ = ["text_media_type"]


def text_media_type(text: str, *, stated: object, places: Iterable[str]) -> str:
    """Return the media type by which to read the text of a host's document.

    Args:
        text: the document.
        stated: what its metadata say, a media type or a suffix such as `.md`; ignored when it is neither.
        places: paths or URLs that it is from; the first with a suffix we know counts. Text that a loader took out of an
            HTML page or a PDF file has none of their marks left, and is looked at as if nothing were known.
    """
    if isinstance(stated, str):
        media_type = MEDIA_TYPES_BY_SUFFIX.get(stated.lower()) or canonical_media_type(stated)
        if media_type in DOCUMENT_MEDIA_TYPES:
            return media_type
    known = (MEDIA_TYPES_BY_SUFFIX.get(_suffix(place)) for place in places)
    of_place = next((media_type for media_type in known if media_type in DOCUMENT_MEDIA_TYPES), None)
    is_extracted = of_place == PDF or (of_place == HTML and not has_html_tags(text))
    return recognised_media_type(text) if of_place is None or is_extracted else of_place


def _suffix(place: str) -> str:
    """Return the suffix of a path or, without query and fragment, of a URL, in lower case."""
    path = urlsplit(place).path if "://" in place else place.replace("\\", "/")
    return PurePosixPath(path).suffix.lower()
