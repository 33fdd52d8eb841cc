"""What callbacks and LangGraph see of an answer: a retriever's run below it, and its text as it comes."""

from typing import Annotated

import pytest
from langchain_core.documents import Document
from langchain_core.messages import HumanMessage
from langchain_core.tracers.run_collector import RunCollectorCallbackHandler
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.message import add_messages
from langgraph.pregel import Pregel

from langchain_lgm import ConceptIterativeAnswerer, LangChainChatModel, LanguageGraphBuilder
from tests.support.langchain_models import StreamingModel

DOCUMENTS = [Document("Pears are a type of fruit. Fruits contain many vitamins. Pears are sweet.", id="pears")]
QUESTION = "What do pears contain?"
REPLY = "Fruits contain many vitamins [2]. Pears are sweet [3]."
TEXT = "Fruits contain many vitamins [1]. Pears are sweet [2]."


@pytest.fixture
def answerer(tmp_path):
    with LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1).build(DOCUMENTS) as graph:
        llm = LangChainChatModel(StreamingModel(script=lambda messages: REPLY))
        yield ConceptIterativeAnswerer(graph.with_llm(llm))


async def answer(answerer, way, config):
    match way:
        case "invoke":
            answerer.invoke(QUESTION, config)
        case "stream":
            list(answerer.stream(QUESTION, config))
        case "ainvoke":
            await answerer.ainvoke(QUESTION, config)
        case "astream":
            [chunk async for chunk in answerer.astream(QUESTION, config)]


@pytest.mark.parametrize("way", ["invoke", "stream", "ainvoke", "astream"])
async def test_what_was_read_are_the_documents_of_a_retriever_below_the_answer(answerer, way):
    collector = RunCollectorCallbackHandler()
    await answer(answerer, way, {"callbacks": [collector]})
    (root,) = collector.traced_runs
    assert [(run.run_type, run.name) for run in root.child_runs] == [
        ("retriever", "lgm:reading"),
        ("llm", "lgm:answering"),
    ]
    read = root.child_runs[0]
    assert read.inputs == {"query": QUESTION}
    assert {document.page_content for document in read.outputs["documents"]} == {
        "Pears are a type of fruit.",
        "Fruits contain many vitamins.",
        "Pears are sweet.",
    }
    assert {document.metadata["document_id"] for document in read.outputs["documents"]} == {"pears"}


def calling(answerer):
    return lambda state: {"messages": [answerer.invoke(state)]}


def acalling(answerer):
    async def node(state):
        return {"messages": [await answerer.ainvoke(state)]}

    return node


def streaming(answerer):
    def node(state):
        *_, message = answerer.stream(state)
        return {"messages": [message.model_copy(update={"content": TEXT})]}

    return node


def flow_of(node, state=MessagesState):
    flow = StateGraph(state)
    flow.add_node("answer", node)
    flow.add_edge(START, "answer")
    flow.add_edge("answer", END)
    return flow.compile()


def is_in_pieces(shown):
    """Return whether the pieces are the answer's text, no other text, and more than one."""
    pieces = [message.text for message, told in shown if told["langgraph_node"] == "answer" and message.text]
    return "".join(pieces) == TEXT and len(pieces) > 2 and len({message.id for message, _ in shown}) == 1


@pytest.mark.parametrize("node", [calling, streaming, ConceptIterativeAnswerer.as_node])
def test_tokens_stream_from_a_node(answerer, node):
    asked = {"messages": [HumanMessage(QUESTION)]}
    assert is_in_pieces(list(flow_of(node(answerer)).stream(asked, stream_mode="messages")))


@pytest.mark.parametrize("node", [acalling, ConceptIterativeAnswerer.as_node])
async def test_tokens_stream_from_a_node_asynchronously(answerer, node):
    asked = {"messages": [HumanMessage(QUESTION)]}
    shown = [each async for each in flow_of(node(answerer)).astream(asked, stream_mode="messages")]
    assert is_in_pieces(shown)


newer_protocol = pytest.mark.skipif(not hasattr(Pregel, "stream_events"), reason="this LangGraph has no version v3")


@newer_protocol
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol")
@pytest.mark.parametrize("node", [calling, ConceptIterativeAnswerer.as_node])
def test_tokens_stream_from_a_node_in_the_newer_protocol(answerer, node):
    asked = {"messages": [HumanMessage(QUESTION)]}
    run = flow_of(node(answerer)).stream_events(asked, version="v3")
    ((pieces, message),) = [(list(message.text), message.output) for message in run.messages]
    assert ("".join(pieces), len(pieces) > 2) == (TEXT, True)
    (_, said) = run.output["messages"]
    assert (message.id, message.text, message.usage_metadata) == (said.id, said.text, said.usage_metadata)
    assert message.response_metadata["citations"] == said.response_metadata["citations"]


@newer_protocol
@pytest.mark.filterwarnings("ignore:The v3 streaming protocol")
@pytest.mark.parametrize("node", [acalling, ConceptIterativeAnswerer.as_node])
async def test_tokens_stream_from_a_node_in_the_newer_protocol_asynchronously(answerer, node):
    run = await flow_of(node(answerer)).astream_events({"messages": [HumanMessage(QUESTION)]}, version="v3")
    (pieces,) = [[piece async for piece in message.text] async for message in run.messages]
    assert ("".join(pieces), len(pieces) > 2) == (TEXT, True)


def test_a_node_adds_its_message_to_the_state(answerer):
    *_, said = flow_of(answerer.as_node()).invoke({"messages": [HumanMessage(QUESTION)]})["messages"]
    assert (said.type, said.text, said.response_metadata["supported"]) == ("ai", TEXT, True)


def test_the_answerer_itself_is_the_node_of_a_list_of_messages(answerer):
    flow = flow_of(answerer, Annotated[list, add_messages])
    assert is_in_pieces(list(flow.stream([HumanMessage(QUESTION)], stream_mode="messages")))
    assert flow.invoke([HumanMessage(QUESTION)])[-1].text == TEXT


def test_a_stream_of_messages_adds_no_model_run_to_other_callbacks(answerer):
    collector = RunCollectorCallbackHandler()
    flow = flow_of(answerer.as_node())
    list(flow.stream({"messages": [HumanMessage(QUESTION)]}, {"callbacks": [collector]}, stream_mode="messages"))

    def models(run):
        return sum(map(models, run.child_runs), [run.name] if run.run_type == "llm" else [])

    assert models(collector.traced_runs[0]) == ["lgm:answering"]
