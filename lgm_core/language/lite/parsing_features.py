"""Features for the parser: each is a letter with the values of its fields, which are words, tags and numbers."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = [
    "ARC_FEATURES",
    "FARTHEST",
    "FARTHEST_HEAD",
    "LABEL_FEATURES",
    "WORD_FEATURES",
    "written_siblings",
]

FARTHEST = 6
"""Words between the top of the stack and the buffer from which all distances share one feature."""
FARTHEST_HEAD = 5
"""The same for a word and its head, for choosing relations."""

WORD_FEATURES = {"s0": "a:w,t b:w c:t", "s1": "j:w,t k:t", "n0": "d:w,t e:w f:t", "n1": "g:w,t h:t"}
"""Features of a single word by its place: the top of the stack, the one below it, the front of the buffer and the one
after it. Each feature is its letter and its fields."""

# `s0` is the top of the stack, `s1` and `s2` are below it, `n0` is the front of the buffer, `n1` and `n2` follow. Then
# come `w` for the word, `t` for its tag, `l` and `l2` for its outermost left children, `r` and `r2` for its right ones,
# `lv` and `rv` for their numbers.
ARC_FEATURES = (
    "b: i:n2t o:s0t,n0t r:n0t,n1t s:s0t,n0t,n1t t:s0t,n0t,n1t,n2t u:s1t,s0t,n0t v:s1t,s0t z:s2t,s1t,s0t "
    "A:s1t,s0t,n0t,n1t B:s0t,s0lt,n0t E:s0t,s0lt,s0l2t V:s1t,s0t,s0lt C:s0t,s0rt,n0t F:s0t,s0rt,s0r2t H:s1t,s1rt,s0t "
    "W:s1t,s0t,s0rt D:s0t,n0t,n0lt G:n0t,n0lt,n0l2t M:n0t,n0lv l:s0w,n0w m:s0w,s0t,n0t n:s0t,n0w,n0t p:s0w,n0t "
    "q:s0t,n0w w:s1w,s0w x:s1t,s0w y:s1w,s0t I:s0w,s0lv J:s0w,s0rv K:s0t,s0lv,s0rv L:n0w,n0lv N:s0w,distance "
    "O:n0w,distance P:s0t,n0t,distance Q:s0w,n0w,distance R:s0t,s0rw S:s0t,s0lw T:n0t,n0lw U:s0w,s0rt,n0t X:n0w,n1w "
    "Y:s1w,s0t,n0t Z:s1t,s0t,n0w"
)
"""Features of a configuration, besides those of single words."""

# `c` is the child, `p` and `n` are the words before and after it; `h` is the head, `b` the word before it, `g` its
# head. `side` is the one of the head on which the child stands, `reach` also the distance between them.
LABEL_FEATURES = (
    "a:ct,ht,side f:ct,ht,reach d:ct,hw,side m:hw,side g:pt,ct,nt h:pt,ct,ht,side i:ct,nt,ht,side k:ct,ht,gt "
    "q:ct,bt,ht,side b:cw,side c:cw,ht,side e:cw,hw j:pw,ct,ht l:ending_w,ht,side n:ct,ht,siblings_w o:cw,siblings_w "
    "p:ct,hw,siblings_w"
)
"""Features of an arc, for choosing its relation."""


def written_siblings(siblings: Iterable[str], left_children: Iterable[str]) -> str:
    """Return the tags of a word's siblings, and of its left children, as the value of a field."""
    return f"{''.join(tag[:1] for tag in siblings)[:4]} {''.join(tag[:2] for tag in left_children)[:6]}"
