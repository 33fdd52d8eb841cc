"""Recognise the format of a text by its marks when nothing else indicates it."""

from __future__ import annotations

import re

from lgm_core.documents.media_types import HTML, MARKDOWN, PLAIN_TEXT, RESTRUCTURED_TEXT

__all__ = ["has_html_tags", "recognised_media_type"]

_EXAMINED = 50_000
"""Characters examined at the beginning of a text; a format's marks are on every page of it."""

_HTML_PAGE = re.compile(r"\s*(?:<!--.{0,1000}?-->\s*)?<(?:!doctype\s+html|html)\b", re.I | re.S)
_HTML_TAG = re.compile(
    r"</?(?:html|body|main|article|section|div|p|br|h[1-6]|table|ul|ol|pre|span|a|em|strong)\b", re.I
)
_HTML_BLOCK_END = re.compile(r"</(?:article|section|div|p|h[1-6]|table|ul|ol|pre)\s*>", re.I)
_RESTRUCTURED = re.compile(
    r"^[ \t]*\.\. (?:\|[^|\n]+\| )?[A-Za-z][\w:.+-]*::(?=\s|$)|(?<!\w):[a-z]+(?::[a-z]+)?:`[^`\n]+`", re.M
)
_MARKDOWN_FENCE = re.compile(r"^[ \t]{0,3}(?:`{3,}[\w+#.-]*|~{3,}[\w+#.-]+)[ \t]*\r?$", re.M)
_MARKDOWN_HEADING = re.compile(r"(?:\A|\n[ \t]*\r?\n)(#{1,6})[ \t]+[^\s#]")
_MARKDOWN_LINK = re.compile(
    r"!?\[[^\[\]\n]{1,200}\]\((?:https?://|mailto:|[./#])[^()\s]{1,500}(?:[ \t]+\"[^\"\n]*\")?\)"
)
_MARKDOWN_EMPHASIS = re.compile(r"(?<!\w)\*\*[^\s*][^*\n]{0,200}\*\*(?!\w)|(?<![`\w])`[^`\n]{1,200}`(?![`\w])")
_MARKDOWN_TABLE = re.compile(r"^[ \t]*+(?:\|[ \t]*+)?:?-{3,}+:?[ \t]*+\|(?:[ \t|:-])*\r?$", re.M)
_ENOUGH_EMPHASIS = 2
"""Bold words and code spans that make a text Markdown; a single one may be an accident."""


def recognised_media_type(text: str) -> str:
    """Return the media type of HTML, reStructuredText or Markdown with unmistakable marks, else plain text."""
    text = text[:_EXAMINED]
    if _HTML_PAGE.match(text) or (text.lstrip().startswith("<") and _HTML_BLOCK_END.search(text)):
        return HTML
    if _RESTRUCTURED.search(text):
        return RESTRUCTURED_TEXT
    return MARKDOWN if _is_markdown(text) else PLAIN_TEXT


def has_html_tags(text: str) -> bool:
    """Tell whether a text has HTML tags; text extracted from a page has none."""
    return bool(_HTML_TAG.search(text[:_EXAMINED]))


def _is_markdown(text: str) -> bool:
    """Tell whether a text has marks unusual in plain text, such as a heading at its top or of a lower level."""
    if any(len(match[1]) > 1 or match.start() == 0 for match in _MARKDOWN_HEADING.finditer(text)):
        return True
    if any(pattern.search(text) for pattern in (_MARKDOWN_FENCE, _MARKDOWN_LINK, _MARKDOWN_TABLE)):
        return True
    return len(_MARKDOWN_EMPHASIS.findall(text)) >= _ENOUGH_EMPHASIS
