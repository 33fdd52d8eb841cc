"""Verdicts on relations."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Verdict
from tests.graph.store_contract.common import NeedsStores, NewStore, exported, keys
from tests.support.store_graphs import APPLES, BOATS, PEARS, document


class VerdictsContract(NeedsStores):
    def test_verdicts_are_recorded_and_the_rejected_hidden(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.set_verdicts(
            {
                ("is_a", "apple", "fruit"): Verdict.VALID,
                ("is_a", "pear", "fruit"): Verdict.INVALID,
                ("is_a", "no", "such"): Verdict.VALID,
            }
        )
        assert keys(store.relations(verdict=Verdict.VALID)) == [("is_a", "apple", "fruit")]
        assert keys(store.relations(verdict=Verdict.UNKNOWN)) == [("has_part", "fruit", "vitamin")]
        assert keys(store.relations(verdict=Verdict.INVALID)) == [("is_a", "pear", "fruit")]
        assert len(store.relations()) == 2
        counted = store.statistics()
        assert (counted.relations, counted.rejected) == ({"alias_of": 0, "has_part": 1, "is_a": 1}, 1)
        assert counted.verdicts == {"invalid": 1, "valid": 1}

    def test_an_unknown_verdict_counts_once_it_was_given(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write_many([APPLES, PEARS])
        assert store.statistics().verdicts == {}
        store.set_verdicts({key: Verdict.UNKNOWN}, {key: "hash"})
        assert store.statistics().verdicts == {"unknown": 1}

    def test_a_verdict_survives_while_the_relation_has_evidence(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write_many([APPLES, PEARS])
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.write(document("apples", "Gone."))
        store.write(APPLES)
        assert store.relations(verdict=Verdict.VALID)[0].key == key
        assert store.verdict_basis([key]) == {key: "hash"}

    def test_a_replaced_document_keeps_the_verdicts_on_what_it_still_states(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        store.set_verdicts({key: Verdict.INVALID}, {key: "hash"})
        store.write(replace(APPLES, document=replace(APPLES.document, content_hash="other")))
        assert keys(store.relations(verdict=Verdict.INVALID)) == [key]
        assert store.verdict_basis([key]) == {key: "hash"}

    def test_a_verdict_goes_with_its_relation(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.delete(["apples"])
        store.write(APPLES)
        assert store.relations(verdict=Verdict.VALID) == []
        assert store.verdict_basis([key]) == {}

    def test_a_written_verdict_is_recorded_and_an_unknown_one_is_none(self, store: LanguageGraphStore) -> None:
        judged = tuple(replace(relation, verdict=Verdict.VALID) for relation in APPLES.relations)
        store.write(replace(APPLES, relations=judged))
        assert len(store.relations(verdict=Verdict.VALID)) == 2
        store.write(replace(APPLES, document=replace(APPLES.document, title="Other")))
        assert len(store.relations(verdict=Verdict.VALID)) == 2

    def test_a_graph_can_be_copied_from_store_to_store(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([APPLES, PEARS, BOATS])
        store.set_verdicts({("is_a", "apple", "fruit"): Verdict.VALID, ("is_a", "pear", "fruit"): Verdict.INVALID})
        for graph in store.scan():
            other.write(graph)
        assert exported(store) == exported(other)

    def test_a_verdict_without_basis_forgets_the_basis(self, store: LanguageGraphStore) -> None:
        key = ("is_a", "apple", "fruit")
        store.write(APPLES)
        assert store.verdict_basis([key, ("is_a", "no", "such")]) == {}
        store.set_verdicts({key: Verdict.VALID}, {key: "hash"})
        store.set_verdicts({key: Verdict.VALID})
        assert store.verdict_basis([key]) == {}
