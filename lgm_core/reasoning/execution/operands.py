"""What the operands of actions stand for in rows: variables, constants, and properties of what variables stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import BindingTables, Table, combined
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.retrieving.fact_matching import best_of_each, bound_end, facts_between, sentences_of
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.linking.predicate_matching import match_predicate
from lgm_core.reasoning.plan.actions import Action, Count, Deduce, Math, Output, Retrieval, Sort
from lgm_core.reasoning.plan.expressions import BinaryOperation, Expression, FunctionCall, Negation
from lgm_core.reasoning.plan.terms import Constant, Operand, PredicateTerm, Property, Term, Variable

__all__ = ["operands_of", "table_of", "unknown_variables", "variable_of"]


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


def table_of(operands: Sequence[Operand], tables: BindingTables, context: StepContext) -> tuple[Table, bool]:
    """Return one table with all variables and properties of operands, and whether rows were cut.

    What is stated of a property is looked up as a retrieval would; of a predicate's variable it is a qualifier.
    """
    names = [_variable(operand) for operand in operands]
    most = context.options.most_rows
    table, is_cut = tables.joined(names, context.identity, most)
    for operand in dict.fromkeys(operands):
        if isinstance(operand, Property) and variable_of(operand) not in table.variables:
            rows = [extended for row in table.rows for extended in _with_property(row, operand, context)]
            gap = table.gap if rows else f"nothing is stated of {variable_of(operand)}"
            table = replace(table, variables=table.variables | {variable_of(operand)}, rows=tuple(rows), gap=gap)
            table, cut = table.cut(most)
            is_cut |= cut
    return table, is_cut


def _with_property(row: Row, wanted: Property, context: StepContext) -> list[Row]:
    """Return a row with each thing that the property is; none when nothing is stated of it."""
    name, binding = variable_of(wanted), row.bindings.get(wanted.variable)
    if binding is None or isinstance(binding.end, SectionEnd):
        return []
    if isinstance(binding.end, Value):
        if binding.end.kind is not ValueKind.TEXT:
            return []
        return [
            replace(row, bindings={**row.bindings, name: context.binding(end)})
            for fact in row.facts
            if binding.name in {item.wording for item in fact.evidence} | {fact.predicate}
            for preposition, end in fact.qualifiers
            if preposition == wanted.name or match_predicate([wanted.name], fact, context.view.language).score
        ]
    term = Term(wanted.variable), Term(name)
    action = Retrieval(term[0], PredicateTerm(names=(wanted.name,)), term[1])
    found = best_of_each(facts_between(action, [bound_end(binding, context)], None, context))
    return [
        combined(row, Row({name: match.object}, (match.fact,), sentences_of(match.fact), match.score))
        for match in found
        if match.score >= context.options.threshold
    ]


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
