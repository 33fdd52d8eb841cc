"""Commands show how far they are: bars on a terminal, nothing of short work elsewhere."""

from pathlib import Path

import pytest

from tests.support.command_line import lgm
from tests.support.terminal import lgm_on_terminal, without_styles
from tests.support.texts import many_documents, write_corpus


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("many")
    write_corpus(folder / "many.jsonl", many_documents(120))
    return folder


def test_a_build_shows_bars_on_a_terminal_and_leaves_none(folder: Path) -> None:
    told = lgm_on_terminal("build", folder / "many.jsonl", "--graph", folder / "a.lgm", "--workers", "1")
    assert told.returncode == 0
    assert "learning" in told.stdout
    assert "/120 documents" in without_styles(told.stdout)
    assert "\x1b[2K" in told.stdout  # wiped out
    last = without_styles(told.stdout.rpartition("\x1b[2K")[2])
    assert "learned 120 documents" in " ".join(last.split())
    assert "learning" not in last


@pytest.mark.parametrize(
    ("command", "work"),
    [
        (["export", "--out", "out.jsonl"], "exporting"),
        (["construct", "{first}"], "constructing"),
    ],
)
def test_other_long_commands_show_theirs(command: list[str], work: str, folder: Path) -> None:
    lgm("build", folder / "many.jsonl", "--graph", folder / "b.lgm")
    first = lgm("documents", "--limit", "1", "--graph", folder / "b.lgm").stdout.partition("\t")[0]
    arguments = [folder / part if part.startswith("out") else part.format(first=first) for part in command]
    told = lgm_on_terminal(*arguments, "--graph", folder / "b.lgm")
    assert told.returncode == 0
    assert f"{work} ━" in without_styles(told.stdout) or f"{work}  " in without_styles(told.stdout)


def test_a_benchmark_shows_its_questions(folder: Path) -> None:
    (folder / "corpus.jsonl").write_text('{"id": "a", "title": "Apples", "text": "Apples are a type of fruit."}\n')
    (folder / "questions.jsonl").write_text(
        '{"id": "1", "question": "What are apples?", "gold_passages": ["a"], "answer": "fruit"}\n'
    )
    files = ["--corpus", folder / "corpus.jsonl", "--questions", folder / "questions.jsonl"]
    told = lgm_on_terminal("bench", "retrieval", *files)
    assert told.returncode == 0, told.stdout
    assert "0/1 questions" in without_styles(told.stdout)
    assert "recall@1" in told.stdout


def test_short_work_says_nothing_into_a_pipe(folder: Path) -> None:
    told = lgm("build", folder / "many.jsonl", "--graph", folder / "c.lgm")
    assert (told.returncode, told.stderr) == (0, "")
