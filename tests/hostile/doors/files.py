"""Files and folders that a build reads."""

from __future__ import annotations

import json
import os
import shutil
import sys
import zlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core.documents.reader import read_documents
from tests.hostile.attack import Attack
from tests.hostile.strings import PIECES

_Make = Callable[[int], dict[str, bytes]]
_Columns = Callable[[int], dict[str, Any]]


def _read(files: dict[str, bytes], folder: Path) -> None:
    """Read a folder; a file beside the hostile ones is read, and each of those is a document or told of."""
    for name, data in {**files, "zz.md": b"Pears are fruit."}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    read = list(read_documents([folder, *(folder / name for name in files if name.endswith(".json"))]))
    assert any(getattr(each, "text", "") == "Pears are fruit." for each in read)
    for each in read:
        if text := getattr(each, "text", ""):
            assert text.encode()
            json.dumps(dict(each.metadata), allow_nan=False)  # type: ignore[union-attr]
        else:
            assert len(each.reason) < 600  # type: ignore[union-attr]


def _row(parts: tuple[str, str, str], size: int) -> dict[str, bytes]:
    before, unit, after = parts
    line = (before + unit * (size // len(unit)) + after).encode("utf-8", "surrogatepass")
    return {"a.jsonl": line + b'\n{"text": "A fig is a fruit."}\n', "a.json": line}


def _nested(parts: tuple[str, str, str, str], size: int) -> dict[str, bytes]:
    before, opening, closing, after = parts
    depth = size // len(opening)
    return {"a.jsonl": (before + opening * depth + "1" + closing * depth + after).encode()}


_ROWS = {
    "a long text": ('{"text": "', "a word ", '"}'),
    "a long text without spaces": ('{"text": "', "a", '"}'),
    "a string without an end": ('{"text": "', "\\\\", ""),
    "escapes": ('{"text": "', "\\u0000\\ud800", '"}'),
    "a number of many digits": ('{"text": "a", "year": ', "9", "}"),
    "a number of many digits in a list": ('{"text": "a", "year": [1, ', "9", "]}"),
    "a number with a large exponent": ('{"text": "a", "year": 1e', "9", "}"),
    "an id of many digits": ('{"text": "a", "id": ', "9", "}"),
    "a long id": ('{"text": "a", "id": "', "9", '"}'),
    "one key again and again": ("{", '"text": "a", ', '"id": "a"}'),
    "one id again and again": ('{"text": "a", "id": "1"}', '\n{"text": "b", "id": "1"}', ""),
    "many keys": ("{", '"a": [1], "\\u0000": 2, ', '"text": "a"}'),
    "no numbers": ('{"text": "a", "year": [', "NaN, Infinity, ", "1]}"),
    "blank lines": ("", "\n", ""),
    "lines that are no JSON": ("", "{\n", ""),
    "many lists": ('{"sections": [', '{"paragraphs": [["a."]]}, ', "{}]}"),
    "sentences with line feeds": ('{"sections": [{"title": "x", "paragraphs": [["', "a\\n\\n# b\\r", '"]]}]}'),
    "sections of another kind": ('{"sections": [', "[[1]], ", "{}]}"),
}
_NESTED_ROWS = {
    "lists in one another": ('{"text": "a", "x": ', "[", "]", "}"),
    "objects in one another": ('{"text": "a", "x": ', '{"a":', "}", "}"),
    "metadata in one another": ('{"text": "a", "metadata": ', '{"metadata":', "}", "}"),
    "sections in one another": ('{"sections": ', '[{"paragraphs":', "}]", "}"),
}


def _pdf(content: bytes, *, filters: str = "/FlateDecode", pages: str = "", more: bytes = b"") -> bytes:
    """Return a PDF file of a page with this content stream, or with another page tree."""
    stream = b"<< /Length %d /Filter %s >>\nstream\n%s\nendstream" % (len(content), filters.encode(), content)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        pages.encode() or b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R "
        b"/Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
        stream,
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        more or b"null",
    ]
    data, places = b"%PDF-1.4\n", []
    for number, content_ in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content_)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Root 1 0 R /Size %d >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table) + end


def _packed(unit: bytes, size: int, times: int = 1) -> bytes:
    data = b"BT /F 12 Tf 10 10 Td " + unit * (size // len(unit)) + b" ET"
    for _ in range(times):
        data = zlib.compress(data, 9)
    return data


_FORM = (
    b"<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >> /Length %d >>\n"
    b"stream\n%s\nendstream"
)
_CALLS = b"/X Do " * 30

PDFS: dict[str, tuple[_Make, int]] = {
    "a PDF of a word": (lambda size: {"a.pdf": _pdf(_packed(b"(apple) Tj ", size))}, 20_000),
    "a PDF bomb of spaces": (lambda size: {"a.pdf": _pdf(_packed(b" ", size))}, 200_000_000),
    "a PDF bomb in a bomb": (
        lambda size: {"a.pdf": _pdf(_packed(b" ", size, 2), filters="[/FlateDecode /FlateDecode]")},
        200_000_000,
    ),
    "a PDF bomb of words": (lambda size: {"a.pdf": _pdf(_packed(b"(a) Tj T* ", size))}, 300_000),
    "a PDF bomb of lines": (
        lambda size: {"a.pdf": _pdf(_packed(b"(%s) Tj T* " % (b"a" * 400), size))},
        2_000_000,
    ),
    "a PDF of one long word": (lambda size: {"a.pdf": _pdf(_packed(b"(" + b"a" * size + b") Tj ", size))}, 300_000),
    "a PDF of open strings": (lambda size: {"a.pdf": _pdf(_packed(b"(", size))}, 20_000),
    "a PDF of open lists": (lambda size: {"a.pdf": _pdf(_packed(b"[", size))}, 20_000),
    "a PDF of open dictionaries": (lambda size: {"a.pdf": _pdf(_packed(b"<< /A ", size))}, 20_000),
    "a PDF of nested pages": (
        lambda _: {"a.pdf": _pdf(_packed(b" ", 9), pages="<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>")},
        1,
    ),
    "a PDF of one page again and again": (
        lambda size: {
            "a.pdf": _pdf(_packed(b"(a) Tj", 9), pages=f"<< /Type /Pages /Kids [{'3 0 R ' * size}] /Count 9 >>")
        },
        300,
    ),
    "a PDF of forms in themselves": (
        lambda _: {"a.pdf": _pdf(_packed(_CALLS, 180), more=_FORM % (len(_CALLS), _CALLS))},
        1,
    ),
    "a PDF without an end": (lambda size: {"a.pdf": b"%PDF-1.4\n" + b"1 0 obj << /A " * (size // 14)}, 20_000),
    "a PDF of white space": (lambda size: {"a.pdf": b"%PDF-1.4\n" + b"\n" * size}, 50_000),
    "a PDF of tables in a circle": (
        lambda _: {"a.pdf": b"%PDF-1.4\nxref\n0 0\ntrailer << /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF"},
        1,
    ),
    "a PDF of a table of many entries": (
        lambda _: {"a.pdf": b"%PDF-1.4\nxref\n0 999999999\ntrailer << /Size 999999999 >>\nstartxref\n9\n%%EOF"},
        1,
    ),
}


def _names(_size: int) -> dict[str, bytes]:
    names = [piece.replace("/", "／").replace("\0", "")[:50].strip(".") + ".md" for piece in PIECES]
    return {name: b"A fig is a fruit." for name in names if not any("\ud800" <= mark <= "\udfff" for mark in name)}


def _climb(size: int, folder: Path) -> None:
    """Read a folder of links; none leads out of the folder, around in a circle, or to what never ends."""
    outside, inside = folder / "outside", folder / "inside"
    (inside / "deeper").mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.md").write_text("The key is here.", encoding="utf-8")
    (inside / "a.md").write_text("A fig is a fruit.", encoding="utf-8")
    (inside / "b.md").write_bytes(b"x" * size)
    links = {"circle": inside, "up": "..", "etc": "/etc", "out": outside, "zero.md": "/dev/zero", "self.md": "self.md"}
    links["key.md"] = outside / "secret.md"
    for name, target in links.items():
        (inside / name).symlink_to(target)
        (inside / "deeper" / name).symlink_to(target)
    os.mkfifo(inside / "pipe.md")
    (inside / os.fsdecode(b"\xff\xfe.md")).write_text("A fig is a fruit.", encoding="utf-8")
    texts = [getattr(each, "text", "") for each in read_documents(inside)]
    assert [text[:5] for text in texts] == ["A fig", "xxxxx", "A fig"]


def _deep_folders(depth: int, folder: Path) -> None:
    """Read folders in one another, deeper than functions call themselves, and then than a path may be long."""
    here = os.open(folder, os.O_RDONLY)
    try:
        for name in ["d"] * min(depth, 1900) + ["e" * 250] * 2:
            os.mkdir(name, dir_fd=here)
            here, before = os.open(name, os.O_RDONLY, dir_fd=here), here
            os.close(before)
        found = list(read_documents(folder))
        assert [each.reason for each in found] == ["cannot be read: File name too long"]  # type: ignore[union-attr]
    finally:
        os.close(here)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(20_000)
        shutil.rmtree(folder / "d")
        sys.setrecursionlimit(limit)


def _bytes(size: int, before: bytes, unit: bytes, name: str) -> dict[str, bytes]:
    return {name: before + unit * (size // len(unit))}


def _parquet(size: int, make: _Columns) -> dict[str, bytes]:
    import pyarrow
    from pyarrow import parquet

    out = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table(make(size)), out, compression="zstd")
    return {"a.parquet": out.getvalue().to_pybytes()}


def _rows_of_one_text(size: int) -> dict[str, Any]:
    import pyarrow

    return {"text": pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * 1000, pyarrow.int32()), ["a fig " * size])}


def _list_of_one_text(size: int) -> dict[str, Any]:
    import pyarrow

    ends, texts = pyarrow.array([0, 1000], pyarrow.int32()), _rows_of_one_text(size)["text"]
    return {"text": ["A fig."], "x": pyarrow.ListArray.from_arrays(ends, texts)}


def _odd_cells(size: int) -> dict[str, Any]:
    import pyarrow

    zone, day = pyarrow.timestamp("ns", tz="Nowhere/" + "x" * size), pyarrow.date32()
    return {"text": ["A fig."], "when": pyarrow.array([1], zone), "day": pyarrow.array([2**30], day)}


_TABLES: dict[str, tuple[_Columns, int]] = {
    "a table of one long text again and again": (_rows_of_one_text, 2_000_000),
    "a table of a list of one long text": (_list_of_one_text, 2_000_000),
    "a table of many columns": (lambda size: {"text": ["a"], **{str(n): [n] for n in range(size)}}, 1_000),
    "a table of empty rows": (lambda size: {"text": [None] * size}, 20_000),
    "a table of times that there are not": (_odd_cells, 5_000),
}

FILES = [
    *(Attack(name, partial(_parquet, make=make), _read, size) for name, (make, size) in _TABLES.items()),
    *(Attack(name, partial(_row, parts), _read, 100_000) for name, parts in _ROWS.items()),
    Attack("a line of ten megabytes", partial(_row, _ROWS["a long text"]), _read, 10_000_000),
    *(Attack(name, partial(_nested, parts), _read, 100_000) for name, parts in _NESTED_ROWS.items()),
    *(Attack(name, make, _read, size) for name, (make, size) in PDFS.items()),
    Attack("names of files", _names, _read),
    Attack("UTF-16 without an end", partial(_bytes, before=b"\xff\xfe", unit=b"\x00\xd8", name="a.md"), _read),
    Attack("UTF-32 of no characters", partial(_bytes, before=b"\xff\xfe\0\0", unit=b"\xff" * 4, name="a.md"), _read),
    Attack("bytes of no encoding", partial(_bytes, before=b"", unit=b"\xff", name="a.html"), _read),
    Attack("an archive", partial(_bytes, before=b"PK\x03\x04", unit=b"\x01", name="a.txt"), _read),
]
if hasattr(os, "mkfifo"):
    FILES += [
        Attack("links and pipes", lambda size: size, _climb),
        Attack("folders in one another", lambda size: size, _deep_folders, 1900),
    ]
