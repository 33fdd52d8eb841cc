"""Contradictions: a statement denies what a sentence says, or the reverse, or turns round who did what to whom."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lexicons.lexicon import Lexicon
from lgm_core.language.lexicons.support_words import SupportWords
from lgm_core.language.normalisation import fold_word
from lgm_core.model import Value, ValueKind
from lgm_core.retrieval.answering.citing.statement_terms import (
    Claim,
    Term,
    TermKind,
    Terms,
    clauses_of,
    root,
    with_equals,
)
from lgm_core.retrieval.words import split_words

__all__ = ["denies_otherwise", "departs", "is_denied", "says_opposite", "turns_round", "verb_arguments"]

_PIECE = re.compile(r"\w+(?:[-.]\w+)*|['’](?=\w)|[^\w\s]")
_CLAUSE_MARKS = frozenset(',;:()–—"“”')
_NUMBER_SIGN = re.compile(r"\bno\.?\s*(?=\d)", re.IGNORECASE)
"""*No. 5* denies nothing."""


_DENIED = 2
"""Words behind a denial of which one is what it denies, as in *no longer sold*."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """A part of a sentence between marks and conjunctions: stems of its words, and what it denies.

    Attributes:
        stems: of all words.
        is_denied: whether it denies something.
        denied: stems of the words behind its denials and of what means the same.
    """

    stems: frozenset[str]
    is_denied: bool
    denied: frozenset[str] = frozenset()

    def denies(self, stems: frozenset[str]) -> bool:
        """Tell whether it denies what some words say."""
        return self.is_denied and (not self.denied or not self.denied.isdisjoint(stems))


def denies_otherwise(statement: str, sentence: str, stems: frozenset[str], words: SupportWords, language: str) -> bool:
    """Tell whether one of two texts denies what the other says.

    Args:
        statement: a statement of an answer.
        sentence: a sentence that has its words.
        stems: stems of the statement's content; of the sentence's clauses that counts which has most of them.
        words: the words of the language that deny.
        language: ISO 639-1 code.
    """
    if not words.denying:
        return False
    denies = is_denied(statement, words, language)
    clauses = list(_clauses(sentence, words, language))
    nearest = _nearest(clauses, stems)
    if nearest and all(not clause.is_denied if denies else clause.denies(stems) for clause in nearest):
        return True
    for stated in _clauses(statement, words, language):
        own = stated.stems & stems
        nearest = [] if stated.is_denied else _nearest(clauses, own)
        if nearest and all(own <= clause.stems and clause.denies(own) for clause in nearest):
            return True
    return False


def _nearest(clauses: Sequence[_Clause], stems: frozenset[str]) -> list[_Clause]:
    """Return the clauses that have most of some stems."""
    most = max((len(clause.stems & stems) for clause in clauses), default=0)
    return [clause for clause in clauses if most and len(clause.stems & stems) == most]


def says_opposite(statement: Collection[str], text: Collection[str], words: SupportWords) -> bool:
    """Tell whether a statement has the opposite of a word that a text has, and neither has both.

    Args:
        statement: folded words of a statement.
        text: those of a sentence, or of the question.
        words: the words of the language that are opposites.
    """
    return any(
        (one in statement and other not in statement and other in text and one not in text)
        or (other in statement and one not in statement and one in text and other not in text)
        for one, other in words.opposites
    )


def is_denied(statement: str, words: SupportWords, language: str) -> bool:
    """Tell whether a statement denies something."""
    return any(clause.is_denied for clause in _clauses(statement, words, language))


def turns_round(statement: str, sentence: str, names: frozenset[str], words: SupportWords, language: str) -> bool:
    """Tell whether a statement gives the agent of a sentence's verb as its object, and the object as its agent.

    Both must have the verb with one of these on either side; anything less says nothing.

    Args:
        statement: a statement of an answer.
        sentence: a sentence that has its words.
        names: stems of what may be agent or object: of the statement's names, or of two words beside a verb.
        words: the words of the language that tell the passive; without them nothing is told.
        language: ISO 639-1 code.
    """
    if not words.passive or len(names) < 2:
        return False
    stated, said = (_roles(text, names, words, language) for text in (statement, sentence))
    for verb, (agents, objects) in stated.items():
        if verb not in said:
            continue
        others, patients = said[verb]
        if agents and objects and agents <= patients and objects <= others and not agents & others:
            return True
    return False


def verb_arguments(terms: Terms, words: SupportWords, language: str) -> Iterator[frozenset[str]]:
    """Yield the stems of two words on either side of a third that looks like a verb, clause by clause."""
    folded = [word.folded for word in split_words(terms.text)]
    after_modals = {other for one, other in pairwise(folded) if one in words.modals}
    for clause in clauses_of(terms, language):
        for first, verb, last in zip(clause, clause[1:], clause[2:], strict=False):
            written = verb.surface.casefold()
            is_verb = written.endswith(("s", "ed")) or written in after_modals
            if is_verb and first.kind is verb.kind is last.kind is TermKind.WORD:
                yield frozenset({first.stem, last.stem})


def _clauses(text: str, words: SupportWords, language: str) -> Iterator[_Clause]:
    stems: set[str] = set()
    content: list[str] = []  # the stems but for those of stop words
    denials: list[int] = []  # how many of these stood before each
    stop_words = lexicon_of(language).stop_words
    written = _PIECE.findall(_NUMBER_SIGN.sub("", text))
    # A capital inside a sentence makes it part of a name: *To Be or Not to Be*.
    pieces = [piece if place and piece[:1].isupper() else fold_word(piece) for place, piece in enumerate(written)]
    for place, piece in enumerate([*pieces, ";"]):
        before = pieces[place - 1] if place else ""
        after = pieces[place + 1] if place + 1 < len(pieces) else ""
        if piece in _CLAUSE_MARKS or piece in words.clause_words:
            if stems:
                denied = with_equals((stem for at in denials for stem in content[at : at + _DENIED]), language)
                yield _Clause(frozenset(stems), len(denials) % 2 == 1, denied)
            stems, content, denials = set(), [], []
        elif piece in words.denying or (before in ("'", "’") and piece in words.denying_endings):
            carries_on = piece in words.denying_on and len(denials) % 2 == 1
            if after not in words.affirming and not carries_on:
                denials.append(len(content))
        elif piece in words.denying_before.get(after, ()):
            denials.append(len(content))
        else:
            stems.add(root(piece, language))
            content += [] if piece in stop_words else [root(piece, language)]


def _roles(
    text: str, names: frozenset[str], words: SupportWords, language: str
) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return by each word between two names who comes as its agent and who as its object, as stems of the names."""
    pieces = [fold_word(piece) for piece in _PIECE.findall(text)]
    stems = [root(piece, language) for piece in pieces]
    roles: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for place in range(1, len(pieces) - 1):
        is_predicate = stems[place - 1] in names or pieces[place - 1] in words.passive
        is_predicate = is_predicate or (place > 1 and stems[place - 2] in names and pieces[place - 1] in words.modals)
        if not is_predicate or stems[place] in names or not pieces[place].isalpha():
            continue
        if pieces[place] in words.passive | words.symmetric | words.modals or pieces[place + 1] in words.genitives:
            continue
        before, after = (frozenset(part) & names for part in (stems[:place], stems[place + 1 :]))
        if not before or not after:
            continue
        is_passive = pieces[place - 1] in words.passive and not words.agents.isdisjoint(pieces[place + 1 : place + 3])
        roles[stems[place]] = (after - before, before - after) if is_passive else (before - after, after - before)
    return roles


_REPEATED = 0.75
"""Share of the words of a question that a statement has which repeats it."""

_WITHIN_NAME = 8
"""Characters between two words of one name, at most, as in *Edict of the Fontainebleau*."""


def departs(claim: Claim, question: Terms, lexicon: Lexicon, *, is_choice: bool) -> bool:
    """Tell whether a statement repeats its question but for something for which it has another.

    That is a date or number, the opposite of a word, or a name that stands beside the one asked for.

    Args:
        claim: the statement.
        question: its question.
        lexicon: of the language.
        is_choice: whether the question names the answers there may be; these may be opposites.
    """
    asked = [term for term in question.terms if term.kind is not TermKind.VALUE]
    repeated = sum(term.stem in claim.terms.stems for term in asked)
    if claim.is_fact or not asked or repeated < _REPEATED * len(asked):
        return False
    if not is_choice and says_opposite(claim.terms.words, question.words, lexicon.support):
        return True
    if any(term.kind is TermKind.VALUE for term in claim.new):
        values = [term.value for term in question.terms if term.value is not None]
        if any(not claim.terms.states(value) or _is_cut(value, claim.terms) for value in values):
            return True
    lost = any(term.kind is TermKind.NAME and not {term.stem, term.beside} & claim.terms.stems for term in asked)
    return lost and _count_names(claim.new) > 1


def _is_cut(value: Value, terms: Terms) -> bool:
    """Tell whether a date has numbers that terms lack, as the second of two years."""
    numbers = frozenset(word.folded for word in split_words(value.text) if word.folded.isdecimal())
    return value.kind is ValueKind.DATE and not numbers <= terms.digits


def _count_names(terms: Iterable[Term]) -> int:
    """Return of how many names terms are; what stands between words of one is short, as *of*."""
    names = [term for term in terms if term.kind is TermKind.NAME]
    apart = (term.start - other.start - len(other.surface) for other, term in pairwise(names))
    return bool(names) + sum(distance > _WITHIN_NAME for distance in apart)
