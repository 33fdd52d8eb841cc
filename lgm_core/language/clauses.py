"""Clauses of a parsed sentence: subject, verb and object, and whether they state an attribute, an ability or an action.

The parse is a tree of Universal Dependencies, so the rules are the same for every language; the words that distinguish
abilities from actions are in the lexicon of the language. Clauses are read from the main predicate, its conjuncts, and
relative clauses. Reported speech (*they say that ...*) and conditions are left out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import concept_key
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.model import Clause, StatementKind

__all__ = ["find_clauses"]

_MOST_CLAUSES = 24
"""The most clauses read from one sentence: prose has fewer, and a table or list read as a sentence would give
hundreds."""
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "ADJ", "SYM", "X"})
_SUBJECTS = frozenset({"NOUN", "PROPN", "NUM", "X"})

Predication = tuple[str, str, StatementKind]
"""Verb, object and kind of a predicate; the object may be empty."""


def find_clauses(sentence: ChunkedSentence) -> tuple[Clause, ...]:
    """Return the clauses of a sentence in order; none without a parse.

    Resolved pronouns stand for their antecedents.
    """
    tokens = sentence.annotation.tokens
    if not tokens or not tokens[0].relation:
        return ()
    return tuple(dict.fromkeys(islice(_ClauseReader(sentence).clauses(), _MOST_CLAUSES)))


class _ClauseReader:
    """Reads the clauses of one sentence. Words are indices of its tokens."""

    def __init__(self, sentence: ChunkedSentence) -> None:
        self._text, self._tokens, self._lexicon = sentence.text, sentence.annotation.tokens, sentence.lexicon
        self._words = self._lexicon.clauses
        self._tree = DependencyTree(sentence)
        self._related, self._lemma = self._tree.related, self._tree.lemma

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses, main ones first."""
        for root in self._tree.children(-1):
            yield from self._coordinated_clauses(root, ())
        for index, token in enumerate(self._tokens):
            # Without a subject of its own, not even *which*, it is a participle: *the wren, known as ...*
            if token.relation == "acl:relcl" and token.head >= 0 and self._subject_words(index):
                yield from self._coordinated_clauses(index, self._names(token.head))

    def _coordinated_clauses(self, first: int, inherited: tuple[str, ...]) -> Iterator[Clause]:
        """Yield the clauses of a predicate and its conjuncts.

        A predicate without a subject takes the subject of the previous predicate; the first takes `inherited`.
        """
        queue, seen = deque([(first, inherited)]), {first}
        while queue:
            predicate, inherited = queue.popleft()
            subjects = self._subjects(predicate) or inherited
            for verb, object_, kind in self._predications(predicate) if subjects else ():
                yield from (Clause(subject, verb, object_, kind) for subject in subjects)
            for conjunct in self._related(predicate, "conj"):
                if (
                    conjunct not in seen
                    and self._is_predicate(conjunct)
                    and not self._shares_copula(predicate, conjunct)
                ):
                    seen.add(conjunct)
                    queue.append((conjunct, subjects))

    def _predications(self, predicate: int) -> Iterator[Predication]:
        if self._related(predicate, "cop"):
            yield from self._copula_predications(predicate)
        elif self._tokens[predicate].upos in ("VERB", "AUX"):
            yield from self._verb_predications(predicate)

    def _copula_predications(self, predicate: int) -> Iterator[Predication]:
        copula = self._lemma(self._related(predicate, "cop")[0])
        if self._lemma(predicate) in self._words.able and self._tokens[predicate].upos == "ADJ":
            yield self._negated(predicate, self._ability(predicate, copula)), "", StatementKind.ABILITY
            return
        can = self._auxiliaries(predicate) & self._words.modals
        kind = StatementKind.ABILITY if can else StatementKind.ATTRIBUTE
        noun = self._class_noun(predicate)
        values = [word for word in self._tree.conjuncts(noun) if word == noun or self._shares_copula(noun, word)]
        for value in values:
            verb, objects = self._copula_value(value, copula)
            # An adjective of the noun also applies to the subject: a sweet fruit is sweet.
            objects += [self._key(adjective) for adjective in self._adjectives(value)] if verb == copula else []
            yield from ((self._negated(noun, verb), object_, kind) for object_ in dict.fromkeys(objects) if object_)

    def _class_noun(self, noun: int) -> int:
        """Return the noun that an empty noun such as *kind* leads to: *fruit* in *a kind of fruit*."""
        if self._key(noun) not in self._lexicon.empty_nouns:
            return noun
        return next((child for child in self._related(noun, "nmod") if self._related(child, "case")), noun)

    def _copula_value(self, value: int, copula: str) -> tuple[str, list[str]]:
        """Return verb and objects after a copula: *be* and a value, or *be rich in* and a noun."""
        token = self._tokens[value]
        cases = self._related(value, "case")
        if cases and token.relation != "nmod":
            return f"{copula} {self._lemma(cases[0])}", [self._key(value)]
        oblique = self._oblique(value) if token.upos == "ADJ" else None
        if oblique is not None:
            preposition, nouns = oblique
            return f"{copula} {self._lemma(value)} {preposition}", nouns
        return copula, [self._key(value)]

    def _ability(self, adjective: int, copula: str) -> str:
        """Return the verb that depends on an adjective such as *able*; without a verb, *be able*."""
        relations = ("xcomp", "acl", "advcl")
        verbs = next((words for relation in relations if (words := self._related(adjective, relation))), None)
        return self._lemma(verbs[0]) if verbs else f"{copula} {self._lemma(adjective)}"

    def _verb_predications(self, verb: int) -> Iterator[Predication]:
        name = " ".join([self._lemma(verb), *map(self._lemma, self._related(verb, "compound:prt"))])
        passive = self._related(verb, "aux:pass")
        objects = [word for object_ in self._related(verb, "obj") for word in self._tree.conjuncts(object_)]
        denied = {self._key(word): self._is_denied(word) for word in objects}
        if not denied:
            complements = self._related(verb, "xcomp")
            denied = {self._key(word): False for word in complements if self._tokens[word].upos == "ADJ"}
            infinitives = [word for word in complements if self._tokens[word].upos == "VERB"]
            name = " ".join([name, *map(self._lemma, infinitives[:1])])
        if not denied and (oblique := self._oblique(verb)) is not None:
            preposition, nouns = oblique
            denied, name = dict.fromkeys(nouns, False), f"{name} {preposition}"
        name = f"{self._lemma(passive[0])} {name}" if passive else name
        kind = self._kind(verb, is_passive=bool(passive))
        for key, is_denied in (denied or {"": False}).items():
            yield (f"not {name}" if is_denied or self._is_denied(verb) else name), key, kind

    def _kind(self, verb: int, *, is_passive: bool) -> StatementKind:
        """Return the kind of a verb: a state (attribute), a possible or general act (ability), or an event (action)."""
        words, token = self._words, self._tokens[verb]
        auxiliaries = self._auxiliaries(verb)
        if auxiliaries & words.modals:
            return StatementKind.ABILITY
        if is_passive:
            is_state = self._lemma(verb) in words.stative_participles
            return StatementKind.ATTRIBUTE if is_state else StatementKind.ACTION
        if words.progressive_ending and token.text.lower().endswith(words.progressive_ending):
            return StatementKind.ACTION
        if self._lemma(verb) in words.states:
            return StatementKind.ATTRIBUTE
        if auxiliaries & words.perfect:
            return StatementKind.ACTION
        finite = next((self._tokens[auxiliary] for auxiliary in self._related(verb, "aux")), token)
        is_past = words.is_past(finite.text, finite.lemma)
        return StatementKind.ACTION if is_past else StatementKind.ABILITY

    def _subject_words(self, predicate: int) -> list[int]:
        return [word for word in self._tree.children(predicate) if self._tokens[word].relation.startswith("nsubj")]

    def _subjects(self, predicate: int) -> tuple[str, ...]:
        words = self._subject_words(predicate)
        if any(self._is_denied(word) for word in words):  # no apple is blue
            return ()
        return tuple(dict.fromkeys(key for word in words for key in self._names(word)))

    def _names(self, subject: int) -> tuple[str, ...]:
        """Return the keys of a subject and its conjuncts: nouns, names, and antecedents of resolved pronouns."""
        keys: list[str] = []
        for word in self._tree.conjuncts(subject):
            if self._tokens[word].upos == "PRON":
                keys += [concept_key(name, self._lexicon.code) for name in self._tree.antecedents(word)]
            elif self._tokens[word].upos in _SUBJECTS:
                keys.append(self._key(word))
        return tuple(key for key in keys if key)

    def _key(self, word: int) -> str:
        """Return the key of the noun phrase headed by a word, with its number if it has one; an adjective's lemma."""
        token, phrase = self._tokens[word], self._tree.phrase(word)
        if token.upos not in _NOMINAL and phrase is None:
            return ""
        if phrase is None or token.upos == "ADJ":
            return concept_key(token.lemma if token.upos == "ADJ" else token.text, self._lexicon.code)
        start = phrase.first if self._tokens[phrase.first].upos == "NUM" else phrase.start
        surface = self._text[self._tokens[start].start : self._tokens[phrase.end - 1].end]
        return concept_key(surface, self._lexicon.code)

    def _oblique(self, predicate: int) -> tuple[str, list[str]] | None:
        """Return the first preposition that attaches nouns to a predicate, and these nouns."""
        for child in self._tree.children(predicate):
            relation = self._tokens[child].relation
            cases = self._related(child, "case")
            keys = [key for noun in self._tree.conjuncts(child) if (key := self._key(noun))] if cases else []
            if relation.partition(":")[0] in ("obl", "nmod") and keys:
                return self._lemma(cases[0]), keys
        return None

    def _negated(self, predicate: int, verb: str) -> str:
        return f"not {verb}" if self._is_denied(predicate) else verb

    def _is_denied(self, word: int) -> bool:
        """Tell whether a predicate has *not*, or a noun *no*."""
        return any(self._lemma(child) in self._words.negations for child in self._tree.children(word))

    def _auxiliaries(self, verb: int) -> set[str]:
        return {self._lemma(auxiliary) for auxiliary in self._related(verb, "aux")}

    def _adjectives(self, word: int) -> list[int]:
        """Return the adjectives of a noun."""
        return self._related(word, "amod") if self._tokens[word].upos in ("NOUN", "PROPN") else []

    def _shares_copula(self, predicate: int, conjunct: int) -> bool:
        """Tell whether a conjunct is another value of the same copula: *red and sweet*."""
        if not self._related(predicate, "cop") or self._tokens[conjunct].upos not in _NOMINAL:
            return False
        return not self._related(conjunct, "cop") and not self._subjects(conjunct)

    def _is_predicate(self, word: int) -> bool:
        return self._tokens[word].upos in ("VERB", "AUX") or bool(self._related(word, "cop"))
