"""Parse the formats of documents into headings and blocks with offsets into the original text."""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.documents import media_types
from lgm_core.documents.blocks import Block

__all__ = ["read_blocks"]


def read_blocks(text: str, media_type: str) -> Iterator[Block]:
    """Read a document's text into headings and blocks; unknown media types are read as plain text."""
    match media_types.canonical_media_type(media_type):
        case media_types.MARKDOWN:
            from lgm_core.documents.formats.markdown_blocks import markdown_blocks

            return markdown_blocks(text)
        case media_types.HTML:
            from lgm_core.documents.formats.html_blocks import html_blocks

            return html_blocks(text)
        case media_types.CSV:
            from lgm_core.documents.formats.delimited_blocks import delimited_blocks

            return delimited_blocks(text)
        case media_types.SOURCE_CODE:
            from lgm_core.documents.formats.source_code_blocks import source_code_blocks

            return source_code_blocks(text)
        case media_types.GIVEN_SENTENCES:
            from lgm_core.documents.formats.sentence_blocks import sentence_blocks

            return sentence_blocks(text)
        case plain:
            from lgm_core.documents.formats.plain_blocks import plain_blocks

            return plain_blocks(
                text,
                is_typeset=plain == media_types.PDF,
                is_restructured=plain == media_types.RESTRUCTURED_TEXT,
            )
