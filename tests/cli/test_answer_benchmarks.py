"""The benchmarks that ask a language model, run as a user runs them."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, Response, completion
from tests.support.question_folders import plain_reader, write_folder

pytestmark = pytest.mark.thorough


def test_answers_are_measured_printed_and_kept(tmp_path: Path) -> None:
    folder, out = write_folder(tmp_path / "bridges"), tmp_path / "out"
    with OpenAIServer(plain_reader) as server:
        asking = ["--methods", "none,sentences", "--model", "reader", "--base-url", server.base_url, "--out", out]
        told = lgm("bench", "qa", folder, *asking)
        assert told.returncode == 0, told.stderr
        asked = len(server.bodies)
        again = lgm("bench", "qa", folder, *asking, "--json")
        assert (len(server.bodies), again.stderr) == (asked, "")
    assert "| sentences | 2 | .500" in told.stdout
    assert "| none against sentences | 2 | -0.500 [-1.000, +0.000] (0 : 1) |" in told.stdout
    assert told.stdout == (out / "tables.md").read_text()
    assert "1 (of 4 at most)  none" in told.stderr
    assert json.loads(again.stdout) == json.loads((out / "figures.json").read_text())


def test_full_answers_are_measured_by_what_they_contain_cite_and_state(tmp_path: Path) -> None:
    folder, out = write_folder(tmp_path / "bridges"), tmp_path / "out"
    said = "The Marten Bridge opened in 1904 [{wrong}]. It is red [{wrong}]."

    def reader(body: dict) -> Response:
        shown = body["messages"][-1]["content"]
        wrong = re.search(r"\[(\d+)\] The Marten Bridge was designed", shown)
        return completion("The text does not say." if wrong is None else said.format(wrong=wrong[1]))

    with OpenAIServer(reader) as server:
        asking = ["--full", "--methods", "sentences,ask", "--model", "reader", "--base-url", server.base_url]
        told = lgm("bench", "qa", folder, *asking, "--out", out, "--limit", "1")
        assert told.returncode == 0, told.stderr
    figures = json.loads((out / "figures.json").read_text())["ask"]
    assert (figures["contained"], figures["supported"]) == (1.0, 0.0)
    assert (figures["statements"], figures["statements_supported"]) == (2.0, 0.5)
    assert (figures["citation_precision"], figures["citation_recall"]) == (1.0, 1.0)
    assert figures["sentence_citation_precision"] == figures["own_citation_precision"] == 1.0
    assert figures["own_sentence_citation_precision"] == 0.0
    assert "| ask | 1.000 | 1.000 | .000 | .000 |" in told.stdout.partition("unchecked")[2]
    assert "sentences | 2.000" not in told.stdout  # a plain reader tells no statements


def test_questions_that_have_no_answer_need_none_to_be_measured(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bridges")
    row = {"id": "hue", "question": "What colour is the Marten Bridge?", "gold_passages": [], "answerable": False}
    (folder / "questions.jsonl").write_text(json.dumps(row))
    with OpenAIServer([completion("unknown")]) as server:
        asking = ["--methods", "sentences,ask", "--model", "reader", "--base-url", server.base_url]
        told = lgm("bench", "qa", folder, *asking, "--out", tmp_path / "out")
    assert told.returncode == 0, told.stderr
    assert "for 'no answer'" in told.stderr
    assert "| ask | 1.000 |" in told.stdout.partition("cannot be answered")[2]


def test_limits_and_steps_may_differ_by_folder(tmp_path: Path) -> None:
    folders = [write_folder(tmp_path / "first"), write_folder(tmp_path / "second")]
    with OpenAIServer(plain_reader) as server:
        asking = [
            "--methods",
            "none",
            "--model",
            "m",
            "--base-url",
            server.base_url,
            "--out",
            tmp_path / "out",
            "--json",
        ]
        told = lgm("bench", "qa", *folders, *asking, "--limit", "1,0")
        figures = json.loads(told.stdout)["none"]
        refused = lgm("bench", "qa", *folders, *asking, "--every", "1,2,3")
    assert {name: row["questions"] for name, row in figures["folders"].items()} == {"first": 1, "second": 2}
    assert refused.returncode == 1
    assert "--every '1,2,3' must be a whole number of at least 1, or 2 of them" in refused.stderr


def test_methods_that_need_facts_and_a_backend_without_a_parser_are_refused_before_anything_is_asked(
    tmp_path: Path,
) -> None:
    folder = write_folder(tmp_path / "bridges")
    with OpenAIServer(plain_reader) as server:
        asking = ["--model", "m", "--base-url", server.base_url, "--out", tmp_path / "out"]
        refused = lgm("bench", "qa", folder, *asking, "--methods", "none,facts,forms-graph")
        assert (refused.returncode, server.bodies) == (1, [])
    assert "facts, forms-graph: open facts need a parse" in " ".join(refused.stderr.split())
    assert "add --language-backend lite:parse" in " ".join(refused.stderr.split())


def test_passages_that_a_model_selects_are_measured_beside_the_ranking(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "bridges")
    files = ["--corpus", folder / "corpus.jsonl", "--questions", folder / "questions.jsonl"]
    with OpenAIServer([completion('{"passages": [2]}')]) as server:
        asking = ["--select", "--model", "m", "--base-url", server.base_url]
        told = lgm("bench", "retrieval", *files, *asking, "--json")
        shown = lgm("bench", "retrieval", *files, *asking, "--sample", "1")
    methods = json.loads(told.stdout)["methods"]
    selected = methods["passages, selected"]
    assert (selected["llm_calls"], selected["llm_failures"], selected["llm_cached"]) == (2, 0, 0)
    assert selected["recall@1"] < methods["passages"]["recall@1"]
    assert "1 questions asked with 1 calls, 18 tokens and " in " ".join(shown.stdout.split())
    assert "0 without a usable reply; 0 replies kept from before" in " ".join(shown.stdout.split())
