"""A file of JSON Lines to which results are appended at once, so that a run that was stopped loses none."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["Journal"]


class Journal:
    """Rows by their `key`; of several rows with one key the last counts. Safe to share between threads.

    A line that was cut off when a run was killed is passed over.

    Args:
        path: the file; it and its folder are made when the first row is appended.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._rows: dict[str, Mapping[str, Any]] = {}
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        for line in text.split("\n"):
            try:
                row = json.loads(line)
                self._rows[row["key"]] = row
            except (ValueError, KeyError, TypeError):
                continue  # the line that was being written when the run was killed
        self._is_cut_off = bool(text) and not text.endswith("\n")

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return the last row with a key, or None."""
        return self._rows.get(key)

    def append(self, row: Mapping[str, Any]) -> None:
        """Write a row to the file, at once."""
        line = json.dumps(row, ensure_ascii=False) + "\n"
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.write("\n" + line if self._is_cut_off else line)
            self._is_cut_off = False
            self._rows[row["key"]] = row
