"""A part of a graph: the concepts with the most relations, and what leads from one of several to another."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import THING, Fact, Verdict
from tests.graph.store_contract.common import HAS_PART, IS_A, NeedsStores, keys
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document, stated


class GraphPartsContract(NeedsStores):
    def test_the_concepts_with_the_most_relations_come_first(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, BOATS, PEARS])
        counted = store.most_related(10)
        assert list(counted.items()) == [
            ("fruit", 3),
            ("dinghy", 2),
            ("apple", 1),
            ("boat", 1),
            ("pear", 1),
            ("tender", 1),
            ("vitamin", 1),
        ]
        assert list(store.most_related(2)) == ["fruit", "dinghy"]
        assert store.most_related(0) == {}

    def test_facts_between_concepts_are_counted_if_wanted(self, store: LanguageGraphStore) -> None:
        store.write_many([ORCHARD, document("a", "[apple] [fruit].", relations=[("apple", IS_A, "fruit", 0)])])
        assert store.most_related(10) == {"orchard": 2, "apple": 1, "fruit": 1, "kent": 1, "mary cook": 1}
        assert store.most_related(10, facts=False) == {"apple": 1, "fruit": 1}

    def test_neither_the_root_nor_what_was_rejected_counts(self, store: LanguageGraphStore) -> None:
        stated_here = [("apple", IS_A, THING, 0), ("apple", IS_A, "fruit", 0), ("apple", HAS_PART, "peel", 0)]
        store.write_many([document("a", "[apple] [fruit] [peel].", relations=stated_here), ORCHARD])
        rejected = store.facts(concept="kent")[0]
        store.set_verdicts({("has_part", "apple", "peel"): Verdict.INVALID})
        store.set_fact_verdicts({rejected.key: Verdict.INVALID})
        assert store.most_related(10) == {"apple": 1, "fruit": 1, "mary cook": 1, "orchard": 1}
        everything = ["apple", "fruit", "peel", THING, "orchard", "kent", "mary cook"]
        assert keys(store.relations_among(everything)) == [("is_a", "apple", "fruit")]
        assert rejected not in store.facts_among(everything)

    def test_under_a_filter_only_what_its_documents_state_counts(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, BOATS, PEARS, ORCHARD])
        apples = {"document_id": "apples"}
        assert store.most_related(10, apples) == {"fruit": 2, "apple": 1, "vitamin": 1}
        assert store.most_related(1, apples) == {"fruit": 2}
        assert store.most_related(10, {"document_id": "orchard"}) == {"orchard": 2, "kent": 1, "mary cook": 1}
        assert store.most_related(10, {"document_id": "orchard"}, facts=False) == {}
        assert store.most_related(10, {"document_id": "none"}) == {}

    def test_relations_among_concepts_have_both_ends_there(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, BOATS, PEARS])
        every = store.relations()
        assert store.relations_among(["vitamin", "fruit", "pear", "dinghy", "none"]) == [every[1], every[4]]
        assert store.relations_among("fruit") == []
        assert store.relations_among([]) == []

    def test_circles_are_found_from_all_that_is_in_them_or_below_them(self, store: LanguageGraphStore) -> None:
        pairs = [("oar", "tool"), ("tool", "gear"), ("gear", "oar"), ("paddle", "oar"), ("gear", "thing")]
        pairs += [("gear", "kit"), ("kit", "set"), ("set", "kit")]
        text = "[oar] [tool] [gear] [paddle] [kit] [set]."
        store.write(document("a", text, relations=[(sub, IS_A, sup, 0) for sub, sup in pairs]))
        every = [("is_a", *pair) for pair in sorted([*pairs[:3], *pairs[6:]])]
        assert keys(store.circles(["tool"])) == keys(store.circles(["paddle", "none"])) == every
        assert keys(store.circles(["kit"])) == [("is_a", "kit", "set"), ("is_a", "set", "kit")]
        assert set(store.circles(["kit"])) == set(store.relations(concept="set"))
        assert store.circles([]) == store.circles([THING]) == []
        among = set(keys(store.neighbours(["oar"], [IS_A], with_circles=True)))
        assert among == {*every, ("is_a", "paddle", "oar")}
        assert keys(store.neighbours(["paddle"], [IS_A], with_circles=True)) == [("is_a", "paddle", "oar")]
        store.set_verdicts({("is_a", "gear", "oar"): Verdict.INVALID})
        assert keys(store.circles(["paddle", "tool"])) == [("is_a", "kit", "set"), ("is_a", "set", "kit")]

    def test_facts_among_concepts_lead_to_one_of_them_or_to_none(self, store: LanguageGraphStore) -> None:
        store.write_many([ORCHARD, APPLES])
        by, planted, stands = store.facts()
        assert store.facts_among(["orchard", "kent"]) == [stands, planted]
        assert store.facts_among(["orchard", "mary cook", "kent"], limit=2) == [by, stands]
        assert store.facts_among(["kent", "mary cook"]) == []
        assert store.facts_among(["orchard", "kent"], where={"document_id": "apples"}) == []
        assert store.facts_among(["orchard", "kent"], 1, {"document_id": "orchard"}) == [stands]

    def test_a_fact_of_a_concept_and_itself_leads_nowhere_else(self, store: LanguageGraphStore) -> None:
        graph = document("z", "[Kent|kent] is [Kent|kent].")
        store.write(replace(graph, facts=(Fact("kent", "be", "kent", (), stated("z#0", 0, 4, "is")),)))
        assert store.most_related(10) == {}
        assert len(store.facts_among(["kent"])) == 1
