"""The benchmark of feedback: an oracle drives the real flow over a folder of decomposed questions."""

import json
from pathlib import Path

import pytest

from benchmarks.decomposed_questions import Step, contains_phrase, holds
from benchmarks.feedback import feedback_benchmark
from lgm_core.model import Fact, Value, ValueKind

PASSAGES = [
    {"id": "p1", "title": "Hello Love", "text": "Hello Love is a song by Hank Snow."},
    {"id": "p2", "title": "Hank Snow", "text": "Hank Snow was a singer. He died in Tennessee in 1999."},
    {"id": "p3", "title": "Tennessee", "text": "Tennessee borders Virginia."},
]
QUESTION = {
    "id": "q1",
    "question": "In which state did the performer of Hello Love die?",
    "answer": "Tennessee",
    "decomposition": [
        {"question": "Hello Love >> performer", "answer": "Hank Snow"},
        {"question": "Where did #1 die?", "answer": "Tennessee"},
    ],
    "gold_passages": ["p1", "p2"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, PASSAGES)))
    (tmp_path / "questions.jsonl").write_text(json.dumps(QUESTION))
    return tmp_path


def test_from_an_empty_graph_each_round_adds_a_step(folder: Path) -> None:
    figures = feedback_benchmark(folder)
    rows = [
        (row["steps_held"], row["questions_whole"], row["sub_questions"])
        for row in (figures["start"], *figures["rounds"])
    ]
    assert rows == [(0, 0, 0), (0.5, 0, 1), (1, 1, 2), (1, 1, 2)]
    assert figures["rounds"][-1]["answered"] == 1
    assert figures["again"] == {"sub_questions": 0, "extractions": 0, "facts_added": 0}
    assert figures["ends"] == {"nothing is missing": 1}


def test_recorded_facts_are_where_it_starts(folder: Path) -> None:
    recorded = folder / "recorded.jsonl"
    row = PASSAGES[0] | {"triples": [["Hello Love", "is a song by", "Hank Snow"]]}
    recorded.write_text(json.dumps(row))
    figures = feedback_benchmark(folder, recorded=recorded)
    assert figures["start"]["steps_held"] == 0.5
    assert [row["sub_questions"] for row in figures["rounds"]] == [1, 1]


def test_a_step_is_held_by_both_its_ends() -> None:
    step = Step("How much debt does Tennessee have?", "about $1.18 billion")
    value = Value("$1.18 billion", ValueKind.QUANTITY, 1.18e9, 1.18e9, "USD")
    assert holds([Fact("tennessee", "owe", value)], step)
    assert not holds([Fact("virginia", "owe", value)], step)
    assert not holds([Fact("tennessee", "owe", Value("1.19", ValueKind.NUMBER, 1.19, 1.19))], step)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("the 1920 Summer Olympics", "1920 summer olympic"),
        ("Kim Jong-chul's father", "kim jong chul"),
        ("born in the U.S. in 1904", "us"),
    ],
)
def test_phrases_are_found_by_their_lemmas(text: str, phrase: str) -> None:
    assert contains_phrase(text, phrase)
    assert not contains_phrase(text, "35")
