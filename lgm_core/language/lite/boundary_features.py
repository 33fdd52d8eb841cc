"""Features for the sentence splitter, from the chunks around a gap.

The first characters of a feature give its type (`e` the end of the chunk before, `s` the start of the one after, ...);
the included weights are stored under these names.
"""

from __future__ import annotations

from dataclasses import dataclass

from lgm_core.language.lite.boundary_candidates import CLOSERS, INITIALS, OPENERS
from lgm_core.language.lite.tagging_features import shape

__all__ = [
    "EDGE",
    "Chunk",
    "following_features",
    "joint_features",
    "kind_features",
    "left_bucket",
    "previous_features",
    "since_bucket",
]

_END_MARKS = frozenset(".!?:;…-–—。！？।,")


@dataclass(frozen=True, slots=True)
class Chunk:
    """The data of a chunk (a run of characters between whitespace) for the features.

    `start` and `end` are the kinds of its ends. `trimmed` is its lower-case text without quotes and brackets; `core`
    also lacks the final marks, and `opening` is the `core` for the gap before the chunk (an ellipsis stays).
    """

    text: str
    start: str
    end: str
    trimmed: str
    core: str
    opening: str
    shape: str

    @classmethod
    def read(cls, text: str) -> Chunk:
        """Compute the data of a chunk."""
        trimmed = text.strip(CLOSERS + OPENERS).lower()
        core, opening = trimmed.rstrip(".!?:;…,"), trimmed.rstrip(".,:;!?")
        return cls(text, _start_kind(text), _end_kind(text), trimmed, core, opening, shape(text))


EDGE = Chunk("", "$", "^", "", "", "", "")
"""Placeholder before the first chunk and after the last one."""


def _start_kind(chunk: str) -> str:
    """Return the kind of a chunk's first character after openers: u(pper), l(ower), d(igit) or itself."""
    core = chunk.lstrip(OPENERS)
    first = core[:1]
    kind = "u" if first.isupper() else "l" if first.isalpha() else "d" if first.isdigit() else first or "-"
    return kind if core == chunk else f"{chunk[0]}{kind}"


def _end_kind(chunk: str) -> str:
    """Return the kind of a chunk's last characters before closers: its mark, or u(pper), d(igit), l(etter), o(ther)."""
    core = chunk.rstrip(CLOSERS)
    last = core[-1:]
    if last in _END_MARKS or not last:
        kind = last
    else:
        kind = "u" if last.isupper() else "d" if last.isdigit() else "l" if last.isalpha() else "o"
    if kind == "." and core.endswith(".."):
        kind = "…"
    elif kind == "." and INITIALS.fullmatch(core):
        kind = "A." if len(core) == 2 else "A.A."
    elif kind == "." and core[:-1].isdigit():
        kind = "9."
    return kind if core == chunk else f"{kind}{chunk[-1]}"


def previous_features(chunk: Chunk) -> tuple[str, ...]:
    """Return the features of the chunk before a gap."""
    return ("b", f"e{chunk.end}", f"w{chunk.trimmed}", f"x{chunk.end} {chunk.core[-3:]}", f"z{chunk.shape}")


def following_features(chunk: Chunk) -> tuple[str, ...]:
    """Return the features of the chunk after a gap."""
    return (f"s{chunk.start}", f"n{chunk.opening} {chunk.start}")


def kind_features(end: str, start: str, since: int, left: int, style: str) -> tuple[str, ...]:
    """Return the features of the kinds on both sides of a gap.

    Args:
        end: the kind of the end of the chunk before.
        start: the kind of the start of the chunk after.
        since: the bucket of the chunks since the last boundary.
        left: the bucket of the chunks left in the text.
        style: the style of the text.
    """
    pair = f"{end} {start}"
    return (f"p{pair}", f"pl{pair} {since}", f"pa{pair} {left}", f"py{pair} {style}", f"pls{pair} {since} {style}")


def joint_features(outer: Chunk, previous: Chunk, following: Chunk, beyond: Chunk) -> tuple[str, ...]:
    """Return the features of two chunks before a gap (`outer`, `previous`) and two after it, taken together."""
    end, start = previous.end, following.start
    return (
        f"ws{previous.trimmed} {start}",
        f"en{end} {following.opening} {start}",
        f"h{end} {min(len(previous.core), 5)} {start}",
        f"zz{previous.shape} {following.shape}",
        f"2{end} {start} {beyond.start}",
        f"0{end} {start} {outer.end}",
        f"0w{end} {outer.trimmed}",
        f"2w{end} {start} {beyond.opening}",
        f"wn{previous.trimmed} {following.opening}",
    )


def since_bucket(count: int) -> int:
    """Bucket the number of chunks since the last boundary, finely at first: few sentences have one to three."""
    return 1 if count <= 1 else 3 if count <= 3 else 7 if count <= 7 else 20 if count <= 20 else 99


def left_bucket(count: int) -> int:
    """Bucket the number of chunks left in the text."""
    return 1 if count <= 1 else 3 if count <= 3 else 99
