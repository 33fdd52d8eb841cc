"""What the parts of the contract share."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

import pytest

from lgm_core.graph.export import export_graphml, export_jsonl
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import MetaRelation, RelationKind, Sentence

NewStore = Callable[[], LanguageGraphStore]
IS_A, HAS_PART, ALIAS_OF = RelationKind.IS_A, RelationKind.HAS_PART, RelationKind.ALIAS_OF


def exported(store: LanguageGraphStore) -> bytes:
    """Return both exports of a graph: all that a store holds but its caches."""
    out = io.BytesIO()
    export_jsonl(store, out)
    export_graphml(store, out)
    return out.getvalue()


def keys(relations: Sequence[MetaRelation]) -> list[tuple[str, str, str]]:
    return [relation.key for relation in relations]


def texts(sentences: Sequence[Sentence]) -> list[str]:
    return [sentence.text for sentence in sentences]


class NeedsStores:
    """Has a fixture `store` over the fixture `new_store` of the store's own tests."""

    @pytest.fixture
    def store(self, new_store: NewStore) -> LanguageGraphStore:
        return new_store()
