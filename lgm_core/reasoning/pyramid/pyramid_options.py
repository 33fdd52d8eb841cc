"""Options for asking a graph as a pyramid."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from lgm_core.errors import InputError, shown
from lgm_core.retrieval.answering.ask_options import AskOptions

__all__ = ["Layer", "PyramidOptions"]

Layer = Literal["schema", "facts", "text"]
"""A layer of the pyramid: facts that conform to the schema, all facts, or passages."""


@dataclass(frozen=True, slots=True)
class PyramidOptions:
    """Settings of asking layer by layer, from the top down, until one answers (PolyRAG, section III-C).

    Attributes:
        layers: the layers that are asked, in this order: `schema`, `facts`, `text`, or some of them.
        facts: how many facts are shown to the language model, with their sentences.
        passages: how many focused passages are shown to it.
        ask: options of the answer. Only the last layer may use `ask.llm_knowledge`; those above answer from what they
            hold, or pass the question down.
    """

    layers: tuple[Layer, ...] = ("schema", "facts", "text")
    facts: int = 10
    passages: int = 5
    ask: AskOptions = field(default_factory=AskOptions)

    def __post_init__(self) -> None:
        """Check the options.

        Raises:
            InputError: there is no layer, an unknown one, or one out of order, or a number is less than 1.
        """
        known = get_args(Layer)
        asked = tuple(self.layers) if isinstance(self.layers, list | tuple) else ()
        if not asked or asked != tuple(layer for layer in known if layer in asked):
            raise InputError(f"layers is {shown(self.layers)}; name one or more of {', '.join(known)}, in this order")
        object.__setattr__(self, "layers", asked)
        for name in ("facts", "passages"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InputError(f"{name} is {value!r}; it must be a whole number of at least 1")
        if not isinstance(self.ask, AskOptions):
            raise InputError(f"ask is {self.ask!r:.60}; it must be AskOptions, such as AskOptions(brief=True)")
