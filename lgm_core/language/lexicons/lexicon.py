"""What the engine knows of a language besides its annotation: how concepts are normalised, how clauses are read.

A language without a lexicon of its own gets an empty one: its concepts are what is written, in lower case and without
accents, and its verbs say nothing of kinds of statements. No rule of one language is ever used on another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["ClauseWords", "Lexicon", "words"]

NormaliseWords = Callable[[list[str]], list[str]]


def words(text: str) -> frozenset[str]:
    """Return the words of a list written out in a string."""
    return frozenset(text.split())


def _no_past(form: str, lemma: str) -> bool:
    """Without a lexicon, no verb is known to be in the present: what it says is an event."""
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


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """The words and word rules of one language; `lexicon_of` gives the same object for the same language every time.

    Attributes:
        code: ISO 639-1 code.
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
