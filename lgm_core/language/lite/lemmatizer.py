"""Find the lemma of a tagged English word: exceptions first, then suffix rules checked against known lemmas."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from lgm_core.language.perceptron import load_data

__all__ = ["Lemmatizer", "rule_candidates"]

_CACHED_WORDS = 100_000
"""Bounds memory: the cache is cleared when full."""
_VOWELS = frozenset("aeiou")

_INFLECTED_TAGS = frozenset({"NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV"})
_PLURAL_NAME_ENDINGS = tuple("ians icans opeans ists ites crats qis anis abis adis slims rabs ormons iots".split())
"""Ends of names of peoples and followers, whose plural is always removed: *Romanians*, *Marxists*, *Punjabis*."""
_SHORTEST_PLURAL_NAME = 7
"""Letters: Systems and Rights lose their -s; Jobs, Gates, Woods and Hills are people and places."""
_E_STEMS = tuple("at iz yz is us as os v c u dg ng rg bl pl tl dl gl kl fl cl z rs ns ls ps".split())
"""Ends of verb stems that mostly dropped an e before -ed or -ing: *creat-ing*, *notic-ed*, *judg-ing*."""
_NO_E_STEMS = ("ang", "ing", "ong", "oat", "eat", "zz", "cus", "aps")
"""Ends of stems among those that dropped none: *hang-ing*, *float-ed*, *focus-ed*."""
_INVARIANT_ENDINGS = ("ss", "us", "is", "ics", "'s", "’s")
"""Ends of nouns whose s is not a plural: *glass*, *virus*, *basis*, *physics*."""


class Lemmatizer:
    """A lexicon of lemmas, with suffix rules for words not in it."""

    def __init__(self, exceptions: Mapping[str, Mapping[str, str]], known: Mapping[str, frozenset[str]]) -> None:
        """Take the lexicon.

        Args:
            exceptions: for each tag, the lemmas of irregular forms (in lower case).
            known: for each tag, the lemmas that candidates of the suffix rules are checked against.
        """
        self._exceptions = exceptions
        self._known = known
        self._cache: dict[tuple[str, str], str] = {}

    @classmethod
    def load(cls) -> Lemmatizer:
        """Read the lexicon that ships with the package."""
        data = load_data("lemmas.json.gz")
        return cls(data["exceptions"], {tag: frozenset(lemmas.split()) for tag, lemmas in data["known"].items()})

    def lemma(self, word: str, tag: str) -> str:
        """Return the lemma of a word; names keep their capitals, everything else is lower-case."""
        key = (word, tag)
        lemma = self._cache.get(key)
        if lemma is None:
            if len(self._cache) > _CACHED_WORDS:
                self._cache.clear()
            lemma = self._cache[key] = self._look_up(word, tag)
        return lemma

    def _look_up(self, word: str, tag: str) -> str:
        lower = word.lower().replace("’", "'")
        exception = self._exceptions.get(tag, {}).get(lower)
        if exception is not None:
            return exception
        if tag == "PROPN":
            return self._singular_name(word, lower)
        if tag == "X":
            return word
        if tag not in _INFLECTED_TAGS:
            return lower
        return best_candidate(lower, tag, self._known.get(tag, frozenset()))

    def _singular_name(self, word: str, lower: str) -> str:
        """Remove the plural of peoples (*Iraqis*) and common nouns in names (*Systems*); Paris stays whole."""
        if lower.endswith(_PLURAL_NAME_ENDINGS):
            return word[:-1]
        if len(word) < _SHORTEST_PLURAL_NAME or not lower.endswith("s"):
            return word
        singular = best_candidate(lower, "NOUN", self._known["NOUN"])
        if singular == lower or singular not in self._known["NOUN"] or lower in self._exceptions["NOUN"]:
            return word
        return word[: len(singular)] if lower.startswith(singular) else word[: len(singular) - 1] + singular[-1]


def best_candidate(lower: str, tag: str, known: frozenset[str]) -> str:
    """Return the first candidate of the suffix rules that is a known lemma, or else the most usual candidate."""
    # The rules come first for nouns and verbs: an inflected form may be known as a lemma of its own ("arms").
    if lower in known and tag not in {"NOUN", "VERB"}:
        return lower
    candidates = rule_candidates(lower, tag)
    for candidate in candidates:
        if candidate in known:
            return candidate
    return lower if lower in known else candidates[0]


def rule_candidates(lower: str, tag: str) -> list[str]:
    """Return the lemmas allowed by suffix rules, the most usual first; an uninflected word is its own lemma."""
    if tag in {"NOUN", "PROPN"}:
        return _noun_candidates(lower)
    if tag in {"VERB", "AUX"}:
        return _verb_candidates(lower)
    return _positive_candidates(lower) if tag in {"ADJ", "ADV"} else [lower]


def _noun_candidates(word: str) -> list[str]:
    if len(word) <= 3 or not word.endswith("s") or word.endswith(_INVARIANT_ENDINGS):
        return [word]
    if word.endswith("ies"):  # berries, movies; ties
        return [word[:-3] + "y", word[:-1], word] if len(word) > 4 else [word[:-1], word]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):  # boxes, aches, heroes
        return [word[:-2], word[:-1], word]
    if word.endswith("ves"):  # caves, shelves, knives
        return [word[:-1], word[:-3] + "f", word[:-3] + "fe", word]
    if word.endswith("es"):  # houses, buses
        return [word[:-1], word[:-2], word]
    return [word[:-1], word]


def _verb_candidates(word: str) -> list[str]:
    if word.endswith("ies") and len(word) > 4:  # carries
        return [word[:-3] + "y", word[:-1], word]
    if word.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):  # passes, goes
        return [word[:-2], word[:-1], word]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return [word[:-1], word[:-2], word] if word.endswith("es") else [word[:-1], word]
    if word.endswith("ied") and len(word) > 4:  # carried
        return [word[:-3] + "y", word[:-1], word]
    if word.endswith("ed") and len(word) > 3:
        return _stem_candidates(word[:-2], word)
    if word.endswith("ing") and len(word) > 4 and any(char in "aeiouy" for char in word[:-3]):  # not "bring", "cling"
        return _stem_candidates(word[:-3], word)
    return [word]


def _stem_candidates(stem: str, word: str) -> list[str]:
    """Return possible forms of a verb before `-ed` or `-ing`: *stop* for stopp-, *make* for mak-, *walk* for walk-."""
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in "aeiou":
        single = stem[:-1]
        return [stem, single, word] if stem[-1] in "lsfz" else [single, stem, word]  # call, pass, stuff, buzz
    if _lost_e(stem):
        return [stem + "e", stem, word]
    return [stem, stem + "e", word]


def _lost_e(stem: str) -> bool:
    """Guess whether a stem dropped an `e`, for verbs not in the lexicon."""
    if stem.endswith(_E_STEMS):
        return not stem.endswith(_NO_E_STEMS)
    if len(stem) < 3:
        return True
    last, middle, before = stem[-1], stem[-2], stem[-3]
    # One consonant after one vowel in a single syllable would have been doubled: "bik-ing" comes from "bike".
    return last not in "aeiouwxy" and middle in "aiouy" and before not in _VOWELS and _count_syllables(stem) == 1


@lru_cache(maxsize=4096)
def _count_syllables(stem: str) -> int:
    return len(re.findall(r"[aeiouy]+", stem))


def _positive_candidates(word: str) -> list[str]:
    """Return possible bases of a comparative or superlative in -er or -est; the word itself comes first (*clever*)."""
    for ending in ("est", "er"):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)]
            if stem.endswith("i"):
                return [word, stem[:-1] + "y"]
            if len(stem) > 2 and stem[-1] == stem[-2]:
                return [word, stem[:-1], stem]
            return [word, stem, stem + "e"]
    return [word]
