"""Which concepts, relations and sentences of a graph its page shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lgm_core import InputError, SQLiteStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import Fact, RelationKind, Verdict
from lgm_core.pages import concept_choice
from lgm_core.pages.concept_choice import GraphPart
from lgm_core.pages.graph_page import MOST_SENTENCES, page_data, read_part
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document

IS_A = RelationKind.IS_A


@pytest.fixture
def store(tmp_path: Path) -> Iterator[LanguageGraphStore]:
    with SQLiteStore(tmp_path / "it.lgm") as store:
        store.write_many([APPLES, BOATS, PEARS, ORCHARD])
        yield store


def part_of(store: LanguageGraphStore, start: str | None = None, **options: object) -> GraphPart:
    where = options.pop("where", None)
    return read_part(GraphView(store, where=where, question=start or ""), start, **options)  # type: ignore[arg-type]


def keys(part: GraphPart) -> set[str]:
    return {concept.key for concept in part.concepts}


def kind(store: LanguageGraphStore, one: str, other: str) -> None:
    """Make one a kind of the other."""
    store.write(document(f"{one}-{other}", f"A [{one}] is a [{other}].", relations=[(one, IS_A, other, 0)]))


def test_a_small_graph_is_shown_whole(store: LanguageGraphStore) -> None:
    part = part_of(store)
    assert part.chosen.is_whole
    assert keys(part) == {
        *("apple", "fruit", "vitamin", "pear", "dinghy", "boat", "tender"),
        *("orchard", "kent", "mary cook"),
    }
    assert [relation.key for relation in part.relations] == [relation.key for relation in store.relations()]
    assert {fact.key for fact in part.facts} == {fact.key for fact in store.facts()}
    assert {shown.sentence.text for shown in part.sentences.values()} >= {
        "A pear is a fruit.",
        "A dinghy is a small boat.",
    }
    assert part.total == store.statistics().concepts


def test_without_facts_what_only_they_join_is_left_out(store: LanguageGraphStore) -> None:
    part = part_of(store, facts=False)
    assert part.facts == ()
    assert not keys(part) & {"orchard", "kent", "mary cook"}


def test_of_a_large_graph_it_shows_what_is_nearest_to_a_concept(store: LanguageGraphStore) -> None:
    part = part_of(store, "pears", limit=3)
    assert not part.chosen.is_whole
    assert part.chosen.starts == ("pear",)
    assert keys(part) == {"pear", "fruit", "apple"}
    assert [relation.key for relation in part.relations] == [("is_a", "apple", "fruit"), ("is_a", "pear", "fruit")]


def test_a_question_starts_from_the_concepts_that_it_names(store: LanguageGraphStore) -> None:
    part = part_of(store, "Are dinghies and pears related?", limit=4)
    assert part.chosen.starts == ("dinghy", "pear")
    assert keys(part) >= {"dinghy", "pear", "fruit"}


def test_facts_lead_on_too(store: LanguageGraphStore) -> None:
    assert keys(part_of(store, "Kent", limit=3)) == {"kent", "orchard", "mary cook"}
    assert keys(part_of(store, "Kent", limit=3, facts=False)) == {"kent"}


def test_without_a_start_it_begins_with_the_best_connected(store: LanguageGraphStore) -> None:
    part = part_of(store, limit=4)
    assert "fruit" in keys(part)
    assert not part.chosen.is_whole
    assert not part.chosen.starts


def test_the_best_connected_are_shown_with_others_where_they_have_no_relation(
    store: LanguageGraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for tree in ("oak", "elm"):
        for number in range(4):
            kind(store, f"{tree} {number}", tree)
    monkeypatch.setattr(concept_choice, "_HUBS", 2)
    monkeypatch.setattr(GraphView, "relations_among", lambda *_: [])
    chosen = concept_choice.chosen_concepts(GraphView(store), (), limit=8, facts=False)
    assert {"oak", "elm", "oak 0", "elm 0"} < {*chosen.keys}


def test_the_way_goes_to_what_several_lead_to_first(store: LanguageGraphStore) -> None:
    for start, other in (("vine", "arbour"), ("hop", "beer"), ("vine", "plant"), ("hop", "plant")):
        kind(store, start, other)
    assert keys(part_of(store, "Are a vine and a hop alike?", limit=3)) == {"vine", "hop", "plant"}


def test_a_name_that_no_concept_has_is_told(store: LanguageGraphStore) -> None:
    with pytest.raises(InputError, match=r"'zeppelin' names no concept of the graph; start from a noun"):
        part_of(store, "zeppelin")


def test_nothing_of_other_documents_shows(store: LanguageGraphStore) -> None:
    store.write(document("secret", "[Apple FIVE|apple] is a [weapon].", relations=[("apple", IS_A, "weapon", 0)]))
    part = part_of(store, where={"document_id": {"$in": ["apples", "pears"]}})
    assert keys(part) == {"apple", "fruit", "vitamin", "pear"}
    assert "FIVE" not in str(part)
    assert "secret" not in str(part)
    assert part.total is None
    with pytest.raises(InputError):
        part_of(store, "weapon", where={"document_id": "apples"})


def test_rejected_relations_are_not_shown(store: LanguageGraphStore) -> None:
    store.set_verdicts({("is_a", "pear", "fruit"): Verdict.INVALID, ("is_a", "apple", "fruit"): Verdict.VALID})
    part = part_of(store)
    assert "pear" not in keys(part)
    assert {relation.verdict for relation in part.relations} == {Verdict.VALID, Verdict.UNKNOWN}


def test_of_many_sentences_the_first_are_shown(store: LanguageGraphStore) -> None:
    lines = [f"A [plum] is a [fruit], {number}." for number in range(9)]
    store.write(document("plums", *lines, relations=[("plum", IS_A, "fruit", number) for number in range(9)]))
    part = part_of(store, where={"document_id": "plums"})
    assert len(part.relations[0].evidence) == 9
    assert len(part.sentences) == MOST_SENTENCES


def test_an_empty_graph_has_nothing_to_show(tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "empty.lgm") as store:
        store.create()
        assert part_of(store).concepts == ()


def test_a_concept_that_is_everywhere_leads_no_further(
    store: LanguageGraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(concept_choice, "_EVERYWHERE", 0)
    assert keys(part_of(store, "vitamins", limit=4)) == {"vitamin", "fruit"}


def test_around_a_concept_without_relations_is_what_sentences_name_beside_it(store: LanguageGraphStore) -> None:
    store.write(document("walls", "A [wall] keeps the [fruit] warm."))
    part = part_of(store, "walls", limit=4)
    assert part.chosen.starts == ("wall",)
    assert {"wall", "fruit"} < keys(part)
    assert part.mentioning == {"wall": ("walls#0",)}
    assert part.sentences["walls#0"].sentence.text == "A wall keeps the fruit warm."


def test_names_have_no_article_where_a_form_without_one_is_there(store: LanguageGraphStore) -> None:
    for number, name in enumerate(("The hedge", "The hedge", "hedge", "The old barn")):
        key = name.lower().removeprefix("the ")
        store.write(document(f"h{number}", f"[{name}|{key}] is a [thing].", relations=[(key, IS_A, "object", 0)]))
    names = {concept[0]: concept[1] for concept in page_data(part_of(store), None)["concepts"]}
    assert (names["hedge"], names["old barn"]) == ("hedge", "The old barn")


def test_a_graph_of_very_many_relations_is_not_counted_through(
    store: LanguageGraphStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(concept_choice, "_RELATIONS_OF_A_CONCEPT", 0)
    monkeypatch.delattr(SQLiteStore, "most_related")
    assert keys(part_of(store, "pears", limit=3)) == {"pear", "fruit", "apple"}


@pytest.mark.parametrize("start", [None, "pears", "Kent"])
def test_documents_that_go_while_the_page_is_read_leave_no_loose_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: str | None
) -> None:
    with SQLiteStore(tmp_path / "going.lgm") as store:
        store.write_many([APPLES, BOATS, PEARS, ORCHARD])
        facts_among = GraphView.facts_among

        def then_gone(view: GraphView, *given: Any) -> list[Fact]:
            facts = facts_among(view, *given)
            store.delete([PEARS.document.id, ORCHARD.document.id])
            return facts

        monkeypatch.setattr(GraphView, "facts_among", then_gone)
        part = part_of(store, start)
        ends = {key for relation in part.relations for key in (relation.subject, relation.object)}
        ends |= {end for fact in part.facts for end in (fact.subject, fact.object) if isinstance(end, str)}
        assert ends <= keys(part)
        assert "pear" not in ends
        assert page_data(part, None)["concepts"]
