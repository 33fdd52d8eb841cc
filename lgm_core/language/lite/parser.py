"""Parse tagged English sentences: a greedy arc-hybrid transition parser with perceptrons for arcs and labels.

Arc-hybrid transitions are those of Kuhlmann et al. (2011), the dynamic oracle of training is that of Goldberg and
Nivre (2013), and the features follow Zhang and Nivre (2011) as simplified by Honnibal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lgm_core.language.perceptron import load_data, ranking, scoring, unpack_rows

__all__ = [
    "LEFT",
    "RIGHT",
    "SHIFT",
    "DependencyParser",
    "State",
    "arc_features",
    "best_move",
    "label_features",
    "sibling_tags",
]

SHIFT, RIGHT, LEFT = 0, 1, 2
_NONE = -1


class State:
    """A partly built tree: a stack, the next word of the buffer, heads so far and the outermost children of each word.

    The word after the last one stands for the root.
    """

    __slots__ = ("heads", "left", "left_counts", "next", "right", "right_counts", "size", "stack")

    def __init__(self, size: int) -> None:
        self.size = size
        self.heads = [_NONE] * (size + 1)
        self.stack: list[int] = [0]
        self.next = 1
        self.left: list[list[int]] = [[] for _ in range(size + 1)]
        self.right: list[list[int]] = [[] for _ in range(size + 1)]

    def moves(self) -> tuple[bool, bool, bool]:
        """Tell which of SHIFT, RIGHT and LEFT are possible; only the last word on the stack can be the root's child."""
        stacked = len(self.stack)
        return (self.next < self.size, stacked >= 2, stacked == 1 or (stacked > 1 and self.next < self.size))

    def apply(self, move: int) -> None:
        """Change the state: shift a word, or attach the top of the stack to the word below it or to the next word."""
        if move == SHIFT:
            self.stack.append(self.next)
            self.next += 1
        elif move == RIGHT:
            child = self.stack.pop()
            self.heads[child] = head = self.stack[-1]
            self.right[head].append(child)
        else:
            child = self.stack.pop()
            self.heads[child] = head = self.next
            self.left[head].append(child)

    @property
    def done(self) -> bool:
        """Tell whether every word has its head."""
        return not self.stack and self.next >= self.size


def arc_features(state: State, words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Return the features of a state; `words` (lower-case) and `tags` end in three fillers, first the root."""
    stack, n0 = state.stack, state.next
    left, right = state.left, state.right
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
        distance = min(n0 - s0, 6)
    else:
        s0w = s0t = s0lt = s0rt = s0r2t = s0l2t = s0lw = s0rw = ""
        s0lv = s0rv = distance = 0
    s1 = stack[-2] if len(stack) > 1 else _NONE
    s2 = stack[-3] if len(stack) > 2 else _NONE
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
    """Return the features of the relation of `child` to its head; `siblings` are the tags of the head's children."""
    head = heads[child]
    cw, ct, hw, ht = words[child], tags[child], words[head], tags[head]
    side = "<" if child < head else ">"
    far = f"{side}{min(abs(head - child), 5)}"
    before = tags[child - 1] if child else ""
    before_word = words[child - 1] if child else ""
    after = tags[child + 1]
    grand = tags[heads[head]] if head < len(heads) - 1 and heads[head] >= 0 else ""
    return [
        f"a{ct} {ht} {side}",
        f"b{cw} {side}",
        f"c{cw} {ht} {side}",
        f"d{ct} {hw} {side}",
        f"e{cw} {hw}",
        f"f{ct} {ht} {far}",
        f"g{before} {ct} {after}",
        f"h{before} {ct} {ht} {side}",
        f"i{ct} {after} {ht} {side}",
        f"j{before_word} {ct} {ht}",
        f"k{ct} {ht} {grand}",
        f"l{cw[-3:]} {ht} {side}",
        f"m{hw} {side}",
        f"n{ct} {ht} {siblings}",
        f"o{cw} {siblings}",
        f"p{ct} {hw} {siblings}",
        f"q{ct} {tags[head - 1] if head else ''} {ht} {side}",
    ]


def sibling_tags(child: int, state: State, tags: Sequence[str]) -> str:
    """Return the children of a child's head on its own side, and what introduces the child itself, as text."""
    head = state.heads[child]
    around = state.left[head] if child < head else state.right[head]
    others = "".join(tags[other][0] for other in sorted(around) if other != child)[:4]
    marks = "".join(tags[other][:2] for other in sorted(state.left[child]))[:6]
    return f"{others} {marks}"


class DependencyParser:
    """A trained parser; relations are those of Universal Dependencies."""

    def __init__(self, arcs: Mapping[str, int], labels: Sequence[str], label_weights: Mapping[str, int]) -> None:
        """Take the packed weights of moves and of labels, and the labels in the order of their weights."""
        self._arcs = arcs
        self._labels = tuple(labels)
        self._label_weights = label_weights
        self._best_label = ranking(len(labels))
        self._scores = scoring(3)

    @classmethod
    def load(cls) -> DependencyParser:
        """Read the parser that ships with the package."""
        data = load_data("parser.json.gz")
        return cls(unpack_rows(data["arcs"]), data["labels"], unpack_rows(data["label_weights"]))

    def parse(self, words: Sequence[str], tags: Sequence[str]) -> list[tuple[int, str]]:
        """Return the head (an index, -1 for the root) and the relation of each word."""
        size = len(words)
        lower = [*(word.lower() for word in words), "", "", ""]
        kinds = [*tags, "ROOT", "", ""]
        state = State(size)
        arcs = self._arcs.get
        while not state.done:
            scores = self._scores(sum([arcs(feature, 0) for feature in arc_features(state, lower, kinds)]))
            state.apply(best_move(scores, state))
        return [self._labelled(child, state, lower, kinds) for child in range(size)]

    def _labelled(self, child: int, state: State, words: Sequence[str], tags: Sequence[str]) -> tuple[int, str]:
        head = state.heads[child]
        if head == state.size:
            return -1, "root"
        weights = self._label_weights.get
        features = label_features(child, state.heads, words, tags, sibling_tags(child, state, tags))
        return head, self._labels[self._best_label(sum([weights(feature, 0) for feature in features]))]


def best_move(scores: Sequence[int], state: State) -> int:
    """Return the possible move with the highest score."""
    allowed = state.moves()
    return max((move for move in (SHIFT, RIGHT, LEFT) if allowed[move]), key=scores.__getitem__)
