"""Whether what was found is of a type that a plan wants (KAG, section 2.4.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.english_nations import CONTINENTS, COUNTRY_OF, STATES
from lgm_core.language.values.value_finder import find_values
from lgm_core.model import FactEnd, RelationKind, SectionEnd, Value, ValueKind
from lgm_core.model.concept import name_of
from lgm_core.reasoning.text.sub_question import predicate_words
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.words import related_stems, split_words, stem, stop_words

__all__ = ["TypeFit", "TypeFitting", "kind_of_type"]

_DATES = frozenset("date year day month time century decade birthday".split())
_NUMBERS = frozenset("number count amount quantity population age height length size total price".split())
_ANYTHING = frozenset("thing entity object concept value answer string text chunk other".split())

_KINDS = frozenset({RelationKind.IS_A, RelationKind.HAS_PART})
_STEPS = 3
"""Relations followed from a thing to its types."""

_COUNTRIES = frozenset(COUNTRY_OF)
_PLACES_BY_NAME = {
    "country": _COUNTRIES,
    "nation": _COUNTRIES,
    "nationality": _COUNTRIES,
    "state": STATES,
    "continent": CONTINENTS,
}
"""Types whose things a lexicon names."""

_LEVELS = {"exact": 1.0, "is_a": 0.97, "name": 0.97, "part": 0.93, "unknown": 0.9, "unlisted": 0.8, "misfit": 0.45}


@dataclass(frozen=True, slots=True)
class TypeFit:
    """How well a thing fits a type, from 0 to 1.

    `level` is `exact`, `is_a`, `name` (its own name says it: *Fulda River*), `part`, `unknown`, `unlisted` (no country
    that is known by name), `misfit` or `any`.
    """

    level: str
    score: float


def kind_of_type(name: str) -> str:
    """Return what kind of value a type is: `date`, `number`, empty for a thing, `any` where it may be anything."""
    words = set(predicate_words(name).split())
    if words & _DATES:
        return "date"
    if words & _NUMBERS:
        return "number"
    return "any" if words & _ANYTHING else ""


class TypeFitting:
    """Tells how well things fit types; what it reads of a thing it remembers.

    A type that nothing is known of fits less than one that is stated, but does not exclude: most texts do not say that
    a person is one.
    """

    def __init__(self, view: GraphView) -> None:
        self._view = view
        self._stated: dict[str, tuple[list[frozenset[str]], list[frozenset[str]], list[frozenset[str]]]] = {}

    def read(self, ends: Iterable[FactEnd]) -> None:
        """Read what is said of many things at once."""
        keys = [end for end in dict.fromkeys(ends) if isinstance(end, str) and end not in self._stated]
        if not keys:
            return
        view = self._view
        profiles: defaultdict[str, list[frozenset[str]]] = defaultdict(list)
        for profile in view.store.profiles(keys, view.where):
            profiles[profile.concept] += map(self._words, profile.types)
        view.relations(keys, _KINDS)
        for key in keys:
            kinds, wholes = self._classes(key), self._wholes(key)
            self._stated[key] = profiles[key], kinds, wholes

    def fit(self, types: Sequence[str], end: FactEnd) -> TypeFit:
        """Return how well an end fits the best of some types."""
        if not types:
            return TypeFit("any", 1.0)
        return max((self._fit(name, end) for name in types), key=lambda fit: fit.score)

    def _fit(self, name: str, end: FactEnd) -> TypeFit:
        kind = kind_of_type(name)
        if kind == "any" or isinstance(end, SectionEnd):
            return TypeFit("any", 1.0)
        if isinstance(end, Value):
            return _of_level(_value_level(kind, end))
        if kind == "date" or (not kind and self._is_value(end)):
            return _of_level("misfit")
        self.read([end])
        if name.casefold() in _PLACES_BY_NAME and (level := self._place_level(name.casefold(), end)):
            return _of_level(level)
        wanted = self._words(name)
        profiles, classes, wholes = self._stated[end]
        levels = (("exact", profiles), ("is_a", classes), ("name", [self._words(end)]), ("part", wholes))
        for level, stated in levels:
            if any(self._is(wanted, own) for own in stated):
                return _of_level(level)
        return _of_level("unknown")

    def _is_value(self, key: str) -> bool:
        """Tell whether a concept is a date or number by its whole name: *23 to 25 july 1900* is no place."""
        if not any(character.isdigit() for character in key):
            return False
        found = find_values(key, lexicon_of(self._view.language))
        return bool(found) and (found[0].start, found[-1].end) == (0, len(key))

    def _place_level(self, name: str, end: str) -> str:
        """Return whether a thing is a country or state by name, names one after others (*Antwerp, Belgium*), or not."""
        known = _PLACES_BY_NAME[name]
        names = self._view.names(end)
        if not known.isdisjoint(names):
            return "exact"
        tails = (words[first:] for each in names for words in [each.split()] for first in range(1, len(words)))
        return "part" if any(" ".join(tail) in known for tail in tails) else "unlisted" if name != "state" else ""

    def _is(self, wanted: frozenset[str], own: frozenset[str]) -> bool:
        """Tell whether a type's words are among those of a more special one: *director* in *film director*."""
        related = related_stems(self._view.language)
        return bool(wanted) and all(word in own or not own.isdisjoint(related.get(word, ())) for word in wanted)

    def _words(self, name: str) -> frozenset[str]:
        language, stops = self._view.language, stop_words(self._view.language)
        words = [word.folded for word in split_words(predicate_words(name_of(name))) if word.folded not in stops]
        return frozenset(stem(word, language) for word in words)

    def _classes(self, key: str) -> list[frozenset[str]]:
        """Return the words of what a thing is a kind of, and of what that is a kind of."""
        found, fresh = {key}, [key]
        for _ in range(_STEPS):
            names = {name for each in fresh for name in self._view.names(each)}
            relations = self._view.relations(fresh, frozenset({RelationKind.IS_A}))
            fresh = [each.object for each in relations if each.subject in names and each.object not in found]
            found.update(fresh)
        return [self._words(name) for name in sorted(found - {key})]

    def _wholes(self, key: str) -> list[frozenset[str]]:
        names = set(self._view.names(key))
        relations = self._view.relations([key], frozenset({RelationKind.HAS_PART}))
        return [self._words(each.subject) for each in relations if each.object in names]


def _of_level(level: str) -> TypeFit:
    return TypeFit(level, _LEVELS[level])


def _value_level(kind: str, value: Value) -> str:
    if value.kind is ValueKind.TEXT:
        return "unknown"
    if kind == "date":
        return "exact" if value.kind is ValueKind.DATE else "misfit"
    if kind == "number":
        return "misfit" if value.kind is ValueKind.DATE else "exact"
    return "misfit"
