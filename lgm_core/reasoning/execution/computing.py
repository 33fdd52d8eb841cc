"""Steps that work on what earlier steps found: sorting, counting, computing, deducing (KAG, table 1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from lgm_core.errors import PlanError
from lgm_core.flow import Flow
from lgm_core.language.lexicons.english_nations import COUNTRY_OF
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import (
    Binding,
    BindingTables,
    Row,
    Table,
    binding_of_text,
    cut_note,
    distinct_bindings,
    surest_rows,
)
from lgm_core.reasoning.execution.entailment import Entailment, entails
from lgm_core.reasoning.execution.operands import (
    operands_of,
    table_of,
    unknown_variables,
    variable_of,
    weakest,
    with_properties,
)
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Basis, StepResult
from lgm_core.reasoning.expressions.comparison import compare, ordered
from lgm_core.reasoning.expressions.evaluation import evaluate, takes_sets
from lgm_core.reasoning.expressions.measures import Period, value_binding, year_period
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Count,
    Deduce,
    Math,
    Operand,
    PlanStep,
    Property,
    Sort,
    Variable,
)
from lgm_core.reasoning.text.sub_question import filled_question

__all__ = ["compute"]


def sorted_rows(action: Sort, table: Table, context: StepContext) -> tuple[Table, list[str], str]:
    """Return the rows of the first bindings of the set, notes, and an error: empty when all went well.

    Each binding of the set comes where the first of what it is ordered by comes. Those that share the place of the last
    one kept are kept too. What has no number or date to be ordered by is left out. Where what a binding is ordered by
    is not sure, as dates that its text names are, the surest counts and not the one that comes first in the order.
    """
    variable, by = variable_of(action.set), action.orderby
    keyed: list[tuple[Binding, Binding, list[Row]]] = []
    for binding, rows in distinct_bindings(table.rows, variable, context.identity):
        if isinstance(by, Count):
            count = len(distinct_bindings(rows, variable_of(by.of), context.identity))
            keyed.append((binding, _number(count), rows))
            continue
        name = variable if by is None else variable_of(by)
        keyed += [
            (binding, key, of_key) for key, of_key in distinct_bindings(surest_rows(rows), name, context.identity)
        ]
    if not keyed:
        return replace(table, rows=(), gap=table.gap or "nothing was sorted"), [], "there is nothing to sort"
    try:
        order = ordered([key for _, key, _ in keyed], action.direction)
    except PlanError as error:
        return replace(table, rows=(), gap=table.gap or "nothing was sorted"), [], str(error)
    kept: dict[tuple[object, ...], list[Row]] = {}
    notes = list(order.notes)
    for place in order.places:
        if action.limit is not None and len(kept) >= action.limit:
            break
        for index in place:
            binding, _, rows = keyed[index]
            kept.setdefault(context.identity(binding.end), rows)
    if action.limit is not None and len(kept) > action.limit:
        notes.append(f"{len(kept)} are kept, because the last of them are equal")
    rest = [index for index in order.spans if context.identity(keyed[index][0].end) not in kept]
    placed = {context.identity(keyed[index][0].end) for index in order.spans}
    without = next(
        (keyed[index][0] for index in order.left_out if context.identity(keyed[index][0].end) not in placed), None
    )
    gap = table.gap or (f'"{without.name:.60}" does not compare with the others' if without is not None else "")
    for index in order.spans:
        if context.identity(keyed[index][0].end) in kept:
            doubtful = next((other for other in rest if order.may_swap(index, other)), None)
            if doubtful is not None:
                gap = f'"{keyed[index][1].name:.60}" may be before or after "{keyed[doubtful][1].name:.60}"'
                break
    ordered_rows = tuple(row for rows in kept.values() for row in rows)
    return replace(table, rows=ordered_rows, is_ordered=True, gap=gap), notes, ""


def _number(number: int) -> Binding:
    return Binding(Value(str(number), ValueKind.NUMBER, float(number), float(number)), str(number))


def as_nation(names: Iterable[str]) -> str:
    """Return the country that a concept is by any of its names, *American* being the United States; else nothing."""
    return next((COUNTRY_OF[name] for name in names if name in COUNTRY_OF), "")


_UNNAMED = "Math"
"""The name of a result that has none; it is no name of a variable of a plan."""

_MOST_CITED = 10
"""Rows that were compared and not kept whose evidence is told."""

Computed = tuple[StepResult, Table]


def compute(step: PlanStep, tables: BindingTables, context: StepContext) -> Flow[Computed]:
    """Do a step that is neither a retrieval nor an output; a step that cannot be done has an error."""
    operands = operands_of(step.action)
    if missing := unknown_variables(operands, tables):
        return _failed(step, f"{missing[0]} is not known")
    if isinstance(step.action, Deduce) or (isinstance(step.action, Math) and takes_sets(step.action.expression)):
        # Each operand is read from its own table: what has no such property is not to drop out of another one.
        of_each: dict[Operand, Table] = {}
        bases: list[Basis] = []
        for operand in dict.fromkeys(operands):
            of_operand, basis = yield from with_properties([operand], tables, context)
            of_each[operand], _ = table_of([operand], of_operand, context)
            bases.append(basis)
        if isinstance(step.action, Deduce):
            computed = yield from _deduce(step, step.action, of_each, context)
        else:
            computed = _of_sets(step, step.action, of_each, context)
        return _resting_on(computed, weakest(bases))
    tables, basis = yield from with_properties(operands, tables, context)
    table, is_cut = table_of(operands, tables, context)
    notes = [cut_note(context.most_rows)] if is_cut else []
    computed = _resting_on(_by_rows(step, table, notes, context), basis)
    gap = computed[1].gap or table.gap
    return _doubted(computed, gap) if gap and computed[0].answers else computed


def _resting_on(computed: Computed, basis: Basis) -> Computed:
    """Return what came of a step that rests on properties which were read in text, perhaps."""
    result, table = computed
    return (replace(result, basis=basis) if result.basis == "computed" else result), table


def _by_rows(step: PlanStep, table: Table, notes: list[str], context: StepContext) -> Computed:
    match step.action:
        case Sort(set=of) as action:
            ordered, told, error = sorted_rows(action, table, context)
            if step.result:
                rows = tuple(_with_result(step, row.bindings[variable_of(of)], row) for row in ordered.rows)
                ordered = replace(ordered, variables=ordered.variables | {step.result}, rows=rows)
            answers = [
                binding.name for binding, _ in distinct_bindings(ordered.rows, variable_of(of), context.identity)
            ]
            result = _result(step, answers, ordered.rows, [*notes, *told], error)
            return _with_compared(result, table.rows) if answers else result, ordered
        case Count(of=of):
            number = len(distinct_bindings(table.rows, variable_of(of), context.identity))
            if not number and table.gap:
                return _failed(step, f"nothing was found for {variable_of(of)}")
            value = Value(str(number), ValueKind.NUMBER, float(number), float(number))
            row = _with_result(step, Binding(value, value.text), _together(table.rows))
            return _result(step, [value.text], [row], notes), _of_result(step, [row])
        case Math() as action:
            return _math(step, action, table, notes, context)
        case _:
            raise AssertionError(f"{step.action} is executed elsewhere")


def _with_compared(result: StepResult, rows: Sequence[Row]) -> StepResult:
    """Return what came of a sort with the evidence of all that was compared, that of what was kept first."""
    together = _together(rows[:_MOST_CITED])
    facts = tuple({fact.key: fact for fact in (*result.facts, *together.facts)}.values())
    return replace(result, facts=facts, sentences=tuple(dict.fromkeys((*result.sentences, *together.sentences))))


def _math(step: PlanStep, action: Math, table: Table, notes: list[str], context: StepContext) -> Computed:
    """Compute for each row, so that what belongs together stays so."""
    rows, problems = _computed_rows(step, action, table, notes, context)
    units = {end.unit for row in rows if isinstance(end := row.bindings[step.result or _UNNAMED].end, Value)}
    if units == {"", "s"}:
        # Of some the days are known, of some the years: all are computed in years, so that they compare.
        by_year: list[str] = []
        again, _ = _computed_rows(step, action, table, by_year, context, by_year=True)
        if len(again) == len(rows):
            rows, notes[:] = again, ["computed in years, because not all dates are known to the day"]
    answers = dict.fromkeys(row.bindings[step.result or _UNNAMED].name for row in rows)
    error = "" if rows else "; ".join(problems) or _nothing(operands_of(action), table)
    notes += list(problems) if rows else []
    variables = table.variables | {step.result or _UNNAMED}
    result = _result(step, list(answers), rows, list(dict.fromkeys(notes)), error)
    return result, replace(table, variables=variables, rows=tuple(rows))


def _computed_rows(
    step: PlanStep, action: Math, table: Table, notes: list[str], context: StepContext, *, by_year: bool = False
) -> tuple[list[Row], dict[str, None]]:
    """Return a row for each that can be computed with, the result under its name, and the problems of the others."""
    rows: list[Row] = []
    problems: dict[str, None] = {}
    for row in table.rows:

        def ends_of(operand: Variable | Property, row: Row = row) -> list[Binding]:
            things = _things(operand, [row], context)
            return [_as_year(thing) for thing in things] if by_year else things

        try:
            evaluation = evaluate(action.expression, ends_of)
        except PlanError as problem:
            problems[str(problem)] = None
            continue
        notes += evaluation.notes
        name = step.result or _UNNAMED
        rows += [replace(row, bindings={**row.bindings, name: binding}) for binding in evaluation.bindings]
    return rows, problems


def _as_year(binding: Binding) -> Binding:
    """Return the year of a date that lies in one, as a date; all else as it is."""
    end = binding.end
    if not isinstance(end, Value) or end.kind is not ValueKind.DATE or end.start is None or end.end is None:
        return binding
    year = Period(int(end.start), int(end.end), end.text).year
    return binding if year is None else value_binding(year_period(year))


def _of_sets(step: PlanStep, action: Math, tables: Mapping[Operand, Table], context: StepContext) -> Computed:
    """Compute with all that each variable stands for, read from its own table: sets, counts, sums, means.

    Nothing is joined: what is independent stays so, and an empty side is an empty set. Where nothing was found for any
    of the variables there is no result.
    """
    of_each = {operand: table for operand, table in tables.items() if not isinstance(operand, Constant)}
    rows_of = {
        operand: [row for row in table.rows if variable_of(operand) in row.bindings]
        for operand, table in of_each.items()
    }
    gaps = list(dict.fromkeys(table.gap for table in of_each.values() if table.gap))
    if gaps and not any(rows_of.values()):
        return _failed(step, f"nothing was found for {variable_of(next(iter(of_each)))}")
    try:
        evaluation = evaluate(action.expression, lambda operand: _things(operand, rows_of[operand], context))
    except PlanError as problem:
        return _failed(step, str(problem))
    base = _together([row for rows in rows_of.values() for row in rows])
    rows = [_with_result(step, binding, base) for binding in evaluation.bindings]
    answers = [binding.name for binding in evaluation.bindings]
    error = "" if rows else "there is nothing in the set"
    computed = _result(step, answers, rows, evaluation.notes, error), _of_result(step, rows)
    return _doubted(computed, "; ".join(gaps)) if gaps else computed


def _doubted(computed: Computed, gap: str) -> Computed:
    """Return what came of a step whose operands may lack rows: a result, but no sure one, nor are later ones."""
    result, table = computed
    notes = tuple(dict.fromkeys((*result.notes, f"{gap}: what is computed from it is not sure")))
    return replace(result, notes=notes, is_sure=False), replace(table, gap=gap)


def _things(operand: Variable | Property, rows: Sequence[Row], context: StepContext) -> list[Binding]:
    """Return what an operand stands for: a concept once, but a value as often as different facts state it."""
    name = variable_of(operand)
    found: dict[tuple[object, ...], Binding] = {}
    for row in rows:
        if (binding := row.bindings.get(name)) is not None:
            key = context.identity(binding.end)
            if isinstance(binding.end, Value):
                stating = tuple(fact.key for fact in row.facts if binding.end in fact.ends)
                key = (*key, stating)
            found.setdefault(key, binding)
    return list(found.values())


def _deduce(step: PlanStep, action: Deduce, tables: Mapping[Operand, Table], context: StepContext) -> Flow[Computed]:
    """Tell whether a statement holds; its sides may come from different tables, as sets."""
    sides: list[list[Binding]] = []
    rows: list[Row] = []
    gaps: list[str] = []
    for operand in (action.left, action.right):
        if isinstance(operand, Constant):
            sides.append([binding_of_text(context.view, operand.text)])
            continue
        table = tables[operand]
        # Sections are what a language model reads; how well they rank says nothing of what they bear out.
        counted = table.rows if action.operator == "entailment" else _without_guesses(table.rows)
        of_side = distinct_bindings(counted, variable_of(operand), context.identity)
        gaps += [table.gap] if table.gap else []
        if not of_side:
            return _failed(step, f"nothing was found for {variable_of(operand)}")
        sides.append([binding for binding, _ in of_side])
        rows += [row for row in table.rows if row not in rows]
    question = filled_question(step, rows[0] if len(rows) == 1 else Row())
    base = _together(rows)
    basis: Basis = "computed"
    notes: tuple[str, ...] = ()
    if action.operator == "entailment":
        found: Entailment = yield from entails(sides[0], sides[1][0], rows, question, context)
        holds, error = found.holds, found.error
        gaps += [found.gap] if found.gap and not found.holds else []
        basis = "model" if found.by_model else "fact"
        if found.sentences:
            base = replace(base, sentences=found.sentences)
    else:
        try:
            left, right = ([_canonical(binding, context) for binding in side] for side in sides)
            comparison = compare(left, right, action.operator)
        except PlanError as problem:
            return _failed(step, str(problem))
        holds, notes = comparison.holds, comparison.notes
        gaps += [] if comparison.is_sure else ["the dates overlap"]
        error = "" if holds is not None else "what is stated does not tell"
    if holds is None:
        failed, table = _failed(step, error)
        return replace(failed, question=question, notes=notes), table
    said = "yes" if holds else "no"
    row = _with_result(step, Binding(Value(said, ValueKind.TEXT), said), base)
    result = replace(_result(step, [said], [row], notes), question=question, basis=basis)
    computed = result, _of_result(step, [row])
    return _doubted(computed, "; ".join(dict.fromkeys(gaps))) if gaps else computed


def _without_guesses(rows: Sequence[Row]) -> list[Row]:
    """Return rows of facts, and of those that text names the ones that are about as sure as the surest."""
    surest = {id(row) for row in surest_rows(rows)}
    return [row for row in rows if row.facts or id(row) in surest]


def _canonical(binding: Binding, context: StepContext) -> Binding:
    """Return a thing under one key for all its names; of a country, one for it and for what its people are called."""
    if not isinstance(binding.end, str):
        return binding
    names = context.view.names(binding.end)
    return replace(binding, end=as_nation(names) or min(names))


def _nothing(operands: Sequence[Operand], table: Table) -> str:
    names = [variable_of(operand) for operand in operands if not isinstance(operand, Constant)]
    return f"nothing was found for {names[0]}" if names and not table.rows else "there is nothing to compute"


def _failed(step: PlanStep, error: str) -> Computed:
    result = StepResult(step, filled_question(step, Row()), "none", error=error)
    return result, Table(frozenset({step.result} - {""}), gap=error)


def _of_result(step: PlanStep, rows: Sequence[Row]) -> Table:
    return Table(frozenset({step.result} - {""}), tuple(rows))


def _together(rows: Sequence[Row]) -> Row:
    """Return all that bears rows out, without their bindings."""
    return Row(
        {},
        tuple({fact.key: fact for row in rows for fact in row.facts}.values()),
        tuple(dict.fromkeys(id for row in rows for id in row.sentences)),
        min((row.weight for row in rows), default=1.0),
    )


def _with_result(step: PlanStep, binding: Binding, row: Row) -> Row:
    return replace(row, bindings={**row.bindings, step.result: binding} if step.result else dict(row.bindings))


def _result(
    step: PlanStep, answers: Sequence[str], rows: Sequence[Row], notes: Sequence[str] = (), error: str = ""
) -> StepResult:
    together = _together(rows)
    return StepResult(
        step,
        filled_question(step, rows[0] if len(rows) == 1 else Row()),
        "computed" if answers else "none",
        tuple(dict.fromkeys(answers)),
        together.facts,
        together.sentences,
        notes=tuple(notes),
        error=error,
    )
