"""Executing a plan, with independent steps side by side (KAG, algorithms 1 and 2)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lgm_core.flow import Flow, together
from lgm_core.reasoning.execution.binding_tables import (
    BindingTables,
    Row,
    Table,
    binding_of_text,
    cut_note,
    distinct_bindings,
    evidence_of,
)
from lgm_core.reasoning.execution.computing import compute
from lgm_core.reasoning.execution.operands import table_of, variable_of, weakest, with_properties
from lgm_core.reasoning.execution.retrieving.retrieval_step import retrieve
from lgm_core.reasoning.execution.step_context import MOST_ROWS, StepContext
from lgm_core.reasoning.execution.step_result import Basis, StepResult
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Constant, Output, PlanStep, Retrieval, used_variables
from lgm_core.reasoning.plan_steps import ExecutedStep
from lgm_core.reasoning.text.sub_question import filled_question
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.fact_text import fact_line
from lgm_core.retrieval.ranking.ranker import Ranker

__all__ = ["Execution", "execute"]


@dataclass(frozen=True, slots=True)
class Execution:
    """The result of a plan.

    Attributes:
        steps: the result of each step, in the order of the plan.
        rows: the rows of the last `Output` of the plan, or of its last step if it has none, surest first. Earlier
            `Output` steps do not count.
        answers: the answers in these rows, as documents write them, each once, in the order of the rows.
    """

    steps: tuple[StepResult, ...]
    rows: tuple[Row, ...] = ()
    answers: tuple[str, ...] = ()


def output_rows(step: PlanStep, tables: BindingTables, context: StepContext) -> Flow[tuple[StepResult, Table]]:
    """Return the rows of each operand, one operand after the other.

    A sorted table keeps its order; other rows are sorted by weight, the surest first.
    """
    action = step.action
    assert isinstance(action, Output)
    rows: list[Row] = []
    answers: dict[str, None] = {}
    errors: list[str] = []
    bases: list[Basis] = []
    for operand in action.operands:
        if isinstance(operand, Constant):
            answers[operand.text] = None
            rows.append(Row({operand.text: binding_of_text(context.view, operand.text)}))
            continue
        of_operand, basis = yield from with_properties([operand], tables, context)
        bases.append(basis)
        table, _ = table_of([operand], of_operand, context)
        if not any(variable_of(operand) in row.bindings for row in table.rows):
            errors.append(f"nothing was found for {variable_of(operand)}")
        ordered = table.rows if table.is_ordered else sorted(table.rows, key=lambda row: -row.weight)
        for binding, of_binding in distinct_bindings(ordered, variable_of(operand), context.identity):
            answers[binding.name] = None
            rows += of_binding
    variables = frozenset(name for row in rows for name in row.bindings)
    evidence = evidence_of(rows)
    result = StepResult(
        step,
        filled_question(step, Row()),
        weakest(bases) if rows else "none",
        tuple(answers),
        evidence.facts,
        evidence.sentences,
        error="; ".join(errors),
    )
    return result, Table(variables, tuple(rows))


def execute(
    plan: LogicalPlan,
    *,
    question: str,
    view: GraphView,
    ranker: Ranker,
    options: LogicalFormOptions,
    has_model: bool,
    most_rows: int = MOST_ROWS,
) -> Flow[Execution]:
    """Execute the steps of a plan.

    Steps that share no variables, directly or through other steps, run together, so that their requests to a language
    model share a batch. A step that fails has an error, and so have the steps that need its result.

    Args:
        plan: the plan.
        question: the question that it answers; may be empty.
        view: the visible part of the graph.
        ranker: ranks its passages and sentences.
        options: the settings.
        has_model: whether a language model can be asked.
        most_rows: the most rows that a step may have.
    """
    asked = question or " ".join(step.question for step in plan.steps).strip()
    context = StepContext(question, asked, view, ranker, options, has_model, most_rows=most_rows)
    results: dict[int, StepResult] = {}
    found: dict[int, Table] = {}
    tables = BindingTables()
    binding = _predicate_binders(plan)
    for level in _levels(plan, binding):
        flows = [_step(plan.steps[place], tables, context, binds_predicate=place in binding) for place in level]
        for place, (result, table) in zip(level, (yield from together(flows)), strict=True):
            step = plan.steps[place]
            if isinstance(step.action, Retrieval):
                tables, is_cut = tables.with_table(table, context.identity, most_rows)
                if is_cut:
                    result = replace(result, notes=(*result.notes, cut_note(most_rows)))
            elif not isinstance(step.action, Output):
                tables = tables.replaced(table)
            results[place] = result
            found[place] = table
            yield _trace(place, result)
    steps = tuple(results[place] for place in range(len(plan.steps)))
    outputs = [place for place, step in enumerate(plan.steps) if isinstance(step.action, Output)]
    last = outputs[-1] if outputs else len(steps) - 1
    return Execution(steps, found[last].rows, steps[last].answers)


def _step(
    step: PlanStep, tables: BindingTables, context: StepContext, *, binds_predicate: bool
) -> Flow[tuple[StepResult, Table]]:
    if isinstance(step.action, Retrieval):
        return retrieve(step, tables, context, binds_predicate=binds_predicate)
    if isinstance(step.action, Output):
        return output_rows(step, tables, context)
    return compute(step, tables, context)


def _variables(step: PlanStep) -> set[str]:
    """Return the variables that a step binds or uses, without that of the predicate of a retrieval."""
    action = step.action
    ends = {action.subject.variable, action.object.variable} if isinstance(action, Retrieval) else set[str]()
    return {*used_variables(action), *ends, step.result} - {""}


def _predicate_binders(plan: LogicalPlan) -> set[int]:
    """Return the places of the retrievals whose predicate's variable another step uses."""
    used = {name for step in plan.steps for name in used_variables(step.action)}
    binders: dict[str, int] = {}
    for place, step in enumerate(plan.steps):
        if isinstance(step.action, Retrieval) and step.action.predicate.variable in used:
            binders.setdefault(step.action.predicate.variable, place)
    return set(binders.values())


def _levels(plan: LogicalPlan, binders: set[int]) -> list[list[int]]:
    """Return the places of steps that run together, level by level: each after all steps linked by its variables.

    The variable of a predicate counts for `binders` only.
    """
    groups: list[tuple[set[str], int]] = []
    levels: dict[int, list[int]] = {}
    for place, step in enumerate(plan.steps):
        names = _variables(step)
        if place in binders and isinstance(step.action, Retrieval):
            names.add(step.action.predicate.variable)
        touching = [group for group in groups if group[0] & names]
        level = 1 + max((depth for _, depth in touching), default=0)
        groups = [group for group in groups if group not in touching]
        groups.append((names.union(*(names_of for names_of, _ in touching)), level))
        levels.setdefault(level, []).append(place)
    return [levels[level] for level in sorted(levels)]


def _trace(place: int, result: StepResult) -> ExecutedStep:
    return ExecutedStep(
        number=place + 1,
        question=result.question,
        basis=result.basis,
        answers=result.answers,
        facts=len(result.facts),
        stated=tuple(fact_line(fact) for fact in result.facts),
        sentences=result.sentences,
        passages=result.passages,
        linked=tuple(
            {"text": each.text, "kind": each.kind, "level": each.level, "score": round(each.score, 3)}
            for each in result.linked
        ),
        notes=result.notes,
        error=result.error,
    )
