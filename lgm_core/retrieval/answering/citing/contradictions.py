"""Contradictions: one of two texts denies what the other says, or swaps who did what to whom."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.normalisation import fold_word
from lgm_core.language.words import split_words
from lgm_core.retrieval.answering.citing.statement_terms import Claim, Term, TermKind, Terms, root, with_equals

__all__ = [
    "denies_otherwise",
    "differs_from_question",
    "is_denied",
    "says_opposite",
    "swaps_subject_and_object",
    "verb_arguments",
]

_PIECE = re.compile(r"\w+(?:[-.]\w+)*|['’](?=\w)|[^\w\s]")
_CLAUSE_MARKS = frozenset(',;:()–—"“”')
_NUMBER_SIGN = re.compile(r"\bno\.?\s*(?=\d)", re.IGNORECASE)
"""*No. 5* is not a denial."""

_DENIED = 2
"""How many content words after a negating word it may deny, as in *no longer sold*."""


@dataclass(frozen=True, slots=True)
class _Clause:
    """The stems of a clause, whether it is negative, and the stems that its negating words may deny."""

    stems: frozenset[str]
    is_denied: bool
    denied: frozenset[str]

    def denies(self, stems: frozenset[str]) -> bool:
        """Tell whether it denies what some words say."""
        return self.is_denied and (not self.denied or not self.denied.isdisjoint(stems))


def denies_otherwise(statement: str, sentence: str, stems: frozenset[str], language: str) -> bool:
    """Tell whether either of two texts denies what the other says.

    Args:
        statement: a statement of an answer.
        sentence: a sentence with the words of the statement.
        stems: stems of the statement's content; only the sentence's clauses with most of them are compared.
        language: ISO 639-1 code.
    """
    clauses = _clauses(sentence, language)
    nearest = _nearest(clauses, stems)
    denies = is_denied(statement, language)
    if nearest and all(not clause.is_denied if denies else clause.denies(stems) for clause in nearest):
        return True
    for stated in _clauses(statement, language):
        own = stated.stems & stems
        nearest = [] if stated.is_denied else _nearest(clauses, own)
        if nearest and all(own <= clause.stems and clause.denies(own) for clause in nearest):
            return True
    return False


def _nearest(clauses: Iterable[_Clause], stems: frozenset[str]) -> list[_Clause]:
    """Return the clauses that share most of the stems; none if no clause shares any."""
    shared = [(len(clause.stems & stems), clause) for clause in clauses]
    most = max((count for count, _ in shared), default=0)
    return [clause for count, clause in shared if count == most > 0]


def says_opposite(statement: Collection[str], text: Collection[str], language: str) -> bool:
    """Tell whether one text has a word and the other its opposite, and neither has both.

    Args:
        statement: folded words of a statement.
        text: those of a sentence, or of the question.
        language: ISO 639-1 code.
    """
    return any(
        (one in statement and other not in statement and other in text and one not in text)
        or (other in statement and one not in statement and one in text and other not in text)
        for one, other in lexicon_of(language).support.opposites
    )


def is_denied(statement: str, language: str) -> bool:
    """Tell whether a statement has a negative clause."""
    return any(clause.is_denied for clause in _clauses(statement, language))


def swaps_subject_and_object(statement: str, sentence: str, names: frozenset[str], language: str) -> bool:
    """Tell whether a statement swaps the subject and the object of a verb of a sentence.

    Both texts must have the verb between two of the names; otherwise the answer is no, as in a language whose passive
    we do not know.

    Args:
        statement: a statement of an answer.
        sentence: a sentence with the words of the statement.
        names: stems that may be subject or object: the statement's names, or two words around a verb.
        language: ISO 639-1 code.
    """
    if len(names) < 2 or not lexicon_of(language).support.passive:
        return False
    said = _roles(sentence, names, language)
    for verb, (agents, objects) in _roles(statement, names, language).items():
        others, patients = said.get(verb, (frozenset(), frozenset()))
        if agents and objects and agents <= patients and objects <= others and not agents & others:
            return True
    return False


def verb_arguments(terms: Terms, language: str) -> Iterator[frozenset[str]]:
    """Yield the stems of the words before and after each word that looks like a verb, within its clause."""
    modals = lexicon_of(language).support.modals
    folded = [word.folded for word in split_words(terms.text)]
    after_modals = {other for one, other in pairwise(folded) if one in modals}
    for clause in terms.clauses:
        for first, verb, last in zip(clause, clause[1:], clause[2:], strict=False):
            written = verb.surface.casefold()
            is_verb = written.endswith(("s", "ed")) or written in after_modals
            if is_verb and first.kind is verb.kind is last.kind is TermKind.WORD:
                yield frozenset({first.stem, last.stem})


@lru_cache(maxsize=1 << 12)
def _clauses(text: str, language: str) -> tuple[_Clause, ...]:
    """Divide a text at marks and conjunctions, and tell what each clause denies."""
    lexicon = lexicon_of(language)
    words = lexicon.support
    clauses: list[_Clause] = []
    stems: set[str] = set()
    content: list[str] = []  # the stems of words other than stop words
    denials: list[int] = []  # how many content stems come before each negating word
    written = _PIECE.findall(_NUMBER_SIGN.sub("", text))
    # A capital inside a sentence makes a word part of a name: *To Be or Not to Be*.
    pieces = [piece if place and piece[:1].isupper() else fold_word(piece) for place, piece in enumerate(written)]
    for before, piece, after in zip(["", *pieces], [*pieces, ";"], [*pieces[1:], "", ""], strict=False):
        if piece in _CLAUSE_MARKS or piece in words.clause_words:
            if stems:
                denied = with_equals((stem for at in denials for stem in content[at : at + _DENIED]), language)
                clauses.append(_Clause(frozenset(stems), len(denials) % 2 == 1, denied))
            stems, content, denials = set(), [], []
        elif piece in words.denying or (before in ("'", "’") and piece in words.denying_endings):
            carries_on = piece in words.denying_on and len(denials) % 2 == 1
            if after not in words.affirming and not carries_on:
                denials.append(len(content))
        elif piece in words.denying_before.get(after, ()):
            denials.append(len(content))
        else:
            stems.add(root(piece, language))
            content += [] if piece in lexicon.stop_words else [root(piece, language)]
    return tuple(clauses)


def _roles(text: str, names: frozenset[str], language: str) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return, for the stem of each verb between two names, the stems of its agents and of its objects."""
    words = lexicon_of(language).support
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
"""A statement repeats its question if it has this share of the question's terms."""

_WITHIN_NAME = 8
"""The most characters between two words of one name, as in *Edict of the Fontainebleau*."""


def differs_from_question(claim: Claim, question: Terms, language: str, *, is_choice: bool) -> bool:
    """Tell whether a statement repeats its question, but with another date, number or name, or an opposite word.

    Args:
        claim: the statement.
        question: its question.
        language: ISO 639-1 code.
        is_choice: whether the question names the possible answers, which may be opposites.
    """
    asked = [term for term in question.terms if term.kind is not TermKind.VALUE]
    repeated = sum(term.stem in claim.terms.stems for term in asked)
    if claim.is_fact or not asked or repeated < _REPEATED * len(asked):
        return False
    if not is_choice and says_opposite(claim.terms.words, question.words, language):
        return True
    if any(term.kind is TermKind.VALUE for term in claim.new):
        values = [term.value for term in question.terms if term.value is not None]
        if any(not claim.terms.states(value) for value in values):
            return True
    lost = any(term.kind is TermKind.NAME and not {term.stem, term.beside} & claim.terms.stems for term in asked)
    return lost and _count_names(claim.new) > 1


def _count_names(terms: Sequence[Term]) -> int:
    """Count the names that the terms belong to: words of one name have at most a short word, as *of*, between them."""
    names = [term for term in terms if term.kind is TermKind.NAME]
    apart = (term.start - other.start - len(other.surface) for other, term in pairwise(names))
    return bool(names) + sum(distance > _WITHIN_NAME for distance in apart)
