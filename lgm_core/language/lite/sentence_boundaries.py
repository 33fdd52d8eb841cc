"""Find where sentences end: a binary perceptron over the gaps between whitespace-separated chunks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lgm_core.language.lite.tagger import shape
from lgm_core.language.perceptron import load_data

__all__ = [
    "EDGE",
    "Chunk",
    "SentenceSplitter",
    "bracket_change",
    "following_features",
    "is_candidate",
    "kind_features",
    "left_bucket",
    "meeting_features",
    "previous_features",
    "since_bucket",
    "text_style",
]

_LONGEST_SENTENCE = 300  # chunks: a list or a table without full stops must not become one endless sentence
_CACHED_CHUNKS = 50_000
_CLOSERS = "\"'”’)]}»*_"
_OPENERS = "\"'“‘([{«*_"
_ENDERS = frozenset(".!?:;…-–—。！？।,")
_QUOTES = frozenset('"“‘`')
_EDITED = "3"  # the style of text in which every sentence ends with a mark
_STOPS = frozenset(".!?")
_FINAL = frozenset(".!?:;…。！？।")
_NEVER_LAST = frozenset(
    """a an the of in to and or by with from at for on as into between under his her their its my your our is was were
    are be been being has have had will would can could may might must should shall that which who whose when
    where while because if than but nor not no very most more such both each every these those this""".split()
)
_BEFORE_NAMES = frozenset(
    """mr. mrs. ms. dr. prof. rev. gen. lt. capt. sgt. maj. cmdr. col. gov. sen. rep. reps. hon. st. mt. messrs. mme.
    a.k.a. v. vs. e.g. i.e. cf. ca. approx. viz.""".split()
)
_BEFORE_BRACKETS = frozenset("inc. ltd. co. corp. bros. jr. sr. plc. llc.".split())
_STARTERS = frozenset(
    """a after all an and as at but by during for from he her his how i if in it its many most no on one our several
    she since so some that the their then there these they this those though to two until we what when where
    while who why with you""".split()
)
_POSSESSIVES = ("s'", "s’")
_NEVER_BEFORE = frozenset(("(", "[", "{", "“", "‘", "&", "/", "+", "="))
_NEVER_FIRST = frozenset(")]},;:.!?%”’»")
_BEFORE_NUMBERS = frozenset(
    """no. nos. fig. figs. vol. vols. pp. p. ch. sec. art. c. jan. feb. mar. apr. jun. jul. aug. sep. sept. oct. nov.
    dec.""".split()
)
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+")


def is_candidate(outer: str, previous: str, following: str, style: str, depth: int) -> bool:
    """Tell whether a sentence may end between `previous` and `following` at all: what is sure needs no weights.

    `outer` stands before `previous` (empty: a sentence start); `depth` counts the brackets open before the gap.
    """
    last = previous.rstrip(_CLOSERS)[-1:]
    if following[0] in _NEVER_FIRST or previous in _NEVER_BEFORE or (depth > 0 and last not in _STOPS):
        return False
    if previous[-1].isalnum():
        return _may_lack_stop(previous, following, style)
    if last == "." and _is_abbreviation(outer, previous.lstrip(_OPENERS), following):
        return False
    return last in _FINAL or not ((following[0].islower() and last) or previous.endswith(_POSSESSIVES))


def _is_abbreviation(outer: str, word: str, following: str) -> bool:
    """Tell whether a full stop surely abbreviates: *Dr. Reed*, *Fig. 4*, *Inc. (*, *Ernest K. Reed*, *5 p.m. on*."""
    lower, first = word.lower(), following[0]
    if lower in _BEFORE_NAMES or (lower in _BEFORE_NUMBERS and first.isdigit()):
        return True
    if lower in _BEFORE_BRACKETS and (first == "(" or first.islower()):
        return True
    if not _INITIALS.fullmatch(word):
        return False
    if len(word) > 2:
        return first.islower()
    return word != "I." and (not outer or outer[0].isupper()) and following.lower() not in _STARTERS


def bracket_change(chunk: str) -> int:
    """Return how many more brackets a chunk opens than it closes."""
    return chunk.count("(") - chunk.count(")") if "(" in chunk or ")" in chunk else 0


def _may_lack_stop(previous: str, following: str, style: str) -> bool:
    """Tell whether a sentence may end without a mark; numbers and quotes do not open one in edited prose."""
    if following[0].islower() or previous in _NEVER_LAST:
        return False
    return style != _EDITED or (following[0] not in _QUOTES and not previous.isdigit())


@dataclass(frozen=True, slots=True)
class Chunk:
    """What the features need to know of a chunk: the kinds of its ends, and its core without punctuation."""

    text: str
    start: str
    end: str
    before: str
    core: str
    after: str
    shape: str

    @classmethod
    def read(cls, text: str) -> Chunk:
        """Describe a chunk."""
        before = text.strip(_CLOSERS + _OPENERS).lower()
        after = before.rstrip(".,:;!?")
        return cls(text, _start(text), _end(text), before, before.rstrip(".!?:;…,"), after, shape(text))


EDGE = Chunk("", "$", "^", "", "", "", "")
"""What stands before the first chunk and after the last one."""


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
    if last in _ENDERS or not last:
        kind = last
    else:
        kind = "u" if last.isupper() else "d" if last.isdigit() else "l" if last.isalpha() else "o"
    if kind == "." and core.endswith(".."):
        kind = "…"
    elif kind == "." and _INITIALS.fullmatch(core):
        kind = "A." if len(core) == 2 else "A.A."
    elif kind == "." and core[:-1].isdigit():
        kind = "9."
    return kind if core == chunk else f"{kind}{chunk[-1]}"


def previous_features(chunk: Chunk) -> tuple[str, ...]:
    """Return what the chunk before a gap says by itself."""
    return ("b", f"e{chunk.end}", f"w{chunk.before}", f"x{chunk.end} {chunk.core[-3:]}", f"z{chunk.shape}")


def following_features(chunk: Chunk) -> tuple[str, ...]:
    """Return what the chunk after a gap says by itself."""
    return (f"s{chunk.start}", f"n{chunk.after} {chunk.start}")


def kind_features(end: str, start: str, since: int, left: int, style: str) -> tuple[str, ...]:
    """Return what the kinds of both sides say, with the chunks since the last boundary and those left in the text."""
    pair = f"{end} {start}"
    return (f"p{pair}", f"pl{pair} {since}", f"pa{pair} {left}", f"py{pair} {style}", f"pls{pair} {since} {style}")


def meeting_features(outer: Chunk, previous: Chunk, following: Chunk, beyond: Chunk) -> tuple[str, ...]:
    """Return what the chunks around a gap say together."""
    end, start = previous.end, following.start
    return (
        f"ws{previous.before} {start}",
        f"en{end} {following.after} {start}",
        f"h{end} {min(len(previous.core), 5)} {start}",
        f"zz{previous.shape} {following.shape}",
        f"2{end} {start} {beyond.start}",
        f"0{end} {start} {outer.end}",
        f"0w{end} {outer.before}",
        f"2w{end} {start} {beyond.after}",
        f"wn{previous.before} {following.after}",
    )


def since_bucket(count: int) -> int:
    """Round the number of chunks since the last boundary."""
    return 1 if count <= 1 else 3 if count <= 3 else 7 if count <= 7 else 20 if count <= 20 else 99


def left_bucket(count: int) -> int:
    """Round the number of chunks left in the text."""
    return 1 if count <= 1 else 3 if count <= 3 else 99


def text_style(chunks: Sequence[str]) -> str:
    """Tell how a text is written: in capitals (C), in lower case (c), and how far it is punctuated (0 to 3).

    3 is the style of edited prose: it ends with a full stop and has one for every thirty chunks or more often.
    """
    joined = "".join(chunks[:200])
    if joined.isupper():
        return "C"
    stops = sum(chunk.rstrip(_CLOSERS)[-1:] in _STOPS for chunk in chunks)
    ended = bool(chunks) and chunks[-1].rstrip(_CLOSERS)[-1:] in _STOPS
    level = "0" if not stops else "1" if not ended else "2" if stops * 30 < len(chunks) else "3"
    return ("c" if joined.islower() else "") + level


@dataclass(frozen=True, slots=True)
class _Known:
    """A chunk with its own weights on either side of a gap."""

    chunk: Chunk
    as_previous: int
    as_following: int


class SentenceSplitter:
    """A trained splitter."""

    def __init__(self, weights: Mapping[str, int]) -> None:
        """Take the weight of each feature; a sum above 0 is a boundary."""
        self._weights = weights
        self._known: dict[str, _Known] = {}
        self._kinds: dict[tuple[str, str, int, int, str], int] = {}
        self._edge = _Known(EDGE, 0, 0)

    @classmethod
    def load(cls) -> SentenceSplitter:
        """Read the splitter that ships with the package."""
        data = load_data("sentences.json.gz")
        return cls({feature: int(weight) for weight, features in data["weights"].items() for feature in features})

    def split(self, chunks: Sequence[str]) -> list[int]:
        """Return the end (exclusive) of each sentence, as an index into the chunks of a paragraph."""
        ends: list[int] = []
        start, depth, count = 0, 0, len(chunks)
        style = text_style(chunks)
        for position in range(1, count):
            since = position - start
            depth = max(0, depth + bracket_change(chunks[position - 1]))
            if since >= _LONGEST_SENTENCE:
                ends.append(position)
                start, depth = position, 0
                continue
            before = chunks[position - 2] if since > 1 else ""
            if not is_candidate(before, chunks[position - 1], chunks[position], style, depth):
                continue
            outer = self._know(before) if before else self._edge
            previous, following = self._know(chunks[position - 1]), self._know(chunks[position])
            beyond = self._know(chunks[position + 1]) if position + 1 < count else self._edge
            score = (
                previous.as_previous
                + following.as_following
                + self._kind_weight(
                    previous.chunk.end,
                    following.chunk.start,
                    since_bucket(since),
                    left_bucket(count - position),
                    style,
                )
                + self._sum(meeting_features(outer.chunk, previous.chunk, following.chunk, beyond.chunk))
            )
            if score > 0:
                ends.append(position)
                start, depth = position, 0
        if count:
            ends.append(count)
        return ends

    def _know(self, text: str) -> _Known:
        known = self._known.get(text)
        if known is None:
            if len(self._known) > _CACHED_CHUNKS:
                self._known.clear()
            chunk = Chunk.read(text)
            known = _Known(chunk, self._sum(previous_features(chunk)), self._sum(following_features(chunk)))
            self._known[text] = known
        return known

    def _kind_weight(self, end: str, start: str, since: int, left: int, style: str) -> int:
        key = (end, start, since, left, style)
        weight = self._kinds.get(key)
        if weight is None:
            if len(self._kinds) > _CACHED_CHUNKS:
                self._kinds.clear()
            weight = self._kinds[key] = self._sum(kind_features(end, start, since, left, style))
        return weight

    def _sum(self, features: Sequence[str]) -> int:
        weights = self._weights
        return sum([weights[feature] for feature in features if feature in weights])
