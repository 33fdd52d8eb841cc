"""Options of fact retrieval."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.errors import InputError

__all__ = ["FactRetrievalOptions"]

_SCORERS = ("words", "llm")


@dataclass(frozen=True, slots=True)
class FactRetrievalOptions:
    """Settings of the search for facts.

    Attributes:
        depth: the most facts in a path.
        width: how many paths per concept of the question are extended at each depth, and kept.
        scorer: what ranks paths: `words`, with embeddings if the graph has a model, or `llm`, which scores the best by
            words in one batch per depth, and then says whether the facts found are enough.
        sentences: how many sentences give each fact its context; 0 gives none.
        words: a budget of text, in words. If given, there are no paths: the best-ranked sentences that state facts, or
            say more about their concepts, are chosen until no more fit, and come with all their facts
            (`FactSubgraph.text`). The settings above are then ignored, and no language model is asked.

    Raises:
        InputError: a number is not a whole number or is too small, or the scorer is unknown.
    """

    depth: int = 3
    width: int = 3
    scorer: str = "words"
    sentences: int = 1
    words: int | None = None

    def __post_init__(self) -> None:
        """Check the settings."""
        for name, least in (("depth", 1), ("width", 1), ("sentences", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(f"{name}={value!r}; it must be a whole number of at least {least}")
        words = self.words
        if words is not None and (isinstance(words, bool) or not isinstance(words, int) or words < 1):
            raise InputError(f"words={words!r}; it must be a whole number of at least 1, or None")
        if self.scorer not in _SCORERS:
            raise InputError(f"scorer={self.scorer!r} is not one of {', '.join(map(repr, _SCORERS))}")
