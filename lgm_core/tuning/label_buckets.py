"""Label bucketing (KAG, section 2.5): a sample counts for one label of its own, beside labels that are easily confused.

A row asks for the labels of one bucket alone, so that a model learns what tells them apart.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from heapq import nlargest
from itertools import islice, zip_longest

from lgm_core.tuning.tuning_rows import Record

__all__ = ["Bucket", "Sample", "Samples", "confusable", "polled"]

Sample = tuple[str, str]
"""What a row can be made of: a sentence and perhaps a thing in it, or two things."""

Samples = Mapping[Sample, Sequence[tuple[Record, object]]]
"""The records of each sample, the label first, and what bears each of them out."""

Bucket = tuple[str, ...]

_FEWEST, _MOST_LABELS, _SIZE, _NEGATIVES = 3, 800, 4, 4
"""The fewest records of a label, the most labels of a task and of a bucket, and the rows of it before a negative."""


def confusable(samples: Samples) -> list[Bucket]:
    """Divide labels into buckets of those that share words and the things they are said of; none if there is only one.

    A record without a second text is said of the sample's second part.
    """
    said_of: defaultdict[str, list[str]] = defaultdict(list)
    for sample in sorted(samples):
        for record, _ in samples[sample]:
            said_of[record[0]].append((*record, sample[1])[1])
    known = [label for label in sorted(said_of) if len(said_of[label]) >= _FEWEST]
    rest = nlargest(_MOST_LABELS, known, key=lambda label: len(said_of[label]))
    signs = {label: (frozenset(label.split()), frozenset(said_of[label])) for label in rest}
    buckets: list[Bucket] = []
    while rest:
        first, *others = rest
        likeness = {each: sum(map(_shared, signs[first], signs[each])) for each in others}
        near = nlargest(_SIZE - 1, others, key=likeness.__getitem__)
        buckets.append((first, *near))
        rest = [label for label in others if label not in near]
    return buckets if sum(map(len, buckets)) > 1 else []


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / max(1, len(first | second))


def polled(
    samples: Samples, buckets: Sequence[Bucket], chance: random.Random, most: int
) -> Iterator[tuple[Sample, Bucket, str]]:
    """Yield about `most` samples, with the bucket of labels to ask each for and the label it counts for, "" for none.

    Each bucket gets equally many rows, its labels taking turns, or none; their number is the one that makes the most
    rows. Each sample counts for its rarest label. One row in five asks for a bucket of which its sample has no label.
    """
    labels_of = {sample: {record[0] for record, _ in samples[sample]} for sample in sorted(samples)}
    counts = Counter(label for labels in labels_of.values() for label in labels)
    order = chance.sample(list(labels_of), len(labels_of))
    own: defaultdict[str, list[Sample]] = defaultdict(list)
    bucketed = {label for bucket in buckets for label in bucket}
    for sample in order:
        if known := labels_of[sample] & bucketed:
            own[min(known, key=lambda label: (counts[label], label))].append(sample)
    turns: defaultdict[Bucket, list[tuple[Sample, str]]] = defaultdict(list)
    for bucket in buckets:
        for each in zip_longest(*(own[label] for label in bucket)):
            turns[bucket] += [(sample, label) for sample, label in zip(each, bucket, strict=True) if sample]
    sizes = sorted(map(len, turns.values()), reverse=True)
    rows_each = max(sizes, default=0, key=lambda size: size * sum(each >= size for each in sizes))
    kept = [bucket for bucket in turns if len(turns[bucket]) >= max(1, rows_each)][:most]
    for place in range(min(rows_each, max(1, most // max(1, len(kept))))):
        for bucket in kept:
            sample, label = turns[bucket][place]
            yield sample, bucket, label
            if place % _NEGATIVES == _NEGATIVES - 1:
                tried = (each for each in chance.choices(order, k=50) if labels_of[each].isdisjoint(bucket))
                yield from ((each, bucket, "") for each in islice(tried, 1))
