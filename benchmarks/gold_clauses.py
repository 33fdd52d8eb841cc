"""The subjects, objects and prepositional nouns of verbs in the gold trees of Universal Dependencies.

Gold are the verbs (VERB, without *there is*) with a nominal subject: their own, that of the predicate they are
coordinated with, or the noun that a relative clause describes. Their arguments are objects and obliques with a
preposition. Subjects and arguments count with their conjuncts; pronouns are left out, but a relative one stands for its
noun.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.language import GoldWord

__all__ = ["Place", "Reading", "gold_readings", "open_clauses"]

_NOMINAL = frozenset({"NOUN", "NUM", "PROPN", "SYM", "X"})
_OPEN_CLAUSES = frozenset({"acl", "advcl", "xcomp"})

Place = tuple[int, int]
"""The character span of a word in its text."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A subject and a verb, and an object, if any: of the preposition, or of the verb if this is empty.

    Each is the places of its head word: one, or those that it may stand at.
    """

    subject: frozenset[Place]
    verb: frozenset[Place]
    preposition: str = ""
    object: frozenset[Place] = frozenset()


def gold_readings(words: Sequence[GoldWord]) -> Iterator[Reading]:
    """Yield what the verbs of a sentence state."""
    for verb, word in enumerate(words):
        for subject in _subjects(words, verb) if word.upos == "VERB" and word.lemma != "be" else ():
            yield Reading(_place(words[subject]), _place(word))
            for preposition, end in [*_objects(words, verb), *_obliques(words, verb)]:
                yield Reading(_place(words[subject]), _place(word), preposition, _place(words[end]))


def open_clauses(words: Sequence[GoldWord]) -> Iterator[Place]:
    """Yield the places of participles, infinitives and adverbial clauses without a subject of their own."""
    for index, word in enumerate(words):
        if word.relation in _OPEN_CLAUSES and not _children(words, index, "nsubj"):
            yield word.start, word.end


def _subjects(words: Sequence[GoldWord], verb: int) -> list[int]:
    own = [word for word in _children(words, verb, "nsubj") if words[word].relation != "nsubj:outer"]
    if not own and words[verb].relation == "conj":
        return _subjects(words, words[verb].head)
    return [end for subject in own for end in _ends(words, verb, subject)]


def _objects(words: Sequence[GoldWord], verb: int) -> list[tuple[str, int]]:
    return [("", end) for word in _children(words, verb, "obj") for end in _ends(words, verb, word)]


def _obliques(words: Sequence[GoldWord], verb: int) -> Iterator[tuple[str, int]]:
    for word in _children(words, verb, "obl"):
        preposition = ""
        for end in _ends(words, verb, word):
            cases = _children(words, end, "case") or (_children(words, word, "case") if end == words[verb].head else [])
            preposition = words[cases[0]].form.lower() if cases else preposition
            if preposition:
                yield preposition, end


def _ends(words: Sequence[GoldWord], verb: int, word: int) -> list[int]:
    """Return the nouns of an argument: with conjuncts, or the noun that a relative pronoun stands for."""
    clause = words[verb]
    if clause.relation == "acl:relcl" and "PronType=Rel" in words[word].features.split("|"):
        return [clause.head] if words[clause.head].upos in _NOMINAL else []
    return [end for end in (word, *_children(words, word, "conj")) if words[end].upos in _NOMINAL]


def _children(words: Sequence[GoldWord], head: int, relation: str) -> list[int]:
    return [index for index, w in enumerate(words) if w.head == head and w.relation.partition(":")[0] == relation]


def _place(word: GoldWord) -> frozenset[Place]:
    return frozenset({(word.start, word.end)})
