"""The surface forms of concepts: which mentions give one, and in which order a concept has them."""

from __future__ import annotations

from collections.abc import Mapping

from lgm_core.model import Concept, Mention, MentionSource

__all__ = ["concept_with_forms", "is_form"]


def is_form(mention: Mention) -> bool:
    """Tell whether the surface of a mention is a form of its concept; a pronoun is not."""
    return mention.source is not MentionSource.COREFERENCE


def concept_with_forms(key: str, frequency: int, counts: Mapping[str, int]) -> Concept:
    """Return a concept named by its most frequent form, given how often each form occurs; equal counts by code point.

    A concept without forms is named by its key.
    """
    forms = tuple(sorted(counts, key=lambda form: (-counts[form], form)))
    return Concept(key, forms[0] if forms else key, frequency, forms)
