"""`lgm facts`, and facts in `lgm build` and `lgm estimate`, run as a user runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lgm_core import Document
from tests.support.command_line import lgm
from tests.support.texts import write_corpus

pytestmark = pytest.mark.thorough

REED = "Tom Reed was a sailor. Tom Reed was born in Leeds on 4 May 1904."


@pytest.fixture(scope="module")
def reed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reed")
    return write_corpus(folder / "corpus.jsonl", [Document.from_text(REED, id="reed", title="Tom Reed")])


@pytest.fixture(scope="module")
def with_facts(reed: Path) -> Path:
    told = lgm("build", reed, "--graph", reed.parent / "facts.lgm", "--facts", "open")
    assert told.returncode == 0
    assert " facts)" in told.stdout
    return reed.parent / "facts.lgm"


def test_facts_come_with_their_sentences(with_facts: Path) -> None:
    told = lgm("facts", "Leeds", "--graph", with_facts)
    assert "Tom Reed — born in — Leeds (on 4 May 1904)" in told.stdout
    assert "Tom Reed was born in Leeds on 4 May 1904.  <parse>" in told.stdout


def test_facts_are_printed_as_json_for_programs(with_facts: Path) -> None:
    found = json.loads(lgm("facts", "Tom Reed", "--graph", with_facts, "--json").stdout)
    born = next(fact for fact in found if fact["predicate"] == "bear in")
    (evidence,) = born["evidence"]
    assert (born["subject"], evidence["document_id"]) == ("tom reed", "reed")
    assert "Leeds" in evidence["text"][evidence["start"] : evidence["end"]]


def test_a_later_build_keeps_facts_unless_it_is_told_otherwise(reed: Path, tmp_path: Path) -> None:
    counts = []
    for arguments in (["--facts", "open"], [], ["--facts", "none"]):
        assert lgm("build", reed, "--graph", tmp_path / "x.lgm", *arguments).returncode == 0
        counts.append(len(json.loads(lgm("facts", "Tom Reed", "--graph", tmp_path / "x.lgm", "--json").stdout)))
    assert counts[0] == counts[1] > counts[2] == 0


def test_recorded_triples_are_imported(reed: Path, tmp_path: Path) -> None:
    assert lgm("build", reed, "--graph", tmp_path / "x.lgm").returncode == 0
    triples = [["Tom Reed", "was born in", "Leeds"], ["Tom Reed", "likes", "tea"], ["Tom Reed"]]
    file = tmp_path / "recorded.jsonl"
    file.write_text(json.dumps({"title": "Tom Reed", "text": REED, "triples": triples}) + "\n", encoding="utf-8")
    told = lgm("facts", "--import", file, "--graph", tmp_path / "x.lgm", "--json")
    report = json.loads(told.stdout)
    assert (report["claims"], report["kept"], report["dropped"]) == (
        3,
        1,
        {"malformed": 1, "object not in the text": 1},
    )
    assert "<import:recorded>" in lgm("facts", "Leeds", "--graph", tmp_path / "x.lgm").stdout


def test_the_cost_of_facts_is_told_before(reed: Path) -> None:
    without, with_them = (
        json.loads(lgm("estimate", reed, "--json", *arguments).stdout) for arguments in ([], ["--facts"])
    )
    assert without["facts"]["calls"] == 0
    assert with_them["facts"]["calls"] == 1
    assert "facts " in lgm("estimate", reed, "--facts").stdout


def test_an_import_takes_no_choice_of_facts(with_facts: Path) -> None:
    told = lgm("facts", "--import", "x.jsonl", "--limit", "1", "--graph", with_facts)
    assert told.returncode == 1
    assert "--limit" in told.stderr


def test_a_graph_without_facts_says_so(reed: Path, tmp_path: Path) -> None:
    assert lgm("build", reed, "--graph", tmp_path / "x.lgm").returncode == 0
    assert "--facts open" in lgm("facts", "Leeds", "--graph", tmp_path / "x.lgm").stderr


def test_facts_are_not_estimated_of_questions(with_facts: Path, tmp_path: Path) -> None:
    (tmp_path / "questions.txt").write_text("Who was Tom Reed?", encoding="utf-8")
    told = lgm("estimate", "--questions", tmp_path / "questions.txt", "--graph", with_facts, "--facts")
    assert told.returncode == 1
    assert "--facts" in told.stderr


@pytest.mark.parametrize("arguments", [[], ["Leeds", "--import", "x.jsonl"]])
def test_either_a_name_or_a_file_is_wanted(with_facts: Path, arguments: list[str]) -> None:
    told = lgm("facts", *arguments, "--graph", with_facts)
    assert told.returncode == 1
    assert "Traceback" not in told.stderr
    assert "--import FILE" in told.stderr


def test_a_backend_that_does_not_parse_is_refused(reed: Path, tmp_path: Path) -> None:
    told = lgm("build", reed, "--graph", tmp_path / "x.lgm", "--facts", "open", "--language-backend", "lite")
    assert told.returncode == 1
    assert "lite:parse" in told.stderr
    assert "--facts none" in told.stderr
    assert not (tmp_path / "x.lgm").exists()
