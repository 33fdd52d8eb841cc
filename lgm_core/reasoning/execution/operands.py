"""Looking up the operands of actions in rows: variables, constants, and properties of what variables stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.model.schema import predicate_words
from lgm_core.reasoning.execution.binding_tables import BindingTables, Row, Table
from lgm_core.reasoning.execution.retrieving.retrieval_step import retrieve
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Basis
from lgm_core.reasoning.linking.type_fitting import kind_of_type
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Operand,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Term,
    Variable,
)
from lgm_core.schema.predicate_matching import match_predicate

__all__ = ["table_of", "variable_of", "weakest", "with_properties"]


def variable_of(operand: Operand) -> str:
    """Return the name of an operand's column in a table: `o1`, `o1.population`; empty for a constant."""
    match operand:
        case Variable(name=name):
            return name
        case Property(variable=variable, name=name):
            return f"{variable}.{name}"
        case Constant():
            return ""


def with_properties(
    operands: Iterable[Operand], tables: BindingTables, context: StepContext
) -> Flow[tuple[BindingTables, Basis]]:
    """Return the tables with the properties among the operands, and what these rest on.

    A property of a thing is what a retrieval finds in facts or text: `o1.population`. A property of a predicate's
    variable comes from the qualifiers of the facts: `p1.year`, `p1.in`.
    """
    bases: set[Basis] = set()
    most = context.most_rows
    for operand in dict.fromkeys(operands):
        if not isinstance(operand, Property) or tables.knows(variable_of(operand)):
            continue
        before, _ = tables.joined([operand.variable], context.identity, most)
        name = variable_of(operand)
        bound = [row for row in before.rows if operand.variable in row.bindings]
        if bound and all(isinstance(row.bindings[operand.variable].end, Value) for row in bound):
            rows = tuple(extended for row in bound for extended in _with_qualifier(row, operand, context))
            gap = before.gap if rows else f"nothing is stated of {name}"
            tables = tables.replaced(replace(before, variables=before.variables | {name}, rows=rows, gap=gap))
            continue
        action = Retrieval(Term(operand.variable), PredicateTerm(names=(operand.name,)), Term(name))
        result, found = yield from retrieve(PlanStep(action), tables, context)
        tables, _ = tables.with_table(found, context.identity, most)
        bases.add(result.basis)
    return tables, weakest(bases)


def weakest(bases: Collection[Basis]) -> Basis:
    """Return what the result of a step rests on, given what its operands rest on."""
    return "text" if "text" in bases else "model" if "model" in bases else "computed"


def table_of(operands: Sequence[Operand], tables: BindingTables, context: StepContext) -> tuple[Table, bool]:
    """Return one table with all variables and properties of operands, and whether rows were cut."""
    variables = (operand.variable for operand in operands if isinstance(operand, Property))
    names = [*variables, *map(variable_of, operands)]
    return tables.joined(names, context.identity, context.most_rows)


def _with_qualifier(row: Row, wanted: Property, context: StepContext) -> list[Row]:
    """Return a row for each qualifier of the fact whose predicate the variable stands for."""
    said = row.bindings[wanted.variable].name
    return [
        replace(row, bindings={**row.bindings, variable_of(wanted): context.binding(end)})
        for fact in row.facts
        if said in {item.wording for item in fact.evidence} | {fact.predicate}
        for end in _qualifying(wanted.name, fact, context)
    ]


def _qualifying(name: str, fact: Fact, context: StepContext) -> list[FactEnd]:
    """Return the qualifiers of a fact that fit a property: by their preposition, by their kind, or by the predicate.

    Of the fact that somebody played for a team, `year` and `PlayedForInYear` are dates; `year of birth` does not fit.
    """
    if named := [end for preposition, end in fact.qualifiers if preposition == name]:
        return named
    kind = kind_of_type(name)
    is_kind_alone = kind in ("date", "number") and " " not in predicate_words(name)
    grouped = context.view.grouped_predicates(fact)
    if not is_kind_alone and not match_predicate([name], fact, context.view.language, grouped).score:
        return []
    ends = [end for _, end in fact.qualifiers]
    if kind not in ("date", "number"):
        return ends
    values = [end for end in (*ends, fact.object) if isinstance(end, Value) and end.kind is not ValueKind.TEXT]
    return [end for end in values if (end.kind is ValueKind.DATE) == (kind == "date")]
