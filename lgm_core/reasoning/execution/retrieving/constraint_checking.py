"""Whether a fact meets the constraints of a retrieval: by qualifiers, other facts, or the sentences that state it."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.model import FactEnd, SectionEnd, Value
from lgm_core.reasoning.execution.binding_tables import Binding, BindingTables, Row, binding_of_text
from lgm_core.reasoning.execution.retrieving.fact_matching import FactMatch, covers
from lgm_core.reasoning.execution.retrieving.known_ends import bound_end, is_read_in_part
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.plan_parts import Constant, Constraint, ConstraintOperator, Retrieval, used_variables
from lgm_core.reasoning.text.text_conditions import bare_name, compares, names_words
from lgm_core.schema.predicate_matching import match_predicate

__all__ = ["UNSTATED", "compared_rows", "compared_variables", "constraint_score", "wanted_of"]

_FITTING = 0.6
"""The least score with which a fact's predicate counts as a constraint's property."""

_BY_WORDS = 0.85
"""The score of a constraint that only the words of a sentence support."""


UNSTATED = 0.8
"""The score of a `!=` constraint where nothing is stated: the excluded value may still be true."""


def compared_variables(action: Retrieval) -> list[str]:
    """Return the variables that constraints compare with."""
    return list(used_variables(action))


def compared_rows(action: Retrieval, ends: Sequence[str], tables: BindingTables, context: StepContext) -> list[Row]:
    """Return the different rows of the known ends and of the variables that constraints compare with.

    Without such variables there is one empty row.
    """
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
    """Return what a constraint compares with: its constant, or what its variable stands for, if it is bound."""
    if isinstance(constraint.value, Constant):
        return binding_of_text(context.view, constraint.value.text)
    return row.bindings.get(constraint.value.name)


def constraint_score(constraint: Constraint, wanted: Binding, match: FactMatch, context: StepContext) -> float:
    """Return how surely a fact meets a constraint, from 0 (it does not) to 1.

    A constraint on the predicate is compared with the qualifiers and the object of the fact. One on the subject or
    object is compared with other facts about it and with the qualifiers that have the property's name; `name` and
    `title` are its own names. For equality it is enough that a sentence with the fact has all words of the value.
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
    """Tell whether the end that a constraint is about has more facts than were read."""
    binding = match.subject if constraint.part == "s" else match.object
    return constraint.part != "p" and is_read_in_part(bound_end(binding, context), context)


def _stated(constraint: Constraint, match: FactMatch, context: StepContext) -> list[FactEnd]:
    """Return what the graph states for the property."""
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
        grouped = context.view.grouped_predicates(fact)
        if match_predicate([constraint.property], fact, language, grouped).score >= _FITTING:
            context.bindings([fact])
            others.append(fact.object if fact.subject in names else fact.subject)
            others += [end for _, end in fact.qualifiers]
    own = [binding.end] if constraint.property.casefold() in ("name", "title") else []
    return [*own, *named, *others]


def _holds(operator: ConstraintOperator, end: FactEnd, wanted: Binding, context: StepContext) -> bool:
    if operator == "=":
        return _equal(end, wanted, context)
    return isinstance(end, Value) and isinstance(wanted.end, Value) and compares(end, operator, wanted.end)


def _equal(end: FactEnd, wanted: Binding, context: StepContext) -> bool:
    if isinstance(end, Value):
        if isinstance(wanted.end, Value):
            return covers(end, wanted.end)
        return names_words(end.text, wanted.name, context.view.language)
    if isinstance(end, SectionEnd):
        return False
    if context.identity(end) == context.identity(wanted.end):
        return True
    written = (context.bindings(()).get(end, end), *context.view.names(end))
    names = (bare_name(wanted.name).casefold(), wanted.name.casefold())
    return any(bare_name(name).casefold() in names for name in written)


def _in_words(match: FactMatch, wanted: Binding, context: StepContext) -> bool:
    ids = dict.fromkeys(item.sentence_id for item in match.fact.evidence)
    if context.view.allowed is not None:
        ids = dict.fromkeys(id for id in ids if id.rpartition("#")[0] in context.view.allowed)
    # A longer name with the value's words is another thing: who lives in *South Georgia* does not live in Georgia.
    ends = {match.fact.subject, match.fact.object, *(end for _, end in match.fact.qualifiers)}
    others = [names for end in ends if isinstance(end, str) for names in context.view.names(end)]
    said = (sentence.resolved for sentence in context.view.store.sentences(list(ids)))
    language = context.view.language
    return any(names_words(text, wanted.name, language) for text in said) and not any(
        names_words(name, wanted.name, language) for name in others
    )
