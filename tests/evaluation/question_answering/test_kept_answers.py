"""What a benchmark of answers keeps: runs that end, are stopped or killed, and go on."""

import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from lgm_core.errors import Cancelled, LanguageModelSetupError
from lgm_core.evaluation.question_answering.qa_benchmark import question_answering_benchmark
from lgm_core.evaluation.question_answering.question_sets import read_question_sets
from tests.support.openai_server import HANGS, OpenAIServer, Response, completion, failure
from tests.support.question_folders import METHODS, asked_reader, benchmark, plain_reader, rows


def test_a_finished_run_asks_nothing_again(folder: Path) -> None:
    with OpenAIServer(asked_reader) as server:
        first = question_answering_benchmark(benchmark(folder, server, ["sentences", "ask"]))
        asked = len(server.bodies)
        second = question_answering_benchmark(benchmark(folder, server, ["sentences", "ask"]))
    assert asked > 0
    assert len(server.bodies) == asked
    assert second == first


@pytest.mark.thorough
def test_a_killed_run_goes_on_where_it_was(folder: Path) -> None:
    third_arrived = threading.Event()

    def slow_reader(body: dict) -> Response:
        if len(server.bodies) < 3:
            return plain_reader(body)
        third_arrived.set()
        return HANGS

    out = folder.parent / "out"
    with OpenAIServer(slow_reader) as server:
        command = [sys.executable, "-m", "lgm_core.cli", "bench", "qa", folder, "--out", out]
        command += ["--methods", ",".join(METHODS), "--model", "reader", "--base-url", server.base_url]
        with subprocess.Popen(list(map(str, command)), stderr=subprocess.DEVNULL) as process:
            assert third_arrived.wait(120)
            process.send_signal(signal.SIGKILL)
    assert len(rows(folder)) == 2
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server))
    assert len(server.bodies) == 2 * len(METHODS) - 2
    assert [figures[method]["questions"] for method in METHODS] == [2, 2, 2]
    with OpenAIServer(plain_reader) as server:
        whole = replace(benchmark(folder, server), folder=folder.parent / "never stopped")
        uninterrupted = question_answering_benchmark(whole)
    assert [row["exact_match"] for row in figures.values()] == [row["exact_match"] for row in uninterrupted.values()]


def test_a_line_cut_off_by_a_kill_spoils_nothing(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        first = question_answering_benchmark(benchmark(folder, server))
        answers = folder.parent / "out" / "answers.jsonl"
        answers.write_bytes(answers.read_bytes()[:-40])
        again = question_answering_benchmark(benchmark(folder, server))
        assert [row["contained"] for row in again.values()] == [row["contained"] for row in first.values()]
        assert len(answers.read_text().splitlines()) == 2 * len(METHODS) + 1
        assert question_answering_benchmark(benchmark(folder, server)) == again


def test_answers_of_another_model_are_not_mixed_in(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        question_answering_benchmark(benchmark(folder, server))
        asked = len(server.bodies)
    with OpenAIServer([completion("something else")]) as server:
        figures = question_answering_benchmark(benchmark(folder, server, model="other"))
    assert len(server.bodies) == asked
    assert [row["exact_match"] for row in figures.values()] == [0.0, 0.0, 0.0]


def test_other_options_make_other_answers_and_equal_requests_are_replayed_at_their_cost(folder: Path) -> None:
    with OpenAIServer(asked_reader) as server:
        first = question_answering_benchmark(benchmark(folder, server, ["ask"]))["ask"]
        asked = len(server.bodies)
        changed = benchmark(folder, server, ["ask"])
        changed = replace(changed, methods=[replace(changed.methods[0], settings="after a change of code")])
        second = question_answering_benchmark(changed)["ask"]
    assert len(server.bodies) == asked
    assert len(rows(folder)) == 4
    assert second["prompt_tokens"] == first["prompt_tokens"]
    assert second["calls"] == first["calls"]


def test_answers_about_other_passages_are_not_mixed_in(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        question_answering_benchmark(benchmark(folder, server, ["sentences"]))
        questions = read_question_sets(folder)[0].without_gold()
        changed = replace(benchmark(folder, server, ["sentences"]), question_sets=[questions])
        figures = question_answering_benchmark(changed)["sentences"]
    assert len(rows(folder)) == 4
    assert (figures["contained"], figures["answered"]) == (0.0, 0.0)


def test_a_failed_request_is_counted_and_tried_again(folder: Path) -> None:
    with OpenAIServer([failure(400, "too long")]) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["bm25"]))["bm25"]
    assert (figures["failures"], figures["answered"]) == (2, 0.0)
    assert "too long" in rows(folder)[0]["failure"]
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["bm25"]))["bm25"]
    assert (figures["failures"], figures["contained"]) == (0, 1.0)


def test_a_refused_key_stops_the_run(folder: Path) -> None:
    with OpenAIServer([failure(401, "wrong key")]) as server, pytest.raises(LanguageModelSetupError):
        question_answering_benchmark(benchmark(folder, server))


def test_a_cancelled_run_keeps_what_it_has(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        stopped = benchmark(folder, server)

        def stop_after_two(*_: object) -> None:
            if len(server.bodies) == 2:
                stopped.cancel.set()

        with pytest.raises(Cancelled):
            question_answering_benchmark(stopped, on_answer=stop_after_two)
    assert len(rows(folder)) == 2
