"""What executing a plan came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from lgm_core.model import AnswerFailure, Citation, TraceStep, Usage
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.expressions.evaluation import takes_sets
from lgm_core.reasoning.plan.actions import Action, Count, Math, Output, Sort
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences

__all__ = ["COUNTED", "Ground", "Solution", "counts", "missing_steps", "rests_on", "shown_sentences"]

Ground = Literal["facts", "doubtful facts", "model", "text", "nothing"]
"""What a result rests on: that of its weakest step."""

COUNTED = "counted is what was found; there may be more"


@dataclass(frozen=True, slots=True)
class Solution:
    """What executing a plan came to.

    Attributes:
        plan: the plan.
        question: the question that it answers; may be empty.
        answers: what it puts out, as documents write it, each once, best first; none where a step has no result.
        rows: what belongs together, best first: the bindings of all variables, with the facts and sentences that bear
            them out.
        citations: the sentences that bear the rows out; where there are no rows, those of the steps.
        steps: what came of each step, and whether it rests on facts, text or a language model (`StepResult.basis`).
        missing: the steps without a result, by their sub-questions.
        is_evidence_only: whether there are no answers, or one rests on names in the best sentences, which no language
            model has read, or on facts that are not sure (`LogicalFormOptions.sure`): what was found is evidence then,
            and no answer.
        failure: what failed of the language model; None when all went well.
        usage: what it cost.
        trace: the steps on the way.
    """

    plan: LogicalPlan
    question: str = ""
    answers: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    citations: tuple[Citation, ...] = ()
    steps: tuple[StepResult, ...] = ()
    missing: tuple[str, ...] = ()
    is_evidence_only: bool = False
    failure: AnswerFailure | None = None
    usage: Usage = field(default_factory=Usage)
    trace: tuple[TraceStep, ...] = ()


def rests_on(steps: Sequence[StepResult], rows: Iterable[Row], sure: float) -> Ground:
    """Tell what the rows of a plan rest on, from what its steps do; facts of less weight than `sure` are doubtful."""
    bases = {step.basis for step in steps}
    if "text" in bases:
        return "text"
    if "none" in bases or any(step.error for step in steps):
        return "nothing"
    if "model" in bases:
        return "model"
    if any(not step.is_sure for step in steps):
        return "doubtful facts"
    return "facts" if all(row.weight >= sure for row in rows) else "doubtful facts"


def counts(action: Action) -> bool:
    """Tell whether an action counts, sums or orders by how many: of what is nowhere stated it knows nothing."""
    match action:
        case Count():
            return True
        case Sort(orderby=orderby):
            return isinstance(orderby, Count)
        case Math(expression):
            return takes_sets(expression)
        case _:
            return False


def missing_steps(steps: Sequence[StepResult]) -> list[StepResult]:
    """Return the steps without a result, the first that failed first; an output only where nothing else failed."""
    missing = [step for step in steps if step.basis == "none"]
    return [step for step in missing if not isinstance(step.step.action, Output)] or missing


def shown_sentences(view: GraphView, ids: Iterable[str]) -> dict[str, NumberedSentence]:
    """Return sentences that the view shows by id, in the order given; those that are gone are left out."""
    wanted = list(dict.fromkeys(ids))
    visible = view.documents(id.rpartition("#")[0] for id in wanted)
    known = [id for id in wanted if id.rpartition("#")[0] in visible]
    sentences = view.store.sentences(known) if known else []
    by_id = {shown.sentence.id: shown for shown in number_sentences(view, sentences, first=1, paths={})}
    return {id: by_id[id] for id in known if id in by_id}
