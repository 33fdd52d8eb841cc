"""Building the ranking index from what documents contribute: everything that depends on more than one of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, compress

import numpy as np
import numpy.typing as npt

from lgm_core.retrieval.index.arrays import Booleans, Floats, Integers, Postings, Texts
from lgm_core.retrieval.index.document_columns import Contributions, starts_of
from lgm_core.retrieval.index.ranking_index import TITLE_ROLE, RankingIndex
from lgm_core.retrieval.index.title_matching import find_titles
from lgm_core.retrieval.index.title_names import MENTION, NEAR, PART, initialled
from lgm_core.retrieval.index.token_arrays import GAP, Numbering
from lgm_core.retrieval.words import stem, stop_words

__all__ = ["index_of"]

_TITLE_WORD = 2.0
"""A word of the title counts as so many more of the text (BM25F, one field folded into the other)."""


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Where rows of the contributions are: the section of each sentence, the sentence and position of each word, ..."""

    section_document: Integers
    sentence_section: Integers
    sentence_start: Integers
    word_sentence: Integers
    word_position: Integers
    mention_sentence: Integers
    role_section: Integers


@dataclass(frozen=True, slots=True, eq=False)
class _Mentions:
    """Mentions in the order of section, concept, first and last word."""

    section: Integers
    concept: Integers
    first: Integers
    last: Integers


@dataclass(frozen=True, slots=True, eq=False)
class _Concepts:
    """The concepts there are: strings by concept number, numbers by string (-1 for other strings), their titles."""

    keys: Integers
    number: Integers
    roles: Postings


def index_of(parts: Contributions, language: str) -> RankingIndex:
    """Build the index; `language` is that of the graph."""
    places = _places(parts)
    concepts = _concepts(parts, places)
    mentions = _mentions(parts, places, concepts, language)
    words = Numbering()
    word_of = _words(parts, words, language)
    word_positions, position_sentence = _positions(word_of[parts.word], places, len(words))
    title_words = (_owners(parts.section_title_words), word_of[parts.title_word])
    word_sections, section_words = _frequencies(word_positions, position_sentence, places, title_words)
    postings = _with_mentions(concepts.roles, mentions)
    concept_words = _words_of(parts, concepts, words, language)
    return RankingIndex(
        document_ids=parts.document_ids,
        section_ids=parts.section_ids,
        sentence_ids=parts.sentence_ids,
        concept_names=_names(parts, concepts),
        sentence_texts=Texts(starts_of(parts.sentence_bytes), parts.text),
        concept_numbers=_numbers(parts, concepts),
        word_numbers=dict(words),
        section_document=places.section_document,
        section_title=concepts.number[parts.section_title],
        section_words=section_words,
        sentence_section=places.sentence_section,
        sentence_start=places.sentence_start,
        word_sections=word_sections,
        word_positions=word_positions,
        position_sentence=position_sentence,
        concept_sections=postings,
        titled_sections=_titled(postings),
        concept_words=concept_words,
        concept_frequency=_concept_frequency(postings, concept_words, word_sections),
        section_mentions=_starts(mentions.section, len(parts.section_ids)),
        mention_concept=mentions.concept,
        mention_first=mentions.first,
        mention_last=mentions.last,
        language=language,
    )


def _owners(counts: Integers) -> Integers:
    """Return the owner of each row, from how many rows each owner has."""
    return np.repeat(np.arange(len(counts), dtype=np.int32), counts)


def _places(parts: Contributions) -> _Places:
    sentence_start = starts_of(parts.sentence_words + np.int32(GAP))[:-1]
    word_sentence = _owners(parts.sentence_words)
    within = np.arange(len(parts.word)) - starts_of(parts.sentence_words)[word_sentence]
    return _Places(
        section_document=_owners(parts.document_sections),
        sentence_section=_owners(parts.section_sentences),
        sentence_start=sentence_start.astype(np.int32),
        word_sentence=word_sentence,
        word_position=(sentence_start[word_sentence] + within).astype(np.int32),
        mention_sentence=_owners(parts.sentence_mentions),
        role_section=_owners(parts.section_roles),
    )


def _concepts(parts: Contributions, places: _Places) -> _Concepts:
    """Number what is mentioned or titles something; a part of a title is a concept if it is one of these."""
    strings = len(parts.strings)
    is_part = parts.role_weight <= PART
    is_title = np.zeros(strings, dtype=bool)
    is_title[parts.role_concept[~is_part]] = True
    is_concept = is_title.copy()
    is_concept[parts.mention_concept] = True
    is_concept[parts.writing_concept] = True
    keys = np.flatnonzero(is_concept).astype(np.int32)
    number = np.full(strings + 1, -1, dtype=np.int32)
    number[keys] = np.arange(len(keys), dtype=np.int32)
    roles = _postings(number[parts.role_concept], places.role_section, parts.role_weight, len(keys))
    return _Concepts(keys, number, _with_initialled(roles, parts, keys, is_title[keys]))


def _with_initialled(roles: Postings, parts: Contributions, keys: Integers, is_title: Booleans) -> Postings:
    """Add names that differ from a title in initials only: these are near what it is written as."""
    names = [parts.strings[key] for key in keys.tolist()]
    of_name = {name: concept for concept, name in enumerate(names)}
    pairs = initialled(compress(names, is_title), compress(names, ~is_title))
    titled = _titled(roles)
    added = [(of_name[other], section) for other, title in pairs for section in titled.row(of_name[title]).tolist()]
    rows, items = np.array(added, dtype=np.int32).reshape(-1, 2).T
    return _postings(
        np.concatenate([_owners(roles.lengths()), rows]),
        np.concatenate([roles.items, items]),
        np.concatenate([roles.weights, np.full(len(rows), NEAR, dtype=np.float32)]),
        len(keys),
    )


def _titled(roles: Postings) -> Postings:
    """Return the sections that each concept titles."""
    is_title = roles.weights > TITLE_ROLE
    rows = _owners(roles.lengths())[is_title]
    return Postings(_starts(rows, len(roles.starts) - 1), roles.items[is_title], roles.weights[is_title])


def _postings(rows: Integers, items: Integers, weights: Floats, count: int) -> Postings:
    """Return the items of each row with their greatest weight; what has no row (-1) is left out."""
    order = np.lexsort((-weights, items, rows))
    rows, items, weights = rows[order], items[order], weights[order]
    first = rows >= 0
    first[1:] &= (rows[1:] != rows[:-1]) | (items[1:] != items[:-1])
    return Postings(_starts(rows[first], count), items[first], weights[first].astype(np.float32))


def _mentions(parts: Contributions, places: _Places, concepts: _Concepts, language: str) -> _Mentions:
    """Return what texts mention: the names found when they were learned, and titles wherever they are written."""
    starts = places.sentence_start[places.mention_sentence]
    named = (
        places.sentence_section[places.mention_sentence],
        concepts.number[parts.mention_concept],
        starts + parts.mention_first,
        starts + parts.mention_last,
    )
    first, last, writing = find_titles(
        parts.word, places.word_sentence, parts.written_word, starts_of(parts.writing_words), _sought(parts, language)
    )
    titled = (
        places.sentence_section[places.word_sentence[first]],
        concepts.number[parts.writing_concept[writing]],
        places.word_position[first],
        places.word_position[last],
    )
    columns = np.stack([np.concatenate(both) for both in zip(named, titled, strict=True)])
    columns = columns[:, np.lexsort(columns[::-1])]
    is_new = np.append(True, (columns[:, 1:] != columns[:, :-1]).any(axis=0))[: columns.shape[1]]
    return _Mentions(*np.ascontiguousarray(columns[:, is_new]))


def _sought(parts: Contributions, language: str) -> Booleans:
    """Tell which writings of titles to look for: single words that say too little are not."""
    is_sought, empty = parts.writing_words > 0, stop_words(language)
    for at in np.flatnonzero(parts.writing_words == 1).tolist():
        word = parts.strings[parts.writing_text[at]]
        is_sought[at] = word not in empty and len(word) >= 3
    return is_sought


def _words(parts: Contributions, words: Numbering, language: str) -> Integers:
    """Number the stems of all words of texts and titles; return the number by string, -1 for what is no word."""
    is_word = np.zeros(len(parts.strings), dtype=bool)
    is_word[parts.word] = True
    is_word[parts.title_word] = True
    of_string = np.full(len(parts.strings), -1, dtype=np.int32)
    at = np.flatnonzero(is_word)
    stems = (stem(parts.strings[one], language) for one in at.tolist())
    of_string[at] = np.fromiter((words[one] for one in stems), dtype=np.int32, count=len(at))
    return of_string


def _positions(word: Integers, places: _Places, words: int) -> tuple[Postings, Integers]:
    order = np.argsort(word, kind="stable")
    none = np.zeros(0, dtype=np.float32)
    return Postings(_starts(word[order], words), places.word_position[order], none), places.word_sentence[order]


def _frequencies(
    positions: Postings, sentence: Integers, places: _Places, title_words: tuple[Integers, Integers]
) -> tuple[Postings, Floats]:
    """Count each word in each section, its title's words more, and the words of each section."""
    sections, words = len(places.section_document), len(positions.starts) - 1
    section = places.sentence_section[sentence]
    word = _owners(positions.lengths())
    # A word's positions are in order, so those in one section are neighbours.
    is_first = np.append(True, (word[1:] != word[:-1]) | (section[1:] != section[:-1]))[: len(word)]
    at = np.flatnonzero(is_first)
    counts = np.diff(at, append=len(word))
    keys = np.concatenate([word[at].astype(np.int64), title_words[1]]) * max(sections, 1)
    keys += np.concatenate([section[at], title_words[0]])
    weights = np.concatenate([counts, np.full(len(title_words[0]), _TITLE_WORD)])
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    is_first = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
    at = np.flatnonzero(is_first)
    sums = np.add.reduceat(weights[order], at) if len(at) else weights
    rows, items = keys[at] // max(sections, 1), keys[at] % max(sections, 1)
    lengths = np.bincount(section, minlength=sections) + np.bincount(title_words[0], minlength=sections)
    postings = Postings(_starts(rows, words), items.astype(np.int32), sums.astype(np.float32))
    return postings, lengths.astype(np.float32)


def _with_mentions(roles: Postings, mentions: _Mentions) -> Postings:
    """Return the sections of each concept with its greatest weight there."""
    rows = np.concatenate([_owners(roles.lengths()), mentions.concept])
    items = np.concatenate([roles.items, mentions.section])
    weights = np.concatenate([roles.weights, np.full(len(mentions.section), MENTION, dtype=np.float32)])
    return _postings(rows, items, weights, len(roles.starts) - 1)


class _WordNumbers(dict[str, int]):
    """The numbers of folded words by their stems, -1 for what no text or title has."""

    def __init__(self, words: dict[str, int], language: str) -> None:
        super().__init__()
        self._words, self._language = words, language

    def __missing__(self, word: str) -> int:
        return self.setdefault(word, self._words.get(stem(word, self._language), -1))


def _words_of(parts: Contributions, concepts: _Concepts, words: dict[str, int], language: str) -> Postings:
    keys = [parts.strings[key].split(" ") for key in concepts.keys.tolist()]
    starts = starts_of(np.fromiter(map(len, keys), dtype=np.int32, count=len(keys))).astype(np.int32)
    numbers = _WordNumbers(words, language)
    items = np.fromiter(map(numbers.__getitem__, chain.from_iterable(keys)), dtype=np.int32, count=starts[-1])
    return Postings(starts, items, np.zeros(0, dtype=np.float32))


def _concept_frequency(concepts: Postings, concept_words: Postings, word_sections: Postings) -> Integers:
    """Count the sections of each concept; a single word counts wherever it stands: few of its mentions are names."""
    frequency = concepts.lengths()
    single = np.flatnonzero(concept_words.lengths() == 1)
    word = concept_words.items[concept_words.starts[single]]
    known = word >= 0
    of_word = word_sections.lengths()[word[known]]
    frequency[single[known]] = np.maximum(frequency[single[known]], of_word)
    return frequency


def _names(parts: Contributions, concepts: _Concepts) -> tuple[str, ...]:
    """Return concepts as the last title has them, else as first written."""
    label = np.arange(len(parts.strings), dtype=np.int32)
    label[parts.mention_concept[::-1]] = parts.mention_surface[::-1]
    has_title = parts.section_title >= 0
    label[parts.section_title[has_title]] = parts.section_label[has_title]
    return tuple(map(parts.strings.__getitem__, label[concepts.keys].tolist()))


def _numbers(parts: Contributions, concepts: _Concepts) -> dict[str, int]:
    numbers = {parts.strings[key]: number for number, key in enumerate(concepts.keys.tolist())}
    written = concepts.number[parts.writing_concept].tolist()
    return numbers | dict(zip(map(parts.strings.__getitem__, parts.writing_text.tolist()), written, strict=True))


def _starts(rows: npt.NDArray[np.signedinteger], count: int) -> Integers:
    """Return where each row starts in a sorted array of row numbers."""
    return np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)
