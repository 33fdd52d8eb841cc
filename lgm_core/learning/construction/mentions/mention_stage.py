"""The first stage of construction: what a document mentions."""

from __future__ import annotations

from lgm_core.flow import Flow
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import MentionFindings
from lgm_core.learning.construction.mentions.phrases import phrase_mentions

__all__ = ["find_mentions"]


def find_mentions(
    text: DocumentText, options: ConstructionOptions, model_name: str, reader: Annotator
) -> Flow[MentionFindings]:
    """Find what a document mentions by its phrases."""
    yield from ()
    return MentionFindings(tuple(phrase_mentions(text, reader)))
