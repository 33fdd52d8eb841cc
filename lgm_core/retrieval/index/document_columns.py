"""What each document contributes to the ranking index, kept so that some can be exchanged without reading the rest.

Everything is local: rows are counted per document, section or sentence, and words are counted from the start of their
sentence. So the contributions of a graph are those of its documents, one after the other in the order of their ids.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Floats, Integers
from lgm_core.vectors.array_archive import read_archive, write_archive

__all__ = ["Contributions", "starts_of"]

_FORMAT = 1

_PARENTS = {
    "section": ("document", "document_sections"),
    "sentence": ("section", "section_sentences"),
    "role": ("section", "section_roles"),
    "writing": ("section", "section_writings"),
    "title_word": ("section", "section_title_words"),
    "word": ("sentence", "sentence_words"),
    "mention": ("sentence", "sentence_mentions"),
    "byte": ("sentence", "sentence_bytes"),
    "written_word": ("writing", "writing_words"),
}
"""By kind of row, the kind it belongs to and the column that tells how many there are of it in each of those."""

_KINDS = {"text": "byte", "word": "word", "written_word": "written_word", "title_word": "title_word"}
"""What kind of rows columns are of that are not called by it."""

_NAMING = frozenset(
    """
    section_title section_label word mention_concept mention_surface role_concept
    writing_concept writing_text written_word title_word
    """.split()
)
"""Columns of numbers of strings, -1 for none."""


@dataclass(frozen=True, slots=True, eq=False)
class Contributions:
    """Columns with the parts of all documents; strings are named by their number.

    Attributes:
        strings: every string that a column names, sorted, each once.
        document_ids: identifiers, sorted; as are `section_ids` and `sentence_ids` of theirs.
        document_stamps: a number that changes whenever the document does.
        section_title: the concept that titles the section, and `section_label` as it is written, without brackets.
        text: the texts of all sentences in UTF-8; `sentence_bytes` are their lengths.
        word: folded words of sentences, and `title_word` of titles.
        mention_concept: the concept, `mention_surface` as it is written, `mention_first` and `mention_last` its words.
        role_concept: concepts that title a section or may be part of its title, with `role_weight`.
        writing_concept: the concept meant by a title that is written as `writing_text`, word by word `written_word`.
    """

    strings: tuple[str, ...]
    document_ids: tuple[str, ...]
    document_stamps: npt.NDArray[np.int64]
    document_sections: Integers
    section_ids: tuple[str, ...]
    section_title: Integers
    section_label: Integers
    section_sentences: Integers
    section_roles: Integers
    section_writings: Integers
    section_title_words: Integers
    sentence_ids: tuple[str, ...]
    sentence_words: Integers
    sentence_mentions: Integers
    sentence_bytes: Integers
    text: npt.NDArray[np.uint8]
    word: Integers
    mention_concept: Integers
    mention_surface: Integers
    mention_first: Integers
    mention_last: Integers
    role_concept: Integers
    role_weight: Floats
    writing_concept: Integers
    writing_text: Integers
    writing_words: Integers
    written_word: Integers
    title_word: Integers

    @classmethod
    def from_bytes(cls, data: bytes) -> Contributions | None:
        """Read what `to_bytes` wrote; None when it is of another format."""
        values = read_archive(data, (_FORMAT,))
        return None if values is None else cls(**values)

    def to_bytes(self) -> bytes:
        """Write the columns as an uncompressed NumPy archive without pickled objects."""
        return write_archive((_FORMAT,), {one.name: getattr(self, one.name) for one in fields(self)})

    def updated(self, new: Contributions, gone: Collection[str] = ()) -> Contributions:
        """Return these contributions with the documents of `new`, without those of the same ids and those `gone`.

        That is what collecting from all the documents anew would give, at the cost of copying.
        """
        strings, numbers = _merged(self.strings, new.strings)
        sources = [one._with(strings, renamed) for one, renamed in zip((self, new), numbers, strict=True)]
        bounds = [one._bounds() for one in sources]
        runs = _runs(self.document_ids, new.document_ids, frozenset(gone))
        columns = {}
        for one in _columns():
            kind = _kind(one)
            values = [getattr(source, one) for source in sources]
            parts = [values[of][bounds[of][kind][first] : bounds[of][kind][end]] for of, first, end in runs]
            columns[one] = _joined(values[0][:0], parts)
        return Contributions(strings, **columns)._without_unused_strings()

    def without(self, document_ids: Collection[str]) -> Contributions:
        """Return these contributions without those of the documents named."""
        nothing = Contributions((), **{name: getattr(self, name)[:0] for name in _columns()})
        return self.updated(nothing, document_ids)

    def numbered(self, strings: Sequence[str]) -> Contributions:
        """Return the same with its strings sorted; `strings` are those that the columns name, in any order."""
        order = sorted(range(len(strings)), key=strings.__getitem__)
        numbers = np.zeros(len(strings), dtype=np.int32)
        numbers[order] = np.arange(len(strings), dtype=np.int32)
        return self._with(tuple(strings[at] for at in order), numbers)

    def _bounds(self) -> dict[str, npt.NDArray[np.int64]]:
        """Return, by kind of row, where the rows of each document begin, and the end."""
        bounds = {"document": np.arange(len(self.document_ids) + 1)}
        begins = dict(bounds)
        for kind, (parent, counts) in _PARENTS.items():
            begins[kind] = starts_of(getattr(self, counts))
            bounds[kind] = begins[kind][bounds[parent]]
        return bounds

    def _with(self, strings: tuple[str, ...], numbers: Integers) -> Contributions:
        """Return the same over other strings; `numbers` are the new numbers by the old."""
        numbers = np.append(numbers, np.int32(-1))
        columns = {one: numbers[getattr(self, one)] if one in _NAMING else getattr(self, one) for one in _columns()}
        return Contributions(strings, **columns)

    def _without_unused_strings(self) -> Contributions:
        is_used = np.zeros(len(self.strings) + 1, dtype=bool)
        for one in _columns():
            if one in _NAMING:
                is_used[getattr(self, one)] = True
        is_used = is_used[:-1]
        numbers = (np.cumsum(is_used) - 1).astype(np.int32)
        return self._with(tuple(compress(self.strings, is_used)), numbers)


def starts_of(counts: Integers) -> npt.NDArray[np.int64]:
    """Return where the rows of each owner start, and the end of the last."""
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)])


def _columns() -> list[str]:
    return [one.name for one in fields(Contributions) if one.name != "strings"]


def _kind(column: str) -> str:
    """Return the kind of the rows of a column."""
    return _KINDS.get(column) or column.partition("_")[0]


def _merged(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, ...], tuple[Integers, Integers]]:
    """Merge sorted strings; return the new numbers of each, by the old."""
    places = np.array([bisect_left(old, one) for one in new], dtype=np.int32)
    is_new = np.array([at == len(old) or old[at] != one for at, one in zip(places, new, strict=True)], dtype=bool)
    inserted = places[is_new]
    numbers = (np.arange(len(old)) + np.searchsorted(inserted, np.arange(len(old)), side="right")).astype(np.int32)
    of_new = places + (np.cumsum(is_new) - is_new).astype(np.int32)
    merged: list[str] = []
    done = 0
    for at, one in zip(inserted.tolist(), compress(new, is_new), strict=True):
        merged += old[done:at]
        merged.append(one)
        done = at
    merged += old[done:]
    return tuple(merged), (numbers, of_new.astype(np.int32))


def _runs(old: Sequence[str], new: Sequence[str], gone: Collection[str]) -> list[tuple[int, int, int]]:
    """Return stretches of documents in the order of their ids: 0 for old and 1 for new, first, end."""
    cuts: list[tuple[int, int, int]] = []
    replaced = set(new)
    dropped = [at for at in (bisect_left(old, one) for one in {*gone, *new}) if at < len(old)]
    dropped = [at for at in dropped if old[at] in replaced or old[at] in gone]
    cuts += [(at, at + 1, -1) for at in dropped]
    cuts += [(at, at, number) for number, at in enumerate(bisect_left(old, one) for one in new)]
    runs: list[tuple[int, int, int]] = []
    done = 0
    for first, end, number in sorted(cuts, key=lambda cut: (cut[0], cut[1], cut[2])):
        runs.append((0, done, first))
        if number >= 0:
            runs.append((1, number, number + 1))
        done = max(done, end)
    runs.append((0, done, len(old)))
    return [run for run in runs if run[1] < run[2]]


def _joined(empty: Any, parts: Sequence[Any]) -> Any:  # noqa: ANN401  # a column: a tuple or an array
    if isinstance(empty, tuple):
        return tuple(value for part in parts for value in part)
    return np.concatenate([empty, *parts])
