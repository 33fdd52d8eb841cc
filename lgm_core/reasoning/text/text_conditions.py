"""What an answer from text must also fit: the end that a plan already names, and the constraints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.values.value_finder import find_values
from lgm_core.language.words import content_stems, split_words, stems, without_brackets
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import Binding
from lgm_core.reasoning.plan.plan_parts import Constant, Constraint, ConstraintOperator
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.schema.value_fitting import as_number

__all__ = [
    "Condition",
    "bare_name",
    "compares",
    "conditions_of",
    "is_same_end",
    "is_within",
    "meets_all",
    "names_words",
]


@dataclass(frozen=True, slots=True)
class Condition:
    """A constraint to compare text with: an operator, and the words of the value."""

    operator: ConstraintOperator
    text: str


def conditions_of(constraints: Iterable[Constraint], bindings: Mapping[str, Binding]) -> tuple[Condition, ...]:
    """Return the constraints whose values are known, with variables replaced by names."""
    found = []
    for constraint in constraints:
        value = constraint.value
        if isinstance(value, Constant):
            found.append(Condition(constraint.operator, value.text))
        elif value.name in bindings:
            found.append(Condition(constraint.operator, bindings[value.name].name))
    return tuple(found)


def meets_all(text: str, conditions: Sequence[Condition], lexicon: Lexicon, language: str) -> bool:
    """Tell whether a text meets all conditions: it has the words of the value, or a value that compares with it."""
    return all(_meets(text, condition, lexicon, language) for condition in conditions)


def names_words(text: str, phrase: str, language: str) -> bool:
    """Tell whether a text has all words of a phrase in some form."""
    wanted = content_stems(phrase, language)
    return bool(wanted) and stems(text, language).issuperset(wanted)


def is_same_end(found: Binding, expected: Binding, view: GraphView) -> bool:
    """Tell whether an answer is the end that a plan names: the same concept, or a value within it."""
    if isinstance(expected.end, Value) or isinstance(found.end, Value):
        is_inside = (
            isinstance(found.end, Value) and isinstance(expected.end, Value) and is_within(found.end, expected.end)
        )
        return is_inside or _folded(found.name) == _folded(expected.name)
    names = set(view.names(expected.end)) if isinstance(expected.end, str) else set[str]()
    own = {found.end, *view.keys_of(found.name)}
    return not names.isdisjoint(own) or _folded(bare_name(found.name)) == _folded(bare_name(expected.name))


def _meets(text: str, condition: Condition, lexicon: Lexicon, language: str) -> bool:
    said = names_words(text, condition.text, language)
    if condition.operator in ("=", "!="):
        return said == (condition.operator == "=")
    wanted = [found.value for found in find_values(condition.text, lexicon)]
    return len(wanted) == 1 and any(
        compares(found.value, condition.operator, wanted[0]) for found in find_values(text, lexicon)
    )


def compares(own: Value, operator: ConstraintOperator, other: Value) -> bool:
    """Tell whether a value is less or greater than another of its kind and unit; equality is not compared.

    Beside a number, digits that may be a year are one, too.
    """
    if {own.kind, other.kind} == {ValueKind.NUMBER, ValueKind.DATE}:
        own, other = map(as_number, (own, other))
    if own.start is None or own.end is None or other.start is None or other.end is None:
        return False
    return (own.kind, own.unit) == (other.kind, other.unit) and {
        "<": own.end < other.start,
        ">": own.start > other.end,
        "<=": own.start <= other.end,
        ">=": own.end >= other.start,
    }.get(operator, False)


def is_within(found: Value, expected: Value) -> bool:
    """Tell whether a value is the same as another or more exact: *2 April 1970* is within *1970*."""
    if found.start is None or found.end is None or expected.start is None or expected.end is None:
        return False
    same = (found.kind, found.unit) == (expected.kind, expected.unit)
    return same and expected.start <= found.start and found.end <= expected.end


def bare_name(name: str) -> str:
    """Return a name without the bracket or comma that tells it from others: *Georgia, USA* is *Georgia*."""
    return without_brackets(name).partition(",")[0].strip() or name


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]
