"""A language model whose replies are recorded with their cost, and replayed for the same requests.

When the code of an answering method changes, questions are answered again, but unchanged requests need not be paid
again. A replayed reply has its recorded usage and seconds, so that figures do not depend on earlier runs.
"""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from lgm_core.llm.port import ChatModel, Message, Reply
from lgm_core.model import Usage

__all__ = ["Journal", "RecordedModel", "Spending"]


class Journal:
    """Rows by their `key`; the last row of a key counts. Thread-safe.

    A line that was cut off when a run was killed is ignored.

    Args:
        path: the file; it and its folder are created with the first row.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._rows: dict[str, Mapping[str, Any]] = {}
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        for line in text.split("\n"):
            try:
                row = json.loads(line)
                self._rows[row["key"]] = row
            except (ValueError, KeyError, TypeError):
                continue  # a line that was cut off
        self._is_cut_off = bool(text) and not text.endswith("\n")

    def get(self, key: str) -> Mapping[str, Any] | None:
        """Return the last row with a key, or None."""
        return self._rows.get(key)

    def append(self, row: Mapping[str, Any]) -> None:
        """Write a row to the file immediately."""
        line = json.dumps(row, ensure_ascii=False) + "\n"
        with self._lock:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with self._path.open("a", encoding="utf-8", errors="surrogatepass") as file:
                file.write("\n" + line if self._is_cut_off else line)
            self._is_cut_off = False
            self._rows[row["key"]] = row


@dataclass(frozen=True, slots=True)
class Spending:
    """The cost of a model's replies; `replayed_seconds` is the recorded time of replayed replies."""

    usage: Usage = field(default_factory=Usage)
    replayed_seconds: float = 0.0

    def __add__(self, other: Spending) -> Spending:
        """Add two."""
        return Spending(self.usage + other.usage, self.replayed_seconds + other.replayed_seconds)


class RecordedModel:
    """A chat model in front of another one, whose replies go into a journal.

    Args:
        model: the model that is asked.
        replies: the replies so far, of this and of other models.
    """

    def __init__(self, model: ChatModel, replies: Journal) -> None:
        self._model, self._replies = model, replies
        self._lock = threading.Lock()
        self._spent = Spending()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever else the model offers
        """Return other attributes of the model."""
        return getattr(self._model, name)

    @property
    def name(self) -> str:
        """Name the model."""
        return self._model.name

    @property
    def prompt_tokens(self) -> int:
        """Return the prompt tokens since the last call of `take_spending`."""
        with self._lock:
            return self._spent.usage.prompt_tokens

    def take_spending(self) -> Spending:
        """Return the spending since the last call."""
        with self._lock:
            spent, self._spent = self._spent, Spending()
        return spent

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Return the recorded reply, or ask for one; raises as the model does."""
        key = self._key(messages, schema)
        if (replayed := self._replayed(key)) is not None:
            return replayed
        began = time.perf_counter()
        return self._recorded(key, self._model.complete(messages, schema), time.perf_counter() - began)

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        """Do the same without blocking the event loop."""
        key = self._key(messages, schema)
        if (replayed := self._replayed(key)) is not None:
            return replayed
        began = time.perf_counter()
        return self._recorded(key, await self._model.acomplete(messages, schema), time.perf_counter() - began)

    def _key(self, messages: Sequence[Message], schema: Mapping[str, Any] | None) -> str:
        turns = [[message.role, message.content] for message in messages]
        content = json.dumps([self.name, turns, schema], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()

    def _replayed(self, key: str) -> Reply | None:
        row = self._replies.get(key)
        if row is None:
            return None
        reply = Reply(row["text"], Usage(**row["usage"]))
        self._spend(Spending(reply.usage, row["seconds"]))
        return reply

    def _recorded(self, key: str, reply: Reply, seconds: float) -> Reply:
        row = {"key": key, "model": self.name, "text": reply.text, "usage": asdict(reply.usage)}
        self._replies.append(row | {"seconds": round(seconds, 3)})
        self._spend(Spending(reply.usage))
        return reply

    def _spend(self, spent: Spending) -> None:
        with self._lock:
            self._spent += spent
