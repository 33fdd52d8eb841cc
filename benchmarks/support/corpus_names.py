"""The names in a corpus, and roughly what they name, by the first sentence of their passage or by a question."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.metrics import normalise_answer
from lgm_core.language.coreference.proper_names import given_gender

__all__ = ["CorpusNames"]

_KINDS = {
    "person": "actor actress singer songwriter musician composer director filmmaker politician footballer player "
    "writer author novelist poet painter artist producer journalist scientist physicist chemist mathematician "
    "engineer businessman businesswoman lawyer attorney judge bishop king queen prince princess duke duchess count "
    "countess emperor baronet noblewoman nobleman soldier officer general admiral explorer missionary screenwriter "
    "comedian cartoonist animator dancer architect historian philosopher economist coach manager cricketer swimmer "
    "wrestler boxer cyclist drummer guitarist pianist vocalist rapper activist president minister senator governor "
    "mayor wife husband son daughter mother father grandfather grandmother sister brother person man woman leader "
    "founder quarterback companion physician theologian pope saint nurse athlete jurist diplomat editor presenter",
    "place": "city town village county state province country region district municipality river lake island mountain "
    "capital suburb neighborhood airport territory continent borough kingdom peninsula valley location colony nation",
    "work": "film movie album song single novel book series show episode play opera magazine newspaper poem story "
    "documentary comedy drama musical sitcom hymn trilogy",
    "organisation": "band company team club university college school station channel network organization airline "
    "organisation label party group corporation agency museum institute league association franchise society brewery "
    "chain manufacturer retailer body council committee",
    "event": "war battle festival tournament championship election treaty revolution campaign contest",
    "award": "award prize medal trophy",
}
_KIND_OF = {noun: kind for kind, nouns in reversed(_KINDS.items()) for noun in nouns.split()}

_DEFINITION = re.compile(r"\b(?:is|was|are|were)\s+(?:an?|the|one of the)\s+(.+)", re.DOTALL)
_PHRASE_END = re.compile(
    r"[,.;:()]|\b(?:who|that|which|from|in|on|by|for|of|with|at|to|based|located|directed|and|starring|written)\b"
)
_LIVED = re.compile(r"\((?:born|b\.|[^)]*?\bborn\b|[^()]{0,60}\d{3,4}\s*[–-]\s*[^()]{0,40}\d{3,4}\s*\))")
_BRACKET = re.compile(r"\s*\([^)]*\)$")


class CorpusNames:
    """The names in a corpus by kind: titles of passages, answers, people by their first names, places by *in*.

    Args:
        passages: the corpus.
        questions: the questions asked about it.
    """

    def __init__(self, passages: Sequence[Passage], questions: Sequence[Question]) -> None:
        self._nouns: dict[str, str] = {}
        for passage in passages:
            if passage.title and not passage.title.startswith("List of") and (noun := _noun_of_passage(passage)):
                self._nouns.setdefault(_BRACKET.sub("", passage.title), noun)
        self._keys = {normalise_answer(name): noun for name, noun in self._nouns.items()}
        for question in questions:
            name = question.answers[0].strip('" .') if question.answers else ""
            noun = self._noun(name, question.text)
            is_one = name in self._nouns or not re.search(r",| and ", name)
            if noun and is_one and len(name.split()) <= _LONGEST:
                self._nouns.setdefault(name, noun)
        text = "\n".join(passage.text for passage in passages)
        for name, noun in (*_people(text), *_places(text)):
            self._nouns.setdefault(name, noun)
        self._keys |= {normalise_answer(name): noun for name, noun in self._nouns.items()}
        self._by_kind: dict[str, list[str]] = defaultdict(list)
        for name, noun in self._nouns.items():
            self._by_kind[_KIND_OF[noun]].append(name)

    def like(self, name: str, question: str = "") -> list[str]:
        """Return other names of the same kind, of the same noun if there are enough, that share no word with a name.

        Args:
            name: a name.
            question: the question that the name answers; it tells what the name is where no passage does.
        """
        noun = self._noun(name, question)
        if not noun:
            return []
        words = set(normalise_answer(name).split())
        others = self._by_kind[_KIND_OF[noun]]
        different = [other for other in others if words.isdisjoint(normalise_answer(other).split())]
        same = [other for other in different if self._nouns[other] == noun]
        return same if len(same) >= _ENOUGH else different

    def are_alike(self, name: str, other: str) -> bool:
        """Tell whether two names are known to be of the same kind, or both of an unknown one."""
        return _KIND_OF.get(self._noun(name), "") == _KIND_OF.get(self._noun(other), "")

    def is_place(self, name: str) -> bool:
        """Tell whether a name is known to be of a place."""
        return _KIND_OF.get(self._noun(name), "") == "place"

    def within(self, text: str) -> str:
        """Return the longest name of a known kind in a text; empty if there is none."""
        found = [name for name in self._nouns if len(name) > _SHORTEST and _holds(text, name)]
        return max(found, key=len, default="")

    def _noun(self, name: str, question: str = "") -> str:
        """Return the noun of a name, by its passage or else by what the question asks for; empty if unknown."""
        is_name = name.removeprefix("the ")[:1].isupper()
        return self._keys.get(normalise_answer(name)) or (_noun_asked(question) if is_name else "")


_LONGEST = 6
"""The most words of an answer that counts as a name."""
_SHORTEST = 3
"""Names with at most this many letters are not searched for in texts."""
_ENOUGH = 5
"""How many names of one noun, such as *album*, are enough; with fewer, all of the kind are used."""
_FULL_NAME = re.compile(r"(?<![\w.] )\b([A-Z][a-zà-ÿ]+)((?: [A-Z]\.)? [A-Z][a-zà-ÿ]{2,})\b(?! [A-Z])")
_PLACE = re.compile(r"(\bin |\bof |\bthe |\bto |)\b([A-Z][a-zà-ÿ]{3,}(?: [A-Z][a-zà-ÿ]+)?)\b(?! [A-Z])")
_NO_PLACES = frozenset(
    "January February March April May June July August September October November December English German French "
    "Latin Chinese Spanish Arabic Japanese Parliament Congress Europe Christianity Islam Protestantism".split()
)
_NO_GIVEN_NAMES = frozenset("In An The At As On Of To May Will Do So South North East West New Le La De Al".split())
_OFTEN, _MOSTLY = 3, 0.3
"""How often, and in what share of its places, *in* stands before the name of a place."""


def _people(text: str) -> Iterator[tuple[str, str]]:
    """Yield full names that begin with a given name."""
    for match in _FULL_NAME.finditer(text):
        if given_gender(match[1]) and match[1] not in _NO_GIVEN_NAMES:
            yield match[0], "person"


def _places(text: str) -> Iterator[tuple[str, str]]:
    """Yield names that mostly follow *in*."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for match in _PLACE.finditer(text):
        counts[match[2]][match[1].strip()] += 1
    for name, before in counts.items():
        if name not in _NO_PLACES and before["in"] >= _OFTEN and before["in"] >= _MOSTLY * before.total():
            yield name, "location"


def _holds(text: str, name: str) -> bool:
    return name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _noun_of_passage(passage: Passage) -> str:
    """Return what the first sentence says that the passage is about: *an American actor* is an actor."""
    begin = passage.text[:400]
    definition = _DEFINITION.search(begin)
    phrase = _PHRASE_END.split(definition[1], maxsplit=1)[0].lower().split() if definition is not None else []
    if phrase and phrase[-1] in _KIND_OF:
        return phrase[-1]
    return "person" if _LIVED.search(begin[:200]) else ""


def _noun_asked(question: str) -> str:
    """Return what a question asks for: *person* for *who*, *album* for *which studio album*."""
    words = re.findall(r"[a-z]+", question.lower())
    if not words:
        return ""
    if words[0] in {"who", "whom"}:
        return "person"
    if words[0] == "where":
        return "location"
    place = next((place for place, word in enumerate(words) if word in {"what", "which"}), len(words))
    after = words[place + 1 : place + 6]
    phrase = after[: next((place for place, word in enumerate(after) if word in _PHRASE_STOPS), len(after))]
    return next((word for word in reversed(phrase) if word in _KIND_OF), "")


_PHRASE_STOPS = frozenset("is are was were did does do of in has had the a an that who to for at by from".split())
