"""The verdicts of reflection, measured by the command."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from tests.support.openai_server import OpenAIServer, Response, completion

DESCRIPTIONS = {
    "ding": ["Dings grow on trees.", "A ding has a skin."],
    "bing": ["Bings are sweet.", "Bings have seeds and grow on trees."],
}
CANDIDATES = [
    {"kind": "is_a", "a": "ding", "b": "bing", "expected": "valid"},
    {"kind": "alias", "a": "ding", "b": "bing", "expected": "invalid"},
    {"kind": "has_part", "a": "ding", "b": "skin", "expected": "valid"},
    {"kind": "has_part", "a": "zorblat", "b": "vosk", "expected": "unknown"},
]


@pytest.fixture
def descriptions(tmp_path: Path) -> Path:
    (tmp_path / "appendix7.json").write_text(json.dumps({"sets": DESCRIPTIONS}))
    (tmp_path / "candidates.json").write_text(json.dumps({"candidates": CANDIDATES}))
    return tmp_path


def test_verdicts_of_reflection_are_measured(descriptions: Path) -> None:
    def judge(body: dict) -> Response:
        claim = body["messages"][-1]["content"].rpartition("Claim: ")[2]
        verdict = "invalid" if "two names" in claim else "unknown" if "skin" in claim else "valid"
        return completion(json.dumps({"reason": "So it seems.", "verdict": verdict}))

    with OpenAIServer(judge) as server:
        command = ["reflection", str(descriptions), "--model", "judge", "--base-url", server.base_url, "--json"]
        told = CliRunner().invoke(app, command)
    figures = json.loads(told.stdout)
    assert (figures["candidates"], figures["correct"], figures["accuracy"]) == (4, 3, 0.75)
    assert figures["calls"] == len(server.bodies) == 3
    assert figures["kinds"]["has_part"] == {"accuracy": 0.5, "candidates": 2, "correct": 1, "failures": 0}
    assert figures["verdicts"]["valid"] == {"valid": 1, "unknown": 1}
    assert figures["wrong"] == {"ding has skin as a part, member or ingredient.": "valid expected, unknown given"}


def test_reflection_without_its_data_says_what_is_missing(tmp_path: Path) -> None:
    told = CliRunner().invoke(
        app, ["reflection", str(tmp_path), "--model", "judge", "--base-url", "http://127.0.0.1:9"]
    )
    assert "cannot read" in str(told.exception)
    assert "appendix7.json" in str(told.exception)
