"""Of what kind the answer to a sub-question is: a date, a number, a place, a person, or anything with a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.lexicons.lexicon import QuestionWords
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.text.sub_question import predicate_words
from lgm_core.retrieval.words import split_words

__all__ = ["WantedKind", "is_of_kind", "wanted_kinds"]


class WantedKind(StrEnum):
    """What may be an answer."""

    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    PERSON = "person"
    NAME = "name"


def wanted_kinds(question: str, types: Sequence[str], lexicons: Iterable[Lexicon]) -> frozenset[WantedKind]:
    """Return of what kinds the answer to a question may be; none where nothing tells.

    Types decide: `Date`, `Population` or `City` name a kind, any other type is of what has a name. Without types, the
    interrogative does (*when*, *in what year*, *how many*, *who*, *where*, *which city*); a question without any, such
    as `Gilda >> publication date`, is read by its words in lower case. Nothing tells in a language without
    `QuestionWords`.
    """
    forms = [lexicon.questions for lexicon in lexicons if lexicon.questions is not None]
    if types:
        return frozenset(_of_words(_folded(predicate_words(each)), forms) or WantedKind.NAME for each in types)
    kinds = (kind for each in forms for kind in _of_question(question, each))
    return frozenset(kind for kind, _ in zip(kinds, range(1), strict=False))


def is_of_kind(value: Value, kinds: frozenset[WantedKind]) -> bool:
    """Tell whether a value is of one of some kinds; of none, any value may be the answer."""
    kind = WantedKind.DATE if value.kind is ValueKind.DATE else WantedKind.NUMBER
    return not kinds or kind in kinds


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _of_words(phrase: Iterable[str], forms: Iterable[QuestionWords]) -> WantedKind | None:
    """Return the kind that the first word of a phrase names which names any."""
    for word in phrase:
        for each in forms:
            for kind, nouns in (
                (WantedKind.DATE, each.date_nouns),
                (WantedKind.NUMBER, each.number_nouns),
                (WantedKind.PLACE, each.place_nouns),
                (WantedKind.PERSON, each.person_nouns),
            ):
                if word in nouns:
                    return kind
    return None


def _of_question(question: str, forms: QuestionWords) -> Iterator[WantedKind]:
    asked = _folded(question)
    text = f" {' '.join(asked)} "
    if any(f" {words} " in text for words in forms.dates):
        yield WantedKind.DATE
    elif any(f" {words} " in text for words in forms.quantities):
        yield WantedKind.NUMBER
    places = [place for place, word in enumerate(asked) if word in forms.interrogatives]
    for place in places:
        if kind := _of_words(asked[place : place + 2], [forms]):
            yield kind
    if not places:
        lower = (word.folded for word in split_words(question) if not word.is_capitalised)
        if kind := _of_words(lower, [forms]):
            yield kind
