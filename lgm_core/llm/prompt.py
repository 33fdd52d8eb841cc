"""Prompts as data: a conversation with named gaps, checked when it is built."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from lgm_core.errors import InputError
from lgm_core.llm.port import Message

__all__ = ["Prompt"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A conversation with gaps: the static part first, so that providers can cache it, then the user's turn.

    A gap is `{name}`; every other brace is text, so JSON needs no escaping. Change a prompt with `dataclasses.replace`.

    Attributes:
        system: the instructions, identical in every request.
        user: the last turn, with a gap for each of `placeholders`.
        placeholders: names that `user` must contain.
        examples: earlier turns, as pairs of the user's question and the model's reply.
    """

    system: str
    user: str
    placeholders: tuple[str, ...]
    examples: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        """Check the placeholders.

        Raises:
            InputError: a placeholder is missing from the user's turn, or occurs in the system text.
        """
        for name in self.placeholders:
            gap = "{" + name + "}"
            if gap not in self.user:
                raise InputError(f"the prompt's user turn has no {gap}, so the model would never see it")
            if gap in self.system:
                raise InputError(f"the prompt has {gap} in its system text; only the user turn is filled in")

    def messages(self, values: Mapping[str, str]) -> tuple[Message, ...]:
        """Return the conversation with its gaps filled; gaps inside the values are left unchanged.

        Raises:
            InputError: a value is missing.
        """
        if missing := [name for name in self.placeholders if name not in values]:
            raise InputError(f"no value for {', '.join(missing)} of the prompt")
        names = "|".join(map(re.escape, self.placeholders))
        user = re.sub(r"\{(" + names + r")\}", lambda gap: values[gap[1]], self.user) if names else self.user
        turns = [Message("system", self.system)] if self.system else []
        for asked, replied in self.examples:
            turns += [Message("user", asked), Message("assistant", replied)]
        return (*turns, Message("user", user))
