"""The sentences shown with a question, read for what they may bear out, and which of them speak of one thing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_life_span
from lgm_core.model import ValueKind
from lgm_core.retrieval.answering.citing.statement_terms import (
    Term,
    TermKind,
    Terms,
    clauses_of,
    first_name,
    read_terms,
    root,
    with_equals,
    with_related,
)
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.relation_wording import is_inherited
from lgm_core.retrieval.words import without_brackets

__all__ = ["ShownSentence", "are_linked", "read_shown"]

_NEAR = 3
"""Sentences of one section that may continue each other, by the difference of their positions."""


@dataclass(frozen=True, eq=False)
class ShownSentence:
    """A sentence that was shown, read for what it may bear out.

    Attributes:
        sentence: the sentence.
        place: its place among those shown, from 0.
        text: its own terms, pronouns resolved.
        title: the terms of its document's title.
        stems: stems of its words, of the title's and the headings', and of what means the same.
        related: these, and the stems of words that may stand for them in a question.
        names: stems of the names in it that the question does not have.
        subject: stems of the name that it begins with, if that is what it speaks of; none where its title has it.
        language: ISO 639-1 code of the graph.
    """

    sentence: NumberedSentence
    place: int
    text: Terms
    title: Terms
    stems: frozenset[str]
    related: frozenset[str]
    names: frozenset[str]
    subject: frozenset[str]
    language: str

    @cached_property
    def clauses(self) -> list[list[Term]]:
        """Return its own terms clause by clause."""
        return clauses_of(self.text, self.language)

    def bears(self, term: Term) -> bool:
        """Tell whether the sentence bears out a term that the question does not bring."""
        if term.value is None:
            return term.stem in self.stems
        is_counted = bool(term.beside) and term.beside not in self.related
        is_date = term.value.kind is ValueKind.DATE
        return self.text.states(term.value, is_counted=is_counted) or (is_date and self.title.states(term.value))

    def related_of(self, stems: Iterable[str]) -> frozenset[str]:
        """Return stems of words of the sentence with those of words that may stand for them in a question."""
        return with_related(with_equals(stems, self.language), self.language)

    def says(self, term: Term) -> bool:
        """Tell whether it speaks of what a term of the question names."""
        if term.value is not None:
            return self.bears(term)
        if term.kind is TermKind.NAME:  # *Kuechly* is *Luke Kuechly*
            return term.stem in self.stems or term.beside in self.stems
        return term.stem in self.related


def read_shown(
    sentence: NumberedSentence, place: int, question: Terms, names: frozenset[str], language: str
) -> ShownSentence:
    """Read a sentence that was shown.

    Args:
        sentence: the sentence.
        place: its place among those shown, from 0.
        question: the question.
        names: folded words known to be names.
        language: ISO 639-1 code.
    """
    lexicon = lexicon_of(language)
    title = read_terms(without_brackets(sentence.document.title), language, names=names)
    headings = read_terms(" . ".join(sentence.section.path), language, names=names)
    text = read_terms(sentence.sentence.resolved or sentence.sentence.text, language, names=names)
    # What is said of a kind is said of what is of the kind: the path begins with the concept that led to the sentence.
    led_by = read_terms(" ".join(sentence.path[:1]) if is_inherited(sentence.path) else "", language, names=names)
    spoken = text.stems | title.stems | headings.stems | led_by.stems
    dates = zip(find_life_span(text.text, lexicon), ("born", "died"), strict=True)
    spoken |= {root(word, language) for date, word in dates if date is not None}
    stems = with_equals(spoken, language)
    own_names = {term.stem for term in text.terms if term.kind is TermKind.NAME} - question.stems
    subject = first_name(text.text, lexicon) - title.stems
    related = with_related(stems, language)
    return ShownSentence(
        sentence, place, text, title, stems, related, with_equals(own_names, language), subject, language
    )


def are_linked(one: ShownSentence, other: ShownSentence) -> bool:
    """Tell whether one of two sentences names the other's title, both name the same, or they stand together.

    Args:
        one: a sentence.
        other: another.
    """
    if one.sentence.document.id == other.sentence.document.id:
        apart = abs(one.sentence.sentence.position - other.sentence.sentence.position)
        same_section = one.sentence.section.id == other.sentence.section.id
        are_near = same_section and (apart <= _NEAR or bool(one.title.words))
        return are_near and one.subject <= other.stems and other.subject <= one.stems
    if one.text.contains(other.title) or other.text.contains(one.title):
        return True
    return not one.names.isdisjoint(other.names)
