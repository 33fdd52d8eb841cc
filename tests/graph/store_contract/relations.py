"""Meta-relations, and the neighbours of concepts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import THING, Concept, Evidence, MetaRelation, Verdict
from tests.graph.store_contract.common import ALIAS_OF, HAS_PART, IS_A, NeedsStores, keys
from tests.support.store_graphs import APPLES, BOATS, PEARS, document


class RelationsContract(NeedsStores):
    # Relations
    def test_relations_are_ordered_and_carry_their_evidence(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, BOATS, APPLES])
        assert keys(store.relations()) == [
            ("alias_of", "dinghy", "tender"),
            ("has_part", "fruit", "vitamin"),
            ("is_a", "apple", "fruit"),
            ("is_a", "dinghy", "boat"),
            ("is_a", "pear", "fruit"),
        ]
        assert store.relations(kind=IS_A, concept="apple") == [
            MetaRelation(
                IS_A, "apple", "fruit", (Evidence("apples#0", "pattern:test"), Evidence("pears#1", "pattern:test"))
            )
        ]

    def test_relations_are_filtered_and_paged(self, store: LanguageGraphStore) -> None:
        store.write_many([PEARS, BOATS, APPLES])
        every = store.relations()
        assert store.relations(offset=1, limit=2) == every[1:3]
        assert store.relations(offset=3) == every[3:]
        assert store.relations(limit=0) == []
        assert keys(store.relations(concept="fruit")) == keys([every[1], every[2], every[4]])
        assert keys(store.relations(kind=ALIAS_OF)) == [("alias_of", "dinghy", "tender")]
        assert store.relations(concept="none") == []

    def test_a_relation_may_have_several_origins_in_a_sentence(self, store: LanguageGraphStore) -> None:
        evidence = (Evidence("apples#0", "llm:some-model"), Evidence("apples#0", "pattern:type"))
        store.write(replace(APPLES, relations=(MetaRelation(IS_A, "apple", "fruit", evidence),)))
        assert store.relations()[0].evidence == evidence

    def test_evidence_is_in_document_order(self, store: LanguageGraphStore) -> None:
        lines = [f"An [apple] is a [fruit], {number}." for number in range(12)]
        stated = [("apple", IS_A, "fruit", number) for number in range(12)]
        store.write(document("b", *lines, relations=stated))
        store.write(document("a", lines[0], relations=stated[:1]))
        (relation,) = store.relations()
        assert [evidence.sentence_id for evidence in relation.evidence] == [
            "a#0",
            *[f"b#{number}" for number in range(12)],
        ]

    def test_an_alias_is_one_relation_whichever_way_it_is_written(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "[salt] [zalt].", relations=[("zalt", ALIAS_OF, "salt", 0)]))
        store.write(document("b", "[salt] [zalt].", relations=[("salt", ALIAS_OF, "zalt", 0)]))
        (relation,) = store.relations()
        assert relation.key == ("alias_of", "salt", "zalt")
        assert len(relation.evidence) == 2
        store.set_verdicts({("alias_of", "zalt", "salt"): Verdict.VALID}, {("alias_of", "zalt", "salt"): "b1"})
        assert store.relations()[0].verdict is Verdict.VALID
        assert store.verdict_basis([("alias_of", "zalt", "salt")]) == {("alias_of", "salt", "zalt"): "b1"}

    def test_the_ends_of_a_relation_need_not_be_mentioned(self, store: LanguageGraphStore) -> None:
        store.write(document("a", "Pears ripen.", relations=[("pear", IS_A, "plant part", 0)]))
        assert store.find_concepts(["plant part"]) == [Concept("plant part", "plant part", 0)]
        assert store.statistics().concepts == 2
        store.write(document("a", "Pears ripen."))
        assert store.find_concepts(["plant part", "pear", THING]) == []

    # Neighbours
    @pytest.fixture
    def chain(self, store: LanguageGraphStore) -> LanguageGraphStore:
        """Say a is-a b has-part c alias d; a and z are things."""
        relations = [
            ("a", IS_A, "b", 0),
            ("b", HAS_PART, "c", 0),
            ("c", ALIAS_OF, "d", 0),
            ("a", IS_A, THING, 0),
            ("z", IS_A, THING, 0),
        ]
        store.write(document("chain", "[a] [b] [c] [d] [z].", relations=relations))
        return store

    def test_neighbours_are_the_relations_around_concepts_in_both_directions(self, chain: LanguageGraphStore) -> None:
        assert keys(chain.neighbours(["b"])) == [("has_part", "b", "c"), ("is_a", "a", "b")]
        assert chain.neighbours(["b"])[0].evidence == (Evidence("chain#0", "pattern:test"),)
        assert chain.neighbours([]) == chain.neighbours(["none"]) == []

    def test_neighbours_are_of_the_kinds_asked(self, chain: LanguageGraphStore) -> None:
        assert keys(chain.neighbours(["b"], [IS_A])) == [("is_a", "a", "b")]
        assert keys(chain.neighbours(["a"], [IS_A, ALIAS_OF])) == [("is_a", "a", "b"), ("is_a", "a", THING)]
        assert chain.neighbours(["b"], []) == []

    def test_the_root_has_no_neighbours(self, chain: LanguageGraphStore) -> None:
        assert chain.neighbours([THING]) == []

    def test_neighbours_by_all_names_are_those_of_the_whole_group_of_aliases(self, chain: LanguageGraphStore) -> None:
        chain.write(document("more", "[d] [e].", relations=[("e", ALIAS_OF, "d", 0), ("e", IS_A, "f", 0)]))
        aliases = [("alias_of", "c", "d"), ("alias_of", "d", "e")]
        assert keys(chain.neighbours(["e"])) == [("alias_of", "d", "e"), ("is_a", "e", "f")]
        assert keys(chain.neighbours(["e"], all_names=True)) == [*aliases, ("has_part", "b", "c"), ("is_a", "e", "f")]
        assert keys(chain.neighbours(["c"], [IS_A], all_names=True)) == [("is_a", "e", "f")]
        assert keys(chain.neighbours(["b"], [ALIAS_OF], all_names=True)) == []

    def test_a_rejected_relation_is_not_returned(self, chain: LanguageGraphStore) -> None:
        chain.set_verdicts({("has_part", "b", "c"): Verdict.INVALID})
        assert keys(chain.neighbours(["c"])) == [("alias_of", "c", "d")]

    def test_a_rejected_alias_is_no_other_name(self, chain: LanguageGraphStore) -> None:
        chain.set_verdicts({("alias_of", "c", "d"): Verdict.INVALID})
        assert chain.neighbours(["d"], all_names=True) == []
