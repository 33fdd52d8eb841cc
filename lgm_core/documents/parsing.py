"""Parse a document's text into blocks once, and carry them with the document to the steps that need them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lgm_core.documents.blocks import Block, BlockKind, Piece
from lgm_core.documents.formats import read_blocks
from lgm_core.documents.media_types import PLAIN_TEXT
from lgm_core.documents.titles import find_title
from lgm_core.model import Document

__all__ = ["ParsedDocument", "UntitledDocument", "parse_document"]


@dataclass(frozen=True, slots=True)
class UntitledDocument(Document):
    """A document whose title `parse_document` reads from its text, or takes from `fallback_title` without one there.

    A file that names its title outside its text (a PDF file, Markdown with front matter) is read as a `Document`.
    """

    fallback_title: str = ""

    def titled(self, title: str) -> Document:
        """Return the document with its title."""
        return Document(self.id, self.text, title, self.metadata, self.source, self.media_type, self.location)


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document, its title known, and the blocks of its text in order."""

    document: Document
    blocks: tuple[Block, ...]


def parse_document(document: Document) -> ParsedDocument:
    """Parse a document into blocks, and give an `UntitledDocument` the title that stands among them."""
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
