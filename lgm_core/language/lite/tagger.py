"""Tag words with universal parts of speech: greedy decoding with an averaged perceptron and a tag dictionary.

Tags are decided from left to right, each before the next one is chosen; then possible corrections of verbs and nouns
are tried (`missed_verbs`). The features are those of Honnibal's averaged-perceptron tagger, with shapes, suffixes and
ambiguity classes (the tags a word is known to take, as in SVMTool) of the neighbours.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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
_SURE = {"a.k.a.": "ADV", "aka": "ADV", "formerly": "ADV"}
"""Words that the sentences of the training tag in several ways."""


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


class _Decoded(NamedTuple):
    """The tag of each word of a sentence with its score, which is 0 for fixed ones."""

    tags: list[str]
    scores: list[int]


_NOTHING_DECODED = _Decoded([], [])


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
        self._derived: dict[str, str] = {}
        self._edge = self._add_word("")

    @classmethod
    def load(cls) -> Tagger:
        """Read the tagger included in the package."""
        data = load_data("tagger.json.gz")
        return cls(data["tags"], unpack_weights(data["weights"]), data["fixed"] | _SURE, data["ambiguity"])

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return a tag for each word of a sentence of one word at least.

        The sentence is decoded again with each possible correction of its verbs.
        """
        self._bound_caches()
        known = self._words.get
        entries = [known(word) or self._add_word(word) for word in words]
        given: dict[int, str] = {}
        best = self._decode(words, entries, given)
        total = sum(best.scores)
        for _ in range(_MOST_CORRECTIONS):
            decoded = [
                (score + lead, -number, corrected, score, tags)
                for number, (tags, lead) in enumerate(possible_corrections(words, best.tags, self._may_be))
                if not any(place in given or words[place] in self._fixed for place in tags)
                for corrected in [self._decode(words, entries, {**given, **tags}, best, tags)]
                if (score := sum(corrected.scores)) + lead > total
            ]
            if not decoded:
                break
            *_, best, total, tags = max(decoded)
            given.update(tags)
        return best.tags

    def _decode(
        self,
        words: Sequence[str],
        entries: Sequence[_WordWeights],
        given: Mapping[int, str],
        before: _Decoded = _NOTHING_DECODED,
        changed: Collection[int] = (0,),
    ) -> _Decoded:
        """Return the tags of a sentence, some of which are given by place.

        Outside the reach of the changed places, the tags are those from before.
        """
        fixed = self._fixed.get
        # Two edges at the end are also found, by negative indices, before the beginning.
        entries = [*entries, self._edge, self._edge]
        first, last = min(changed), max(changed)
        tags, scores = before.tags[:first], before.scores[:first]
        second_tag, tag = ["", "", *tags][-2:]
        for position in range(first, len(words)):
            entry, following, previous = entries[position], entries[position + 1], entries[position - 1]
            guess = fixed(words[position])
            score = 0
            if guess is None:
                of_tags = self._scores(
                    (entry.own if position else entry.first)
                    + previous.as_previous
                    + entries[position - 2].as_second_previous
                    + following.as_next
                    + entries[position + 2].as_second_next
                    + self._context_weights(second_tag, tag, previous, entry, following)
                )
                score = max(of_tags)
                number = of_tags.index(score)
                if position in given:
                    number = self._tags.index(given[position])
                    score = of_tags[number]
                guess = self._tags[number]
            tags.append(guess)
            scores.append(score)
            second_tag, tag = tag, guess
            if before.tags and position > last and tags[-2:] == before.tags[position - 1 : position + 1]:
                return _Decoded(tags + before.tags[position + 1 :], scores + before.scores[position + 1 :])
        return _Decoded(tags, scores)

    def _may_be(self, word: str, tag: str) -> bool:
        """Tell whether a word or its stem is known to take a tag, or not known at all."""
        lower = word.lower()
        derived = self._derived.get(lower)
        if derived is None:
            derived = self._derived[lower] = derived_class(lower, self._ambiguity)
        known = self._words[word].ambiguity + derived
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
        for cache in (self._words, self._contexts, self._tagged_words, self._derived):
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
