"""What the head of an HTML page tells of its text: who wrote it, and keywords."""

from __future__ import annotations

import re

from lgm_core.documents.formats.html.html_tokens import StartTag, html_tokens
from lgm_core.model import MetadataValue

__all__ = ["html_metadata"]

_META = re.compile(r"<meta\s", re.I)


def html_metadata(source: str) -> dict[str, MetadataValue]:
    """Return `author`, or `authors` where there are several, and `keywords` of a page's `<meta>` elements."""
    authors: list[str] = []
    keywords: list[str] = []
    for token in html_tokens(source, 0, len(source)) if _META.search(source) else ():
        if not isinstance(token, StartTag):
            continue
        if token.name == "body":
            break
        name = token.attributes.get("name", "").strip().lower()
        told = " ".join(token.attributes.get("content", "").split())
        if token.name != "meta" or not told:
            continue
        if name == "author":
            authors.append(told)
        elif name == "keywords":
            keywords += [keyword.strip() for keyword in told.split(",") if keyword.strip()]
    metadata: dict[str, MetadataValue] = {}
    if authors:
        metadata["author" if len(authors) == 1 else "authors"] = authors[0] if len(authors) == 1 else authors
    return {**metadata, "keywords": keywords} if keywords else metadata
