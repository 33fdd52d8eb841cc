"""The kind of answer that a question asks for, and whether a brief answer is of this kind, by their words alone."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.lexicon import QuestionWords
from lgm_core.language.words import split_words
from lgm_core.model import FactEnd, Value, ValueKind
from lgm_core.schema.value_fitting import as_number, whole_value

__all__ = ["AnswerKind", "asks_quantity", "may_answer", "row_may_answer", "unmet_kind"]


class AnswerKind(StrEnum):
    """What an answer must be, as told to a language model."""

    CLOSED = "yes or no"
    OPEN = "not yes or no"
    QUANTITY = "a number or a date"
    ALTERNATIVE = "one of the alternatives in the question"
    NEW = "something that the question does not name"


def unmet_kind(question: str, answer: str, language: str) -> AnswerKind | None:
    """Return the kind that an answer must be of but is not; None if it may be the answer.

    A closed question (*Is …?*), and no other, is answered by *yes* or *no*; a question for a number or a date by either
    of these; one that ends in a choice (*Which …, A or B?*) by one of the alternatives. The answer to another question
    must not just repeat its words, unless it ends in what is asked for (*What lake …?* *Otter Lake*).

    Args:
        question: the question.
        answer: the bare fact.
        language: ISO 639-1 code; in a language without `QuestionWords` any answer may be right.
    """
    lexicon = lexicon_of(language)
    asked, answered = _folded(question), _folded(answer)
    if lexicon.questions is None or not asked or not answered:
        return None
    forms = lexicon.questions
    is_choice = forms.choice in asked
    is_closed_answer = len(answered) == 1 and answered[0] in lexicon.closed_answers
    if asked[0] in forms.auxiliaries and not is_choice:
        return None if is_closed_answer else AnswerKind.CLOSED
    if is_closed_answer:
        return None if forms.interrogatives.isdisjoint(asked) else AnswerKind.OPEN
    if _asks_quantity(asked, forms):
        is_quantity = any(word in forms.numerals or any(map(str.isdecimal, word)) for word in answered)
        return None if is_quantity else AnswerKind.QUANTITY
    content = {word for word in answered if word not in lexicon.stop_words}
    if asked[0] in forms.interrogatives and _ends_in_choice(question, forms):
        return AnswerKind.ALTERNATIVE if content and content.isdisjoint(asked) else None
    may_repeat = is_choice or forms.conjunction in asked or answered[-1] in _classes_asked(asked, forms)
    return None if may_repeat or not content or not content <= set(asked) else AnswerKind.NEW


def asks_quantity(question: str, language: str) -> bool:
    """Tell whether a question asks for a number or a date; never in a language without `QuestionWords`."""
    forms = lexicon_of(language).questions
    return forms is not None and _asks_quantity(_folded(question), forms)


def may_answer(question: str, end: FactEnd, language: str) -> bool:
    """Tell whether the end of a fact is of the kind that the first words of a question ask for.

    *Who* and *where* ask for a name, *how many* for a number, *when* for a date. Other questions, and all in a language
    without `QuestionWords`, may have any answer.
    """
    forms = lexicon_of(language).questions
    asked = _folded(question)
    if forms is None or not asked:
        return True
    kind = end.kind if isinstance(end, Value) else ValueKind.TEXT
    if _begins(asked, forms.dates):
        return kind is ValueKind.DATE
    if _begins(asked, forms.quantities):
        return kind not in (ValueKind.DATE, ValueKind.TEXT)
    return asked[0] not in forms.names or kind is ValueKind.TEXT


def row_may_answer(question: str, row: Sequence[str], language: str, *, is_count: bool) -> bool:
    """Tell whether the values of a row may answer: neither *yes* nor a number a *Who*, no names a *How many*.

    Args:
        question: the question.
        row: the values, as text.
        language: ISO 639-1 code.
        is_count: whether things were counted for it: no answer if the question asks for no number.
    """
    forms = lexicon_of(language).questions
    ends = [whole_value(value, language) or value for value in row]
    if is_count and forms and not any(isinstance(end, str) for end in ends):
        asked = _folded(question)
        said = f" {' '.join(asked)} "
        if forms.number_nouns.isdisjoint(asked) and not any(f" {words} " in said for words in forms.quantities):
            return False
    unmet = unmet_kind(question, " ".join(row), language)
    is_unmet = unmet in (AnswerKind.CLOSED, AnswerKind.OPEN, AnswerKind.QUANTITY)
    numbers = [as_number(end) for end in ends if isinstance(end, Value)]  # *1650* may be seats
    return not is_unmet and any(may_answer(question, end, language) for end in (*ends, *numbers))


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _asks_quantity(asked: Sequence[str], forms: QuestionWords) -> bool:
    return _begins(asked, forms.quantities)


def _begins(asked: Sequence[str], beginnings: Sequence[str]) -> bool:
    beginning = f"{' '.join(asked)} "
    return any(beginning.startswith(f"{words} ") for words in beginnings)


def _classes_asked(asked: Sequence[str], forms: QuestionWords) -> set[str]:
    """Return the words after an interrogative that may name the class of the answer (*what Swedish lake*)."""
    places = [place for place, word in enumerate(asked) if word in forms.interrogatives]
    return {word for place in places for word in asked[place + 1 : place + 3]}


def _ends_in_choice(question: str, forms: QuestionWords) -> bool:
    """Tell whether alternatives follow the last comma, as in *Which is older, A or B?*."""
    clause = _folded(question.rpartition(",")[2]) if "," in question else []
    return forms.choice in clause[1:-1]
