"""The parser's transitions, and its features as text, one configuration at a time.

`DependencyParser` does the same with arrays over many sentences. The transitions are those of the arc-hybrid system
(Kuhlmann et al. 2011).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from lgm_core.language.lite.parsing_features import (
    ARC_FEATURES,
    FARTHEST,
    FARTHEST_HEAD,
    LABEL_FEATURES,
    WORD_FEATURES,
    written_siblings,
)

SHIFT: Final = 0
"""Put the front of the buffer on the stack."""
RIGHT_ARC: Final = 1
"""Attach the top of the stack to the word below it."""
LEFT_ARC: Final = 2
"""Attach the top of the stack to the front of the buffer."""
NO_HEAD: Final = -1


class Configuration:
    """A partly built tree: a stack, the front of the buffer, and the heads and children of each word so far.

    The word after the last one is the root. Children are in the order of attachment, so the last one is the outermost.
    """

    __slots__ = ("front", "heads", "left_children", "right_children", "size", "stack")

    def __init__(self, size: int) -> None:
        """Start a sentence of `size` words with the first one on the stack."""
        self.size = size
        self.heads = [NO_HEAD] * (size + 1)
        self.stack: list[int] = [0]
        self.front = 1
        self.left_children: list[list[int]] = [[] for _ in range(size + 1)]
        self.right_children: list[list[int]] = [[] for _ in range(size + 1)]

    def permitted(self) -> tuple[int, ...]:
        """Return the permitted transitions, none when every word has its head; the root takes only the last word."""
        stacked = len(self.stack)
        if self.front < self.size:
            return (SHIFT, RIGHT_ARC, LEFT_ARC) if stacked > 1 else (SHIFT, LEFT_ARC) if stacked else (SHIFT,)
        return (RIGHT_ARC,) if stacked > 1 else (LEFT_ARC,) if stacked else ()

    def apply(self, transition: int) -> None:
        """Apply a permitted transition to the configuration."""
        if transition == SHIFT:
            self.stack.append(self.front)
            self.front += 1
        elif transition == RIGHT_ARC:
            child = self.stack.pop()
            self.heads[child] = head = self.stack[-1]
            self.right_children[head].append(child)
        else:
            child = self.stack.pop()
            self.heads[child] = head = self.front
            self.left_children[head].append(child)


def arc_features(configuration: Configuration, words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Return the features of a configuration, for choosing the next transition.

    Args:
        configuration: the stack, the buffer and the arcs so far.
        words: the words in lower case, then three fillers: the first stands for the root.
        tags: their tags, with as many fillers.
    """
    stack, n0 = configuration.stack, configuration.front
    left, right = configuration.left_children, configuration.right_children
    s0, s1, s2 = ([*reversed(stack[-3:])] + [NO_HEAD] * 3)[:3]
    places = {"s0": s0, "s1": s1, "s2": s2, "n0": n0, "n1": n0 + 1, "n2": n0 + 2}
    for name in ("s0", "s1", "n0"):
        for side, children in (("l", left), ("r", right)):
            own = children[places[name]] if places[name] != NO_HEAD else []
            places[f"{name}{side}"] = own[-1] if own else NO_HEAD
            places[f"{name}{side}2"] = own[-2] if len(own) > 1 else NO_HEAD
    fields = {f"{name}w": words[place] for name, place in places.items()}  # the last word is a filler
    fields |= {f"{name}t": tags[place] for name, place in places.items()}
    counts = (len(left[s0]), len(right[s0]), min(n0 - s0, FARTHEST)) if stack else (0, 0, 0)
    numbers = zip(("s0lv", "s0rv", "distance", "n0lv"), (*counts, len(left[n0])), strict=True)
    fields |= {name: str(number) for name, number in numbers}
    alone = [
        feature
        for name, place in places.items()
        for feature in _written(WORD_FEATURES.get(name, ""), {"w": words[place], "t": tags[place]})
    ]
    return [*alone, *_written(ARC_FEATURES, fields)]


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
    side = "<" if child < head else ">"
    fields = {
        "cw": words[child],
        "ct": tags[child],
        "hw": words[head],
        "ht": tags[head],
        "pw": words[child - 1],  # the last word is a filler
        "pt": tags[child - 1],
        "nt": tags[child + 1],
        "bt": tags[head - 1],
        "gt": tags[heads[head]] if head < len(heads) - 1 and heads[head] >= 0 else "",
        "ending_w": words[child][-3:],
        "siblings_w": siblings,
        "side": side,
        "reach": f"{side}{min(abs(head - child), FARTHEST_HEAD)}",
    }
    return _written(LABEL_FEATURES, fields)


def _written(features: str, fields: Mapping[str, str]) -> list[str]:
    """Return features with the values of their fields."""
    parted = (feature.split(":") for feature in features.split())
    return [letter + " ".join(fields[name] for name in names.split(",") if name) for letter, names in parted]


def sibling_tags(child: int, configuration: Configuration, tags: Sequence[str]) -> str:
    """Return the tags of a word's siblings on its side of the head, and of its own left children, shortened.

    The left children show how the word is introduced: the *of* of a complement, the *that* of a clause.
    """
    head = configuration.heads[child]
    children = configuration.left_children[head] if child < head else configuration.right_children[head]
    return written_siblings(
        (tags[sibling] for sibling in sorted(children) if sibling != child),
        (tags[word] for word in sorted(configuration.left_children[child])),
    )
