"""The Language Graph Model engine: learn a language graph from documents and answer questions from it.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lgm_core.errors import (
        Cancelled,
        InputError,
        LanguageModelError,
        LGMError,
        MissingDependencyError,
        SchemaVersionError,
        StoreError,
    )
    from lgm_core.facade.language_graph import LanguageGraph
    from lgm_core.graph.sqlite import SQLiteStore
    from lgm_core.learning.extraction.extractor import ExtractionOptions
    from lgm_core.llm.openai import OpenAIChatModel
    from lgm_core.model import Answer, Citation, Document, RetrievedPassage, RetrievedSentence
    from lgm_core.retrieval.answering.ask_options import AskOptions

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "AskOptions",
    "Cancelled",
    "Citation",
    "Document",
    "ExtractionOptions",
    "InputError",
    "LGMError",
    "LanguageGraph",
    "LanguageModelError",
    "MissingDependencyError",
    "OpenAIChatModel",
    "RetrievedPassage",
    "RetrievedSentence",
    "SQLiteStore",
    "SchemaVersionError",
    "StoreError",
    "__version__",
]

_HOMES = {
    "lgm_core.errors": (
        "Cancelled",
        "InputError",
        "LGMError",
        "LanguageModelError",
        "MissingDependencyError",
        "SchemaVersionError",
        "StoreError",
    ),
    "lgm_core.graph.sqlite": ("SQLiteStore",),
    "lgm_core.facade.language_graph": ("LanguageGraph",),
    "lgm_core.learning.extraction.extractor": ("ExtractionOptions",),
    "lgm_core.llm.openai": ("OpenAIChatModel",),
    "lgm_core.model": ("Answer", "Citation", "Document", "RetrievedPassage", "RetrievedSentence"),
    "lgm_core.retrieval.answering.ask_options": ("AskOptions",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # one function serves names of every type
    """Load a public name from the module it lives in."""
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    """List the public names."""
    return list(__all__)
