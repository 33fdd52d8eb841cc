"""Groups of predicates that mean the same, read once per revision of a graph."""

from __future__ import annotations

from collections.abc import Mapping
from weakref import WeakKeyDictionary

from lgm_core.graph.port import LanguageGraphStore

__all__ = ["grouped_predicates"]

_Groups = Mapping[tuple[str, str], tuple[str, ...]]
_READ: WeakKeyDictionary[LanguageGraphStore, tuple[int, _Groups]] = WeakKeyDictionary()


def grouped_predicates(store: LanguageGraphStore) -> _Groups:
    """Return the other members of the groups of each predicate, by document id and predicate."""
    revision = store.revision()
    read = _READ.get(store)
    if read is None or read[0] != revision:
        found: dict[tuple[str, str], dict[str, None]] = {}
        for group in store.predicate_groups():
            if len(group.members) > 1:
                for member in group.members:
                    others = found.setdefault((group.document_id, member), {})
                    others.update((other, None) for other in group.members if other != member)
        read = revision, {key: tuple(others) for key, others in found.items()}
        _READ[store] = read
    return read[1]
