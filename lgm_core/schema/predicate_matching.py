"""Matching the predicates of a plan with those of facts by their words (KAG, section 2.4.2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from lgm_core.language.lexicons.denial_words import denies
from lgm_core.language.lexicons.english_nations import COUNTRY_OF
from lgm_core.language.lexicons.english_relation_wordings import CATALOGUE_WORDINGS
from lgm_core.language.predicate_forms import predicate_form
from lgm_core.language.words import related_stems, split_words, stem, stop_words
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.model.schema import predicate_words

__all__ = [
    "AUXILIARIES",
    "PredicateMatch",
    "agent_of",
    "differ_in_preposition",
    "direction_between",
    "implied_match",
    "match_predicate",
    "predicate_wording",
]

Voice = Literal["active", "passive", "by", "agent", "agent of", "noun of", ""]

_SIGN: dict[Voice, int] = {"active": 1, "agent of": 1, "passive": -1, "by": -1, "agent": -1}
"""1 if the subject acts (*A owns B*, *A is owner of B*), -1 if the object does (*A is owned by B*)."""

_BE = frozenset("be is are was were been being".split())
AUXILIARIES = _BE | frozenset("has have had a an the also".split())
_PREPOSITIONS = frozenset(
    "in on at from to for with into near along as after before through under over between against within during "
    "about behind onto upon off out up until since".split()
)
_NO_AGENTS = frozenset(
    "mother father brother sister daughter stepmother stepfather grandmother grandfather member number "
    "character river letter water order border murder cover discover recover uncover offer suffer enter "
    "conquer deliver register consider remember answer transfer alter sponsor monitor favor honor tutor "
    "mentor anchor minister administer render gather refer prefer trigger surrender encounter master "
    "shelter center power tower quarter chapter paper other".split()
)
"""Words in -er and -or that do not name an agent, or are also verbs."""


@lru_cache(maxsize=1 << 15)
def voice_of(wording: str) -> Voice:
    """Return the voice of a predicate by its form; empty if the form does not show who acts."""
    words = predicate_words(wording).casefold().split()
    content = [word for word in words if word not in AUXILIARIES]
    last = words[-1] if words else ""
    if last == "by":
        return "by"
    if last == "of":
        return "agent of" if len(content) > 1 and _is_agent(content[-2]) else "noun of"
    if not content or last in _PREPOSITIONS or " of " in f" {' '.join(words)} ":
        return ""
    if _is_agent(content[-1]):
        return "agent"
    if len(content) > 1:
        return ""
    place = words.index(content[0])
    is_passive = place > 0 and words[place - 1] in _BE and content[0].endswith(("ed", "en", "wn", "lt", "ld", "ght"))
    return "passive" if is_passive else "active"


def agent_of(wording: str) -> int:
    """Return 1 if a predicate says that its subject acts, -1 if its object does, and 0 if its form does not tell."""
    voice = voice_of(wording)
    return 0 if voice == "active" and not _is_inflected(wording) else _SIGN.get(voice, 0)


@lru_cache(maxsize=1 << 15)
def direction_between(name: str, wording: str, *, is_same_word: bool) -> int:
    """Return 1 if two predicates have the same direction, -1 if they are inverse, and 0 if their forms do not tell.

    Args:
        name: a predicate in words.
        wording: another predicate of the same relation.
        is_same_word: whether they are forms of one word. If not, one that is not inflected may be a noun as well as a
            verb (*head*), so that its form does not tell.
    """
    if wording in (f"{name}s", name.removesuffix("s")):  # *owns* and *own*, *singers* and *singer*
        return 1
    one, other = voice_of(name), voice_of(wording)
    said = [
        [word for word in predicate_words(text).casefold().split() if word not in AUXILIARIES]
        for text in (name, wording)
    ]
    if [*said[0], "of"] == said[1] or [*said[1], "of"] == said[0]:  # *home port*, *is the home port of*
        return -1
    if "noun of" in (one, other):
        rest = other if one == "noun of" else one
        return {"noun of": 1, "active": -1, "agent": -1}.get(rest, 0) if is_same_word else 0
    if one not in _SIGN or other not in _SIGN or ({one, other} == {"active", "passive"} and is_same_word is False):
        return 0
    if not is_same_word and any(
        voice == "active" and not _is_inflected(text) for voice, text in ((one, name), (other, wording))
    ):
        return 0
    return _SIGN[one] * _SIGN[other]


def _is_agent(word: str) -> bool:
    return len(word) > 4 and word.endswith(("er", "or")) and word not in _NO_AGENTS


def _is_inflected(wording: str) -> bool:
    last = wording.casefold().split()[-1]
    return last.endswith(("ed", "ought", "ote", "ook")) or (last.endswith("s") and not last.endswith(("ss", "us")))


_TIMES = frozenset("date year day time month when birthday century decade".split())
_PLACES = frozenset("place location where city town site country state".split())
_COUNTS = frozenset("number count amount quantity".split())
_NAMES = frozenset("name title".split())
_DATED = frozenset(("inception", "publication date", "date of birth", "date of death"))

_OPEN = frozenset(("born",))
"""What may lead to a date or a place."""

_SYMMETRIC = frozenset(
    "spouse wife husband married marry marriage sibling brother sister cousin twin partner border borders adjacent "
    "neighbor neighbour friend colleague rival opponent".split()
)
"""Relations that hold in both directions."""

_SYNONYM = 0.95
"""Score of a synonym."""

_RELATED = 0.92
"""Score of a related word."""

_EXTRA = 0.25
"""How much words that only the fact has reduce a score."""

_PARTLY = 0.7
"""Factor if the fact has only a part of the words."""

_OTHER_PREPOSITION = 0.85
"""Factor if the prepositions differ: *released by* is not *released on*."""

_VAGUE = 0.85
"""Factor of a synonym that has other meanings, too."""

_LINKING_PREPOSITIONS = frozenset("in on at by from of to for with into near along as after before through".split())


_NO_AGENT_AFTER = _LINKING_PREPOSITIONS - {"by", "of", "from"}
"""Prepositions after which nobody stands who did what a verb says."""


@dataclass(frozen=True, slots=True)
class PredicateWording:
    """A predicate of a plan in words.

    Attributes:
        words: the stems of its words, without those for the kind of the object unless there are no others.
        kind: the kind of its object by its words: `date`, `place`, `number`, `thing` (not a value), or empty.
        is_symmetric: whether it holds in both directions.
    """

    words: frozenset[str]
    kind: str = ""
    is_symmetric: bool = False


@dataclass(frozen=True, slots=True)
class PredicateMatch:
    """How well a fact's predicate fits one of a plan.

    Attributes:
        level: `property`: the fact conforms to the schema's property; `key`: the same words; `synonym`: from a table;
            `related`: related words; `similar`: some words; empty: no words.
        score: from 0 to 1.
        direction: 1 if fact and plan have the same direction, -1 if they are inverse (*father of* and *father*, *owns*
            and *owned by*), 0 if not known.
    """

    level: str = ""
    score: float = 0.0
    direction: int = 0


ANY = PredicateMatch("any", 1.0)


@lru_cache(maxsize=1 << 12)
def predicate_wording(name: str, language: str) -> PredicateWording:
    """Read a predicate as plans write it: `yearOfBirth`, `date_of_birth`, `born in`."""
    folded = [word.folded for word in split_words(predicate_words(name))]
    stops = stop_words(language)
    words = [word for word in folded if word not in stops] or folded
    kind = next(
        (
            kind
            for kind, of_kind in (("date", _TIMES), ("place", _PLACES), ("number", _COUNTS))
            if not of_kind.isdisjoint(words)
        ),
        "",
    )
    if predicate_words(name) in CATALOGUE_WORDINGS:
        kind = kind or ("date" if predicate_words(name) in _DATED else "" if name in _OPEN else "thing")
    content = [word for word in words if word not in _TIMES | _PLACES | _COUNTS | _NAMES]
    stems = frozenset(stem(word, language) for word in content or words)
    is_known = predicate_words(name) in CATALOGUE_WORDINGS
    return PredicateWording(stems, kind if content or is_known else "", not _SYMMETRIC.isdisjoint(words))


def match_predicate(names: Sequence[str], fact: Fact, language: str, grouped: Sequence[str] = ()) -> PredicateMatch:
    """Return how well a fact's predicate fits the best of the names.

    A denial never fits a statement: *contains* is not *does not contain*. Without a name, anything but a denial fits.

    Args:
        names: predicates of a plan.
        fact: the fact, with its predicate and its wordings in the sentences.
        language: ISO 639-1 code of the language of the names.
        grouped: predicates that mean the same as that of the fact in its documents.
    """
    best = PredicateMatch()
    said = dict.fromkeys(item.wording for item in fact.evidence)
    is_denied = any(map(denies, (*said, fact.predicate)))
    if not names:
        return best if is_denied else ANY
    names = [name for name in names if denies(name) == is_denied]
    if not names:
        return best
    # The predicate of a fact is a lemma, which does not show the voice: *was acquired* is `acquire`.
    has_voice = not any(voice_of(wording) == "passive" for wording in said)
    wordings = [*said, fact.predicate]
    for name in names:
        for wording in wordings:
            best = max(best, _match(name, wording, language), _by_lexicon(name, wording, language), key=_score)
        for synonym in CATALOGUE_WORDINGS.get(predicate_words(name), ()):
            found = max((_match(synonym, wording, language) for wording in wordings), key=_score)
            if found.level in ("key", "similar") and found.score * _SYNONYM > best.score:
                best = PredicateMatch("synonym", found.score * _SYNONYM, found.direction)
        for other in grouped:
            found = max(_match(name, other, language), _by_lexicon(name, other, language), key=_score)
            if found.score * _SYNONYM > best.score:
                best = PredicateMatch("synonym", found.score * _SYNONYM, found.direction)
    return best if has_voice or voice_of(names[0]) == "passive" else replace(best, direction=0)


@lru_cache(maxsize=1 << 15)
def _by_lexicon(name: str, wording: str, language: str) -> PredicateMatch:
    """Return how well two predicates fit that the lexicon of relations has; a score of 0 if not at all."""
    likeness = predicate_form(predicate_words(name), language).likeness(predicate_form(wording, language))
    if likeness is None:
        return PredicateMatch()
    score = _SYNONYM * (1.0 if likeness.is_sure else _VAGUE)
    if not _can_lead_to(name, predicate_wording(name, language).kind, wording):
        score *= _OTHER_PREPOSITION
    return PredicateMatch("synonym", score, likeness.direction)


def _score(match: PredicateMatch) -> tuple[float, bool]:
    return match.score, match.direction != 0


@lru_cache(maxsize=1 << 15)
def _content(name: str, language: str) -> tuple[str, ...]:
    """Return the words of a predicate without stop words and unstemmed: *located in* is *located*."""
    folded = [word.folded for word in split_words(predicate_words(name))]
    return tuple(word for word in folded if word not in stop_words(language)) or tuple(folded)


def differ_in_preposition(one: str, other: str) -> bool:
    """Tell whether two wordings end in different prepositions."""
    last, own = one.casefold().split()[-1:], other.casefold().split()[-1:]
    return last != own and {*last, *own} <= _LINKING_PREPOSITIONS


def _can_lead_to(name: str, kind: str, wording: str) -> bool:
    """Tell whether a wording can lead to what a name asks for: *filmed by* not to a place, *directed in* to nobody."""
    words = wording.casefold().split()
    if kind == "place":
        return words[-1:] != ["by"] or not _PLACES.isdisjoint(words)
    return voice_of(name) != "agent" or not _NO_AGENT_AFTER.issuperset(words[-1:])


@lru_cache(maxsize=1 << 15)
def _match(name: str, wording: str, language: str) -> PredicateMatch:
    if name.casefold() == wording.casefold():
        return PredicateMatch("key", 1.0, 1)
    wanted, own = predicate_wording(name, language), predicate_wording(wording, language)
    if not wanted.words or not own.words:
        return PredicateMatch()
    related = related_stems(language)
    same = wanted.words & own.words
    akin = {word for word in wanted.words - same if not own.words.isdisjoint(related.get(word, ()))}
    used = same | {other for word in akin for other in own.words.intersection(related.get(word, ()))}
    extra = len(own.words - used) / len(own.words)
    worth = (len(same) + _RELATED * len(akin)) / len(wanted.words)
    is_other = differ_in_preposition(name, wording) or not _can_lead_to(name, wanted.kind, wording)
    score = worth * (1 - _EXTRA * extra) * (_OTHER_PREPOSITION if is_other else 1.0)
    if len(same) + len(akin) < len(wanted.words):
        return PredicateMatch("similar", _PARTLY * score) if used else PredicateMatch()
    level = "related" if akin else "key" if not extra else "similar"
    direction = direction_between(name, wording, is_same_word=not akin)
    if not direction:
        direction = int(_content(name, language) == _content(wording, language))
    return PredicateMatch(level, score, direction)


_APPEARING = frozenset({"release date", "publication date", "date of release", "date of publication", "released"})
_BELONGING = frozenset(
    {"nationality", "citizen", "citizenship", "country of citizenship", "country of origin", "country"}
)
_IMPLIED = 0.9
"""The score of what a fact says only by implication."""


def implied_match(names: Sequence[str], fact: Fact, end: FactEnd) -> PredicateMatch:
    """Return how well a copula with a date or a nation implies what a predicate asks for; a score of 0 if not at all.

    A *1950 film* (`be film`, 1950) appeared in that year; what is called *French* is from France.
    """
    wanted = {name.casefold() for name in names}
    verb, _, noun = fact.predicate.partition(" ")
    if verb != "be" or end != fact.object:
        return PredicateMatch()
    dated = isinstance(end, Value) and end.kind is ValueKind.DATE and bool(noun) and " " not in noun
    if dated and not wanted.isdisjoint(_APPEARING):
        return PredicateMatch("related", _IMPLIED)
    if not noun and end in COUNTRY_OF and not wanted.isdisjoint(_BELONGING):
        return PredicateMatch("related", _IMPLIED)
    return PredicateMatch()
