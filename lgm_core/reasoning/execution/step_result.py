"""The result of a step of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lgm_core.model import Fact
from lgm_core.reasoning.plan.plan_parts import PlanStep

__all__ = ["Basis", "Linked", "StepResult"]

Basis = Literal["fact", "text", "model", "computed", "none"]
"""What the result of a step rests on: facts of the graph; names and values picked from the best sentences without a
language model; passages read by a language model; earlier results; or nothing, if there is no result."""


@dataclass(frozen=True, slots=True)
class Linked:
    """How a name, type or predicate of a plan was understood.

    Attributes:
        text: the plan's words.
        kind: what they name.
        level: how they matched: names by `key`, `title`, `similar`, `instance` or `value`, or as a `synonym`,
            `narrower` or `broader` term of the schema; types by `exact`, `is_a`, `name`, `part`, `general`, `unknown`,
            `other` or `unlisted`; predicates by `property` (of the schema), `key`, `synonym`, `related` or `similar`;
            constraints by `key`, `words` or `unstated`.
        keys: what they matched.
        score: from 0 to 1.
    """

    text: str
    kind: Literal["name", "type", "predicate", "constraint"]
    level: str
    keys: tuple[str, ...]
    score: float


@dataclass(frozen=True, slots=True)
class StepResult:
    """The result of a step.

    Attributes:
        step: the step.
        question: its sub-question, with variables replaced by names.
        basis: what the result rests on.
        answers: what its variable now stands for, as documents write it, each once, best first; `yes` or `no` for a
            `Deduce`.
        facts: the facts used.
        sentences: the ids of the sentences used.
        passages: the ids of the sections read, best first, if text was read.
        linked: how its names, types and predicates were understood.
        notes: what a reader should know, such as that "2016" was compared with "17 June 2016" by its first day.
        error: why there is no result, or that a language model failed; empty if all went well.
        is_sure: false if the result is computed from incomplete rows: some were cut, some facts were not read, or
            something was not found; the notes say which.
        rules: the rules of the schema that it follows by, in words.
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
    rules: tuple[str, ...] = ()
