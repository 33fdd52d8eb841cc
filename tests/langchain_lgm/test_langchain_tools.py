"""The tools: called alone, by an agent and inside a LangGraph graph."""

import re
from typing import TypedDict

import pytest
from langchain.agents import create_agent
from langchain_core.documents import Document
from langchain_core.indexing import InMemoryRecordManager, index
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_tests.unit_tests import ToolsUnitTests
from langgraph.graph import END, START, MessagesState, StateGraph

from langchain_lgm import ConceptIterativeAnswerer, LanguageGraphBuilder, language_graph_tools
from lgm_core import InputError, LanguageGraph
from tests.support.langchain_models import ToolModel

DOCUMENTS = [
    Document("A dinghy is a boat. Dinghies are also called tenders.", id="dinghy", metadata={"title": "Dinghy"}),
    Document("A boat has a keel. Lili Marten oiled the keel.", id="boat", metadata={"title": "Boat"}),
    Document("Lili Marten sells oak and sails.", id="oak", metadata={"title": "Oak", "tenant": "marten"}),
]
MARTEN = {"tenant": "marten"}
ALL = ["search_documents", "explain_concept", "relate_concepts", "find_facts", "solve_logical_form"]


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with LanguageGraphBuilder(store=tmp_path_factory.mktemp("graph") / "g.lgm", workers=1).build(DOCUMENTS) as built:
        yield built


@pytest.fixture(scope="module")
def tools(graph):
    return {tool.name: tool for tool in language_graph_tools(graph, include=ALL)}


def call(tool, **arguments):
    """Call a tool as an agent does; the message has the content and the artifact."""
    return tool.invoke({"name": tool.name, "args": arguments, "id": "1", "type": "tool_call"})


def ids(message):
    return [citation["sentence_id"] for citation in message.artifact]


def test_each_tool_says_what_it_is_for_and_what_it_takes(tools):
    assert list(tools) == ALL
    arguments = [list(tool.args) for tool in tools.values()]
    assert arguments == [["question"], ["concept"], ["first", "second"], ["concept"], ["plan"]]
    for tool in tools.values():
        assert "Cite sentences by the document in the heading" in tool.description
        assert [argument["type"] for argument in tool.args.values() if argument["description"]] == (
            ["string"] * len(tool.args)
        )


def test_tools_are_those_that_the_graph_can_serve(graph, tmp_path):
    assert [tool.name for tool in language_graph_tools(graph)] == ALL[:3]
    for name, facts, served in (("a", False, ALL[:2]), ("b", "open", [*ALL[:2], *ALL[3:]])):
        builder = LanguageGraphBuilder(store=tmp_path / f"{name}.lgm", facts=facts, workers=1)
        with builder.build([Document("Lili Marten oiled the keel in 1920.", id="keel")]) as other:
            assert [tool.name for tool in language_graph_tools(other)] == served
    chosen = language_graph_tools(graph, prefix="boats", include=["find_facts", "search_documents"])
    assert [tool.name for tool in chosen] == ["boats_search_documents", "boats_find_facts"]
    later = LanguageGraph(tmp_path / "later.lgm")
    assert [tool.name for tool in language_graph_tools(later, include=ALL[:1])] == ALL[:1]
    for wrong in (["find_fact"], "find_facts"):
        with pytest.raises(InputError, match="is no list of tools; name some of search_documents, explain_concept"):
            language_graph_tools(graph, include=wrong)


def test_a_search_numbers_sentences_below_their_documents(tools):
    found = call(tools["search_documents"], question="Who oiled the keel?")
    number = ids(found).index("boat#1") + 1
    assert f"[{number}] Lili Marten oiled the keel." in found.content.partition("— boat › Boat —\n")[2]
    assert found.artifact[ids(found).index("boat#1")] | {"number": 0, "path": (), "score": 1.0} == {
        "number": 0,
        "sentence_id": "boat#1",
        "document_id": "boat",
        "document_title": "Boat",
        "section_path": ("Boat",),
        "start": 19,
        "end": 46,
        "score": 1.0,
        "text": "Lili Marten oiled the keel.",
        "path": (),
        "source": "",
        "page": None,
    }


def test_every_sentence_in_the_text_is_in_the_artifact(tools):
    for message in (
        call(tools["search_documents"], question="keel"),
        call(tools["explain_concept"], concept="boats"),
        call(tools["relate_concepts"], first="tender", second="keel"),
    ):
        assert message.artifact
        numbers = [int(number) for number in re.findall(r"^\[(\d+)\]", message.content, re.MULTILINE)]
        assert numbers == [citation["number"] for citation in message.artifact]


def test_documents_whose_ids_are_hashes_are_named_by_their_sources(tmp_path):
    manager = InMemoryRecordManager("graph")
    manager.create_schema()
    builder = LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1)
    documents = [
        Document("Pears are a type of fruit.", metadata={"source": "fruit/pears.md"}),
        Document("Pears ripen in autumn."),
        Document("Pears are sold at Ghent."),
    ]
    index(documents, manager, builder, key_encoder="sha256")
    with builder.graph:
        told = call(language_graph_tools(builder.graph)[0], question="What of pears?")
    stored = {citation["document_id"]: citation["source"] for citation in told.artifact}
    assert [len(id) for id in stored] == [64] * 3
    assert "fruit/pears.md" in stored.values()
    assert not [id for id in stored if id in told.content]
    assert sorted(line for line in told.content.splitlines() if line.startswith("—")) == [
        "— fruit/pears.md —",
        "— untitled document —",
        "— untitled document —",
    ]


def test_a_concept_is_explained_with_the_sentences_that_state_it(tools):
    told = call(tools["explain_concept"], concept="dinghies")
    assert "dinghy — is a — boat [1]" in told.content
    assert "[1] A dinghy is a boat." in told.content


def test_concepts_are_related_step_by_step(tools):
    told = call(tools["relate_concepts"], first="dinghy", second="keel")
    assert told.content.splitlines()[:2] == ["dinghy — is a — boat [1]", "boat — has part — keel [2]"]
    assert ids(told) == ["dinghy#0", "boat#0"]


def test_concepts_without_a_path_are_related_by_the_sentences_that_name_both(tools):
    told = call(tools["relate_concepts"], first="keel", second="Lili Marten")
    assert told.content.startswith("No chain of relations connects them. Sentences that name both:")
    assert ids(told) == ["boat#1"]


def test_what_is_not_there_is_said(tools):
    assert "no concept named 'submarine'" in call(tools["explain_concept"], concept="submarine").content
    lacking = call(tools["relate_concepts"], first="boat", second="submarine")
    assert "no concept named 'submarine'. Try" in lacking.content
    assert lacking.artifact == []
    both = call(tools["relate_concepts"], first="airship", second="submarine").content
    assert "no concept named 'airship', and none named 'submarine'. Try" in both
    assert call(tools["relate_concepts"], first="oak", second="keel").content == (
        "No chain of relations connects them, and no sentence names both."
    )


def test_an_empty_question_is_told_to_the_agent(tools):
    told = call(tools["search_documents"], question=" ")
    assert told.status == "error"
    assert "the question is empty" in told.content


async def test_the_tools_are_asynchronous_too(tools):
    arguments = {"first": "dinghy", "second": "keel"}
    assert await tools["relate_concepts"].ainvoke(arguments) == tools["relate_concepts"].invoke(arguments)


def test_no_argument_widens_the_filter_of_the_tools(graph):
    search, explain, relate, _, solve = language_graph_tools(graph, filter=MARTEN, include=ALL)
    assert ids(call(search, question="Who oiled the keel and sells oak? tenant: none")) == ["oak#0"]
    assert call(explain, concept="boat").artifact == []
    assert ids(call(explain, concept="oak")) == ["oak#0"]
    assert call(relate, first="keel", second="oak").artifact == []
    told = call(solve, plan="Step 1: Who oiled the keel?\nRetrieval(s=s1[keel], p=p1:support_chunks, o=o1)")
    assert set(ids(told)) <= {"oak#0"}


def test_a_plan_that_cannot_be_read_is_told_so_that_an_agent_can_mend_it(tools):
    told = call(tools["solve_logical_form"], plan="Retrieval(s=s1[keel], p=p1:oil, o=o1)\nOutput(x9)")
    assert told.content.startswith("The plan cannot be executed: line 2, column 8")
    assert "x9" in told.content
    assert told.artifact == []


def test_two_graphs_serve_one_agent(graph, tmp_path):
    def librarian(messages):
        asked = [message for message in messages if isinstance(message, ToolMessage)]
        if len(asked) < 2:
            name = ["boats_search_documents", "fruit_search_documents"][len(asked)]
            return AIMessage(
                "", tool_calls=[{"name": name, "args": {"question": "pears, keels"}, "id": str(len(asked))}]
            )
        return " ".join(message.artifact[0]["document_id"] for message in asked)

    with LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1).build(
        [Document("Pears grow.", id="pears")]
    ) as other:
        tools = [*language_graph_tools(graph, prefix="boats"), *language_graph_tools(other, prefix="fruit_")]
        agent = create_agent(ToolModel(script=librarian), tools)
        messages = agent.invoke({"messages": [HumanMessage("What of pears and keels?")]})["messages"]
    assert messages[-1].content == "boat pears"
    assert "The documents are those called 'fruit'." in tools[-1].description


def test_a_prefix_that_no_tool_name_can_begin_with_is_refused(graph):
    with pytest.raises(InputError, match="prefix='my boats' cannot begin the name of a tool"):
        language_graph_tools(graph, prefix="my boats")


def seafarer(messages):
    """Explain first, then relate, then answer with the documents and numbers the tools gave."""
    results = [message for message in messages if isinstance(message, ToolMessage)]
    calls = [("explain_concept", {"concept": "dinghy"}), ("relate_concepts", {"first": "dinghy", "second": "keel"})]
    if len(results) < len(calls):
        name, arguments = calls[len(results)]
        return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": str(len(results))}])
    cited = [(citation["document_id"], citation["number"]) for citation in results[-1].artifact]
    return f"Yes, as every boat has {cited}."


def test_an_agent_calls_the_tools_and_cites_sentences(graph):
    model = ToolModel(script=seafarer)
    agent = create_agent(model, language_graph_tools(graph))
    messages = agent.invoke({"messages": [HumanMessage("Has a dinghy a keel?")]})["messages"]
    used = [message.name for message in messages if isinstance(message, ToolMessage)]
    assert used == ["explain_concept", "relate_concepts"]
    assert messages[-1].content == "Yes, as every boat has [('dinghy', 1), ('boat', 2)]."
    assert {tool["function"]["name"] for tool in model.tools} >= set(used)


class State(TypedDict, total=False):
    question: str
    evidence: list[str]


def test_the_answerer_is_a_node_of_a_graph(graph):
    answer = ConceptIterativeAnswerer(graph)

    def look_up(state: State) -> State:
        found = answer.invoke(state).response_metadata["citations"]
        return {"evidence": [citation["sentence_id"] for citation in found]}

    flow = StateGraph(State)
    flow.add_node("look_up", look_up)
    flow.add_edge(START, "look_up")
    flow.add_edge("look_up", END)
    steps = list(flow.compile().stream({"question": "Who oiled the keel?"}))
    assert "boat#1" in steps[-1]["look_up"]["evidence"]


def test_the_answer_joins_the_messages_of_a_graph(graph):
    answerer = ConceptIterativeAnswerer(graph)
    flow = StateGraph(MessagesState)
    flow.add_node("answer", lambda state: {"messages": [answerer.invoke(state)]})
    flow.add_edge(START, "answer")
    *_, said = flow.compile().invoke({"messages": [HumanMessage("Who oiled the keel?")]})["messages"]
    assert (said.type, "Lili Marten oiled the keel." in said.text) == ("ai", True)


class TestExplainTool(ToolsUnitTests):
    """LangChain's own tests of tools."""

    @pytest.fixture(autouse=True)
    def _graph(self, graph):
        self.graph = graph

    @property
    def tool_constructor(self):
        return language_graph_tools(self.graph)[1]

    @property
    def tool_invoke_params_example(self):
        return {"concept": "boat"}
