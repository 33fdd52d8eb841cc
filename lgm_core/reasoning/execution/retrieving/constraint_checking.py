"""Whether the constraints of a retrieval hold of a fact: by qualifiers, other facts, or the sentences that state it."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import FactEnd, SectionEnd, Value
from lgm_core.reasoning.execution.binding_tables import Binding, BindingTables, Row, binding_of_text
from lgm_core.reasoning.execution.retrieving.fact_matching import FactMatch, bound_end, covers, is_read_in_part
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.linking.predicate_matching import match_predicate
from lgm_core.reasoning.plan.plan_parts import Constant, Constraint, ConstraintOperator, Retrieval, Variable
from lgm_core.retrieval.words import content_stems, stems, without_brackets

__all__ = ["UNSTATED", "compared_rows", "compared_variables", "constraint_score", "names_all_words", "wanted_of"]

_FITTING = 0.6
"""The least that a fact's predicate must fit a constraint's property."""

_BY_WORDS = 0.85
"""What a constraint is worth that only the words of the sentences bear out."""


UNSTATED = 0.8
"""What it is worth that something is not stated which a constraint excludes: it may be so all the same."""


def compared_variables(action: Retrieval) -> list[str]:
    """Return the variables that constraints compare with."""
    return list(dict.fromkeys(each.value.name for each in action.constraints if isinstance(each.value, Variable)))


def compared_rows(action: Retrieval, ends: Sequence[str], tables: BindingTables, context: StepContext) -> list[Row]:
    """Return the different rows of what constraints compare with, beside the known ends; one empty row without any."""
    names = compared_variables(action)
    if not names:
        return [Row()]
    table, _ = tables.joined([*ends, *names], context.identity, context.most_rows)
    rows = [row for row in table.rows if all(name in row.bindings for name in (*ends, *names))]
    return list(
        {
            tuple(context.identity(row.bindings[name].end) for name in (*ends, *names)): row for row in reversed(rows)
        }.values()
    )[::-1]


def wanted_of(constraint: Constraint, row: Row, context: StepContext) -> Binding | None:
    """Return what a constraint compares with: its constant, or what its variable stands for; None where it is open."""
    if isinstance(constraint.value, Constant):
        return binding_of_text(context.view, constraint.value.text)
    return row.bindings.get(constraint.value.name)


def constraint_score(constraint: Constraint, wanted: Binding, match: FactMatch, context: StepContext) -> float:
    """Return how surely a constraint holds of a fact that fits otherwise, from 0 to 1; 0 when it does not.

    Of the predicate, a qualifier's value must fit: one of the property's name, or any. Of an end, another fact about it
    must, a qualifier of the property's name, or, for equality, a sentence that states the fact names all words of the
    value. `name` and `title` are those of the end itself.
    """
    stated = _stated(constraint, match, context)
    if constraint.operator == "!=":
        if any(_equal(end, wanted, context) for end in stated):
            return 0.0
        return 1.0 if stated and not _is_read_in_part(constraint, match, context) else UNSTATED
    if any(_holds(constraint.operator, end, wanted, context) for end in stated):
        return 1.0
    if constraint.operator == "=" and _in_words(match, wanted, context):
        return _BY_WORDS
    return 0.0


def _is_read_in_part(constraint: Constraint, match: FactMatch, context: StepContext) -> bool:
    """Tell whether the end that a constraint is about has more facts than are read."""
    binding = match.subject if constraint.part == "s" else match.object
    return constraint.part != "p" and is_read_in_part(bound_end(binding, context), context)


def names_all_words(text: str, phrase: str, context: StepContext) -> bool:
    """Tell whether a text has all words of a phrase, in some form."""
    language = context.view.language
    wanted = content_stems(phrase, language, or_all=False)
    return bool(wanted) and stems(text, language).issuperset(wanted)


def _stated(constraint: Constraint, match: FactMatch, context: StepContext) -> list[FactEnd]:
    """Return what the graph states of the property."""
    language = context.view.language
    qualifiers = match.fact.qualifiers
    if constraint.part == "p":
        return [end for _, end in qualifiers] + [match.fact.object]
    named = [end for name, end in qualifiers if name.casefold() == constraint.property.casefold()]
    binding = match.subject if constraint.part == "s" else match.object
    if isinstance(binding.end, Value):
        return [*named, binding.end]
    if isinstance(binding.end, SectionEnd):
        return named
    names = context.view.names(binding.end)
    others: list[FactEnd] = []
    for fact in context.facts_about(names):
        if match_predicate([constraint.property], fact, language, context.synonyms).score >= _FITTING:
            context.bindings([fact])
            others.append(fact.object if fact.subject in names else fact.subject)
            others += [end for _, end in fact.qualifiers]
    own = [binding.end] if constraint.property.casefold() in ("name", "title") else []
    return [*own, *named, *others]


def _holds(operator: ConstraintOperator, end: FactEnd, wanted: Binding, context: StepContext) -> bool:
    if operator == "=":
        return _equal(end, wanted, context)
    if not isinstance(end, Value) or not isinstance(wanted.end, Value):
        return False
    own, other = end, wanted.end
    if own.start is None or own.end is None or other.start is None or other.end is None or own.unit != other.unit:
        return False
    return {
        "<": own.end < other.start,
        ">": own.start > other.end,
        "<=": own.start <= other.end,
        ">=": own.end >= other.start,
        "!=": False,
    }[operator]


def _equal(end: FactEnd, wanted: Binding, context: StepContext) -> bool:
    if isinstance(end, Value):
        if isinstance(wanted.end, Value):
            return covers(end, wanted.end)
        return names_all_words(end.text, wanted.name, context)
    if isinstance(end, SectionEnd):
        return False
    if context.identity(end) == context.identity(wanted.end):
        return True
    written = (context.bindings(()).get(end, end), *context.view.names(end))
    return not {_plain(name) for name in written}.isdisjoint((_plain(wanted.name), wanted.name.casefold()))


def _plain(name: str) -> str:
    """Return a name without its bracket and what follows its first comma: *Georgia, USA* is *Georgia*."""
    return without_brackets(name).partition(",")[0].strip().casefold()


def _in_words(match: FactMatch, wanted: Binding, context: StepContext) -> bool:
    ids = dict.fromkeys(item.sentence_id for item in match.fact.evidence)
    if context.view.allowed is not None:
        ids = dict.fromkeys(id for id in ids if id.rpartition("#")[0] in context.view.allowed)
    # A name that has the value's words is another one: who lives in *South Georgia* does not live in Georgia.
    ends = {match.fact.subject, match.fact.object, *(end for _, end in match.fact.qualifiers)}
    others = [names for end in ends if isinstance(end, str) for names in context.view.names(end)]
    return any(
        names_all_words(sentence.resolved, wanted.name, context) for sentence in context.view.store.sentences(list(ids))
    ) and not any(names_all_words(name, wanted.name, context) for name in others)
