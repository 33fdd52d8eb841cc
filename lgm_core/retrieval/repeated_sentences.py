"""Sentences repeated in several documents that are overlapping parts of one source, as text splitters make them."""

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
    """Return sentences in their order without repetitions; whole sentences replace cut ones.

    If the metadata of the parts of a source have a `start_index`, sentences at the same place are repetitions;
    otherwise, sentences with the same words in parts with the same metadata.

    Args:
        sentences: best first.
        documents: their documents by id; sentences of other documents are kept.
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
    """Return the first `k` distinct results, fetching more as long as there are more.

    Args:
        fetch: returns a number of results, best first, or fewer if there are no more.
        k: how many distinct results.
        distinct: removes results that repeat earlier ones.
    """
    number = k
    while True:
        fetched = fetch(number)
        kept = distinct(fetched)
        if len(kept) >= k or len(fetched) < number:
            return kept[:k]
        number *= 2


def _divided(records: Iterable[DocumentRecord]) -> frozenset[str]:
    """Return the sources of which several documents are parts."""
    counts: defaultdict[str, int] = defaultdict(int)
    for record in records:
        counts[record.whole] += 1
    return frozenset(source for source, count in counts.items() if source and count > 1)


def _described(record: DocumentRecord) -> tuple[str, str | None]:
    """Return a document's source and, unless its place there is known, its title and metadata."""
    if record.start_index is not None:
        return record.whole, None
    return record.whole, json.dumps([record.title, dict(record.metadata)], sort_keys=True)


def _keys(sentence: Sentence, described: tuple[str, str | None]) -> tuple[_Key, ...]:
    """Return what a sentence shares with its repetitions: its start or its end, or else its words."""
    if described[1] is None:
        return (*described, "start", sentence.start), (*described, "end", sentence.end)
    return ((*described, "words", sentence.text),)


def _is_repeated(one: Sentence, other: Sentence) -> bool:
    """Tell whether one of two sentences of different documents contains the other."""
    return one.document_id != other.document_id and (one.text in other.text or other.text in one.text)
