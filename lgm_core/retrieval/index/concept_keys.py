"""The keys of concepts as codes, for a segment of the ranking index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np

from lgm_core.language.words import stem
from lgm_core.retrieval.index.arrays import Integers, starts_of
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.segment import NONE, CodeRows, row_of
from lgm_core.retrieval.index.spool import Spool, slices, spooled
from lgm_core.retrieval.word_codes import Codes, code_of_word, phrase_codes

__all__ = ["ConceptKeys"]

_KEYS_AT_ONCE = 1 << 17

_REMEMBERED = 1 << 19
"""Words whose codes are remembered at once: few enough for memory."""


@dataclass(frozen=True, slots=True, eq=False)
class ConceptKeys:
    """The keys of concepts as codes; the attributes are those of `Segment`."""

    stems: CodeRows
    codes: Codes
    concepts: Integers

    @classmethod
    def of(
        cls, columns: DocumentColumns, concept_name: Integers, stem_codes: Codes, languages: Sequence[str]
    ) -> ConceptKeys:
        """Return the keys of concepts by the numbers of their names, given the stems of all words, sorted."""
        code = lru_cache(_REMEMBERED)(code_of_word)
        stem_code = lru_cache(_REMEMBERED)(_StemsOfKeys(columns, stem_codes, languages).stem)
        lengths, words, stemmed = Spool(), Spool(), Spool()
        for at in slices(len(concept_name), _KEYS_AT_ONCE):
            keys = [key.split(" ") for key in columns.names.chosen(concept_name[at].astype(np.int64))]
            flat = list(chain.from_iterable(keys))
            lengths.add(np.fromiter(map(len, keys), dtype=np.int32, count=len(keys)))
            words.add(np.fromiter(map(code, flat), dtype=np.int64, count=len(flat)))
            stemmed.add(np.fromiter(map(stem_code, flat), dtype=np.int64, count=len(flat)))
        starts, word = starts_of(lengths.finish()), words.finish()
        whole = phrase_codes(word, starts)
        order = np.argsort(whole, kind="stable").astype(np.int32)
        return cls(
            stems=CodeRows(spooled(starts), stemmed.finish()),
            codes=spooled(whole[order]),
            concepts=spooled(order),
        )


class _StemsOfKeys:
    """The stems of the words of keys, by code: as in texts with the word, else by the language.

    A key lacks accents and language; texts in several languages may have several stems for it.
    """

    def __init__(self, columns: DocumentColumns, stem_codes: Codes, languages: Sequence[str]) -> None:
        self._columns, self._stem_codes, self._languages = columns, stem_codes, languages

    def stem(self, word: str) -> int:
        row = row_of(code_of_word(word), self._columns.word_codes)
        if row != NONE:
            return int(self._columns.word_stems[row])
        stems = [code_of_word(stem(word, language)) for language in self._languages or ("",)]
        return next((code for code in stems if row_of(code, self._stem_codes) != NONE), stems[0])
