"""Features for the parser, in groups that depend on the same few words and tags.

Most combinations of these recur often, so the parser adds up the weights of a group once for each; features for which
that does not pay are single.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lgm_core.language.lite.transitions import NO_HEAD, Configuration

__all__ = [
    "ARC_GROUPS",
    "LABEL_GROUPS",
    "WORD_GROUPS",
    "FeatureGroup",
    "arc_features",
    "arc_keys",
    "label_features",
    "label_keys",
    "sibling_tags",
]

FeatureGroup = Callable[..., tuple[str, ...]]
"""Return the features of a group, given its key as arguments."""
Key = tuple[str | int, ...]

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
    stack, front = configuration.stack, configuration.front
    places = (stack[-1] if stack else NO_HEAD, stack[-2] if len(stack) > 1 else NO_HEAD, front, front + 1)
    alone = [feature for group, n in zip(WORD_GROUPS, places, strict=True) for feature in group(words[n], tags[n])]
    keys, single = arc_keys(configuration, words, tags)
    grouped = [feature for group, key in zip(ARC_GROUPS, keys, strict=True) for feature in group(*key)]
    return [*alone, *grouped, *single]


def arc_keys(
    configuration: Configuration, words: Sequence[str], tags: Sequence[str]
) -> tuple[tuple[Key, ...], tuple[str, ...]]:
    """Return the keys of a configuration, one for each of `ARC_GROUPS`, and its single features.

    Takes the arguments of `arc_features`.
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
    n0w, n0t, n1t = words[n0], tags[n0], tags[n0 + 1]
    n0l = left[n0]
    n0lv = len(n0l)
    n0lt = tags[n0l[-1]] if n0l else ""
    n0l2t = tags[n0l[-2]] if n0lv > 1 else ""
    n0lw = words[n0l[-1]] if n0l else ""
    return (
        (s0t, n0t, n1t, tags[n0 + 2]),
        (s2t, s1t, s0t, n0t, n1t),
        (s1t, s0t, s0lt, s0l2t, n0t),
        (s1t, s1rt, s0t, s0rt, s0r2t, n0t),
        (s0t, n0t, n0lt, n0l2t, n0lv),
    ), (
        f"l{s0w} {n0w}",
        f"m{s0w} {s0t} {n0t}",
        f"n{s0t} {n0w} {n0t}",
        f"p{s0w} {n0t}",
        f"q{s0t} {n0w}",
        f"w{s1w} {s0w}",
        f"x{s1t} {s0w}",
        f"y{s1w} {s0t}",
        f"I{s0w} {s0lv}",
        f"J{s0w} {s0rv}",
        f"K{s0t} {s0lv} {s0rv}",
        f"L{n0w} {n0lv}",
        f"N{s0w} {distance}",
        f"O{n0w} {distance}",
        f"P{s0t} {n0t} {distance}",
        f"Q{s0w} {n0w} {distance}",
        f"R{s0t} {s0rw}",
        f"S{s0t} {s0lw}",
        f"T{n0t} {n0lw}",
        f"U{s0w} {s0rt} {n0t}",
        f"X{n0w} {words[n0 + 1]}",
        f"Y{s1w} {s0t} {n0t}",
        f"Z{s1t} {s0t} {n0w}",
    )


WORD_GROUPS: tuple[FeatureGroup, ...] = (
    lambda word, tag: (f"a{word} {tag}", f"b{word}", f"c{tag}"),
    lambda word, tag: (f"j{word} {tag}", f"k{tag}"),
    lambda word, tag: (f"d{word} {tag}", f"e{word}", f"f{tag}"),
    lambda word, tag: (f"g{word} {tag}", f"h{tag}"),
)
"""Features of a single word: the top of the stack, the one below it, the front of the buffer and the one after it."""

# The arguments of a group, its key, are named like the words of a configuration: `s0` is the top of the stack, `s1` and
# `s2` are below it, `n0` is the front of the buffer, `n1` and `n2` follow. Then come `w` for the word, `t` for its tag,
# `l` and `l2` for its outermost left children, `r` and `r2` for its right ones, `lv` and `rv` for their numbers.
ARC_GROUPS: tuple[FeatureGroup, ...] = (
    lambda s0t, n0t, n1t, n2t: (
        "b",
        f"i{n2t}",
        f"o{s0t} {n0t}",
        f"r{n0t} {n1t}",
        f"s{s0t} {n0t} {n1t}",
        f"t{s0t} {n0t} {n1t} {n2t}",
    ),
    lambda s2t, s1t, s0t, n0t, n1t: (
        f"u{s1t} {s0t} {n0t}",
        f"v{s1t} {s0t}",
        f"z{s2t} {s1t} {s0t}",
        f"A{s1t} {s0t} {n0t} {n1t}",
    ),
    lambda s1t, s0t, s0lt, s0l2t, n0t: (
        f"B{s0t} {s0lt} {n0t}",
        f"E{s0t} {s0lt} {s0l2t}",
        f"V{s1t} {s0t} {s0lt}",
    ),
    lambda s1t, s1rt, s0t, s0rt, s0r2t, n0t: (
        f"C{s0t} {s0rt} {n0t}",
        f"F{s0t} {s0rt} {s0r2t}",
        f"H{s1t} {s1rt} {s0t}",
        f"W{s1t} {s0t} {s0rt}",
    ),
    lambda s0t, n0t, n0lt, n0l2t, n0lv: (f"D{s0t} {n0t} {n0lt}", f"G{n0t} {n0lt} {n0l2t}", f"M{n0t} {n0lv}"),
)


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
    keys, single = label_keys(child, heads, words, tags, siblings)
    grouped = [feature for group, key in zip(LABEL_GROUPS, keys, strict=True) for feature in group(*key)]
    return [*grouped, *single]


def label_keys(
    child: int, heads: Sequence[int], words: Sequence[str], tags: Sequence[str], siblings: str
) -> tuple[tuple[Key, ...], tuple[str, ...]]:
    """Return the keys of an arc, one for each of `LABEL_GROUPS`, and its single features.

    Takes the arguments of `label_features`.
    """
    head = heads[child]
    cw, ct, hw, ht = words[child], tags[child], words[head], tags[head]
    side = "<" if child < head else ">"
    distance = min(abs(head - child), _FARTHEST_HEAD)
    previous_word, previous_tag = (words[child - 1], tags[child - 1]) if child else ("", "")
    grandparent_tag = tags[heads[head]] if head < len(heads) - 1 and heads[head] >= 0 else ""
    return (
        (ct, ht, side, distance),
        (hw, ct, side),
        (previous_tag, ct, tags[child + 1], ht, side),
        (ct, tags[head - 1] if head else "", ht, grandparent_tag, side),
    ), (
        f"b{cw} {side}",
        f"c{cw} {ht} {side}",
        f"e{cw} {hw}",
        f"j{previous_word} {ct} {ht}",
        f"l{cw[-3:]} {ht} {side}",
        f"n{ct} {ht} {siblings}",
        f"o{cw} {siblings}",
        f"p{ct} {hw} {siblings}",
    )


# `c` is the child and `h` the head, `side` the one of the head on which the child stands.
LABEL_GROUPS: tuple[FeatureGroup, ...] = (
    lambda ct, ht, side, distance: (f"a{ct} {ht} {side}", f"f{ct} {ht} {side}{distance}"),
    lambda hw, ct, side: (f"d{ct} {hw} {side}", f"m{hw} {side}"),
    lambda previous_tag, ct, next_tag, ht, side: (
        f"g{previous_tag} {ct} {next_tag}",
        f"h{previous_tag} {ct} {ht} {side}",
        f"i{ct} {next_tag} {ht} {side}",
    ),
    lambda ct, before_head, ht, grandparent_tag, side: (
        f"k{ct} {ht} {grandparent_tag}",
        f"q{ct} {before_head} {ht} {side}",
    ),
)


def sibling_tags(child: int, configuration: Configuration, tags: Sequence[str]) -> str:
    """Return the tags of a word's siblings on its side of the head, and of its own left children, shortened.

    The left children show how the word is introduced: the *of* of a complement, the *that* of a clause.
    """
    head = configuration.heads[child]
    children = configuration.left_children[head] if child < head else configuration.right_children[head]
    siblings = "".join(tags[sibling][0] for sibling in sorted(children) if sibling != child)[:4]
    introduced_by = "".join(tags[word][:2] for word in sorted(configuration.left_children[child]))[:6]
    return f"{siblings} {introduced_by}"
