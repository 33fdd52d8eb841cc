"""LlamaIndex's own engines over a language graph, and what its engines can do besides answering."""

import asyncio
import re
from typing import Any

import openai
import pytest
from llama_index.core import PromptTemplate, Settings
from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.bridge.pydantic import BaseModel
from llama_index.core.llms import MockLLM
from llama_index.core.memory import ChatMemoryBuffer
from llama_index.core.postprocessor import SimilarityPostprocessor
from llama_index.core.prompts import ChatPromptTemplate
from llama_index.core.schema import QueryBundle
from llama_index.core.vector_stores import MetadataFilter, MetadataFilters

from lgm_core import FeedbackOptions
from lgm_core.errors import InputError, LanguageModelError, LanguageModelSetupError
from lgm_core.llm.scripted import ScriptedChatModel
from llama_index_lgm import LanguageGraphIndex
from tests.support.llama_index_texts import DOCUMENTS, QUESTION, ScriptedLLM, replies
from tests.support.openai_server import RATE_LIMITED, OpenAIServer

FRUITS_ONLY = MetadataFilters(filters=[MetadataFilter(key="year", value=2019)])


@pytest.fixture(autouse=True, scope="module")
def loops_are_closed() -> None:
    asyncio.run(asyncio.sleep(0))  # or else LlamaIndex makes itself an event loop and never closes it


@pytest.fixture(scope="module")
def index() -> LanguageGraphIndex:
    return LanguageGraphIndex.from_documents(DOCUMENTS, workers=1)


def fruit_or_what(prompt: str) -> str:
    return "Vitamins." if "rich in vitamins" in prompt else "?"


def documents(response: Any) -> set[str]:
    return {source.node.ref_doc_id for source in response.source_nodes}


def memory() -> ChatMemoryBuffer:
    return ChatMemoryBuffer.from_defaults(token_limit=2000)


# The answer with citations


@pytest.mark.parametrize("streaming", [False, True])
def test_errors_of_a_provider_are_caught_by_their_own_class(index: LanguageGraphIndex, streaming: bool) -> None:
    with (
        OpenAIServer([RATE_LIMITED]) as server,
        openai.OpenAI(base_url=server.base_url, api_key="none", max_retries=0) as client,
    ):

        def asked(prompt: str) -> str:
            messages: Any = [{"role": "user", "content": prompt}]
            return str(client.chat.completions.create(model="local", messages=messages))

        with pytest.raises(openai.RateLimitError, match="failed once while answering") as raised:
            index.as_query_engine(llm=ScriptedLLM(asked), streaming=streaming).query(QUESTION)
        assert isinstance(raised.value, LanguageModelError)


def test_source_nodes_have_the_scores_of_the_ranking(index: LanguageGraphIndex) -> None:
    (source,) = index.as_query_engine(llm=ScriptedLLM()).query(QUESTION).source_nodes
    assert source.score > 0
    assert SimilarityPostprocessor(similarity_cutoff=source.score).postprocess_nodes([source]) == [source]


def test_an_answer_is_limited_by_filters(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM()
    response = index.as_query_engine(llm=llm, filters=FRUITS_ONLY).query("What do fruits and apples contain?")
    assert documents(response) == {"fruit"}
    assert not [prompt for prompt in llm.prompts if "vitamins" in prompt]


def test_similarity_top_k_is_how_many_sentences_are_read_first(index: LanguageGraphIndex) -> None:
    engine = index.as_query_engine(llm=ScriptedLLM(), similarity_top_k=2)
    assert len(engine.retrieve(QueryBundle(QUESTION))) == 2
    assert len(asyncio.run(engine.aretrieve(QueryBundle(QUESTION)))) == 2
    steps = engine.query(QUESTION).metadata["trace"]
    assert next(step["sentences"] for step in steps if step["step"] == "reading") == 2


def test_an_answer_is_synthesized_from_given_nodes(index: LanguageGraphIndex) -> None:
    engine = index.as_query_engine(llm=ScriptedLLM(fruit_or_what))
    nodes = engine.retrieve(QueryBundle(QUESTION))
    response = engine.synthesize(QueryBundle(QUESTION), nodes)
    assert (str(response), response.source_nodes) == ("Vitamins.", nodes)
    assert str(asyncio.run(engine.asynthesize(QueryBundle(QUESTION), nodes))) == "Vitamins."


def test_synthesizing_needs_a_language_model_of_llama_index(index: LanguageGraphIndex) -> None:
    engine = index.as_query_engine(llm=ScriptedChatModel([]))
    said = "need a LlamaIndex LLM, but llm is a ScriptedChatModel, .*OpenAILike.* llama-index-llms-openai-like"
    with pytest.raises(LanguageModelSetupError, match=said):
        engine.synthesize(QueryBundle(QUESTION), [])
    with pytest.raises(LanguageModelSetupError, match=said):
        index.as_query_engine(llm=ScriptedChatModel([]), response_mode="tree_summarize")
    with pytest.raises(LanguageModelSetupError, match=said):
        index.as_chat_engine("context", llm=ScriptedChatModel([]))
    with pytest.raises(LanguageModelSetupError, match=said):
        LanguageGraphIndex(llm=ScriptedChatModel([])).as_query_engine(response_mode="compact")


def test_an_index_with_a_model_of_the_engine_chats_by_the_one_in_settings() -> None:
    Settings._llm = ScriptedLLM(lambda _: "Hello.")
    chat = LanguageGraphIndex(llm=ScriptedChatModel([])).as_chat_engine("simple", memory=memory())
    assert str(chat.chat("Hello!")) == "Hello."


def test_a_mock_llm_counts_if_it_is_given_and_not_if_settings_have_it(index: LanguageGraphIndex) -> None:
    response = index.as_query_engine(llm=MockLLM(max_tokens=3)).query(QUESTION)
    assert (str(response), response.metadata["is_evidence_only"]) == ("text text text", False)
    Settings._llm = MockLLM()
    assert index.as_query_engine().query(QUESTION).metadata["is_evidence_only"]


def test_similarity_top_k_is_how_much_evidence_there_is_without_a_language_model(index: LanguageGraphIndex) -> None:
    question = "What do fruits and apples contain?"
    assert len(index.as_query_engine().query(question).source_nodes) > 2
    for most in (1, 2):
        assert len(index.as_query_engine(similarity_top_k=most).query(question).source_nodes) == most


def test_its_steps_are_printed_on_demand(index: LanguageGraphIndex, capsys: pytest.CaptureFixture[str]) -> None:
    index.as_query_engine(llm=ScriptedLLM()).query(QUESTION)
    assert capsys.readouterr().out == ""
    index.as_query_engine(llm=ScriptedLLM(), verbose=True).query(QUESTION)
    assert "reading: sentences=" in capsys.readouterr().out


def test_prompts_are_shown_and_replaced(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(lambda prompt: "Bonjour." if "en français" in prompt else replies(prompt))
    engine = index.as_query_engine(llm=llm)
    read = engine.get_prompts()["read"]
    assert {"rules", "text", "question", "cue"} == set(read.template_vars)
    engine.update_prompts({"read_full": PromptTemplate("Répondez en français.")})
    assert str(engine.query(QUESTION)) == "Bonjour."
    engine.update_prompts({"read": PromptTemplate("{rules} {text} <{question}> {cue}")})
    assert engine.query(QUESTION)
    assert f"<{QUESTION}>" in llm.prompts[-1]


def test_prompts_with_instructions_and_examples_stay_as_they_were_when_put_back(index: LanguageGraphIndex) -> None:
    engine = index.as_query_engine(llm=ScriptedLLM())
    before = engine.options
    engine.update_prompts(engine.get_prompts())
    assert engine.options == before


@pytest.mark.parametrize(
    ("prompts", "message"),
    [
        ({"raed": PromptTemplate("?")}, "no prompt raed; the prompts are mark, "),
        ({"read": PromptTemplate("no gaps")}, "has no {rules}"),
        ({"answer": ChatPromptTemplate([ChatMessage(role=MessageRole.ASSISTANT, content="?")])}, "user and assistant"),
        ({"full": ChatPromptTemplate([ChatMessage(content="?")])}, "is a PromptTemplate"),
    ],
)
def test_a_prompt_that_cannot_serve_is_refused(index: LanguageGraphIndex, prompts: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        index.as_query_engine(llm=ScriptedLLM()).update_prompts(prompts)


# LlamaIndex's synthesizers


def test_llama_indexs_synthesizers_answer_over_the_same_graph(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(fruit_or_what)
    for mode in ("compact", "refine", "tree_summarize", "simple_summarize"):
        response = index.as_query_engine(llm=llm, response_mode=mode, similarity_top_k=1).query(QUESTION)
        assert (str(response), documents(response)) == ("Vitamins.", {"apple"})


def test_a_template_of_the_users_own_is_used(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(fruit_or_what)
    template = PromptTemplate("Context: {context_str}\nQ: {query_str}\nMy own words:")
    engine = index.as_query_engine(llm=llm, text_qa_template=template)
    assert str(engine.query(QUESTION)) == "Vitamins."
    assert llm.prompts[-1].endswith("My own words:")
    assert engine.get_prompts()["response_synthesizer:text_qa_template"].get_template() == template.get_template()


def test_postprocessors_and_filters_choose_the_nodes(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(lambda _: "?")
    question = "What do fruits and apples contain?"
    best = SimilarityPostprocessor(similarity_cutoff=1e9)
    assert index.as_query_engine(llm=llm, node_postprocessors=[best]).query(question).source_nodes == []
    limited = index.as_query_engine(llm=llm, response_mode="compact", filters=FRUITS_ONLY).query(question)
    assert documents(limited) == {"fruit"}


def test_synthesizers_stream_and_fill_in_classes_of_the_users_own(index: LanguageGraphIndex) -> None:
    class Rich(BaseModel):
        in_what: str

    llm = ScriptedLLM(lambda prompt: '{"in_what": "vitamins"}' if "in_what" in prompt else "Vitamins.")
    streamed = index.as_query_engine(llm=llm, response_mode="compact", streaming=True).query(QUESTION)
    assert "".join(streamed.response_gen) == "Vitamins."
    assert index.as_query_engine(llm=llm, output_cls=Rich).query(QUESTION).response == Rich(in_what="vitamins")


def test_nodes_alone_need_no_language_model(index: LanguageGraphIndex) -> None:
    response = index.as_query_engine(response_mode="no_text", similarity_top_k=1).query(QUESTION)
    assert documents(response) == {"apple"}
    with pytest.raises(LanguageModelSetupError):
        index.as_query_engine(response_mode="compact")


def test_settings_that_nobody_knows_or_that_do_not_go_together_are_refused(index: LanguageGraphIndex) -> None:
    said = r"as_query_engine has no setting respnse_mode \(perhaps response_mode\); known are: llm, similarity_top_k, "
    with pytest.raises(InputError, match=said):
        index.as_query_engine(llm=ScriptedLLM(), respnse_mode="compact")
    with pytest.raises(
        InputError, match="`options` are for answers with citations, which have no setting response_mode"
    ):
        index.as_query_engine(
            llm=ScriptedLLM(), response_mode="compact", options=index.as_query_engine(llm=ScriptedLLM()).options
        )
    said = "LanguageGraphIndex.as_retriever has no setting k (perhaps similarity_top_k); known are: similarity_top_k, "
    with pytest.raises(InputError, match=re.escape(said)):
        index.as_retriever(k=3)  # type: ignore[call-arg]
    with pytest.raises(InputError, match=r"no setting memroy \(perhaps memory\); known are: .*, similarity_top_k, "):
        index.as_chat_engine(llm=ScriptedLLM(), memroy=None)


# Chats


@pytest.mark.parametrize("mode", ["best", "condense_plus_context", "context"])
@pytest.mark.parametrize("way", ["chat", "achat", "stream_chat"])
def test_thanks_are_replied_to_though_no_document_bears_on_them(index: LanguageGraphIndex, mode: str, way: str) -> None:
    llm = ScriptedLLM(lambda prompt: "You are welcome." if "No passage of the documents" in prompt else "?")
    chat = index.as_chat_engine(mode, llm=llm, memory=memory(), skip_condense=True)
    reply = asyncio.run(chat.achat("Thanks!")) if way == "achat" else getattr(chat, way)("Thanks!")
    text = "".join(reply.response_gen) if way == "stream_chat" else str(reply)
    assert (text, reply.source_nodes) == ("You are welcome.", [])


@pytest.mark.parametrize("mode", ["condense_plus_context", "context", "condense_question"])
def test_a_chat_in_every_mode_has_sources_and_filters(index: LanguageGraphIndex, mode: str) -> None:
    llm = ScriptedLLM()
    reply = index.as_chat_engine(mode, llm=llm, memory=memory()).chat(QUESTION)
    assert "apple" in documents(reply)
    chat = index.as_chat_engine(mode, llm=llm, memory=memory(), filters=FRUITS_ONLY)
    assert documents(chat.chat("What do fruits and apples contain?")) == {"fruit"}


def test_a_chat_can_cite(index: LanguageGraphIndex) -> None:
    chat = index.as_chat_engine("condense_question", llm=ScriptedLLM(), memory=memory())
    assert str(chat.chat(QUESTION)) == "Vitamins [1]."
    streamed = chat.stream_chat(QUESTION)
    assert "".join(streamed.response_gen) == "Vitamins [1]."
    assert documents(streamed) == {"apple"}

    async def stream() -> tuple[str, set[str]]:
        streamed = await chat.astream_chat(QUESTION)
        text = "".join([piece async for piece in streamed.async_response_gen()])
        return text, documents(streamed)

    assert asyncio.run(stream()) == ("Vitamins [1].", {"apple"})


def test_a_chat_that_cites_takes_options(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(lambda _: '{"answer": "Vitamins."}')
    chat = index.as_chat_engine("condense_question", llm=llm, memory=memory(), options=FeedbackOptions())
    chat.chat(QUESTION)
    assert any("<facts>" in prompt for prompt in llm.prompts)
    with pytest.raises(InputError, match="use chat_mode='condense_question', not 'context'"):
        index.as_chat_engine("context", llm=llm, options=FeedbackOptions())


def test_a_chat_can_do_without_the_documents(index: LanguageGraphIndex) -> None:
    llm = ScriptedLLM(lambda _: "Hello.")
    assert str(index.as_chat_engine("simple", llm=llm, memory=memory()).chat("Hello!")) == "Hello."
    assert not [prompt for prompt in llm.prompts if "vitamins" in prompt]


@pytest.mark.parametrize("mode", ["react", "openai", "chatty"])
def test_a_mode_that_there_is_not_is_refused(index: LanguageGraphIndex, mode: str) -> None:
    with pytest.raises(InputError, match=f"chat_mode='?{mode}.*condense_plus_context.*FunctionAgent"):
        index.as_chat_engine(mode, llm=ScriptedLLM())
