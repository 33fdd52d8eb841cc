"""Whether something found is of the type that a plan asks for (KAG, section 2.4.2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.english_nations import CONTINENTS, COUNTRY_OF, STATES
from lgm_core.language.values.value_finder import find_values
from lgm_core.language.words import content_stems, related_stems
from lgm_core.model import FactEnd, RelationKind, SectionEnd, Value, ValueKind
from lgm_core.model.concept import name_of
from lgm_core.model.schema import predicate_words
from lgm_core.reasoning.text.sub_question import WantedKind, wanted_kinds
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["TypeFit", "TypeFitting", "kind_of_type"]

_DATES = frozenset("date year day month time century decade birthday".split())
_NUMBERS = frozenset(
    "number count amount quantity population age height length size total price weight mass load payload speed "
    "velocity distance depth width thickness diameter duration temperature pressure power voltage capacity volume "
    "frequency percentage cost fee salary".split()
)
_ANYTHING = frozenset("thing entity object concept value answer string text chunk other".split())
_GENERAL = frozenset("person people human place location organization organisation".split())
"""Types so general that texts seldom state them."""

_KINDS = frozenset({RelationKind.IS_A, RelationKind.HAS_PART})
_COUNTRIES = frozenset(COUNTRY_OF)
_PLACES_BY_NAME = {
    "country": _COUNTRIES,
    "nation": _COUNTRIES,
    "nationality": _COUNTRIES,
    "state": STATES,
    "continent": CONTINENTS,
}
"""Types whose members a lexicon lists."""

_LEVELS = {
    "exact": 1.0,
    "is_a": 0.97,
    "name": 0.97,
    "part": 0.93,
    "general": 0.9,
    "unknown": 0.84,
    "unlisted": 0.8,
    "other": 0.8,
    "misfit": 0.45,
}
"""Scores of the levels; those from `unknown` on are not sure (`LogicalFormOptions.sure`)."""


@dataclass(frozen=True, slots=True)
class TypeFit:
    """How well a thing fits a type, with a score from 0 to 1.

    `level` is `exact`, `is_a`, `name` (its own name says so: *Fulda River*), `part`, `general` (not stated, but the
    question does not name the type, the predicate implies it, or texts seldom state it), `unknown` (not stated),
    `unlisted` (not a country in the lexicon), `other` (stated to be something else, in a graph without this type),
    `rule` (a rule of the schema concludes it), `misfit` or `any`.
    """

    level: str
    score: float

    @property
    def unstated(self) -> float:
        """Return the part of the score that is due to the type not being stated, as a factor."""
        return _LEVELS["unknown"] / _LEVELS["general"] if self.level == "unknown" else 1.0


def kind_of_type(name: str) -> str:
    """Return what kind of value a type stands for: `date`, `number`, empty for a thing, or `any`."""
    words = set(predicate_words(name).split())
    if words & _DATES:
        return "date"
    if words & _NUMBERS:
        return "number"
    return "any" if words & _ANYTHING else ""


class TypeFitting:
    """Tells how well things fit types, and remembers what it has read.

    A type that is not stated lowers the score but does not exclude a thing: most texts do not say that a person is a
    person. Nor does a type of which the graph knows nothing exclude a value: *12 kg* may be a `Payload`. A thing that
    is stated to be something else does not fit, if the graph knows the type: a carrot, which is a vegetable, is not a
    fruit.

    Args:
        view: the visible part of the graph.
        question: the question. A type that it does not name is the plan's own word, and need not be stated. Without a
            question every type of the plan counts as named.
    """

    def __init__(self, view: GraphView, question: str = "") -> None:
        self._view = view
        self._question = self._words(question)
        self._stated: dict[str, tuple[list[frozenset[str]], list[frozenset[str]], list[frozenset[str]]]] = {}
        self._types: dict[str, tuple[list[frozenset[str]], bool]] = {}

    def read(self, ends: Iterable[FactEnd]) -> None:
        """Read the types of many things at once."""
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

    def fit(self, types: Sequence[str], end: FactEnd, roles: Sequence[str] = ()) -> TypeFit:
        """Return how well an end fits the best of some types.

        Args:
            types: the types; without any, everything fits.
            end: the end.
            roles: predicates that lead to the end; what *director* leads to is a director.
        """
        if not types:
            return TypeFit("any", 1.0)
        return max((self._fit(name, end, roles) for name in types), key=lambda fit: fit.score)

    def _fit(self, name: str, end: FactEnd, roles: Sequence[str]) -> TypeFit:
        kind = kind_of_type(name)
        if kind == "any" or isinstance(end, SectionEnd):
            return TypeFit("any", 1.0)
        if isinstance(end, Value):
            return _of_level(_value_level(kind, end) if kind else self._unstated_value_level(name, end))
        if kind == "date" or (not kind and self._is_value(end)):
            return _of_level("misfit")
        self.read([end])
        conformance = self._view.conformance
        if wanted_class := conformance.class_named(name):
            by_schema = conformance.fit(end, [wanted_class])
            is_named = not self._question or self._words(name) <= self._question
            if by_schema == "stated" or (by_schema == "other" and is_named):
                return _of_level("is_a" if by_schema == "stated" else "misfit")
        if name.casefold() in _PLACES_BY_NAME and (level := self._place_level(name.casefold(), end)):
            return _of_level(level)
        wanted = self._words(name)
        profiles, classes, wholes = self._stated[end]
        levels = (("exact", profiles), ("is_a", classes), ("name", [self._words(end)]), ("part", wholes))
        for level, stated in levels:
            if any(self._is(wanted, own) for own in stated):
                return _of_level(level)
        return _of_level(self._unstated_level(name, end, roles))

    def _unstated_level(self, name: str, end: str, roles: Sequence[str]) -> str:
        """Return the level of a thing for a type that is not stated; another type may be."""
        wanted = self._words(name)
        is_open = (not self._question or wanted <= self._question) and predicate_words(name) not in _GENERAL
        is_said = any(self._is(wanted, self._words(role)) for role in roles)
        level = "unknown" if is_open and not is_said else "general"
        classes, profiles = self._narrowest(end), self._stated[end][0]
        kind = self._kind(name)
        kinds = {self._kind(each) for each in classes}
        above, is_known = self._type(name)
        if kind in kinds - {""} or any(self._words(each) in above for each in classes):
            return level
        if kind and kinds - {""}:
            return "misfit"
        if level == "general" or not (classes or profiles):
            return level
        return "misfit" if classes and is_known else "other"

    def _unstated_value_level(self, name: str, value: Value) -> str:
        """Return the level of a value for a type that stands for things, or of which nothing is known."""
        is_thing = predicate_words(name) in _GENERAL or name.casefold() in _PLACES_BY_NAME or self._kind(name)
        if value.kind is ValueKind.TEXT:
            return "unknown"
        if is_thing or self._type(name)[1]:
            return "misfit"
        return "unknown" if value.kind is ValueKind.QUANTITY else "other"

    def _kind(self, name: str) -> str:
        """Return `person` or `place` if the words of a class say so; else an empty text."""
        kinds = wanted_kinds("", (name_of(name),), self._view.lexicons)
        return next((str(kind) for kind in kinds if kind in (WantedKind.PERSON, WantedKind.PLACE)), "")

    def _narrowest(self, key: str) -> list[str]:
        """Return the classes stated of a thing, without those that are above another one."""
        names = set(self._view.names(key))
        relations = self._view.relations([key], frozenset({RelationKind.IS_A}))
        direct = [each.object for each in relations if each.subject in names]
        above = {each for name in direct for each in self._view.classes_above(name)}
        return [each for each in direct if each not in above and kind_of_type(name_of(each)) != "any"]

    def _type(self, name: str) -> tuple[list[frozenset[str]], bool]:
        """Return the words of the classes above a type, and whether the graph has any is-a relation with it."""
        if name not in self._types:
            keys = self._view.keys_of(predicate_words(name))
            names = {each for key in keys for each in self._view.names(key)}
            relations = self._view.relations(keys, frozenset({RelationKind.IS_A}))
            is_known = any(not names.isdisjoint((each.subject, each.object)) for each in relations)
            self._types[name] = [self._words(each) for key in keys for each in self._view.classes_above(key)], is_known
        return self._types[name]

    def _is_value(self, key: str) -> bool:
        """Tell whether the whole name of a concept is dates or numbers: *23 to 25 july 1900*."""
        if not any(character.isdigit() for character in key):
            return False
        found = find_values(key, lexicon_of(self._view.language))
        return bool(found) and (found[0].start, found[-1].end) == (0, len(key))

    def _place_level(self, name: str, end: str) -> str:
        """Return the level of a thing whose type is in the lexicon: *Antwerp, Belgium* is a `part`."""
        known = _PLACES_BY_NAME[name]
        names = self._view.names(end)
        if not known.isdisjoint(names):
            return "exact"
        tails = (words[first:] for each in names for words in [each.split()] for first in range(1, len(words)))
        return "part" if any(" ".join(tail) in known for tail in tails) else "unlisted" if name != "state" else ""

    def _is(self, wanted: frozenset[str], own: frozenset[str]) -> bool:
        """Tell whether the words of a type are among those of another: *director* in *film director*."""
        related = related_stems(self._view.language)
        return bool(wanted) and all(word in own or not own.isdisjoint(related.get(word, ())) for word in wanted)

    def _words(self, name: str) -> frozenset[str]:
        return frozenset(content_stems(predicate_words(name_of(name)), self._view.language, or_all=False))

    def _classes(self, key: str) -> list[frozenset[str]]:
        """Return the words of the classes of a thing, direct or not."""
        return [self._words(name) for name in sorted(self._view.classes_above(key))]

    def _wholes(self, key: str) -> list[frozenset[str]]:
        names = set(self._view.names(key))
        relations = self._view.relations([key], frozenset({RelationKind.HAS_PART}))
        return [self._words(each.subject) for each in relations if each.object in names]


def _of_level(level: str) -> TypeFit:
    return TypeFit(level, _LEVELS[level])


def _value_level(kind: str, value: Value) -> str:
    if value.kind is ValueKind.TEXT:
        return "unknown"
    return "exact" if (kind == "date") == (value.kind is ValueKind.DATE) else "misfit"
