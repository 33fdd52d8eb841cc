"""The answerer among other runnables: inputs of chains and agents, outputs that they take, and checkpoints."""

import itertools
import logging
import re

import pytest
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_core.runnables import RunnableLambda, RunnablePassthrough
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, MessagesState, StateGraph

from langchain_lgm import ConceptIterativeAnswerer, LangChainChatModel, LanguageGraphBuilder
from lgm_core import AskOptions, InputError, ReplyProtocol
from lgm_core.errors import LanguageModelError
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.langchain_models import StreamingModel

DOCUMENTS = [
    Document("Pears contain many vitamins.", id="pears", metadata={"year": 2021, "tenant": "orchard"}),
    Document("Plums contain much sugar.", id="plums", metadata={"year": 2019, "tenant": "orchard"}),
    Document("Tenders contain a bench.", id="boats", metadata={"year": 2019, "tenant": "harbour"}),
]
QUESTION = "What do pears contain?"
TEXT = AskOptions(protocol=ReplyProtocol.TEXT)
NUMBERS = itertools.count()
LINE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def quote_the_first(messages):
    number, text = LINE.findall(messages[-1].content)[0]
    return f"{text.removesuffix('.')} [{number}]."


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    store = tmp_path_factory.mktemp("graph") / "g.lgm"
    with LanguageGraphBuilder(store=store, workers=1).build(DOCUMENTS) as built:
        yield built


def answerer_of(graph, script, **settings):
    """Return an answerer with a model of its own, so that no reply to another is in the cache."""
    model = ScriptedChatModel(script, name=f"model-{next(NUMBERS)}")
    return ConceptIterativeAnswerer(graph.with_llm(model), options=TEXT, **settings)


@pytest.fixture
def answerer(graph):
    return answerer_of(graph, quote_the_first)


def gone(messages):
    return LanguageModelError("gone")


def cited(message):
    return [citation["sentence_id"] for citation in message.response_metadata["citations"]]


async def collected(stream):
    return [item async for item in stream]


async def streamed(runnable, way):
    return list(runnable.stream(QUESTION)) if way == "stream" else await collected(runnable.astream(QUESTION))


both = pytest.mark.parametrize("way", ["stream", "astream"])


@both
async def test_the_text_comes_in_pieces_through_an_output_parser(graph, way):
    def quote_at_length(messages):
        return f"{quote_the_first(messages)} No other fruit is said to contain vitamins."

    chain = answerer_of(graph, quote_at_length) | StrOutputParser()
    pieces = await streamed(chain, way)
    assert len([piece for piece in pieces if piece]) > 5
    assert "".join(pieces) == "Pears contain many vitamins [1]. No other fruit is said to contain vitamins."
    assert chain.invoke(QUESTION) == await chain.ainvoke(QUESTION) == "".join(pieces)


@both
async def test_the_chunks_of_a_stream_add_up_to_the_answer(graph, way):
    whole, *rest = await streamed(answerer_of(graph, quote_the_first), way)
    for chunk in rest:
        whole += chunk
    answer = answerer_of(graph, quote_the_first).invoke(QUESTION)
    assert (whole.text, whole.response_metadata) == (answer.text, answer.response_metadata)
    assert whole.usage_metadata == answer.usage_metadata
    assert answer.usage_metadata["output_tokens"] > 0
    assert [chunk.id for chunk in rest] == [whole.id] * len(rest)


@pytest.mark.parametrize(
    "asked",
    [
        QUESTION,
        {"question": QUESTION, "context": "passed on by a chain"},
        HumanMessage(QUESTION),
        [
            HumanMessage("What do plums contain?"),
            AIMessage("Sugar."),
            HumanMessage([{"type": "text", "text": QUESTION}]),
        ],
        [("system", "Be brief."), ("user", QUESTION)],
        {"messages": [{"role": "user", "content": QUESTION}, AIMessage("One moment.")]},
        ChatPromptTemplate.from_messages([("system", "Be brief."), ("user", "{it}")]).invoke({"it": QUESTION}),
    ],
)
async def test_a_question_may_be_asked_in_every_form_that_chains_have(answerer, asked):
    assert cited(answerer.invoke(asked)) == cited(await answerer.ainvoke(asked)) == ["pears#0"]
    assert cited(list(answerer.stream(asked))[-1]) == ["pears#0"]


@pytest.mark.filterwarnings("ignore:This API is in beta")
def test_it_is_a_tool_for_agents(answerer):
    chain = answerer | StrOutputParser()
    tool = chain.as_tool(name="ask_orchard", description="Ask about fruit.", arg_types={"question": str})
    assert tool.invoke({"question": QUESTION}) == "Pears contain many vitamins [1]."


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"query": QUESTION}, r"neither 'question' nor 'messages', but \['query'\]"),
        ([AIMessage("Yes?")], "no message is from a human"),
        ([42], r"\[42\] is neither a question nor messages"),
        (42, "42 is neither a question nor messages"),
        ({"question": " "}, "the question is empty"),
    ],
)
def test_what_holds_no_question_is_refused(answerer, asked, said):
    with pytest.raises(InputError, match=said):
        answerer.invoke(asked)


async def test_a_filter_holds_for_one_call(answerer):
    asked = "What do pears and plums contain?"
    old = {"year": {"$lt": 2020}}
    assert cited(answerer.invoke(asked, filter=old)) == ["plums#0"]
    assert cited(await answerer.ainvoke({"question": asked, "filter": old})) == ["plums#0"]
    assert cited(list(answerer.stream(asked, filter=old))[-1]) == ["plums#0"]
    assert cited((await collected(answerer.astream(asked, filter=old)))[-1]) == ["plums#0"]
    assert cited(answerer.bind(filter=old).batch([asked])[0]) == ["plums#0"]
    chain = RunnablePassthrough.assign(filter=lambda _: old) | answerer
    assert cited(chain.invoke({"question": asked})) == ["plums#0"]


def test_no_call_widens_the_filter_of_the_answerer(graph):
    own = ConceptIterativeAnswerer(graph, options=AskOptions(where={"tenant": "orchard"}))
    asked = {"question": "What do plums and tenders contain?", "filter": {"year": 2019}}
    assert cited(own.invoke(asked)) == ["plums#0"]
    both = {"tenant": {"$in": ["orchard", "harbour"]}}
    either = {"$or": [{"tenant": "harbour"}, {"year": 2019}]}
    for wide in (both, either):
        assert "boats#0" in cited(ConceptIterativeAnswerer(graph).invoke(asked["question"], filter=wide))
        shown = cited(own.invoke(asked["question"], filter=wide))
        assert "plums#0" in shown
        assert "boats#0" not in shown
    assert cited(own.invoke(asked["question"], filter={"tenant": "harbour"})) == []


def test_an_argument_that_a_call_does_not_have_is_refused(answerer):
    with pytest.raises(InputError, match="no setting where; known are: filter"):
        answerer.invoke(QUESTION, where={"year": 2021})


def test_without_a_language_model_the_text_is_the_evidence(graph):
    answer = ConceptIterativeAnswerer(graph).invoke(QUESTION)
    assert answer.text.startswith("There is no answer, because there is no language model. The nearest evidence found:")
    assert "[1] Pears contain many vitamins." in answer.text
    assert answer.response_metadata["is_evidence_only"]


async def test_a_failing_model_gives_way_to_a_fallback_in_every_way_to_ask(graph):
    asked = answerer_of(graph, gone).with_fallbacks([RunnableLambda(lambda question: AIMessage("Ask later."))])
    answers = [
        asked.invoke(QUESTION),
        await asked.ainvoke(QUESTION),
        *asked.stream(QUESTION),
        *await collected(asked.astream(QUESTION)),
    ]
    assert [answer.text for answer in answers] == ["Ask later."] * 4


def test_a_failing_model_leaves_the_evidence_if_asked_to(graph):
    (answer,) = answerer_of(graph, gone, on_failure="evidence").stream(QUESTION)
    assert answer.text.startswith("There is no answer, because the language model failed once while answering: gone.")
    assert answer.response_metadata["failure"] == {"phase": "answering", "cause": "gone", "count": 1}
    assert "pears#0" in cited(answer)


@both
async def test_text_that_is_taken_back_is_followed_by_a_paragraph_with_what_replaces_it(graph, way):
    steps = []

    class Watch(AsyncCallbackHandler):
        async def on_custom_event(self, name, data, **rest):
            steps.append(data["step"])

    breaking = StreamingModel(script=lambda _: "Pears contain many vitamins [1]. So they say it.", breaks_after=8)
    answerer = ConceptIterativeAnswerer(graph.with_llm(LangChainChatModel(breaking)), on_failure="evidence")
    whole = "".join(chunk.text for chunk in await streamed(answerer.with_config(callbacks=[Watch()]), way))
    assert whole.startswith("Pears contain many vitamins [1].")
    assert "\n\nThere is no answer, because the language model failed once" in whole
    assert steps[-1] == "restart"


def strict():
    return JsonPlusSerializer(allowed_msgpack_modules=None)


def test_an_answer_is_the_same_after_a_strict_checkpoint(answerer, caplog):
    answer = answerer.invoke(QUESTION)
    with caplog.at_level(logging.WARNING):
        assert strict().loads_typed(strict().dumps_typed(answer)) == answer
        found = answerer.graph.retrieve_passages(QUESTION)
        assert strict().loads_typed(strict().dumps_typed(found)) != found  # it is strict indeed
    assert [record.name for record in caplog.records if "lgm_core" not in record.message] == []


async def test_it_is_a_node_of_a_graph_that_keeps_messages(answerer):
    def answer(state: MessagesState) -> MessagesState:
        return {"messages": [answerer.invoke(state)]}

    flow = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").add_edge("answer", END)
    app = flow.compile(checkpointer=InMemorySaver(serde=strict()))
    thread = {"configurable": {"thread_id": "1"}}
    said = app.invoke({"messages": [HumanMessage(QUESTION)]}, thread)["messages"][-1]
    kept = app.get_state(thread).values["messages"][-1]
    assert kept == said
    assert cited(kept) == ["pears#0"]


def test_raw_replies_are_not_among_the_messages_that_a_graph_streams(graph):
    replying = StreamingModel(script=quote_the_first, model_name="raw")
    answerer = ConceptIterativeAnswerer(graph.with_llm(LangChainChatModel(replying)))

    def answer(state: MessagesState) -> MessagesState:
        return {"messages": [answerer.invoke(state)]}

    flow = StateGraph(MessagesState).add_node("answer", answer).add_edge(START, "answer").add_edge("answer", END)
    streamed = flow.compile().stream({"messages": [HumanMessage(QUESTION)]}, stream_mode="messages")
    assert "".join(message.text for message, _ in streamed) == "Pears contain many vitamins [1]."
