"""Questions and names of concepts, in every call that takes them."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.attack import Attack
from tests.hostile.graphs import asked_all, small_graph
from tests.hostile.strings import STRINGS


def _ask(question: str, _folder: Path) -> None:
    asked_all(small_graph(), question)


QUESTIONS = [Attack(name, make, _ask, 400) for name, make in STRINGS.items()]
