"""A rough dependency tree of a tagged sentence, with what pronoun resolution needs: roles of nouns, and their clauses.

The tree is drawn from tags by a few rules (see `clause_attachment`), some forty times as fast as the parser.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lgm_core.language.coreference.clause_attachment import attach
from lgm_core.language.port import Token

__all__ = ["ClauseSketch", "Role"]

_VERBS = frozenset({"VERB", "AUX"})
_CLAUSAL = frozenset({"root", "ccomp", "xcomp", "advcl", "acl", "parataxis"})
_SHARED_ROLE = frozenset({"conj", "appos", "flat", "compound"})
_ROLES = {"nsubj": "s", "obl:agent": "a", "obj": "o", "nmod:poss": "p", "nmod": "n", "obl": "b"}
_DEEPEST_CHAIN = 10
"""Relations followed from a word of a list to the first one: longer lists are table rows, and the role is unsure."""


class Role(NamedTuple):
    """The grammatical role of a noun.

    `kind` is s(ubject), o(bject), p(ossessor), n(oun's complement), a(gent), b (other complement) or x; `preposition`
    the lemma before it; `anchor` the noun it is coordinated with or in apposition to, or itself.
    """

    kind: str
    preposition: str
    coordinated: bool
    apposed: bool
    anchor: int


class ClauseSketch:
    """The rough tree of one sentence; heads and relations are named as in Universal Dependencies."""

    __slots__ = ("_case_of", "_clause_of", "heads", "relations", "tokens")

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Draw the tree of a tagged sentence."""
        self.tokens = tokens
        self.heads, self.relations, self._case_of = attach(tokens)
        self._clause_of: dict[int, int] = {}

    def head_of(self, first: int, last: int) -> int:
        """Return the head of the tokens `first` to `last` (exclusive)."""
        return next((index for index in range(first, last) if not first <= self.heads[index] < last), last - 1)

    def clause(self, index: int) -> int:
        """Return the word that heads the clause of a token."""
        clause = self._clause_of.get(index)
        if clause is None:
            clause = index
            for _ in range(len(self.tokens)):
                relation = self.relations[clause].partition(":")[0]
                is_verb = relation == "conj" and self.tokens[clause].upos in _VERBS
                if relation in _CLAUSAL or is_verb or self.heads[clause] < 0:
                    break
                clause = self.heads[clause]
            self._clause_of[index] = clause
        return clause

    def role(self, index: int) -> Role:
        """Return the role of the noun at a position; a coordinated or apposed noun has the role of its anchor."""
        coordinated = apposed = False
        anchor = index
        for _ in range(_DEEPEST_CHAIN):
            relation = self.relations[anchor]
            if relation not in _SHARED_ROLE or self.heads[anchor] < 0:
                break
            coordinated = coordinated or relation == "conj"
            apposed = apposed or relation == "appos"
            anchor = self.heads[anchor]
        case = self._case_of.get(anchor)
        preposition = "" if case is None else self.tokens[case].lemma.lower()
        return Role(_ROLES.get(self.relations[anchor], "x"), preposition, coordinated, apposed, anchor)
