"""Parse a sentence, protecting the parser from titles that read like sentences, and asides in brackets.

The title of a text, when mentioned in a sentence, is one name whatever its words (*One Day in the Life of Ann Reed is a
film*); brackets after a name are parsed separately and attached to the word before them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from lgm_core.language.lite.transitions import LEFT_ARC, NO_HEAD, RIGHT_ARC, SHIFT, Configuration
from lgm_core.language.perceptron import classifier, load_data, scorer, unpack_weights
from lgm_core.language.port import Token

__all__ = ["arc_features", "best_transition", "label_features", "parsed_tokens", "sibling_tags"]

_FARTHEST = 6
"""Words between the top of the stack and the buffer from which all distances share one feature."""
_FARTHEST_HEAD = 5
"""The same for a word and its head, for choosing relations."""


def arc_features(configuration: Configuration, words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Return the features of a configuration, for choosing the next transition.

    Args:
        configuration: the stack, the buffer and the arcs so far.
        words: the words in lower case, then three fillers: the first stands for the root.
        tags: their tags, with as many fillers.
    """
    stack, n0 = configuration.stack, configuration.front
    left, right = configuration.left_children, configuration.right_children
    if stack:
        s0 = stack[-1]
        s0w, s0t = words[s0], tags[s0]
        s0l, s0r = left[s0], right[s0]
        s0lt = tags[s0l[-1]] if s0l else ""
        s0rt = tags[s0r[-1]] if s0r else ""
        s0r2t = tags[s0r[-2]] if len(s0r) > 1 else ""
        s0l2t = tags[s0l[-2]] if len(s0l) > 1 else ""
        s0lw = words[s0l[-1]] if s0l else ""
        s0rw = words[s0r[-1]] if s0r else ""
        s0lv, s0rv = len(s0l), len(s0r)
        distance = min(n0 - s0, _FARTHEST)
    else:
        s0w = s0t = s0lt = s0rt = s0r2t = s0l2t = s0lw = s0rw = ""
        s0lv = s0rv = distance = 0
    s1 = stack[-2] if len(stack) > 1 else NO_HEAD
    s2 = stack[-3] if len(stack) > 2 else NO_HEAD
    s1w, s1t = (words[s1], tags[s1]) if s1 >= 0 else ("", "")
    s2t = tags[s2] if s2 >= 0 else ""
    s1r = right[s1] if s1 >= 0 else ()
    s1rt = tags[s1r[-1]] if s1r else ""
    n0w, n0t, n1w, n1t, n2t = words[n0], tags[n0], words[n0 + 1], tags[n0 + 1], tags[n0 + 2]
    n0l = left[n0]
    n0lv = len(n0l)
    n0lt = tags[n0l[-1]] if n0l else ""
    n0l2t = tags[n0l[-2]] if n0lv > 1 else ""
    n0lw = words[n0l[-1]] if n0l else ""
    return [
        "b",
        f"a{s0w} {s0t}",
        f"b{s0w}",
        f"c{s0t}",
        f"d{n0w} {n0t}",
        f"e{n0w}",
        f"f{n0t}",
        f"g{n1w} {n1t}",
        f"h{n1t}",
        f"i{n2t}",
        f"j{s1w} {s1t}",
        f"k{s1t}",
        f"l{s0w} {n0w}",
        f"m{s0w} {s0t} {n0t}",
        f"n{s0t} {n0w} {n0t}",
        f"o{s0t} {n0t}",
        f"p{s0w} {n0t}",
        f"q{s0t} {n0w}",
        f"r{n0t} {n1t}",
        f"s{s0t} {n0t} {n1t}",
        f"t{s0t} {n0t} {n1t} {n2t}",
        f"u{s1t} {s0t} {n0t}",
        f"v{s1t} {s0t}",
        f"w{s1w} {s0w}",
        f"x{s1t} {s0w}",
        f"y{s1w} {s0t}",
        f"z{s2t} {s1t} {s0t}",
        f"A{s1t} {s0t} {n0t} {n1t}",
        f"B{s0t} {s0lt} {n0t}",
        f"C{s0t} {s0rt} {n0t}",
        f"D{s0t} {n0t} {n0lt}",
        f"E{s0t} {s0lt} {s0l2t}",
        f"F{s0t} {s0rt} {s0r2t}",
        f"G{n0t} {n0lt} {n0l2t}",
        f"H{s1t} {s1rt} {s0t}",
        f"I{s0w} {s0lv}",
        f"J{s0w} {s0rv}",
        f"K{s0t} {s0lv} {s0rv}",
        f"L{n0w} {n0lv}",
        f"M{n0t} {n0lv}",
        f"N{s0w} {distance}",
        f"O{n0w} {distance}",
        f"P{s0t} {n0t} {distance}",
        f"Q{s0w} {n0w} {distance}",
        f"R{s0t} {s0rw}",
        f"S{s0t} {s0lw}",
        f"T{n0t} {n0lw}",
        f"U{s0w} {s0rt} {n0t}",
        f"V{s1t} {s0t} {s0lt}",
        f"W{s1t} {s0t} {s0rt}",
        f"X{n0w} {n1w}",
        f"Y{s1w} {s0t} {n0t}",
        f"Z{s1t} {s0t} {n0w}",
    ]


def label_features(
    child: int, heads: Sequence[int], words: Sequence[str], tags: Sequence[str], siblings: str
) -> list[str]:
    """Return the features for choosing the relation of a word to its head.

    Args:
        child: the index of the word.
        heads: the head of each word.
        words: the words in lower case, then three fillers.
        tags: their tags, with as many fillers.
        siblings: the result of `sibling_tags` for the word.
    """
    head = heads[child]
    cw, ct, hw, ht = words[child], tags[child], words[head], tags[head]
    side = "<" if child < head else ">"
    distance = f"{side}{min(abs(head - child), _FARTHEST_HEAD)}"
    previous_tag = tags[child - 1] if child else ""
    previous_word = words[child - 1] if child else ""
    next_tag = tags[child + 1]
    grandparent_tag = tags[heads[head]] if head < len(heads) - 1 and heads[head] >= 0 else ""
    return [
        f"a{ct} {ht} {side}",
        f"b{cw} {side}",
        f"c{cw} {ht} {side}",
        f"d{ct} {hw} {side}",
        f"e{cw} {hw}",
        f"f{ct} {ht} {distance}",
        f"g{previous_tag} {ct} {next_tag}",
        f"h{previous_tag} {ct} {ht} {side}",
        f"i{ct} {next_tag} {ht} {side}",
        f"j{previous_word} {ct} {ht}",
        f"k{ct} {ht} {grandparent_tag}",
        f"l{cw[-3:]} {ht} {side}",
        f"m{hw} {side}",
        f"n{ct} {ht} {siblings}",
        f"o{cw} {siblings}",
        f"p{ct} {hw} {siblings}",
        f"q{ct} {tags[head - 1] if head else ''} {ht} {side}",
    ]


def sibling_tags(child: int, configuration: Configuration, tags: Sequence[str]) -> str:
    """Return the tags of a word's siblings on its side of the head, and of its own left children, shortened.

    The left children show how the word is introduced: the *of* of a complement, the *that* of a clause.
    """
    head = configuration.heads[child]
    children = configuration.left_children[head] if child < head else configuration.right_children[head]
    siblings = "".join(tags[sibling][0] for sibling in sorted(children) if sibling != child)[:4]
    introduced_by = "".join(tags[word][:2] for word in sorted(configuration.left_children[child]))[:6]
    return f"{siblings} {introduced_by}"


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
        configuration = Configuration(size)
        weight = self._arc_weights.get
        while not configuration.is_terminal:
            features = arc_features(configuration, padded_words, padded_tags)
            scores = self._scores(sum([weight(feature, 0) for feature in features]))
            configuration.apply(best_transition(scores, configuration))
        return [self._labelled_arc(child, configuration, padded_words, padded_tags) for child in range(size)]

    def _labelled_arc(
        self, child: int, configuration: Configuration, words: Sequence[str], tags: Sequence[str]
    ) -> tuple[int, str]:
        head = configuration.heads[child]
        if head == configuration.size:
            return -1, "root"
        weight = self._label_weights.get
        siblings = sibling_tags(child, configuration, tags)
        features = label_features(child, configuration.heads, words, tags, siblings)
        return head, self._labels[self._best_label(sum([weight(feature, 0) for feature in features]))]


def best_transition(scores: Sequence[int], configuration: Configuration) -> int:
    """Return the permitted transition with the highest score."""
    permissible = configuration.permissible()
    return max(
        (transition for transition in (SHIFT, RIGHT_ARC, LEFT_ARC) if permissible[transition]), key=scores.__getitem__
    )


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
