"""Both doors answer by layers, and retrieve what the layer that answers holds."""

import asyncio
from collections.abc import Iterator

import pytest

from lgm_core import AskOptions, Document, InputError, LanguageGraph, LogicalFormOptions, PyramidOptions
from lgm_core.llm.scripted import ScriptedChatModel
from tests.reasoning.pyramid.test_layers import SCHEMA, TEXTS, WHO_CHRISTENED, WHO_OPERATES, WHY

LAYERS = {WHO_OPERATES: "schema", WHO_CHRISTENED: "facts", WHY: "text"}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    documents = [Document.from_text(text, id=id, metadata={"pier": id[0]}) for id, text in TEXTS.items()]
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "harbours.lgm") as graph:
        graph.build(documents, facts="open", workers=1)
        graph.load_schema(SCHEMA)
        yield graph


def test_a_query_engine_names_the_layer(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index.core.base.response.schema import StreamingResponse

    from llama_index_lgm import LanguageGraphIndex, PyramidQueryEngine

    engine = PyramidQueryEngine(graph)
    response = engine.query(WHO_OPERATES)
    assert (response.response, response.metadata["layer"]) == ("Brell Lines [1]", "schema")
    assert [node.text for node in response.source_nodes] == ["The Aldis is operated by Brell Lines."]
    assert asyncio.run(engine.aquery(WHO_CHRISTENED)).metadata["layer"] == "facts"
    streamed = PyramidQueryEngine(graph, streaming=True).query(WHO_OPERATES)
    assert isinstance(streamed, StreamingResponse)
    assert str(streamed) == "Brell Lines [1]"
    of_index = LanguageGraphIndex.from_existing(graph.store).as_query_engine(options=PyramidOptions(layers=("facts",)))
    assert (of_index.query(WHO_OPERATES).metadata or {})["layer"] == "facts"
    with pytest.raises(InputError, match="must be PyramidOptions"):
        PyramidQueryEngine(graph, options=LogicalFormOptions())


def test_an_answerer_names_the_layer(graph: LanguageGraph) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import ConceptIterativeAnswerer

    answerer = ConceptIterativeAnswerer(graph, options=PyramidOptions())
    message = answerer.invoke(WHO_OPERATES)
    assert (message.text, message.response_metadata["layer"]) == ("Brell Lines [1]", "schema")
    assert asyncio.run(answerer.ainvoke(WHO_CHRISTENED)).response_metadata["layer"] == "facts"


@pytest.mark.parametrize(("question", "layer"), LAYERS.items())
def test_nodes_are_of_the_layer_that_answers(graph: LanguageGraph, question: str, layer: str) -> None:
    pytest.importorskip("llama_index.core")
    from llama_index_lgm import ConceptIterativeRetriever, PyramidRetriever

    retriever = PyramidRetriever(graph, similarity_top_k=2)
    nodes = retriever.retrieve(question)
    assert {each.metadata["layer"] for each in nodes} == {layer}
    assert asyncio.run(retriever.aretrieve(question)) == nodes
    if layer == "text":
        passages = ConceptIterativeRetriever(graph, similarity_top_k=2).retrieve(question)
        assert [each.text for each in nodes] == [each.text for each in passages]
    else:
        assert [each.text for each in nodes] == [each.text for each in graph.ask(question, PyramidOptions()).citations]


@pytest.mark.parametrize(("question", "layer"), LAYERS.items())
def test_documents_are_of_the_layer_that_answers(graph: LanguageGraph, question: str, layer: str) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import PyramidRetriever

    retriever = PyramidRetriever(graph=graph, k=2, scored=True)
    documents = retriever.invoke(question)
    assert {each.metadata["layer"] for each in documents} == {layer}
    assert all("score" in each.metadata for each in documents)
    assert asyncio.run(retriever.ainvoke(question)) == documents
    assert retriever.invoke(question, filter={"pier": "c"}) == []


def test_all_sentences_of_an_answer_are_retrieved(tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import PyramidRetriever

    names = ("Aldis", "Borea", "Cressa", "Doris")
    texts = [f"The {name} is a ferry. The {name} is operated by Brell Lines." for name in names]
    texts.append("Brell Lines is a company.")
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "fleet.lgm") as fleet:
        fleet.build([Document.from_text(text, id=text[:9]) for text in texts], facts="open", workers=1)
        fleet.load_schema(SCHEMA)
        documents = PyramidRetriever(graph=fleet, k=1).invoke("Which ferries does Brell Lines operate?")
    assert {each.metadata["layer"] for each in documents} == {"schema"}
    assert {each.page_content for each in documents} == {f"The {name} is operated by Brell Lines." for name in names}


def test_the_text_is_searched_only_where_it_is_a_layer(graph: LanguageGraph) -> None:
    pytest.importorskip("langchain_core")
    from langchain_lgm import PyramidRetriever

    above = PyramidRetriever(graph=graph, options=PyramidOptions(layers=("schema", "facts")))
    assert above.invoke(WHY) == []
    only = PyramidRetriever(graph=graph, options=PyramidOptions(layers=("text",)))
    assert {each.metadata["layer"] for each in only.invoke(WHO_OPERATES)} == {"text"}


def test_no_answer_from_text_is_requested(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from langchain_lgm import PyramidRetriever as OfLangChain
    from llama_index_lgm import PyramidRetriever

    model, options = ScriptedChatModel(lambda _: '{"missing": "why"}'), PyramidOptions(layers=("facts", "text"))
    retriever = PyramidRetriever(graph.with_llm(model), options=options)
    assert retriever.retrieve(WHY) == asyncio.run(retriever.aretrieve(WHY))
    assert [each.metadata["layer"] for each in OfLangChain(graph=graph, llm=model, options=options).invoke(WHY)]
    turns = [request.messages[-1].content for request in model.requests]
    assert len(turns) == 3
    assert all("use no knowledge of your own" in turn for turn in turns)  # the last layer may use it


def test_options_of_a_retriever_have_a_filter_too(graph: LanguageGraph) -> None:
    pytest.importorskip("llama_index.core")
    from langchain_lgm import PyramidRetriever as OfLangChain
    from llama_index_lgm import PyramidRetriever

    options = PyramidOptions(ask=AskOptions(where={"pier": "b"}))
    for question in LAYERS:
        documents = OfLangChain(graph=graph, options=options).invoke(question)
        assert {each.metadata["document_id"] for each in documents} == ({"brell"} if question == WHY else set())
        assert OfLangChain(graph=graph, options=options, filter={"pier": "a"}).invoke(question) == []
        nodes = PyramidRetriever(graph, options=options).retrieve(question)
        assert [each.text for each in nodes] == [each.page_content for each in documents]
    for wrong in ({"options": AskOptions()}, {"k": 0}, {"mode": "facts"}):
        with pytest.raises((InputError, ValueError)):
            OfLangChain(graph=graph, **wrong)
    with pytest.raises(InputError, match="known are: k, filter"):
        OfLangChain(graph=graph).invoke(WHY, words=9)
