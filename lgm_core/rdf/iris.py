"""IRIs of what a graph holds: readable, unique, and the same whatever else the graph holds.

Names of any script stay as they are as far as an IRI may hold them; everything else is percent-encoded UTF-8, and a
space is `_`. What is encoded can be decoded, so that different names have different IRIs; only very long names are cut,
and then a hash tells them apart.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from lgm_core.errors import InputError, shown

__all__ = ["DEFAULT_BASE", "Iris", "checked_base", "iri_part", "short_hash"]

DEFAULT_BASE = "urn:lgm:"
"""Where the IRIs of a graph begin unless told otherwise."""

_BASE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`#%\x00-\x20]*[:/]|[A-Za-z][A-Za-z0-9+.-]*:")
_LONGEST = 120
"""Characters of an encoded name, beyond which it is cut."""

_CUT = "!"
"""Stands between what is left of a cut name and its hash; `iri_part` encodes it wherever else it occurs."""

_ASCII = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-.~")
_KEPT_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mn", "Mc"})


def checked_base(base: str) -> str:
    """Return the IRI that all IRIs of a graph begin with.

    Raises:
        InputError: it is none, or does not end so that names can follow.
    """
    if not isinstance(base, str) or not _BASE.fullmatch(base):
        raise InputError(
            f"base={shown(base)} is no beginning of IRIs; give one that ends with / or :, such as "
            "'https://example.org/papers/'"
        )
    return base


def short_hash(*parts: str) -> str:
    """Return sixteen hexadecimal digits that stand for some texts."""
    text = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(text).hexdigest()[:16]


def iri_part(name: str, *, keep: str = "", limit: int = _LONGEST) -> str:
    """Return a name as it stands in an IRI.

    Args:
        name: any text.
        keep: ASCII characters to leave as they are, although they have a meaning in IRIs.
        limit: how long the result may be, in characters, until a hash takes the place of the rest.
    """
    # Readers may compose characters, which would make one IRI of two names; text that this would change is encoded.
    is_composed = name.isascii() or unicodedata.is_normalized("NFC", name)
    parts: list[str] = []
    for character in name:
        # A mark would be composed with the last digit of an encoded character before it.
        is_held = is_composed and not (unicodedata.combining(character) and parts and len(parts[-1]) > 1)
        if character == " ":
            parts.append("_")
        elif character in _ASCII or character in keep or (is_held and _is_kept(character)):
            parts.append(character)
        else:
            parts.append("".join(f"%{byte:02X}" for byte in character.encode("utf-8", "surrogatepass")))
    if set(name) == {"."}:  # a path of dots would be resolved away
        parts = ["%2E" for _ in name]
    encoded = "".join(parts)
    if len(encoded) <= limit:
        return encoded
    length = 0
    for count, part in enumerate(parts):
        length += len(part)
        if length > limit - 17:
            return f"{''.join(parts[:count])}{_CUT}{short_hash(name)}"
    return encoded


def _is_kept(character: str) -> bool:
    """Tell whether an IRI may hold a letter, digit or mark beyond ASCII (RFC 3987, `ucschar`)."""
    code = ord(character)
    if code < 0xA0 or unicodedata.category(character) not in _KEPT_CATEGORIES:
        return False
    if code < 0x10000:
        return code <= 0xD7FF or 0xF900 <= code <= 0xFDCF or 0xFDF0 <= code <= 0xFFEF
    return code & 0xFFFF <= 0xFFFD and code < 0xE0000


class Iris:
    """The IRIs of one document and what it holds: that of the document, and fragments of it."""

    def __init__(self, base: str, document_id: str) -> None:
        self.base = base
        # A path keeps its strokes unless one of its steps would be resolved away.
        keep = "" if {"", ".", ".."} & set(document_id.split("/")) else "/"
        self.document = f"{base}document/{iri_part(document_id, keep=keep, limit=500)}"

    def part(self, kind: str, *names: str | int) -> str:
        """Return the IRI of a part of the document: its kind, then what tells it from others of the kind."""
        return f"{self.document}#{kind}-{'-'.join(iri_part(str(name)) for name in names)}"

    def predicate(self, name: str) -> str:
        """Return the IRI of a predicate, which all documents share."""
        return f"{self.base}predicate/{iri_part(name)}"
