"""The usage of language models, and the steps that a run reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = [
    "TraceStep",
    "Usage",
]


@dataclass(frozen=True, slots=True)
class Usage:
    """What language-model calls cost, in calls and tokens.

    `cached` counts the requests answered from the reply cache, `failures` those without a usable reply.
    """

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached: int = 0
    failures: int = 0

    @property
    def tokens(self) -> int:
        """Return prompt and completion tokens together."""
        return self.prompt_tokens + self.completion_tokens

    def __add__(self, other: Usage) -> Usage:
        """Add two usages field by field."""
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached + other.cached,
            self.failures + other.failures,
        )


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of learning or answering; what its details hold depends on the step."""

    name: str
    details: Mapping[str, Any] = field(default_factory=dict)
