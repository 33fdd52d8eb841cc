"""The sub-question of a step in words, with its variables replaced by names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice

from lgm_core.language.lexicons import Lexicon
from lgm_core.language.lexicons.lexicon import QuestionWords
from lgm_core.language.words import split_words
from lgm_core.model import Value, ValueKind
from lgm_core.model.schema import predicate_words
from lgm_core.reasoning.execution.binding_tables import Binding, Row
from lgm_core.reasoning.plan.plan_parts import (
    Constant,
    Constraint,
    PlanStep,
    PredicateTerm,
    Retrieval,
    Sort,
    Term,
    Variable,
)

__all__ = ["SUPPORT_CHUNKS", "WantedKind", "filled_question", "is_of_kind", "wanted_kinds"]

SUPPORT_CHUNKS = "support_chunks"
"""The predicate of a retrieval whose object is sections of documents (KAG, table 1)."""

_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*(?!\w|\.\w)")
"""What may be a variable in a question: a word that is not part of a property."""

_MARKS = "?.!？。"
"""Marks that end a question."""


def filled_question(step: PlanStep, row: Row) -> str:
    """Return the sub-question of a step with its variables replaced by the names in a row.

    `Where was o1 born?` becomes `Where was Antonio Vivaldi born?`. If the question has neither a variable nor the name
    of a bound end of the retrieval, the name is added in brackets: `the birthplace of this composer (Antonio Vivaldi)`.
    A retrieval without a question is put in words: known ends by their names, others by their types, the predicate and
    the constraints. Other steps without a question get an empty text. The question of a `Sort` is about many rows, and
    stays as written.

    Args:
        step: the step.
        row: the bindings before it.
    """
    bindings = row.bindings
    if not step.question:
        return _words_of_form(step.action, bindings) if isinstance(step.action, Retrieval) else ""
    if isinstance(step.action, Sort):
        return step.question
    named: set[str] = set()

    def name(match: re.Match[str]) -> str:
        if match[0] not in bindings:
            return match[0]
        named.add(match[0])
        return bindings[match[0]].name

    filled = _NAME.sub(name, step.question)
    if not named and isinstance(step.action, Retrieval):
        ends = (step.action.subject, step.action.object)
        bound = (bindings[end.variable].name for end in ends if end.variable in bindings)
        if unsaid := [each for each in dict.fromkeys(bound) if each.casefold() not in filled.casefold()]:
            question = filled.rstrip()
            words = question.rstrip(_MARKS)
            return f"{words.rstrip()} ({', '.join(unsaid)}){question[len(words) :]}"
    return filled


def _words_of_form(action: Retrieval, bindings: Mapping[str, Binding]) -> str:
    predicate = _predicate_words_of(action.predicate)
    ends = [_end_words(end, bindings) for end in (action.subject, action.object)]
    ends = ["" if end in predicate.split() else end for end in ends]  # `date of birth date`
    constraints = (_constraint_words(constraint, bindings) for constraint in action.constraints)
    return " ".join(filter(None, (ends[0], predicate, ends[1], *constraints)))


def _end_words(end: Term, bindings: Mapping[str, Binding]) -> str:
    if end.variable in bindings:
        return bindings[end.variable].name
    return ", ".join(end.names) or ", ".join(map(predicate_words, end.types))


def _predicate_words_of(predicate: PredicateTerm) -> str:
    return ", ".join(predicate_words(name) for name in predicate.names if name != SUPPORT_CHUNKS)


def _constraint_words(constraint: Constraint, bindings: Mapping[str, Binding]) -> str:
    value = constraint.value
    if isinstance(value, Constant):
        text = value.text
    else:
        assert isinstance(value, Variable)
        text = bindings[value.name].name if value.name in bindings else ""
    return f"{predicate_words(constraint.property)} {text}".strip() if text else ""


class WantedKind(StrEnum):
    """What may be an answer."""

    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    PERSON = "person"
    NAME = "name"


def wanted_kinds(question: str, types: Sequence[str], lexicons: Iterable[Lexicon]) -> frozenset[WantedKind]:
    """Return the kinds that the answer to a question may have; empty if this is not known.

    Types decide first: `Date`, `Population` or `City` name a kind; other types are of things with names. Without types
    the interrogative decides (*when*, *in what year*, *how many*, *who*, *where*, *which city*), or else the lower-case
    words, as in `Gilda >> publication date`. Languages need `QuestionWords` for this.
    """
    forms = [lexicon.questions for lexicon in lexicons if lexicon.questions is not None]
    if types:
        return frozenset(_of_words(_folded(predicate_words(each)), forms) or WantedKind.NAME for each in types)
    kinds = (kind for each in forms for kind in _of_question(question, each))
    return frozenset(islice(kinds, 1))


def is_of_kind(value: Value, kinds: frozenset[WantedKind]) -> bool:
    """Tell whether a value has one of the kinds; without kinds, every value does."""
    kind = WantedKind.DATE if value.kind is ValueKind.DATE else WantedKind.NUMBER
    return not kinds or kind in kinds


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _of_words(phrase: Iterable[str], forms: Iterable[QuestionWords]) -> WantedKind | None:
    """Return the first kind that a word of a phrase names."""
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
