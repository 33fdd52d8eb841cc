"""Features by which the parser chooses transitions and relations.

The abbreviations are those of Zhang and Nivre (2011): `s0`, `s1`, `s2` are the words on top of the stack, `n0`, `n1`,
`n2` those in front of the buffer; `w` is a word, `t` its tag, `l` and `r` its outermost left and right child (`l2`,
`r2` the second), `v` the number of children on that side (valency). The first letter of a feature names its template;
the shipped weights are stored under these names.
"""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.language.lite.parsing.transitions import NO_HEAD, Configuration

__all__ = ["arc_features", "label_features", "sibling_tags"]

_FARTHEST = 6
"""Words between the top of the stack and the buffer from which on all distances share one feature."""
_FARTHEST_HEAD = 5
"""The same for a word and its head, when relations are chosen."""


def arc_features(configuration: Configuration, words: Sequence[str], tags: Sequence[str]) -> list[str]:
    """Return the features of a configuration, by which the next transition is chosen.

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
    """Return the features by which the relation of a word to its head is chosen.

    Args:
        child: the index of the word.
        heads: the head of each word.
        words: the words in lower case, then three fillers.
        tags: their tags, with as many fillers.
        siblings: what `sibling_tags` returns for the word.
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

    The left children tell what introduces the word: the *of* of a complement, the *that* of a clause.
    """
    head = configuration.heads[child]
    children = configuration.left_children[head] if child < head else configuration.right_children[head]
    siblings = "".join(tags[sibling][0] for sibling in sorted(children) if sibling != child)[:4]
    introduced_by = "".join(tags[word][:2] for word in sorted(configuration.left_children[child]))[:6]
    return f"{siblings} {introduced_by}"
