"""The house stays a house: who may import whom, what importing costs, and what the package offers."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import lgm_core

PACKAGE = Path(lgm_core.__file__).parent

FLOORS = {
    "model": 1,
    "errors": 1,
    "tracing": 2,
    "language": 2,
    "graph": 2,
    "llm": 2,
    "flow": 3,
    "learning": 4,
    "retrieval": 4,
    "language_graph": 5,
    "evaluation": 6,
    "mcp_server": 6,
    "demo": 6,
    "cli": 7,
}

HEAVY = {
    "torch",
    "stanza",
    "spacy",
    "neo4j",
    "openai",
    "llama_index",
    "langchain",
    "langchain_core",
    "typer",
    "rich",
    "mcp",
    "numpy",
    "nltk",
}


def room(module: Path) -> str:
    return module.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(module: Path) -> set[str]:
    """Return the modules of the package that a module imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return found


MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.name != "__init__.py")


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_module_imports_only_from_floors_below_its_own(module: Path) -> None:
    own = room(module)
    for name in imports(module):
        parts = name.split(".")
        if parts[0] != "lgm_core" or len(parts) == 1:
            continue
        other = parts[1]
        assert other == own or FLOORS[other] < FLOORS[own], f"{own} must not import {name}"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_engine_never_imports_a_door(module: Path) -> None:
    roots = {name.split(".")[0] for name in imports(module)}
    assert not roots & {"llama_index", "llama_index_lgm", "langchain_core", "langchain", "langchain_lgm"}


def test_a_module_fits_on_a_few_screens() -> None:
    too_long = {str(path.relative_to(PACKAGE)): len(path.read_text().splitlines()) for path in MODULES}
    assert not {name: lines for name, lines in too_long.items() if lines > 400}


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}; import sys; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return {name.split(".")[0] for name in output.split()}


def test_importing_the_engine_loads_nothing_heavy() -> None:
    assert not loaded_by("import lgm_core") & HEAVY


def test_naming_the_facade_loads_no_framework_and_no_server_driver() -> None:
    heavy = {"torch", "stanza", "spacy", "neo4j", "openai", "llama_index", "langchain_core", "nltk"}
    assert not loaded_by("from lgm_core import LanguageGraph, Document, OpenAIChatModel") & heavy


def test_the_public_surface_is_what_the_readme_says() -> None:
    assert sorted(lgm_core.__all__) == [
        "Answer",
        "AskOptions",
        "Cancelled",
        "Citation",
        "Document",
        "ExtractionOptions",
        "InputError",
        "LGMError",
        "LanguageGraph",
        "LanguageModelError",
        "MissingDependencyError",
        "OpenAIChatModel",
        "RetrievedPassage",
        "RetrievedSentence",
        "SQLiteStore",
        "SchemaVersionError",
        "StoreError",
        "__version__",
    ]
    assert all(getattr(lgm_core, name) for name in lgm_core.__all__)
