"""Embeddings by the real `openai` package, against a local server."""

import json
import traceback
from typing import Any

import pytest

from lgm_core.errors import LanguageModelError, LanguageModelSetupError
from lgm_core.llm.openai_embeddings import OpenAIEmbeddingModel
from tests.support.openai_server import BROKEN, OpenAIServer, Response, embeddings, failure

KEY = "sk-secret-of-ours"


@pytest.fixture(autouse=True)
def no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def by_length(body: dict[str, Any]) -> Response:
    return embeddings([[1.0, float(len(text))] for text in body["input"]])


def opened(server: OpenAIServer, **settings: Any) -> OpenAIEmbeddingModel:
    return OpenAIEmbeddingModel("text-embedding-3-small", base_url=server.base_url, api_key=KEY, **settings)


def test_texts_become_vectors_by_the_model_with_the_key() -> None:
    with OpenAIServer(by_length) as server:
        assert opened(server)(["figs", "a pear"]) == [[1.0, 4.0], [1.0, 6.0]]
    assert server.bodies[0]["model"] == "text-embedding-3-small"
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"


def test_address_and_key_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(by_length) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        model = OpenAIEmbeddingModel("small")
        model(["figs"])
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(model)


def test_vectors_are_put_in_the_order_of_the_texts() -> None:
    reply = json.loads(embeddings([[1.0], [2.0], [3.0]]).body)
    reply["data"].reverse()
    with OpenAIServer([Response(json.dumps(reply).encode())]) as server:
        assert opened(server)(["a", "b", "c"]) == [[1.0], [2.0], [3.0]]


def test_long_texts_are_cut_between_characters_and_many_are_sent_in_several_requests() -> None:
    texts = ["é" * 9000, *["a" * 8000] * 40]
    with OpenAIServer(by_length) as server:
        found = opened(server)(texts)
    assert found == [[1.0, 4095.0], *[[1.0, 8000.0]] * 40]
    assert [len(body["input"]) for body in server.bodies] == [31, 10]


def test_a_wrong_key_is_told_with_its_setting_and_never_shown() -> None:
    with (
        OpenAIServer([failure(401, f"Incorrect API key provided: {KEY}.")]) as server,
        pytest.raises(LanguageModelSetupError, match=r"check the key \(OPENAI_API_KEY") as caught,
    ):
        opened(server)(["figs"])
    assert KEY not in "".join(traceback.format_exception(caught.value))


def test_an_unknown_model_is_named() -> None:
    with (
        OpenAIServer([failure(404, "no such model")]) as server,
        pytest.raises(LanguageModelSetupError, match="'text-embedding-3-small' in `openai:text-embedding-3-small`"),
    ):
        opened(server)(["figs"])


def test_a_failing_endpoint_is_asked_again() -> None:
    with OpenAIServer([BROKEN, embeddings([[1.0]])]) as server:
        assert opened(server)(["figs"]) == [[1.0]]


@pytest.mark.parametrize(
    "reply",
    [b"<html>hello</html>", b"{}", b'{"data": []}', b'{"data": [1]}', embeddings([[1.0]]).body],
    ids=["page", "nothing", "empty", "numbers", "too few"],
)
def test_what_is_no_vectors_is_an_error(reply: bytes) -> None:
    with OpenAIServer([Response(reply)]) as server, pytest.raises(LanguageModelError, match=r"http://127\.0\.0\.1"):
        opened(server)(["figs", "pears"])


def test_openais_own_endpoint_needs_a_key() -> None:
    with pytest.raises(LanguageModelSetupError, match="set OPENAI_API_KEY"):
        OpenAIEmbeddingModel("text-embedding-3-small")
