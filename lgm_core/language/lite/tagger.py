"""Tag words with universal parts of speech: greedy decoding with an averaged perceptron and a tag dictionary.

Tags are decided from left to right, each final when the next one is chosen. The features are those of Honnibal's
averaged-perceptron tagger, with shapes, suffixes and ambiguity classes (the tags a word is known to take, as in
SVMTool) of the neighbours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.lexicons.english_noun_verbs import NOUN_VERBS
from lgm_core.language.lite.missed_verbs import possible_corrections
from lgm_core.language.lite.tagging_features import (
    context_features,
    derived_class,
    tagged_word_features,
    word_features,
)
from lgm_core.language.perceptron import Scorer, load_data, scorer, unpack_weights

__all__ = ["Tagger"]

_CACHED_WORDS = 100_000
"""Bounds memory: each cache is cleared when full."""
_MOST_CORRECTIONS = 3


@dataclass(frozen=True, slots=True)
class _WordWeights:
    """A word with its packed sums of weights in each position of the window around the word to tag."""

    lower: str
    ambiguity: str
    own: int
    first: int
    as_previous: int
    as_second_previous: int
    as_next: int
    as_second_next: int


class Tagger:
    """A trained tagger; tags are Universal Dependencies part-of-speech tags."""

    def __init__(
        self, tags: Sequence[str], weights: Mapping[str, int], fixed: Mapping[str, str], ambiguity: Mapping[str, str]
    ) -> None:
        """Take a trained model.

        Args:
            tags: the classes, in the order of their packed weights.
            weights: packed weights by feature.
            fixed: words that (nearly) always take the same tag, with that tag.
            ambiguity: the ambiguity class of each frequent word in lower case.
        """
        self._tags = tuple(tags)
        self._weights = weights
        self._fixed = fixed
        self._ambiguity = ambiguity
        self._letters = {tag: chr(ord("A") + number) for number, tag in enumerate(self._tags)}
        self._scores: Scorer = scorer(len(tags))
        self._words: dict[str, _WordWeights] = {}
        self._contexts: dict[tuple[str, str, str, str], int] = {}
        self._tagged_words: dict[tuple[str, str], int] = {}
        self._edge = self._add_word("")

    @classmethod
    def load(cls) -> Tagger:
        """Read the tagger included in the package."""
        data = load_data("tagger.json.gz")
        return cls(data["tags"], unpack_weights(data["weights"]), data["fixed"], data["ambiguity"])

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return a tag for each word of a sentence of one word at least.

        The sentence is decoded again with each possible correction of its verbs.
        """
        given: dict[int, str] = {}
        best, total = self._decode(words, given)
        for _ in range(_MOST_CORRECTIONS):
            decoded = [
                (score + lead, -number, corrected, score, tags)
                for number, (tags, lead) in enumerate(possible_corrections(words, best, self._may_be))
                if not any(place in given or words[place] in self._fixed for place in tags)
                for corrected, score in [self._decode(words, {**given, **tags})]
                if score + lead > total
            ]
            if not decoded:
                break
            *_, best, total, tags = max(decoded)
            given.update(tags)
        return best

    def _decode(self, words: Sequence[str], given: Mapping[int, str]) -> tuple[list[str], int]:
        """Return the tags of a sentence, some of which are given by place, and the sum of their scores."""
        self._bound_caches()
        edge, known, fixed = self._edge, self._words.get, self._fixed.get
        entries = [known(word) or self._add_word(word) for word in words]
        entries += (edge, edge)
        tags: list[str] = []
        tag = second_tag = ""
        previous = second_previous = edge
        following = entries[0]
        total = 0
        for position, word in enumerate(words):
            entry, following = following, entries[position + 1]
            guess = fixed(word)
            if guess is None:
                scores = self._scores(
                    (entry.own if position else entry.first)
                    + previous.as_previous
                    + second_previous.as_second_previous
                    + following.as_next
                    + entries[position + 2].as_second_next
                    + self._context_weights(second_tag, tag, previous, entry, following)
                )
                number = self._tags.index(given[position]) if position in given else scores.index(max(scores))
                total += scores[number]
                guess = self._tags[number]
            tags.append(guess)
            second_tag, tag = tag, guess
            second_previous, previous = previous, entry
        return tags, total

    def _may_be(self, word: str, tag: str) -> bool:
        """Tell whether a word or its stem is known to take a tag, or not known at all."""
        lower = word.lower()
        known = self._words[word].ambiguity + derived_class(lower, self._ambiguity)
        is_known = self._letters[tag] in known or not NOUN_VERBS.isdisjoint((lower, lower[:-1], lower[:-2]))
        return lower.isalpha() and (is_known or not known)

    def _context_weights(
        self, second_tag: str, tag: str, previous: _WordWeights, entry: _WordWeights, following: _WordWeights
    ) -> int:
        """Return the packed weights of the features of a word with its neighbours and the tags before it."""
        word = entry.lower
        context = (second_tag, tag, entry.ambiguity, following.ambiguity)
        total = self._contexts.get(context)
        if total is None:
            total = self._contexts[context] = self._sum(context_features(*context))
        tagged_word = self._tagged_words.get((tag, word))
        if tagged_word is None:
            tagged_word = self._tagged_words[tag, word] = self._sum(tagged_word_features(tag, word))
        # The bigram features are inlined: this is the innermost loop.
        weight = self._weights.get
        bigrams = weight(f"v{previous.lower} {word}", 0) + weight(f"n{word} {following.lower}", 0)
        return total + tagged_word + bigrams

    def _bound_caches(self) -> None:
        for cache in (self._words, self._contexts, self._tagged_words):
            if len(cache) > _CACHED_WORDS:
                cache.clear()

    def _add_word(self, word: str) -> _WordWeights:
        lower = word.lower()
        ambiguity = self._ambiguity.get(lower) or derived_class(lower, self._ambiguity)
        features = word_features(word, ambiguity)
        own = self._sum(features.own)
        self._words[word] = weights = _WordWeights(
            lower,
            ambiguity,
            own,
            own + self._sum(features.first),
            self._sum(features.as_previous),
            self._sum(features.as_second_previous),
            self._sum(features.as_next),
            self._sum(features.as_second_next),
        )
        return weights

    def _sum(self, features: Sequence[str]) -> int:
        weights = self._weights
        return sum([weights[feature] for feature in features if feature in weights])
