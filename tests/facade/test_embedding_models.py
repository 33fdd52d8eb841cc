"""`embed=`: by name, as a folder, as functions; what is none of these is refused with what there is."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lgm_core import Embeddings, LanguageGraph
from lgm_core.errors import InputError, LanguageModelSetupError
from lgm_core.facade.embedding_models import embedding_model
from tests.support.embedders import RecordingEmbed, hashed_words
from tests.support.onnx_models import write_model
from tests.support.openai_server import OpenAIServer, Response, embeddings

QUESTION = "What are apples rich in?"


def counted(body: dict[str, Any]) -> Response:
    return embeddings([[1.0, *(float(text.count(letter)) for letter in "aeiou")] for text in body["input"]])


@pytest.mark.parametrize("kind", [str, Path])
def test_the_folder_of_a_model_takes_part_in_the_ranking(tmp_path: Path, kind: type) -> None:
    folder = write_model(tmp_path / "tiny")
    (tmp_path / "apples.md").write_text("Apples are rich in fruit. Pears are trees.")
    with LanguageGraph(tmp_path / "g.lgm", embed=kind(folder)) as graph:
        graph.build(tmp_path / "apples.md", index=True)
        assert graph.retrieve_passages(QUESTION)
    kept = np.load(tmp_path / "g.lgm-vectors" / "model.npy")
    assert kept["name"].tolist() == [str(folder)]


def test_an_endpoint_of_openai_takes_part_and_its_key_is_stored_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with OpenAIServer(counted) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-ours")
        with LanguageGraph(tmp_path / "g.lgm", embed="openai:text-embedding-3-small") as graph:
            (tmp_path / "apples.md").write_text("Apples are rich in vitamins.")
            graph.build(tmp_path / "apples.md", index=True)
            assert graph.retrieve_passages(QUESTION)
            requests = len(server.bodies)
            assert graph.ask(QUESTION).citations
    assert len(server.bodies) == requests  # the question is known
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert len(files) > 3
    assert not any(b"sk-secret-of-ours" in file.read_bytes() for file in files)


def test_functions_and_embeddings_are_taken_as_they_are() -> None:
    model, function = Embeddings(hashed_words, hashed_words), RecordingEmbed()
    assert embedding_model(model) is model
    assert embedding_model(function) == Embeddings(function, function)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ("fastmbed:BAAI/bge-small-en-v1.5", "'fastmbed:BAAI/bge-small-en-v1.5' is neither the name of"),
        ("bge-small", "'bge-small' is neither the name of an embedding model nor a folder; use fastembed:MODEL"),
        ("/models/bge", "'/models/bge' is neither"),
        (Path("models", "bge"), f"'{os.path.join('models', 'bge')}' is neither"),  # noqa: PTH118
        ("fastembed:", "'fastembed:' names no embedding model; use fastembed:MODEL"),
        ("openai:", "'openai:' names no embedding model"),
        ("", "'' is neither"),
        (7, "7 is no embedding model; use fastembed:MODEL .* or Embeddings"),
    ],
)
def test_what_is_no_model_is_named_with_what_there_is(given: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        LanguageGraph("none.lgm", embed=given)


def test_openai_without_a_key_is_told_before_anything_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(LanguageModelSetupError, match="set OPENAI_API_KEY"):
        LanguageGraph("none.lgm", embed="openai:text-embedding-3-small")
