"""Read HTML source into tags and text in one pass, as tolerantly as a browser and in linear time."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lgm_core.documents.blocks import Piece

__all__ = ["EndTag", "StartTag", "Text", "html_tokens", "text_pieces"]

_MARKUP = re.compile(r"<(?:(?P<comment>!--)|(?P<slash>/?)(?P<name>[a-zA-Z][^\s/>]*+)|(?P<other>[!?/]))")
_ATTRIBUTE = re.compile(
    r"""(?P<name>[^\s/>=]++)(?:\s*+=\s*+(?:"(?P<double>[^"]*+)"|'(?P<single>[^']*+)'|(?P<bare>[^\s>]*+)))?+"""
)
_TAG_END = re.compile(r"""(?:[^>"'=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+|["'])*+>""")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});?")
_RAW_TEXT = {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"}


@dataclass(frozen=True, slots=True)
class Text:
    """The span of a text between tags, entities not decoded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StartTag:
    """An opening tag at `start`; names are in lower case and attribute values decoded."""

    name: str
    start: int
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EndTag:
    """A closing tag."""

    name: str
    start: int


def html_tokens(source: str, start: int, end: int) -> Iterator[Text | StartTag | EndTag]:
    """Yield the tags and texts of `source[start:end]`, without comments and declarations.

    An unclosed comment or tag takes the rest of the document, as in a browser.
    """
    position = start
    while position < end:
        match = _MARKUP.search(source, position, end)
        if not match:
            yield Text(position, end)
            return
        if match.start() > position:
            yield Text(position, match.start())
        if match["comment"]:
            position = _after(source, "-->", match.end() - 2, end)
        elif match["other"]:
            position = _after(source, ">", match.end(), end)
        else:
            tag_end = _TAG_END.match(source, match.end(), end)
            if not tag_end:
                return
            name, position = match["name"].lower(), tag_end.end()
            if match["slash"]:
                yield EndTag(name, match.start())
                continue
            yield StartTag(name, match.start(), _attributes(source[match.end() : position - 1]))
            if name in _RAW_TEXT:
                close = re.compile(f"</{re.escape(name)}(?=[\\s/>])", re.I).search(source, position, end)
                yield Text(position, close.start() if close else end)
                position = close.start() if close else end


def _after(source: str, mark: str, position: int, end: int) -> int:
    """Return the offset after the next mark, or `end` if there is none."""
    start = source.find(mark, position, end)
    return start + len(mark) if start >= 0 else end


def _attributes(source: str) -> dict[str, str]:
    if not source.strip(" \t\r\n/"):
        return {}
    attributes: dict[str, str] = {}
    for match in _ATTRIBUTE.finditer(source):
        value = match["double"] or match["single"] or match["bare"] or ""
        attributes.setdefault(match["name"].lower(), html.unescape(value))
    return attributes


def text_pieces(source: str, start: int, end: int) -> Iterator[Piece]:
    """Yield text as pieces; a decoded entity is a piece of its own."""
    for match in _ENTITY.finditer(source, start, end):
        decoded = html.unescape(match[0])
        if decoded != match[0]:
            yield Piece(source[start : match.start()], start, match.start())
            yield Piece(decoded, match.start(), match.end())
            start = match.end()
    yield Piece(source[start:end], start, end)
