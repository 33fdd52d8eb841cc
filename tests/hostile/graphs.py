"""The small graph that is asked, and all that can be asked of one."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from lgm_core import Document, LanguageGraph, LGMError, LogicalFormOptions
from tests.faults.fault import IN_MEMORY
from tests.support.any_replies import AnyReplies

__all__ = ["CALLS", "asked_all", "small_graph"]

DOCUMENTS = (
    Document(
        "a",
        "Apples are fruit. An apple is rich in vitamin C. Mary ate an apple in Berlin in 1999. Mary was born in Paris.",
        "Apples",
        {"year": 2020, "tags": ["x", "y"]},
    ),
    Document(
        "b",
        "Pears are fruit. Paris is the capital of France. The World Health Organization (WHO) is in Geneva.",
        "Pears",
        {"year": 2021, "price": 1.5, "is_new": True, "by": None},
    ),
)

CALLS: Mapping[str, Callable[[LanguageGraph, str, Any], object]] = {
    "retrieve_passages": lambda graph, text, where: graph.retrieve_passages(text, where=where),
    "retrieve_sentences": lambda graph, text, where: graph.retrieve_sentences(text, where=where),
    "retrieve_facts": lambda graph, text, where: graph.retrieve_facts(text, where=where),
    "ask": lambda graph, text, where: graph.ask(text, where=where),
    "ask by logical forms": lambda graph, text, where: graph.ask(text, LogicalFormOptions(), where=where),
    "explain": lambda graph, text, where: graph.explain(text, where=where),
    "relate": lambda graph, text, where: graph.relate(text, "apple", where=where),
    "facts": lambda graph, text, where: graph.facts(text, where=where),
}
"""All that is asked of a graph with a text and a filter."""


@cache
def small_graph() -> LanguageGraph:
    """Return a graph of two documents with facts, and a language model that replies with anything."""
    folder = tempfile.mkdtemp(prefix="hostile", dir=IN_MEMORY)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    graph = LanguageGraph(Path(folder) / "graph.lgm", annotator="lite:parse")
    graph.build(DOCUMENTS, workers=1, facts="open")
    for call in CALLS.values():
        call(graph, "Which apples are fruit?", {"year": 2020})
    return graph.with_llm(AnyReplies(share=0.2))


def asked_all(graph: LanguageGraph, text: str, where: Any = None) -> None:
    """Ask all, and raise the longest clear error at the end: one call may refuse what another answers."""
    errors: list[LGMError] = []
    for call in CALLS.values():
        try:
            call(graph, text, where)
        except LGMError as error:
            errors.append(error)
    if errors:
        raise max(errors, key=lambda error: len(str(error)))
