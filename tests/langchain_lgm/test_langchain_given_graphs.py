"""Wherever a graph is taken: the builder that holds it and its path serve too, and anything else is refused at once."""

import pytest
from langchain_core.documents import Document
from langchain_core.runnables import RunnableLambda

from langchain_lgm import (
    ConceptIterativeAnswerer,
    ConceptIterativeRetriever,
    LanguageGraphBuilder,
    language_graph_tools,
)
from lgm_core import InputError, StoreError

TAKERS = {
    "tools": lambda graph: RunnableLambda(lambda question: {"question": question}) | language_graph_tools(graph)[0],
    "answerer": ConceptIterativeAnswerer,
    "retriever": lambda graph: ConceptIterativeRetriever(graph=graph),
}


@pytest.fixture(params=TAKERS)
def taker(request):
    return TAKERS[request.param]


@pytest.fixture
def builder(tmp_path):
    builder = LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1)
    with builder.build([Document("Pears are a type of fruit.", id="pears")]):
        yield builder


def test_a_builder_and_a_path_stand_for_their_graph(taker, builder, tmp_path):
    for given in (builder, builder.graph, tmp_path / "g.lgm", str(tmp_path / "g.lgm")):
        assert "Pears are a type of fruit." in str(taker(given).invoke("What are pears?"))


def test_a_path_without_a_graph_is_an_error_at_once(taker, tmp_path):
    with pytest.raises(StoreError, match="there is no such graph"):
        taker(tmp_path / "none.lgm")
    assert not (tmp_path / "none.lgm").exists()


@pytest.mark.parametrize("given", [None, 3, ["g.lgm"]])
def test_what_is_no_graph_is_refused_at_once(taker, given):
    with pytest.raises(InputError, match=r"^graph=.* is no graph; give a LanguageGraph"):
        taker(given)
