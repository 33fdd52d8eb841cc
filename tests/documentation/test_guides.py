"""What the guides say of options is so: their names and defaults, and the commands with theirs."""

import dataclasses
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

import lgm_core
from lgm_core.cli.application import app
from tests.support.pages import DOCS, PAGES, read_page
from tests.support.pictures import TAKEN

GUIDES = sorted((DOCS / "guides").glob("*.md"))
ROW = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| ([^|]+) \|", re.MULTILINE)
TABLE = re.compile(r"^\| `(\w+Options)` \| default \|.*\n\|.*\n((?:\|.*\n)+)", re.MULTILINE)


def stated_defaults() -> Iterator[tuple[str, str, str, str]]:
    for guide in GUIDES:
        for table in TABLE.finditer(guide.read_text(encoding="utf-8")):
            for names, values in ROW.findall(table[2]):
                for name, value in zip(names.split(", "), values.split(", "), strict=True):
                    yield guide.name, table[1], name.strip("`"), value.strip("` ")


def written(default: object) -> str:
    """Write a default as the guides do."""
    if isinstance(default, str):
        return f'"{default}"'
    return str(default).removeprefix("0") if isinstance(default, float) else str(default)


def test_defaults_of_options_are_those_of_the_code() -> None:
    stated = list(stated_defaults())
    assert len(stated) > 20
    wrong = []
    for guide, options, name, value in stated:
        fields = {field.name: field for field in dataclasses.fields(getattr(lgm_core, options))}
        field = fields.get(name)
        default = getattr(getattr(lgm_core, options)(), name) if field is not None else "no such setting"
        made_by = f"{type(default).__name__}()"
        if value not in {written(default), made_by}:
            wrong.append(f"{guide}: {options}.{name} is {default!r}, not {value}")
    assert wrong == []


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_keywords_of_options_that_a_guide_names_exist(guide: Path) -> None:
    for options, arguments in re.findall(r"\b(\w+Options|RequestLimits)\(([^()…]*)\)", guide.read_text("utf-8")):
        known = {field.name for field in dataclasses.fields(getattr(lgm_core, options))}
        assert set(re.findall(r"(\w+)=", arguments)) <= known, options


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_commands_and_options_that_a_guide_names_exist(guide: Path) -> None:
    top, text = typer.main.get_command(app), guide.read_text("utf-8").replace("\\\n", " ")
    for line in re.findall(r"`lgm ([a-z][^`\n]*)`|^\$ lgm ([^\n]+)", text, re.MULTILINE):
        command, words = top, shlex.split("".join(line).split(" > ")[0], comments=True)
        while words and words[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0)]
        assert command is not top or not words or words[0].startswith("--"), f"lgm {''.join(line)}"
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        given = {word.partition("=")[0] for word in words if word.startswith("-") and len(word) > 1}
        assert given <= known | {"--help"}, f"lgm {''.join(line)}"


# The pictures of the documentation are those that a command takes, small, and shown somewhere.


def test_each_picture_is_shown_by_a_page_with_words_in_its_place() -> None:
    text = "".join(read_page(path).text for path in PAGES)
    assert [picture.name for picture in TAKEN if f"pictures/{picture.name}.png" not in text] == []
    assert "![](" not in text
