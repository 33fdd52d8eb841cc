"""The terms of a statement or sentence that support is judged by: names, values and content words."""

from __future__ import annotations

import re
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import takewhile

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.lexicon import Lexicon
from lgm_core.language.values.date_reading import FoundValue
from lgm_core.language.values.value_finder import find_values
from lgm_core.language.words import Word, is_pair, split_words
from lgm_core.model import Value, ValueKind

__all__ = [
    "Claim",
    "Name",
    "Term",
    "TermKind",
    "Terms",
    "first_name",
    "is_stated",
    "names_within",
    "nation_stems",
    "read_terms",
    "root",
    "with_equals",
    "with_related",
]

_GROUPED_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\w])")
"""A number with spaces between its thousands."""

_ADJECTIVE = re.compile(r" (?:[a-z]+(?:ing|al|ar|ive)|full|paid|more) (?=[a-z]{3})")
_LONGEST_UNIT = 12
"""The most characters of a unit after an adjective, as in *4,000 operating hours*."""

_NUMERAL = re.compile(r"\d[\d.,]*(?<=\d)")

_PIECE = re.compile(r"\w+")
_MARK = re.compile(r"[,;:.](?!\d)")
"""What ends a clause, besides conjunctions."""

_TOLERANCE = 1e-9
"""The largest relative difference of two numbers that count as equal after a conversion of units."""


Name = frozenset[str]
"""A name as the stems of its words."""


class TermKind(IntEnum):
    """The kind of a term; names and values count for more than other words."""

    WORD = 1
    NAME = 2
    VALUE = 3


@dataclass(frozen=True, slots=True)
class Term:
    """A content word, a word of a name, or a value.

    Attributes:
        surface: as written.
        kind: its kind.
        stem: the folded word without its ending; for a value, the folded text.
        value: for a value, what can be compared.
        start: its first character in the text.
        beside: for a word of a name, the stem of the name's last word; for a number, the stem of what it counts.
    """

    surface: str
    kind: TermKind
    stem: str
    value: Value | None = None
    start: int = 0
    beside: str = ""


@dataclass(frozen=True)
class Terms:
    """The terms of a text, in order.

    Attributes:
        text: the text.
        language: ISO 639-1 code.
        terms: names, values and content words.
        stems: stems of all words, stop words included.
        words: the words, folded, in order, without determiners.
        values: dates, numbers and quantities.
        bare: numbers in digits without a noun or unit, as the first of *from 415,000 to 587,000 hectares*.
    """

    text: str
    language: str
    terms: tuple[Term, ...]
    stems: frozenset[str]
    words: tuple[str, ...]
    values: tuple[Value, ...]
    bare: frozenset[str]

    @cached_property
    def clauses(self) -> list[list[Term]]:
        """Return the terms of each clause that has any; marks and conjunctions end a clause."""
        clause_words = lexicon_of(self.language).support.clause_words
        ends = [match.start() for match in _PIECE.finditer(self.text) if match[0].casefold() in clause_words]
        ends = sorted([*ends, *(match.start() for match in _MARK.finditer(self.text))])
        parts: defaultdict[int, list[Term]] = defaultdict(list)
        for term in self.terms:
            parts[bisect(ends, term.start)].append(term)
        return list(parts.values())

    @cached_property
    def content(self) -> frozenset[str]:
        """Return the stems of the terms."""
        return frozenset(term.stem for term in self.terms)

    @cached_property
    def names(self) -> list[Name]:
        """Return the names, with a number behind (*Tab 3*), without forms of address and what names no single thing."""
        found: list[list[str]] = []
        end = -1
        for term in self.terms:
            is_next = end >= 0 and not self.text[end : term.start].strip()
            number = term.value.start if term.value and term.value.kind is ValueKind.NUMBER else None
            if term.kind is TermKind.NAME or (is_next and number is not None and not 1000 <= number < 3000):  # no year
                found += [] if is_next else [[]]
                found[-1].append(term.stem)
                end = term.start + len(term.surface)
        address, nameless = _beside_names(self.language)
        return [name - address or name for name in map(frozenset, found) if not name <= nameless]

    def contains(self, other: Terms) -> bool:
        """Tell whether the words of another text occur here in a row."""
        length = len(other.words)
        if not length:
            return False
        starts = range(len(self.words) - length + 1)
        if any(self.words[start : start + length] == other.words for start in starts):
            return True
        joined = "".join(other.words)
        return len(joined) > 1 and is_pair(joined) and joined in "".join(self.words)

    def states(self, value: Value, *, is_counted: bool = False) -> bool:
        """Tell whether a value is stated here: the same number in the same unit, or a date within the date.

        Args:
            value: a value.
            is_counted: whether it counts things; it is then not compared with numbers that have a unit.
        """
        if any(is_stated(value, other) for other in self.values if not (is_counted and other.unit)):
            return True
        if value.kind is not ValueKind.QUANTITY or any(other.unit == value.unit for other in self.values):
            return False
        return not self.bare.isdisjoint(_NUMERAL.findall(value.text))


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement to be judged.

    Attributes:
        written: the statement.
        terms: its terms.
        new: the terms that are not in its question.
        about: the terms that say what it is about: those from the question, or all of the question's.
        claimed: ids of the sentences that the model cites for it.
        asserted: what it asserts or denies: its own text, for *yes* and *no* together with the question.
        is_fact: whether it is a bare fact that answers the question.
    """

    written: str
    terms: Terms
    new: tuple[Term, ...]
    about: tuple[Term, ...]
    claimed: frozenset[str]
    asserted: str
    is_fact: bool


def read_terms(text: str, language: str, *, names: frozenset[str] = frozenset()) -> Terms:
    """Read the terms of a text.

    Args:
        text: the text.
        language: ISO 639-1 code.
        names: folded words known to be names, to tell whether the first word of the text belongs to a name.
    """
    lexicon = lexicon_of(language)
    plain = _GROUPED_NUMBER.sub(lambda match: re.sub(r"\s", "", match[0]), text)
    words = split_words(plain)
    found = _with_units([value for value in find_values(plain, lexicon) if _is_exact(value, plain)], plain, lexicon)
    covered = {place for value in found for place in _places(words, value)}
    kinds = _kinds(words, lexicon, names)
    terms: list[Term] = []
    bare: set[str] = set()
    for value in found:
        behind = next((word.folded for word in words if word.start >= value.end), "")
        is_bare = value.value.kind is ValueKind.NUMBER and (not behind or behind in lexicon.stop_words)
        bare.update([value.value.text] if is_bare else ())
        is_named = any(kinds[place - 1] is TermKind.NAME for place in _places(words, value)[:1] if place)
        counted = "" if is_bare or is_named or value.value.unit else root(behind, language)
        written = value.value.text
        terms.append(Term(written, TermKind.VALUE, written.casefold(), value.value, value.start, counted))
    light = lexicon.support.light | lexicon.empty_nouns
    for place, word in enumerate(words):
        if place in covered or word.folded in lexicon.stop_words:
            continue
        if len(word.folded) == 1 and word.folded.isalpha() and word.folded.isascii():
            continue  # an initial, or the *I* of *Henry I*
        if kinds[place] is TermKind.WORD and (word.folded in light or word.folded in lexicon.support.denying):
            continue
        ending = words[_last_of_name(words, kinds, place, plain)].folded
        terms.append(
            Term(word.surface, kinds[place], root(word.folded, language), None, word.start, root(ending, language))
        )
    terms.sort(key=lambda term: term.start)
    kept = tuple(word.folded for word in words if word.folded not in lexicon.determiners)
    stems = frozenset(root(word.folded, language) for word in words)
    return Terms(plain, language, tuple(terms), stems, kept, tuple(value.value for value in found), frozenset(bare))


@lru_cache(maxsize=1 << 16)
def root(word: str, language: str) -> str:
    """Return the stem that all forms of a folded word share.

    The word is stemmed until nothing changes: the stemmer for ranking cuts some forms of a word less than others.
    """
    lexicon = lexicon_of(language)
    left, cut = "", lexicon.support.lemmas.get(word, word)
    while cut != left:
        left, cut = cut, lexicon.stem(cut)
    return f"{cut[:-1]}s" if cut.endswith("iz") else cut  # naturalize, naturalise


def _by_stem(groups: Iterable[Iterable[str]], language: str) -> Mapping[str, frozenset[str]]:
    """Return, for the stem of each word, the stems of all groups with the word."""
    by_stem: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for group in groups:
        stems = frozenset(root(word, language) for word in group if " " not in word)
        for own in stems:
            by_stem[own] |= stems
    return by_stem


@cache
def _equal_stems(language: str) -> Mapping[str, frozenset[str]]:
    """Return the stems of words with the same meaning; a country and its people count as the same."""
    words = lexicon_of(language).support
    return _by_stem((*words.equal, *words.nations), language)


@cache
def _near_stems(language: str) -> Mapping[str, frozenset[str]]:
    """Return the stems of words that may replace each other in what a sentence is about."""
    lexicon = lexicon_of(language)
    return _by_stem((*lexicon.related_words, *lexicon.support.near), language)


@cache
def nation_stems(language: str) -> frozenset[str]:
    """Return the stems of the names of countries and their peoples, as far as these are single words."""
    return frozenset(_by_stem(lexicon_of(language).support.nations, language))


@cache
def _beside_names(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of forms of address, and of what names no single thing: countries, peoples, months, weekdays."""
    lexicon = lexicon_of(language)
    unnamed = lexicon.months | lexicon.weekdays | lexicon.support.nameless
    address, nameless = (frozenset(root(word, language) for word in own) for own in (lexicon.support.address, unnamed))
    return address, nameless | nation_stems(language)


def with_equals(stems: Iterable[str], language: str) -> frozenset[str]:
    """Return stems, and those of words with the same meaning."""
    equal, own = _equal_stems(language), frozenset(stems)
    return own.union(*(equal.get(each, ()) for each in own))


def with_related(stems: Iterable[str], language: str) -> frozenset[str]:
    """Return stems, and those of words that may replace theirs in what a sentence is about."""
    near, own = _near_stems(language), frozenset(stems)
    return own.union(*(near.get(each, ()) for each in own))


def first_name(text: str, lexicon: Lexicon) -> frozenset[str]:
    """Return the stems of the name that a sentence begins with, if an auxiliary or a past tense follows it."""
    words = split_words(text)
    run = list(takewhile(lambda word: word.is_capitalised or word.folded in lexicon.links, words))
    names = [word for word in run if word.is_capitalised and word.folded not in lexicon.stop_words]
    behind = words[len(run)].folded if len(run) < len(words) else ""
    is_subject = behind in lexicon.stop_words or behind.endswith("ed")
    return frozenset(root(word.folded, lexicon.code) for word in names) if is_subject else frozenset()


def names_within(text: str) -> Iterator[str]:
    """Yield the folded words with a capital, except for the first word of a sentence."""
    words = split_words(text)
    for word in words[0 if text.startswith(".") else 1 :]:
        if word.is_capitalised and not is_pair(word.folded):
            yield word.folded


def _is_exact(found: FoundValue, text: str) -> bool:
    """Reject words that are rarely numbers, as in *one of them*, and parts of a time of day."""
    if found.value.kind is ValueKind.TEXT or found.value.text.casefold() == "one":
        return False
    return ":" not in (text[found.start - 1 : found.start], text[found.end : found.end + 1].strip(" "))


def _places(words: Sequence[Word], found: FoundValue) -> list[int]:
    return [place for place, word in enumerate(words) if found.start <= word.start < found.end]


def _with_units(found: Sequence[FoundValue], text: str, lexicon: Lexicon) -> list[FoundValue]:
    """Give numbers the unit after an adjective: *4,000 operating hours*."""
    known: list[FoundValue] = []
    for each in found:
        own = each.value
        if own.kind is ValueKind.NUMBER and (between := _ADJECTIVE.match(text, each.end)):
            whole = find_values(own.text + text[between.end() - 1 : between.end() + _LONGEST_UNIT], lexicon)
            own = next((other.value for other in whole if other.value.unit), own)
        known.append(replace(each, value=own))
    return known


def _last_of_name(words: Sequence[Word], kinds: Sequence[TermKind], place: int, text: str) -> int:
    """Return the place of the last word of the name that a word is part of; outside names, the word's own place."""
    while kinds[place] is TermKind.NAME and place + 1 < len(words) and kinds[place + 1] is TermKind.NAME:
        if text[words[place].start + len(words[place].surface) : words[place + 1].start].strip():
            break
        place += 1
    return place


def _kinds(words: Sequence[Word], lexicon: Lexicon, names: frozenset[str]) -> list[TermKind]:
    """Tell which words belong to names: those with capitals, and those with digits inside.

    The first word of a text counts only before another word with a capital, or if it is a known name or an acronym.
    Capitals mean nothing in a language that capitalises all nouns.
    """
    kinds = [TermKind.WORD] * len(words)
    for place, word in enumerate(words):
        has_digit = any(map(str.isdecimal, word.surface))
        if has_digit:
            kinds[place] = TermKind.NAME
        elif word.is_capitalised and not lexicon.capitalises_nouns:
            is_first = place == 0
            beside = place + 1 < len(words) and words[place + 1].is_capitalised
            if not is_first or beside or word.folded in names or word.surface.isupper():
                kinds[place] = TermKind.NAME
    return kinds


def is_stated(value: Value, other: Value) -> bool:
    """Tell whether a value equals another one, or is a date that includes the other."""
    if value.start is None or value.end is None or other.start is None or other.end is None:
        return False
    if value.kind is ValueKind.DATE:
        if other.kind is not ValueKind.DATE:  # four digits may be a year
            return value.normalised == f"{other.start:.15g}"
        return value.start <= other.start and other.end <= value.end
    if other.kind is ValueKind.DATE:
        return f"{value.start:.15g}" == other.normalised
    if other.unit and not value.unit:  # the unit is in the question: *how many kilometres*
        return other.unit != "%" and _NUMERAL.findall(value.text) == _NUMERAL.findall(other.text)[:1] != []
    if value.unit != other.unit:
        return False
    slack = _TOLERANCE * max(1.0, abs(value.start))
    return abs(value.start - other.start) <= slack and abs(value.end - other.end) <= slack
