"""Verb groups: a verb with its auxiliaries, adverbs and particles, and an infinitive or adjective that completes it."""

from __future__ import annotations

from collections.abc import Collection

from lgm_core.language.dependency_tree import DependencyTree
from lgm_core.learning.construction.relations.by_clause.unit import Kind, Unit

__all__ = ["VerbGroups", "is_progressive_form"]

_VERBAL = frozenset("VERB AUX".split())
_PROGRESSIVE = "ing"

_CLAUSAL = frozenset("root conj parataxis ccomp".split())
"""Relations of a verb that makes a clause; a participle without auxiliary has others: *text stored in files*."""


class VerbGroups:
    """Reads the verb groups of a sentence.

    Args:
        tree: the sentence.
        taken: the words that are in things and noun phrases.
        negations: lemmas that deny.
        modals: lemmas of auxiliaries that need a verb.
    """

    def __init__(
        self, tree: DependencyTree, taken: Collection[int], negations: frozenset[str], modals: frozenset[str]
    ) -> None:
        self._tree, self._tokens, self._taken = tree, tree.tokens, taken
        self._negations, self._modals = negations, modals

    def at(self, first: int) -> Unit | None:
        """Return the verb group that begins with a word, if one does."""
        last = self._last_verb(first)
        if last is None:
            return None
        end = last + 1
        if self._tokens[last].upos == "AUX":
            adjective = self._behind_adverbs(end)
            if self._is(adjective, "ADJ"):
                end = adjective + 1  # *is suitable for*, *is able to extract*
                if self._is_to(end) and self._is(end + 1, "VERB"):
                    last, end = end + 1, end + 2
        while end < len(self._tokens) and end not in self._taken and self._tokens[end].relation == "compound:prt":
            end += 1
        return self._group(first, end, last)

    def describes_noun(self, word: int) -> bool:
        """Tell whether a verb stands before a noun that it describes: *the proposed model*."""
        token = self._tokens[word]
        return token.upos == "VERB" and token.head > word and token.relation in ("amod", "compound")

    def _last_verb(self, first: int) -> int | None:
        """Return the last of the verbs that stand together from a word on, with *to*, negations and adverbs between."""
        word, last = first, None
        while word < len(self._tokens) and word not in self._taken and not self.describes_noun(word):
            upos = self._tokens[word].upos
            if upos in _VERBAL:
                if last is not None and last == word - 1 and self._tokens[last].upos == "VERB":
                    break
                last = word
            elif self._is_to(word):
                if not self._is(self._behind_adverbs(word + 1), *_VERBAL):
                    break
            elif last is None or upos not in ("PART", "ADV"):
                break
            word += 1
        return last

    def _behind_adverbs(self, word: int) -> int:
        while self._is(word, "ADV"):
            word += 1
        return word

    def _is(self, word: int, *tags: str) -> bool:
        return word < len(self._tokens) and word not in self._taken and self._tokens[word].upos in tags

    def _is_to(self, word: int) -> bool:
        return self._is(word, "PART") and self._tree.lemma(word) == "to"

    def _group(self, first: int, end: int, last: int) -> Unit:
        tokens, tree = self._tokens, self._tree
        own = range(first, end)
        opening = next(word for word in own if tokens[word].upos in _VERBAL)
        has_to = tree.lemma(first) == "to"
        is_bare = tokens[opening].upos == "VERB" and not has_to
        is_progressive = is_bare and is_progressive_form(tokens[opening].text, tokens[opening].lemma)
        is_alone = is_bare and (opening == last or self._is_to(opening + 1))  # *stored*, *used to store*
        main = opening if is_alone else last
        is_participle = tokens[main].upos == "VERB" and self._is_past(main)
        has_be = any(tree.lemma(word) == "be" for word in range(first, last))
        return Unit(
            Kind.VERB,
            first,
            end,
            last,
            is_finite=not (
                has_to or is_progressive or (is_alone and is_participle and tree.relation(main) not in _CLAUSAL)
            ),
            is_infinitive=has_to,
            is_progressive=is_progressive,
            is_passive=is_participle and (has_be or is_alone),
            is_denied=any(tree.lemma(word) in self._negations for word in own) or tree.lemma(last) in self._modals,
        )

    def _is_past(self, word: int) -> bool:
        text = self._tokens[word].text.lower()
        return text != self._tree.lemma(word) and not text.endswith((_PROGRESSIVE, "s"))


def is_progressive_form(text: str, lemma: str) -> bool:
    """Tell whether a verb is a present participle or gerund."""
    return text.endswith(_PROGRESSIVE) and text != lemma
