"""Where a long text falls into parts, by the words that its sentences share (Utiyama and Isahara 2001)."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["part_starts"]

_WEIGHT = 5
"""How much a part more must save, as a multiple of the paper's prior, log of the number of words. Of 1 to 12, 5 has the
best mean F1 of boundaries between joined documents and between sections of one page (`benchmarks.text_parts`)."""

_LONGEST = 200
"""The most sentences of a part, if a place to divide allows it; without a limit, time is quadratic."""


def part_starts(sentences: Sequence[Sequence[str]], places: Sequence[int]) -> list[int]:
    """Return the sentences that begin a part, from 0, by the division whose words are most probable.

    The words of a part are drawn from its own distribution, with Laplace smoothing, and each part has a prior.

    Args:
        sentences: the content words or stems of each sentence.
        places: the sentences, in order, where a part may begin, such as those that begin paragraphs; 0 always may.
    """
    ids: dict[str, int] = {}
    coded = [[ids.setdefault(word, len(ids)) for word in sentence] for sentence in sentences]
    prior = _WEIGHT * math.log(max(2, sum(map(len, coded))))
    ends = [*(place for place in places if 0 < place < len(coded)), len(coded)]
    starts = [0, *ends[:-1]]
    log = [math.log(max(1, number)) for number in range(sum(map(len, coded)) + len(ids) + 2)]
    best, back = [0.0] + [math.inf] * len(ends), [0] * (len(ends) + 1)
    for first, start in enumerate(starts):
        counts, words, saved = [0] * len(ids), 0, 0.0
        for last in range(first, len(ends)):
            if last > first and ends[last] - start > _LONGEST:
                break
            for sentence in coded[starts[last] : ends[last]]:
                for word in sentence:
                    count = counts[word] = counts[word] + 1
                    saved += count * log[count + 1] - (count - 1) * log[count]  # sum of count * log(count + 1)
                words += len(sentence)
            cost = best[first] + words * log[words + len(ids)] - saved + prior
            if cost < best[last + 1]:
                best[last + 1], back[last + 1] = cost, first
    found, last = [], len(ends)
    while last:
        last = back[last]
        found.append(starts[last])
    return found[::-1]
