"""What pyproject.toml needs: each package, for whom, and why."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
_TEXT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
SETTINGS: dict[str, Any] = tomllib.loads(_TEXT)
EXTRAS: dict[str, list[str]] = SETTINGS["project"]["optional-dependencies"]
GROUPS: dict[str, list[str]] = SETTINGS["dependency-groups"]
ALWAYS = "always"
_LINES = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
PINS = {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in _LINES)}


@dataclass(frozen=True)
class Need:
    """One requirement: what brings it (`ALWAYS`, an extra, a dependency group), and what its line says it is for."""

    who: str
    requirement: Requirement
    reason: str

    @property
    def package(self) -> str:
        return canonicalize_name(self.requirement.name)


def needs() -> list[Need]:
    """Return every requirement, in the order of the file; extras that repeat others have none for that."""
    listed = {ALWAYS: SETTINGS["project"]["dependencies"], **EXTRAS, **GROUPS}
    return [
        Need(who, Requirement(text), _comment_after(text))
        for who, texts in listed.items()
        for text in texts
        if Requirement(text).name != SETTINGS["project"]["name"]
    ]


def _comment_after(text: str) -> str:
    (comment,) = re.findall(rf'"{re.escape(text)}",?\]?[ ]*(?:# (.+))?$', _TEXT, re.MULTILINE)
    return str(comment)
