"""Where a long text falls into parts, by the words that its sentences share (Utiyama and Isahara 2001)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

__all__ = ["WEIGHT", "part_starts"]

WEIGHT = 5
"""How much a part more must save, as a multiple of the paper's prior, log of the number of words. Of 1 to 12, 5 has the
best F1 (as good as 4) on the mean of joined documents and of sections of one page (benchmarks/text-parts.md)."""

_LONGEST = 200
"""The most sentences of a part, if a place to divide allows it; without a limit, time is quadratic."""


def part_starts(sentences: Sequence[Sequence[str]], places: Sequence[int], weight: float = WEIGHT) -> list[int]:
    """Return the sentences that begin parts, from 0: the division that makes the words of the parts most probable.

    Args:
        sentences: the content words or stems of each sentence.
        places: the sentences, in order, where a part may begin, such as those that begin paragraphs; 0 always may.
        weight: see `WEIGHT`; more gives fewer parts.
    """
    starts = [0, *(place for place in places if 0 < place < len(sentences))]
    different, length = len({word for sentence in sentences for word in sentence}), sum(map(len, sentences))
    log = [math.log(max(1, number)) for number in range(max(2, length) + different + 1)]
    best, back = [0.0] + [math.inf] * len(starts), [0] * (len(starts) + 1)
    for first, start in enumerate(starts):
        counts, words, saved = Counter[str](), 0, 0.0
        for last, end in enumerate([*starts[first + 1 :], len(sentences)], first + 1):
            if last > first + 1 and end - start > _LONGEST:
                break
            for word in (word for sentence in sentences[starts[last - 1] : end] for word in sentence):
                count = counts[word] = counts[word] + 1
                saved += count * log[count + 1] - (count - 1) * log[count]  # sum of count * log(count + 1)
                words += 1
            cost = best[first] + words * log[words + different] - saved + weight * log[max(2, length)]
            if cost < best[last]:
                best[last], back[last] = cost, first
    found = [len(starts)]
    while found[-1]:
        found.append(back[found[-1]])
    return [starts[place] for place in found[:0:-1]]
