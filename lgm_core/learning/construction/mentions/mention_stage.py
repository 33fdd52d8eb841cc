"""The first stage of construction: what a document mentions (thesis chapter 6)."""

from __future__ import annotations

from lgm_core.flow import Flow
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import MentionFindings
from lgm_core.learning.construction.mentions.by_model.batched_mentions import batched_mentions
from lgm_core.learning.construction.mentions.by_model.paper_mentions import paper_mentions
from lgm_core.learning.construction.mentions.by_phrases.phrases import phrase_mentions

__all__ = ["find_mentions"]


def find_mentions(
    text: DocumentText, options: ConstructionOptions, model_name: str, reader: Annotator
) -> Flow[MentionFindings]:
    """Find what a document mentions.

    A request that fails is recorded and costs no other; a `mentions failed` trace step reports it, and a `section cut`
    step each section that is longer than a request.

    Args:
        text: the document.
        options: how to ask.
        model_name: of the language model; empty to ask none and read the document's phrases.
        reader: a language backend that parses, for phrases.
    """
    if not model_name:
        return MentionFindings(tuple(phrase_mentions(text, reader)))
    if options.requests == "paper":
        return (yield from paper_mentions(text, options))
    return (yield from batched_mentions(text, options))
