"""Deleting documents: as if they had never been there."""

from __future__ import annotations

import random

import pytest

from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import THING, DocumentGraph
from tests.graph.store_contract.common import NeedsStores, NewStore, exported
from tests.support.store_graphs import APPLES, BOATS, PEARS, random_document


class DeletingContract(NeedsStores):
    def test_deleting_leaves_the_graph_as_if_the_document_had_never_been_there(self, new_store: NewStore) -> None:
        store, other = new_store(), new_store()
        store.write_many([BOATS, APPLES, PEARS])
        assert store.delete(["apples"]) == 1
        other.write_many([PEARS, BOATS])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()

    def test_a_relation_stays_while_another_document_states_it(self, store: LanguageGraphStore) -> None:
        store.write_many([APPLES, PEARS])
        store.delete(["apples"])
        relation = store.relations(concept="apple")[0]
        assert relation.key == ("is_a", "apple", "fruit")
        assert [evidence.sentence_id for evidence in relation.evidence] == ["pears#1"]

    def test_deleting_everything_leaves_an_empty_graph(self, new_store: NewStore) -> None:
        store = new_store()
        store.write_many([APPLES, PEARS, BOATS])
        assert store.delete(["pears", "boats", "apples"]) == 3
        assert exported(store) == exported(new_store())
        assert store.find_concepts([THING, "apple"]) == []

    def test_deleting_what_is_not_there_changes_nothing(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        revision = store.revision()
        assert store.delete(["nothing", "apple"]) == 0
        assert store.delete([]) == 0
        assert store.revision() == revision

    def test_a_document_named_twice_is_deleted_once(self, store: LanguageGraphStore) -> None:
        store.write(APPLES)
        assert store.delete(["apples", "apples"]) == 1

    @pytest.mark.parametrize("seed", range(6))
    def test_only_what_the_graph_holds_counts_not_how_it_came_there(self, new_store: NewStore, seed: int) -> None:
        random_ = random.Random(seed)
        store, other, held = new_store(), new_store(), dict[str, DocumentGraph]()
        for _ in range(40):
            graphs = [random_document(random_) for _ in range(random_.randint(1, 3))]
            if random_.random() < 0.3:
                gone = random_.sample(sorted(held), min(len(held), 2))
                assert store.delete(gone) == len(gone)
                held = {id: graph for id, graph in held.items() if id not in gone}
            else:
                store.write_many(graphs)
                held |= {graph.document.id: graph for graph in graphs}
        other.write_many([held[id] for id in sorted(held)])
        assert exported(store) == exported(other)
        assert store.statistics() == other.statistics()
        about = [f"c{number}" for number in range(4)]
        assert store.sentences_about(about, limit=7) == other.sentences_about(about, limit=7)
