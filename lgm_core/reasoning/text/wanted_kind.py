"""Of what kind the answer to a sub-question is: dates, numbers, or something with a name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.lexicons.lexicon import QuestionWords
from lgm_core.model import ValueKind
from lgm_core.reasoning.text.sub_question import predicate_words
from lgm_core.retrieval.words import split_words

__all__ = ["WantedKind", "wanted_kind"]

_DATES = frozenset({ValueKind.DATE})
_NUMBERS = frozenset({ValueKind.NUMBER, ValueKind.QUANTITY})


@dataclass(frozen=True, slots=True)
class WantedKind:
    """What may be an answer.

    Attributes:
        values: the kinds of values that may; empty when none may.
        names: whether what has a name may.
    """

    values: frozenset[ValueKind]
    names: bool


_NAMED = WantedKind(frozenset(), names=True)
_ANYTHING = WantedKind(_DATES | _NUMBERS, names=True)


def wanted_kind(question: str, types: Sequence[str], lexicons: Iterable[Lexicon]) -> WantedKind:
    """Tell of what kind the answer to a question is, by its types, else by the words of the question.

    Types that name a kind of value (`Date`, `Year`, `Population`) ask for values, any other type for what has a name.
    Without types, the interrogative decides (*when*, *in what year*, *how many*, *who*, *where*); a question without
    any, such as `Gilda >> publication date`, is read by its last word. Anything may be the answer otherwise, as in a
    language without `QuestionWords`.
    """
    forms = [lexicon.questions for lexicon in lexicons if lexicon.questions is not None]
    if types:
        return _united(_of_noun(_folded(predicate_words(type_name)), forms) or _NAMED for type_name in types)
    asked = _folded(question)
    return next(filter(None, (_of_question(asked, each) for each in forms)), _ANYTHING)


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _of_noun(noun: Sequence[str], forms: Iterable[QuestionWords]) -> WantedKind | None:
    """Return what a noun phrase asks for; None where it names no kind of value."""
    for each in forms if noun else ():
        if not each.date_nouns.isdisjoint({noun[0], noun[-1]}):
            return WantedKind(_DATES, names=False)
        if not each.number_nouns.isdisjoint({noun[0], noun[-1]}):
            return WantedKind(_NUMBERS, names=False)
    return None


def _of_question(asked: Sequence[str], forms: QuestionWords) -> WantedKind | None:
    text = f" {' '.join(asked)} "
    if any(f" {words} " in text for words in forms.dates):
        return WantedKind(_DATES, names=False)
    if any(f" {words} " in text for words in forms.quantities):
        return WantedKind(_NUMBERS, names=False)
    behind = [asked[place : place + 2] for place, word in enumerate(asked) if word in forms.interrogatives]
    if not behind:
        return _of_noun(asked[-1:], [forms])
    if any(words[0] in forms.names for words in behind):
        return _NAMED
    return next(filter(None, (_of_noun(words[1:], [forms]) for words in behind)), None)


def _united(kinds: Iterable[WantedKind]) -> WantedKind:
    kinds = list(kinds)
    return WantedKind(frozenset().union(*(kind.values for kind in kinds)), any(kind.names for kind in kinds))
