"""The strategies by which short forms are found in words, and how often each of them is right.

After Sohn, Comeau, Kim and Wilbur (2008): what a strategy finds in the words beside other short forms it finds by
chance, and comparing that with what it finds beside the short forms themselves gives its precision, without any
labelled text. `training/alias_training.py` measures it, and cross-validates the cutoff on texts with known pairs.
"""

from __future__ import annotations

from collections.abc import Sequence

from lgm_core.learning.patterns.letter_alignment import Order, Place, Strategy

__all__ = ["CUTOFF", "KINDS", "STRATEGIES", "Kind", "kind_of", "strategies_for"]

Kind = tuple[str, int]
"""How a short form is written, or whether it is read without its digits, and how many letters it has."""

_MOST_LETTERS = 5
"""Longer short forms count as that long."""
KINDS: tuple[Kind, ...] = tuple(
    (written, letters)
    for written in ("with capitals", "lower case", "without digits")
    for letters in range(1, _MOST_LETTERS + 1)
)
CUTOFF = 0.6
"""The lowest precision of a strategy that is believed."""

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
"""Of what a strategy finds and those before it do not: the part that is right, for the kinds in the order of `KINDS`.

Short forms of one to five and more letters: with capitals, in lower case, read without their digits. A strategy with
`-` adds nothing. Measured on 7,305 texts, as benchmarks/relations.md says.
"""


def kind_of(short: str, letters: str, *, has_all: bool) -> Kind:
    """Return the kind of a short form.

    Args:
        short: the short form.
        letters: those of its letters that must be found.
        has_all: whether they are all of it; otherwise its digits are left out.
    """
    written = "without digits" if not has_all else "lower case" if short.islower() else "with capitals"
    return written, min(len(letters), _MOST_LETTERS)


def strategies_for(kind: Kind) -> Sequence[tuple[Strategy, float]]:
    """Return the strategies that are believed for a kind of short form with their precision, the most precise first."""
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
