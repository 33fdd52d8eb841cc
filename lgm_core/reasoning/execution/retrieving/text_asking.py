"""Asking text for what the facts of a retrieval leave open in a row."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.flow import Flow
from lgm_core.model import Fact
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.retrieving.fact_matching import FactMatch
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.actions import Retrieval
from lgm_core.reasoning.plan.terms import Term
from lgm_core.reasoning.text.text_answering import answer_from_text
from lgm_core.reasoning.text.text_conditions import conditions_of
from lgm_core.reasoning.text.text_finding import TextFinding

__all__ = ["asking", "wanted_end"]


def asking(
    question: str, action: Retrieval, before: Row, found: Sequence[FactMatch], context: StepContext
) -> Flow[TextFinding]:
    """Return the flow that asks text for what a retrieval leaves open in a row; those of several rows share a batch."""
    wanted, known = wanted_end(action, before)
    starts = {name: before.bindings[name] for name in known}
    return answer_from_text(
        question,
        wanted,
        view=context.view,
        ranker=context.ranker,
        facts=_bearing(found, before, context),
        options=context.options,
        by_model=context.has_model,
        whole_question=context.question,
        expected=starts.get(wanted.variable),
        other=" ".join(binding.name for name, binding in starts.items() if name != wanted.variable),
        conditions=conditions_of(action.constraints, before.bindings),
    )


def wanted_end(action: Retrieval, row: Row) -> tuple[Term, list[str]]:
    """Return the end that is looked for, and the variables of those that are known."""
    known = [term.variable for term in (action.subject, action.object) if term.variable in row.bindings]
    wanted = (
        action.subject if action.object.variable in known and action.subject.variable not in known else action.object
    )
    return wanted, known


def _bearing(found: Sequence[FactMatch], row: Row, context: StepContext) -> list[Fact]:
    """Return the facts that bear on a row's sub-question, best first, sure or not."""
    names = {binding.name for binding in row.bindings.values()}
    about = [match.fact for match in found if not names or {match.subject.name, match.object.name} & names]
    return list({fact.key: fact for fact in about}.values())
