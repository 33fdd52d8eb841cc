"""A small document set about honey bees for `lgm demo`, whose pages state many kinds, parts and other names."""

from __future__ import annotations

from pathlib import Path

__all__ = ["demo_folder"]


def demo_folder() -> Path:
    """Return the folder with `documents/` and `questions.jsonl`."""
    return Path(__file__).parent
