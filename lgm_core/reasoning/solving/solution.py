"""What executing a plan came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lgm_core.model import AnswerFailure, Citation, TraceStep, Usage
from lgm_core.reasoning.execution.bindings import Row
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence, number_sentences

__all__ = ["Solution", "is_certain", "missing_steps", "shown_sentences"]

_CERTAIN = frozenset({"fact", "computed", "given"})


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
        is_evidence_only: whether there are no answers, or a step rests on names in the best sentences, which no
            language model has read: what was found is evidence then, and no answer.
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


def is_certain(steps: Iterable[StepResult]) -> bool:
    """Tell whether every step has a result and rests on facts, on other results or on the plan itself."""
    return all(step.basis in _CERTAIN and not step.error for step in steps)


def missing_steps(steps: Sequence[StepResult]) -> list[StepResult]:
    """Return the steps without a result; of several that depend on each other, the first that failed comes first."""
    return [step for step in steps if step.basis == "none"]


def shown_sentences(view: GraphView, ids: Iterable[str]) -> dict[str, NumberedSentence]:
    """Return sentences that the view shows by id, in the order given; those that are gone are left out."""
    wanted = list(dict.fromkeys(ids))
    visible = view.documents(id.rpartition("#")[0] for id in wanted)
    known = [id for id in wanted if id.rpartition("#")[0] in visible]
    sentences = view.store.sentences(known) if known else []
    by_id = {shown.sentence.id: shown for shown in number_sentences(view, sentences, first=1, paths={})}
    return {id: by_id[id] for id in known if id in by_id}
