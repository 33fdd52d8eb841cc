"""The attacks on each door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.hostile.attack import Attack
from tests.hostile.replies import REPLIES
from tests.hostile.texts import TEXTS

DOORS: Mapping[str, Sequence[Attack]] = {
    "texts that are read": TEXTS,
    "replies of language models": REPLIES,
}
