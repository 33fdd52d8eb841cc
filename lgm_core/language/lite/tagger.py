"""Tag words with universal parts of speech: a greedy averaged perceptron with a tag dictionary.

The features are those of Honnibal's averaged-perceptron tagger, with shapes, suffixes and ambiguity classes (the tags a
word is known to take, as in SVMTool) of the neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.perceptron import Ranking, load_data, ranking, unpack_rows

__all__ = [
    "Tagger",
    "WordFeatures",
    "bigram_features",
    "context_features",
    "derived_class",
    "shape",
    "tagged_word_features",
    "word_features",
]

_CACHED_WORDS = 100_000
_ENDINGS = ("s", "ed", "ing", "ly", "er", "est", "ness", "less", "ful", "able", "ment")
_PREFIXES = ("un", "re", "non", "pre", "anti", "over", "mis", "inter", "sub", "super")
_RUN = re.compile(r"(.)\1+")


def shape(word: str) -> str:
    """Return the kinds of characters of a word, runs collapsed: `Xx` for Paris, `X.X.` for U.S., `d` for 1984."""
    if word.isalpha():
        simple = "x" if word.islower() else "X" if word.isupper() else "Xx" if word.istitle() else ""
        if simple:
            return simple
    kinds = [
        "X" if char.isupper() else "x" if char.isalpha() else "d" if char.isdigit() else char for char in word[:40]
    ]
    return _RUN.sub(r"\1", "".join(kinds))


def derived_class(lower: str, known: Mapping[str, str]) -> str:
    """Return the tags of the word that an unknown word seems formed from, with the ending or prefix; or nothing."""
    for ending in _ENDINGS:
        if lower.endswith(ending) and len(lower) > len(ending) + 2:
            for stem in _stems(lower[: -len(ending)], ending):
                if stem in known:
                    return f"{known[stem]}+{ending}"
    for prefix in _PREFIXES:
        if lower.startswith(prefix) and lower[len(prefix) :] in known:
            return f"{prefix}+{known[lower[len(prefix) :]]}"
    return ""


def _stems(stem: str, ending: str) -> Iterator[str]:
    """Yield what a word may have been before its ending: *make* for mak-, *happy* for happi-, *stop* for stopp-."""
    yield stem
    yield stem + "e"
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if stem[-1] == stem[-2]:
        yield stem[:-1]
    if ending == "s" and stem.endswith("ie"):
        yield stem[:-2] + "y"
    if ending == "s" and stem.endswith("e"):
        yield stem[:-1]


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


def context_features(second_tag: str, tag: str, ambiguity: str, next_ambiguity: str) -> tuple[str, ...]:
    """Return the features of the two tags before a word and the known tags of the word and the next one."""
    return (
        f"t{tag}",
        f"u{second_tag} {tag}",
        f"ta{tag} {ambiguity}",
        f"ua{second_tag} {tag} {ambiguity}",
        f"tn{tag} {next_ambiguity}",
        f"tan{tag} {ambiguity} {next_ambiguity}",
    )


def tagged_word_features(tag: str, word: str) -> tuple[str, ...]:
    """Return the features that join a word (lower-case) with the tag before it."""
    return (f"tw{tag} {word}", f"ts{tag} {word[-3:]}")


def bigram_features(previous_word: str, word: str, next_word: str) -> tuple[str, ...]:
    """Return the features that join a word with its neighbours (all lower-case)."""
    return (f"v{previous_word} {word}", f"n{word} {next_word}")


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
        self._contexts: dict[tuple[str, str, str, str], int] = {}
        self._tagged_words: dict[tuple[str, str], int] = {}
        self._edge = self._know("")

    @classmethod
    def load(cls) -> Tagger:
        """Read the tagger that ships with the package."""
        data = load_data("tagger.json.gz")
        return cls(data["tags"], unpack_rows(data["weights"]), data["fixed"], data["ambiguity"])

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return a tag for each word of a sentence."""
        self._bound_caches()
        edge, known, fixed = self._edge, self._known.get, self._fixed.get
        entries = [known(word) or self._know(word) for word in words]
        entries += (edge, edge)
        result: list[str] = []
        tag = second_tag = ""
        previous = second_previous = edge
        following = entries[0]
        for position, word in enumerate(words):
            entry, following = following, entries[position + 1]
            guess = fixed(word)
            if guess is None:
                total = (
                    (entry.own if position else entry.first)
                    + previous.as_previous
                    + second_previous.as_second_previous
                    + following.as_next
                    + entries[position + 2].as_second_next
                    + self._joint(second_tag, tag, previous, entry, following)
                )
                guess = self._tags[self._best(total)]
            result.append(guess)
            second_tag, tag = tag, guess
            second_previous, previous = previous, entry
        return result

    def _joint(self, second_tag: str, tag: str, previous: _Known, entry: _Known, following: _Known) -> int:
        """Return the weights of what joins a word with its neighbours and the tags before it."""
        word = entry.lower
        context = (second_tag, tag, entry.ambiguity, following.ambiguity)
        total = self._contexts.get(context)
        if total is None:
            total = self._contexts[context] = self._sum(context_features(*context))
        tagged = self._tagged_words.get((tag, word))
        if tagged is None:
            tagged = self._tagged_words[tag, word] = self._sum(tagged_word_features(tag, word))
        weights = self._weights.get
        return (
            total + tagged + weights(f"v{previous.lower} {word}", 0) + weights(f"n{word} {following.lower}", 0)
        )  # bigram_features, written out: this is the innermost loop

    def _bound_caches(self) -> None:
        for remembered in (self._known, self._contexts, self._tagged_words):
            if len(remembered) > _CACHED_WORDS:
                remembered.clear()

    def _know(self, word: str) -> _Known:
        lower = word.lower()
        ambiguity = self._ambiguity.get(lower) or derived_class(lower, self._ambiguity)
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
        weights = self._weights
        return sum([weights[feature] for feature in features if feature in weights])
