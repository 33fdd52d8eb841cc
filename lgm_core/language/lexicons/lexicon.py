"""The lexicon of a language: the words and rules by which concepts are written and clauses are read.

A language without its own lexicon gets one with only stems and stop words: its concept keys are the words as written,
in lower case and without accents, and its statements are not classified by verbs. Rules of one language are never
applied to another.
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
    """Return the words of a list given as a string."""
    return frozenset(text.split())


def _always_past(form: str, lemma: str) -> bool:
    """Return True: without rules for the present tense, every verb counts as reporting an event."""
    return True


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """Lemmas that classify a clause as attribute, ability or action (paper equation 2).

    Attributes:
        modals: auxiliaries of ability.
        able: adjectives of ability.
        states: verbs for what something is or has.
        stative_participles: verbs whose passive describes a state.
        perfect: auxiliaries of the perfect.
        negations: words that negate a clause.
        support: verbs that only carry a negation, as in *do not fly*.
        relatives: words that begin an embedded clause.
        conjunctions: words and marks between coordinated values.
        progressive_ending: ending of verbs in a progressive tense; empty without one.
        is_past: returns whether a verb, given its form and lemma, is in a past tense.
        kind_of_text: classifies a sentence by its text and lemmas, if the language distinguishes tenses by words;
            otherwise only modals and states do.
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
    """Words that distinguish facts from possible, conditional or reported statements; mostly lemmas.

    Attributes:
        unreal: auxiliaries for possible, necessary or future events.
        conditions: words that begin a clause whose truth is open.
        suppositions: conditions that leave the truth of the main clause open too.
        reports: verbs whose clauses are reported speech or wishes.
        denials: words other than negations that mostly negate their context.
        near_misses: words for events that did not quite happen.
        comparing: verbs whose participles only link phrases: *compared to*, *including*.
        sources: words that mark a sentence as someone's view, in lower case.
        relatives: pronouns that begin a clause about a noun.
        ordinals: words before a noun that say which one, not which kind.
        carriers: verbs before an infinitive for the actual event: *went on to direct*, *began to teach*.
        name_suffixes: words after a name that are not part of it, in the form of keys.
        ranges: prepositions that need two values.
        likenesses: comparing prepositions that attach beyond the noun before them.
        groundings: verbs whose participle after an object mostly tells how it is done: *groups papers based on*.
        linking_nouns: nouns that form one preposition with those around them: *in terms of*, *in order to*.
        manners: prepositions mostly of manner, rather than of a kind of thing.
        directions: prepositions that mean little between two nouns without their verb.
        emphases: words that take back a negation before them: *not only*.
        replacing: words that, a word before a verb, say that something else happened: *rather than sailing*.
        light_verbs: verbs that say little without their object: *takes place in*.
        roundings: prepositions that before a number say that it is not exact: *over forty boats*.
    """

    unreal: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    suppositions: frozenset[str] = frozenset()
    reports: frozenset[str] = frozenset()
    denials: frozenset[str] = frozenset()
    near_misses: frozenset[str] = frozenset()
    comparing: frozenset[str] = frozenset()
    sources: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    ordinals: frozenset[str] = frozenset()
    carriers: frozenset[str] = frozenset()
    name_suffixes: frozenset[str] = frozenset()
    ranges: frozenset[str] = frozenset()
    likenesses: frozenset[str] = frozenset()
    groundings: frozenset[str] = frozenset()
    linking_nouns: frozenset[str] = frozenset()
    manners: frozenset[str] = frozenset()
    directions: frozenset[str] = frozenset()
    emphases: frozenset[str] = frozenset()
    replacing: frozenset[str] = frozenset()
    light_verbs: frozenset[str] = frozenset()
    roundings: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """Folded words that determine the kind of a question's answer; without them any answer is accepted.

    Attributes:
        interrogatives: question words, such as *who*.
        auxiliaries: first words of yes-no questions.
        quantities: beginnings of questions that ask for a number or a date, such as *how many*.
        dates: beginnings of questions that ask for a date.
        names: first words of questions for a person or a place.
        numerals: numbers in words, and words for times.
        choice: the word between alternatives.
        conjunction: the word that joins things named in a question.
        date_nouns: nouns for dates, as in *date of birth*.
        number_nouns: nouns for numbers or quantities, as in *population*.
        place_nouns: nouns for places, as in *place of birth*, and the interrogative for a place.
        person_nouns: nouns for persons, as in *director*, and the interrogatives for a person.
        place_links: prepositions before the names of places.
        askers: words for the person who asks, such as *I* and *my*, whom texts say nothing about.
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
    askers: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The words and word rules of one language; `lexicon_of` gives the same object for the same language every time.

    All words are folded: in lower case and without accents.

    Attributes:
        code: ISO 639-1 code.
        determiners: words dropped at the start of a concept.
        normalise: converts the words of a concept to the form of its key.
        readable_keys: whether keys of concepts are words of the language, rather than stems.
        drops_possessives: whether *'s* and apostrophes are left out of keys.
        pronouns: words that are not concepts.
        titles: words before a person's name.
        links: small words inside names.
        genitive: the word that joins two names, as *of* in *Bank of England*; empty without one.
        question_words: words of a question that alone are not looked up as concepts.
        empty_nouns: concepts that only describe the form of an answer.
        stop_words: words without weight in ranking. There may be fewer than question words: a word such as *after* is
            not a concept, but sentences with it may answer the question better.
        stem: folds and stems a word, so that its forms match in ranking.
        normalise_name: converts the words of a name in a title or question to the form of a key.
        related_words: groups of related words in ranking.
        closed_answers: answers to questions without alternatives, such as *yes*.
        questions: words that determine the kind of an answer; None without lists.
        months: names of months, in the form of keys.
        weekdays: names of weekdays.
        clauses: words that determine the kind of a statement.
        facts: words that distinguish facts from other statements; None without lists.
        values: words of dates, numbers and quantities.
        support: words for comparing statements with sentences.
        relation_cues: pattern of wordings that may state a meta-relation; None makes every sentence a candidate.
        capitalises_nouns: whether all nouns are capitalised, so that a capital does not indicate a name.
        resolves_pronouns: whether the engine's own coreference rules cover this language.
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
    weekdays: frozenset[str] = frozenset()
    clauses: ClauseWords = field(default_factory=ClauseWords)
    facts: FactWords | None = None
    values: ValueWords = field(default_factory=ValueWords)
    support: SupportWords = field(default_factory=SupportWords)
    relation_cues: re.Pattern[str] | None = None
    capitalises_nouns: bool = False
    resolves_pronouns: bool = False
