"""What pages show runs as it stands, each page in a folder of its own; what they leave out they say."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.documentation.page_runs import run_page
from tests.support.pages import PAGES, ROOT, RUN, DocumentationPage, read_page

READ = [read_page(path) for path in PAGES]
HERE = [page for page in READ if page.is_run and not page.needs_neo4j]


@pytest.mark.parametrize("page", HERE, ids=lambda page: page.name)
def test_what_a_page_shows_runs_from_top_to_bottom(page: DocumentationPage, tmp_path: Path) -> None:
    run_page(page, tmp_path)


def test_what_is_left_out_has_a_reason_and_is_little() -> None:
    shown = [block for page in READ for block in page.blocks if block.language in RUN]
    left_out = [block for block in shown if block.not_run]
    assert len(shown) > 30
    assert len(left_out) <= 13, [block.not_run for block in left_out]


def test_no_code_hides_in_blocks_of_other_kinds() -> None:
    code = re.compile(r"^(\$ |from \w+ import |import )", re.MULTILINE)
    hidden = [
        f"{page.name}:{block.line}"
        for page in READ
        for block in page.blocks
        if block.language in {"", "bash", "sh", "shell", "py", "pycon"} and code.search(block.code)
    ]
    assert hidden == []


def test_programs_that_pages_show_as_files_are_run_by_a_command() -> None:
    for page in READ:
        commands = "".join(block.code for block in page.blocks if block.language == "console")
        files = [block.title for block in page.blocks if block.title.endswith(".py") and not block.not_run]
        assert [name for name in files if name not in commands] == []


def test_extras_that_pages_install_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {
        name
        for page in READ
        for names in re.findall(r'"(?:\.|[./\w-]*language-graph-model)\[([\w,-]+)\]', page.text)
        for name in names.split(",")
    }
    assert {"llama-index", "langchain", "neo4j", "mcp"} <= named <= extras.keys()
