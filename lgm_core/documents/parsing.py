"""Parse a document's text into blocks once, and carry them along with the document."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from lgm_core.documents.blocks import MAX_HEADING_LENGTH, Block, BlockKind, Piece
from lgm_core.documents.formats import read_blocks
from lgm_core.documents.formats.html_blocks import html_title
from lgm_core.documents.formats.html_tokens import StartTag, html_tokens
from lgm_core.documents.front_matter import front_matter
from lgm_core.documents.media_types import HTML, MARKDOWN, PDF, PLAIN_TEXT, canonical_media_type
from lgm_core.documents.offsets import render
from lgm_core.model import Document, MetadataValue
from lgm_core.model.document import CUT_FROM, START_INDEX

__all__ = ["ParsedDocument", "UntitledDocument", "parse_document", "with_front_matter"]

_META = re.compile(r"<meta\s", re.I)


def html_metadata(source: str) -> dict[str, MetadataValue]:
    """Return `author`, or `authors` if there are several, and `keywords` from a page's `<meta>` elements."""
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
    return [block for block in blocks if end < 0 or (block.pieces and block.pieces[0].start < end)]


def _first_heading(blocks: Iterable[Block]) -> str:
    for block in blocks:
        if block.kind is BlockKind.HEADING and block.level == 1:
            title = render(block.pieces).text
            if title:
                return title if len(title) <= MAX_HEADING_LENGTH else ""
    return ""


_OF_CHUNKS = frozenset({START_INDEX, CUT_FROM})
"""Metadata known only to the splitter of a document."""


@dataclass(frozen=True, slots=True)
class UntitledDocument(Document):
    """A document whose title `parse_document` finds in its text, with `fallback_title` as the default.

    A file with a title outside its text (a PDF file, Markdown with front matter) becomes a `Document`.
    """

    fallback_title: str = ""

    def titled(self, title: str) -> Document:
        """Return the document with its title."""
        return Document(self.id, self.text, title, self.metadata, self.source, self.media_type, self.location)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document with its title, and the blocks of its text in order."""

    document: Document
    blocks: tuple[Block, ...]


def with_front_matter(document: Document) -> Document:
    """Return a document with the title and metadata in its text, where it has none of its own.

    These are front matter in Markdown, and authors and keywords of the page's head in HTML. A document without a title
    becomes an `UntitledDocument`, whose title is its first top-level heading or the page's `<title>`. Fields given
    with the document are kept, so that a text cannot change what its loader says about it, such as who may read it. A
    later chunk of a document never has front matter, whatever it looks like. Front matter cannot set fields that say
    where a chunk is from, or those of a host, which begin with `_`.
    """
    media_type = canonical_media_type(document.media_type)
    if media_type not in (MARKDOWN, HTML) or document.start_index:
        return document
    told = front_matter(document.text)[0] if media_type == MARKDOWN else html_metadata(document.text)
    title = unicodedata.normalize("NFC", str(told.pop("title", None) or ""))
    if title and not document.title:
        document = document.titled(title) if isinstance(document, UntitledDocument) else replace(document, title=title)
    if not document.title and not isinstance(document, UntitledDocument):
        document = UntitledDocument(**{part.name: getattr(document, part.name) for part in fields(document)})
    given = document.metadata
    added = {
        name: value for name, value in told.items() if name not in (*given, *_OF_CHUNKS) and not name.startswith("_")
    }
    return replace(document, metadata={**given, **added}) if added else document


def parse_document(document: Document) -> ParsedDocument:
    """Parse a document into blocks, and give an `UntitledDocument` the title found there."""
    blocks = tuple(_blocks(document.text, document.media_type))
    if isinstance(document, UntitledDocument):
        title = find_title(document.text, document.media_type, blocks)
        document = document.titled(title or document.fallback_title)
    return ParsedDocument(document, blocks)


def _blocks(text: str, media_type: str) -> Iterator[Block]:
    """Yield the blocks of a text; a single line of plain text, like a data set's passage, is always one paragraph."""
    if media_type == PLAIN_TEXT and "\n" not in text and "\r" not in text:
        return iter([Block(BlockKind.PARAGRAPH, (Piece(text, 0, len(text)),))])
    return read_blocks(text, media_type)
