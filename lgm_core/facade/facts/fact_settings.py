"""How facts are to be learned: as asked for, or as the graph was built before, and by which language backend."""

from __future__ import annotations

import re
from typing import Literal

from lgm_core.errors import InputError, LanguageModelSetupError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.language.backends import chosen_annotator
from lgm_core.language.port import Annotator
from lgm_core.learning.facts.by_parse.open_facts import require_parse
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.model import DocumentRecord

__all__ = ["Facts", "fact_annotator", "fact_options", "named_facts"]

Facts = FactOptions | Literal["open", "llm", False] | None
"""How to learn facts: `open` from the parse, `llm` by a language model, or options; False learns none, None learns
them as the document that was written last was learned."""

_IN_RECIPE = re.compile(r"\+facts:(open|llm)")


def named_facts(facts: Facts) -> FactOptions | None:
    """Return the options that a caller means; None for False and None.

    Raises:
        InputError: it is none of these.
    """
    if facts is None or facts is False:
        return None
    if isinstance(facts, FactOptions):
        return facts
    if facts in ("open", "llm"):
        return FactOptions(method=facts)
    raise InputError(f"facts={facts!r} is neither 'open', 'llm', FactOptions, False (none), nor None (as before)")


def fact_options(facts: Facts, store: LanguageGraphStore, *, has_model: bool) -> FactOptions | None:
    """Return how a build learns facts.

    Raises:
        InputError: `facts` is nothing known.
        LanguageModelSetupError: a language model is to be asked and there is none.
    """
    options = _as_before(store) if facts is None else named_facts(facts)
    if options is not None and options.method == "llm" and not has_model:
        was_asked = "were asked for" if facts else "are in the graph, which was built with them"
        raise LanguageModelSetupError(
            f"facts by a language model {was_asked}, and this graph was opened without one; give llm=… (--llm), or "
            "facts=False (--facts none) to learn without facts"
        )
    return options


def fact_annotator(options: FactOptions | None, annotator: Annotator, *, is_named: bool) -> Annotator:
    """Return the language backend to learn with: one that parses, if the facts are read from a parse.

    Args:
        options: how facts are learned.
        annotator: the graph's backend.
        is_named: whether the user chose it, so that no other is taken.

    Raises:
        InputError: the user chose one that does not parse.
    """
    if options is None or options.method != "open":
        return annotator
    if not is_named:
        return chosen_annotator("lite:parse")
    require_parse(annotator)
    return annotator


def _as_before(store: LanguageGraphStore) -> FactOptions | None:
    record = _newest(store) if store.exists() else None
    method = _IN_RECIPE.search(record.recipe) if record is not None else None
    if method is None:
        return None
    return FactOptions(method="open" if method[1] == "open" else "llm")


def _newest(store: LanguageGraphStore) -> DocumentRecord | None:
    """Return a document with the greatest stamp; only the records of the last changes are read."""
    revision, back = store.revision(), 1
    while True:
        since = max(-1, revision - back)
        records, _ = store.changed_since(since)
        if records:
            return max(records, key=lambda record: (record.stamp, record.id))
        if since < 0:
            return None
        back *= 8
