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

    Args:
        rows: objects with `question` and `answers`, a list of texts.
        reward: the reward of an answer to a question.
        margin: by how much the rewards must differ, at least 0.

    Yields:
        `prompt`, `chosen` and `rejected`, each a list of messages, and `rewards`, those of chosen and rejected.

    Raises:
        InputError: a row is not such an object, or the margin is negative.
    """
    if not margin >= 0:
        raise InputError(f"margin={shown(margin)} is no number from 0 on")
    for row in rows:
        question, answers = (row.get("question"), row.get("answers")) if isinstance(row, Mapping) else (None, None)
        is_read = isinstance(question, str) and isinstance(answers, list) and all(isinstance(a, str) for a in answers)
        if not is_read or not isinstance(question, str) or not isinstance(answers, list):
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
