"""A store that counts what is asked of it."""

from collections import Counter
from typing import Any

from lgm_core.graph.port import LanguageGraphStore


class CountingStore:
    """Passes every call of the port's methods on to a store and counts it; `calls` holds the numbers by method."""

    def __init__(self, store: LanguageGraphStore) -> None:
        self.calls: Counter[str] = Counter()
        self._store = store

    def __getattr__(self, name: str) -> Any:  # any method of the port
        attribute = getattr(self._store, name)
        if not callable(attribute):
            return attribute

        def counted(*arguments: Any, **options: Any) -> Any:
            self.calls[name] += 1
            return attribute(*arguments, **options)

        return counted
