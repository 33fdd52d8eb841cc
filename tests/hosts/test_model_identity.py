"""What a host's model can be known again by."""

from collections.abc import Callable
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from llama_index.core.llms import CompletionResponse, CustomLLM, LLMMetadata
from pydantic import SecretStr

from langchain_lgm import LangChainChatModel
from llama_index_lgm import LlamaIndexChatModel


class HostedModel(BaseChatModel):
    """A LangChain model with the settings that providers' models have."""

    model_name: str = ""
    temperature: float = 0.0
    base_url: str = "http://one"
    openai_api_key: SecretStr = SecretStr("secret")
    script: Callable[[], str] | None = None

    @property
    def _llm_type(self) -> str:
        return "hosted"

    def _generate(self, messages: Any, stop: Any = None, run_manager: Any = None, **rest: Any) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=AIMessage("yes"))])


class HostedLLM(CustomLLM):
    """A LlamaIndex LLM with the settings that providers' LLMs have."""

    model: str = "m"
    temperature: float = 0.0
    api_key: str = "secret"
    script: Callable[[], str] | None = None

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name=self.model)

    def complete(self, prompt: str, formatted: bool = False, **rest: Any) -> CompletionResponse:
        return CompletionResponse(text="yes")

    def stream_complete(self, prompt: str, formatted: bool = False, **rest: Any) -> Any:
        raise NotImplementedError


def langchain(model: Any) -> str | None:
    return LangChainChatModel(model).identity


def llama_index(llm: CustomLLM) -> str | None:
    return LlamaIndexChatModel(llm).identity


def test_a_langchain_model_is_known_by_its_settings_and_not_by_its_key() -> None:
    model = HostedModel(model_name="m")
    assert langchain(model) == langchain(HostedModel(model_name="m", openai_api_key=SecretStr("other")))
    others = [{"model_name": "n"}, {"temperature": 1.0}, {"base_url": "http://two"}]
    identities = {langchain(HostedModel(**{"model_name": "m", **other})) for other in others}
    assert len({langchain(model), *identities}) == 4
    assert None not in identities
    assert "secret" not in str(langchain(model))


def test_what_a_langchain_model_is_wrapped_in_counts() -> None:
    model = HostedModel(model_name="m")
    bound = [model.bind(stop=["x"]), model.bind(stop=["y"]), model.with_retry()]
    assert len({langchain(model), *map(langchain, bound)}) == 4
    assert langchain(model.bind(stop=["x"])) == langchain(bound[0])


def test_a_langchain_model_that_could_be_any_has_no_identity_unless_it_is_given_one() -> None:
    assert langchain(HostedModel()) is None
    scripted = HostedModel(model_name="m", script=lambda: "yes")
    assert langchain(scripted) is None
    assert LangChainChatModel(scripted, name="mine").identity == "mine"


def test_a_llama_index_llm_is_known_by_its_settings_and_not_by_its_key() -> None:
    assert llama_index(HostedLLM()) == llama_index(HostedLLM(api_key="other"))
    assert (
        len({llama_index(HostedLLM()), llama_index(HostedLLM(model="n")), llama_index(HostedLLM(temperature=1))}) == 3
    )
    assert "secret" not in str(llama_index(HostedLLM()))


def test_a_llama_index_llm_that_could_be_any_has_no_identity() -> None:
    assert llama_index(HostedLLM(script=lambda: "yes")) is None
    assert llama_index(HostedLLM(model="unknown")) is None
