"""A small document set about honey bees, with questions, for `lgm demo`: pages full of kinds, parts and other names."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_folder"]


def demo_folder() -> Path:
    """Return the folder with `documents/` and `questions.jsonl`."""
    return Path(__file__).parent
