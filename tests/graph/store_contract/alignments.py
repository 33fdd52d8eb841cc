"""Alignment: one addition across documents, which can be taken back to the byte."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.flow import Session, run
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.learning.alignment.alignment_flow import align, forget_incomplete
from lgm_core.model import Fact, FactEvidence, RelationKind
from tests.graph.store_contract.common import NeedsStores, exported, keys
from tests.support.store_graphs import document

EVIDENCE = (FactEvidence("lakes#0", 0, 27, "is also known as", "import:lakes"),)
LAKES = replace(
    document("lakes", "[Lake Alder|lake alder] is also known as [Long Lake|long lake]."),
    facts=(Fact("lake alder", "also know as", "long lake", (), EVIDENCE),),
)
SEAS = document("seas", "The old [harbour] is full.")
PORTS = document("ports", "A new [harbor] is empty.")


def aligned(store: LanguageGraphStore) -> str:
    return run(align(store), Session()).addition


def aliases(store: LanguageGraphStore) -> list[tuple[str, str, str]]:
    return keys(store.relations(kind=RelationKind.ALIAS_OF))


class AlignmentsContract(NeedsStores):
    def test_an_alignment_is_taken_back_to_the_byte(self, store: LanguageGraphStore) -> None:
        store.write_many([LAKES, SEAS, PORTS])
        before = exported(store)
        addition = aligned(store)
        assert aliases(store) == [("alias_of", "harbor", "harbour"), ("alias_of", "lake alder", "long lake")]
        assert exported(store) != before
        assert store.undo([addition]) == 1
        assert exported(store) == before

    def test_the_same_alignment_is_the_same_addition(self, store: LanguageGraphStore) -> None:
        store.write_many([LAKES, SEAS, PORTS])
        first, before = aligned(store), exported(store)
        assert aligned(store) == first
        assert exported(store) == before
        assert [record.kind for record in store.additions()] == ["align"]

    def test_joint_evidence_goes_with_any_of_its_documents(self, store: LanguageGraphStore) -> None:
        store.write_many([LAKES, SEAS, PORTS])
        aligned(store)
        store.delete(["ports"])
        forget_incomplete(store)
        assert aliases(store) == [("alias_of", "lake alder", "long lake")]
        assert b"harbor" not in exported(store).replace(b"harbour", b"")
        store.delete(["lakes"])
        assert store.additions() == []
        assert store.relations() == []
