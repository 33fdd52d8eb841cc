"""`--embed`: an embedding model by name in building, asking, constructing, solving, estimating and measuring."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from tests.support.command_line import lgm
from tests.support.onnx_models import write_model
from tests.support.openai_server import OpenAIServer, failure
from tests.support.question_folders import write_folder


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_model(tmp_path_factory.mktemp("models") / "tiny")


def test_a_build_stores_vectors_that_questions_use(corpus: Path, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "g.lgm"
    assert lgm("build", corpus, "--graph", path, "--embed", model).returncode == 0
    vectors = tmp_path / "g.lgm-vectors"
    assert np.load(vectors / "model.npy")["name"].tolist() == [str(model)]
    made = (vectors / "base.npy").stat().st_mtime_ns
    for command in ("ask", "retrieve"):
        done = lgm(command, "What are apples rich in?", "--graph", path, "--embed", model, "--json")
        assert (done.returncode, done.stderr) == (0, "")
    assert (vectors / "base.npy").stat().st_mtime_ns == made
    with_words = lgm("retrieve", "What are apples rich in?", "--graph", path, "--json")
    scores = [[each["score"] for each in json.loads(found.stdout)] for found in (done, with_words)]
    assert scores[0] != scores[1]


def test_another_model_is_told_when_its_vectors_replace_the_stored_ones(
    corpus: Path, model: Path, tmp_path: Path
) -> None:
    path = tmp_path / "g.lgm"
    assert lgm("build", corpus, "--graph", path, "--embed", model).returncode == 0
    (tmp_path / "lengths.py").write_text("def embed(texts): return [[1.0, float(len(text))] for text in texts]")
    done = lgm("retrieve", "apples", "--graph", path, "--embed", "lengths:embed", cwd=tmp_path)
    assert done.returncode == 0
    told = " ".join(done.stderr.split())
    assert f"stored vectors are from {model} (6 dimensions), not from lengths:embed (2 dimensions)" in told


def test_constructing_and_solving_use_a_model(corpus: Path, model: Path, tmp_path: Path) -> None:
    path, plan = tmp_path / "g.lgm", tmp_path / "plan.txt"
    assert lgm("construct", corpus, "--graph", path, "--embed", model).returncode == 0
    vectors = tmp_path / "g.lgm-vectors"
    assert np.load(vectors / "model.npy")["name"].tolist() == [str(model)]
    shutil.rmtree(vectors)
    plan.write_text("Step 1: What is an apple?\nRetrieval(s=s1:Fruit[apple], p=p1:colour, o=o1)\nOutput(o1)")
    assert lgm("solve", "--plan", plan, "--graph", path, "--embed", model).returncode == 0
    assert (vectors / "model.npy").exists()


def test_looking_up_what_is_missing_takes_a_model(tmp_path: Path) -> None:
    questions = tmp_path / "questions.txt"
    questions.write_text("What are apples rich in?\n")
    done = lgm("learn-from", questions, "--model", "m", "--base-url", "http://127.0.0.1:9/v1", "--embed", "models/bge")
    assert done.returncode == 1
    assert "'models/bge' is neither the name of an embedding model nor a folder" in " ".join(done.stderr.split())


def test_an_estimate_tells_the_time_and_the_price_that_is_given(corpus: Path, model: Path) -> None:
    done = lgm("estimate", corpus, "--embed", model, "--embed-price", "20", "--json")
    told = json.loads(done.stdout)
    embedding = told["embedding"]
    assert embedding["texts"] == told["sentences"]
    assert embedding["seconds"] > 0
    assert embedding["cost"] == told["cost"] == pytest.approx(embedding["tokens"] * 20 / 1_000_000)
    printed = lgm("estimate", corpus, "--embed", model).stdout
    assert f"embedding  {embedding['texts']} texts, {embedding['tokens']} tokens, " in printed
    assert "cost" not in printed


def test_retrieval_is_measured_with_a_model(model: Path, tmp_path: Path) -> None:
    write_folder(tmp_path)
    files = ("--corpus", tmp_path / "corpus.jsonl", "--questions", tmp_path / "questions.jsonl")
    done = lgm("bench", "retrieval", *files, "--embed", model, "--json")
    assert {"dense", "focused passages, embedded"} <= json.loads(done.stdout)["methods"].keys()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("fastmbed:bge", "is it in the current folder, or installed? (without an import path: fastembed:MODEL"),
        ("models/bge", "'models/bge' is neither the name of an embedding model nor a folder; use fastembed:MODEL"),
        ("json:no", "the module json has no 'no' (without an import path: fastembed:MODEL"),
    ],
)
def test_what_is_no_model_is_named_before_anything_is_read(
    corpus: Path, name: str, problem: str, tmp_path: Path
) -> None:
    done = lgm("build", corpus, "--graph", tmp_path / "g.lgm", "--embed", name)
    assert done.returncode == 1
    assert problem in " ".join(done.stderr.split())
    assert not (tmp_path / "g.lgm").exists()


def test_a_wrong_key_ends_a_build_before_anything_is_learned(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with OpenAIServer([failure(401, "Incorrect API key provided: sk-secret-of-ours")]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-ours")
        done = lgm("build", corpus, "--graph", tmp_path / "g.lgm", "--embed", "openai:text-embedding-3-small")
    assert done.returncode == 1
    assert "check the key (OPENAI_API_KEY" in done.stderr
    assert "sk-secret-of-ours" not in done.stdout + done.stderr
    assert not (tmp_path / "g.lgm").exists()
