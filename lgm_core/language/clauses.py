"""Clauses of a parsed sentence: subject, verb and object, and whether they state an attribute, an ability or an action.

What depends on the language is in its lexicon. Reported speech (*they say that ...*), conditions and questions are left
out; denials are kept, with *not* before the verb.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from lgm_core.language.arguments.argument_reader import predications
from lgm_core.language.arguments.predication import Argument, Form, Predication
from lgm_core.language.chunking import ChunkedSentence
from lgm_core.language.concepts import concept_key
from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.model import Clause, StatementKind
from lgm_core.model.sentence import DENIAL

__all__ = ["find_clauses"]

_MOST_CLAUSES = 24
"""The most clauses read from one sentence: prose has fewer, and a table or list read as a sentence would give
hundreds."""
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM", "ADJ", "SYM", "X"})
_SUBJECTS = frozenset({"NOUN", "PROPN", "NUM", "X"})


def find_clauses(sentence: ChunkedSentence, read: Sequence[Predication] | None = None) -> tuple[Clause, ...]:
    """Return the clauses of a sentence, main ones first; none without a parse.

    Resolved pronouns stand for their antecedents. If its `predications` have been read, they can be given.
    """
    tokens = sentence.annotation.tokens
    if not tokens or not tokens[0].relation:
        return ()
    tree = DependencyTree(sentence)
    clauses = _ClauseReader(tree).clauses(predications(tree) if read is None else read)
    return tuple(dict.fromkeys(islice(clauses, _MOST_CLAUSES)))


class _ClauseReader:
    """Reads the clauses of one sentence. Words are indices of its tokens."""

    def __init__(self, tree: DependencyTree) -> None:
        self._text, self._tokens, self._lexicon = tree.sentence.text, tree.tokens, tree.sentence.lexicon
        self._words = self._lexicon.clauses
        self._tree, self._lemma = tree, tree.lemma

    def clauses(self, read: Sequence[Predication]) -> Iterator[Clause]:
        """Yield the clauses, main ones first."""
        stated = [one for one in read if self._is_clause(one)]
        leading = {one.chain[-1] for one in stated if one.chain}
        for one in sorted(stated, key=lambda one: one.describes >= 0):
            if one.word not in leading or (one.form is Form.VERB and one.arguments):
                yield from self._of(one)

    def _is_clause(self, one: Predication) -> bool:
        is_said_of_adjective = any(self._tokens[word].upos == "ADJ" and not self._is_able(word) for word in one.chain)
        if one.is_open or one.is_reported or one.form is Form.POSSESSION or is_said_of_adjective:
            return False
        if one.form is Form.APPOSITION:
            phrase = self._tree.phrase(one.subjects[0])
            return phrase is not None and phrase.is_name and self._tokens[one.word].upos == "NOUN"
        return one.is_sure and one.describes < 0 if one.is_gerund else not one.is_infinitive or bool(one.chain)

    def _of(self, one: Predication) -> Iterator[Clause]:
        subjects = dict.fromkeys(key for word in one.subjects for key in self._names(word))
        for verb, object_, kind in self._verb_parts(one) if one.form is Form.VERB else self._copula_parts(one):
            yield from (Clause(subject, verb, object_, kind) for subject in subjects if subject != object_)

    def _verb_parts(self, one: Predication) -> Iterator[tuple[str, str, StatementKind]]:
        particles = [self._lemma(word) for word in self._tree.related(one.word, "compound:prt")]
        chain = [word for word in one.chain if not self._is_able(word)]
        name = " ".join([*map(self._lemma, (*chain, one.word)), *particles])
        first = chain[0] if chain else one.word
        is_passive = one.is_passive or bool(chain and self._tree.related(first, "aux:pass"))
        name = f"{self._passive(first)} {name}" if is_passive else name
        kind = StatementKind.ABILITY if len(chain) < len(one.chain) else self._kind(first, is_passive=is_passive)
        complements = [end for end in one.complements if end.preposition]
        ends = [(end, key) for end in one.objects or complements if (key := self._key(end.word))]
        for end, key in ends:
            yield self._denied(self._with_preposition(name, end), one.denies(end)), key, kind
        if not ends:
            yield self._denied(name, one.denial >= 0), "", kind

    def _passive(self, verb: int) -> str:
        return next((self._lemma(word) for word in self._tree.children(verb, "aux", "cop")[-1:]), "be")

    def _copula_parts(self, one: Predication) -> Iterator[tuple[str, str, StatementKind]]:
        (value,) = one.objects
        is_denied = one.denies(value)
        copula = next((self._lemma(word) for word in self._tree.children(value.lead, "cop")), "be")
        token = self._tokens[value.word]
        if self._is_able(value.word):
            yield self._denied(f"{copula} {self._lemma(value.word)}", is_denied), "", StatementKind.ABILITY
            return
        can = {self._lemma(word) for word in self._tree.children(value.lead, "aux")} & self._words.modals
        kind = StatementKind.ABILITY if can else StatementKind.ATTRIBUTE
        if value.preposition and token.upos != "ADJ":
            yield self._denied(self._with_preposition(copula, value), is_denied), self._key(value.word), kind
            return
        if token.upos == "ADJ" and one.complements:
            for end in one.complements:
                if key := self._key(end.word):
                    name = self._with_preposition(f"{copula} {self._lemma(value.word)}", end)
                    yield self._denied(name, is_denied or end.denial >= 0), key, kind
            return
        noun = self._class_noun(one)
        # An adjective of the noun also applies to the subject: a sweet fruit is sweet.
        adjectives = self._tree.related(noun, "amod") if self._tokens[noun].upos in ("NOUN", "PROPN") else []
        for word in (noun, *(adjectives if not is_denied else ())):
            if key := self._key(word):
                yield self._denied(copula, is_denied), key, kind

    def _class_noun(self, one: Predication) -> int:
        """Return the noun that an empty noun such as *kind* leads to: *fruit* in *a kind of fruit*."""
        noun = one.objects[0].word
        if self._key(noun) not in self._lexicon.empty_nouns:
            return noun
        return next((end.word for end in one.complements if end.preposition), noun)

    def _is_able(self, word: int) -> bool:
        return self._tokens[word].upos == "ADJ" and self._lemma(word) in self._words.able

    def _kind(self, verb: int, *, is_passive: bool) -> StatementKind:
        """Return the kind of a verb: a state (attribute), a possible or general act (ability), or an event (action)."""
        words, token = self._words, self._tokens[verb]
        helping = self._tree.related(verb, "aux")
        auxiliaries = {self._lemma(auxiliary) for auxiliary in helping}
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
        finite = self._tokens[helping[0]] if helping else token
        is_past = words.is_past(finite.text, finite.lemma)
        return StatementKind.ACTION if is_past else StatementKind.ABILITY

    def _names(self, word: int) -> tuple[str, ...]:
        """Return the key of a subject: a noun, a name, or the antecedents of a resolved pronoun."""
        if self._tokens[word].upos == "PRON":
            keys = tuple(concept_key(name, self._lexicon.code) for name in self._tree.antecedents(word))
        else:
            keys = (self._key(word),) if self._tokens[word].upos in _SUBJECTS else ()
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

    def _with_preposition(self, verb: str, end: Argument) -> str:
        return " ".join([verb, *(self._lemma(word) for word in end.preposition[:1])])

    def _denied(self, verb: str, is_denied: bool) -> str:
        return f"{DENIAL}{verb}" if is_denied else verb
