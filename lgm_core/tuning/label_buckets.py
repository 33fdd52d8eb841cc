"""Label bucketing (KAG, section 2.5): a sample counts for one label of its own, beside labels that are easily confused.

Labels that are alike form buckets, and a row asks for the labels of one bucket alone. So no row shows all labels of its
sample together, and a model learns what tells the labels of a bucket apart.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from heapq import nlargest
from itertools import zip_longest

__all__ = ["FEWEST", "Bucket", "Sample", "confusable", "polled"]

FEWEST = 3
"""The fewest samples of a label that rows are made for."""

_SIZE = 4
_MOST_LABELS = 800
_NEGATIVES = 4
"""After so many samples of a bucket, one more row asks for none of its labels."""
_TRIED = 50
"""How many samples are tried as one without the labels."""

Bucket = tuple[str, ...]
"""Labels that are easily confused."""

Sample = tuple[str, str]
"""What a row can be made of: a sentence and perhaps a thing in it, or two things."""


def confusable(labels_of: Mapping[Sample, Collection[str]], signs: Mapping[str, Collection[str]]) -> list[Bucket]:
    """Divide the labels of samples into buckets of those that share words and signs: the things they are said of."""
    counts = _counts(labels_of)
    rest = sorted((label for label in counts if counts[label] >= FEWEST), key=lambda label: (-counts[label], label))
    rest = rest[:_MOST_LABELS]
    words = {label: frozenset(label.casefold().split()) for label in rest}
    buckets = []
    while rest:
        first, *others = rest
        likeness = {each: _shared(words[first], words[each]) + _shared(signs[first], signs[each]) for each in others}
        near = nlargest(_SIZE - 1, others, key=likeness.__getitem__)
        buckets.append((first, *near))
        rest = [label for label in others if label not in near]
    return buckets


def _counts(labels_of: Mapping[Sample, Collection[str]]) -> Counter[str]:
    return Counter(label for labels in labels_of.values() for label in labels)


def _shared(first: Collection[str], second: Collection[str]) -> float:
    return len({*first} & {*second}) / max(1, len({*first, *second}))


def polled(
    labels_of: Mapping[Sample, Collection[str]], buckets: Sequence[Bucket], chance: random.Random, most: int
) -> list[tuple[Sample, Bucket, str]]:
    """Choose about `most` samples, with the bucket of labels to ask each for and the label it counts for, "" for none.

    Each bucket gets equally many rows, its labels taking turns, or none if it has too few; their number is the one with
    which there are the most rows. Each sample is used for one label, the rarest of its own. One row in five asks a
    sample for a bucket of which it has no label.
    """
    counts, bucketed = _counts(labels_of), {label for bucket in buckets for label in bucket}
    order = sorted(labels_of)
    chance.shuffle(order)
    own: defaultdict[str, list[Sample]] = defaultdict(list)
    for sample in order:
        if known := bucketed.intersection(labels_of[sample]):
            own[min(known, key=lambda label: (counts[label], label))].append(sample)
    turns = {
        bucket: [
            (sample, bucket, label)
            for samples in zip_longest(*(own[label] for label in bucket))
            for label, sample in zip(bucket, samples, strict=True)
            if sample is not None
        ]
        for bucket in buckets
    }
    sizes = [len(rows) for rows in turns.values()]
    rows_each = max(sorted(sizes, reverse=True), default=0, key=lambda size: size * sum(each >= size for each in sizes))
    kept = [bucket for bucket in buckets if len(turns[bucket]) >= max(1, rows_each)][:most]
    chosen = []
    for place in range(min(rows_each, max(1, most // max(1, len(kept))))):
        for bucket in kept:
            chosen.append(turns[bucket][place])
            if place % _NEGATIVES == _NEGATIVES - 1:
                tried = chance.choices(order, k=_TRIED)
                chosen += [(each, bucket, "") for each in tried if not {*labels_of[each]}.intersection(bucket)][:1]
    return chosen
