"""Sentences that several documents hold because they are overlapping parts of one source, as splitters make them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from lgm_core.model import DocumentRecord, Sentence

__all__ = ["first_distinct", "without_repetitions"]

T = TypeVar("T")
_Key = tuple[str | int | None, ...]


def without_repetitions(sentences: Sequence[Sentence], documents: Mapping[str, DocumentRecord]) -> list[Sentence]:
    """Return sentences in their order, each place of a source once; whole sentences take the place of cut ones.

    Parts of one source whose metadata tell their `start_index` repeat what stands at the same place; without it, parts
    that have all metadata in common repeat what has the same words.

    Args:
        sentences: best first.
        documents: their documents by id; sentences of others are left as they are.
    """
    divided = _divided(documents.values())
    if not divided:
        return list(sentences)
    kept: list[Sentence] = []
    places: dict[_Key, int] = {}
    described = {id: _described(record) for id, record in documents.items() if record.whole in divided}
    for sentence in sentences:
        keys = _keys(sentence, described[sentence.document_id]) if sentence.document_id in described else ()
        place = next((places[key] for key in keys if key in places), len(kept))
        if place == len(kept) or not _is_repeated(sentence, kept[place]):
            place = len(kept)
            kept.append(sentence)
        elif len(sentence.text) > len(kept[place].text):
            kept[place] = sentence
        places |= dict.fromkeys(keys, place)
    return kept


def first_distinct(fetch: Callable[[int], Sequence[T]], k: int, distinct: Callable[[Sequence[T]], list[T]]) -> list[T]:
    """Return the first `k` results that are distinct, asking for more as long as there are more.

    Args:
        fetch: returns so many results, best first, and fewer if there are no more.
        k: how many.
        distinct: leaves out of results what repeats earlier ones.
    """
    number = k
    while True:
        fetched = fetch(number)
        kept = distinct(fetched)
        if len(kept) >= k or len(fetched) < number:
            return kept[:k]
        number *= 2


def _divided(records: Iterable[DocumentRecord]) -> frozenset[str]:
    """Return the sources that several documents are parts of."""
    counts: defaultdict[str, int] = defaultdict(int)
    for record in records:
        counts[record.whole] += 1
    return frozenset(source for source, count in counts.items() if source and count > 1)


def _described(record: DocumentRecord) -> tuple[str, str | None]:
    """Return a document's source and, unless its place there is known, all else that its metadata tell."""
    if record.start_index is not None:
        return record.whole, None
    return record.whole, json.dumps([record.title, dict(record.metadata)], sort_keys=True)


def _keys(sentence: Sentence, described: tuple[str, str | None]) -> tuple[_Key, ...]:
    """Return what a sentence has in common with its repetitions: where it starts, or where it ends, or its words."""
    if described[1] is None:
        return (*described, "start", sentence.start), (*described, "end", sentence.end)
    return ((*described, "words", sentence.text),)


def _is_repeated(one: Sentence, other: Sentence) -> bool:
    """Tell whether one of two sentences of different documents holds the other's text."""
    return one.document_id != other.document_id and (one.text in other.text or other.text in one.text)
