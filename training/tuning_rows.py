"""Rows for `tune.py`, read without PyTorch: prompts and completions, their order, and questions with a choice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Choice", "choices", "majority", "prompt_rows", "read_lines", "reverse_rows", "words_of"]

_REVERSE = "nlg/texts"
"""The task that is the reverse of extraction: facts to their text (K-LoRA)."""
_CHOICE = "nli/relations"
_NONE = "none"


@dataclass(frozen=True)
class Choice:
    """A question with a choice of replies; `labels` names the relation of each, `right` is the place of the right."""

    prompt: list[dict[str, str]]
    replies: list[str]
    labels: list[str]
    right: int


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line.strip()]


def prompt_rows(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return chat rows as prompt and completion: only the last message is learned."""
    return [{"prompt": row["messages"][:-1], "completion": row["messages"][-1:]} for row in rows]


def reverse_rows(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows that turn facts into text, which are learned first."""
    return [row for row in rows if row["task"] == _REVERSE]


def choices(rows: Iterable[Mapping[str, Any]]) -> list[Choice]:
    """Return the rows that ask for a relation, with their reply for each relation of the bucket and for none.

    A row with several right relations is left out, since its reply has no single place for another.
    """
    found = []
    for row in rows:
        if row["task"] != _CHOICE:
            continue
        *prompt, reply = row["messages"]
        told, labels = row["provenance"], [*row["provenance"]["bucket"], _NONE]
        label = told["label"] or _NONE
        if reply["content"].count(label) == 1 and not any(one in reply["content"] for one in labels if one != label):
            replies = [reply["content"].replace(label, one) for one in labels]
            found.append(Choice(prompt, replies, labels, labels.index(label)))
    return found


def majority(learned: Sequence[Choice], asked: Sequence[Choice]) -> float:
    """Return how often the relation of the choice that is most frequent in what was learned is the right one."""
    seen = Counter(choice.labels[choice.right] for choice in learned)
    right = [max(choice.labels, key=seen.__getitem__) == choice.labels[choice.right] for choice in asked]
    return sum(right) / len(right) if right else 0.0


def words_of(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return all texts of chat rows, to train a tokenizer on."""
    return [message["content"] for row in rows for message in row["messages"]]
