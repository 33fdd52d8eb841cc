"""Steps that work on earlier results: sorting, counting, computing, deducing (KAG, table 1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    evidence_of,
    surest_rows,
)
from lgm_core.reasoning.execution.entailment import Entailment, entails
from lgm_core.reasoning.execution.operands import table_of, variable_of, weakest, with_properties
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
    operands_of,
)
from lgm_core.reasoning.text.sub_question import filled_question

__all__ = ["compute"]


def sorted_rows(action: Sort, table: Table, context: StepContext) -> tuple[Table, list[str], str]:
    """Return the rows of the first bindings of the set, notes, and an error, if any.

    A binding with several keys takes the place of the first of them in the order; if the keys are not sure, such as
    dates picked from text, only the surest count. Ties with the last binding that is kept are kept too. Bindings
    without a number or date as a key are left out.
    """

    def key_of(binding: Binding) -> tuple[object, ...]:
        return context.identity(binding.end)

    keyed = list(_keyed(action, table, context))
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
            kept.setdefault(key_of(binding), rows)
    if action.limit is not None and len(kept) > action.limit:
        notes.append(f"{len(kept)} are kept, because the last of them are equal")
    placed = {key_of(keyed[index][0]) for index in order.spans}
    without = next((keyed[index][0] for index in order.left_out if key_of(keyed[index][0]) not in placed), None)
    gap = table.gap or (f'"{without.name:.60}" does not compare with the others' if without is not None else "")
    chosen = [index for index in order.spans if key_of(keyed[index][0]) in kept]
    rest = [index for index in order.spans if key_of(keyed[index][0]) not in kept]
    swaps = ((one, other) for one in chosen for other in rest if order.may_swap(one, other))
    compared = len({key_of(binding) for binding, _, _ in keyed})
    if action.limit is not None and compared > _MOST_EQUAL:
        notes.append(f"{compared} were compared")
        gap = gap or ("all have as many" if isinstance(action.orderby, Count) and len(kept) == compared else "")
    if (doubtful := next(swaps, None)) is not None:
        one, other = (keyed[index][1].name for index in doubtful)
        gap = f'"{one:.60}" may be before or after "{other:.60}"'
    ordered_rows = tuple(row for rows in kept.values() for row in rows)
    return replace(table, rows=ordered_rows, is_ordered=True, gap=gap), notes, ""


def _keyed(action: Sort, table: Table, context: StepContext) -> Iterator[tuple[Binding, Binding, list[Row]]]:
    """Yield the bindings of the set, each with its keys and the rows with them."""
    variable, by = variable_of(action.set), action.orderby
    for binding, rows in distinct_bindings(table.rows, variable, context.identity):
        if isinstance(by, Count):
            for count in _counts(rows, variable_of(by.of), context):
                yield binding, count, rows
            continue
        name = variable if by is None else variable_of(by)
        for key, of_key in distinct_bindings(surest_rows(rows), name, context.identity):
            yield binding, key, of_key


def _counts(rows: Sequence[Row], variable: str, context: StepContext) -> list[Binding]:
    """Return the numbers that facts state (*beds: 45*); where they state none, how many things there are."""
    found = [binding for binding, _ in distinct_bindings(rows, variable, context.identity)]
    number = Value(str(len(found)), ValueKind.NUMBER, float(len(found)), float(len(found)))
    stated = [each for each in found if isinstance(each.end, Value) and each.end.kind is ValueKind.NUMBER]
    return stated or [Binding(number, number.text)]


def as_nation(names: Iterable[str]) -> str:
    """Return the country that any name of a concept means (*American*: the United States), or an empty text."""
    return next((COUNTRY_OF[name] for name in names if name in COUNTRY_OF), "")


_UNNAMED = "Math"
"""Stands for the name of a result that has none."""

_MOST_EQUAL = 2
"""The most things that may all have the same count; of more than these, answers say how many were compared."""

_MOST_GUESSES = 4
"""How many guesses an error names."""

_MOST_CITED = 10
"""How many of the compared rows of a sort give their evidence."""

Computed = tuple[StepResult, Table]


def compute(step: PlanStep, tables: BindingTables, context: StepContext) -> Flow[Computed]:
    """Execute a step that is neither a retrieval nor an output; a step that fails has an error."""
    operands = operands_of(step.action)
    if isinstance(step.action, Deduce) or (isinstance(step.action, Math) and takes_sets(step.action.expression)):
        # Each operand has its own table, so that a thing without one property stays in the table of another.
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
    """Return the result of a step with the basis of the properties that it uses."""
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
            numbers = _counts(table.rows, variable_of(of), context)
            if len(numbers) > 1:
                return _failed(step, f"facts state different numbers for {variable_of(of)}")
            if not table.rows and table.gap:
                return _failed(step, f"nothing was found for {variable_of(of)}")
            row = _with_result(step, numbers[0], evidence_of(table.rows))
            return _result(step, [numbers[0].name], [row], notes), _of_result(step, [row])
        case Math() as action:
            return _math(step, action, table, notes, context)
        case _:
            raise AssertionError(f"{step.action} is executed elsewhere")


def _with_compared(result: StepResult, rows: Sequence[Row]) -> StepResult:
    """Return the result of a sort with the evidence of what was compared after that of what was kept."""
    evidence = evidence_of([Row({}, result.facts, result.sentences), *rows[:_MOST_CITED]])
    return replace(result, facts=evidence.facts, sentences=evidence.sentences)


def _math(step: PlanStep, action: Math, table: Table, notes: list[str], context: StepContext) -> Computed:
    """Compute row by row, so that each result stays with its row."""
    rows, problems = _computed_rows(step, action, table, notes, context)
    units = {end.unit for row in rows if isinstance(end := row.bindings[step.result or _UNNAMED].end, Value)}
    if units == {"", "s"}:
        # If some dates are days and some are years, compute everything in years, so that the results compare.
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
    """Return the rows that can be computed with their result, and the problems of the others."""
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
    """Return the year of a date, as a date; anything else unchanged."""
    end = binding.end
    if not isinstance(end, Value) or end.kind is not ValueKind.DATE or end.start is None or end.end is None:
        return binding
    year = Period(int(end.start), int(end.end), end.text).year
    return binding if year is None else value_binding(year_period(year))


def _of_sets(step: PlanStep, action: Math, tables: Mapping[Operand, Table], context: StepContext) -> Computed:
    """Compute sets, counts, sums and means of everything that each variable stands for.

    Each variable is read from its own table, without a join, and may be an empty set. There is no result if nothing was
    found for any of the variables.
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
    base = evidence_of([row for rows in rows_of.values() for row in rows])
    rows = [_with_result(step, binding, base) for binding in evaluation.bindings]
    answers = [binding.name for binding in evaluation.bindings]
    error = "" if rows else "there is nothing in the set"
    computed = _result(step, answers, rows, evaluation.notes, error), _of_result(step, rows)
    return _doubted(computed, "; ".join(gaps)) if gaps else computed


def _doubted(computed: Computed, gap: str) -> Computed:
    """Return a result whose operands may lack rows, marked as unsure."""
    result, table = computed
    notes = tuple(dict.fromkeys((*result.notes, f"{gap}: what is computed from it is not sure")))
    return replace(result, notes=notes, is_sure=False), replace(table, gap=gap)


def _things(operand: Variable | Property, rows: Sequence[Row], context: StepContext) -> list[Binding]:
    """Return what an operand stands for: each concept once, each value once for every fact that states it."""
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
    """Decide whether a statement holds; its sides are sets, and may come from different tables."""
    sides: list[list[Binding]] = []
    rows: list[Row] = []
    gaps: list[str] = []
    for operand in (action.left, action.right):
        if isinstance(operand, Constant):
            sides.append([binding_of_text(context.view, operand.text)])
            continue
        table = tables[operand]
        # For entailment a language model reads the sections; how well they rank says nothing about what they state.
        counted = table.rows if action.operator == "entailment" else _without_guesses(table.rows)
        of_side = distinct_bindings(counted, variable_of(operand), context.identity)
        gaps += [table.gap] if table.gap else []
        if not of_side:
            return _failed(step, f"nothing was found for {variable_of(operand)}")
        if action.operator != "entailment" and (guessed := _guesses(table.rows, variable_of(operand), context)):
            return _failed(step, f"text names several things for {variable_of(operand)}, {guessed}: no fact says which")
        stated = [binding for binding, _ in of_side if action.operator == "entailment" or not binding.is_guess]
        if not stated:
            name = of_side[0][0].name
            return _failed(step, f'"{name:.60}" is a guess for {variable_of(operand)}: no fact or sentence says so')
        sides.append(stated)
        rows += [row for row in table.rows if row not in rows]
    question = filled_question(step, rows[0] if len(rows) == 1 else Row())
    base = evidence_of(rows)
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
        error = "" if holds is not None else "what is stated leaves this open"
    if holds is None:
        failed, table = _failed(step, error)
        return replace(failed, question=question, notes=notes), table
    said = "yes" if holds else "no"
    row = _with_result(step, Binding(Value(said, ValueKind.TEXT), said), base)
    result = replace(_result(step, [said], [row], notes), question=question, basis=basis)
    computed = result, _of_result(step, [row])
    return _doubted(computed, "; ".join(dict.fromkeys(gaps))) if gaps else computed


def _without_guesses(rows: Sequence[Row]) -> list[Row]:
    """Return the rows from facts, and of those from text the ones that are about as sure as the surest."""
    surest = {id(row) for row in surest_rows(rows)}
    return [row for row in rows if row.facts or id(row) in surest]


def _guesses(rows: Sequence[Row], variable: str, context: StepContext) -> str:
    """Return the first things that text alone names for a variable, if there are several and no model chose."""
    if context.has_model or any(row.facts for row in rows):
        return ""
    found = [binding.name for binding, _ in distinct_bindings(rows, variable, context.identity)]
    return ", ".join(f'"{name:.60}"' for name in found[:_MOST_GUESSES]) if len(found) > 1 else ""


def _canonical(binding: Binding, context: StepContext) -> Binding:
    """Return a thing under one key for all its names; a country shares its key with its nationality."""
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


def _with_result(step: PlanStep, binding: Binding, row: Row) -> Row:
    return replace(row, bindings={**row.bindings, step.result: binding} if step.result else dict(row.bindings))


def _result(
    step: PlanStep, answers: Sequence[str], rows: Sequence[Row], notes: Sequence[str] = (), error: str = ""
) -> StepResult:
    evidence = evidence_of(rows)
    return StepResult(
        step,
        filled_question(step, rows[0] if len(rows) == 1 else Row()),
        "computed" if answers else "none",
        tuple(dict.fromkeys(answers)),
        evidence.facts,
        evidence.sentences,
        notes=tuple(notes),
        error=error,
    )
