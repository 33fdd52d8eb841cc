"""The representation of a concept: a test for each term of the paper's equations 2 to 4, on graphs built from text."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.retrieval.answering.ranked_candidates import inherited_sentences
from lgm_core.retrieval.concepts.expansion import expand, neighbourhood_of
from lgm_core.retrieval.concepts.explanation import ConceptStatements, expand_concept
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.concepts.representation import StatementSource

Built = Callable[[str], GraphView]


@pytest.fixture(params=["parsed", "not parsed"])
def built(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Built]:
    """Return a function that builds a graph from a text, with the parser or without, and returns a view of it."""
    graphs: list[LanguageGraph] = []

    def build(text: str) -> GraphView:
        annotator = LiteAnnotator(parse=request.param == "parsed")
        graphs.append(LanguageGraph(tmp_path / f"{len(graphs)}.lgm", annotator=annotator))
        assert graphs[-1].build([Document.from_text(text, id="d")], workers=1).ok
        return GraphView(graphs[-1].store)

    yield build
    for graph in graphs:
        graph.close()


def said(found: ConceptStatements, source: StatementSource | None = None) -> set[tuple[str, str, str]]:
    """Return kind, predicate and value of what a term contributes, or of everything."""
    return {
        (statement.kind.value, statement.predicate, statement.value)
        for statement in found.full
        if source in (None, statement.source)
    }


def sources(found: ConceptStatements) -> set[str]:
    return {statement.source.value for statement in found.full}


def test_own_attributes_abilities_and_actions_are_the_basic_representation(built: Built) -> None:
    view = built("Herons are patient. Herons can swim. The herons were counted in 1990.")
    found = expand_concept(view, "heron")
    kinds = {(statement.kind.value, statement.predicate) for statement in found.of(StatementSource.OWN)}
    assert kinds >= {("attribute", "be"), ("ability", "swim")}
    assert "action" in {kind for kind, _ in kinds}
    assert found.full == found.of(StatementSource.OWN)


def test_a_statement_ends_where_a_clause_inside_it_begins(built: Built) -> None:
    text = "Herons are hunters that eat frogs and fish. Herons do not gather seeds."
    attribute, ability = ("attribute", "be", "hunter"), ("ability", "not gather", "seed")
    assert {attribute, ability} <= said(expand_concept(built(text), "heron")) <= {attribute, ability, EATING, EATEN}


EATING, EATEN = ("ability", "eat", "frog"), ("ability", "eat", "fish")
"""What a parse finds in the inner clause."""


def test_an_irregular_plural_is_no_past_tense(built: Built) -> None:
    found = expand_concept(built("Herons slow the growth of bacteria."), "heron")
    assert [statement.kind.value for statement in found.full] == ["ability"]


def test_every_statement_names_its_sentences(built: Built) -> None:
    found = expand_concept(built("Herons are patient. Rain fell. Herons are patient."), "heron")
    assert [statement.sentence_ids for statement in found.full] == [("d#0", "d#2")]


def test_attributes_and_abilities_of_parents_reach_the_child(built: Built) -> None:
    view = built("A heron is a bird. Birds are noisy. Birds can fly.")
    assert said(expand_concept(view, "heron"), StatementSource.PARENT) == {
        ("attribute", "be", "noisy"),
        ("ability", "fly", ""),
    }


def test_actions_of_parents_do_not_reach_the_child(built: Built) -> None:
    view = built("A heron is a bird. Birds were counted in 1990. Birds have left the island.")
    assert "action" in {statement.kind for statement in expand_concept(view, "bird").of(StatementSource.OWN)}
    assert sources(expand_concept(view, "heron")) == {StatementSource.OWN}


def test_what_all_children_have_reaches_the_parent_and_nothing_else_of_theirs_does(built: Built) -> None:
    view = built(
        "A robin is a bird. A wren is a bird. Robins are noisy. Wrens are noisy and tiny. Robins are bold. "
        "Robins can sing. Wrens can sing."
    )
    found = expand_concept(view, "bird")
    assert said(found) == {("attribute", "be", "noisy")}
    (shared,) = found.of(StatementSource.CHILDREN)
    assert set(shared.concepts) == {"robin", "wren"}
    assert set(shared.sentence_ids) == {"d#2", "d#3"}


def test_one_child_that_lacks_an_attribute_is_enough_to_keep_it_from_the_parent(built: Built) -> None:
    view = built(
        "A robin is a bird. A wren is a bird. An ostrich is a bird. "
        "Robins are tiny. Wrens are tiny. Ostriches are tall."
    )
    assert not expand_concept(view, "bird").of(StatementSource.CHILDREN)


def test_a_child_of_which_no_attribute_is_known_is_left_out(built: Built) -> None:
    view = built(
        "A robin is a bird. A wren is a bird. An ostrich is a bird. Robins are tiny. Wrens are tiny. Ostriches can run."
    )
    assert said(expand_concept(view, "bird"), StatementSource.CHILDREN) == {("attribute", "be", "tiny")}


def test_an_attribute_said_in_more_words_is_shared_as_far_as_both_say_it(built: Built) -> None:
    view = built("A robin is a bird. A wren is a bird. Robins have wings. Wrens have short wings.")
    assert said(expand_concept(view, "bird"), StatementSource.CHILDREN) == {("attribute", "have", "wing")}


def test_abilities_of_parts_reach_the_whole_and_their_attributes_do_not(built: Built) -> None:
    view = built("A tractor consists of an engine and a frame. An engine can pull. The engine is heavy.")
    assert said(expand_concept(view, "tractor"), StatementSource.PART) == {("ability", "pull", "")}


def test_the_whole_gives_its_parts_nothing(built: Built) -> None:
    view = built("A tractor consists of an engine and a frame. Tractors are heavy. Tractors can pull.")
    assert not expand_concept(view, "engine").full


def test_everything_said_of_an_alias_is_said_of_the_concept(built: Built) -> None:
    view = built(
        "The aubergine, also known as the eggplant, is a vegetable. Eggplants are purple. Eggplants can rot. "
        "Eggplants were sold in May. Vegetables are healthy."
    )
    found = expand_concept(view, "aubergine")
    assert {kind for kind, _, _ in said(found, StatementSource.ALIAS)} == {"attribute", "ability", "action"}
    assert ("attribute", "be", "healthy") in said(found, StatementSource.PARENT)
    assert found.names == ("aubergine", "eggplant")
    assert {statement.source for statement in found.full} == {
        StatementSource.OWN,
        StatementSource.ALIAS,
        StatementSource.PARENT,
    }


def test_an_alias_of_a_parent_is_the_parent(built: Built) -> None:
    view = built("A ratatouille is a stew. A stew is also called a hotpot. Hotpots are warm.")
    assert ("attribute", "be", "warm") in said(expand_concept(view, "ratatouille"), StatementSource.PARENT)


def test_two_names_of_one_child_are_one_child(built: Built) -> None:
    view = built(
        "A robin is a bird. A redbreast is a bird. A redbreast is also called a robin. A wren is a bird. "
        "Redbreasts are tiny. Robins are bold. Wrens are tiny and bold."
    )
    assert said(expand_concept(view, "bird"), StatementSource.CHILDREN) == {
        ("attribute", "be", "tiny"),
        ("attribute", "be", "bold"),
    }


def test_siblings_and_grandparents_give_nothing(built: Built) -> None:
    view = built(
        "A heron is a bird. A wren is a bird. A bird is an animal. Wrens are tiny. Wrens can sing. Animals are mortal."
    )
    assert said(expand_concept(view, "heron")) == {("attribute", "be", "bird"), ("attribute", "be", "animal")}


def test_depth_lets_statements_come_from_further_away(built: Built) -> None:
    view = built("A heron is a bird. A bird is an animal. Animals are mortal. Animals were counted in 1990.")
    assert said(expand_concept(view, "heron")) == {("attribute", "be", "bird"), ("attribute", "be", "animal")}
    further = said(expand_concept(view, "heron", depth=2), StatementSource.PARENT)
    assert ("attribute", "be", "mortal") in further
    assert "action" not in {kind for kind, _, _ in further}


def test_nothing_comes_by_way_of_the_root(built: Built) -> None:
    view = built("A heron is a thing. A kettle is a thing. Kettles are hot. Things are many.")
    assert said(expand_concept(view, "heron", depth=3)) == {("attribute", "be", "thing")}


def test_cycles_of_relations_end(built: Built) -> None:
    stated_twice = "A heron is a bird. A bird is a flier. " * 2
    view = built(f"{stated_twice}A flier is a heron. Birds are noisy. Herons are tall.")
    assert ("attribute", "be", "noisy") in said(expand_concept(view, "heron", depth=5))


def test_a_passing_mention_states_nothing(built: Built) -> None:
    view = built("A heron is a bird. Farmers chase birds. The pond is full of birds.")
    assert sources(expand_concept(view, "heron")) == {StatementSource.OWN}


def test_a_denial_of_its_own_overrides_what_a_concept_inherits(built: Built) -> None:
    view = built("A penguin is a bird. Birds can fly. Birds can sing. Penguins cannot fly.")
    found = expand_concept(view, "penguin")
    assert ("ability", "not fly", "") in said(found, StatementSource.OWN)
    assert said(found, StatementSource.PARENT) == {("ability", "sing", "")}


def test_what_a_concept_can_overrides_an_inherited_denial(built: Built) -> None:
    view = built("A bat is a mammal. Mammals cannot fly. Bats can fly.")
    assert said(expand_concept(view, "bat"), StatementSource.PARENT) == set()


def test_a_narrower_denial_leaves_the_rest_to_be_inherited(built: Built) -> None:
    view = built("A wren is a bird. Birds have wings. Wrens do not have long wings.")
    assert ("attribute", "have", "wing") in said(expand_concept(view, "wren"), StatementSource.PARENT)


def test_a_single_child_gives_its_parent_nothing(built: Built) -> None:
    view = built("A banana is a fruit. Bananas are yellow.")
    assert not expand_concept(view, "fruit").of(StatementSource.CHILDREN)


def test_only_documents_that_a_filter_lets_through_are_read(tmp_path: Path) -> None:
    texts = {"a": "A heron is a bird. Birds are noisy.", "b": "A heron is a fish. Fish are wet. Birds are loud."}
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document.from_text(text, id=id, metadata={"shelf": id}) for id, text in texts.items()], workers=1)
        found = expand_concept(GraphView(graph.store, where={"shelf": "a"}), "heron")
    assert {value for _, _, value in said(found)} == {"bird", "noisy"}


def test_reading_stops_at_a_limit_and_says_so(built: Built) -> None:
    view = built("Herons are grey. Herons are tall. Herons are patient.")
    assert not expand_concept(view, "heron", limit=2).is_complete
    assert expand_concept(view, "heron").is_complete


def test_answering_reads_the_sentences_of_the_same_sets(built: Built) -> None:
    view = built(
        "A heron is a bird. An egret is a heron. A bittern is a heron. Birds are noisy. Birds were counted. "
        "Egrets are white and slender. Bitterns are slender. Bitterns can hide. Rain fell."
    )
    statements = expand_concept(view, "heron").full
    not_own = [statement for statement in statements if statement.source is not StatementSource.OWN]
    wanted = {id for statement in not_own for id in statement.sentence_ids}
    neighbourhood = neighbourhood_of(view, ["heron"], depth=1)
    expanded = expand(view, neighbourhood).concepts
    sentences = view.sentences_about([concept.key for concept in expanded])
    inherited = inherited_sentences(
        sentences,
        view.mentions(sentence.id for sentence in sentences),
        neighbourhood=neighbourhood,
        expanded=expanded,
        frequencies=view.store.frequencies(["heron"]),
        language=view.language,
    )
    # What mentions the concept itself is read anyway.
    own = {sentence.id for sentence in view.sentences_about(["heron"])}
    assert {sentence.id for sentence in inherited} == wanted - own
    assert {sentence.text for sentence in inherited} == {
        "Birds are noisy.",
        "Egrets are white and slender.",
        "Bitterns are slender.",
    }


def test_an_aside_and_the_rows_of_a_table_are_no_statements(tmp_path: Path) -> None:
    rows = "| Mill | Stones | Price |\n|---|---|---|\n| Old | two | 9 |\n"
    text = f"# Mills\n\nSilver Springs, also known as SS, employs nine people.\n\n{rows}"
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document.from_text(text, id="d", media_type="text/markdown")], workers=1)
        view = GraphView(graph.store)
        assert said(expand_concept(view, "silver spring")) == {("action", "employ", "nine people")}
        assert said(expand_concept(view, "mill")) == set()
