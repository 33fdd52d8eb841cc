"""Features for the tagger, from spellings, known tags and neighbours of a word.

The first letters of a feature give its type (`w` the word, `s` a suffix, `-w` the word before, ...); the included
weights are stored under these names. Most features depend on a single word, so their weights are summed once per word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

__all__ = [
    "WordFeatures",
    "bigram_features",
    "context_features",
    "derived_class",
    "shape",
    "tagged_word_features",
    "word_features",
]

_SUFFIXES = ("s", "ed", "ing", "ly", "er", "est", "ness", "less", "ful", "able", "ment")
_PREFIXES = ("un", "re", "non", "pre", "anti", "over", "mis", "inter", "sub", "super")
_REPEATED = re.compile(r"(.)\1+")
_LONGEST_SHAPE = 40
"""The most characters described by a word's shape, so that a very long run of symbols gives a short feature."""
_LONGEST_LENGTH = 12
"""Longer words share one length feature: their exact length says nothing about the tag."""


def shape(word: str) -> str:
    """Return the kinds of characters of a word, repeats collapsed: `Xx` for Paris, `X.X.` for U.S., `d` for 1984."""
    if word.isalpha():
        simple = "x" if word.islower() else "X" if word.isupper() else "Xx" if word.istitle() else ""
        if simple:
            return simple
    kinds = [
        "X" if char.isupper() else "x" if char.isalpha() else "d" if char.isdigit() else char
        for char in word[:_LONGEST_SHAPE]
    ]
    return _REPEATED.sub(r"\1", "".join(kinds))


def derived_class(lower: str, known: Mapping[str, str]) -> str:
    """Return the ambiguity class of an unknown word from the known word it seems derived from, or an empty string.

    Args:
        lower: the word in lower case.
        known: ambiguity classes (the tags a word takes, as letters) by word.

    Returns:
        The class of the known word with the ending or prefix: that of *sail* with `+ing` for *sailing*.
    """
    for suffix in _SUFFIXES:
        if lower.endswith(suffix) and len(lower) > len(suffix) + 2:
            for stem in _stems(lower[: -len(suffix)], suffix):
                if stem in known:
                    return f"{known[stem]}+{suffix}"
    for prefix in _PREFIXES:
        if lower.startswith(prefix) and lower[len(prefix) :] in known:
            return f"{prefix}+{known[lower[len(prefix) :]]}"
    return ""


def _stems(stem: str, suffix: str) -> Iterator[str]:
    """Yield possible bases of a word before its suffix: *make* for mak-, *happy* for happi-, *stop* for stopp-."""
    yield stem
    yield stem + "e"
    if stem.endswith("i"):
        yield stem[:-1] + "y"
    if stem[-1] == stem[-2]:
        yield stem[:-1]
    if suffix == "s" and stem.endswith("ie"):
        yield stem[:-2] + "y"
    if suffix == "s" and stem.endswith("e"):
        yield stem[:-1]


@dataclass(frozen=True, slots=True)
class WordFeatures:
    """The context-free features of a word: for its own tag, and for the tags of the four words around it.

    `first` are added to `own` for the first word of a sentence.
    """

    own: tuple[str, ...]
    first: tuple[str, ...]
    as_previous: tuple[str, ...]
    as_second_previous: tuple[str, ...]
    as_next: tuple[str, ...]
    as_second_next: tuple[str, ...]


def word_features(word: str, ambiguity: str) -> WordFeatures:
    """Return the context-free features of a word; `ambiguity` is its ambiguity class, its known tags."""
    lower, form, length = word.lower(), shape(word), min(len(word), _LONGEST_LENGTH)
    suffix = lower[-3:]
    own = [f"w{lower}", f"h{form}", f"a{ambiguity}", f"ah{ambiguity} {form}", "b", f"l{length}"]
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
    """Return the features of the two tags before a word and the ambiguity classes of the word and the next one."""
    return (
        f"t{tag}",
        f"u{second_tag} {tag}",
        f"ta{tag} {ambiguity}",
        f"ua{second_tag} {tag} {ambiguity}",
        f"tn{tag} {next_ambiguity}",
        f"tan{tag} {ambiguity} {next_ambiguity}",
    )


def tagged_word_features(tag: str, word: str) -> tuple[str, ...]:
    """Return the features of a word (in lower case) with the tag before it."""
    return (f"tw{tag} {word}", f"ts{tag} {word[-3:]}")


def bigram_features(previous_word: str, word: str, next_word: str) -> tuple[str, ...]:
    """Return the features of a word with its neighbours (all in lower case)."""
    return (f"v{previous_word} {word}", f"n{word} {next_word}")
