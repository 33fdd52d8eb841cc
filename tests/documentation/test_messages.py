"""The messages on the page on troubleshooting are those of the code."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "troubleshooting.md"
PACKAGES = ("lgm_core", "llama_index_lgm", "langchain_lgm")
GAP = "…"
"""Stands for what a message quotes, on the page and in the templates."""


def quoted_messages() -> list[str]:
    """Return the headings of the page that are code, which are messages."""
    headings = re.findall(r"^### (`+)(.+)\1$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return [text.strip() for _, text in headings]


def template(text: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(text, ast.Constant):
        return re.sub(r"%[sdr]", GAP, str(text.value))
    return "".join(template(part) if isinstance(part, ast.Constant) else GAP for part in text.values)


def texts_of(module: Path) -> Iterator[str]:
    """Yield the texts of a module that are no docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
        if is_text and id(node) not in docstrings:
            yield template(node)


@cache
def templates() -> str:
    """Return the texts of all packages, one a line."""
    modules = [module for package in PACKAGES for module in sorted((ROOT / package).rglob("*.py"))]
    return "\n".join(" ".join(text.split()) for module in modules for text in texts_of(module))


def is_in_code(message: str) -> bool:
    """Tell whether a text of the code has all that a message has between its gaps, in this order."""
    parts = [re.escape(part.strip()) for part in message.split(GAP) if part.strip(" .,:;")]
    return re.search(".*".join(parts), templates()) is not None


@pytest.mark.parametrize("message", quoted_messages())
def test_a_message_on_the_page_is_one_of_the_code(message: str) -> None:
    assert is_in_code(message)


def test_the_page_quotes_messages_and_another_text_is_none_of_the_code() -> None:
    assert len(quoted_messages()) > 50
    assert not is_in_code("the flux capacitor of … is empty")
    assert not is_in_code("the budget of … tokens is spent: … are eaten")
