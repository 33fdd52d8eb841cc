"""Find the title of a document without reading more of it than needed."""

from __future__ import annotations

import re

from lgm_core.documents.formats import BlockKind, read_blocks
from lgm_core.documents.offsets import render

__all__ = ["find_title"]

_MARKDOWN_HEADING = re.compile(r"^ {0,3}#[ \t].*$|^.*\S.*\r?\n {0,3}=+[ \t]*$", re.M)
_HTML_HEADING = re.compile(r"</h1\s*>", re.I)
_HTML_MAIN = re.compile(r"<main[\s>]", re.I)
_HTML_TITLE = re.compile(r"<title[\s>]", re.I)
_FIRST_PARAGRAPHS = 4000
_MAX_TITLE = 200


def find_title(text: str, media_type: str) -> str:
    """Return a document's first top-level heading, or an HTML page's `<title>`; an empty string without either.

    In plain text, where headings are less certain, only the first line counts, and in PDF the first page.
    """
    if media_type == "text/markdown":
        return _heading_up_to(_MARKDOWN_HEADING, text, media_type)
    if media_type == "text/html":
        return _html_heading(text) or _html_title(text)
    if media_type == "application/pdf":
        return _first_heading(text.partition("\f")[0], media_type)
    return _first_heading(text[:_FIRST_PARAGRAPHS], media_type, at_the_top=True)


def _heading_up_to(pattern: re.Pattern[str], text: str, media_type: str) -> str:
    """Read up to where a heading seems to end; only if it is none (but code, say), all of the text."""
    match = pattern.search(text)
    return _first_heading(text[: match.end()], media_type) or _first_heading(text, media_type) if match else ""


def _first_heading(text: str, media_type: str, *, at_the_top: bool = False) -> str:
    for block in read_blocks(text, media_type):
        if block.kind is BlockKind.HEADING and block.level == 1:
            title = render(block.pieces).text
            if title:
                return title if len(title) <= _MAX_TITLE else ""
        if at_the_top:
            break
    return ""


def _html_heading(text: str) -> str:
    """Return the heading of the page's main part, if it has one, and not what stands above every page of its site."""
    if _HTML_MAIN.search(text):
        return _first_heading(text, "text/html")
    return _heading_up_to(_HTML_HEADING, text, "text/html")


def _html_title(text: str) -> str:
    if not _HTML_TITLE.search(text):
        return ""
    from lgm_core.documents.formats.html.html_blocks import html_title

    return html_title(text)
