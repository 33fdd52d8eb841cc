"""A graph that goes out as JSON Lines and comes in again."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator

import pytest

from lgm_core.graph.export import export_jsonl, read_jsonl
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, SchemaVersion, Verdict
from tests.graph.store_contract.additions import SWEET
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.graph.store_contract.constructed_documents import CONSTRUCTED
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, random_document


def copied(store: LanguageGraphStore, other: LanguageGraphStore) -> list[SchemaVersion]:
    """Export all documents and read them into another store; return the exported schema."""
    out = io.BytesIO()
    export_jsonl(store, out)
    out.seek(0)
    schema: list[SchemaVersion] = []
    other.write_many(read_jsonl(out, "the export", schema))
    return schema


class ExchangeContract(NeedsStores):
    def test_an_exported_graph_comes_back_to_the_byte(self, store: LanguageGraphStore, new_store: NewStore) -> None:
        store.write_many([PEARS, BOATS, CONSTRUCTED, ORCHARD, APPLES])
        store.add(SWEET)
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID, ("is_a", "pear", "fruit"): Verdict.INVALID})
        store.set_fact_verdicts({store.facts()[0].key: Verdict.INVALID, store.facts()[1].key: Verdict.VALID})
        other = new_store()
        copied(store, other)
        assert exported(other) == exported(store)

    def test_documents_that_share_concepts_and_facts_are_the_same(
        self, store: LanguageGraphStore, new_store: NewStore
    ) -> None:
        random_ = random.Random(7)
        store.write_many([random_document(random_) for _ in range(12)])
        other = new_store()
        copied(store, other)
        assert exported(other) == exported(store)

    def test_what_fails_while_documents_are_read_leaves_nothing_written(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, BOATS])
        before = exported(store)

        def failing() -> Iterator[DocumentGraph]:
            yield PEARS
            raise ValueError("no more")

        with pytest.raises(ValueError, match="no more"):
            store.write_many(failing())
        assert exported(store) == before
