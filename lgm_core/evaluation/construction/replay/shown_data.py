"""What a prompt of construction shows, read back: the last turn's tags with numbered lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lgm_core.llm.port import Message

__all__ = ["ShownData"]

_TAG = re.compile(r"<(\w+)>\n(.*?)\n?</\1>", re.DOTALL)
_SENTENCE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_ITEM = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)
_CITED = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True)
class ShownData:
    """The data of a request, which stand in the last turn of the user that has any."""

    messages: Sequence[Message]

    @cached_property
    def parts(self) -> dict[str, str]:
        """Return what stands between each pair of tags."""
        turns = (message.content for message in reversed(self.messages) if message.role == "user")
        return next((parts for turn in turns if (parts := dict(_TAG.findall(turn)))), {})

    @cached_property
    def sentences(self) -> dict[int, str]:
        """Return the sentences by their numbers."""
        return {int(number): text for number, text in _SENTENCE.findall(self.parts.get("sentences", ""))}

    def items(self, tag: str) -> dict[int, list[str]]:
        """Return the fields of numbered lines, `1. field | field`, by their numbers."""
        return {int(number): line.split(" | ") for number, line in _ITEM.findall(self.parts.get(tag, ""))}

    def sentence_of(self, fields: Sequence[str]) -> str:
        """Return the sentence that the fields of a line cite, `[3]`; empty if none does."""
        for field in fields[1:]:
            if found := _CITED.fullmatch(field.strip()):
                return self.sentences.get(int(found[1]), "")
        return ""
