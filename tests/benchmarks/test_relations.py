"""None"""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.relations import relations_benchmark
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from tests.support.german_texts import BIKES, WHALES, TaggedAnnotator, tagged
from tests.support.openai_server import OpenAIServer, Response, completion


def gold_file(tmp_path, *rows):
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(json.dumps({"id": str(number), **row}) + "\n" for number, row in enumerate(rows)))
    return path


def stated(kind, a, b):
    return {"kind": kind, "a": a, "b": b}


def test_classes_of_the_term_are_measured(tmp_path):
    gold = gold_file(
        tmp_path,
        {"text": "An otter is a small mammal.", "term": "Otter", "relations": [stated("is_a", "otter", "mammal")]},
        {"text": "A canoe is a kind of boat.", "term": "canoe", "relations": [stated("is_a", "canoe", "vessel")]},
        {"text": "A canoe is a boat, and an otter is here.", "term": "otter", "relations": []},
    )
    report = relations_benchmark(gold, LiteAnnotator())["is_a"]
    assert report["rows"] == 3
    assert (report["predicted"], report["correct"], report["gold"], report["found"]) == (2, 1, 2, 1)
    assert report["precision"] == report["recall"] == report["f1"] == 0.5


def test_parts_count_only_between_the_pair_and_by_their_heads(tmp_path):
    gold = gold_file(
        tmp_path,
        {
            "text": "The heavy door handle of the car broke.",
            "pair": ["handle", "car"],
            "relations": [stated("has_part", "car", "handle")],
        },
        {"text": "Water consists of hydrogen and oxygen.", "pair": ["hydrogen", "oxygen"], "relations": []},
        {"text": "Water consists of hydrogen.", "pair": ["water", "hydrogen"], "relations": []},
    )
    report = relations_benchmark(gold, LiteAnnotator())["has_part"]
    assert (report["predicted"], report["correct"], report["found"]) == (2, 1, 1)


def test_the_direction_of_a_part_matters(tmp_path):
    text = "Water consists of hydrogen."
    gold = gold_file(
        tmp_path, {"text": text, "pair": ["water", "hydrogen"], "relations": [stated("has_part", "hydrogen", "water")]}
    )
    report = relations_benchmark(gold, LiteAnnotator())["has_part"]
    assert (report["predicted"], report["correct"]) == (1, 0)


def test_aliases_have_no_direction_and_the_other_detector_stands_beside(tmp_path):
    gold = gold_file(
        tmp_path,
        {
            "text": "The Harbour Safety Board (HSB) met the Road Office (RO).",
            "relations": [stated("alias", "Harbour Safety Board", "HSB"), stated("alias", "RO", "Road Office")],
            "peer_ab3p": [["HSB", "Harbour Safety Board"]],
        },
    )
    report = relations_benchmark(gold, LiteAnnotator())["alias"]
    assert (report["precision"], report["recall"]) == (1.0, 1.0)
    assert (report["peer_ab3p"]["precision"], report["peer_ab3p"]["recall"]) == (1.0, 0.5)


def test_german_is_scored_with_german_grammar_and_keys(tmp_path):
    is_a, consists_of, also_called = WHALES[0], BIKES[0], BIKES[2]
    gold = gold_file(
        tmp_path,
        {"text": tagged(is_a)[0], "term": "Wale", "relations": [stated("is_a", "Wale", "Säugetiere")]},
        {
            "text": tagged(consists_of)[0],
            "pair": ["Räder", "Fahrräder"],
            "relations": [stated("has_part", "das Fahrrad", "zwei Räder")],
        },
        {"text": tagged(also_called)[0], "relations": [stated("alias", "die Fahrräder", "Velos")]},
    )
    report = relations_benchmark(gold, TaggedAnnotator(WHALES, BIKES))
    assert {kind: (scores["predicted"], scores["correct"], scores["found"]) for kind, scores in report.items()} == {
        "is_a": (1, 1, 1),
        "has_part": (1, 1, 1),
        "alias": (1, 1, 1),
    }


# The verdicts of reflection, measured by the command.

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
