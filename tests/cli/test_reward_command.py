"""`lgm tuning reward`, run as a user runs it."""

import json
from pathlib import Path

import pytest

from lgm_core import Document
from tests.support.command_line import lgm
from tests.support.texts import write_corpus

pytestmark = pytest.mark.thorough


def test_an_answer_is_judged_and_answers_are_paired(tmp_path: Path) -> None:
    reed = Document.from_text("Tom Reed was born in Leeds on 4 May 1904.", id="reed", title="Tom Reed")
    graph = tmp_path / "facts.lgm"
    assert lgm("build", write_corpus(tmp_path / "c.jsonl", [reed]), "--graph", graph, "--facts", "open").returncode == 0
    told = lgm("tuning", "reward", graph, "Tom Reed was born in Leeds.", "-q", "Where was Tom Reed born?")
    assert "facts: Tom Reed born in Leeds (on 4 May 1904)" in told.stdout
    found = json.loads(lgm("tuning", "reward", graph, "Tom Reed was born in York.", "--json").stdout)
    assert found["contradicted"] == ["Tom Reed was born in York."]
    rows = tmp_path / "answers.jsonl"
    answers = ["Tom Reed was born in York.", "Tom Reed was born in Leeds."]
    rows.write_text(json.dumps({"question": "Where was Tom Reed born?", "answers": answers}), encoding="utf-8")
    pair = json.loads(lgm("tuning", "reward", graph, "--pairs", rows).stdout)
    assert [pair["chosen"][0]["content"], pair["rejected"][0]["content"]] == answers[::-1]
    german = lgm("tuning", "reward", graph, "Tom Reed ist in der Stadt Leeds geboren und war ein Seemann.")
    assert german.returncode != 0
    assert "another language (de)" in german.stderr
    assert "either an answer to judge or --pairs" in lgm("tuning", "reward", graph).stderr
