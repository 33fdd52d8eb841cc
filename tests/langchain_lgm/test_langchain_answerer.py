"""The answerer as a LangChain runnable: answers, streams, events and runs below it."""

import asyncio
import json
import pickle
import re
from contextlib import aclosing, closing

import openai
import pytest
from langchain_core.callbacks import AsyncCallbackHandler, BaseCallbackHandler
from langchain_core.documents import Document
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda

from langchain_lgm import ConceptIterativeAnswerer, LangChainChatModel, LanguageGraphBuilder
from lgm_core import AskOptions
from lgm_core.errors import InputError, LanguageModelError
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.langchain_models import StreamingModel, ToolModel, WordsModel, openai_model
from tests.support.openai_server import RATE_LIMITED, OpenAIServer, completion

DOCUMENTS = [Document("Pears are a type of fruit. Fruits contain many vitamins. Pears are sweet.", id="pears")]
QUESTION = "What do pears contain?"
LINE = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)


def reader(messages):
    """Mark and cite the sentence about vitamins."""
    if "Answer the question from the text" in messages[-1].content:
        return "Vitamins [2]."
    shown = {text: int(number) for number, text in LINE.findall(messages[-1].content)}
    vitamins = shown["Fruits contain many vitamins."]
    if '"answer"' in messages[0].content:
        said = {"answer": f"Vitamins [{vitamins}].", "citations": [vitamins], "missing": []}
        return AIMessage(json.dumps(said))
    return json.dumps({"supporting": [vitamins]})


@pytest.fixture
def answerer(tmp_path):
    builder = LanguageGraphBuilder(llm=WordsModel(script=reader), store=tmp_path / "g.lgm", extraction=False, workers=1)
    with builder.build(DOCUMENTS) as graph:
        yield ConceptIterativeAnswerer(graph)


@pytest.fixture
def without_model(tmp_path):
    with LanguageGraphBuilder(store=tmp_path / "g.lgm", workers=1).build(DOCUMENTS) as graph:
        yield ConceptIterativeAnswerer(graph)


def test_an_answerer_may_have_a_model_of_its_own(without_model):
    graph = without_model.graph
    message = ConceptIterativeAnswerer(graph, llm=WordsModel(script=reader)).invoke(QUESTION)
    assert (message.text, graph.llm) == ("Vitamins [1].", None)
    with pytest.raises(InputError, match=r"^llm='gpt-4o' is neither a LangChain chat model"):
        ConceptIterativeAnswerer(graph, llm="gpt-4o")


class Watch(BaseCallbackHandler):
    """Notes the names of the runs begun, below which run, and the steps told."""

    raise_error = True

    def __init__(self):
        self.names, self.runs, self.steps, self.errors = {}, [], [], []

    def on_chain_start(self, serialized, inputs, *, run_id, parent_run_id=None, name=None, **rest):
        self.names[run_id] = name

    def on_chat_model_start(self, serialized, messages, *, run_id, parent_run_id=None, name=None, **rest):
        self.runs.append((self.names.get(parent_run_id), name, rest["metadata"]["lgm_phase"]))

    def on_custom_event(self, name, data, *, run_id, **rest):
        self.steps.append((self.names[run_id], name, data["step"]))

    def on_chain_error(self, error, **rest):
        self.errors.append(type(error).__name__)


class AsyncWatch(AsyncCallbackHandler, Watch):
    async def on_chain_start(self, *arguments, **rest):
        Watch.on_chain_start(self, *arguments, **rest)

    async def on_chat_model_start(self, *arguments, **rest):
        Watch.on_chat_model_start(self, *arguments, **rest)

    async def on_custom_event(self, *arguments, **rest):
        Watch.on_custom_event(self, *arguments, **rest)


async def collected(stream):
    return [item async for item in stream]


def test_an_answer_cites_sentences(answerer):
    answer = answerer.invoke(QUESTION)
    assert answer.text == "Vitamins [1]."
    assert answer.response_metadata["supported"]
    (citation,) = answer.response_metadata["citations"]
    assert citation.pop("score") > 0
    assert citation == {
        "number": 1,
        "sentence_id": "pears#1",
        "document_id": "pears",
        "document_title": "",
        "section_path": [],
        "start": 27,
        "end": 56,
        "text": "Fruits contain many vitamins.",
        "path": ["pear", "is a fruit"],
        "source": "",
    }


async def test_all_ways_to_ask_give_the_same_answer(answerer):
    answer = answerer.invoke(QUESTION)
    again = [
        await answerer.ainvoke(QUESTION),
        list(answerer.stream(QUESTION))[-1],
        (await collected(answerer.astream(QUESTION)))[-1],
    ]
    assert [other.response_metadata for other in again] == [answer.response_metadata] * 3


@pytest.fixture
def streaming(answerer):
    words = "Fruits contain many vitamins [2]. Pears are sweet [3]."
    llm = StreamingModel(script=lambda messages: words)
    return ConceptIterativeAnswerer(answerer.graph.with_llm(LangChainChatModel(llm))), llm


def test_text_waits_for_a_citation_no_longer_than_a_sentence(answerer):
    llm = StreamingModel(script=lambda messages: "Zork is unheard of. Nobody knows. Fruits contain many vitamins [2].")
    asked = ConceptIterativeAnswerer(answerer.graph.with_llm(LangChainChatModel(llm)))
    with closing(asked.stream(QUESTION)) as stream:
        assert next(stream).text == "Zork is unheard of. Nobody"
        assert llm.ended == []


async def test_text_comes_before_the_reply_is_whole_and_closing_the_stream_ends_the_request(streaming):
    answerer, llm = streaming
    stream = answerer.stream(QUESTION)
    assert next(stream).text == "Fruits contain many vitamins [1]. Pears"
    assert llm.ended == []
    stream.close()
    assert llm.ended == ["stream"]
    async with aclosing(answerer.astream(QUESTION)) as growing:
        assert (await anext(growing)).text == "Fruits contain many vitamins [1]. Pears"


async def test_what_a_further_round_replaces_does_not_come(answerer):
    replies = ["It was Zork the Unheard Of, in a year nobody knows.", "Fruits contain many vitamins [2]."]
    for way in ("sync", "async"):
        model = ScriptedChatModel(replies, name=way)
        asked = ConceptIterativeAnswerer(answerer.graph.with_llm(model), options=AskOptions(window=2, growth=3))
        chunks = list(asked.stream(QUESTION)) if way == "sync" else await collected(asked.astream(QUESTION))
        assert "".join(chunk.text for chunk in chunks) == "Fruits contain many vitamins [1]."


async def test_without_a_model_the_steps_and_the_evidence_are_there(without_model):
    watch = Watch()
    config = {"callbacks": [watch]}
    (chunk,) = without_model.stream(QUESTION, config)
    assert chunk.response_metadata["is_evidence_only"]
    assert chunk.response_metadata["citations"]
    assert [chunk.text] == [other.text for other in await collected(without_model.astream(QUESTION, config))]
    assert [step for _, _, step in watch.steps] == ["concepts", "expansion", "reading"] * 2


def sync_invoke(answerer, config):
    answerer.invoke(QUESTION, config)


def sync_stream(answerer, config):
    list(answerer.stream(QUESTION, config))


@pytest.mark.parametrize("ask", [sync_invoke, sync_stream])
def test_steps_and_model_calls_are_traced_below_the_run(answerer, ask):
    watch = Watch()
    ask(answerer, {"callbacks": [watch], "run_name": "mine"})
    assert watch.runs == [("mine", "lgm:answering", "answering")]
    assert {(run, event) for run, event, _ in watch.steps} == {("mine", "lgm_step")}
    assert [step for _, _, step in watch.steps][-2:] == ["answer", "end"]


@pytest.mark.parametrize("watch_class", [Watch, AsyncWatch])
@pytest.mark.parametrize("way", ["ainvoke", "astream"])
async def test_the_same_is_traced_asynchronously(answerer, way, watch_class):
    watch = watch_class()
    asked = getattr(answerer, way)(QUESTION, {"callbacks": [watch], "run_name": "mine"})
    await (asked if way == "ainvoke" else collected(asked))
    assert [(run, name) for run, name, _ in watch.runs] == [("mine", "lgm:answering")]
    assert [step for _, _, step in watch.steps][-2:] == ["answer", "end"]


def test_structured_requests_are_traced_by_phase_too(answerer):
    answerer.options = AskOptions.paper()
    answerer.graph.llm = LangChainChatModel(ToolModel(script=reader))
    watch = Watch()
    assert answerer.invoke(QUESTION, {"callbacks": [watch]}).text == "Vitamins [1]."
    assert [name for name in watch.names.values() if name.startswith("lgm:")] == ["lgm:marking", "lgm:answering"]
    assert [phase for _, _, phase in watch.runs] == ["marking", "answering"]


async def test_events_tell_each_step_and_each_model_call(answerer):
    events = await collected(answerer.astream_events(QUESTION, version="v2"))
    steps = [event["data"]["step"] for event in events if event["event"] == "on_custom_event"]
    assert steps[0] == "round"
    assert steps[-1] == "end"
    called = [event["name"] for event in events if event["event"] == "on_chat_model_end"]
    assert called == ["lgm:answering"]
    last = events[-1]
    assert (last["event"], last["name"]) == ("on_chain_end", "ConceptIterativeAnswerer")
    assert last["data"]["output"].text == "Vitamins [1]."


def test_a_chain_streams_through_the_answerer(answerer):
    chain = RunnableLambda(str.strip) | answerer
    assert "".join(chunk.text for chunk in chain.stream(f"  {QUESTION} ")) == "Vitamins [1]."
    assert (chain | (lambda answer: answer.text)).invoke(QUESTION) == "Vitamins [1]."


async def test_a_failing_language_model_is_an_error_by_default(answerer):
    gone = ScriptedChatModel(lambda _: LanguageModelError("gone"))
    asked = ConceptIterativeAnswerer(answerer.graph.with_llm(gone))
    for ask in (asked.invoke, lambda question: list(asked.stream(question))):
        with pytest.raises(LanguageModelError, match="failed once while answering: gone"):
            ask(QUESTION)
    for ask in (asked.ainvoke, lambda question: collected(asked.astream(question))):
        with pytest.raises(LanguageModelError, match="failed once while answering: gone"):
            await ask(QUESTION)


async def test_an_empty_question_is_refused_in_every_way(answerer):
    with pytest.raises(InputError, match="the question is empty"):
        answerer.invoke(" ")
    with pytest.raises(InputError, match="the question is empty"):
        list(answerer.stream(" "))
    with pytest.raises(InputError, match="the question is empty"):
        await answerer.ainvoke(" ")
    with pytest.raises(InputError, match="the question is empty"):
        await collected(answerer.astream(" "))


async def test_errors_of_a_provider_are_caught_by_their_own_class(without_model):
    told = completion("Vitamins [1].")
    with OpenAIServer([*[RATE_LIMITED] * 5, told]) as server:
        async with openai_model(server) as llm:
            asked = ConceptIterativeAnswerer(without_model.graph, llm=llm)
            with pytest.raises(openai.RateLimitError, match="failed once while answering: local: ") as raised:
                asked.invoke(QUESTION)
            with pytest.raises(openai.RateLimitError):
                list(asked.stream(QUESTION))
            with pytest.raises(openai.RateLimitError):
                await asked.ainvoke(QUESTION)
            with_fallback = asked.with_fallbacks([without_model], exceptions_to_handle=(openai.RateLimitError,))
            assert with_fallback.invoke(QUESTION).response_metadata["is_evidence_only"]
            retrying = asked.with_retry(retry_if_exception_type=(openai.RateLimitError,), wait_exponential_jitter=False)
            assert retrying.invoke(QUESTION).text == "Vitamins [1]."
    assert isinstance(raised.value, LanguageModelError)
    assert isinstance(raised.value.__cause__.__cause__, openai.RateLimitError)
    assert raised.value.status_code == 429
    assert type(pickle.loads(pickle.dumps(raised.value))) is LanguageModelError


async def test_equal_questions_at_the_same_time_share_a_call(tmp_path):
    def slow(body):
        server.is_stopped(0.5)  # meanwhile the others are asked too
        return completion("Vitamins [1].")

    settings = {"store": tmp_path / "g.lgm", "extraction": False, "workers": 1, "concurrency": 2}
    with OpenAIServer(slow) as server:
        async with openai_model(server) as llm:
            with LanguageGraphBuilder(llm=llm, **settings).build(DOCUMENTS) as graph:
                answerer = ConceptIterativeAnswerer(graph)
                answers = await asyncio.gather(*map(answerer.ainvoke, [*[QUESTION] * 5, *["Are pears sweet?"] * 2]))
                assert {answer.text for answer in answers[:5]} == {"Vitamins [1]."}
                assert len(answerer.batch(["What are pears?"] * 5)) == 5
        sent = [json.dumps(body, sort_keys=True) for body in server.bodies]
        assert sorted(sent) == sorted(set(sent))
