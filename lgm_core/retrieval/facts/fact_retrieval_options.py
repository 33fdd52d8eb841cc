"""How facts are found for a question."""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.errors import InputError

__all__ = ["FactRetrievalOptions"]

_SCORERS = ("words", "llm")


@dataclass(frozen=True, slots=True)
class FactRetrievalOptions:
    """Settings of the search for facts.

    Attributes:
        depth: how many facts a path has at most.
        width: how many paths from each concept of the question are followed further, and kept.
        scorer: what judges paths: `words`, with embeddings if the graph has a model, or `llm`, which is asked in one
            batch a depth how much each of the best by words helps, and then whether what was found is enough.
        candidates: how many paths from each concept the language model is shown at each depth.
        sentences: how many sentences give a fact back its context; 0 leaves it without.
        words: how many words of text there may be; given, there are no paths: the sentences that rank best for the
            question, and state facts or tell more of what these are about, are chosen until no more fit, and come with
            all their facts (`FactSubgraph.text`).
            The settings above do not count then, and no language model is asked.

    Raises:
        InputError: a number is none, or below its least, or there is no such scorer.
    """

    depth: int = 3
    width: int = 3
    scorer: str = "words"
    candidates: int = 20
    sentences: int = 1
    words: int | None = None

    def __post_init__(self) -> None:
        """Check the settings."""
        for name, least in (("depth", 1), ("width", 1), ("candidates", 1), ("sentences", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise InputError(f"{name}={value!r}; it must be a whole number of at least {least}")
        words = self.words
        if words is not None and (isinstance(words, bool) or not isinstance(words, int) or words < 1):
            raise InputError(f"words={words!r}; it must be a whole number of at least 1, or None")
        if self.scorer not in _SCORERS:
            raise InputError(f"scorer={self.scorer!r} is none of {', '.join(map(repr, _SCORERS))}")
