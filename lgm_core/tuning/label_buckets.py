"""Label bucketing (KAG, section 2.5): a sample counts for one label of its own, beside labels that are easily confused.

Labels that are alike form buckets, and a row asks for the labels of one bucket alone. So no row shows all labels of its
sample together, and a model learns what tells the labels of a bucket apart.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

__all__ = ["FEWEST", "Polled", "confusable", "polled"]

FEWEST = 3
"""The fewest samples of a label that rows are made for."""

_SIZE = 4
_MOST_LABELS = 800
_NEGATIVES = 4
"""Of so many samples of a bucket, one more row asks for none of its labels."""


Polled = tuple[str, tuple[str, ...], str]
"""A row to make: a sample, the bucket of labels to ask it for, and the label that it counts for, empty for none."""


def confusable(labels_of: Mapping[str, Collection[str]], signs: Mapping[str, frozenset[str]]) -> list[tuple[str, ...]]:
    """Divide labels into buckets of labels that share words, and then signs, such as the things that they are said of.

    `labels_of` has the labels of each sample, `signs` those of each label.
    """
    counts = Counter(label for labels in labels_of.values() for label in labels)
    rest = sorted((label for label in counts if counts[label] >= FEWEST), key=lambda label: (-counts[label], label))
    del rest[_MOST_LABELS:]
    words = {label: frozenset(label.casefold().split()) for label in rest}
    buckets = []
    while rest:
        first = rest.pop(0)
        near = sorted(
            rest,
            key=lambda label: (
                -(
                    _shared(words[first], words[label])
                    + _shared(signs.get(first, words[first]), signs.get(label, words[label]))
                )
            ),
        )[: _SIZE - 1]
        rest = [label for label in rest if label not in near]
        buckets.append((first, *near))
    return buckets


def _shared(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first or second else 0.0


def polled(
    labels_of: Mapping[str, Collection[str]], buckets: Sequence[tuple[str, ...]], chance: random.Random, most: int
) -> list[Polled]:
    """Choose samples so that each bucket has equally many rows, its labels taking turns, or too few and none.

    The number of rows of a bucket is the one with which there are the most rows. Each sample is used for one label, the
    rarest of its own. One row in five asks a sample for a bucket of which it has no label.

    `labels_of` has the labels of each sample; `chance` chooses among samples; `most` is the most rows, about.
    """
    bucket_of = {label: bucket for bucket in buckets for label in bucket}
    counts = Counter(label for labels in labels_of.values() for label in labels)
    own: defaultdict[str, list[str]] = defaultdict(list)
    for sample in sorted(labels_of):
        if known := [label for label in labels_of[sample] if label in bucket_of]:
            own[min(known, key=lambda label: (counts[label], label))].append(sample)
    for samples in own.values():
        chance.shuffle(samples)
    turns = {bucket: _in_turn({label: own[label] for label in bucket}) for bucket in buckets}
    sizes = sorted((len(rows) for rows in turns.values()), reverse=True)
    rows_each = max(sizes, default=0, key=lambda size: size * sum(each >= size for each in sizes))
    kept = [bucket for bucket in buckets if len(turns[bucket]) >= max(1, rows_each)][:most]
    rows_each = min(rows_each, max(1, most // max(1, len(kept))))
    every = sorted(labels_of)
    chance.shuffle(every)
    chosen: list[Polled] = []
    for place in range(rows_each):
        for number, bucket in enumerate(kept):
            label, sample = turns[bucket][place]
            chosen.append((sample, bucket, label))
            if place % _NEGATIVES == _NEGATIVES - 1 and every:
                start = (place * len(kept) + number) % len(every)
                around = (every[start:] + every[:start])[:50]
                none = (each for each in around if not set(labels_of[each]).intersection(bucket))
                chosen += [(each, bucket, "") for each in none][:1]
    return chosen


def _in_turn(samples: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    longest = max(map(len, samples.values()), default=0)
    return [(label, own[place]) for place in range(longest) for label, own in samples.items() if place < len(own)]
