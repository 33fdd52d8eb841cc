"""The README is true, short, and leads on; tests/documentation runs what it shows."""

import re
from pathlib import Path

from tests.support.pages import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_its_two_commands_are_targets_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.findall(r"^\$ make ([\w-]+)", README, re.MULTILINE)
    assert {"demo", "test"} <= set(named)
    assert [target for target in named if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []


def test_it_has_no_comments_since_many_read_it_as_it_is() -> None:
    assert "<!--" not in README


def test_what_a_snippet_imports_is_installed_just_before_it() -> None:
    installs = {"lgm_core": ".", "llama_index_lgm": '".[llama-index]"', "langchain_lgm": '".[langchain]"'}
    models = {"llama_index.llms.openai": "llama-index-llms-openai", "langchain_openai": "langchain-openai"}
    shown = re.findall(
        r"^\$ pip install ([^\n#]*?)(?: {4}#[^\n]*)?\n```\n\n```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL
    )
    assert [command.split()[0] for command, _ in shown] == list(installs.values())
    for command, snippet in shown:
        assert command.split()[1:] == [package for module, package in models.items() if f"from {module} " in snippet]


def test_what_it_links_to_is_there() -> None:
    linked = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", README)
    assert len(linked) > 5
    assert [link for link in linked if not link.startswith("https://") and not Path(ROOT, link).exists()] == []


def test_it_is_two_screens_long_and_has_a_snippet_for_each_way_in() -> None:
    assert len(README.splitlines()) < 120
    snippets = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert [re.findall(r"lgm_core|llama_index_lgm|langchain_lgm", snippet)[0] for snippet in snippets] == [
        "lgm_core",
        "llama_index_lgm",
        "langchain_lgm",
    ]
