"""What the graph knows of a concept, and how two concepts are related."""

import pytest

from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Addition, EntityClass, EntityProfile, Evidence, Verdict
from lgm_core.retrieval.concepts.explanation import explain
from lgm_core.retrieval.concepts.relationship import relate
from lgm_core.retrieval.rendering import render_explanation
from tests.support.small_graphs import ALIAS_OF, APPLES, BRIDGES, HAS_PART, IS_A, document_graph

CARTS = document_graph(
    "carts",
    ["A wain is a cart.", "A wain is also called a waggon.", "Carts have wheels.", "Wheels are round.", "Wains creak."],
    concepts=["wain", "cart", "waggon", "wheel"],
    relations=[("wain", IS_A, "cart"), ("waggon", ALIAS_OF, "wain"), ("cart", HAS_PART, "wheel")],
    title="Carts",
    metadata={"tenant": "carters"},
)
RIMS = document_graph(
    "rims",
    ["A rim is part of a wheel.", "Waggons are vehicles."],
    concepts=["rim", "wheel", "waggon", "vehicle"],
    relations=[("wheel", HAS_PART, "rim"), ("waggon", IS_A, "vehicle"), ("wheel", IS_A, "thing")],
    metadata={"tenant": "smiths"},
)
SMITHS = {"tenant": "smiths"}
CARTERS = {"tenant": "carters"}


@pytest.fixture
def store(tmp_path):
    store = SQLiteStore(tmp_path / "g.lgm")
    store.write_many([CARTS, RIMS, APPLES, BRIDGES])
    yield store
    store.close()


def ends(relations):
    return [(relation.subject, relation.object) for relation in relations]


def test_a_concept_is_explained_by_its_relations_and_the_sentences_that_state_them(store):
    explanation = explain(store, "Carts")
    assert explanation.concept.key == "cart"
    assert ends(explanation.children) == [("wain", "cart")]
    assert ends(explanation.parts) == [("cart", "wheel")]
    assert not explanation.parents
    assert [citation.text for citation in explanation.children[0].citations] == ["A wain is a cart."]
    assert [sentence.text for sentence in explanation.sentences] == ["Carts have wheels."]


def test_the_relations_of_an_alias_are_the_concepts_own(store):
    explanation = explain(store, "a wain")
    assert ends(explanation.aliases) == [("waggon", "wain")]
    assert set(ends(explanation.parents)) == {("wain", "cart"), ("waggon", "vehicle")}


def test_a_part_knows_its_whole_and_the_root_is_no_parent(store):
    explanation = explain(store, "wheel")
    assert ends(explanation.wholes) == [("cart", "wheel")]
    assert not explanation.parents


def test_every_sentence_has_one_number(store):
    explanation = explain(store, "wain")
    assert [citation.number for citation in explanation.citations] == list(range(1, len(explanation.citations) + 1))
    assert len({citation.sentence_id for citation in explanation.citations}) == len(explanation.citations)


def test_a_longer_text_means_the_first_concept_it_names(store):
    assert explain(store, "What are wheels made of?").concept.key == "wheel"


def test_an_unknown_concept_is_not_explained(store):
    assert explain(store, "submarine") is None
    assert explain(store, "") is None
    assert relate(store, "cart", "submarine").missing == ("submarine",)
    assert relate(store, "submarine", "zeppelin").missing == ("submarine", "zeppelin")


def test_what_is_left_out_is_counted(store):
    explanation = explain(store, "wain", limit=1)
    assert len(explanation.parents) == 1
    assert explanation.more == 1


def test_rejected_relations_are_not_told(store):
    store.set_verdicts({("is_a", "wain", "cart"): Verdict.INVALID})
    assert ends(explain(store, "wain").parents) == [("waggon", "vehicle")]


def test_concepts_are_related_by_the_shortest_path(store):
    relationship = relate(store, "waggons", "rims")
    assert ends(relationship.path) == [("waggon", "wain"), ("wain", "cart"), ("cart", "wheel"), ("wheel", "rim")]
    assert [len(relation.citations) for relation in relationship.path] == [1, 1, 1, 1]
    assert not relationship.together


def test_a_path_is_no_longer_than_asked(store):
    assert not relate(store, "waggon", "rim", depth=2).path
    assert relate(store, "waggon", "rim", depth=3).path


def test_concepts_without_a_path_are_related_by_the_sentences_that_name_both(store):
    relationship = relate(store, "Ada Lindqvist", "Lund")
    assert not relationship.path
    assert [citation.text for citation in relationship.together] == ["Ada Lindqvist was born in Lund."]


def test_the_root_relates_nothing(store):
    relationship = relate(store, "wheel", "apple")
    assert (relationship.path, relationship.together) == ((), ())


def test_nothing_of_other_documents_is_told_under_a_filter(store):
    assert explain(store, "rim", where=CARTERS) is None
    explanation = explain(store, "wheel", where=CARTERS)
    assert ends(explanation.relations) == [("cart", "wheel")]
    assert explanation.concept.frequency == 2
    assert {citation.document_id for citation in explanation.citations} == {"carts"}
    assert relate(store, "wain", "rim", where=CARTERS).missing == ("rim",)
    waggon = explain(store, "waggon", where=SMITHS)
    assert not waggon.aliases
    assert waggon.concept.forms == ("Waggon",)
    assert relate(store, "waggon", "wheel", where=SMITHS).path == ()


def test_what_a_concept_is_said_to_be_and_inherits_is_cited(store):
    store.write(
        document_graph("herds", ["Carts can roll.", "Wheels can turn."], concepts=["carts", "wheels"], title="Herds")
    )
    explanation = explain(store, "cart")
    said = {
        (statement.source.value, statement.concepts, statement.kind.value, statement.predicate): statement
        for statement in explanation.statements
    }
    assert ("own", ("cart",), "ability", "roll") in said
    turning = said["part", ("wheel",), "ability", "turn"]
    assert [citation.text for citation in turning.citations] == ["Wheels can turn."]
    assert turning.citations[0] in explanation.citations
    text = render_explanation("cart", explanation).text
    assert f"From its parts:\n  ability    wheel — turn [{turning.citations[0].number}]" in text


def test_statements_left_out_are_counted(store):
    store.write(document_graph("more", ["Wheels are heavy.", "Wheels are old."], concepts=["wheels"]))
    explanation = explain(store, "wheel", limit=1)
    assert (len(explanation.statements), explanation.more_statements) == (1, 2)


def test_statements_of_other_documents_are_not_told_under_a_filter(store):
    assert {citation.document_id for citation in explain(store, "wheel", where=CARTERS).citations} == {"carts"}


def test_what_documents_say_that_it_is_is_told_under_all_its_names(store):
    told = (Evidence("carts#0", "phrases"),)
    wain = EntityProfile("carts", "wain", ("cart",), "A wain\nis a cart.", told, EntityClass.GENERAL)
    waggon = EntityProfile("carts", "waggon", ("vehicle",), "", (Evidence("carts#1", "phrases"),))
    store.add(Addition("run", "construct", "carts", "2026-01-01T00:00:00Z", profiles=(wain, waggon)))
    explanation = explain(store, "wain")
    assert set(explanation.profiles) == {wain, waggon}
    lines = render_explanation("wain", explanation).text.splitlines()
    assert lines[1:3] == ["  general, vehicle, cart", "  A wain is a cart."]
    assert explain(store, "waggon", where=SMITHS).profiles == ()
