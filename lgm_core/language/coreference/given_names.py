"""Given names of men and women, from lists of many countries (see NOTICE beside the data)."""

from __future__ import annotations

from functools import cache

from lgm_core.language.normalisation import fold
from lgm_core.language.perceptron import load_data

__all__ = ["given_gender", "plain_name"]


def plain_name(name: str) -> str:
    """Return a name as the lists have it: in lower case, without accents, but with letters such as *ł* and *ø*."""
    return fold(name, transliterate=False)


@cache
def _names() -> dict[str, str]:
    """Read the names, once per process."""
    return {name: gender for gender, names in load_data("given_names.json.gz").items() for name in names.split()}


def given_gender(word: str) -> str:
    """Return `m` or `f` for a given name, `u` for one that both men and women have, nothing for another word."""
    return _names().get(plain_name(word), "")
