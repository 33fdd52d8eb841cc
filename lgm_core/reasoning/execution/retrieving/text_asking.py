"""Reading text where the facts of a retrieval leave a row open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.model import Fact
from lgm_core.reasoning.execution.binding_tables import Row
from lgm_core.reasoning.execution.retrieving.fact_matching import FactMatch
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.plan.plan_parts import Retrieval, Term
from lgm_core.reasoning.text.model_answers import TextAnswer, TextFinding
from lgm_core.reasoning.text.text_answering import answer_from_text
from lgm_core.reasoning.text.text_conditions import conditions_of

__all__ = ["asking", "fitting_answers", "wanted_end"]


def asking(
    question: str, action: Retrieval, before: Row, found: Sequence[FactMatch], context: StepContext
) -> Flow[TextFinding]:
    """Return the flow that looks in text for what a retrieval leaves open in a row."""
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
    """Return the end that is looked for, and the variables of the known ends."""
    known = [term.variable for term in (action.subject, action.object) if term.variable in row.bindings]
    wanted = (
        action.subject if action.object.variable in known and action.subject.variable not in known else action.object
    )
    return wanted, known


def fitting_answers(finding: TextFinding, wanted: Term, context: StepContext) -> list[TextAnswer]:
    """Return the answers from text, with a lower weight the less surely they are of the wanted type.

    Things that the graph states to be something else are left out, unless a language model gave them as answers.
    """
    fits = [(answer, context.types.fit(wanted.types, answer.binding.end)) for answer in finding.answers]
    kept = [(answer, fit) for answer, fit in fits if finding.by_model or fit.level != "misfit"]
    weighted = [replace(answer, weight=answer.weight * fit.score) for answer, fit in kept]
    return sorted(weighted, key=lambda answer: -answer.weight)


def _bearing(found: Sequence[FactMatch], row: Row, context: StepContext) -> list[Fact]:
    """Return the facts about the row's bindings, best first, whether sure or not."""
    names = {binding.name for binding in row.bindings.values()}
    about = [match.fact for match in found if not names or {match.subject.name, match.object.name} & names]
    return list({fact.key: fact for fact in about}.values())
