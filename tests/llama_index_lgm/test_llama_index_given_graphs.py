"""Wherever a graph is taken: the index that holds it and its path serve too, and anything else is refused at once."""

import pytest
from llama_index.core import Document, QueryBundle

from lgm_core import InputError, StoreError
from llama_index_lgm import ConceptIterativeQueryEngine, ConceptIterativeRetriever, LanguageGraphIndex


@pytest.fixture(params=[ConceptIterativeQueryEngine, ConceptIterativeRetriever])
def taker(request):
    return request.param


def test_an_index_and_a_path_stand_for_their_graph(taker, tmp_path):
    documents = [Document(text="Pears are a type of fruit.", id_="pears")]
    index = LanguageGraphIndex.from_documents(documents, store=tmp_path / "g.lgm", workers=1)
    with index.graph:
        for given in (index, index.graph, tmp_path / "g.lgm", str(tmp_path / "g.lgm")):
            (node,) = taker(given).retrieve(QueryBundle("What are pears?"))
            assert node.text == "Pears are a type of fruit."


def test_what_is_no_graph_is_refused_at_once(taker, tmp_path):
    with pytest.raises(StoreError, match="there is no such graph"):
        taker(tmp_path / "none.lgm")
    with pytest.raises(InputError, match=r"^graph=None is no graph; give a LanguageGraph"):
        taker(None)
