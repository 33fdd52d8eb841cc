"""The house stays a house: who may import whom, how rooms are filled, and what importing costs."""

import subprocess
import sys
from collections import Counter

import pytest

from tests.architecture.source_tree import MODULES, PACKAGES, PUBLIC_MODULES, imported_modules, imported_names

ROOMS = {
    1: "batches errors file_writing model tracing progress worker_threads",
    2: "documents language vectors graph llm rdf",
    3: "flow schema",
    4: "learning retrieval",
    5: "feedback reasoning",
    6: "pages tuning",
    7: "facade",
    8: "plans ports reports hosts evaluation demo",
    9: "mcp_server page_server",
    10: "cli",
}
"""Rooms of the engine by floor; a room imports only from floors below its own."""
FLOORS = {room: floor for floor, rooms in ROOMS.items() for room in rooms.split()}


SHARED_NAMES = {"port"}
"""Names that modules of several rooms have on purpose: what the engine asks of whoever implements the room."""

DRIVERS = set("torch stanza spacy neo4j openai llama_index langchain_core nltk".split())
HEAVY = DRIVERS | set("langchain typer rich mcp jinja2 rdflib numpy".split())

ENGINE = [module for module in MODULES if module.startswith("lgm_core.")]


def room(module: str) -> str:
    return module.split(".")[1]


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
    assert not loaded_by("from lgm_core import LanguageGraph, Document, OpenAIChatModel") & DRIVERS
