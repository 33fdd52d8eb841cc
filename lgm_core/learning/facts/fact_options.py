"""How facts are learned, and how that is part of the recipe of a document."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Literal

from lgm_core.errors import InputError, shown
from lgm_core.learning.facts.fact_prompts import FACTS
from lgm_core.llm.prompt import Prompt

__all__ = ["FactOptions", "method_in"]

OPEN_FACTS_VERSION = "open-1"
"""Part of the recipe of documents with open facts. Raise it when they change, so that documents are learned anew."""

_IN_RECIPE = re.compile(r"\+facts:(open|llm)")


@dataclass(frozen=True, slots=True)
class FactOptions:
    """How to learn facts.

    Attributes:
        method: `open` reads them from the parse of English sentences, without a language model; `llm` asks one.
        window_tokens: length of the sentences in one request, at most, by `count_tokens`; a longer sentence is alone.
        overlap_tokens: length of the sentences that two requests on neighbouring text have in common, at most.
        prompt: what the language model is asked.
    """

    method: Literal["open", "llm"] = "open"
    window_tokens: int = 512
    overlap_tokens: int = 64
    prompt: Prompt = FACTS

    def __post_init__(self) -> None:
        """Check the values.

        Raises:
            InputError: a value cannot be used.
        """
        if self.method not in ("open", "llm"):
            raise InputError(f"facts by {self.method!r} are not known; use 'open' or 'llm'")
        for name in ("window_tokens", "overlap_tokens"):
            count = getattr(self, name)
            if isinstance(count, bool) or not isinstance(count, int):
                raise InputError(f"{name}={shown(count)} is no whole number of tokens; give one, such as {name}=64")
        if not isinstance(self.prompt, Prompt):
            raise InputError(f"prompt={shown(self.prompt)} is no Prompt; give one, or leave it out")
        if self.window_tokens < 1:
            raise InputError(f"window_tokens={self.window_tokens} leaves no room for a sentence")
        if not 0 <= self.overlap_tokens < self.window_tokens:
            raise InputError(
                f"overlap_tokens={self.overlap_tokens} must be at least 0 and less than window_tokens="
                f"{self.window_tokens}"
            )

    def recipe(self, llm_name: str = "") -> str:
        """Name everything here that the facts of a document depend on."""
        if self.method == "open":
            return f"facts:{OPEN_FACTS_VERSION}"
        settings = f"{self.prompt!r}\x1f{self.window_tokens}\x1f{self.overlap_tokens}"
        return f"facts:llm:{llm_name}:{hashlib.sha256(settings.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def method_in(recipe: str) -> str:
    """Return the method by which the recipe of a document has facts, empty for none."""
    found = _IN_RECIPE.search(recipe)
    return found[1] if found is not None else ""
