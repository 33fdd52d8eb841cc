"""The session of a run: the model, the settings, the cancellation token and the usage."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from lgm_core.errors import Cancelled, LanguageModelSetupError
from lgm_core.flow.limited_model import LimitedChatModel
from lgm_core.flow.limits import RequestLimiter
from lgm_core.llm.port import ChatModel, ReplyCache
from lgm_core.model import TraceStep, Usage

__all__ = ["Ledger", "Session"]


class Ledger:
    """Adds up usage by phase; safe to share between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._phases: dict[str, Usage] = {}

    def add(self, phase: str, usage: Usage) -> None:
        """Add a usage to that of a phase."""
        with self._lock:
            self._phases[phase] = self._phases.get(phase, Usage()) + usage

    @property
    def phases(self) -> dict[str, Usage]:
        """Return the usage of each phase so far."""
        with self._lock:
            return dict(self._phases)

    @property
    def total(self) -> Usage:
        """Return the usage of all phases together."""
        return sum(self.phases.values(), Usage())


@dataclass(frozen=True, slots=True)
class Session:
    """The resources and settings of a run.

    Attributes:
        model: None drives flows that never ask anything; a request then ends the run with LanguageModelSetupError.
        concurrency: how many requests of a batch are under way at once. A higher number finishes a build sooner and
            reaches an endpoint's rate limit earlier.
        cache: replies kept from earlier runs; consulted first, written only after a reply could be read, and not used
            for a model without an `identity`.
        on_step: called with each trace step, in order, possibly from a worker thread.
        cancel: the run's cancellation token. Set it from any thread, also before the run starts, to end the run with
            `Cancelled` before its next step. A run never clears it. Runs end together only if they share a token.
        ledger: adds up what the run cost, also of a run that was cancelled or failed.
        limiter: admits the requests of this run, and of others that have it too; None admits all at once. Replies from
            the cache need no admission.
        given_up: set by a driver when it gives up a batch, so that requests which wait for their turn end.
    """

    model: ChatModel | None = None
    concurrency: int = 8
    cache: ReplyCache | None = None
    on_step: Callable[[TraceStep], None] | None = None
    cancel: threading.Event = field(default_factory=threading.Event)
    ledger: Ledger = field(default_factory=Ledger)
    limiter: RequestLimiter | None = None
    given_up: threading.Event = field(default_factory=threading.Event)

    def stop_if_cancelled(self) -> None:
        """Check the cancellation token.

        Raises:
            Cancelled: it is set.
        """
        if self.cancel.is_set():
            raise Cancelled("cancelled before the work was finished; what is already stored stays stored")

    def required_model(self) -> ChatModel:
        """Return the model, under the limits of this run.

        Raises:
            LanguageModelSetupError: there is none.
        """
        if self.model is None:
            raise LanguageModelSetupError(
                "this step needs a language model and none was given; pass `llm=…` or `--llm`"
            )
        return self.model if self.limiter is None else LimitedChatModel(self.model, self.limiter, self._is_over)

    def _is_over(self) -> bool:
        return self.cancel.is_set() or self.given_up.is_set()
