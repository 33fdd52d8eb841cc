"""Find the title of a document among its blocks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from lgm_core.documents.blocks import MAX_HEADING_LENGTH, Block, BlockKind
from lgm_core.documents.formats.html.html_blocks import html_title
from lgm_core.documents.media_types import HTML, MARKDOWN, PDF, canonical_media_type
from lgm_core.documents.offsets import render

__all__ = ["find_title"]

_HTML_TITLE = re.compile(r"<title[\s>]", re.I)
_PAGE_BREAK = "\f"


def find_title(text: str, media_type: str, blocks: Sequence[Block]) -> str:
    """Return a document's first top-level heading, or an HTML page's `<title>`; an empty string without either.

    In plain text, where headings are less certain, only the first block counts, and in PDF the first page.
    """
    media_type = canonical_media_type(media_type)
    if media_type in (MARKDOWN, HTML):
        title = _first_heading(blocks)
    elif media_type == PDF:
        title = _first_heading(_first_page(text, blocks))
    else:
        title = _first_heading(blocks[:1])
    if not title and media_type == HTML and _HTML_TITLE.search(text):
        title = html_title(text)
    return unicodedata.normalize("NFC", title)


def _first_page(text: str, blocks: Iterable[Block]) -> list[Block]:
    end = text.find(_PAGE_BREAK)
    return [block for block in blocks if end < 0 or block.pieces[0].start < end]


def _first_heading(blocks: Iterable[Block]) -> str:
    for block in blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            title = render(block.pieces).text
            if title:
                return title if len(title) <= MAX_HEADING_LENGTH else ""
    return ""
