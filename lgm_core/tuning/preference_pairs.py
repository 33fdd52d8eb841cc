"""Pairs for preference tuning: of several answers to a question, the one that the graph rewards more (KAG, AKGF)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from lgm_core.errors import InputError, shown

__all__ = ["preference_pairs"]


def preference_pairs(
    rows: Iterable[Mapping[str, Any]], reward: Callable[[str, str], float], margin: float
) -> Iterator[dict[str, Any]]:
    """Yield the best and the worst of each row's answers, if their rewards differ by more than a margin.

    Raises:
        InputError: a row is no object with `question` and `answers`, a list of texts, or the margin is negative.
    """
    if not margin >= 0:
        raise InputError(f"margin={shown(margin)} is no number from 0 on")
    for row in rows:
        match row:
            case {"question": str(question), "answers": list(answers)} if all(isinstance(one, str) for one in answers):
                pass
            case _:
                raise InputError(f"a row needs `question`, a text, and `answers`, a list of texts: {shown(row)}")
        worths = sorted(
            ((reward(answer, question), answer) for answer in dict.fromkeys(answers)), key=lambda one: one[0]
        )
        if worths and worths[-1][0] - worths[0][0] > margin:
            (least, rejected), (most, chosen) = worths[0], worths[-1]
            yield {
                "prompt": [{"role": "user", "content": question}],
                "chosen": [{"role": "assistant", "content": chosen}],
                "rejected": [{"role": "assistant", "content": rejected}],
                "rewards": [most, least],
            }
