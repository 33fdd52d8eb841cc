"""Tag words with universal parts of speech: a greedy averaged perceptron with a tag dictionary.

The features are those of Honnibal's averaged-perceptron tagger, with shapes, suffixes and ambiguity classes (the tags a
word is known to take, as in SVMTool) of the neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.perceptron import Ranking, load_data, ranking, unpack_rows

__all__ = ["Tagger", "WordFeatures", "context_features", "shape", "word_features"]

_CACHED_WORDS = 100_000
_RUN = re.compile(r"(.)\1+")


def shape(word: str) -> str:
    """Return the kinds of characters of a word, runs collapsed: `Xx` for Paris, `X.X.` for U.S., `d` for 1984."""
    kinds = [
        "X" if char.isupper() else "x" if char.isalpha() else "d" if char.isdigit() else char for char in word[:40]
    ]
    return _RUN.sub(r"\1", "".join(kinds))


@dataclass(frozen=True, slots=True)
class WordFeatures:
    """The features a word gives by itself: to its own tag, and to those of the four words around it."""

    own: tuple[str, ...]
    first: tuple[str, ...]
    as_previous: tuple[str, ...]
    as_second_previous: tuple[str, ...]
    as_next: tuple[str, ...]
    as_second_next: tuple[str, ...]


def word_features(word: str, ambiguity: str) -> WordFeatures:
    """Return the context-free features of a word; `ambiguity` names the tags it is known to take."""
    lower, form = word.lower(), shape(word)
    suffix = lower[-3:]
    own = [f"w{lower}", f"h{form}", f"a{ambiguity}", f"ah{ambiguity} {form}", "b", f"l{min(len(word), 12)}"]
    own += [f"s{lower[-size:]}" for size in (1, 2, 3, 4, 5) if len(lower) > size]
    own += [f"p{lower[:size]}" for size in (1, 2, 3, 4) if len(lower) > size]
    own += [f"hs{form} {suffix}"]
    if lower != word:
        own.append(f"W{word}")
    return WordFeatures(
        tuple(own),
        (f"fh{form}", f"fa{ambiguity} {form}"),
        (f"-w{lower}", f"-s{suffix}", f"-h{form}", f"-a{ambiguity}"),
        (f"=w{lower}", f"=a{ambiguity}"),
        (f"+w{lower}", f"+s{suffix}", f"+h{form}", f"+a{ambiguity}"),
        (f"#w{lower}", f"#a{ambiguity}", f"#h{form}"),
    )


def context_features(
    word: str, ambiguity: str, previous_word: str, next_word: str, next_ambiguity: str, tag: str, second_tag: str
) -> tuple[str, ...]:
    """Return the features that join a word (lower-case) with its neighbours and the two tags before it."""
    return (
        f"t{tag}",
        f"u{second_tag} {tag}",
        f"tw{tag} {word}",
        f"ta{tag} {ambiguity}",
        f"ua{second_tag} {tag} {ambiguity}",
        f"tn{tag} {next_ambiguity}",
        f"tan{tag} {ambiguity} {next_ambiguity}",
        f"ts{tag} {word[-3:]}",
        f"v{previous_word} {word}",
        f"n{word} {next_word}",
    )


@dataclass(frozen=True, slots=True)
class _Known:
    """What is remembered of a word: its sums of weights in each position, and what joins it with its neighbours."""

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
        """Take packed weights by feature, words with only one tag, and the known tags of frequent words."""
        self._tags = tuple(tags)
        self._weights = weights
        self._fixed = fixed
        self._ambiguity = ambiguity
        self._best: Ranking = ranking(len(tags))
        self._known: dict[str, _Known] = {}
        self._edge = self._know("")

    @classmethod
    def load(cls) -> Tagger:
        """Read the tagger that ships with the package."""
        data = load_data("tagger.json.gz")
        return cls(data["tags"], unpack_rows(data["weights"]), data["fixed"], data["ambiguity"])

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return a tag for each word of a sentence."""
        known, edge, tags, weights, best = self._known, self._edge, self._tags, self._weights.get, self._best
        if len(known) > _CACHED_WORDS:
            known.clear()
        entries = [known.get(word) or self._know(word) for word in words]
        entries += (edge, edge)
        result: list[str] = []
        tag = second_tag = ""
        previous = second_previous = edge
        following = entries[0]
        for position, word in enumerate(words):
            entry, following, second_following = following, entries[position + 1], entries[position + 2]
            guess = self._fixed.get(word)
            if guess is None:
                total = (
                    (entry.own if position else entry.first)
                    + previous.as_previous
                    + second_previous.as_second_previous
                    + following.as_next
                    + second_following.as_second_next
                )
                for feature in context_features(
                    entry.lower, entry.ambiguity, previous.lower, following.lower, following.ambiguity, tag, second_tag
                ):
                    total += weights(feature, 0)
                guess = tags[best(total)]
            result.append(guess)
            second_tag, tag = tag, guess
            second_previous, previous = previous, entry
        return result

    def _know(self, word: str) -> _Known:
        lower = word.lower()
        ambiguity = self._ambiguity.get(lower, "")
        features = word_features(word, ambiguity)
        own = self._sum(features.own)
        self._known[word] = known = _Known(
            lower,
            ambiguity,
            own,
            own + self._sum(features.first),
            self._sum(features.as_previous),
            self._sum(features.as_second_previous),
            self._sum(features.as_next),
            self._sum(features.as_second_next),
        )
        return known

    def _sum(self, features: Sequence[str]) -> int:
        return sum(self._weights.get(feature, 0) for feature in features)
