"""Facts and profiles: kept with their documents, joined over documents, read by concept and under filters."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, Evidence, Fact, SectionEnd, Value, ValueKind, Verdict
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.support.store_graphs import APPLES, ORCHARD, document, stated, year

NUMBER = ValueKind.NUMBER


def farm(text: str, number: int) -> DocumentGraph:
    """Make a second document that states a fact of the first in other words."""
    graph = document("a farm", f"[Planting|orchard] began {text}.", metadata={"year": 2021})
    fact = Fact("orchard", "plant in", year(text, number), (), stated("a farm#0", 0, 10, "Planting"))
    return replace(graph, facts=(fact,))


class FactsContract(NeedsStores):
    def test_a_document_is_read_back_with_its_facts_and_profiles(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, ORCHARD])
        assert list(store.scan()) == [APPLES, ORCHARD]
        revision = store.revision()
        store.write(ORCHARD)
        assert store.revision() == revision

    def test_facts_are_ordered_by_key_with_values_as_first_written(self, store: LanguageGraphStore) -> None:
        store.write_many([ORCHARD, farm("AD 1904", 1904)])
        facts = store.facts()
        assert [fact.key for fact in facts] == sorted(fact.key for fact in facts)
        assert [fact.predicate for fact in facts] == ["plant by", "plant in", "stand in"]
        planted = facts[1]
        assert planted.object == year("AD 1904", 1904)  # of two documents, the first by id
        assert [entry.sentence_id for entry in planted.evidence] == ["a farm#0", "orchard#0", "orchard#2"]
        assert facts[0].qualifiers == (("in", year("1904", 1904)),)
        store.delete(["a farm"])
        assert store.facts()[1].object == year("1904", 1904)

    def test_facts_are_chosen_by_concept_predicate_and_verdict(self, store: LanguageGraphStore) -> None:
        store.write(ORCHARD)
        by, planted, stands = store.facts()
        assert store.facts(concept="kent") == [stands]
        assert store.facts(concept="orchard", predicate="plant in") == [planted]
        assert store.facts(offset=1, limit=1) == [planted]
        store.set_fact_verdicts({by.key: Verdict.INVALID, planted.key: Verdict.VALID}, {planted.key: "b1"})
        assert [fact.verdict for fact in store.facts()] == [Verdict.VALID, Verdict.UNKNOWN]
        assert store.facts(verdict=Verdict.INVALID) == [replace(by, verdict=Verdict.INVALID)]
        assert store.fact_verdict_basis([by.key, planted.key, "no key"]) == {planted.key: "b1"}
        statistics = store.statistics()
        assert (statistics.facts, statistics.rejected_facts) == (2, 1)
        assert statistics.fact_verdicts["invalid"] == 1

    def test_a_verdict_stays_while_the_fact_has_evidence(self, store: LanguageGraphStore) -> None:
        store.write(ORCHARD)
        key = store.facts(concept="kent")[0].key
        store.set_fact_verdicts({key: Verdict.VALID})
        store.write(replace(ORCHARD, document=replace(ORCHARD.document, title="The orchard")))
        assert store.facts(concept="kent")[0].verdict is Verdict.VALID
        store.delete(["orchard"])
        store.write(ORCHARD)
        assert store.facts(concept="kent")[0].verdict is Verdict.UNKNOWN

    def test_facts_about_concepts_are_those_they_are_ends_of(self, store: LanguageGraphStore) -> None:
        store.write_many([ORCHARD, farm("1904", 1904)])
        by, planted, stands = store.facts()
        assert store.facts_about(["kent", "mary cook", "nothing"]) == [by, stands]
        assert store.facts_about("orchard", limit=2) == [by, planted]
        store.set_fact_verdicts({by.key: Verdict.INVALID})
        assert store.facts_about(["mary cook"]) == []

    def test_what_is_said_of_a_concept_comes_before_what_leads_to_it(self, store: LanguageGraphStore) -> None:
        graph = document("z", "[Kent|kent] has [Apples|apple].", "[Apples|apple] of [Kent|kent].")
        has = Fact("kent", "have", "apple", (), stated("z#0", 0, 4, "has"))
        leads = Fact("apple", "be of", "kent", (), stated("z#1", 0, 4, "of"))
        store.write(replace(graph, facts=(has, leads)))
        assert store.facts_about(["kent"]) == [has, leads]
        assert store.facts_about(["kent"], limit=1) == [has]
        assert store.facts_about(["kent", "apple"]) == [leads, has]

    def test_a_filter_leaves_only_the_evidence_of_its_documents(self, store: LanguageGraphStore) -> None:
        store.write_many([ORCHARD, farm("AD 1904", 1904)])
        (planted,) = store.facts_about(["orchard"], where={"year": 2021})
        assert [entry.sentence_id for entry in planted.evidence] == ["a farm#0"]
        (planted, _) = store.facts_about(["orchard"], limit=3, where={"document_id": "orchard"})[1:]
        assert planted.object == year("1904", 1904)
        assert store.profiles(["kent"], where={"year": 2021}) == []

    def test_profiles_are_read_by_concept(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, ORCHARD])
        assert store.profiles(["kent", "apple"]) == list(ORCHARD.profiles)
        store.delete(["orchard"])
        assert store.profiles(["kent"]) == []

    @pytest.mark.parametrize(
        "object_",
        [
            Value("tall", ValueKind.TEXT),
            Value("three feet", ValueKind.QUANTITY, 0.9144, 0.9144, "m"),
            SectionEnd("orchard#s0"),
        ],
    )
    def test_ends_of_all_kinds_are_kept(self, store: LanguageGraphStore, object_: Value | SectionEnd) -> None:
        fact = Fact("orchard", "be", object_, (("above", object_), ("in", "kent")), stated("orchard#1", 0, 5, "is"))
        store.write(replace(ORCHARD, facts=(fact,)))
        assert store.facts() == [fact]
        assert [graph.facts for graph in store.scan()] == [(fact,)]

    def test_facts_leave_nothing_behind(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([APPLES, ORCHARD])
        store.delete(["orchard"])
        other.write(APPLES)
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()
        assert store.facts() == []

    @pytest.mark.parametrize(
        ("fact", "message"),
        [
            (Fact("orchard", "be in", "kent"), "no evidence"),
            (Fact("orchard", "", "kent", (), stated("orchard#1", 0, 5, "in")), "lacks"),
            (Fact("orchard", "be in", "paris", (), stated("orchard#1", 0, 5, "in")), "does not mention 'paris'"),
            (Fact("orchard", "be in", "kent", (), stated("orchard#1", 0, 99, "in")), "99"),
            (Fact("orchard", "be in", "kent", (), stated("orchard#9", 0, 5, "in")), "orchard#9"),
            (Fact("orchard", "be in", SectionEnd("apples#s0"), (), stated("orchard#1", 0, 5, "in")), "apples#s0"),
            (Fact("orchard", "be", Value("1e999", NUMBER, inf, inf), (), stated("orchard#1", 0, 5, "is")), "1e999"),
            (Fact("orchard", "be \0in", "kent", (), stated("orchard#1", 0, 5, "in")), "NUL"),
        ],
    )
    def test_incomplete_facts_are_refused(self, store: LanguageGraphStore, fact: Fact, message: str) -> None:
        with pytest.raises(InputError, match=message):
            store.write(replace(ORCHARD, facts=(fact,)))
        assert store.documents() == []

    def test_profiles_of_what_is_not_mentioned_are_refused(self, store: LanguageGraphStore) -> None:
        profile = replace(ORCHARD.profiles[0], evidence=(Evidence("orchard#0", "parse"),))
        with pytest.raises(InputError, match="does not mention"):
            store.write(replace(ORCHARD, profiles=(profile,)))
