"""How facts are to be learned: as asked for, or as the graph was built before, and by which language backend."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from lgm_core.errors import InputError, LanguageModelSetupError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.facts.by_parse.parsed_sentences import require_parse
from lgm_core.learning.facts.fact_options import FactOptions, method_in
from lgm_core.learning.outdated_documents import LearningMethod
from lgm_core.model import DocumentRecord

__all__ = ["Facts", "fact_annotator", "fact_options", "named_facts", "relearn_as", "with_schema"]

Facts = FactOptions | Literal["open", "llm", False] | None
"""How to learn facts: `open` from the parse, `llm` by a language model, or options; False learns none. None leaves
each document unchanged, and learns new ones like the document that was written last."""


def named_facts(facts: Facts) -> FactOptions | None:
    """Return the options that a setting means; None for False and None.

    Raises:
        InputError: it is of another type.
    """
    if facts is None or facts is False:
        return None
    if isinstance(facts, FactOptions):
        return facts
    if facts in ("open", "llm"):
        return FactOptions(method=facts)
    raise InputError(
        f"facts={facts!r} does not exist; give 'open', 'llm', FactOptions, False (none) or None (as before)"
    )


def fact_options(facts: Facts, store: LanguageGraphStore, *, has_model: bool) -> FactOptions | None:
    """Return how a build learns facts.

    Raises:
        InputError: `facts` is of another type.
        LanguageModelSetupError: a language model must be asked, and there is none.
    """
    options = _as_before(store) if facts is None else named_facts(facts)
    if options is not None and options.method == "llm" and not has_model:
        was_asked = "were requested" if facts else "are in the graph, which was built with them"
        raise LanguageModelSetupError(
            f"facts by a language model {was_asked}, and this graph was opened without one; give llm=… (--llm), or "
            "facts=False (--facts none) to learn without facts"
        )
    return with_schema(options, store)


def with_schema(options: FactOptions | None, store: LanguageGraphStore) -> FactOptions | None:
    """Return options with the schema of a graph, if they are for a language model and name none.

    Raises:
        InputError: only facts that conform to a schema are wanted, and there is none.
    """
    if options is None or options.method != "llm" or options.schema is not None:
        return options
    versions = store.read_schema() if store.exists() else []
    if options.strict and not versions:
        raise InputError(
            "strict=True keeps only facts that conform to a schema, and neither the options nor the graph have one; "
            "give FactOptions(schema=…), or load one into the graph"
        )
    return replace(options, schema=versions[-1].schema) if versions else options


def fact_annotator(options: FactOptions | None, annotator: Annotator, *, is_named: bool) -> Annotator:
    """Return the language backend to learn with: one that parses if facts are read from a parse.

    Args:
        options: how facts are learned.
        annotator: the graph's backend.
        is_named: whether the user chose it, so that it must not be replaced.

    Raises:
        InputError: the user chose one that does not parse.
    """
    if options is None or options.method != "open":
        return annotator
    if not is_named:
        return chosen_annotator("lite:parse")
    require_parse(annotator)
    return annotator


def relearn_as(
    method: str, annotator: Annotator, store: LanguageGraphStore, *, is_named: bool, has_model: bool
) -> LearningMethod:
    """Return how to learn a document again whose facts were learned by a method; see `fact_annotator`."""
    options, problem = with_schema(_by_method(method), store), ""
    if method == "llm" and not has_model:
        problem = (
            "its facts are by a language model, and this graph was opened without one; give llm=… (--llm), or "
            "facts=False (--facts none) to learn without facts"
        )
    try:
        annotator = fact_annotator(options, annotator, is_named=is_named)
    except InputError as error:
        problem = str(error)
    return LearningMethod(annotator, options, problem)


def _as_before(store: LanguageGraphStore) -> FactOptions | None:
    record = _newest(store) if store.exists() else None
    return _by_method(method_in(record.recipe)) if record is not None else None


def _by_method(method: str) -> FactOptions | None:
    return FactOptions(method="open" if method == "open" else "llm") if method else None


def _newest(store: LanguageGraphStore) -> DocumentRecord | None:
    """Return a document with the greatest stamp, reading only the records of the last changes."""
    revision, back = store.revision(), 1
    while True:
        since = max(-1, revision - back)
        records, _ = store.changed_since(since)
        if records:
            return max(records, key=lambda record: (record.stamp, record.id))
        if since < 0:
            return None
        back *= 8
