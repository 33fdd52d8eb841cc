"""What a user may set about the ranking."""

from __future__ import annotations

from dataclasses import dataclass, fields

from lgm_core.errors import InputError

__all__ = ["RankingOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingOptions:
    """Settings of the ranking; `benchmarks/ranking.md` has a table of what each part is worth.

    The defaults were set once for five samples of three multi-hop data sets; around them the optimum is flat.

    Attributes:
        hops: passages in a chain at most. 1 ranks each passage by itself, which on MuSiQue lowers recall@5 from .81 to
            .57; a third passage pays there alone, a fourth nowhere.
        beam: chains that are continued after each hop; time grows with it. 20 or 30 found no more than 12.
        title_bonus: bonus of a passage titled by a concept of the question. 0 when titles say nothing, as file names.
        related_words: weight of words that may stand for a word of the question (*wife*, *married*); English only. 0
            for exact words alone.
        similarity: weight of a passage's similarity in meaning to the question, with an embedding model.
        follow_up_similarity: weight of its similarity to what the chain before it left of the question, with an
            embedding model.

    Raises:
        InputError: `hops` or `beam` is less than 1, or a weight is negative.
    """

    hops: int = 3
    beam: int = 12
    title_bonus: float = 0.7
    related_words: float = 0.7
    similarity: float = 0.2
    follow_up_similarity: float = 0.6

    def __post_init__(self) -> None:
        """Refuse settings that cannot work."""
        for option in fields(self):
            value, least = getattr(self, option.name), 1 if option.name in ("hops", "beam") else 0
            if value < least:
                raise InputError(f"ranking option {option.name} is {value!r}; it must be {least} or more")
