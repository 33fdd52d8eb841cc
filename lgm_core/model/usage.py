"""The usage of language models, and the steps that a run reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

__all__ = [
    "RequestCounts",
    "TraceStep",
    "Usage",
]


@dataclass(frozen=True, slots=True)
class Usage:
    """What language-model calls cost, in calls and tokens.

    `calls` counts what was sent: a request is one call, and another for each time it is asked again because its reply
    could not be read. `cached` counts the requests answered from the reply cache, which are no calls, `failures` those
    without a usable reply in the end.
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
class RequestCounts:
    """How many requests of a run to a language model had a usable reply, and why the others had none.

    Attributes:
        total: how many requests there were, those answered from the reply cache among them. Each counts once, however
            often it was asked again: `Usage.calls` counts that.
        failed: how many of them had no usable reply.
        causes: the different errors, the most frequent first.
    """

    total: int = 0
    failed: int = 0
    causes: tuple[str, ...] = ()

    @classmethod
    def of(cls, total: int, errors: Iterable[str]) -> Self:
        """Count the errors of failed requests, one each."""
        counted = Counter(errors)
        return cls(total, counted.total(), tuple(error for error, _ in counted.most_common()))

    @property
    def all_failed(self) -> bool:
        """Return whether there were requests and none had a usable reply."""
        return 0 < self.total == self.failed

    def __str__(self) -> str:
        """Say in one line how many failed, and the most frequent cause."""
        share = f"all {self.total}" if self.all_failed else f"{self.failed} of {self.total}"
        what = "the only request" if self.all_failed and self.total == 1 else f"{share} requests"
        cause = f": {self.causes[0]}" if self.causes else ""
        more = len(self.causes) - 1
        others = f" (and {more} other {'cause' if more == 1 else 'causes'})" if more > 0 else ""
        return f"{what} to the language model failed{cause}{others}"


@dataclass(frozen=True, slots=True)
class TraceStep:
    """A step of learning or answering; what its details hold depends on the step."""

    name: str
    details: Mapping[str, Any] = field(default_factory=dict)
