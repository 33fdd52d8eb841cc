"""What steers terminals or turns text around is printed in a form that does neither."""

import json
import re
from pathlib import Path

import pytest

from tests.support.command_line import lgm

STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
EVIL = "\x1b]0;owned\x07\x9b2J\u202e\u2066\u200f"
IDENTIFIER = f"apples{EVIL}"
TEXT = f"Apples are a type of fruit. Mary {EVIL} ate an apple in Berlin. Apples {EVIL} have seeds."


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hostile")
    row = {"id": IDENTIFIER, "title": f"Apples {EVIL}", "text": TEXT, "metadata": {"by": EVIL}}
    (folder / "a.jsonl").write_text(json.dumps(row), encoding="utf-8")
    built = lgm("build", folder / "a.jsonl", "--graph", folder / "a.lgm", "--facts", "open", "--workers", "1")
    assert built.returncode == 0, built.stderr
    return folder / "a.lgm"


@pytest.mark.parametrize(
    "command",
    [
        ["retrieve", "What are apples?"],
        ["retrieve", "What are apples?", "--mode", "sentences"],
        ["retrieve", "What did Mary eat?", "--mode", "facts"],
        ["ask", "What are apples?", "--trace"],
        ["facts", "apple"],
        ["concept", "apple"],
        ["relations"],
        ["documents"],
        ["status"],
        ["entities", IDENTIFIER],
        ["concept", f"pear{EVIL}"],
        ["delete", f"pears{EVIL}"],
        ["documents", "--where", EVIL],
        ["ask", "What are apples?", "--where", json.dumps({f"by{EVIL}": 1})],
        ["solve", "--plan", f"no{EVIL}.txt"],
    ],
    ids=lambda command: ascii(" ".join(command)),
)
def test_nothing_that_is_printed_steers_the_terminal(command: list[str], hostile: Path) -> None:
    told = lgm(*command, "--graph", hostile)
    printed = told.stdout + told.stderr
    assert printed.strip()
    assert "Traceback" not in printed
    assert STEERING.findall(printed) == []


def test_what_is_printed_tells_what_stands_there(hostile: Path) -> None:
    assert r"apples\x1b]0;owned\x07\x9b2J\u202e\u2066\u200f" in lgm("documents", "--graph", hostile).stdout


def test_json_keeps_the_text_as_it_is_without_steering_either(hostile: Path) -> None:
    told = lgm("documents", "--graph", hostile, "--json").stdout
    assert STEERING.findall(told) == []
    assert json.loads(told)[0]["id"] == IDENTIFIER
