"""Steps of gold decompositions answered from recorded facts."""

import json
from pathlib import Path

from benchmarks.reasoning.fact_steps import fact_steps_benchmark


def test_steps_are_answered_from_recorded_facts_along_the_threshold(tmp_path: Path) -> None:
    passages = [
        {"id": "song", "title": "Hello Love", "text": "Hello Love was performed by Hank Snow."},
        {"id": "singer", "title": "Hank Snow", "text": "Hank Snow died in Tennessee."},
    ]
    decomposition = [
        {"question": "Hello Love >> performer", "answer": "Hank Snow"},
        {"question": "Where did #1 die?", "answer": "Tennessee"},
        {"question": "Who governed #2 ?", "answer": "Ann Alba"},
    ]
    question = {
        "id": "q",
        "question": "Who governed where the performer of Hello Love died?",
        "answer": "Ann Alba",
        "gold_passages": ["song", "singer"],
        "decomposition": decomposition,
    }
    records = [
        {**passages[0], "triples": [["Hello Love", "performed by", "Hank Snow"]]},
        {**passages[1], "triples": [["Hank Snow", "died in", "Tennessee"]]},
    ]
    for name, rows in (("corpus", passages), ("questions", [question]), ("recorded", records)):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    figures = fact_steps_benchmark(tmp_path, tmp_path / "recorded.jsonl", annotator="lite", verbose=True)
    assert figures["steps"] == 3
    assert figures["thresholds"]["0.7"] == {"answered": 2 / 3, "right": 1.0, "exact": 1.0}
    assert figures["answered_at_.80_right"] == 2 / 3
    assert "no fact fits" in figures["misses"][2]
