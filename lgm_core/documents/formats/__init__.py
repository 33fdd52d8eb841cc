"""Formats of documents: how each one's text falls into headings and blocks, with offsets into the original."""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.documents.blocks import Block, BlockKind, Piece

__all__ = ["Block", "BlockKind", "Piece", "read_blocks"]


def read_blocks(text: str, media_type: str) -> Iterator[Block]:
    """Read a document's text into headings and blocks; unknown media types are read as plain text."""
    match media_type.partition(";")[0].strip().lower():
        case "text/markdown" | "text/x-markdown":
            from lgm_core.documents.formats.markdown.markdown_blocks import markdown_blocks

            return markdown_blocks(text)
        case "text/html" | "application/xhtml+xml":
            from lgm_core.documents.formats.html.html_blocks import html_blocks

            return html_blocks(text)
        case media_type:
            from lgm_core.documents.formats.plain.plain_blocks import plain_blocks

            return plain_blocks(
                text,
                is_typeset=media_type == "application/pdf",
                is_restructured=media_type in ("text/x-rst", "text/prs.fallenstein.rst"),
            )
