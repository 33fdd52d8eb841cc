"""JSON by the host's own structured output, where the LLM has it."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, ChatResponse, ToolCallBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM
from pydantic import BaseModel, PrivateAttr, ValidationError

from lgm_core import AskOptions, ReplyProtocol
from lgm_core.errors import InputError, LanguageModelError
from lgm_core.model import Usage
from lgm_core.ports import Message
from llama_index_lgm import ConceptIterativeQueryEngine, LanguageGraphIndex, LlamaIndexChatModel
from llama_index_lgm.models import chosen_model
from llama_index_lgm.models.chat_model import reply_class
from tests.support.llama_index_texts import DOCUMENTS, QUESTION

SCHEMA = {
    "type": "object",
    "properties": {
        "missing": {"type": "array", "items": {"type": "string"}},
        "kind": {"type": "string", "enum": ["a", "b"]},
        "parts": {
            "type": "array",
            "items": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]},
        },
    },
    "required": ["missing", "kind", "parts"],
}
FILLED = {"missing": ["{braces}"], "kind": "b", "parts": [{"n": 3}]}
ASKED = [Message("system", "Reply in {JSON}."), Message("user", "What is {x}?")]


class CallingLLM(MockFunctionCallingLLM):
    """LlamaIndex's own stand-in for an LLM that calls functions, with a script and reported usage."""

    _script: Callable[[list[ChatMessage], Any], dict[str, Any] | str] = PrivateAttr()
    _tools: list[Any] = PrivateAttr(default_factory=list)
    _heard: list[list[ChatMessage]] = PrivateAttr(default_factory=list)

    def __init__(self, script: Callable[[list[ChatMessage], Any], dict[str, Any] | str]) -> None:
        super().__init__()
        self._script = script
        self.response_generator = self._respond

    def _respond(self, messages: Any, tools: Any = None, **kwargs: Any) -> ChatMessage:
        self._tools.append(tools)
        self._heard.append(list(messages))
        reply = self._script(list(messages), tools)
        if isinstance(reply, str):
            return ChatMessage(role="assistant", content=reply)
        call = ToolCallBlock(tool_call_id="1", tool_name="Reply", tool_kwargs=reply)
        return ChatMessage(role="assistant", blocks=[call])

    def chat(self, messages: Any, **kwargs: Any) -> ChatResponse:
        response = super().chat(messages, **kwargs)
        response.raw = {"usage": {"prompt_tokens": 11, "completion_tokens": 7}}
        return response


@pytest.fixture(params=["sync", "async"])
def complete(request: pytest.FixtureRequest):
    def through(llm: CallingLLM, schema: Any = SCHEMA) -> Any:
        model = LlamaIndexChatModel(llm)
        if request.param == "sync":
            return model.complete(ASKED, schema)
        return asyncio.run(model.acomplete(ASKED, schema))

    return through


def test_a_class_takes_what_its_schema_describes_and_nothing_else() -> None:
    made = reply_class(SCHEMA)
    assert json.loads(made(**FILLED).model_dump_json()) == FILLED
    assert list(made.model_json_schema()["properties"]) == ["missing", "kind", "parts"]
    for wrong in ({**FILLED, "kind": "c"}, {**FILLED, "parts": [{"n": "three"}]}, {"missing": []}):
        with pytest.raises(ValidationError):
            made(**wrong)


def test_an_llm_that_calls_functions_is_asked_for_structured_output(complete: Any) -> None:
    llm = CallingLLM(lambda messages, tools: FILLED)
    reply = complete(llm)
    assert json.loads(reply.text) == FILLED
    assert reply.usage == Usage(calls=1, prompt_tokens=11, completion_tokens=7)
    assert [message.content for message in llm._heard[0]] == ["Reply in {JSON}.", "What is {x}?"]
    assert llm._tools[0]


def test_plain_text_is_asked_for_in_words(complete: Any) -> None:
    llm = CallingLLM(lambda messages, tools: "plain" if not tools else FILLED)
    assert complete(llm, None).text == "plain"


def test_a_reply_of_another_form_is_asked_for_once_more_in_words(complete: Any) -> None:
    llm = CallingLLM(lambda messages, tools: {"kind": "c"} if tools else '{"kind": "a"}')
    reply = complete(llm)
    assert reply.text == '{"kind": "a"}'
    assert reply.usage == Usage(calls=2, prompt_tokens=22, completion_tokens=14)


def test_json_in_words_is_as_good_as_a_call(complete: Any) -> None:
    llm = CallingLLM(lambda messages, tools: '{"kind": "a"}')  # as endpoints that pass over functions reply
    reply = complete(llm)
    assert (reply.text, reply.usage.calls) == ('{"kind": "a"}', 1)


class Refused(Exception):
    status_code = 400


def test_an_endpoint_that_refuses_functions_is_asked_in_words_from_then_on() -> None:
    def script(messages: Any, tools: Any) -> str:
        if tools:
            raise Refused("tools are not supported")
        return "{}"

    llm = CallingLLM(script)
    model = LlamaIndexChatModel(llm)
    assert [model.complete(ASKED, SCHEMA).text for _ in range(2)] == ["{}", "{}"]
    assert [bool(tools) for tools in llm._tools] == [True, False, False]


def test_another_failure_is_an_error(complete: Any) -> None:
    def script(messages: Any, tools: Any) -> str:
        raise ConnectionError("gone")

    with pytest.raises(LanguageModelError, match="ConnectionError: gone"):
        complete(CallingLLM(script))


def test_an_answer_comes_by_structured_output() -> None:
    llm = CallingLLM(lambda messages, tools: {"missing": [], "answer": "Vitamins [1]."} if tools else "no")
    index = LanguageGraphIndex.from_documents(DOCUMENTS, llm=llm, extraction=False, workers=1)
    response = index.as_query_engine(options=AskOptions(protocol=ReplyProtocol.SCHEMA)).query(QUESTION)
    assert str(response) == "Vitamins [1]."
    assert response.metadata["usage"]["prompt_tokens"] == 11


class Reply(BaseModel):
    """A fruit and what it is rich in."""

    name: str
    riches: str


@pytest.mark.parametrize("given_to", ["engine", "index"])
def test_a_structured_llm_replies_with_objects_of_its_class(given_to: str) -> None:
    apple = {"name": "apple", "riches": "vitamins"}
    llm = CallingLLM(lambda messages, tools: apple if tools else "Vitamins [1].")
    structured = llm.as_structured_llm(Reply)
    if given_to == "index":
        index = LanguageGraphIndex.from_documents(DOCUMENTS, llm=structured, extraction=False)
        engine = index.as_query_engine()
    else:
        index = LanguageGraphIndex.from_documents(DOCUMENTS)
        engine = index.as_query_engine(llm=structured)
    response = engine.query(QUESTION)
    assert response.response == Reply(**apple)
    assert "apple" in {source.node.metadata["document_id"] for source in response.source_nodes}
    with pytest.raises(InputError, match="`options` are for answers with citations"):
        index.as_query_engine(llm=structured, options=AskOptions())
    assert (
        str(ConceptIterativeQueryEngine(index.graph.with_llm(chosen_model(structured))).query(QUESTION))
        == "Vitamins [1]."
    )
