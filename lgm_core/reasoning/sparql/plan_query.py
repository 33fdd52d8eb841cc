"""A plan of logical forms as a query in SPARQL over the facts that conform to a schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isfinite

from lgm_core.model import ValueKind
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Constraint,
    Count,
    Operand,
    Output,
    Property,
    Retrieval,
    Sort,
    Term,
    Variable,
)
from lgm_core.reasoning.sparql.triples import schema_name
from lgm_core.schema.conformance import Conformance
from lgm_core.schema.value_fitting import as_number, whole_value

__all__ = ["query_of_plan"]


class _NotInSparqlError(Exception):
    """A part of a plan that the query cannot say."""


def query_of_plan(plan: LogicalPlan, conformance: Conformance) -> str:
    """Return a plan as a query; empty if it cannot be said so.

    Retrievals of properties of the schema, counts, orders, and bounds of numbers and years can; computing, deducing and
    other constraints cannot. Of equal things at the end of a limited order a plan keeps all, a query only some.
    """
    patterns: dict[str, None] = {}
    counted: dict[str, str] = {}
    ranges = {each.name: each.value_range for each in conformance.schema.properties}
    stated: set[str] = set()  # variables for numbers, which state how many there are
    chosen, order = "", ""
    try:
        for step in plan.steps:
            match step.action:
                case Retrieval() as retrieval:
                    patterns |= dict.fromkeys(_patterns(retrieval, conformance))
                    linked = conformance.linked_properties(retrieval.predicate.names)
                    kinds = {own.kind if (own := ranges.get(name)) else None for name in linked}
                    if kinds == {ValueKind.NUMBER}:
                        stated.add(f"?{retrieval.object.variable}")
                    elif ValueKind.NUMBER in kinds:
                        raise _NotInSparqlError
                case Count(of) if _variable(of) in stated:
                    counted[f"?{step.result}"] = _variable(of)
                case Count(of):
                    counted[f"?{step.result}"] = f"(COUNT(DISTINCT {_variable(of)}) AS ?{step.result})"
                case Sort(of, key, direction, limit):
                    by = _variable(key.of if isinstance(key, Count) else key or of)
                    counts = isinstance(key, Count) and by not in stated
                    by, group = (f"COUNT(DISTINCT {by})", f" GROUP BY {_variable(of)}") if counts else (by, "")
                    order = f"{group} ORDER BY {'DESC' if direction == 'max' else 'ASC'}({by})"
                    order += f" LIMIT {limit}" if limit is not None else ""
                case Output(operands):
                    names = list(map(_variable, operands))
                    if not {word for each in patterns for word in each.split()}.union(counted).issuperset(names):
                        raise _NotInSparqlError  # a predicate, or what another step computes
                    chosen = " ".join(counted.get(name, name) for name in names)
                case _:
                    raise _NotInSparqlError
    except _NotInSparqlError:
        return ""
    distinct = "" if "(" in chosen or "GROUP" in order else "DISTINCT "
    body = "".join(f"  {each} .\n" for each in patterns)
    return f"SELECT {distinct}{chosen} WHERE {{\n{body}}}{order}" if chosen and patterns else ""


def _patterns(action: Retrieval, conformance: Conformance) -> Iterator[str]:
    """Yield the patterns of a retrieval: the names and classes of its ends, and the paths between them."""
    linked = conformance.linked_properties(action.predicate.names)
    if not linked:
        raise _NotInSparqlError
    subject, object_ = (f"?{term.variable}" for term in (action.subject, action.object))
    for term in (action.subject, action.object):
        yield from _of_term(term, conformance)
    paths: dict[str, str] = {}
    names = {each.name: schema_name(conformance.schema, each) for each in conformance.schema.properties}
    for name, direction in linked.items():
        # What the inverse states the property states, too.
        if conformance.inverses(name).isdisjoint(paths):
            paths[name] = f"{'' if direction > 0 else '^'}{names[name]}"
    yield f"{subject} {'|'.join(paths.values())} {object_}"
    for each in action.constraints:
        yield _filter(each, object_)


def _filter(constraint: Constraint, object_: str) -> str:
    """Return a bound of a number or year as a filter."""
    value = whole_value(constraint.value.text, "en") if isinstance(constraint.value, Constant) else None
    if value is None or constraint.part != "o" or constraint.operator == "=":
        raise _NotInSparqlError
    number = as_number(value)
    if number.kind is not ValueKind.NUMBER or number.start is None or not isfinite(number.start):
        raise _NotInSparqlError
    compared = f"YEAR({object_})" if constraint.property == "date" else object_
    return f"FILTER({compared} {constraint.operator} {number.start:.15g})"


def _of_term(term: Term, conformance: Conformance) -> Iterator[str]:
    names = [json.dumps(name, ensure_ascii=False) for name in term.names]
    if len(names) == 1:
        yield f"?{term.variable} rdfs:label {names[0]}"
    elif names:
        yield f"?{term.variable} rdfs:label ?{term.variable}_name FILTER(?{term.variable}_name IN ({', '.join(names)}))"
    if len(term.types) == 1 and (named := conformance.class_of_type(term.types[0])):
        of = next(each for each in conformance.schema.classes if each.name == named)
        yield f"?{term.variable} a {schema_name(conformance.schema, of)}"


def _variable(of: Operand | Property) -> str:
    if not isinstance(of, Variable):
        raise _NotInSparqlError
    return f"?{of.name}"
