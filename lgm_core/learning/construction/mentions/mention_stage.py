"""The first stage of construction: what a document mentions (thesis chapter 6)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.language.concepts import concept_key
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import MentionFindings
from lgm_core.learning.construction.mentions.by_model.batched_mentions import batched_mentions
from lgm_core.learning.construction.mentions.by_phrases.phrases import phrase_mentions
from lgm_core.model.concept import THING

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
        found = MentionFindings(tuple(phrase_mentions(text, reader)))
    else:
        found = yield from batched_mentions(text, options)
    return _without_root(found, text.record.language)


def _without_root(found: MentionFindings, language: str) -> MentionFindings:
    """Return what is found without *thing*, *the things*: their key is the root's, which is no thing of a document."""
    kept = tuple(mention for mention in found.mentions if concept_key(mention.surface, language) != THING)
    kept = tuple(replace(mention, antecedent="") if mention.antecedent == THING else mention for mention in kept)
    if gone := len(found.mentions) - len(kept):
        dropped = found.cost.dropped + Counter({"the root of all things": gone})
        return replace(found, mentions=kept, cost=replace(found.cost, dropped=dropped))
    return replace(found, mentions=kept)
