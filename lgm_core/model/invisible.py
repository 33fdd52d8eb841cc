"""Characters that nobody sees who reads a text."""

from __future__ import annotations

__all__ = ["INVISIBLE"]

INVISIBLE = "\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e0fff"
"""Ranges for a class of a regular expression: they part words, turn the order of letters about, or hide a text in a
text. Joiners are none of them, since Persian, the scripts of India and emoji are written with them."""
