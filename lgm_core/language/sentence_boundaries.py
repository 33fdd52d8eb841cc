"""Find where sentences end: a binary perceptron over the gaps between whitespace-separated chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lgm_core.language.perceptron import load_data
from lgm_core.language.tagger import shape

__all__ = ["SentenceSplitter", "boundary_features", "is_candidate"]

_LONGEST_SENTENCE = 300  # chunks: a list or a table without full stops must not become one endless sentence
_CACHED_CHUNKS = 50_000
_CLOSERS = "\"'”’)]}»*_"
_OPENERS = "\"'“‘([{«*_"
_ENDERS = frozenset(".!?:;…-–—。！？।,")
_FINAL = frozenset(".!?:;…。！？।")
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+")


def is_candidate(previous: str, following: str) -> bool:
    """Tell whether a sentence may end between two chunks at all."""
    last = previous.rstrip(_CLOSERS)[-1:]
    return last in _FINAL or not last or not following[0].islower()


def _start(chunk: str) -> str:
    """Return the kind of a chunk's first character, openers apart."""
    core = chunk.lstrip(_OPENERS)
    first = core[:1]
    kind = "u" if first.isupper() else "l" if first.isalpha() else "d" if first.isdigit() else first or "-"
    return kind if core == chunk else f"{chunk[0]}{kind}"


def _end(chunk: str) -> str:
    """Return the kind of a chunk's last characters, closers apart."""
    core = chunk.rstrip(_CLOSERS)
    last = core[-1:]
    kind = (
        last
        if last in _ENDERS or not last
        else "u"
        if last.isupper()
        else "d"
        if last.isdigit()
        else "l"
        if last.isalpha()
        else "o"
    )
    if kind == "." and core.endswith(".."):
        kind = "…"
    elif kind == "." and _INITIALS.fullmatch(core):
        kind = "A." if len(core) == 2 else "A.A."
    return kind if core == chunk else f"{kind}{chunk[-1]}"


def boundary_features(
    second_previous: str, previous: str, following: str, second_following: str, since: int, left: int, style: str
) -> list[str]:
    """Return the features of the gap between `previous` and `following`.

    `since` counts the chunks since the last boundary, `left` those after the gap; `style` says how the whole text is
    punctuated (see `text_style`).
    """
    end, start = _end(previous), _start(following)
    before = previous.strip(_CLOSERS + _OPENERS).lower()
    core = before.rstrip(".!?:;…,")
    after = following.strip(_CLOSERS + _OPENERS + ".,:;!?").lower()
    length = "1" if since <= 1 else "3" if since <= 3 else "7" if since <= 7 else "20" if since <= 20 else "+"
    ahead = "1" if left <= 1 else "3" if left <= 3 else "+"
    pair = f"{end} {start}"
    return [
        "b",
        f"e{end}",
        f"s{start}",
        f"p{pair}",
        f"pl{pair} {length}",
        f"pa{pair} {ahead}",
        f"py{pair} {style}",
        f"w{before}",
        f"ws{before} {start}",
        f"n{after} {start}",
        f"en{end} {after} {start}",
        f"wn{before} {after}",
        f"h{end} {min(len(core), 5)} {start}",
        f"z{shape(previous)} {start}",
        f"zf{shape(previous)} {shape(following)}",
        f"x{end} {core[-3:]}",
        f"2{pair} {_start(second_following) if second_following else '$'}",
        f"2w{pair} {second_following.lower()}",
        f"0{pair} {_end(second_previous) if second_previous else '^'}",
        f"0w{end} {second_previous.lower()}",
    ]


def text_style(chunks: Sequence[str]) -> str:
    """Tell whether a text is in capitals, in lower case, unpunctuated, or ordinary."""
    joined = "".join(chunks[:200])
    if joined.isupper():
        return "C"
    if joined.islower():
        return "c"
    return "o" if any(mark in joined for mark in ".!?") else "n"


class SentenceSplitter:
    """A trained splitter."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Take the weight of each feature; a sum above 0 is a boundary."""
        self._weights = weights

    @classmethod
    def load(cls) -> SentenceSplitter:
        """Read the splitter that ships with the package."""
        data = load_data("sentences.json.gz")
        return cls({feature: int(weight) for weight, features in data["weights"].items() for feature in features})

    def split(self, chunks: Sequence[str]) -> list[int]:
        """Return the end (exclusive) of each sentence, as an index into the chunks of a paragraph."""
        ends: list[int] = []
        start, count, weights = 0, len(chunks), self._weights.get
        style = text_style(chunks)
        for position in range(1, count):
            previous, following = chunks[position - 1], chunks[position]
            if not is_candidate(previous, following):
                continue
            since = position - start
            features = boundary_features(
                chunks[position - 2] if since > 1 else "",
                previous,
                following,
                chunks[position + 1] if position + 1 < count else "",
                since,
                count - position,
                style,
            )
            if sum(weights(feature, 0) for feature in features) > 0 or since >= _LONGEST_SENTENCE:
                ends.append(position)
                start = position
        if count:
            ends.append(count)
        return ends
