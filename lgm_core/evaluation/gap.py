"""Read files in the format of GAP, the corpus of ambiguous pronouns by Webster et al. (2018)."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from lgm_core.errors import InputError

__all__ = ["GAP_LANGUAGE", "GapExample", "GapName", "read_gap"]

GAP_LANGUAGE = "en"
"""The language of the texts of GAP."""
_COLUMNS = frozenset(
    {"ID", "Text", "Pronoun", "Pronoun-offset", "A", "A-offset", "A-coref", "B", "B-offset", "B-coref", "URL"}
)
_TRUTH = {"TRUE": True, "FALSE": False}


@dataclass(frozen=True, slots=True)
class GapName:
    """One of the two names of an example, with its offsets, and whether the pronoun refers to it."""

    start: int
    end: int
    is_meant: bool


@dataclass(frozen=True, slots=True)
class GapExample:
    """A text with a pronoun (at offset `pronoun`) and two names, and the title of the page it was taken from."""

    id: str
    text: str
    pronoun: int
    is_masculine: bool
    names: tuple[GapName, GapName]
    title: str


def read_gap(path: Path) -> list[GapExample]:
    """Read a tab-separated file of examples.

    Raises:
        InputError: the file is missing or not in this format.
    """
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            reader = csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
            missing = _COLUMNS - set(reader.fieldnames or ())
            if missing:
                raise InputError(f"{path} is no GAP file: it lacks the columns {', '.join(sorted(missing))}")
            return [_example(row, f"{path}, line {number}") for number, row in enumerate(reader, 2)]
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the GAP file {path}: {error}") from error


def _example(row: dict[str, str], place: str) -> GapExample:
    try:
        names = (_name(row, "A"), _name(row, "B"))
        pronoun = int(row["Pronoun-offset"])
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{place}: offsets must be numbers and A-coref, B-coref TRUE or FALSE ({error})") from error
    text = row["Text"]
    if text[pronoun : pronoun + len(row["Pronoun"])] != row["Pronoun"]:
        raise InputError(f"{place}: there is no {row['Pronoun']!r} at offset {pronoun} of the text")
    title = unquote((row["URL"] or "").rsplit("/", 1)[-1]).replace("_", " ")
    return GapExample(row["ID"], text, pronoun, row["Pronoun"].lower() in {"he", "him", "his"}, names, title)


def _name(row: dict[str, str], letter: str) -> GapName:
    start = int(row[f"{letter}-offset"])
    return GapName(start, start + len(row[letter]), _TRUTH[row[f"{letter}-coref"].strip().upper()])
