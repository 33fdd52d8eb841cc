"""Texts of each format, as a build reads them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from lgm_core.documents.formats.recognition import recognised_media_type
from lgm_core.documents.media_types import HTML, MARKDOWN, PLAIN_TEXT, RESTRUCTURED_TEXT
from lgm_core.documents.parsing import UntitledDocument, parse_document, with_front_matter
from lgm_core.documents.sections import split_sections
from tests.hostile.attack import Attack

FORMATS = (MARKDOWN, HTML, PLAIN_TEXT, RESTRUCTURED_TEXT)


def _read(given: tuple[str, str], _folder: Path) -> None:
    read_text(*given)


def read_text(text: str, media_type: str) -> None:
    """Read a text; each section lies inside of it, and holds nothing that cannot be written."""
    recognised_media_type(text)
    document = UntitledDocument("d", text, "", {}, "s", media_type, None, "name")
    for section in split_sections(parse_document(with_front_matter(document))):
        assert 0 <= section.section.start < section.section.end <= len(text)
        assert section.text.encode()


def _repeated(media_type: str, before: str, unit: str, after: str, size: int) -> tuple[str, str]:
    return before + unit * (size // len(unit)) + after, media_type


def _nested(media_type: str, before: str, after: str, size: int) -> tuple[str, str]:
    depth = size // len(before)
    return before * depth + "a" + after * depth, media_type


_REPEATED = {
    "backticks": (RESTRUCTURED_TEXT, "Title\n=====\n\n", "`", "a"),
    "backticks in pairs": (RESTRUCTURED_TEXT, "Title\n=====\n\n", "``a ", ""),
    "words with hyphens": (RESTRUCTURED_TEXT, "Title\n=====\n\n", "a-", ""),
    "a literal without an end": (RESTRUCTURED_TEXT, "Title\n=====\n\n`a", " ", "b"),
    "front matter without an end": (MARKDOWN, "---\r\n", "a: b\r\n", ""),
    "front matter of many keys": (MARKDOWN, "---\n", "a: b\n", "---\n\nText."),
    "front matter of spaces": (MARKDOWN, "---\na: [", " ", "]\n---\nText."),
    "front matter of spaces before no comment": (MARKDOWN, "---\na: b", " ", "c\n---\nText."),
    "front matter with a number of many digits": (MARKDOWN, "---\na: ", "9", "\n---\nText."),
    "front matter of anchors": (MARKDOWN, "---\na: &a [x]\n", "b: &b [*a, *a]\n", "---\nText."),
    "front matter of deep keys": (MARKDOWN, "+++\n", "a.", "b = 1\n+++\nText."),
    "front matter of deep lists": (MARKDOWN, "+++\na = ", "[", "\n+++\nText."),
    "front matter with a hexadecimal number": (MARKDOWN, "+++\na = 0x", "f", "\n+++\nText."),
    "a word without an end, divided": (PLAIN_TEXT, "Some words.\n", "a", "b\nc"),
    "hyphens and spaces": (PLAIN_TEXT, "Some words.\n", "a-  ", "\nc"),
    "white space in a line": (PLAIN_TEXT, "a\n", " \t", "b"),
    "headings": (MARKDOWN, "", "# Title\n", ""),
    "code blocks": (MARKDOWN, "", "```\na\n```\n", ""),
    "links without an end": (MARKDOWN, "", "[a](", ""),
    "entities": (HTML, "<p>", "&amp;&#x41;&bogus;", ""),
    "entities of a document type": (HTML, '<!DOCTYPE a [<!ENTITY b "c">', '<!ENTITY c "&b;&b;">', "]><p>&c;"),
    "comments without an end": (HTML, "", "<!--", ""),
    "attributes without an end": (HTML, "<p ", "a='", ""),
    "tables without an end": (HTML, "", "<table><tr><td>", ""),
    "cells that span": (HTML, "<table><tr>", "<td colspan=999999999 rowspan=999999999>a", ""),
}
_IN_ALL_FORMATS = {
    "spaces": " ",
    "line ends": "\r",
    "zero bytes": "\0",
    "surrogates": "\ud800",
    "combining marks": "e\u0301\u0302\u0303",
    "marks of direction": "\u202e",
    "control characters": "\x1b[31m\x07",
    "a word": "a",
    "lines": "a\n",
    "rows": "|a|b|\n|-|-|\n",
    "rules": "---\n",
    "bars": "|",
    "brackets": "[",
    "angles": "<",
    "stars": "*a ",
}

TEXTS = [
    *(Attack(name, partial(_repeated, *parts), _read, 20_000) for name, parts in _REPEATED.items()),
    *(
        Attack(f"{name}, as {media_type}", partial(_repeated, media_type, "a\n", unit, "b"), _read)
        for name, unit in _IN_ALL_FORMATS.items()
        for media_type in FORMATS
    ),
    Attack("quotations in one another", partial(_nested, MARKDOWN, "> ", ""), _read, 20_000),
    Attack("lists in one another", partial(_nested, MARKDOWN, "- ", ""), _read, 20_000),
    Attack("emphasis in one another", partial(_nested, MARKDOWN, "*a **b ", "** *"), _read, 20_000),
    Attack("elements in one another", partial(_nested, HTML, "<div>", "</div>"), _read, 50_000),
    Attack("tables in one another", partial(_nested, HTML, "<table><tr><td>", "</table>"), _read, 50_000),
]
