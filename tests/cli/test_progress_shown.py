"""Commands show how far they are: bars on a terminal, nothing of short work elsewhere."""

from pathlib import Path

import pytest

from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, failure
from tests.support.terminal import lgm_on_terminal, on_screen, without_styles
from tests.support.texts import many_documents, write_corpus

pytestmark = pytest.mark.thorough


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
    left = " ".join(line for line in on_screen(told.stdout) if line)
    assert "learned 120 documents" in " ".join(left.split())
    assert "━" not in left


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


def test_what_is_told_meanwhile_stands_above_the_bars(folder: Path) -> None:
    lgm("build", folder / "many.jsonl", "--graph", folder / "d.lgm")
    first = lgm("documents", "--limit", "1", "--graph", folder / "d.lgm").stdout.partition("\t")[0]
    with OpenAIServer([failure(400, "no such model")] * 20) as server:
        model = ["--model", "m", "--base-url", server.base_url]
        told = lgm_on_terminal("construct", first, "--graph", folder / "d.lgm", *model)
    assert "━" in told.stdout
    screen = on_screen(told.stdout)
    assert f"· {first}: entities: nothing" in screen
    assert [line for line in screen if "━" in line] == []


def test_a_warning_is_printed_as_other_remarks_are(folder: Path) -> None:
    lgm("build", folder / "many.jsonl", "--graph", folder / "e.lgm")
    ask = ["ask", "What is a kettle?", "--where", '{"colour": "red"}', "--graph", folder / "e.lgm"]
    lines = on_screen(lgm_on_terminal(*ask).stdout)
    assert "No document passes the filter: none has the metadata field" in " ".join(lines)
    assert max(map(len, lines)) <= 80


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
