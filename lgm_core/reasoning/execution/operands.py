"""What the operands of actions stand for in rows: variables, constants, and properties of what variables stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import BindingTables, Row, Table
from lgm_core.reasoning.execution.retrieving.retrieval_step import retrieve
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Basis
from lgm_core.reasoning.linking.predicate_matching import match_predicate
from lgm_core.reasoning.linking.type_fitting import kind_of_type
from lgm_core.reasoning.plan.plan_parts import (
    Action,
    BinaryOperation,
    Constant,
    Count,
    Deduce,
    Expression,
    FunctionCall,
    Math,
    Negation,
    Operand,
    Output,
    PlanStep,
    PredicateTerm,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)
from lgm_core.reasoning.text.sub_question import predicate_words

__all__ = ["operands_of", "table_of", "unknown_variables", "variable_of", "weakest", "with_properties"]


def operands_of(action: Action) -> list[Operand]:
    """Return the operands of an action that is no retrieval."""
    match action:
        case Sort(set=of, orderby=by):
            key = by.of if isinstance(by, Count) else by
            return [of] if key is None else [of, key]
        case Math(expression=expression):
            return list(_leaves(expression))
        case Deduce(left=left, right=right):
            return [left, right]
        case Count(of=of):
            return [of]
        case Output(operands=operands):
            return list(operands)
        case Retrieval():
            return []


def variable_of(operand: Operand) -> str:
    """Return the variable by which a table has an operand: of a property `o1.population`; of a constant none."""
    match operand:
        case Variable(name=name):
            return name
        case Property(variable=variable, name=name):
            return f"{variable}.{name}"
        case Constant():
            return ""


def unknown_variables(operands: Iterable[Operand], tables: BindingTables) -> list[str]:
    """Return the variables that no earlier step has bound."""
    return [name for name in dict.fromkeys(map(_variable, operands)) if name and not tables.knows(name)]


def with_properties(
    operands: Iterable[Operand], tables: BindingTables, context: StepContext
) -> Flow[tuple[BindingTables, Basis]]:
    """Return the tables with the properties that operands ask for, and what these rest on.

    That of a thing is what a retrieval finds, in facts or in text: `o1.population`. That of a predicate's variable is
    what the facts say beside it: `p1.year`, `p1.in`.
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
    """Return what a step rests on whose operands rest on these."""
    return "text" if "text" in bases else "model" if "model" in bases else "computed"


def table_of(operands: Sequence[Operand], tables: BindingTables, context: StepContext) -> tuple[Table, bool]:
    """Return one table with all variables and properties of operands, and whether rows were cut."""
    names = [name for operand in operands for name in (_variable(operand), variable_of(operand))]
    return tables.joined(names, context.identity, context.most_rows)


def _with_qualifier(row: Row, wanted: Property, context: StepContext) -> list[Row]:
    """Return a row with each thing that is said beside what the predicate's variable stands for; none without any."""
    said = row.bindings[wanted.variable].name
    return [
        replace(row, bindings={**row.bindings, variable_of(wanted): context.binding(end)})
        for fact in row.facts
        if said in {item.wording for item in fact.evidence} | {fact.predicate}
        for end in _qualifying(wanted.name, fact, context)
    ]


def _qualifying(name: str, fact: Fact, context: StepContext) -> list[FactEnd]:
    """Return what a fact says beside its predicate of a property: by its preposition, its kind, or the predicate.

    `year` and `PlayedForInYear` are dates, of a fact that somebody played for a team; `year of birth` is none of its.
    """
    if named := [end for preposition, end in fact.qualifiers if preposition == name]:
        return named
    kind = kind_of_type(name)
    is_kind_alone = kind in ("date", "number") and " " not in predicate_words(name)
    if not is_kind_alone and not match_predicate([name], fact, context.view.language).score:
        return []
    ends = [end for _, end in fact.qualifiers]
    if kind not in ("date", "number"):
        return ends
    values = [end for end in (*ends, fact.object) if isinstance(end, Value) and end.kind is not ValueKind.TEXT]
    return [end for end in values if (end.kind is ValueKind.DATE) == (kind == "date")]


def _leaves(expression: Expression) -> Iterable[Operand]:
    match expression:
        case Variable() | Property() | Constant():
            yield expression
        case Negation(operand=operand):
            yield from _leaves(operand)
        case BinaryOperation(left=left, right=right):
            yield from _leaves(left)
            yield from _leaves(right)
        case FunctionCall(arguments=arguments):
            for argument in arguments:
                yield from _leaves(argument)


def _variable(operand: Operand) -> str:
    """Return the variable that an operand uses; of a constant none."""
    return "" if isinstance(operand, Constant) else operand.name if isinstance(operand, Variable) else operand.variable
