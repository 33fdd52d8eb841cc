"""Estimate token counts without a tokenizer.

Tokenizers are downloads of several megabytes, and every model has its own. A rule is enough to estimate the cost of a
build, and to account for endpoints that report no usage. Its constants were fitted to a Qwen2.5 tokenizer: on 900
English encyclopedia passages it is within 3 % of the true count, on prompts, JSON and code within 8 %. Small samples of
German and Russian came out within 6 %, Chinese 24 % too high.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from lgm_core.llm.port import Message

__all__ = ["count_conversation", "count_tokens"]

_WORD = re.compile(r"[A-Za-z]+")
_PUNCTUATION = re.compile(r"[!-/:-@\[-`{-~]+")
_ONE_EACH = re.compile(r"[0-9]|\n+")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")

# The fitted constants: how many letters of a lower-case word, letters of another word (names are rarer), punctuation
# marks, and UTF-8 bytes of other scripts make up a token, rounded up for each run.
_LOWER_CASE_PER_TOKEN = 13
_CAPITALISED_PER_TOKEN = 5
_PUNCTUATION_PER_TOKEN = 3
_BYTES_PER_TOKEN = 4

# Tokens by which common chat templates mark a turn and the beginning of the reply.
_TOKENS_PER_TURN = 4
_TOKENS_BEFORE_REPLY = 3


def count_tokens(text: str) -> int:
    """Estimate the number of tokens in a text."""
    words = sum(
        _rounded_up(len(word), _LOWER_CASE_PER_TOKEN if word.islower() else _CAPITALISED_PER_TOKEN)
        for word in _WORD.findall(text)
    )
    punctuation = sum(_rounded_up(len(run), _PUNCTUATION_PER_TOKEN) for run in _PUNCTUATION.findall(text))
    foreign = sum(_rounded_up(len(run.encode("utf-8", "replace")), _BYTES_PER_TOKEN) for run in _FOREIGN.findall(text))
    return words + punctuation + foreign + len(_ONE_EACH.findall(text))


def count_conversation(messages: Sequence[Message]) -> int:
    """Estimate the number of prompt tokens of a conversation, including those that mark its turns."""
    return sum(count_tokens(message.content) + _TOKENS_PER_TURN for message in messages) + _TOKENS_BEFORE_REPLY


def _rounded_up(length: int, per_token: int) -> int:
    """Return the number of tokens of a run of this length."""
    return -(-length // per_token)
