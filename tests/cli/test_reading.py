"""What `lgm ask` and `lgm retrieve` print, on a terminal of 80 columns and into a pipe."""

import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, completion
from tests.support.terminal import lgm_on_terminal, on_screen, without_styles

LONG = (
    "Apples are a type of fruit that is grown in orchards of the whole temperate zone, pressed for cider, baked in "
    "pies and kept in cool cellars over the winter. "
)
ROWS = [
    {
        "id": f"handbook/growing/fruit-{number}.md",
        "title": "All about apples 蘋果",
        "text": LONG + f"Apples {number} are 蘋果。",
    }
    for number in range(12)
]
HEAD = "def apples(orchard, *, only_ripe=True, sort_by_size=False, keep_the_best_for_seed=True, limit=100):"
CODE = f"# Apples in code\n\nThe function counts apples.\n\n```python\n{HEAD}\n    return 1\n```\n"


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    (folder / "a.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    built = lgm("build", folder / "a.jsonl", "--graph", folder / "a.lgm", "--facts", "open")
    assert built.returncode == 0, built.stderr
    return folder / "a.lgm"


@pytest.mark.parametrize(
    "command",
    [
        ["ask", "What are apples?"],
        ["retrieve", "What are apples?", "-k", "12"],
        ["retrieve", "What are apples?", "--mode", "sentences"],
        ["retrieve", "What are apples?", "--mode", "facts"],
        ["concept", "apple"],
        ["relations", "apple"],
        ["facts", "apple"],
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("columns", [50, 80])
def test_no_line_is_wider_than_the_terminal(command: list[str], columns: int, long: Path) -> None:
    told = lgm_on_terminal(*command, "--graph", long, columns=columns)
    lines = without_styles(told.stdout).split("\n")
    assert told.returncode == 0
    assert len(lines) > 5
    assert [line for line in lines if cell_len(line) > columns] == []
    assert "pressed for cider" in " ".join(told.stdout.split())


def test_what_goes_on_in_the_next_line_stands_below_its_beginning(long: Path) -> None:
    lines = without_styles(lgm_on_terminal("ask", "What are apples?", "--graph", long).stdout).split("\n")
    first = next(number for number, line in enumerate(lines) if "[1]" in line)
    text = lines[first].index("Apples")
    assert [line[:text].strip() for line in lines[first + 1 : first + 4]] == ["", "", ""]
    assert lines[first + 1][text] != " "


def test_a_pipe_gets_each_sentence_and_place_on_a_line_of_its_own_without_styles(long: Path) -> None:
    for command in (["ask", "What are apples?"], ["retrieve", "What are apples?"]):
        told = lgm(*command, "--graph", long).stdout
        assert "\x1b" not in told
        assert any(line.rstrip().endswith(f"{LONG.strip()}") or LONG.strip() in line for line in told.split("\n"))
        assert re.search(r"^ +characters .* of handbook/growing/fruit-\d+\.md$|, characters .* of ", told, re.MULTILINE)


def test_lines_of_code_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "code.md").write_text(CODE, encoding="utf-8")
    assert lgm("build", tmp_path / "code.md", "--graph", tmp_path / "a.lgm").returncode == 0
    for command in (["ask"], ["retrieve"], ["retrieve", "--mode", "sentences"]):
        told = lgm_on_terminal(*command, "only_ripe keep_the_best_for_seed", "--graph", tmp_path / "a.lgm").stdout
        assert re.search(rf"{re.escape(HEAD)}\n +return 1\n", told)


def test_nothing_is_styled_where_no_colours_are_wanted(long: Path) -> None:
    ask = ["ask", "What are apples?", "--graph", long]
    assert "\x1b[2m" in lgm_on_terminal(*ask).stdout
    for variables in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in lgm_on_terminal(*ask, environment=variables).stdout


def test_an_answer_of_a_language_model_is_divided_too(long: Path) -> None:
    with OpenAIServer([completion(f"{LONG}[1]")]) as server:
        asking = ["ask", "What are apples?", "--model", "m", "--base-url", server.base_url, "--graph", long]
        told = lgm_on_terminal(*asking, shows_errors=False)
    lines = on_screen(told.stdout)
    assert max(map(cell_len, lines)) <= 80
    assert " ".join(" ".join(lines).split()).startswith(f"{LONG}[1]")


def test_what_steers_terminals_is_written_out_on_a_terminal_too(tmp_path: Path) -> None:
    row = {"id": "a\x1b]0;owned\x07", "title": "b\u202e", "text": "Apples \x9b2J are a type of fruit \x1b[31m."}
    (tmp_path / "a.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert lgm("build", tmp_path / "a.jsonl", "--graph", tmp_path / "a.lgm").returncode == 0
    for command in (["ask"], ["retrieve"], ["retrieve", "--mode", "sentences"]):
        told = lgm_on_terminal(*command, "What are apples?", "--graph", tmp_path / "a.lgm").stdout
        assert re.findall(r"[\x07\x9b\u202e]|\x1b(?!\[[0-9;]*m)|\x1b\[3", told) == []
        assert r"a\x1b]0;owned\x07" in told
