"""The form in which each language model is asked to reply, as learned from its replies."""

from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from lgm_core.llm.replies import ends_reasoning, starts_reasoning
from lgm_core.retrieval.answering.ask_options import ReplyProtocol

__all__ = ["PreferredProtocol", "ReplyProtocols"]

_STUBBORN = 2
"""After this many replies in a row in another form than asked for, a model is asked for that form."""


class PreferredProtocol:
    """The form in which one model replies; safe to share between threads.

    Attributes:
        reasons_unmarked: whether it has sent reasoning with a tag only at its end.
    """

    def __init__(self) -> None:
        self.reasons_unmarked = False
        self._protocol = ReplyProtocol.TEXT
        self._contrary = 0

    def choose(self, wanted: ReplyProtocol) -> ReplyProtocol:
        """Return the form to ask for; AUTO is replaced by what was learned."""
        return self._protocol if wanted is ReplyProtocol.AUTO else wanted

    def observe(self, asked: ReplyProtocol, *, is_json: bool, text: str = "") -> None:
        """Learn from a reply that could be read."""
        if ends_reasoning(text):
            self.reasons_unmarked = not starts_reasoning(text)
        if is_json == (asked is not ReplyProtocol.TEXT):
            self._contrary = 0
            return
        self._contrary += 1
        if self._contrary >= _STUBBORN:
            self._protocol = ReplyProtocol.SCHEMA if is_json else ReplyProtocol.TEXT
            self._contrary = 0


class ReplyProtocols:
    """Remembers the preferred protocol of each model object while the object lives; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._preferred: WeakKeyDictionary[object, PreferredProtocol] = WeakKeyDictionary()

    def of(self, model: object) -> PreferredProtocol:
        """Return what is known of a model; one that cannot be a key, or weakly referenced, is not remembered."""
        with self._lock:
            try:
                return self._preferred.setdefault(model, PreferredProtocol())
            except TypeError:
                return PreferredProtocol()
