"""The sentences shown with a question, as terms, and which of them speak of the same thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.values.value_finder import find_life_span
from lgm_core.language.words import without_brackets
from lgm_core.model import ValueKind
from lgm_core.retrieval.answering.citing.statement_terms import (
    Claim,
    Name,
    Term,
    TermKind,
    Terms,
    first_name,
    read_terms,
    root,
    with_equals,
    with_related,
)
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from lgm_core.retrieval.relation_wording import is_inherited

__all__ = ["ShownSentence", "are_joined", "are_linked", "read_shown"]

_NEAR = 3
"""The largest distance, in sentences of one section, at which one sentence may continue another."""


@dataclass(frozen=True, eq=False)
class ShownSentence:
    """A sentence that was shown, with its terms.

    Attributes:
        sentence: the sentence.
        place: its rank among the sentences shown, from 0.
        text: its terms, with pronouns resolved.
        title: the terms of its document's title.
        headings: the terms of the titles of its sections.
        stems: stems of the words of the sentence, its title and its headings, and of words with the same meaning.
        related: these, and stems of words that may replace them in a question.
        names: stems of the names in it that are not in the question.
        subject: stems of the name that it begins with, if it is the subject and not in the title.
    """

    sentence: NumberedSentence
    place: int
    text: Terms
    title: Terms
    headings: Terms
    stems: frozenset[str]
    related: frozenset[str]
    names: frozenset[str]
    subject: frozenset[str]

    @cached_property
    def all_names(self) -> list[Name]:
        """Return the names in the sentence, its title and its headings."""
        return [*self.text.names, *self.title.names, *self.headings.names]

    @cached_property
    def own_stems(self) -> frozenset[str]:
        """Return the stems of the words of the sentence, its title and its headings."""
        return self.text.stems | self.title.stems | self.headings.stems

    def has_any(self, names: Iterable[Name]) -> bool:
        """Tell whether the sentence, its title and its headings have all words of a name, however they are written."""
        return any(name <= self.own_stems for name in names)

    def bears(self, term: Term) -> bool:
        """Tell whether the sentence states a term that is not in the question."""
        if term.value is None:
            return term.stem in self.stems
        is_counted = bool(term.beside) and term.beside not in self.related
        is_date = term.value.kind is ValueKind.DATE
        return self.text.states(term.value, is_counted=is_counted) or (is_date and self.title.states(term.value))

    def says(self, term: Term) -> bool:
        """Tell whether the sentence speaks of what a term of the question means."""
        if term.value is not None:
            return self.bears(term)
        if term.kind is TermKind.NAME:  # *Kuechly* is *Luke Kuechly*
            return term.stem in self.stems or term.beside in self.stems
        return term.stem in self.related


def read_shown(sentence: NumberedSentence, place: int, question: Terms, names: frozenset[str]) -> ShownSentence:
    """Read the terms of a sentence that was shown.

    Args:
        sentence: the sentence.
        place: its rank among the sentences shown, from 0.
        question: the question.
        names: folded words known to be names.
    """
    language = question.language
    title = read_terms(without_brackets(sentence.document.title), language, names=names)
    headings = read_terms(" . ".join(sentence.section.path), language, names=names)
    text = read_terms(sentence.sentence.resolved or sentence.sentence.text, language, names=names)
    # What is said of a class holds for its members: the path begins with the concept that led to the sentence.
    led_by = read_terms(" ".join(sentence.path[:1]) if is_inherited(sentence.path) else "", language, names=names)
    dates = zip(find_life_span(text.text, lexicon_of(language)), ("born", "died"), strict=True)
    dated = (root(word, language) for date, word in dates if date is not None)
    stems = with_equals((*text.stems, *title.stems, *headings.stems, *led_by.stems, *dated), language)
    own_names = {term.stem for term in text.terms if term.kind is TermKind.NAME} - question.stems
    return ShownSentence(
        sentence,
        place,
        text,
        title,
        headings,
        stems,
        with_related(stems, language),
        with_equals(own_names, language),
        first_name(text.text, lexicon_of(language)) - title.stems,
    )


def are_linked(one: ShownSentence, other: ShownSentence) -> bool:
    """Tell whether two sentences stand close together, share a name, or one names the title of the other."""
    if one.sentence.document.id == other.sentence.document.id:
        apart = abs(one.sentence.sentence.position - other.sentence.sentence.position)
        same_section = one.sentence.section.id == other.sentence.section.id
        are_near = same_section and (apart <= _NEAR or bool(one.title.words))
        return are_near and one.subject <= other.stems and other.subject <= one.stems
    if one.text.contains(other.title) or other.text.contains(one.title):
        return True
    return not one.names.isdisjoint(other.names)


def are_joined(claim: Claim, chosen: Sequence[ShownSentence]) -> bool:
    """Tell whether what is new belongs together in the sentences.

    Each new value must stand in one sentence with half of the new names, or without names, half of the new words.
    Without names, all that is new in one clause must also stand in one sentence.
    """
    names = [term for term in claim.new if term.kind is TermKind.NAME]
    others = names or [term for term in claim.new if term.kind is TermKind.WORD]
    clauses = [] if names else claim.terms.clauses
    parts = [part for clause in clauses if (part := [term for term in clause if term in claim.new])]
    if not all(any(all(map(each.bears, part)) for each in chosen) for part in parts):
        return False
    if not names and len(parts) > 1:
        return True
    return not others or all(
        any(each.bears(value) and 2 * sum(map(each.bears, others)) >= len(others) for each in chosen)
        for value in claim.new
        if value.kind is TermKind.VALUE
    )
