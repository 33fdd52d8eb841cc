"""Each document's contribution to the ranking index, as columns that can be removed and joined per document.

Everything is local: rows are counted per document, section or sentence, and words from the start of their sentence. So
the columns of a graph are those of its documents concatenated in the order of their ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from lgm_core.retrieval.index.arrays import Booleans, Floats, Ids, Integers, Texts, are_first, items_of_rows, starts_of
from lgm_core.retrieval.index.spool import Spool, slices
from lgm_core.retrieval.word_codes import Codes

__all__ = ["NAME_COLUMNS", "WORD_COLUMNS", "DocumentColumns", "kind_of"]

_PARENTS = {
    "section": ("document", "document_sections"),
    "sentence": ("section", "section_sentences"),
    "role": ("section", "section_roles"),
    "form": ("section", "section_title_forms"),
    "title_word": ("section", "section_title_words"),
    "context_word": ("section", "section_context_words"),
    "word": ("sentence", "sentence_words"),
    "mention": ("sentence", "sentence_mentions"),
    "form_word": ("form", "form_words"),
}
"""Each kind of row's parent kind, and the column with the number of such rows per parent."""

_KIND_OF_COLUMN = {"word": "word", "form_word": "form_word", "title_word": "title_word", "context_word": "context_word"}
"""The row kind of columns whose names do not begin with it."""

NAME_COLUMNS = ("section_title", "section_label", "mention_concept", "mention_surface", "role_concept", "form_concept")
"""Columns of numbers of names, -1 for none."""

WORD_COLUMNS = ("word", "form_word", "title_word", "context_word")
"""Columns of numbers of words."""

_TABLES = ("document_ids", "names", "word_codes", "word_stems")
"""The columns that other columns refer to by number."""

_NAMES_AT_ONCE = 1 << 19


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class DocumentColumns:
    """The contributions of all documents, as columns. Names are in `names`; other columns hold their numbers.

    Attributes:
        document_ids: identifiers, sorted.
        names: every concept key, surface and label used by a column, sorted, each once.
        word_codes: the code of each folded word, sorted.
        word_stems: the code of its stem, of the same shape; a word has several rows if it has several stems.
        document_sections: how many sections each document has.
        section_title: the concept in each section's title, or -1.
        section_label: that title as written, without brackets, or -1.
        section_sentences: how many sentences each section has; `section_roles`, `section_title_forms`,
            `section_title_words` and `section_context_words` count its rows in the columns `role_…`, `form_…`,
            `title_word` and `context_word`.
        sentence_words: how many words each sentence has; `sentence_mentions` counts its rows in `mention_…`.
        word: the words of sentences, those of identifiers (see `identifier_words`) at the end of each sentence.
        mention_concept: the concept of each mention.
        mention_surface: the mention as written.
        mention_first: the position of its first word in the sentence.
        mention_last: the position of its last word.
        role_concept: a concept that is a section's title, or may be part of it.
        role_weight: its role there, see `title_names`.
        form_concept: the concept of each form of a title.
        form_code: the code of the form's words.
        form_sought: whether these words in texts count as a mention of the title.
        form_words: how many words it has.
        form_word: the folded words of all forms.
        title_word: the folded words of titles, and of what stands above them.
        context_word: the folded words of the document's title and of the headings above, for sections of documents with
            many of them.
    """

    document_ids: Texts
    names: Texts
    word_codes: Codes
    word_stems: Codes
    document_sections: Integers
    section_title: Integers
    section_label: Integers
    section_sentences: Integers
    section_roles: Integers
    section_title_forms: Integers
    section_title_words: Integers
    section_context_words: Integers
    sentence_words: Integers
    sentence_mentions: Integers
    word: Integers
    mention_concept: Integers
    mention_surface: Integers
    mention_first: Integers
    mention_last: Integers
    role_concept: Integers
    role_weight: Floats
    form_concept: Integers
    form_code: Codes
    form_sought: Booleans
    form_words: Integers
    form_word: Integers
    title_word: Integers
    context_word: Integers

    @classmethod
    def joined(cls, sources: Iterable[DocumentColumns]) -> DocumentColumns:
        """Return the columns of all documents, which have different ids, ordered by id."""
        parts = list(sources)
        ids = [id for part in parts for id in part.document_ids]
        names, of_names = _joined_names([part.names for part in parts])
        words, of_words = _joined_words(parts)
        columns: dict[str, Any] = {"document_ids": Texts.of(ids), "names": names, **words}
        of = dict.fromkeys(NAME_COLUMNS, of_names) | dict.fromkeys(WORD_COLUMNS, of_words)
        for name in _columns():
            spool = Spool()
            for number, part in enumerate(parts):
                values = getattr(part, name)
                spool.add(of[name][number][values] if name in of else values)
            columns[name] = spool.finish()
        together = cls(**columns)
        order = sorted(range(len(ids)), key=ids.__getitem__)
        return together if order == list(range(len(ids))) else together.taken(np.array(order, dtype=np.int64))

    def taken(self, documents: Ids) -> DocumentColumns:
        """Return the columns of some documents by number, in the given order, with only the names they use."""
        if not len(documents):
            return self._of_none()
        spools = {name: Spool() for name in _columns()}
        for kind, of in self.bounds().items():
            ends = np.cumsum(of[documents + 1] - of[documents])
            cuts = ends.searchsorted([at.stop for at in slices(int(ends[-1]))])[:-1]
            for some in np.split(documents, cuts):
                _, rows = items_of_rows(of, some)
                for name in spools:
                    if kind_of(name) == kind:
                        spools[name].add(getattr(self, name)[rows])
        columns: dict[str, Any] = {name: spool.finish() for name, spool in spools.items()}
        names, words = _used(columns, NAME_COLUMNS), _used(columns, WORD_COLUMNS)
        for name in NAME_COLUMNS:
            columns[name] = _renumbered(columns[name], names)
        for name in WORD_COLUMNS:
            columns[name] = _renumbered(columns[name], words)
        columns |= {"word_codes": self.word_codes[words], "word_stems": self.word_stems[words]}
        return DocumentColumns(
            document_ids=self.document_ids.taken(documents), names=self.names.taken(names), **columns
        )

    def _of_none(self) -> DocumentColumns:
        """Return the columns of no documents."""
        columns: dict[str, Any] = {name: getattr(self, name)[:0] for name in _columns()}
        columns |= {"word_codes": self.word_codes[:0], "word_stems": self.word_stems[:0]}
        return DocumentColumns(document_ids=Texts.of([]), names=Texts.of([]), **columns)

    def with_names(self, added: Iterable[str]) -> DocumentColumns:
        """Return the same with further names."""
        old = list(self.names)
        names = sorted({*old, *added})
        numbers = {name: number for number, name in enumerate(names)}
        of_old = np.array([*map(numbers.__getitem__, old), -1], dtype=np.int32)
        columns = {name: getattr(self, name) for name in (*_TABLES, *_columns())}
        columns |= {name: of_old[columns[name]] for name in NAME_COLUMNS}
        return DocumentColumns(**columns | {"names": Texts.of(names)})

    def bounds(self) -> dict[str, Ids]:
        """Return, by kind of row, the start of each document's rows, and the end."""
        bounds = _BOUNDS.get(self)
        if bounds is None:
            bounds = {"document": np.arange(len(self.document_ids) + 1)}
            for kind, (parent, counts) in _PARENTS.items():
                bounds[kind] = starts_of(getattr(self, counts))[bounds[parent]]
            _BOUNDS[self] = bounds
        return bounds


_BOUNDS: WeakKeyDictionary[DocumentColumns, dict[str, Ids]] = WeakKeyDictionary()
"""Results of `bounds` for columns in use: a change of documents asks for them several times."""


def _columns() -> list[str]:
    return [column.name for column in fields(DocumentColumns) if column.name not in _TABLES]


def kind_of(column: str) -> str:
    """Return the row kind of a column."""
    return _KIND_OF_COLUMN.get(column) or column.partition("_")[0]


def _used(columns: dict[str, Any], names: Sequence[str]) -> Ids:
    used = np.unique(np.concatenate([np.unique(columns[name]) for name in names]))
    return np.asarray(used[used >= 0])


def _renumbered(column: Integers, used: Ids) -> Integers:
    """Return the positions of numbers among those used, -1 for -1."""
    spool = Spool()
    for at in slices(len(column)):
        spool.add(np.where(column[at] < 0, -1, np.searchsorted(used, column[at])).astype(np.int32))
    return spool.finish()


def _joined_names(tables: Sequence[Texts]) -> tuple[Texts, list[Integers]]:
    """Return the names of all tables, sorted, and for each table the numbers of its own among them, then -1.

    Names between two pivots are sorted together, so that few of them are strings at any time.
    """
    of_tables = [np.full(len(table) + 1, -1, dtype=np.int32) for table in tables]
    apart = max(_NAMES_AT_ONCE // len(tables), 1)
    pivots = sorted({table[place] for table in tables for place in range(0, len(table), apart)})
    bounds = [[0, *table.places(pivots[1:]), len(table)] for table in tables]

    def sorted_names() -> Iterator[Texts]:
        count = 0
        for firsts, ends in pairwise(zip(*bounds, strict=True)):
            names = [table.between(first, end) for table, first, end in zip(tables, firsts, ends, strict=True)]
            together = sorted(set[str]().union(*names))
            numbers = {name: number for number, name in enumerate(together, count)}
            for of_table, first, end, held in zip(of_tables, firsts, ends, names, strict=True):
                of_table[first:end] = np.fromiter(map(numbers.__getitem__, held), dtype=np.int32, count=len(held))
            count += len(together)
            yield Texts.of(together)

    return Texts.joined(sorted_names()), of_tables


def _joined_words(parts: Sequence[DocumentColumns]) -> tuple[dict[str, Codes], list[Integers]]:
    """Return the words of all parts, and for each part the numbers of its own words among them."""
    codes = np.concatenate([np.zeros(0, dtype=np.int64), *(part.word_codes for part in parts)])
    stems = np.concatenate([np.zeros(0, dtype=np.int64), *(part.word_stems for part in parts)])
    order = np.lexsort((stems, codes))
    codes, stems = codes[order], stems[order]
    is_new = are_first(codes, stems)
    numbers = np.zeros(len(codes), dtype=np.int32)
    numbers[order] = np.cumsum(is_new) - 1
    ends = np.cumsum([len(part.word_codes) for part in parts])
    return {"word_codes": codes[is_new], "word_stems": stems[is_new]}, np.split(numbers, ends[:-1])
