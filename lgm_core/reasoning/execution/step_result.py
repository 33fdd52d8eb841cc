"""What a step of a plan did, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lgm_core.model import Fact
from lgm_core.reasoning.plan.plan_parts import PlanStep

__all__ = ["Basis", "Linked", "StepResult"]

Basis = Literal["fact", "text", "model", "computed", "none"]
"""What a step's result rests on: facts of the graph; names and values in the best sentences, found without a language
model; a language model that read passages; earlier results; or nothing, when there is no result."""


@dataclass(frozen=True, slots=True)
class Linked:
    """How a name, type or predicate of a plan was understood.

    Attributes:
        text: as the plan has it.
        kind: what it names.
        level: which level matched: of names `key`, `title`, `similar`, `instance` or `value`; of types `exact`, `is_a`,
            `name`, `part`, `general`, `unknown`, `other` or `unlisted`; of predicates `key`, `synonym`, `related` or
            `similar`; of constraints `key`, `words` or `unstated`.
        keys: what it matched.
        score: from 0 to 1.
    """

    text: str
    kind: Literal["name", "type", "predicate", "constraint"]
    level: str
    keys: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step.

    Attributes:
        step: the step.
        question: its sub-question with variables filled.
        basis: what the result rests on.
        answers: what its variable stands for now, as documents write it, each once, best first; `yes` or `no` of a
            `Deduce`.
        facts: the facts used.
        sentences: the ids of the sentences used.
        passages: the ids of the sections read, best first, where text was read.
        linked: how its names, types and predicates were understood.
        notes: what a reader should know: "2016" was compared with "17 June 2016" by its earliest day.
        error: why there is no result, or that a language model failed; empty when all went well.
        is_sure: whether what it is computed from is all there: not of a count of rows that were cut, or of facts of
            which not all were read, or of what was looked for and not found; the notes say which.
    """

    step: PlanStep
    question: str
    basis: Basis
    answers: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    sentences: tuple[str, ...] = ()
    passages: tuple[str, ...] = ()
    linked: tuple[Linked, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    is_sure: bool = True
