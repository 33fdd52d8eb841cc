"""What text says of a sub-question."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.reasoning.execution.bindings import Binding

__all__ = ["TextAnswer", "TextFinding"]


@dataclass(frozen=True, slots=True)
class TextAnswer:
    """Something that text names in answer to a sub-question.

    Attributes:
        binding: what it is.
        sentences: the ids of the sentences that say so.
        weight: from 0 to 1, how sure it is.
    """

    binding: Binding
    sentences: tuple[str, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class TextFinding:
    """What was read for a sub-question.

    Attributes:
        passages: the ids of the sections read, best first.
        answers: what they say, surest first; empty when they say nothing.
        by_model: whether a language model read them.
        error: that the language model failed, and how; empty otherwise.
        gap: why there may be more answers: not all of the passages was shown, or not all that was named is taken; empty
            where nothing tells so.
    """

    passages: tuple[str, ...]
    answers: tuple[TextAnswer, ...] = ()
    by_model: bool = False
    error: str = ""
    gap: str = ""
