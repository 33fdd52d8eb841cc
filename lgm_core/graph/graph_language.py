"""The language of a graph: that of its documents, which all have the same one."""

from __future__ import annotations

from lgm_core.errors import InputError, StoreError
from lgm_core.graph.port import LanguageGraphStore

__all__ = ["check_language", "graph_language"]


def graph_language(store: LanguageGraphStore) -> str:
    """Return the ISO 639-1 code of the language of a graph's documents; an empty string when it has no documents.

    Raises:
        StoreError: the documents are in several languages, so that no question finds the concepts of all of them.
    """
    languages = store.languages()
    if len(languages) > 1:
        raise StoreError(
            f"the graph holds documents in several languages ({', '.join(languages)}); delete those of all but one, "
            "and use a graph of its own for each language"
        )
    return languages[0] if languages else ""


def check_language(store: LanguageGraphStore, language: str) -> None:
    """Refuse documents in another language than those a graph holds, before anything is written.

    Concepts are normalised by the rules of one language, so that a question finds them.

    Raises:
        InputError: the graph holds documents in another language.
        StoreError: the graph holds documents in several languages.
    """
    held = graph_language(store)
    if held not in ("", language):
        raise InputError(
            f"the graph was learned in {held!r}, and the language backend reads {language!r}; use a graph of its own "
            f"for each language, or a backend that reads {held!r}"
        )
