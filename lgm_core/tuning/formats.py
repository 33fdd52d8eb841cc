"""The six formats of records in rows: each writes records, and reads back what it wrote.

A record has one text for each column. Texts may hold anything; whitespace is kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape

__all__ = ["FORMATS", "Format", "Record"]

Record = tuple[str, ...]
"""The texts of a record, one for each column."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write records.

    Attributes:
        name: its name.
        told: how an instruction asks for it; `{columns}` stands for the names of the columns.
        write: takes columns and records; returns the text.
        read: takes columns and a text; returns the records. Raises ValueError if the text is not in the format.
    """

    name: str
    told: str
    write: Callable[[Sequence[str], Sequence[Record]], str]
    read: Callable[[Sequence[str], str], list[Record]]

    def asked(self, columns: Sequence[str]) -> str:
        """Return the instruction that asks for the format."""
        return self.told.replace("{columns}", ", ".join(columns))


def _write_json(columns: Sequence[str], records: Sequence[Record]) -> str:
    return json.dumps([dict(zip(columns, record, strict=True)) for record in records], ensure_ascii=False)


def _read_json(columns: Sequence[str], text: str) -> list[Record]:
    return [_ordered(columns, each) for each in json.loads(text)]


def _write_by_first(columns: Sequence[str], records: Sequence[Record]) -> str:
    grouped: dict[str, list[dict[str, str]]] = {}
    for first, *others in records:
        grouped.setdefault(first, []).append(dict(zip(columns[1:], others, strict=True)))
    return json.dumps(grouped, ensure_ascii=False)


def _read_by_first(columns: Sequence[str], text: str) -> list[Record]:
    groups = json.loads(text)
    if not isinstance(groups, dict):
        raise ValueError(f"{text!r} is not an object of lists")
    return [_ordered(columns, {columns[0]: first} | each) for first, group in groups.items() for each in group]


def _ordered(columns: Sequence[str], members: Mapping[str, str]) -> Record:
    if set(members) != set(columns):
        raise ValueError(f"{members} does not have the members {', '.join(columns)}")
    return tuple(members[column] for column in columns)


_NONE = "(none)"
_CONTROL = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\v": "\\v", "\f": "\\f"}
_PLAIN = {sign[1]: character for character, sign in _CONTROL.items()}


def _cell(text: str) -> str:
    """Return a text without line breaks and bars; the edges keep their spaces behind a backslash."""
    text = re.sub(r"[\\|]|^[ (]| $", lambda found: f"\\{found[0]}", text)
    return re.sub("[\n\r\t\v\f]", lambda found: _CONTROL[found[0]], text) or "\\0"


def _text(cell: str) -> str:
    return re.sub(r"\\(.)", lambda found: {**_PLAIN, "0": ""}.get(found[1], found[1]), cell)


_CELLS = re.compile(r"(?:[^\\|]|\\.)+")


def _cells(columns: Sequence[str], line: str) -> Record:
    cells = [found[1:-1] for found in _CELLS.findall(f" {line} ")]
    if len(cells) != len(columns):
        raise ValueError(f"{line!r} does not have {len(columns)} parts")
    return tuple(map(_text, cells))


def _write_lines(columns: Sequence[str], records: Sequence[Record]) -> str:
    return "\n".join(" | ".join(map(_cell, record)) for record in records) or _NONE


def _read_lines(columns: Sequence[str], text: str) -> list[Record]:
    return [] if text == _NONE else [_cells(columns, line) for line in text.split("\n")]


def _write_table(columns: Sequence[str], records: Sequence[Record]) -> str:
    lines = [columns, ["---"] * len(columns), *(map(_cell, record) for record in records)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _read_table(columns: Sequence[str], text: str) -> list[Record]:
    head, rule, *lines = text.split("\n")
    if head != f"| {' | '.join(columns)} |" or set(rule) - set("|- "):
        raise ValueError(f"{head!r} is not the head of a table of {', '.join(columns)}")
    return [_cells(columns, line[2:-2]) for line in lines]


def _tag(column: str) -> str:
    return column.replace(" ", "-")


def _write_tags(columns: Sequence[str], records: Sequence[Record]) -> str:
    lines = ["<records>"]
    for record in records:
        inner = (
            f"<{_tag(name)}>{escape(text, quote=False)}</{_tag(name)}>"
            for name, text in zip(columns, record, strict=True)
        )
        lines.append(f"<record>{''.join(inner)}</record>")
    return "\n".join([*lines, "</records>"])


def _read_tags(columns: Sequence[str], text: str) -> list[Record]:
    parts = "".join(f"<{_tag(column)}>([^<]*)</{_tag(column)}>" for column in columns)
    pattern = re.compile(f"<record>{parts}</record>\n")
    whole = re.fullmatch(f"<records>\n((?:{pattern.pattern})*)</records>", text)
    if whole is None:
        raise ValueError(f"the text does not have the tags {', '.join(map(_tag, columns))}")
    return [tuple(map(unescape, found.groups())) for found in pattern.finditer(whole[1])]


_NOTHING = "Nothing of this is stated."


_STRING = r'("(?:[^"\\]|\\.)*")'


def _sentence(columns: Sequence[str], texts: Sequence[str]) -> str:
    told = [f"the {column} is {text}" for column, text in zip(columns, texts, strict=True)]
    return f"T{' and '.join(filter(None, (', '.join(told[:-1]), told[-1])))[1:]}."


def _write_prose(columns: Sequence[str], records: Sequence[Record]) -> str:
    texts = ([json.dumps(text, ensure_ascii=False) for text in record] for record in records)
    return " ".join(_sentence(columns, each) for each in texts) or _NOTHING


def _read_prose(columns: Sequence[str], text: str) -> list[Record]:
    if text == _NOTHING:
        return []
    pattern = _sentence(list(map(re.escape, columns)), [_STRING] * len(columns))
    if re.fullmatch(f"{pattern}(?: {pattern})*", text) is None:
        raise ValueError(f"the sentences do not tell of {', '.join(columns)}")
    return [tuple(map(json.loads, found.groups())) for found in re.finditer(pattern, text)]


FORMATS = (
    Format("json", "as a JSON list of objects with the members {columns}.", _write_json, _read_json),
    Format(
        "json by label",
        "as a JSON object that gives, for each value of the first of {columns}, a list of objects with the others.",
        _write_by_first,
        _read_by_first,
    ),
    Format(
        "lines",
        f"in lines of {{columns}}, with | between them, or {_NONE} if there are none.",
        _write_lines,
        _read_lines,
    ),
    Format("table", "as a Markdown table with the columns {columns}.", _write_table, _read_table),
    Format("tags", "as <records>, each a <record> with a tag for each of {columns}.", _write_tags, _read_tags),
    Format(
        "sentences",
        f"in sentences that tell {{columns}} of each, in quotes as in JSON, or: {_NOTHING}",
        _write_prose,
        _read_prose,
    ),
)
"""All formats."""
