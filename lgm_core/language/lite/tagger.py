"""Tag words with universal parts of speech: greedy decoding with an averaged perceptron and a tag dictionary.

Tags are decided from left to right, each final when the next one is chosen. The features are those of Honnibal's
averaged-perceptron tagger, with shapes, suffixes and ambiguity classes (the tags a word is known to take, as in
SVMTool) of the neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

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

_FINAL = frozenset(".!")
_SHORTEST_STATEMENT = 4
_LEAD_OF_NO_VERB, _LEAD_OF_NOUN = 220, 30
"""How much less the tags with one more verb may score, where there is no finite verb and where there is one."""
_VERBAL = frozenset({"AUX", "VERB"})
_NOMINAL = frozenset({"NOUN", "NUM", "PRON", "PROPN"})
_MISTAKEN = frozenset({"ADJ", "ADP", "ADV", "NOUN", "PROPN"})
"""Tags of words that may be missed verbs."""
_OPENING = frozenset({"DET", "PRON"})
"""Tags of words that open a noun phrase, and so do not stand behind a noun of the same one."""
_BEFORE_VERB = _NOMINAL | {"ADV", "PUNCT", "X"}
_NO_SUBJECT = frozenset({",", "-", "(", ";", ":"})
"""Marks after which no verb of the noun before them follows."""


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
        self._verb = self._tags.index("VERB")
        self._verb_letter = chr(ord("A") + self._verb)
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
        """Return a tag for each word of a sentence.

        A statement has a predicate: the sentence is decoded again with each word that may be a missed verb, which then
        needs not have quite the best score, least of all where no verb is found.
        """
        tags, total = self._decode(words)
        if len(words) < _SHORTEST_STATEMENT:
            return tags
        has_verb = words[-1] not in _FINAL or any(
            tag in _VERBAL and not word.endswith("ing") for word, tag in zip(words, tags, strict=True)
        )
        least = total - (_LEAD_OF_NOUN if has_verb else _LEAD_OF_NO_VERB)
        for place in self._possible_verbs(words, tags):
            again, score = self._decode(words, verb=place)
            if score > least:
                tags, least = again, score
        return tags

    def _decode(self, words: Sequence[str], *, verb: int = -1) -> tuple[list[str], int]:
        """Return the tags of a sentence and the sum of their scores; the word at `verb` is taken for a verb."""
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
                best = max(scores) if position != verb else scores[self._verb]
                total += best
                guess = self._tags[scores.index(best)] if position != verb else "VERB"
            tags.append(guess)
            second_tag, tag = tag, guess
            second_previous, previous = previous, entry
        return tags, total

    def _possible_verbs(self, words: Sequence[str], tags: Sequence[str]) -> Iterator[int]:
        """Yield the words that may be the verb of a noun before them."""
        for place in range(1, len(words) - 1):
            if tags[place] in _MISTAKEN and words[place] not in self._fixed and words[place - 1] not in _NO_SUBJECT:
                before, after = tags[place - 1], tags[place + 1]
                opens = after in _OPENING or (after == "NUM" and tags[place + 2 : place + 3] == ["NOUN"])
                may_follow = before in _BEFORE_VERB or (opens and before in ("ADJ", "VERB"))
                is_noun = opens and tags[place] == "NOUN"
                if may_follow and (is_noun or self._may_be_verb(words[place])) and _agrees(words, tags, place):
                    yield place

    def _may_be_verb(self, word: str) -> bool:
        """Tell whether a word or its stem is known as a verb, or not known at all."""
        ambiguity = self._words[word].ambiguity
        if not (word.isalpha() and word.islower()):
            return False
        return not ambiguity or self._verb_letter in ambiguity + derived_class(word, self._ambiguity)

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


def _agrees(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Tell whether a verb at a place agrees in number with a noun or name before it."""
    is_singular = _is_plural(words[place])
    before = (word for word, tag in zip(words[:place], tags, strict=False) if tag in _NOMINAL or word[0].isupper())
    return any(_is_plural(subject) != is_singular for subject in before)


def _is_plural(word: str) -> bool:
    """Tell whether a noun looks plural; a verb of the same form is singular."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))
