"""Options for answering by logical forms."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from lgm_core.errors import InputError
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["FactsMode", "LogicalFormOptions", "PlannerName", "TextMode"]

PlannerName = Literal["auto", "rules", "llm"]
"""Who plans: `rules`, `llm` (the language model), or `auto`: the rules, or the model if they have no plan."""

FactsMode = Literal["all", "conforming", "none"]
"""Which facts answer steps: all, those that conform to the graph's schema, or none, so that each step reads text."""

TextMode = Literal["missing", "all", "never"]
"""When a step reads text: if the facts give no result that is sure enough, always, or never."""


@dataclass(frozen=True, slots=True)
class LogicalFormOptions:
    """Settings of answering by logical forms (KAG, section 2.3).

    Attributes:
        rounds: the most plans for a question: its own, then those of supplementary questions; one without a language
            model.
        planner: who plans.
        facts: which facts answer steps.
        text: when a step reads text.
        threshold: the least score, from 0 to 1, with which facts answer a step.
        sure: the least score, from 0 to 1, with which facts are an answer without the judgement of a language model;
            below it they are evidence.
        passages: how many passages are read for a step.
        max_tokens: no new round begins after this many prompt and completion tokens; None for no limit.
        ask: options of the answer.
    """

    rounds: int = 3
    planner: PlannerName = "auto"
    facts: FactsMode = "all"
    text: TextMode = "missing"
    threshold: float = 0.7
    sure: float = 0.85
    passages: int = 5
    max_tokens: int | None = None
    ask: AskOptions = field(default_factory=AskOptions)

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            InputError: a number is out of range, there is no such planner or mode, or nothing could answer a step.
        """
        for name, modes in (("planner", PlannerName), ("facts", FactsMode), ("text", TextMode)):
            known = get_args(modes)
            if getattr(self, name) not in known:
                raise InputError(f"{name} is {getattr(self, name)!r}; it must be one of {', '.join(known)}")
        for name in ("rounds", "passages", "max_tokens"):
            value = getattr(self, name)
            if value is None and name == "max_tokens":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name} is {value!r}; it must be a whole number of at least 1")
        for name in ("threshold", "sure"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                raise InputError(f"{name} is {value!r}; it must be a number from 0 to 1")
        if not isinstance(self.ask, AskOptions):
            raise InputError(f"ask is {self.ask!r:.60}; it must be AskOptions, such as AskOptions(brief=True)")
        if self.facts == "none" and self.text == "never":
            raise InputError("neither facts nor text may answer a step; set facts='all' or text='missing'")
