"""The settings of construction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, get_args

from lgm_core.errors import InputError, shown

__all__ = ["STAGES", "ConstructionOptions", "Stage"]

Stage = Literal["mentions", "entities", "relations", "global", "taxonomy", "predicates"]
"""A stage that can be switched off; later stages use the findings of earlier ones."""

STAGES: tuple[Stage, ...] = get_args(Stage)
"""All stages, in order."""


@dataclass(frozen=True, slots=True)
class ConstructionOptions:
    """How to construct the graph of a document.

    Attributes:
        stages: `all`, or the names of the wanted ones; `mentions` always runs, since all others depend on it.
        use_llm: whether to ask the graph's language model; None asks it if there is one.
        strict: reject a document that fails a check (no author, keyword, heading, empty section) instead of reporting
            it.
        coreference: minimum cosine of two mentions of one entity; None calibrates it on the embedding model.
        types: minimum cosine of a type and its entity; None calibrates.
        predicates: minimum cosine of two synonymous predicates; None calibrates.
        window_tokens: the most text in one request, by `count_tokens`; longer sections are cut between sentences.
        context_tokens: the most tokens of a document read as a whole; it is summarised until it fits.
    """

    stages: Literal["all"] | Collection[Stage] = "all"
    use_llm: bool | None = None
    strict: bool = False
    coreference: float | None = None
    types: float | None = None
    predicates: float | None = None
    window_tokens: int = 1500
    context_tokens: int = 6000

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: a value is invalid.
        """
        if self.stages != "all":
            names = [self.stages] if isinstance(self.stages, str) else list(self.stages)
            for name in names:
                if name not in STAGES:
                    raise InputError(f"stages={shown(name)} is not a stage; there are {', '.join(STAGES)}, or 'all'")
        for field in ("coreference", "types", "predicates"):
            value = getattr(self, field)
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float) or not -1 <= value <= 1:
                raise InputError(f"{field}={shown(value)} is not a cosine; give a number from -1 to 1, or None")
        for field in ("window_tokens", "context_tokens"):
            count = getattr(self, field)
            if isinstance(count, bool) or not isinstance(count, int) or count < 1:
                raise InputError(f"{field}={shown(count)} is not a number of tokens; give one, such as {field}=1500")

    def does(self, stage: Stage) -> bool:
        """Return whether a stage is wanted."""
        return stage == "mentions" or self.stages == "all" or stage in self.stages
