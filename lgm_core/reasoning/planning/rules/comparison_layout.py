"""How questions that compare are laid out: where the names stand, and where the words that compare them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lgm_core.reasoning.planning.rules.choices import split_choices
from lgm_core.reasoning.planning.rules.english_comparisons import COMPARED_VERBS, EARLY, LATE
from lgm_core.reasoning.planning.rules.function_words import AUXILIARIES, DETERMINERS
from lgm_core.reasoning.planning.rules.question_text import Span
from lgm_core.reasoning.planning.rules.reference_reader import ReferenceReader, type_name

__all__ = ["ComparisonLayout", "comparison_layouts"]

_WH = frozenset({"who", "which", "what", "whose"})
_AMONG = frozenset({"of", "between", "among"})
_AFTER_TYPE = frozenset({"who", "that", "whose", "with", "lived", "out", *_AMONG, *EARLY, *LATE, *AUXILIARIES})


@dataclass(frozen=True, slots=True)
class ComparisonLayout:
    """A way to take a question apart.

    Attributes:
        type: the type asked for, empty where the question does not say.
        criterion: the words that say how things are compared.
        names: the words of each name.
    """

    type: str
    criterion: Span
    names: tuple[Span, ...]


def comparison_layouts(reader: ReferenceReader) -> Iterator[ComparisonLayout]:
    """Yield the ways in which a question may compare things by name, likelier ones first."""
    question = reader.question
    end = len(question.words)
    folded = question.folded((0, end))
    if "or" not in folded and "and" not in folded:
        return
    if folded[0] in _WH:
        yield from _names_last(reader)
        type_end = _type_end(reader, 1)
        if question.words[type_end - 1].is_before_comma or folded[type_end] in _AMONG:
            first = type_end + (folded[type_end] in _AMONG)
            yield from _names_first(reader, _type(folded[:type_end]), first)  # WH, A or B, …?  WH of A and B …?
    elif folded[0] in _AMONG:
        for place in range(3, end - 2):  # Between A and B, WH …?
            if question.words[place].is_before_comma and folded[place + 1] in _WH:
                type_end = _type_end(reader, place + 2)
                span = (1, place + 1)
                for names in split_choices(question, span, "and") or split_choices(question, span, "or"):
                    yield ComparisonLayout(_type(folded[place + 1 : type_end]), (type_end, end), names)
    elif folded[0] in AUXILIARIES:
        yield from _names_first(reader, "", 1)  # Did A or B come out first?


def _names_last(reader: ReferenceReader) -> Iterator[ComparisonLayout]:
    """Read `WH …, A or B?` and `WH … out of A and B?`."""
    question = reader.question
    words, end = question.words, len(question.words)
    folded = question.folded((0, end))
    type_end = 0 if folded[0] == "whose" else _type_end(reader, 1)
    type_ = _type(folded[:type_end])
    for place in range(1, end - 2):
        is_among = folded[place] in _AMONG
        if not (words[place].is_before_comma or words[place + 1].is_marked or is_among):
            continue
        stop = place + 1
        if is_among:
            stop = place - (folded[place - 1] == "out")
        conjunction = "or" if "or" in folded[place + 1 :] else "and" if is_among else ""
        if conjunction and stop >= type_end and folded[stop - 1] != "than":
            for names in split_choices(question, (place + 1, end), conjunction):
                yield ComparisonLayout(type_, (type_end, stop), names)


def _names_first(reader: ReferenceReader, type_: str, first: int) -> Iterator[ComparisonLayout]:
    """Read `A or B came out first`."""
    question = reader.question
    end = len(question.words)
    for stop in range(end - 1, first + 2, -1):
        if question.words[stop].is_marked:
            return
        conjunction = "or" if "or" in question.folded((first, stop)) else "and"
        for names in split_choices(question, (first, stop), conjunction):
            yield ComparisonLayout(type_, (stop, end), names)


def _type_end(reader: ReferenceReader, first: int) -> int:
    """Return the word after the noun phrase that says what is asked for."""
    question = reader.question
    place = first
    while place < min(len(question.words) - 1, first + 5):
        word = question.words[place]
        if word.is_marked or word.folded in _AFTER_TYPE or word.folded in COMPARED_VERBS:
            break
        place += 1
        if word.is_before_comma or word.is_possessive:
            break
    return place


def _type(folded: list[str]) -> str:
    """Return the type that `who` or `which tennis player` asks for."""
    noun = " ".join(word for word in folded[1:] if word not in ("one", "two", *DETERMINERS))
    if folded[:1] == ["who"] or noun == "person":
        return "Person"
    return type_name(noun) if noun else ""
