"""What is done with any bytes; anything but an answer or a clear error is a finding."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from lgm_core import LogicalPlan
from lgm_core.documents.reader import read_documents
from lgm_core.errors import LGMError
from lgm_core.graph.metadata_filter import parse_where
from lgm_core.graph.neo4j.whole_documents import matches
from lgm_core.model import DocumentRecord
from tests.hostile.doors.replies import read_reply
from tests.hostile.doors.texts import FORMATS, read_text

__all__ = ["TARGETS"]

_METADATA = {"year": 2020, "tags": ["x", "y"], "by": None, "is_new": True}
_RECORD = DocumentRecord("a", "Apples", "a.md", "en", _METADATA, "", "")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")  # bytes that are no characters become lone surrogates


def _texts(data: bytes) -> None:
    """Read a text in the format that its first byte names."""
    if data:
        read_text(_text(data[1:]), FORMATS[data[0] % len(FORMATS)])


def _files(data: bytes) -> None:
    """Read a file; it is a document, or the reason is told."""
    with tempfile.TemporaryDirectory() as folder:
        for suffix in (".jsonl", ".json"):
            path = Path(folder) / f"a{suffix}"
            path.write_bytes(data)
            for read in read_documents(path):
                text = getattr(read, "text", "")
                assert text.encode() or read.reason  # type: ignore[union-attr]


def _replies(data: bytes) -> None:
    read_reply(_text(data))


def _forms(data: bytes) -> None:
    """Read a plan; one that can be read is written as text that is read as the same plan."""
    with suppress(LGMError):
        plan = LogicalPlan.parse(_text(data))
        assert LogicalPlan.parse(str(plan)).steps == plan.steps


def _filters(data: bytes) -> None:
    try:
        where = json.loads(data)
    except (ValueError, RecursionError):
        return
    with suppress(LGMError):
        matches(parse_where(where), _RECORD)


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "texts": _texts,
    "files": _files,
    "replies": _replies,
    "forms": _forms,
    "filters": _filters,
}
