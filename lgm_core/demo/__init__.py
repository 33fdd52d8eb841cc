"""A small document set about bees, for `lgm demo`: a dozen pages with headings, aliases, parts, kinds and links."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_folder"]


def demo_folder() -> Path:
    """Return the folder with `documents/` and `questions.jsonl`."""
    return Path(__file__).parent
