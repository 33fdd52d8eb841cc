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
