"""The script of a text, for detecting text that a language backend cannot read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

__all__ = ["Script", "script_of", "unread_script"]


@dataclass(frozen=True, slots=True)
class Script:
    """A script other than Latin.

    Attributes:
        name: its name for text.
        letters: matches each of its letters.
        languages: ISO 639-1 codes of languages written in it, the first of which represents them.
        model: Stanza's name of the first language.
    """

    name: str
    letters: re.Pattern[str]
    languages: tuple[str, ...]
    model: str


def _script(name: str, letters: str, languages: str, model: str = "") -> Script:
    codes = tuple(languages.split())
    return Script(name, re.compile(f"[{letters}]"), codes, model or codes[0])


_JAPANESE = _script("Japanese", "\u3040-\u30ff", "ja")
_CHINESE = _script("Chinese", "\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0002ffff", "zh ja", "zh-hans")

_SCRIPTS = (
    _CHINESE,
    _JAPANESE,
    _script("Korean", "\u1100-\u11ff\uac00-\ud7af", "ko"),
    _script("Thai", "\u0e01-\u0e4e", "th"),
    _script("Burmese", "\u1000-\u109f", "my"),
    _script("Russian or other Cyrillic", "\u0400-\u052f", "ru uk be bg sr mk kk ky mn tg"),
    _script("Greek", "\u0370-\u03ff\u1f00-\u1fff", "el"),
    _script("Hebrew", "\u05d0-\u05ea", "he yi"),
    _script("Arabic", "\u0620-\u06ff", "ar fa ur ug ps sd"),
    _script("Hindi or other Devanagari", "\u0900-\u097f", "hi mr ne sa"),
    _script("Tamil", "\u0b80-\u0bff", "ta"),
)

_LETTER = re.compile(r"[^\W\d_]")
_SAMPLE_TEXTS = 20
"""Texts examined: enough to determine the script of a document, at negligible cost."""


def unread_script(texts: Iterable[str], language: str) -> Script | None:
    """Return the script of most letters of a document, if a backend for the language cannot read it.

    Args:
        texts: the document's sentences; the first ones are examined.
        language: the ISO 639-1 code of the backend's language.
    """
    script = script_of(" ".join(islice(texts, _SAMPLE_TEXTS)))
    return script if script is not None and language not in script.languages else None


def script_of(text: str) -> Script | None:
    """Return the script of most letters of a text, None if that is Latin or unknown."""
    if text.isascii():
        return None
    counts = {script.name: len(script.letters.findall(text)) for script in _SCRIPTS}
    if counts[_JAPANESE.name]:  # a text with kana is Japanese, including its Chinese characters
        counts[_JAPANESE.name] += counts.pop(_CHINESE.name)
    script = max(_SCRIPTS, key=lambda script: counts.get(script.name, 0))
    return script if 2 * counts[script.name] > len(_LETTER.findall(text)) else None
