"""Clauses of a parsed sentence: subject, verb and object, and whether they tell an attribute, an ability or an action.

The parse is one of Universal Dependencies, so the rules are the same for every language; the words by which they tell
abilities from actions are the language's own. A clause is read off the main predicate, those joined to it, and relative
clauses. What is only said to be so (*they say that ...*), and under conditions, is left out.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import islice

from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import ClauseWords
from lgm_core.language.normalisation import fold_phrase
from lgm_core.model import Clause, StatementKind

__all__ = ["find_clauses"]

_MOST = 24
"""Clauses of one sentence that are kept; more come of tables and lists."""
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "ADJ", "SYM", "X"})


def find_clauses(sentence: ChunkedSentence) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, in its order; none without a parse.

    Marks of resolved pronouns stand for what they refer to.
    """
    tokens = sentence.annotation.tokens
    if not tokens or not tokens[0].relation:
        return ()
    return tuple(dict.fromkeys(islice(_Reader(sentence).clauses(), _MOST)))


class _Reader:
    """Reads the clauses of one sentence."""

    def __init__(self, sentence: ChunkedSentence) -> None:
        self._text, self._tokens, self._lexicon = sentence.text, sentence.annotation.tokens, sentence.lexicon
        self._words: ClauseWords = self._lexicon.clauses
        self._marks = {mark.start: mark.antecedents for mark in sentence.annotation.marks}
        self._children: dict[int, list[int]] = defaultdict(list)
        for index, token in enumerate(self._tokens):
            self._children[token.head].append(index)
        self._phrases = {index: phrase for phrase in sentence.noun_phrases for index in range(phrase.first, phrase.end)}

    def clauses(self) -> Iterator[Clause]:
        """Yield the clauses, main ones first."""
        for root in self._children[-1]:
            yield from self._of_predicate(root, ())
        for index, token in enumerate(self._tokens):
            # Without a subject of its own, not even *which*, it is a participle: *the wren, known as ...*
            if token.relation == "acl:relcl" and token.head >= 0 and self._has_subject(index):
                yield from self._of_predicate(index, self._names(token.head))

    def _of_predicate(self, first: int, inherited: tuple[str, ...]) -> Iterator[Clause]:
        """Yield what a predicate and those joined to it say; they share a subject unless they have their own."""
        waiting, seen = deque([(first, inherited)]), {first}
        while waiting:
            at, inherited = waiting.popleft()
            subjects = self._subjects(at) or inherited
            for verb, object_, kind in self._said(at) if subjects else ():
                yield from (Clause(subject, verb, object_, kind) for subject in subjects)
            for joined in self._related(at, "conj"):
                if joined not in seen and self._is_predicate(joined) and not self._shares_copula(at, joined):
                    seen.add(joined)
                    waiting.append((joined, subjects))

    def _said(self, at: int) -> Iterator[tuple[str, str, StatementKind]]:
        """Yield verb, object and kind of what a predicate says."""
        if self._related(at, "cop"):
            yield from self._said_by_copula(at)
        elif self._tokens[at].upos in ("VERB", "AUX"):
            yield from self._said_by_verb(at)

    def _said_by_copula(self, at: int) -> Iterator[tuple[str, str, StatementKind]]:
        token, be = self._tokens[at], self._lemma(self._related(at, "cop")[0])
        if self._lemma(at) in self._words.able and token.upos == "ADJ":
            yield self._negated(at, self._able(at, be)), "", StatementKind.ABILITY
            return
        kind = StatementKind.ABILITY if self._auxiliaries(at) & self._words.modals else StatementKind.ATTRIBUTE
        at = self._class(at)
        values = [one for one in self._joined(at) if one == at or self._shares_copula(at, one)]
        for value in values:
            verb, objects = self._predicated(value, be)
            # What an adjective says of the noun, it says of the subject: a sweet fruit is sweet.
            objects += [self._key(one) for one in self._described_by(value)] if verb == be else []
            yield from ((self._negated(at, verb), one, kind) for one in dict.fromkeys(objects) if one)

    def _class(self, at: int) -> int:
        """Return what a noun such as *kind* leads to: the fruit of *a kind of fruit*."""
        if self._key(at) in self._lexicon.empty_nouns:
            return next((one for one in self._related(at, "nmod") if self._related(one, "case")), at)
        return at

    def _predicated(self, at: int, be: str) -> tuple[str, list[str]]:
        """Return what a copula joins: *be* and a value, or *be rich in* and a noun."""
        token = self._tokens[at]
        cases = self._related(at, "case")
        if cases and token.relation != "nmod":
            return f"{be} {self._lemma(cases[0])}", [self._key(at)]
        oblique = self._oblique(at) if token.upos == "ADJ" else None
        if oblique is not None:
            case, nouns = oblique
            return f"{be} {self._lemma(at)} {case}", nouns
        return be, [self._key(at)]

    def _able(self, at: int, be: str) -> str:
        complements = self._related(at, "xcomp") or self._related(at, "acl") or self._related(at, "advcl")
        return self._lemma(complements[0]) if complements else f"{be} {self._lemma(at)}"

    def _said_by_verb(self, at: int) -> Iterator[tuple[str, str, StatementKind]]:
        verb = " ".join([self._lemma(at), *map(self._lemma, self._related(at, "compound:prt"))])
        passive = self._related(at, "aux:pass")
        objects = [one for found in self._related(at, "obj") for one in self._joined(found)]
        keys = {self._key(one): self._is_denied(one) for one in objects}
        if not keys:
            complements = self._related(at, "xcomp")
            keys = {self._key(one): False for one in complements if self._tokens[one].upos == "ADJ"}
            verb = " ".join([verb, *[self._lemma(one) for one in complements if self._tokens[one].upos == "VERB"][:1]])
        if not keys and (oblique := self._oblique(at)) is not None:
            case, nouns = oblique
            keys, verb = dict.fromkeys(nouns, False), f"{verb} {case}"
        verb, kind = f"{self._lemma(passive[0])} {verb}" if passive else verb, self._kind(at, bool(passive))
        for key, denied in (keys or {"": False}).items():
            yield (f"not {verb}" if denied or self._is_denied(at) else verb), key, kind

    def _kind(self, at: int, passive: bool) -> StatementKind:
        """Tell the kind of a verb: what is, what can be or generally is done, or what happened or is happening."""
        words, token = self._words, self._tokens[at]
        auxiliaries = self._auxiliaries(at)
        if auxiliaries & words.modals:
            return StatementKind.ABILITY
        if passive:
            is_state = self._lemma(at) in words.stative_participles
            return StatementKind.ATTRIBUTE if is_state else StatementKind.ACTION
        if words.progressive_ending and token.text.lower().endswith(words.progressive_ending):
            return StatementKind.ACTION
        if self._lemma(at) in words.states:
            return StatementKind.ATTRIBUTE
        if auxiliaries & words.perfect:
            return StatementKind.ACTION
        finite = next((self._tokens[one] for one in self._related(at, "aux")), token)
        past = words.is_past(finite.text, finite.lemma)
        return StatementKind.ACTION if past else StatementKind.ABILITY

    def _has_subject(self, at: int) -> bool:
        return any(self._tokens[one].relation.startswith("nsubj") for one in self._children[at])

    def _subjects(self, at: int) -> tuple[str, ...]:
        found = [one for one in self._children[at] if self._tokens[one].relation.startswith("nsubj")]
        if any(self._is_denied(one) for one in found):  # no apple is blue
            return ()
        return tuple(dict.fromkeys(key for one in found for key in self._names(one)))

    def _names(self, at: int) -> tuple[str, ...]:
        """Return what a subject is, and those joined to it: nouns, names, and what resolved pronouns stand for."""
        keys: list[str] = []
        for one in self._joined(at):
            phrase = self._phrases.get(one)
            places = [one] if phrase is None else range(phrase.first, phrase.end)
            marked = next(
                (self._marks[self._tokens[p].start] for p in places if self._tokens[p].start in self._marks), ()
            )
            if self._tokens[one].upos == "PRON":
                keys += [concept_key(name, self._lexicon.code) for name in marked]
            elif self._tokens[one].upos in ("NOUN", "PROPN", "X", "NUM"):
                keys.append(self._key(one))
        return tuple(key for key in keys if key)

    def _joined(self, at: int) -> list[int]:
        """Return a word and those joined to it, or to one of these: *A, B and C* may be a chain."""
        found = [at]
        for one in found:
            found += [other for other in self._related(one, "conj") if other not in found]
        return found

    def _key(self, at: int) -> str:
        """Return the key of the noun phrase a word heads, with its number if it has one; an adjective's lemma."""
        token, phrase = self._tokens[at], self._phrases.get(at)
        if token.upos not in _NOMINAL and phrase is None:
            return ""
        if phrase is None or token.upos == "ADJ":
            return concept_key(token.lemma if token.upos == "ADJ" else token.text, self._lexicon.code)
        start = phrase.first if self._tokens[phrase.first].upos == "NUM" else phrase.start
        surface = self._text[self._tokens[start].start : self._tokens[phrase.end - 1].end]
        return concept_key(surface, self._lexicon.code)

    def _oblique(self, at: int) -> tuple[str, list[str]] | None:
        """Return the preposition and nouns of the first thing that a preposition attaches to a predicate."""
        for one in self._children[at]:
            relation = self._tokens[one].relation
            cases = self._related(one, "case")
            keys = [key for noun in self._joined(one) if (key := self._key(noun))] if cases else []
            if relation.partition(":")[0] in ("obl", "nmod") and keys:
                return self._lemma(cases[0]), keys
        return None

    def _negated(self, at: int, verb: str) -> str:
        return f"not {verb}" if self._is_denied(at) else verb

    def _is_denied(self, at: int) -> bool:
        """Tell whether a predicate has a *not*, or a noun a *no*."""
        return any(self._lemma(one) in self._words.negations for one in self._children[at])

    def _auxiliaries(self, at: int) -> set[str]:
        return {self._lemma(one) for one in self._related(at, "aux")}

    def _described_by(self, at: int) -> list[int]:
        return self._related(at, "amod") if self._tokens[at].upos in ("NOUN", "PROPN") else []

    def _shares_copula(self, at: int, joined: int) -> bool:
        """Tell whether a joined word is one more value of the same copula: *red and sweet*."""
        if not self._related(at, "cop") or self._tokens[joined].upos not in _NOMINAL:
            return False
        return not self._related(joined, "cop") and not self._subjects(joined)

    def _is_predicate(self, at: int) -> bool:
        return self._tokens[at].upos in ("VERB", "AUX") or bool(self._related(at, "cop"))

    def _related(self, at: int, relation: str) -> list[int]:
        return [one for one in self._children[at] if self._tokens[one].relation == relation]

    def _lemma(self, at: int) -> str:
        """Return a lemma as the lexicon has it: in lower case, without accents."""
        return fold_phrase(self._tokens[at].lemma)
