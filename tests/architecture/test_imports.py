"""The house stays a house: who may import whom, how rooms are filled, and what importing costs."""

import subprocess
import sys
from collections import Counter

import pytest

from tests.architecture.source_tree import MODULES, PACKAGES, PUBLIC_MODULES, imported_modules, imported_names

FLOORS = {
    "errors": 1,
    "file_writing": 1,
    "model": 1,
    "tracing": 1,
    "progress": 1,
    "worker_threads": 1,
    "documents": 2,
    "language": 2,
    "vectors": 2,
    "graph": 2,
    "llm": 2,
    "rdf": 2,
    "flow": 3,
    "learning": 4,
    "retrieval": 4,
    "feedback": 5,
    "reasoning": 5,
    "pages": 6,
    "facade": 7,
    "plans": 8,
    "ports": 8,
    "reports": 8,
    "hosts": 8,
    "evaluation": 8,
    "demo": 8,
    "mcp_server": 9,
    "page_server": 9,
    "cli": 10,
}
"""Rooms of the engine; a room imports only from floors below its own."""


SHARED_NAMES = {"port"}
"""Names that modules of several rooms have on purpose: what the engine asks of whoever implements the room."""

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
    "jinja2",
    "rdflib",
    "numpy",
    "nltk",
}

ENGINE = [module for module in MODULES if module.startswith("lgm_core.")]


def room(module: str) -> str:
    return module.split(".")[1]


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("lgm_core.flow.drivers", "lgm_core.flow.request"),
        ("lgm_core", "lgm_core.facade.language_graph"),  # for type checkers alone
        ("lgm_core.language.backends", "lgm_core.language.lite.lite_annotator"),  # inside a function
        ("langchain_lgm", "langchain_lgm.retriever"),
    ],
)
def test_an_import_is_seen_wherever_it_stands(module: str, imported: str) -> None:
    assert imported in imported_modules(module)


def test_a_module_imports_only_from_floors_below_its_own() -> None:
    for module in ENGINE:
        own = room(module)
        for other in imported_modules(module):
            if other == "lgm_core":
                assert own == "cli", f"{module} takes names from the public surface, which imports it"
            else:
                assert room(other) == own or FLOORS[room(other)] < FLOORS[own], f"{module} must not import {other}"


DOORS = [module for module in MODULES if module.split(".")[0] in ("langchain_lgm", "llama_index_lgm")]
PUBLIC = {f"{module.__name__}.{name}" for module in PUBLIC_MODULES for name in module.__all__}


def test_a_door_imports_only_public_names_of_the_engine() -> None:
    for module in DOORS:
        engine = [name for name in imported_names(module) if name.split(".")[0] == "lgm_core"]
        assert [name for name in engine if name not in PUBLIC] == [], module


def test_nothing_that_is_installed_imports_what_is_not_and_the_engine_no_door() -> None:
    not_installed = {"benchmarks", "tests", "training"}
    doors = {"llama_index", "llama_index_lgm", "langchain_core", "langchain", "langchain_lgm"}
    for module in MODULES:
        roots = {name.split(".")[0] for name in imported_names(module)}
        assert not roots & (not_installed | (set() if module in DOORS else doors)), module


def test_no_modules_import_each_other_in_a_circle() -> None:
    arrows = {module: imported_modules(module) for module in MODULES}
    while leaves := {module for module, others in arrows.items() if not others & arrows.keys()}:
        arrows = {module: others for module, others in arrows.items() if module not in leaves}
    assert not arrows, f"circles among {sorted(arrows)}"


@pytest.mark.parametrize("package", PACKAGES)
def test_no_two_modules_of_a_package_share_a_name(package: str) -> None:
    own = [path for module, path in MODULES.items() if module.split(".")[0] == package]
    names = Counter(path.stem for path in own if not path.stem.startswith("__"))
    assert not {name for name, count in names.items() if count > 1} - SHARED_NAMES


def test_a_module_fits_on_a_few_screens() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert not {name: lines for name, lines in lengths.items() if lines > 400}


def loaded_by(statement: str) -> set[str]:
    code = f"{statement}; import sys; print(*sys.modules)"
    output = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    return {name.split(".")[0] for name in output.split()}


def test_importing_the_engine_loads_nothing_heavy() -> None:
    assert not loaded_by("import lgm_core") & HEAVY


def test_naming_the_facade_loads_no_framework_and_no_server_driver() -> None:
    heavy = {"torch", "stanza", "spacy", "neo4j", "openai", "llama_index", "langchain_core", "nltk"}
    assert not loaded_by("from lgm_core import LanguageGraph, Document, OpenAIChatModel") & heavy
