"""In what form each language model is asked to reply, as learned from its replies."""

from __future__ import annotations

import threading
import weakref
from typing import Any

from lgm_core.llm.replies import ends_reasoning, starts_reasoning
from lgm_core.retrieval.answering.ask_options import ReplyProtocol

__all__ = ["PreferredProtocol", "ReplyProtocols"]

_STUBBORN = 2
"""Replies in another form than asked for, in a row, after which a model is asked in that form. A single one may be an
accident; each costs nothing, since replies of every form are read."""


class PreferredProtocol:
    """The form in which one model replies. Threads may share it: two that learn the same at once do no harm.

    Attributes:
        reasons_unmarked: whether it has sent reasoning without a tag before it, so that only its end tells.
    """

    def __init__(self) -> None:
        self.reasons_unmarked = False
        self._protocol = ReplyProtocol.TEXT
        self._contrary = 0

    def choose(self, wanted: ReplyProtocol) -> ReplyProtocol:
        """Return the form to ask in; anything but AUTO is what is wanted."""
        return self._protocol if wanted is ReplyProtocol.AUTO else wanted

    def observe(self, asked: ReplyProtocol, *, is_json: bool, text: str = "") -> None:
        """Learn from the form, and the text, of a reply that could be read."""
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
    """Remembers the preferred protocol of each model object for as long as that object lives; safe between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_identity: dict[int, tuple[weakref.ref[Any], PreferredProtocol]] = {}

    def of(self, model: object) -> PreferredProtocol:
        """Return what is known of a model; nothing is remembered of one that cannot be referred to weakly."""
        with self._lock:
            known = self._by_identity.get(id(model))
            if known is not None and known[0]() is model:
                return known[1]
            preferred = PreferredProtocol()
            identity = id(model)
            try:
                reference = weakref.ref(model, lambda dead: self._forget(identity, dead))
            except TypeError:
                return preferred
            self._by_identity[identity] = (reference, preferred)
            return preferred

    def _forget(self, identity: int, dead: weakref.ref[Any]) -> None:
        # A model made after this one died may have its identity; its entry stays. Called by the garbage collector,
        # possibly while this thread holds the lock, so it takes none.
        known = self._by_identity.get(identity)
        if known is not None and known[0] is dead:
            self._by_identity.pop(identity, None)
