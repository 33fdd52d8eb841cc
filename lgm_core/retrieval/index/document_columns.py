"""What each document contributes to the ranking index, as columns, so that single documents can be replaced cheaply.

Everything is local: rows are counted per document, section or sentence, and words are counted from the start of their
sentence. So the columns of a graph are those of its documents, one after the other in the order of their ids.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Floats, Integers, starts_of
from lgm_core.vectors.array_archive import read_archive, write_archive

__all__ = ["DocumentColumns"]

_FORMAT = 4
"""Raised whenever the columns or their meaning change; columns of another format are collected anew."""

_PARENTS = {
    "section": ("document", "document_sections"),
    "sentence": ("section", "section_sentences"),
    "role": ("section", "section_roles"),
    "form": ("section", "section_title_forms"),
    "title_word": ("section", "section_title_words"),
    "word": ("sentence", "sentence_words"),
    "mention": ("sentence", "sentence_mentions"),
    "byte": ("sentence", "sentence_bytes"),
    "form_word": ("form", "form_words"),
}
"""By kind of row: its parent's kind, and the column with the number of such rows that each parent has."""

_KIND_OF_COLUMN = {"text": "byte", "word": "word", "form_word": "form_word", "title_word": "title_word"}
"""The kind of rows of columns whose names do not begin with it."""

_STRING_COLUMNS = frozenset(
    """
    section_title section_label word mention_concept mention_surface role_concept
    form_concept form_text form_word title_word
    """.split()
)
"""Columns that hold numbers of strings, -1 for none."""


@dataclass(frozen=True, slots=True, eq=False)
class DocumentColumns:
    """Columns with what all documents contribute. Texts stand in `strings`, and other columns hold their numbers.

    Attributes:
        strings: every string that a column holds the number of, sorted, each once.
        document_ids: identifiers, sorted.
        document_stamps: a number of each document that changes whenever the document does.
        document_sections: how many sections each document has.
        section_ids: identifiers, in the order of the documents.
        section_title: the concept that titles each section, or -1.
        section_label: that title as it is written, without brackets, or -1.
        section_sentences: how many sentences each section has; `section_roles`, `section_title_forms` and
            `section_title_words` are how many rows it has in the columns `role_…`, `form_…` and `title_word`.
        sentence_ids: identifiers, in the order of the sections.
        sentence_words: how many words each sentence has; `sentence_mentions` and `sentence_bytes` are how many rows it
            has in the columns `mention_…` and `text`.
        text: the texts of all sentences in UTF-8.
        word: the folded words of sentences, those of identifiers (see `identifier_words`) at the end of each sentence.
        mention_concept: the concept that each mention means.
        mention_surface: the mention as it is written.
        mention_first: the place of its first word in the sentence.
        mention_last: the place of its last word.
        role_concept: a concept that titles a section, or may be part of its title.
        role_weight: its role there, see `title_names`.
        form_concept: the concept meant by each form of a title.
        form_text: the form, as folded words joined by spaces.
        form_words: how many words it has.
        form_word: the folded words of all forms.
        title_word: the folded words of titles.
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
    section_title_forms: Integers
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
    form_concept: Integers
    form_text: Integers
    form_words: Integers
    form_word: Integers
    title_word: Integers

    @classmethod
    def from_bytes(cls, data: bytes) -> DocumentColumns | None:
        """Read what `to_bytes` wrote; None when it is of another format."""
        values = read_archive(data, (_FORMAT,))
        return None if values is None else cls(**values)

    def to_bytes(self) -> bytes:
        """Write the columns as an uncompressed NumPy archive without pickled objects."""
        return write_archive((_FORMAT,), {column.name: getattr(self, column.name) for column in fields(self)})

    def updated(self, new: DocumentColumns, removed: Collection[str] = ()) -> DocumentColumns:
        """Return these columns with the documents of `new`, without those of the same ids and those removed.

        That is what collecting from all the documents anew would give, at the cost of copying.
        """
        strings, numbers = _merged(self.strings, new.strings)
        sources = [source._with(strings, renumbered) for source, renumbered in zip((self, new), numbers, strict=True)]
        bounds = [source._bounds() for source in sources]
        runs = _runs(self.document_ids, new.document_ids, frozenset(removed))
        columns = {}
        for name in _columns():
            kind, values = _kind(name), [getattr(source, name) for source in sources]
            parts = [values[of][bounds[of][kind][first] : bounds[of][kind][end]] for of, first, end in runs]
            columns[name] = _joined(values[0][:0], parts)
        return DocumentColumns(strings, **columns)._without_unused_strings()

    def without(self, document_ids: Collection[str]) -> DocumentColumns:
        """Return the columns of all other documents."""
        nothing = DocumentColumns((), **{name: getattr(self, name)[:0] for name in _columns()})
        return self.updated(nothing, document_ids)

    def numbered(self, strings: Sequence[str]) -> DocumentColumns:
        """Return the same with its strings sorted; `strings` are those that the columns name, in any order."""
        order = sorted(range(len(strings)), key=strings.__getitem__)
        numbers = np.zeros(len(strings), dtype=np.int32)
        numbers[order] = np.arange(len(strings), dtype=np.int32)
        return self._with(tuple(strings[number] for number in order), numbers)

    def _bounds(self) -> dict[str, npt.NDArray[np.int64]]:
        """Return, by kind of row, where the rows of each document begin, and the end."""
        bounds = {"document": np.arange(len(self.document_ids) + 1)}
        begins = dict(bounds)
        for kind, (parent, counts) in _PARENTS.items():
            begins[kind] = starts_of(getattr(self, counts))
            bounds[kind] = begins[kind][bounds[parent]]
        return bounds

    def _with(self, strings: tuple[str, ...], numbers: Integers) -> DocumentColumns:
        """Return the same over other strings; `numbers` are the new numbers by the old."""
        numbers = np.append(numbers, np.int32(-1))
        columns = {
            name: numbers[getattr(self, name)] if name in _STRING_COLUMNS else getattr(self, name)
            for name in _columns()
        }
        return DocumentColumns(strings, **columns)

    def _without_unused_strings(self) -> DocumentColumns:
        is_used = np.zeros(len(self.strings) + 1, dtype=bool)
        for name in _STRING_COLUMNS:
            is_used[getattr(self, name)] = True
        is_used = is_used[:-1]
        numbers = (np.cumsum(is_used) - 1).astype(np.int32)
        return self._with(tuple(compress(self.strings, is_used)), numbers)


def _columns() -> list[str]:
    return [column.name for column in fields(DocumentColumns) if column.name != "strings"]


def _kind(column: str) -> str:
    """Return the kind of the rows of a column."""
    return _KIND_OF_COLUMN.get(column) or column.partition("_")[0]


def _merged(old: Sequence[str], new: Sequence[str]) -> tuple[tuple[str, ...], tuple[Integers, Integers]]:
    """Merge sorted strings; return them, and for each of the two their numbers in the merged ones."""
    places = np.array([bisect_left(old, string) for string in new], dtype=np.int32)
    is_new = np.array(
        [place == len(old) or old[place] != string for place, string in zip(places, new, strict=True)], dtype=bool
    )
    inserted = places[is_new]
    of_old = (np.arange(len(old)) + np.searchsorted(inserted, np.arange(len(old)), side="right")).astype(np.int32)
    of_new = (places + (np.cumsum(is_new) - is_new)).astype(np.int32)
    merged: list[str] = []
    copied = 0
    for place, string in zip(inserted.tolist(), compress(new, is_new), strict=True):
        merged += old[copied:place]
        merged.append(string)
        copied = place
    merged += old[copied:]
    return tuple(merged), (of_old, of_new)


def _runs(old: Sequence[str], new: Sequence[str], removed: Collection[str]) -> list[tuple[int, int, int]]:
    """Return runs of documents in the order of their ids, as source (0 for old, 1 for new), first and end.

    Args:
        old: sorted identifiers.
        new: sorted identifiers; old documents of the same ids are replaced.
        removed: identifiers of old documents that are left out.
    """
    left_out = {*removed, *new}
    cuts: list[tuple[int, int, int]] = [
        (place, place + 1, -1)
        for place in (bisect_left(old, document_id) for document_id in left_out)
        if place < len(old) and old[place] in left_out
    ]
    cuts += [(place, place, number) for number, place in enumerate(bisect_left(old, id) for id in new)]
    runs: list[tuple[int, int, int]] = []
    copied = 0
    for first, end, number in sorted(cuts):
        runs.append((0, copied, first))
        if number >= 0:
            runs.append((1, number, number + 1))
        copied = max(copied, end)
    runs.append((0, copied, len(old)))
    return [run for run in runs if run[1] < run[2]]


def _joined(empty: Any, parts: Sequence[Any]) -> Any:  # noqa: ANN401  # a column: a tuple or an array
    if isinstance(empty, tuple):
        return tuple(value for part in parts for value in part)
    return np.concatenate([empty, *parts])
