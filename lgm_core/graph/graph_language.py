"""The language of a graph: that of its documents, all of them in one."""

from __future__ import annotations

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore

__all__ = ["graph_language", "keep_language"]

_BLOB = "graph-language"
_DEFAULT = "en"


def graph_language(store: LanguageGraphStore) -> str:
    """Return the ISO 639-1 code of the language that a graph was learned in; English unless it says otherwise."""
    kept = store.read_blob(_BLOB)
    return _DEFAULT if kept is None else kept.decode("ascii")


def keep_language(store: LanguageGraphStore, language: str) -> None:
    """Make a language that of the graph, before documents in it are learned.

    Concepts are normalised by the rules of one language, so that a question finds them.

    Raises:
        InputError: the graph holds documents in another language.
    """
    held = graph_language(store)
    if language == held:
        return
    if store.statistics().documents:
        raise InputError(
            f"the graph was learned in {held!r}, and the language backend reads {language!r}; use a graph of its own "
            f"for each language, or a backend that reads {held!r}"
        )
    if language == _DEFAULT:
        store.delete_blobs(_BLOB)
    else:
        store.write_blob(_BLOB, language.encode("ascii"))
