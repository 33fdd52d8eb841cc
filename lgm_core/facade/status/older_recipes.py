"""Which documents were learned by an older release, so that the next build learns them again."""

from __future__ import annotations

import re

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.chunk_analysis import PATTERNS_VERSION
from lgm_core.learning.facts.fact_options import FactOptions, method_in

__all__ = ["is_of_older_release"]

_LITE = re.compile(r"lite(?:-[a-z]{2,3})?-(\d+)")


def is_of_older_release(recipe: str) -> bool:
    """Return whether a recipe names a version of the patterns, of open facts or of `lite` that is no longer the last.

    What else a recipe tells, such as another language backend or model, is as its user chose it.
    """
    parts = recipe.split("+")
    if PATTERNS_VERSION not in parts:
        return True
    if method_in(recipe) == "open" and FactOptions().recipe() not in parts:
        return True
    learned, now = _LITE.match(recipe), _LITE.match(LiteAnnotator().recipe)
    return learned is not None and now is not None and learned[1] != now[1]
