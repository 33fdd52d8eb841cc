"""What the engine knows of a language besides its annotation: how concepts are normalised, how clauses are read.

English and German have tables. Any other language gets empty ones: concepts are what is written, in lower case and
without accents, and a verb says nothing of kinds of statements. No rule of one language is ever used on another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lgm_core.language.inflection import singular
from lgm_core.language.lexicons import english_lexicon as english
from lgm_core.language.lexicons import german_lexicon as german

__all__ = ["ClauseWords", "LanguageTables", "language_code", "tables_of"]

NormaliseWords = Callable[[list[str]], list[str]]


def _no_past(form: str, lemma: str) -> bool:
    """Without tables, no verb is known to be in the present: what it says is an event."""
    return True


@dataclass(frozen=True, slots=True)
class ClauseWords:
    """Lemmas by which a clause is an attribute, an ability or an action (paper equation 2).

    `support` verbs only carry a negation, as in *do not fly*; `relatives` begin a clause inside another. `is_past`
    tells from the form and lemma of a verb whether it is in a past tense.
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
    is_past: Callable[[str, str], bool] = _no_past


@dataclass(frozen=True, slots=True)
class LanguageTables:
    """The tables of one language.

    Attributes:
        determiners: words that a concept does not begin with.
        normalise: brings the words of a concept, folded, into the one form of its key.
        pronouns: words that name no concept.
        titles: words before the name of a person.
        links: small words inside names.
        genitive: the word that joins a name to the one it belongs to, as *of*; empty without one.
        question_words: words of a question that are not looked up as concepts by themselves.
        empty_nouns: concepts that only say what form an answer takes.
        clauses: words that tell kinds of statements.
    """

    code: str
    determiners: frozenset[str] = frozenset()
    normalise: NormaliseWords = list
    pronouns: frozenset[str] = frozenset()
    titles: frozenset[str] = frozenset()
    links: frozenset[str] = frozenset()
    genitive: str = ""
    question_words: frozenset[str] = frozenset()
    empty_nouns: frozenset[str] = frozenset()
    clauses: ClauseWords = field(default_factory=ClauseWords)


def _english_head(words: list[str]) -> list[str]:
    """Put the head noun in the singular: the last word, and the one before *of*."""
    if "_".join(words[-2:]) in english.PLURAL_NAMES:
        return words
    words[-1] = singular(words[-1])
    if "of" in words[1:-1]:
        head = words.index("of", 1) - 1
        words[head] = singular(words[head])
    return words


def _german_stems(words: list[str]) -> list[str]:
    """Cut endings off every word: adjectives are declined too."""
    return [german.stem(word) for word in words]


_ENGLISH = LanguageTables(
    code="en",
    determiners=english.DETERMINERS,
    normalise=_english_head,
    pronouns=english.PRONOUNS,
    titles=english.TITLES,
    links=english.LINKS,
    genitive="of",
    question_words=english.QUESTION_WORDS,
    empty_nouns=english.EMPTY_NOUNS,
    clauses=ClauseWords(
        modals=english.MODALS,
        able=english.ABLE,
        states=english.STATES,
        stative_participles=english.STATIVE_PARTICIPLES,
        perfect=frozenset({"have"}),
        negations=frozenset({"not", "n't", "n’t", "never", "no"}),
        support=frozenset({"do"}),
        relatives=frozenset({"that", "which", "who", "whom", "whose"}),
        conjunctions=frozenset({"and", "or", "but", ","}),
        progressive_ending="ing",
        is_past=english.is_past,
    ),
)
_GERMAN = LanguageTables(
    code="de",
    determiners=german.DETERMINERS,
    normalise=_german_stems,
    pronouns=german.PRONOUNS,
    titles=german.TITLES,
    links=german.LINKS,
    question_words=german.QUESTION_WORDS,
    empty_nouns=german.EMPTY_NOUNS,
    clauses=ClauseWords(
        modals=german.MODALS,
        able=german.ABLE,
        states=german.STATES,
        stative_participles=german.STATIVE_PARTICIPLES,
        perfect=frozenset({"haben", "sein"}),
        negations=frozenset({"nicht", "nie", "niemals", "kein"}),
        conjunctions=frozenset({"und", "oder", "aber", "sowie", ","}),
        is_past=german.is_past,
    ),
)
_TABLES = {tables.code: tables for tables in (_ENGLISH, _GERMAN)}


def language_code(language: str) -> str:
    """Return the ISO 639-1 code that a language tag begins with: `de` of `de-AT`."""
    return language.lower().replace("_", "-").partition("-")[0]


def tables_of(language: str) -> LanguageTables:
    """Return the tables of a language; empty ones when it has none."""
    code = language_code(language)
    return _TABLES.get(code) or LanguageTables(code)
