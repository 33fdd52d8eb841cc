"""Count how often the forms of a PDF file are drawn within each other, before PDFium draws them all.

A form is a piece of a page that pages and other forms draw by name. A small file with forms that draw each other twice,
level by level, or a form that draws itself, would take PDFium hours and all memory.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator

__all__ = ["most_drawings"]

_OBJECT = re.compile(rb"(?<!\d)(\d{1,9})\s+\d{1,5}\s+obj\b")
_FORM = re.compile(rb"/Subtype\s*/Form\b")
_PACKED_OBJECTS = re.compile(rb"/Type\s*/ObjStm\b")
_FIRST = re.compile(rb"/First\s+(\d{1,9})")
_RESOURCES = re.compile(rb"/Resources\s+(\d{1,9})\s+\d+\s+R")
_DRAWN = re.compile(rb"/XObject\s*(?:<<(?P<list>[^>]{0,50000})>>|(?P<place>\d{1,9})\s+\d+\s+R)")
_REFERENCE = re.compile(rb"(\d{1,9})\s+\d+\s+R")
_STREAM = re.compile(rb"stream\r?\n")
_MOST_UNPACKED = 2_000_000
"""Bytes of a form, or of packed objects, that are examined."""


def most_drawings(data: bytes) -> float:
    """Return how many forms the form that draws most of them leads to; infinity if a form draws itself."""
    if not _FORM.search(data):
        return 0
    objects = dict(_objects(data))
    counts: dict[bytes, float] = {}
    for number in [number for number, body in objects.items() if _FORM.search(_head(body))]:
        _count(number, objects, counts)
    return max(counts.values(), default=0)


def _count(form: bytes, objects: dict[bytes, bytes], counts: dict[bytes, float]) -> None:
    """Fill in the counts of a form and of those it draws, without recursion."""
    pending = [form]
    while pending:
        number = pending[-1]
        inner = _inner_forms(number, objects)
        missing = [each for each in inner if each not in counts]
        if number not in counts and missing:
            counts[number] = float("inf")  # until those inside are known; one that draws itself keeps it
            pending += missing
            continue
        pending.pop()
        most = max((counts[each] for each in inner), default=0)
        counts[number] = 1 + (_content(objects[number]).count(b"Do") * most if most else 0)


def _inner_forms(number: bytes, objects: dict[bytes, bytes]) -> list[bytes]:
    head = _head(objects[number])
    shared = _RESOURCES.search(head)
    drawn = _DRAWN.search(_head(objects.get(shared[1], b"")) if shared else head)
    if drawn is None:
        return []
    listed = drawn["list"] if drawn["place"] is None else objects.get(drawn["place"], b"")
    return [each for each in _REFERENCE.findall(listed) if _FORM.search(_head(objects.get(each, b"")))]


def _objects(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the objects of a file by number, those packed into streams too."""
    starts = list(_OBJECT.finditer(data))
    for match, end in zip(starts, [*(each.start() for each in starts[1:]), len(data)], strict=True):
        body = data[match.end() : end]
        yield match[1], body
        if _PACKED_OBJECTS.search(_head(body)) and (first := _FIRST.search(_head(body))):
            content = _content(body)
            places = content[: int(first[1])].split()
            bounds = [int(first[1]) + int(place) for place in places[1::2] if place.isdigit()]
            for number, start, after in zip(places[::2], bounds, [*bounds[1:], len(content)], strict=False):
                yield number, content[start:after]


def _head(body: bytes) -> bytes:
    """Return an object without its stream."""
    stream = _STREAM.search(body)
    return body[: stream.start()] if stream else body


def _content(body: bytes) -> bytes:
    stream = _STREAM.search(body)
    if stream is None:
        return b""
    content = body[stream.end() :]
    if b"FlateDecode" not in body[: stream.start()]:
        return content
    try:
        return zlib.decompressobj().decompress(content, _MOST_UNPACKED)
    except zlib.error:  # of an encrypted file
        return b""
