"""The methods of the benchmark by their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from lgm_core.errors import InputError
from lgm_core.evaluation.question_answering.methods.ask_methods import ASK_METHODS, asking, reads_facts, with_brief
from lgm_core.evaluation.question_answering.methods.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.methods.imported_objects import (
    imported_options,
    imported_retrieval,
    source_fingerprint,
)
from lgm_core.evaluation.question_answering.methods.plain_reader import Answering, plain_reading
from lgm_core.evaluation.question_answering.methods.retrieval_methods import RETRIEVAL_METHODS

__all__ = ["DEFAULT_METHODS", "Method", "method_named"]

DEFAULT_METHODS = ("none", "bm25", "passages", "sentences", "ask", "local")
"""The methods that take few requests a question and no further model."""


@dataclass(frozen=True, slots=True)
class Method:
    """A way to answer questions.

    Attributes:
        name: its name in the figures.
        settings: changes whenever the method would answer otherwise, besides through the engine's code.
        prepare: makes it ready for a corpus.
        reads_facts: whether it asks a graph with open facts, which take a language backend that parses.
    """

    name: str
    settings: str
    prepare: Callable[[BenchmarkCorpus], Answering]
    reads_facts: bool = False


def method_named(name: str, *, full: bool = False) -> Method:
    """Return a method by its name, or by the import path (`MODULE:NAME`) of a retriever or of options for `ask`.

    Args:
        name: the name or path.
        full: let it answer in full sentences, not briefly.

    Raises:
        InputError: there is no such method.
    """
    options = ASK_METHODS.get(name) or (imported_options(name) if ":" in name else None)
    if options is not None:
        options = with_brief(options, not full)
        return Method(name, repr(options), partial(asking, options=options), reads_facts(options))
    if name in RETRIEVAL_METHODS:
        return Method(name, f"{name}, full" if full else name, partial(_reading, name=name, full=full))
    if ":" in name:
        settings = source_fingerprint(name) + (", full" if full else "")
        return Method(name, settings, partial(_imported_reading, path=name, full=full))
    known = ", ".join([*RETRIEVAL_METHODS, *ASK_METHODS])
    raise InputError(
        f"there is no method {name!r}; there are {known}, and retrievers, AskOptions, FeedbackOptions or "
        "LogicalFormOptions by import path "
        "(MODULE:NAME)"
    )


def _reading(corpus: BenchmarkCorpus, name: str, *, full: bool) -> Answering:
    make = RETRIEVAL_METHODS[name]
    return plain_reading(make(corpus) if make is not None else None, corpus.model, full=full)


def _imported_reading(corpus: BenchmarkCorpus, path: str, *, full: bool) -> Answering:
    return plain_reading(imported_retrieval(path, corpus), corpus.model, full=full)
