"""Parse a sentence, protecting the parser from titles that read like sentences, and asides in brackets.

The title of a text, when mentioned in a sentence, is one name whatever its words (*One Day in the Life of Ann Reed is a
film*); brackets after a name are parsed separately and attached to the word before them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from lgm_core.language.lite.parsing_features import (
    ARC_GROUPS,
    LABEL_GROUPS,
    WORD_GROUPS,
    FeatureGroup,
    arc_keys,
    label_keys,
    sibling_tags,
)
from lgm_core.language.lite.transitions import NO_HEAD, Configuration
from lgm_core.language.perceptron import classifier, load_data, scorer, unpack_weights
from lgm_core.language.port import Token

__all__ = ["parsed_tokens"]

_CACHED_SUMS = 1 << 15
"""Bounds memory: the sums of a group of features are dropped when there are more."""


class _GroupSums(dict[tuple[str | int, ...], int]):
    """The sums of the weights of a group of features, by what the group depends on."""

    def __init__(self, features: FeatureGroup, weights: Mapping[str, int]) -> None:
        self._features = features
        self._weights = weights

    def __missing__(self, key: tuple[str | int, ...]) -> int:
        if len(self) > _CACHED_SUMS:
            self.clear()
        total = self[key] = sum([self._weights.get(feature, 0) for feature in self._features(*key)])
        return total


class DependencyParser:
    """A trained parser; relations are those of Universal Dependencies."""

    def __init__(self, arc_weights: Mapping[str, int], labels: Sequence[str], label_weights: Mapping[str, int]) -> None:
        """Take a trained model.

        Args:
            arc_weights: packed weights of the transitions by feature.
            labels: the relations, in the order of their packed weights.
            label_weights: packed weights of the relations by feature.
        """
        self._arc_weights = arc_weights
        self._labels = tuple(labels)
        self._label_weights = label_weights
        self._best_label = classifier(len(labels))
        self._scores = scorer(3)
        self._word_sums = [_GroupSums(group, arc_weights) for group in WORD_GROUPS]
        self._arc_sums = [_GroupSums(group, arc_weights) for group in ARC_GROUPS]
        self._label_sums = [_GroupSums(group, label_weights) for group in LABEL_GROUPS]

    @classmethod
    def load(cls) -> DependencyParser:
        """Read the parser included in the package."""
        data = load_data("parser.json.gz")
        return cls(unpack_weights(data["arcs"]), data["labels"], unpack_weights(data["label_weights"]))

    def parse(self, words: Sequence[str], tags: Sequence[str]) -> list[tuple[int, str]]:
        """Return the head (an index, -1 for the root) and the relation of each word."""
        size = len(words)
        padded_words = [*(word.lower() for word in words), "", "", ""]
        padded_tags = [*tags, "ROOT", "", ""]
        tagged = list(zip(padded_words, padded_tags, strict=True))
        as_top, as_below, as_front, as_second = ([sums[word] for word in tagged] for sums in self._word_sums)
        configuration = Configuration(size)
        stack, weight = configuration.stack, self._arc_weights.get
        while permitted := configuration.permitted():
            transition = permitted[0]
            if len(permitted) > 1:
                front = configuration.front
                keys, single = arc_keys(configuration, padded_words, padded_tags)
                scores = self._scores(
                    as_top[stack[-1]]
                    + as_below[stack[-2] if len(stack) > 1 else NO_HEAD]
                    + as_front[front]
                    + as_second[front + 1]
                    + sum([sums[key] for sums, key in zip(self._arc_sums, keys, strict=True)])
                    + sum([weight(feature, 0) for feature in single])
                )
                transition = max(permitted, key=scores.__getitem__)
            configuration.apply(transition)
        return [self._labelled_arc(child, configuration, padded_words, padded_tags) for child in range(size)]

    def _labelled_arc(
        self, child: int, configuration: Configuration, words: Sequence[str], tags: Sequence[str]
    ) -> tuple[int, str]:
        head = configuration.heads[child]
        if head == configuration.size:
            return -1, "root"
        weight = self._label_weights.get
        siblings = sibling_tags(child, configuration, tags)
        keys, single = label_keys(child, configuration.heads, words, tags, siblings)
        total = sum([sums[key] for sums, key in zip(self._label_sums, keys, strict=True)])
        return head, self._labels[self._best_label(total + sum([weight(feature, 0) for feature in single]))]


_BRACKETS = {"(": ")", "[": "]"}
_LONGEST_ASIDE = 40
"""The most words in brackets: an opening bracket without a closing one must not take the rest of the sentence."""

_QUOTES = frozenset('"“”„«»')
_LONGEST_TITLE = 12
"""The most words in quotation marks that may be a title."""
_ENDS_OF_SPEECH, _BEFORE_SPEECH = frozenset(",."), frozenset(",:")


@cache
def _parser() -> DependencyParser:
    """Read the weights of the parser, once per process."""
    return DependencyParser.load()


def parsed_tokens(text: str, tokens: tuple[Token, ...], topic: str) -> tuple[Token, ...]:
    """Return the words of a sentence with heads and relations.

    Args:
        text: the annotated text, into which the offsets of the words point.
        tokens: the tagged words of one sentence.
        topic: the topic of the text, as in its title; empty if unknown.
    """
    names = _quoted_titles(tokens) | _named_spans(text, tokens, topic)
    arcs: list[tuple[int, str]] = [(-1, "root")] * len(tokens)
    asides = _asides(tokens, names)
    inside = {index for first, end in asides for index in range(first, end)}
    _parse(tokens, [index for index in range(len(tokens)) if index not in inside], names, arcs)
    for first, end in asides:
        before = max((index for index in range(first) if index not in inside), default=-1)
        _parse(tokens, list(range(first + 1, end - 1)), {}, arcs)
        for index in range(first + 1, end - 1):
            if arcs[index][0] < 0:
                arcs[index] = before, "parataxis"
        arcs[first] = arcs[end - 1] = before, "punct"
    return tuple(
        Token(token.text, token.lemma, token.upos, token.start, token.end, head, relation)
        for token, (head, relation) in zip(tokens, arcs, strict=True)
    )


def _parse(tokens: Sequence[Token], words: list[int], names: dict[int, int], arcs: list[tuple[int, str]]) -> None:
    """Parse some of the words as a sentence, each of the names as one word, and record their arcs."""
    units: list[int] = []
    place = 0
    while place < len(words):
        units.append(words[place])
        end = names.get(words[place], words[place] + 1)
        while place < len(words) and words[place] < end:
            place += 1
    if not units:
        return
    tags = ["PROPN" if unit in names else tokens[unit].upos for unit in units]
    spelt = [tokens[names[unit] - 1 if unit in names else unit].text for unit in units]
    for unit, (head, relation) in zip(units, _parser().parse(spelt, tags), strict=True):
        arcs[unit] = (units[head] if head >= 0 else -1), relation
        for inner in range(unit + 1, names.get(unit, unit)):
            arcs[inner] = unit, "flat"


def _named_spans(text: str, tokens: Sequence[Token], topic: str) -> dict[int, int]:
    """Return where words match the topic: the first word of each match, and the word after its last."""
    if not topic:
        return {}
    starts = {token.start: index for index, token in enumerate(tokens)}
    ends = {token.end: index for index, token in enumerate(tokens)}
    spans: dict[int, int] = {}
    at = text.find(topic, tokens[0].start, tokens[-1].end)
    while at >= 0:
        first, last = starts.get(at), ends.get(at + len(topic))
        if first is not None and last is not None and last > first:
            spans[first] = last + 1
        at = text.find(topic, at + len(topic), tokens[-1].end)
    return spans


def _quoted_titles(tokens: Sequence[Token]) -> dict[int, int]:
    """Return quoted text that begins with a capital, as far as it reads like a title rather than speech."""
    spans: dict[int, int] = {}
    opening: int | None = None
    for index, token in enumerate(tokens):
        if token.text not in _QUOTES:
            continue
        if opening is None or index - opening == 1:
            opening = index
            continue
        inside = tokens[opening + 1 : index]
        spoken = inside[-1].text in _ENDS_OF_SPEECH or (opening and tokens[opening - 1].text in _BEFORE_SPEECH)
        if len(inside) <= _LONGEST_TITLE and inside[0].text[:1].isupper() and not spoken:
            spans[opening + 1] = index
        opening = None
    return spans


def _asides(tokens: Sequence[Token], names: dict[int, int]) -> list[tuple[int, int]]:
    """Return the outermost brackets with their contents, as spans of words, after the first word."""
    named = {index for first, end in names.items() for index in range(first, end)}
    found: list[tuple[int, int]] = []
    index = 1
    while index < len(tokens):
        closing = _BRACKETS.get(tokens[index].text)
        end = None if closing is None or index in named else _closing(tokens, index, closing)
        if end is None:
            index += 1
        else:
            found.append((index, end + 1))
            index = end + 1
    return found


def _closing(tokens: Sequence[Token], opening: int, mark: str) -> int | None:
    depth = 0
    for index in range(opening, min(opening + _LONGEST_ASIDE, len(tokens))):
        if tokens[index].text == tokens[opening].text:
            depth += 1
        elif tokens[index].text == mark:
            depth -= 1
            if not depth:
                return index
    return None
