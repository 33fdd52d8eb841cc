"""Given names of men and women, from lists of many countries (see NOTICE beside the data)."""

from __future__ import annotations

import unicodedata
from functools import cache

from lgm_core.language.perceptron import load_data

__all__ = ["given_gender", "plain"]


def plain(word: str) -> str:
    """Return a word in lower case and without accents."""
    if word.isascii():
        return word.lower()
    return "".join(part for part in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(part))


@cache
def _names() -> dict[str, str]:
    """Read the names, once a process."""
    return {name: gender for gender, names in load_data("given_names.json.gz").items() for name in names.split()}


def given_gender(word: str) -> str:
    """Return `m` or `f` for a given name, `u` for one that men and women bear, nothing for another word."""
    return _names().get(plain(word), "")
