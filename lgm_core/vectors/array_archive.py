"""Arrays and strings in one uncompressed NumPy archive, without pickled objects."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

__all__ = ["read_archive", "write_archive"]

_HEADER, _JSON = "header", ".json"


def write_archive(header: Sequence[int], values: Mapping[str, Any]) -> bytes:
    """Write arrays by name, and anything else as JSON."""
    arrays = {_HEADER: np.array(header, dtype=np.int64)}
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            arrays[name] = value
        else:
            text = json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")
            arrays[name + _JSON] = np.frombuffer(text, dtype=np.uint8)
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    return buffer.getvalue()


def read_archive(data: bytes, header: Sequence[int]) -> dict[str, Any] | None:
    """Read what `write_archive` wrote, lists as tuples; None when it has another header."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        if _HEADER not in arrays.files or arrays[_HEADER].tolist() != list(header):
            return None
        return {name.removesuffix(_JSON): _read(name, arrays[name]) for name in arrays.files if name != _HEADER}


def _read(name: str, value: Any) -> Any:  # noqa: ANN401  # whatever was written
    if not name.endswith(_JSON):
        return value
    read = json.loads(value.tobytes().decode("utf-8", "surrogatepass"))
    return tuple(read) if isinstance(read, list) else read
