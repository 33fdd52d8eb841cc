"""A language model that replies with anything that a schema allows, in words of what it was asked."""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

from lgm_core.llm.port import Message, Reply
from lgm_core.llm.tokens import count_conversation, count_tokens
from lgm_core.model import Usage

_NAMES = re.compile(r"(?<=^\d\. )[^|\n]+(?= \|)|[A-Z]\w+(?: [A-Z]\w+)*|\b[a-z]{4,}\b", re.MULTILINE)
"""Terms of a numbered list, names, and longer words."""

_ITEMS = re.compile(r"^(?:\d+\.|\[\d+\]) ", re.MULTILINE)
"""How numbered lines begin: of terms, pairs and sentences."""


class AnyReplies:
    """Replies by chance, but alike to the same question; `share` of the replies are no JSON at all."""

    name = "any"

    def __init__(self, seed: int = 0, *, share: float = 0.0) -> None:
        self.identity = f"any {seed} {share}"
        self._seed, self._share = seed, share
        self.asked: list[str] = []

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return something that fits the schema."""
        text = "\n".join(message.content for message in messages)
        self.asked.append(text)
        chance = random.Random(hashlib.sha256(f"{self._seed}{text}".encode()).digest())
        data = (message.content for message in reversed(messages) if message.role == "user" and "<" in message.content)
        question = next(data, text)
        made = _Made(_NAMES.findall(question) or ["word"], len(_ITEMS.findall(question)), chance)
        reply = "no" if chance.random() < self._share else json.dumps(made.instance(schema or {}))
        return Reply(reply, Usage(1, count_conversation(messages), count_tokens(reply)))

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the same."""
        return self.complete(messages, schema)


class _Made:
    """Makes instances of a schema; the items of an array are numbered as those that were asked about."""

    def __init__(self, words: Sequence[str], count: int, chance: random.Random) -> None:
        self._words, self._count, self._chance = words, count, chance

    def instance(self, schema: Mapping[str, Any], number: int = 1) -> Any:
        """Return an instance, in an array that of a number."""
        if "enum" in schema:
            return self._chance.choice(schema["enum"])
        if "anyOf" in schema:
            return self.instance(self._chance.choice(schema["anyOf"]), number)
        kind = schema.get("type", "string")
        kind = self._chance.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            return {name: self.instance(inner, number) for name, inner in schema.get("properties", {}).items()}
        if kind == "array":
            return [self.instance(schema.get("items", {}), item) for item in range(1, self._count + 1)]
        if kind in ("integer", "number"):
            return number
        if kind == "boolean":
            return self._chance.random() < 0.5
        return None if kind == "null" else self._chance.choice(self._words)
