"""The reply cache: what may answer a request in place of the model, and what may not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core import LanguageGraph, OpenAIChatModel
from lgm_core.llm.cache import BlobReplyCache
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.openai_server import OpenAIServer, completion
from tests.support.texts import APPLES

QUESTION = "What are apples rich in?"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build(APPLES, workers=1)
    return tmp_path / "g.lgm"


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer([completion("Vitamins [1].")]) as server:
        yield server


def calls(path: Path, model: OpenAIChatModel, **settings: bool) -> int:
    """Ask once, in a graph opened anew; return how many calls that took."""
    with LanguageGraph(path, llm=model, **settings) as graph:
        return graph.ask(QUESTION).usage.calls


def test_the_same_endpoint_model_and_settings_are_asked_once(path: Path, server: OpenAIServer) -> None:
    models = [OpenAIChatModel("m", base_url=server.base_url, api_key=key) for key in ("one", "other")]
    assert [calls(path, model) for model in models] == [1, 0]


def test_another_endpoint_model_or_temperature_is_asked_again(path: Path, server: OpenAIServer) -> None:
    assert calls(path, OpenAIChatModel("m", base_url=server.base_url)) == 1
    assert calls(path, OpenAIChatModel("other", base_url=server.base_url)) == 1
    assert calls(path, OpenAIChatModel("m", base_url=server.base_url, temperature=1.0)) == 1
    with OpenAIServer([completion("Fibre [1].")]) as second:
        assert calls(path, OpenAIChatModel("m", base_url=second.base_url)) == 1


def test_keeping_replies_can_be_turned_off(path: Path, server: OpenAIServer) -> None:
    model = OpenAIChatModel("m", base_url=server.base_url)
    assert [calls(path, model, cache_replies=False) for _ in range(2)] == [1, 1]
    with LanguageGraph(path) as graph:
        assert BlobReplyCache(graph.store).clear() == 0


def test_replies_go_with_the_text_that_they_may_quote_and_stay_where_only_metadata_changed(
    path: Path, server: OpenAIServer
) -> None:
    model = OpenAIChatModel("m", base_url=server.base_url)
    assert calls(path, model) == 1
    with LanguageGraph(path) as graph:
        graph.build(replace(APPLES, metadata={"shelf": "kitchen"}), workers=1)
    assert calls(path, model) == 0
    with LanguageGraph(path) as graph:
        graph.build(replace(APPLES, text=f"{APPLES.text} Apples float."), workers=1)
        assert BlobReplyCache(graph.store).clear() == 0
    assert calls(path, model) == 1


def test_a_model_that_could_be_any_is_asked_every_time(path: Path) -> None:
    for said in ("Vitamins [1].", "Apples are rich in vitamins [1]."):
        with LanguageGraph(path, llm=ScriptedChatModel(lambda _, said=said: said)) as graph:
            assert graph.ask(QUESTION).text == said


def test_an_identity_never_holds_a_password_or_key(server: OpenAIServer) -> None:
    address = server.base_url.replace("//", "//ada:secret@")
    assert "secret" not in OpenAIChatModel("m", base_url=address, api_key="secret").identity
