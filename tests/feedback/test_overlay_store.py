"""Knowledge laid over a graph reads as if it were added to it."""

from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import Fact, LanguageGraph
from lgm_core.feedback.overlay_store import laid_over
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Addition, DocumentGraph, FactEvidence, Mention, MentionSource, PredicateGroup
from tests.feedback.graphs import small_graph

CONCEPTS = ["hank snow", "tennessee", "country singer", "nobody"]


def addition() -> Addition:
    facts = (
        Fact("hank snow", "die in", "tennessee", (), (FactEvidence("singer#1", 0, 20, "died in", "feedback:x"),)),
        Fact("hank snow", "be", "country singer", (), (FactEvidence("singer#0", 0, 23, "was", "feedback:x"),)),
    )
    mentions = (
        Mention("singer#0", "country singer", "singer", 16, 22, MentionSource.TEXT),
        Mention("singer#1", "hank snow", "He", 0, 2, MentionSource.COREFERENCE),
        Mention("singer#1", "tennessee", "Tennessee", 11, 20, MentionSource.TEXT),
        Mention("singer#1", "tennessee~2", "Tennessee", 11, 20, MentionSource.TEXT),
    )
    groups = (PredicateGroup("singer", "die in", ("die in", "be buried in", "die in")),)
    return Addition("a", "feedback", "why", "2026-01-31T12:00:00Z", facts, mentions=mentions, predicate_groups=groups)


@pytest.fixture
def stores(tmp_path: Path) -> list[LanguageGraphStore]:
    """Return a graph with the addition laid over it, and one that it was added to."""
    plain, enriched = small_graph(tmp_path / "plain.lgm"), small_graph(tmp_path / "enriched.lgm")
    enriched.store.add(addition())
    return [laid_over(plain.store, [addition()]), enriched.store]


def test_all_that_is_read_is_as_if_it_were_added(stores: list[LanguageGraphStore]) -> None:
    over, added = stores
    assert over.facts_about(CONCEPTS) == added.facts_about(CONCEPTS)
    assert over.facts_about(CONCEPTS, 1) == added.facts_about(CONCEPTS, 1)
    assert over.facts_about(["tennessee"], 1) == added.facts_about(["tennessee"], 1)
    assert over.facts(concept="tennessee") == added.facts(concept="tennessee")
    assert over.facts(offset=1, limit=1) == added.facts(offset=1, limit=1)
    assert over.frequencies(CONCEPTS) == added.frequencies(CONCEPTS)
    assert over.frequencies(CONCEPTS, all_senses=True) == added.frequencies(CONCEPTS, all_senses=True)
    assert over.find_concepts(CONCEPTS) == added.find_concepts(CONCEPTS)
    assert over.sentences_about(CONCEPTS) == added.sentences_about(CONCEPTS)
    assert over.sentences_about(["country singer"], 1) == added.sentences_about(["country singer"], 1)
    assert over.mentions(["singer#0", "singer#1"]) == added.mentions(["singer#0", "singer#1"])
    assert over.profiles(CONCEPTS) == added.profiles(CONCEPTS)
    assert over.senses(CONCEPTS) == added.senses(CONCEPTS) == {"tennessee": ["tennessee", "tennessee~2"]}
    assert over.predicate_groups() == added.predicate_groups() == over.predicate_groups("singer")
    assert (len(over.predicate_groups()), over.predicate_groups(["another"])) == (1, [])


def test_the_whole_graph_reads_as_if_it_were_added(stores: list[LanguageGraphStore]) -> None:
    over, added = stores
    assert over.facts_among(CONCEPTS) == added.facts_among(CONCEPTS) != []
    assert over.facts_among(CONCEPTS, 1) == added.facts_among(CONCEPTS, 1)
    assert over.facts_among(["hank snow"]) == added.facts_among(["hank snow"])
    for own in (False, True):
        assert list(over.scan(own=own)) == [unstamped(graph, over) for graph in added.scan(own=own)]
    assert [graph.document.id for graph in over.scan(["singer"])] == ["singer"]
    assert over.statistics() == added.statistics()


def test_what_cannot_be_told_with_what_is_laid_over_is_not_told_without_it(stores: list[LanguageGraphStore]) -> None:
    over, added = stores
    methods = {name for name in vars(LanguageGraphStore) if not name.startswith("_")}
    assert {name for name in methods if not hasattr(over, name)} == {
        *("add", "additions", "create", "delete", "delete_blobs", "most_related", "set_fact_verdicts", "set_places"),
        *("set_verdicts", "undo", "write", "write_blob", "write_many", "write_schema"),
    }
    assert all(hasattr(added, name) for name in methods)
    with pytest.raises(AttributeError, match="a graph with additions for one question has no 'most_related'"):
        over.most_related(5)


def unstamped(graph: DocumentGraph, below: LanguageGraphStore) -> DocumentGraph:
    """Return a document's graph with the record that it has in another store."""
    (record,) = below.documents([graph.document.id])
    return replace(graph, document=record)


def test_the_graph_below_is_as_it_was(tmp_path: Path) -> None:
    with small_graph(tmp_path / "test.lgm") as graph:
        laid_over(graph.store, [addition()]).facts_about(CONCEPTS)
        assert graph.store.facts_about(CONCEPTS) == []
        assert isinstance(graph, LanguageGraph)
