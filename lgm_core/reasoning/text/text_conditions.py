"""What else must hold of an answer from text: the end that a plan names already, and its constraints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from lgm_core.language.lexicons import Lexicon, lexicon_of
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import FactEnd, Value
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.plan.plan_parts import Constant, Constraint, ConstraintOperator
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.words import content_stems, split_words, stems

__all__ = ["Condition", "conditions_of", "denies", "is_same_end", "meets_all", "names_words"]

_DENYING = ("en", "de")
_FORMS = frozenset("cannot keine keinen keinem keiner keines".split())
"""Languages whose words that deny are known, and forms of these."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint as text can be compared with it: an operator, and the value's words."""

    operator: ConstraintOperator
    text: str


def conditions_of(constraints: Iterable[Constraint], bindings: Mapping[str, Binding]) -> tuple[Condition, ...]:
    """Return the constraints of a retrieval whose values are known, variables filled."""
    found = []
    for constraint in constraints:
        value = constraint.value
        if isinstance(value, Constant):
            found.append(Condition(constraint.operator, value.text))
        elif value.name in bindings:
            found.append(Condition(constraint.operator, bindings[value.name].name))
    return tuple(found)


def meets_all(text: str, conditions: Sequence[Condition], lexicon: Lexicon, language: str) -> bool:
    """Tell whether a text has what conditions ask for: the words of a value, or one that compares with it as asked."""
    return all(_meets(text, condition, lexicon, language) for condition in conditions)


def names_words(text: str, phrase: str, language: str) -> bool:
    """Tell whether a text has all words of a phrase, in some form."""
    wanted = content_stems(phrase, language)
    return bool(wanted) and stems(text, language).issuperset(wanted)


@lru_cache(maxsize=1 << 15)
def denies(text: str) -> bool:
    """Tell whether a predicate or sentence has a word that denies, in any language whose words for that are known."""
    words = re.findall(r"[\w']+", text.casefold().replace("’", "'"))
    known = frozenset().union(*(lexicon_of(code).clauses.negations for code in _DENYING))
    # *No. 6* is a number, *not only* denies nothing.
    return any(
        (word in known or word in _FORMS or word.endswith("n't")) and not (after.isdigit() or after == "only")
        for word, after in zip_longest(words, words[1:], fillvalue="")
    )


def is_same_end(found: Binding, expected: Binding, view: GraphView) -> bool:
    """Tell whether an answer is the end that a plan names: a key or alias of the concept, or a value within it."""
    if isinstance(expected.end, Value) or isinstance(found.end, Value):
        return _is_within(found.end, expected.end) or _folded(found.name) == _folded(expected.name)
    names = set(view.names(expected.end)) if isinstance(expected.end, str) else set[str]()
    own = {found.end, *view.keys_of(found.name)}
    return not names.isdisjoint(own) or _folded(_bare(found.name)) == _folded(_bare(expected.name))


def _meets(text: str, condition: Condition, lexicon: Lexicon, language: str) -> bool:
    said = names_words(text, condition.text, language)
    if condition.operator in ("=", "!="):
        return said == (condition.operator == "=")
    wanted = [found.value for found in find_values(condition.text, lexicon)]
    return len(wanted) == 1 and any(
        _compares(found.value, condition.operator, wanted[0]) for found in find_values(text, lexicon)
    )


def _compares(own: Value, operator: ConstraintOperator, other: Value) -> bool:
    if own.start is None or own.end is None or other.start is None or other.end is None:
        return False
    if (own.kind, own.unit) != (other.kind, other.unit):
        return False
    return {
        "<": own.end < other.start,
        ">": own.start > other.end,
        "<=": own.start <= other.end,
        ">=": own.end >= other.start,
    }.get(operator, False)


def _is_within(found: FactEnd, expected: FactEnd) -> bool:
    """Tell whether a value is another one, or a more exact one: *2 April 1970* is within *1970*."""
    if not isinstance(found, Value) or not isinstance(expected, Value):
        return False
    if found.start is None or found.end is None or expected.start is None or expected.end is None:
        return False
    same = (found.kind, found.unit) == (expected.kind, expected.unit)
    return same and expected.start <= found.start and found.end <= expected.end


def _bare(name: str) -> str:
    """Return a name without what a bracket or a comma adds to tell it from others: `Hull, England`."""
    return name.partition(" (")[0].partition(",")[0].strip() or name


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]
