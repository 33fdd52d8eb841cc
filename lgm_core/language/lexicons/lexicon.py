"""The lexicon of a language: the words and rules by which concepts are written and clauses are read.

A language without a lexicon of its own gets one of stems and stop words alone: its concept keys are the words as
written, in lower case and without accents, and its statements are not classified by their verbs. No rule of a language
is used on another.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from lgm_core.language.lexicons.support_words import SupportWords
from lgm_core.language.values.value_words import ValueWords
from lgm_core.model import StatementKind

__all__ = ["ClauseWords", "FactWords", "Lexicon", "QuestionWords", "words"]

NormaliseWords = Callable[[list[str]], list[str]]


def words(text: str) -> frozenset[str]:
    """Return the words of a list written out in a string."""
    return frozenset(text.split())


def _always_past(form: str, lemma: str) -> bool:
    """Return True: where no rule knows the present tense, every verb is taken to report an event."""
    return True


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """Lemmas by which a clause is an attribute, an ability or an action (paper equation 2).

    Attributes:
        modals: auxiliaries of ability.
        able: adjectives of ability.
        states: verbs that say what something is or has.
        stative_participles: verbs whose passive says what something is.
        perfect: auxiliaries of the perfect.
        negations: words that deny a clause.
        support: verbs that only carry a negation, as in *do not fly*.
        relatives: words that begin a clause inside another.
        conjunctions: words and marks between coordinated values.
        progressive_ending: ending of verbs in a progressive tense; empty without one.
        is_past: tells from the form and the lemma of a verb whether it is in a past tense.
        kind_of_text: classifies a sentence by its text and lemmas, where the language tells tenses apart by words;
            otherwise only modals and states tell kinds.
    """

    modals: frozenset[str] = frozenset()
    able: frozenset[str] = frozenset()
    states: frozenset[str] = frozenset()
    stative_participles: frozenset[str] = frozenset()
    perfect: frozenset[str] = frozenset()
    negations: frozenset[str] = frozenset()
    support: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    conjunctions: frozenset[str] = frozenset()
    progressive_ending: str = ""
    is_past: Callable[[str, str], bool] = _always_past
    kind_of_text: Callable[[str, str], StatementKind] | None = None


@dataclass(frozen=True, slots=True)
class FactWords:
    """Words by which facts are told from what is possible, conditional, or somebody's words; mostly lemmas.

    Attributes:
        unreal: auxiliaries of what may be, must be, or will be.
        conditions: words that begin a clause whose truth is open.
        suppositions: those of them that leave the truth of the main clause open too.
        reports: verbs whose clauses are somebody's words or wishes.
        denials: words that deny most of what they stand with, besides negations.
        near_misses: words that tell that what a verb says did not quite happen.
        comparing: verbs whose participles only link phrases: *compared to*, *including*.
        sources: words that tell that a sentence is somebody's view, as written in lower case.
        relatives: pronouns that begin a clause about a noun.
        ordinals: words before a noun that say which one, not of what kind.
        carriers: verbs after which an infinitive tells what happened: *went on to direct*, *began to teach*.
        name_suffixes: what stands behind a name and is none, in the form of keys.
        ranges: prepositions that need two values.
        likenesses: prepositions that liken what follows to more than the noun before them.
        groundings: verbs whose participle behind an object mostly tells how it is done: *groups papers based on*.
        linking_nouns: nouns that are one preposition with those around them: *in terms of*, *in order to*.
        manners: prepositions that mostly tell how something is done, not of what kind a thing is.
        directions: prepositions that say little between two nouns without the verb that they belong to.
    """

    unreal: frozenset[str]
    conditions: frozenset[str]
    suppositions: frozenset[str]
    reports: frozenset[str]
    denials: frozenset[str]
    near_misses: frozenset[str]
    comparing: frozenset[str]
    sources: frozenset[str]
    relatives: frozenset[str]
    ordinals: frozenset[str]
    carriers: frozenset[str]
    name_suffixes: frozenset[str]
    ranges: frozenset[str]
    likenesses: frozenset[str]
    groundings: frozenset[str]
    linking_nouns: frozenset[str]
    manners: frozenset[str]
    directions: frozenset[str]


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """Folded words that tell of what kind the answer to a question must be; without them any answer will do.

    Attributes:
        interrogatives: words that ask for something, such as *who*.
        auxiliaries: words that a question begins with which is answered by *yes* or *no*.
        quantities: beginnings of questions that ask for a number or a date, such as *how many*.
        dates: those of them that ask for a date.
        names: words that a question begins with which asks for somebody or a place.
        numerals: numbers in words, and words for times.
        choice: the word between alternatives.
        conjunction: the word between things that a question names together.
        date_nouns: nouns for what is a date, as in *date of birth*.
        number_nouns: nouns for what is a number or a quantity, as in *population*.
        place_nouns: nouns for places, as in *place of birth*; of interrogatives, the one that asks for a place.
        person_nouns: nouns for persons, as in *director*; of interrogatives, those that ask for somebody.
        place_links: prepositions before the names of places.
    """

    interrogatives: frozenset[str]
    auxiliaries: frozenset[str]
    quantities: tuple[str, ...]
    dates: tuple[str, ...]
    names: frozenset[str]
    numerals: frozenset[str]
    choice: str
    conjunction: str
    date_nouns: frozenset[str] = frozenset()
    number_nouns: frozenset[str] = frozenset()
    place_nouns: frozenset[str] = frozenset()
    person_nouns: frozenset[str] = frozenset()
    place_links: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The words and word rules of one language; `lexicon_of` gives the same object for the same language every time.

    All words are folded: in lower case and without accents.

    Attributes:
        code: ISO 639-1 code.
        determiners: words that a concept does not begin with.
        normalise: brings the words of a concept into the one form of its key.
        readable_keys: whether keys of concepts are words of the language, and not stems.
        drops_possessives: whether *'s* and apostrophes are left out of keys.
        pronouns: words that name no concept.
        titles: words before the name of a person.
        links: small words inside names.
        genitive: the word that joins two names, as *of* in *Bank of England*; empty without one.
        question_words: words of a question that are not looked up as concepts by themselves.
        empty_nouns: concepts that only say what form an answer takes.
        stop_words: words that have no weight in ranking. There may be fewer than question words: a word such as
            *after* names no concept, but sentences that have it may answer the question better.
        stem: folds a word and cuts it so that its forms meet in ranking.
        normalise_name: brings the words of a name in a title or question into the form of a key.
        related_words: groups of words that may stand for each other in ranking.
        closed_answers: words that answer a question which offers no other answers.
        questions: words that tell of what kind an answer must be; None where nobody has listed them.
        months: names of months, in the form of keys.
        clauses: words that tell kinds of statements.
        facts: words by which facts are told from what is not one; None where nobody has listed them.
        values: words of dates, numbers and quantities.
        support: words by which statements are compared with sentences.
        relation_cues: pattern of wordings that may state a meta-relation; None takes every sentence for a candidate.
        capitalises_nouns: whether a capital inside a sentence makes no name of a word.
        resolves_pronouns: whether the engine's own rules of coreference are for this language.
    """

    code: str
    determiners: frozenset[str] = frozenset()
    normalise: NormaliseWords = list
    readable_keys: bool = False
    drops_possessives: bool = False
    pronouns: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    genitive: str = ""
    question_words: frozenset[str] = frozenset()
    empty_nouns: frozenset[str] = frozenset()
    stop_words: frozenset[str] = frozenset()
    stem: Callable[[str], str] = str
    normalise_name: NormaliseWords = list
    related_words: tuple[tuple[str, ...], ...] = ()
    closed_answers: frozenset[str] = frozenset()
    questions: QuestionWords | None = None
    months: frozenset[str] = frozenset()
    clauses: ClauseWords = field(default_factory=ClauseWords)
    facts: FactWords | None = None
    values: ValueWords = field(default_factory=ValueWords)
    support: SupportWords = field(default_factory=SupportWords)
    relation_cues: re.Pattern[str] | None = None
    capitalises_nouns: bool = False
    resolves_pronouns: bool = False
