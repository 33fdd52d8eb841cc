"""A graph that goes out as RDF and comes in again."""

from __future__ import annotations

import io
import random

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Verdict
from lgm_core.rdf.read.graph_reading import read_graphs
from lgm_core.rdf.read.rdf_parsing import RdfFormat
from lgm_core.rdf.write.graph_writing import write_jsonld, write_turtle
from tests.graph.store_contract.additions import SWEET
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.graph.store_contract.constructed_documents import CONSTRUCTED
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, random_document


def copied(store: LanguageGraphStore, other: LanguageGraphStore, format: RdfFormat) -> bytes:
    """Write all documents as RDF, read them into another store, and return what was written."""
    out = io.BytesIO()
    (write_turtle if format == "turtle" else write_jsonld)(store.scan(), out)
    other.write_many(list(read_graphs(out.getvalue(), format)))
    return out.getvalue()


class ExchangeContract(NeedsStores):
    @pytest.mark.parametrize("format", ["turtle", "jsonld"])
    def test_a_graph_read_from_rdf_is_the_same(
        self, store: LanguageGraphStore, new_store: NewStore, format: RdfFormat
    ) -> None:
        store.write_many([PEARS, BOATS, CONSTRUCTED, ORCHARD, APPLES])
        store.add(SWEET)
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID, ("is_a", "pear", "fruit"): Verdict.INVALID})
        store.set_fact_verdicts({store.facts()[0].key: Verdict.INVALID, store.facts()[1].key: Verdict.VALID})
        other = new_store()
        rdf = copied(store, other, format)
        assert exported(other) == exported(store)
        assert copied(other, new_store(), format) == rdf

    def test_documents_that_share_concepts_and_facts_are_the_same(
        self, store: LanguageGraphStore, new_store: NewStore
    ) -> None:
        random_ = random.Random(7)
        store.write_many([random_document(random_) for _ in range(12)])
        other = new_store()
        copied(store, other, "turtle")
        assert exported(other) == exported(store)
