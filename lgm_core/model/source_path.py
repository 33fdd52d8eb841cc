"""The parts of a source's name: the folders and file of a path, or a whole web address."""

from __future__ import annotations

import posixpath
import re
import unicodedata
from pathlib import PureWindowsPath

__all__ = [
    "is_absolute",
    "is_path_or_address",
    "is_random_id",
    "joined",
    "local_path",
    "path_from_root",
    "source_parts",
    "tail",
]

_ADDRESS = re.compile(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+://")
_FILE_ADDRESS = re.compile(r"file://[^/]*(?=/)")
_WINDOWS = re.compile(r"[A-Za-z]:[\\/]|\\\\")
_RELATIVE = re.compile(r"~?\.{0,2}[\\/]|.*[\\/][^\\/]*[^\\/.\s]\.(?=\w*[A-Za-z])\w{1,12}$")
_FILE_NAME = re.compile(
    r"[^\\/]*[^\\/.\s]\.(?:adoc|csv|docx?|eml|epub|html?|ipynb|json(?:l|ld)?|log|markdown|md|mdx|msg|nd?json|nt|odp|ods|odt"
    r"|parquet|pdf|png|jpe?g|pptx?|rst|rtf|srt|svg|tex|text|tiff?|tsv|ttl|txt|vtt|xhtml|xlsx?|xml|ya?ml)",
    re.IGNORECASE,
)
"""A file name without a folder: other suffixes might be those of hosts (`news.com`)."""
_RANDOM = re.compile("[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[89ab][0-9a-f]{3}-?[0-9a-f]{12}", re.IGNORECASE)


def source_parts(source: str) -> tuple[str, ...]:
    """Return the folders and the file name of a path, without its root or drive; a web address is one part.

    The same path gives the same parts on all systems. Empty if nothing distinguishes it.
    """
    source = unicodedata.normalize("NFC", source.strip())
    if _ADDRESS.match(source):
        return (source,)
    path = _FILE_ADDRESS.sub("", source)
    if _WINDOWS.match(path):
        path = PureWindowsPath(path).as_posix().partition(":")[2] or PureWindowsPath(path).as_posix()
    if not path:
        return ()
    return tuple(part for part in posixpath.normpath(path).split("/") if part not in ("", ".", ".."))


def is_random_id(id: str) -> bool:
    """Return whether an id looks random (a UUID of version 4)."""
    return _RANDOM.fullmatch(id) is not None


def is_path_or_address(source: str) -> bool:
    """Return whether a source is a location of documents, rather than a label such as `slack` or `N/A`.

    Locations are web addresses, absolute paths, paths that begin with `./`, `../` or `~/`, and those that end in a file
    name with a suffix.
    """
    source = source.strip()
    is_named = _ADDRESS.match(source) or is_absolute(source) or _RELATIVE.match(source) or _FILE_NAME.fullmatch(source)
    return bool(is_named and source_parts(source))


def is_absolute(source: str) -> bool:
    """Return whether a source is a path from the root of a file system, which differs between machines."""
    return bool(_WINDOWS.match(source) or _FILE_ADDRESS.match(source) or source.startswith("/"))


def local_path(source: str) -> str:
    """Return an absolute path as file systems read it; an empty string for relative paths and web addresses."""
    return _FILE_ADDRESS.sub("", source) if is_absolute(source) else ""


def joined(parts: tuple[str, ...]) -> str:
    """Return parts as a relative path."""
    return "/".join(parts)


def path_from_root(place: str, below: str) -> str:
    """Return the path of a file below a folder, prefixed with the folder's own name.

    Args:
        place: the full path of the file.
        below: its path below the folder.
    """
    return joined(tail(source_parts(place), len(source_parts(below)) + 1))


def tail(parts: tuple[str, ...], count: int) -> tuple[str, ...]:
    """Return the last parts, at most `count`."""
    return parts[-count:] if count else ()
