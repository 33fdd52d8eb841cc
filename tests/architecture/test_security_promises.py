"""Each promise of SECURITY.md is held by tests that exist."""

import ast
import re

import pytest

from tests.support.requirements import ROOT

TEXT = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
PROMISES = [line.strip("| ").split(" | ") for line in TEXT.splitlines() if line.startswith("| ")][1:]


@pytest.mark.parametrize(("promise", "tests"), PROMISES)
def test_a_promise_is_held_by_tests(promise: str, tests: str) -> None:
    linked = re.findall(r"\[`(\w+)`\]\((tests/[\w/]+\.py)\)", tests)
    assert len(linked) == tests.count("](") >= 1
    assert [name for name, path in linked if name not in functions(path)] == []


def functions(path: str) -> set[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_what_it_links_to_is_there() -> None:
    assert [path for path in re.findall(r"\]\(([^)#]+)", TEXT) if not (ROOT / path).exists()] == []
