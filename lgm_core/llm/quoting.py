"""How prompts show external text: on one line, all of it visible, and unable to pass for the prompt itself."""

from __future__ import annotations

import re

from lgm_core.model.invisible import INVISIBLE

__all__ = ["encodable", "plain", "quoted", "unmarked", "visible"]

_TAGS = (
    "answer|asked|document|evidence|facts|found|known|lines|pairs|passages|predicates|question|questions|relations|"
    "schema|sentences|statement|terms|text|types|whole"
)
"""The tags of our prompts around data."""

_CHAT = (
    "system|user|assistant|human|think|thinking|reasoning|bos|eos|start_of_turn|end_of_turn|tool_calls?|tool_response|"
    "tools|function_calls?|invoke|SYS"
)
"""Tags of chat templates for turns, and of models for reasoning and tool calls: some servers interpret them anywhere,
and also `<|…|>` and `<s>`."""

_OPENING = re.compile(
    rf"[<＜﹤](?=\s*[/／]?\s*(?:(?:{_TAGS}|{_CHAT})\b|s\s*[>＞])|[|｜])",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(r"\[(\s*/?\s*INST\s*)\]", re.IGNORECASE)
_NUMBERS = re.compile(r"\[\s*(\d+(?:\s*[,;–-]\s*\d+)*)\s*\]")
_UNSEEN = re.compile(f"[{INVISIBLE}]+")


def visible(text: str) -> str:
    """Return a text without invisible characters."""
    return _UNSEEN.sub("", text)


def unmarked(text: str) -> str:
    """Return a text without invisible characters, and with ‹ for < in tags of prompts and chats."""
    return _INSTRUCTION.sub(r"(\1)", _OPENING.sub("‹", visible(text)))


def quoted(text: str) -> str:
    """Return a text as `unmarked` does, on one line."""
    return " ".join(unmarked(text).split())


def plain(text: str) -> str:
    """Return a text like `quoted`, unable to pass for the number of a sentence: `(2)` for `[2]`."""
    return _NUMBERS.sub(r"(\1)", quoted(text))


_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """Return a text with U+FFFD for each lone surrogate."""
    return text if text.isascii() else _LONE_SURROGATE.sub("\ufffd", text)
