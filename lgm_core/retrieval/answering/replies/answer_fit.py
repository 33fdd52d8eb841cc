"""Whether a brief answer is of the kind that its question asks for, by the words of both alone."""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.lexicon import QuestionWords
from lgm_core.retrieval.words import split_words

__all__ = ["fits"]


def fits(question: str, answer: str, language: str) -> bool:
    """Tell whether an answer may answer a question; where nothing says that it cannot, it may.

    It cannot when a closed question (*Is …?*) gets something other than *yes* or *no*, or an open one *yes* or *no*;
    when a question for a number or a date gets neither; when a question that ends in a choice (*Which …, A or B?*) gets
    none of the alternatives; and when the answer only repeats words of a question that offers no choice, unless it ends
    in what is asked for (*What lake …?* *Otter Lake*).

    Args:
        question: the question.
        answer: the bare fact.
        language: ISO 639-1 code; nothing is judged in a language without `QuestionWords`.
    """
    lexicon = lexicon_of(language)
    asked, answered = _folded(question), _folded(answer)
    if lexicon.questions is None or not asked or not answered:
        return True
    forms = lexicon.questions
    is_choice = forms.choice in asked
    is_closed_answer = len(answered) == 1 and answered[0] in lexicon.closed_answers
    if asked[0] in forms.auxiliaries and not is_choice:
        return is_closed_answer
    if is_closed_answer:
        return forms.interrogatives.isdisjoint(asked)
    if _asks_quantity(asked, forms):
        return any(word in forms.numerals or any(map(str.isdecimal, word)) for word in answered)
    content = {word for word in answered if word not in lexicon.stop_words}
    if asked[0] in forms.interrogatives and _ends_in_choice(question, forms):
        return not content or not content.isdisjoint(asked)
    names_several = is_choice or forms.conjunction in asked
    return names_several or not content or not content <= set(asked) or answered[-1] in _classes_asked(asked, forms)


def _folded(text: str) -> list[str]:
    return [word.folded for word in split_words(text)]


def _asks_quantity(asked: Sequence[str], forms: QuestionWords) -> bool:
    beginning = f"{' '.join(asked)} "
    return any(beginning.startswith(f"{quantity} ") for quantity in forms.quantities)


def _classes_asked(asked: Sequence[str], forms: QuestionWords) -> set[str]:
    """Return the words behind an interrogative that may name the class of what is asked for (*what Swedish lake*)."""
    places = [place for place, word in enumerate(asked) if word in forms.interrogatives]
    return {word for place in places for word in asked[place + 1 : place + 3]}


def _ends_in_choice(question: str, forms: QuestionWords) -> bool:
    """Tell whether there are alternatives behind the last comma but one, as in *Which is older, A or B?*."""
    clause = _folded(question.rpartition(",")[2]) if "," in question else []
    return forms.choice in clause[1:-1]
