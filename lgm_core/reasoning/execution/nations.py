"""Countries by their names and by what their people are called."""

from __future__ import annotations

from collections.abc import Iterable

from lgm_core.language.lexicons.english_nations import COUNTRY_OF

__all__ = ["as_nation"]


def as_nation(names: Iterable[str]) -> str:
    """Return the country that a concept is by any of its names, *American* being the United States; else nothing."""
    return next((COUNTRY_OF[name] for name in names if name in COUNTRY_OF), "")
