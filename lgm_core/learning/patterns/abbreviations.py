"""Find short forms in brackets and their long forms, using only characters.

Every reading of a bracket is tried: `long (short)`, `(long, short)`, `(short = long)` and `short (long)`. The reading
with the most precise strategy wins (`alignment_strategies`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lgm_core.learning.patterns.letter_alignment import (
    QUOTES,
    Order,
    Place,
    Span,
    Strategy,
    Window,
    Word,
    align,
    letters_of,
    may_align,
    words_between,
)

__all__ = [
    "CUTOFF",
    "KINDS",
    "STRATEGIES",
    "Candidate",
    "Kind",
    "find_abbreviations",
    "read_brackets",
    "strategies_for",
]

Kind = tuple[str, int]
"""How a short form is written, or whether it is read without its digits, and its number of letters."""

_MOST_LETTERS = 5
"""The highest number of letters distinguished; longer short forms count as this long."""
KINDS: tuple[Kind, ...] = tuple(
    (written, letters)
    for written in ("with capitals", "lower case", "without digits")
    for letters in range(1, _MOST_LETTERS + 1)
)
CUTOFF = 0.6
"""The minimum precision of a strategy to be used."""

STRATEGIES = (
    Strategy("parts", Place.PART_START),
    Strategy("parts, 1 word skipped", Place.PART_START, 1),
    Strategy("parts, 2 words skipped", Place.PART_START, 2),
    Strategy("letters", Place.SAME_WORD),
    Strategy("letters, 1 word skipped", Place.SAME_WORD, 1),
    Strategy("letters, 2 words skipped", Place.SAME_WORD, 2),
    Strategy("letters, 3 words skipped", Place.SAME_WORD, 3),
    Strategy("one letter inside", Place.INSIDE, 1),
    Strategy("parts in turn", Place.SAME_WORD, 1, Order.TURNED),
    Strategy("initials in any order", Place.WORD_START, order=Order.INITIALS),
)

_PRECISIONS = """
parts                    | .866 .990 .998    -    - |    -    -    -    -    - |    -    -    -    -    -
parts, 1 word skipped    | .632 .420    - .997    - |    - .770    -    -    - |    -    -    -    -    -
parts, 2 words skipped   |    -    - .960    -    - |    -    -    -    -    - |    - .908 .962    -    -
letters                  |    - .900 .977 .986 .994 |    - .530    - .715    - |    -    - .816    - .897
letters, 1 word skipped  |    - .283 .762 .880    - |    -    - .897    -    - |    -    -    - .803    -
letters, 2 words skipped |    -    -    -    - .968 |    -    -    -    -    - |    - .804    -    - .818
letters, 3 words skipped |    -    -    - .790 .850 |    -    -    -    -    - |    -    - .526 .645    -
one letter inside        |    -    -    - .560 .839 |    -    - .610    -    - |    -    -    -    -    -
parts in turn            |    - .735    -    - .934 |    -    -    -    -    - |    -    -    -    -    -
initials in any order    |    - .800 .905 .833    - |    -    -    -    -    - |    -    - .740 .750    -
"""
"""Precision of what a strategy finds beyond the strategies before it, for the kinds in the order of `KINDS`.

Short forms of one to five and more letters: with capitals, in lower case, read without their digits. A strategy with
`-` adds nothing. Measured on 7,305 texts, see benchmarks/relations.md.
"""


def kind_of(short: str, letters: str, *, has_all: bool) -> Kind:
    """Return the kind of a short form.

    Args:
        short: the short form.
        letters: its letters that must be found.
        has_all: whether these are all its letters; otherwise its digits are left out.
    """
    written = "without digits" if not has_all else "lower case" if short.islower() else "with capitals"
    return written, min(len(letters), _MOST_LETTERS)


def strategies_for(kind: Kind) -> Sequence[tuple[Strategy, float]]:
    """Return the strategies used for a kind of short form with their precision, the most precise first."""
    return _BY_KIND[kind]


def _by_kind() -> dict[Kind, list[tuple[Strategy, float]]]:
    """Read the table."""
    by_kind: dict[Kind, list[tuple[Strategy, float]]] = {kind: [] for kind in KINDS}
    for strategy, line in zip(STRATEGIES, _PRECISIONS.strip().splitlines(), strict=True):
        name, _, cells = line.partition("|")
        if name.strip() != strategy.name:
            raise ValueError(f"the table has {name.strip()!r} where {strategy.name!r} should be")
        for kind, cell in zip(KINDS, cells.replace("|", " ").split(), strict=True):
            if cell != "-" and float(cell) >= CUTOFF:
                by_kind[kind].append((strategy, float(cell)))
    return {kind: sorted(strategies, key=lambda measured: -measured[1]) for kind, strategies in by_kind.items()}


_BY_KIND = _by_kind()


@dataclass(frozen=True, slots=True)
class Abbreviation:
    """A short form and its long form, as character spans."""

    short: Span
    long: Span


@dataclass(frozen=True, slots=True)
class Candidate:
    """A short form and the words that may end with its long form.

    Attributes:
        text: the text.
        short: the span of the short form.
        letters: the letters that must be found.
        kind: the kind, for which strategies were measured.
        words: the words.
        whole: whether the long form must have all of them.
    """

    text: str
    short: Span
    letters: str
    kind: Kind
    words: Sequence[Word]
    whole: bool

    @property
    def surface(self) -> str:
        """Return the short form as written."""
        return self.text[slice(*self.short)]

    @property
    def most_words(self) -> int:
        """Return how many words its long form may have (the bound of Schwartz and Hearst 2003)."""
        return min(len(self.letters) + 5, 2 * len(self.letters))

    def window(self) -> Window:
        """Return its words in a form for alignment."""
        return Window(self.text, self.words[-self.most_words :])

    def long_form(self, strategy: Strategy, window: Window) -> Span | None:
        """Return the long form found by a strategy; it must be longer than the short form, and not contain it."""
        begin = align(strategy, self.surface, self.letters, window, whole=self.whole)
        if begin is None:
            return None
        end = self.words[-1].end
        words = self.text[begin:end].lower().split()
        is_longer = end - begin > self.short[1] - self.short[0]
        return (begin, end) if is_longer and self.surface.lower() not in words else None


_OPENING = re.compile(r"[(\[]")
_CLOSING = {"(": ")", "[": "]"}
_SEPARATOR = re.compile(r"\s*(?P<mark>[,;:=]|\b(?:or|oder)\b)\s+|(?P<equals>=)")
_INTRODUCTION = re.compile(
    r"""(?:(?:the|or|i\.e\.|hereafter|hereinafter|henceforth|abbreviated|abbreviation|abbr\.|called|termed|denoted
    |designated|also|better|commonly|otherwise|usually|often|sometimes|officially|simply|known|referred|to|as|by|a\.k\.a\.|aka
    |short|for|acronym|kurz|auch|abgekürzt|abk\.|abkürzung|bekannt|als|genannt)[:,]?\s+)+""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words allowed before a short form in its bracket: *(hereafter HSB)*, *(kurz: HSB)*."""
_LAST_WORDS = (re.compile(r"([^\s()\[\]]+)\s*$"), re.compile(r"([^\s()\[\]]+\s[^\s()\[\]]+)\s*$"))
_LONGEST_BRACKET = 200
"""Characters; longer text is an aside, not a name."""
_WINDOW = 200
"""Characters before a bracket that may contain a long form: more words than any short form needs."""
_NOT_FIRST = re.compile(r"born|e?s|\d+", re.IGNORECASE)
"""First words of brackets without a short form: *(born Ada Stone)*, *friend(s)*, *(6 mi)*."""
_LONGEST_SHORT_FORM = 20
_LONGEST_OF_SEVERAL_WORDS = 14
_MOST_WORDS = 3
"""Characters and words of a short form; a longer bracket is an explanation."""
_LONGEST_IN_LOWER_CASE = 5
"""Characters of a short form without a capital; longer ones are plain words."""


def find_abbreviations(text: str, start: int, end: int) -> list[Abbreviation]:
    """Find the bracketed short and long forms between `start` and `end` of a text."""
    found = (_best(candidates) for candidates in read_brackets(text, start, end))
    return [abbreviation for abbreviation in found if abbreviation is not None]


def _best(candidates: Iterable[Candidate]) -> Abbreviation | None:
    """Return the result of the most precise strategy for any of the candidates."""
    best, best_precision = None, 0.0
    for candidate in candidates:
        strategies = strategies_for(candidate.kind)
        if not strategies or strategies[0][1] <= best_precision:
            continue
        if not may_align(candidate.surface, candidate.letters, candidate.words):
            continue
        window = candidate.window()
        for strategy, precision in strategies:
            if precision <= best_precision:
                break
            long = candidate.long_form(strategy, window)
            if long is not None:
                best, best_precision = Abbreviation(candidate.short, long), precision
    return best


def read_brackets(text: str, start: int, end: int) -> Iterator[list[Candidate]]:
    """Yield the candidates of each bracket between `start` and `end`, those before the bracket first."""
    for opening, closing in _brackets(text, start, end):
        candidates = [
            candidate
            for short, window, whole in _readings(text, start, opening, closing)
            if _is_short_form(text[slice(*short)])
            for candidate in _candidates(text, short, window, whole=whole)
        ]
        if candidates:
            yield candidates


def _candidates(text: str, short: Span, window: Span, *, whole: bool) -> Iterator[Candidate]:
    """Yield a short form as written, and without its digits, which names of substances often leave out."""
    surface = text[slice(*short)]
    words = words_between(text, *window)
    letters = letters_of(surface)
    for read in dict.fromkeys((letters, "".join(letter for letter in letters if not letter.isdigit()))):
        if read and words:
            kind = kind_of(surface, read, has_all=read == letters)
            candidate = Candidate(text, short, read, kind, words, whole)
            if not (whole and len(words) > candidate.most_words):
                yield candidate


def _brackets(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the positions of matching brackets, outer before inner."""
    for opening in _OPENING.finditer(text, start + 1, end):
        closing = _closing(text, opening.start(), min(end, opening.start() + _LONGEST_BRACKET))
        if closing is not None:
            yield opening.start(), closing


def _closing(text: str, opening: int, end: int) -> int | None:
    opens, closes, depth = text[opening], _CLOSING[text[opening]], 0
    for position in range(opening, end):
        if text[position] == opens:
            depth += 1
        elif text[position] == closes:
            depth -= 1
            if not depth:
                return position
    return None


def _readings(text: str, start: int, opening: int, closing: int) -> Iterator[tuple[Span, Span, bool]]:
    """Yield possible short forms, where their long forms may be, and whether the long form must be alone there."""
    pieces, separator = _pieces(text, opening + 1, closing)
    if not pieces:
        return
    if separator == "=":
        yield from ((pieces[0], other, False) for other in pieces[1:2])
        return
    before = (max(start, opening - _WINDOW), opening)
    first = pieces[0]
    introduction = _INTRODUCTION.match(text, *first)
    if introduction and introduction.end() < first[1]:
        first = (introduction.end(), first[1])
    is_label = separator == ":" and not _is_marked(text, first)  # "(code: NACL)"
    is_apart = text[opening - 1].isspace() or text[opening - 1] in "()[]" or _is_marked(text, first)  # not "GABA(A)"
    if is_apart and not is_label:
        yield first, before, False
    if len(pieces) > 1 and _is_marked(text, pieces[1]):
        yield pieces[1], pieces[0], False
        yield pieces[1], before, False
    for pattern in _LAST_WORDS:
        last = pattern.search(text, max(start, opening - 2 * _LONGEST_SHORT_FORM), opening)
        if last is not None and _is_marked(text, last.span(1)):
            yield last.span(1), pieces[0], True
            if len(pieces) > 1:
                yield last.span(1), (pieces[0][0], pieces[-1][1]), True


def _is_marked(text: str, span: Span) -> bool:
    """Tell whether a word that might be a name is written like a short form: with two capitals or digits."""
    return sum(letter.isupper() or letter.isdigit() for letter in text[slice(*span)]) > 1


def _pieces(text: str, start: int, end: int) -> tuple[list[Span], str]:
    """Split the inside of a bracket at commas, semicolons, `=` and *or*; return the pieces and the first separator."""
    pieces, position, separator = [], start, ""
    for match in _SEPARATOR.finditer(text, start, end):
        pieces.append((position, match.start()))
        position = match.end()
        separator = separator or match["mark"] or match["equals"]
    pieces.append((position, end))
    return [trimmed for piece in pieces if (trimmed := _trimmed(text, *piece))], separator


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and (text[start].isspace() or text[start] in QUOTES):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in QUOTES):
        end -= 1
    return (start, end) if start < end else None


def _is_short_form(short: str) -> bool:
    """Tell whether a span of text may be a short form: few letters, at least one, and no formula or numbered ticket."""
    words = short.split()
    longest = _LONGEST_SHORT_FORM if len(words) == 1 else _LONGEST_OF_SEVERAL_WORDS
    if len(short) > longest or len(words) > _MOST_WORDS or _NOT_FIRST.fullmatch(words[0]):
        return False
    if not (short[0].isalnum() or short[0] in "([") or re.search(r"[<>%=\n]|#\d", short):
        return False
    return any(letter.isalpha() for letter in short) and (len(short) <= _LONGEST_IN_LOWER_CASE or not short.islower())
