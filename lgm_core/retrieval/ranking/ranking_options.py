"""The user's options of ranking."""

from __future__ import annotations

from dataclasses import dataclass, fields

from lgm_core.errors import InputError

__all__ = ["RankingOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingOptions:
    """Settings of the ranking; `benchmarks/ranking.md` shows what each part contributes.

    The defaults were tuned once for five samples of three multi-hop data sets; the optimum around them is flat.

    Attributes:
        hops: the most passages in a chain. 1 ranks each passage alone, which on MuSiQue lowers recall@5 from .81 to
            .57; a third passage helps only there, a fourth nowhere.
        title_bonus: bonus of a passage titled by a concept of the question. 0 if titles carry no meaning, like file
            names.
        related_words: weight of words related to a word of the question (*wife*, *married*); English only. 0 for exact
            words only.
        similarity: weight of a passage's semantic similarity to the question, with an embedding model.
        follow_up_similarity: weight of its similarity to the part of the question its chain left open, with an
            embedding model.

    Raises:
        InputError: `hops` is less than 1, or a weight is negative.
    """

    hops: int = 3
    title_bonus: float = 0.7
    related_words: float = 0.7
    similarity: float = 0.2
    follow_up_similarity: float = 0.6

    def __post_init__(self) -> None:
        """Check the settings."""
        for option in fields(self):
            value, least = getattr(self, option.name), 1 if option.name in ("hops", "beam") else 0
            if value < least:
                raise InputError(f"ranking option {option.name} is {value!r}; it must be {least} or more")
