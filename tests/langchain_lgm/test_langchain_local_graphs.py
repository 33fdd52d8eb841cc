"""Documents become graph documents with the graph constructed of each."""

import pytest
from langchain_core.documents import Document

from langchain_lgm import LocalGraphTransformer
from lgm_core import ConstructionOptions, RequestLimits
from lgm_core.errors import BudgetSpentError
from tests.langchain_lgm.test_langchain_graph_documents import GraphDocument
from tests.support.langchain_models import WordsModel

FILM = Document("Inês Moura directed Salt Harbour in 1962. Salt Harbour is a film.", metadata={"title": "Films"})


async def test_things_are_nodes_and_facts_are_relationships_with_their_sentences(convert):
    transformer = LocalGraphTransformer(graph_document=GraphDocument)
    film, empty = await convert(transformer, [FILM, Document("")])
    nodes = {node.id: node for node in film.nodes}
    assert nodes["Salt Harbour"].properties["class"] == "named"
    found = {(each.source.id, each.target.id): each.properties for each in film.relationships}
    evidence = found["Inês Moura", "Salt Harbour"]["evidence"]
    assert evidence == ["Inês Moura directed Salt Harbour in 1962."]
    assert film.source is FILM
    assert (empty.nodes, empty.relationships) == ([], [])


TOOLS = Document("Ada Brook built the gripper. The gripper holds small boxes. In a cellar. In Kiel.")


@pytest.mark.parametrize(("mentions", "left_out"), [(None, {"Cellar"}), (False, {"Cellar", "Kiel"}), (True, set())])
def test_nodes_are_names_and_what_takes_part_in_a_relation(mentions, left_out):
    (every,) = LocalGraphTransformer(graph_document=GraphDocument, mentions=True).invoke([TOOLS])
    (found,) = LocalGraphTransformer(graph_document=GraphDocument, mentions=mentions).invoke([TOOLS])
    related = {end.id for each in found.relationships for end in (each.source, each.target)}
    names = {node.id for node in every.nodes if node.properties["class"] == "named"}
    assert {"Gripper", "Small box"} <= related
    assert {node.id for node in found.nodes} == {
        None: related | names,
        False: related,
        True: {node.id for node in every.nodes},
    }[mentions]
    assert {"Cellar", "Kiel"} - {node.id for node in found.nodes} == left_out


def test_types_are_in_the_singular_and_say_something():
    (found,) = LocalGraphTransformer(graph_document=GraphDocument).invoke(
        [Document("Two small boxes hold the red ones. A large box holds a screw.")]
    )
    types = {node.id: node.type for node in found.nodes}
    assert (types["Small box"], types["Large box"], types["Red one"]) == ("Box", "Box", "Entity")


def test_only_allowed_types_are_kept():
    options = {"graph_document": GraphDocument, "allowed_relationships": ["build", ("Entity", "hold", "box")]}
    (found,) = LocalGraphTransformer(**options).invoke([TOOLS])
    assert [(each.source.id, each.type, each.target.id) for each in found.relationships] == [
        ("Ada Brook", "BUILD", "Gripper"),
        ("Gripper", "HOLD", "Small box"),
    ]
    (found,) = LocalGraphTransformer(graph_document=GraphDocument, allowed_nodes=["Box"]).invoke([TOOLS])
    assert ([node.id for node in found.nodes], found.relationships) == (["Small box"], [])


def test_it_is_a_runnable_with_options():
    transformer = LocalGraphTransformer(
        construction=ConstructionOptions(stages=["entities"]), graph_document=GraphDocument
    )
    (film,) = transformer.invoke([FILM])
    assert film.nodes
    assert not [each for each in film.relationships if each.type != "IS_A"]


async def test_one_budget_holds_for_all_calls(convert):
    model = WordsModel(script=lambda _: "{}")
    limited = LocalGraphTransformer(model, limits=RequestLimits(tokens=20_000), graph_document=GraphDocument)

    async def converting():
        for _ in range(20):
            await convert(limited, [FILM])

    with pytest.raises(BudgetSpentError, match="20,000 tokens is spent"):
        await converting()
    assert 2 <= len(model.asked) <= 40
