"""The six formats of records in rows: each writes records, and reads back what it wrote.

A record has one text for each column. Texts may hold anything; whitespace is kept.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape, unescape
from io import StringIO

__all__ = ["FORMATS", "Format", "Record"]

Record = tuple[str, ...]
"""The texts of a record, one for each column."""


@dataclass(frozen=True, slots=True)
class Format:
    """A way to write records.

    Attributes:
        name: its name.
        asked: how an instruction asks for it.
        write: takes columns and records; returns the text.
        read: takes columns and a text; returns the records. Raises ValueError if the text is not in the format.
    """

    name: str
    asked: str
    write: Callable[[Sequence[str], Sequence[Record]], str]
    read: Callable[[Sequence[str], str], list[Record]]


def _write_objects(columns: Sequence[str], records: Sequence[Record]) -> str:
    return json.dumps([dict(zip(columns, record, strict=True)) for record in records], ensure_ascii=False)


def _read_objects(columns: Sequence[str], text: str) -> list[Record]:
    objects = json.loads(text)
    if not all(isinstance(each, dict) and each.keys() == set(columns) for each in objects):
        raise ValueError(f"{text!r} is no list of objects with the members {', '.join(columns)}")
    return [tuple(each[column] for column in columns) for each in objects]


def _write_separated(separator: str, columns: Sequence[str], records: Sequence[Record]) -> str:
    file = StringIO()
    csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([columns, *records])
    return file.getvalue().removesuffix("\n")


def _read_separated(separator: str, columns: Sequence[str], text: str) -> list[Record]:
    return _below_head(columns, csv.reader(StringIO(text, newline=""), delimiter=separator))


def _write_table(columns: Sequence[str], records: Sequence[Record]) -> str:
    cells = [[json.dumps(text, ensure_ascii=False)[1:-1].replace("|", "\\u007c") for text in each] for each in records]
    return "\n".join(f"| {' | '.join(line)} |" for line in (columns, ["---"] * len(columns), *cells))


def _read_table(columns: Sequence[str], text: str) -> list[Record]:
    head, _, *rows = ([json.loads(f'"{cell}"') for cell in line[2:-2].split(" | ")] for line in text.split("\n"))
    return _below_head(columns, [head, *rows])


def _below_head(columns: Sequence[str], rows: Iterable[list[str]]) -> list[Record]:
    head, *others = rows
    if head != list(columns) or not all(isinstance(each, list) and len(each) == len(columns) for each in others):
        raise ValueError(f"these are no records of {', '.join(columns)}")
    return [tuple(each) for each in others]


def _write_tags(columns: Sequence[str], records: Sequence[Record]) -> str:
    lines = [_tagged(columns, [escape(text, quote=False) for text in record]) for record in records]
    return f"<records>\n{''.join(lines)}</records>"


def _read_tags(columns: Sequence[str], text: str) -> list[Record]:
    pattern = _tagged(columns, ["([^<]*)"] * len(columns))
    if re.fullmatch(f"<records>\n(?:{pattern})*</records>", text) is None:
        raise ValueError(f"the text does not have the tags {', '.join(columns)}")
    return [tuple(map(unescape, found.groups())) for found in re.finditer(pattern, text)]


def _tagged(columns: Sequence[str], texts: Sequence[str]) -> str:
    inner = (f"<{column}>{text}</{column}>" for column, text in zip(columns, texts, strict=True))
    return f"<record>{''.join(inner)}</record>\n"


FORMATS = (
    Format("json", "as a JSON list of objects with these members", _write_objects, _read_objects),
    Format(
        "json lists",
        "as a JSON list of lists, the first with these names",
        lambda columns, records: json.dumps([columns, *records], ensure_ascii=False),
        lambda columns, text: _below_head(columns, json.loads(text)),
    ),
    Format(
        "csv",
        "in CSV, all in quotes, with these columns",
        partial(_write_separated, ","),
        partial(_read_separated, ","),
    ),
    Format(
        "tsv",
        "in lines with a tab between quoted texts, and these columns",
        partial(_write_separated, "\t"),
        partial(_read_separated, "\t"),
    ),
    Format("table", "as a Markdown table with these columns", _write_table, _read_table),
    Format("tags", "as <records>, each a <record> with these tags", _write_tags, _read_tags),
)
"""All formats."""
