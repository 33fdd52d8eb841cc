"""Characters invisible to readers of a text."""

from __future__ import annotations

__all__ = ["INVISIBLE"]

INVISIBLE = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff"
"""Ranges for a regular expression's character class: these split words, reverse the order of letters, or hide text.
Joiners are not included, since Persian, the scripts of India and emoji need them."""
