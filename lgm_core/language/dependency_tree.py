"""The parse of a sentence as a tree, with the phrases headed by its words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator

from lgm_core.language.chunking import ChunkedSentence, NounPhrase
from lgm_core.language.normalisation import fold_phrase

__all__ = ["DependencyTree"]

_OTHER_ROLES = frozenset("nsubj obj iobj".split())
"""Relations of a name after a noun that is not the noun's name."""


class DependencyTree:
    """A parsed sentence; words are indices of its tokens.

    Args:
        sentence: a sentence whose tokens have heads and relations.
        title: words of a title, which may begin as a question or denial does.
    """

    def __init__(self, sentence: ChunkedSentence, title: Collection[int] = ()) -> None:
        self.sentence, self.title = sentence, title
        self.tokens = sentence.annotation.tokens
        self._marks = {mark.start: mark.antecedents for mark in sentence.annotation.marks}
        self._mark_ends = {mark.start: mark.end for mark in sentence.annotation.marks}
        self._relations = [token.relation.partition(":")[0] for token in self.tokens]
        self._children: dict[int, list[int]] = defaultdict(list)
        for index, token in enumerate(self.tokens):
            self._children[token.head].append(index)
        self._phrases = {index: phrase for phrase in sentence.noun_phrases for index in range(phrase.first, phrase.end)}

    def children(self, word: int, *relations: str) -> list[int]:
        """Return the dependents of a word with any of these relations, ignoring subtypes; all without any."""
        found = self._children.get(word)
        if found is None or not relations:
            return list(found or ())
        own = self._relations
        return [child for child in found if own[child] in relations]

    def related(self, word: int, relation: str) -> list[int]:
        """Return the dependents of a word with exactly this relation."""
        return [child for child in self._children.get(word, []) if self.tokens[child].relation == relation]

    def relation(self, word: int) -> str:
        """Return the relation of a word to its head, without subtype: `obl` for `obl:agent`."""
        return self._relations[word]

    def lemma(self, word: int) -> str:
        """Return a lemma in lower case, without accents."""
        return fold_phrase(self.tokens[word].lemma)

    def phrase(self, word: int) -> NounPhrase | None:
        """Return the noun phrase around a word."""
        return self._phrases.get(word)

    def span(self, word: int) -> tuple[int, int]:
        """Return the character span of the name or noun phrase around a word, or of the word."""
        phrase = self.phrase(word)
        first, end = (word, word + 1) if phrase is None else (phrase.start, phrase.end)
        if flat := self.children(word, "flat"):
            own, first, end = first, word, max(end, flat[-1] + 1)
            while first > own and self.relation(first - 1) == "amod":  # *Major League Baseball*, not *Pupil Mary Cook*
                first -= 1
            end = next((place for place in range(word, end) if self.tokens[place].upos == "AUX"), end)
        return self.tokens[first].start, self.tokens[end - 1].end

    def antecedents(self, word: int) -> tuple[str, ...]:
        """Return the antecedents of a word or its phrase; empty without a mark."""
        phrase = self.phrase(word)
        words = [word] if phrase is None else [word, *range(phrase.first, phrase.end)]
        starts = (self.tokens[index].start for index in words)
        return next((self._marks[start] for start in starts if start in self._marks), ())

    def own_antecedents(self, word: int) -> tuple[str, ...]:
        """Return the antecedents of a word itself, not those of a preceding possessive: *his debut*."""
        phrase, token = self.phrase(word), self.tokens[word]
        starts = [token.start] if phrase is None else [token.start, self.tokens[phrase.first].start]
        marks = (start for start in starts if self._mark_ends.get(start, -1) >= token.end)
        return next((self._marks[start] for start in marks), ())

    def name_beside(self, word: int) -> int:
        """Return the name next to a noun, as in *his wife Anna Bell*, else the noun."""
        phrase = self.phrase(word)
        if phrase is None or phrase.is_name:
            return word
        following = self.phrase(phrase.end) if phrase.end < len(self.tokens) else None
        if following is None or not following.is_name or following.first != phrase.end:
            return word
        is_other = self.relation(following.head) in _OTHER_ROLES or self.children(following.head, "case")
        return word if is_other else following.head

    def conjuncts(self, first: int) -> list[int]:
        """Return a word and its conjuncts: parsers attach the C of *A, B and C* to A or to B."""
        words = [first]
        for word in words:
            words += [other for other in self.children(word, "conj") if other not in words]
        return words

    def ancestors(self, word: int) -> Iterator[int]:
        """Yield the ancestors of a word, the nearest first."""
        seen = {word}
        head = self.tokens[word].head
        while head >= 0 and head not in seen:
            yield head
            seen.add(head)
            head = self.tokens[head].head

    def has_lemma(self, word: int, lemmas: frozenset[str], *relations: str) -> bool:
        """Tell whether a word has a dependent with one of these lemmas."""
        return not lemmas.isdisjoint([self.lemma(child) for child in self.children(word, *relations)])

    def is_denied(self, word: int) -> bool:
        """Tell whether *not*, *never* or *no* depends on a word."""
        return self.denial(word) >= 0

    def denial(self, word: int) -> int:
        """Return the *not*, *never* or *no* that depends on a word, or -1."""
        found = [child for child in self.children(word, "advmod", "amod", "det", "cc") if self.denies(child)]
        return found[-1] if found else -1

    def denies(self, word: int) -> bool:
        """Tell whether a word is a negation without an *only* that takes it back."""
        lexicon, following = self.sentence.lexicon, word + 1
        if self.lemma(word) not in lexicon.clauses.negations or word in self.title:
            return False
        texts = [token.text for token in self.tokens[word : word + 2]]
        if word and len(texts) > 1 and all(map(str.istitle, texts)):
            return False  # a title: *the film No Way Back*
        emphases = lexicon.facts.emphases if lexicon.facts is not None else frozenset[str]()
        return following == len(self.tokens) or self.lemma(following) not in emphases
