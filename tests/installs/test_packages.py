"""The wheel and the source archive: what is in them, and that each works in an environment that has nothing else."""

import subprocess
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

import lgm_core
from tests.support.environments import Environment
from tests.support.requirements import SETTINGS

pytestmark = pytest.mark.installs
ROOT = Path(__file__).parents[2]
PACKAGES = ("lgm_core", "langchain_lgm", "llama_index_lgm")

USE = """
from lgm_core import Document, LanguageGraph
with LanguageGraph("my.lgm") as graph:
    graph.build([Document.from_text("Apples are a type of fruit. Fruits contain many vitamins.", id="apples")])
    print(*(citation.text for citation in graph.ask("What are apples rich in?").citations))
"""


NO_SERVER = """
import neo4j
from lgm_core import LanguageGraph, Neo4jStore, StoreError
with neo4j.GraphDatabase.driver("bolt://127.0.0.1:1") as driver:
    try:
        LanguageGraph(Neo4jStore.from_driver(driver)).statistics()
    except StoreError as error:
        print("cannot be reached" in str(error))
"""
EXTRAS = {
    "pdf": """
from lgm_core import LanguageGraph
with LanguageGraph("my.lgm") as graph:
    print(graph.build("apples.pdf").sentences == 1)
""",
    "neo4j": NO_SERVER,
    "mcp": """
from lgm_core import Document, LanguageGraph
from lgm_core.mcp_server import graph_server
with LanguageGraph("my.lgm") as graph:
    graph.build(Document.from_text("Apples are a type of fruit."))
    print(bool(graph_server(graph)))
""",
    "bench": """
from lgm_core.evaluation.question_answering import answer_report
import matplotlib
print(bool(answer_report))
""",
    "rdf": """
from lgm_core import Document, LanguageGraph
with LanguageGraph("one.lgm") as graph, LanguageGraph("other.lgm") as other:
    graph.build(Document.from_text("Apples are a type of fruit."))
    graph.export("one.ttl")
    print(other.build("one.ttl").sentences == 1)
""",
    "llama-index-neo4j": """
from llama_index.graph_stores.neo4j import Neo4jPropertyGraphStore
from lgm_core import Neo4jStore
print(hasattr(Neo4jStore, "from_llama_index"))
""",
    "langchain": """
from langchain_core.documents import Document
from langchain_lgm import ConceptIterativeRetriever, LanguageGraphBuilder
graph = LanguageGraphBuilder(store="my.lgm").build([Document("Apples are a type of fruit.", id="apples")])
print("fruit" in ConceptIterativeRetriever(graph=graph).invoke("What are apples?")[0].page_content)
""",
    "llama-index": """
from llama_index.core import Document
from llama_index_lgm import LanguageGraphIndex
index = LanguageGraphIndex.from_documents([Document(text="Apples are a type of fruit.", id_="apples")], store="my.lgm")
print("fruit" in index.as_retriever().retrieve("What are apples?")[0].text)
""",
}
"""What each light extra is for, in as few lines as show that it works."""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Build the source archive, and from it the wheel."""
    folder = tmp_path_factory.mktemp("archives")
    builder = Environment.made(folder / "builder")
    builder.install("build", cwd=folder)
    builder.run("-m", "build", "--outdir", folder / "dist", ROOT, cwd=folder)
    built = list((folder / "dist").iterdir())
    return {end: path for end in (".whl", ".tar.gz") for path in built if path.name.endswith(end)}


def test_the_version_stands_in_one_place(archives: dict[str, Path]) -> None:
    name = f"language_graph_model-{lgm_core.__version__}"
    assert {path.name for path in archives.values()} == {f"{name}.tar.gz", f"{name}-py3-none-any.whl"}
    spelt = f'"{lgm_core.__version__}"'
    places = [path for path in sources() if spelt in path.read_text(encoding="utf-8")]
    assert places == [ROOT / "lgm_core" / "__init__.py"]


def sources() -> list[Path]:
    return [ROOT / "pyproject.toml", *(path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))]


def test_the_wheel_has_every_file_of_the_packages_and_no_other(archives: dict[str, Path]) -> None:
    with zipfile.ZipFile(archives[".whl"]) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert held == {name for name in tracked() if name.startswith(tuple(f"{package}/" for package in PACKAGES))}
    assert {f"{package}/py.typed" for package in PACKAGES} <= held


def test_the_wheel_tells_its_licences_and_has_their_texts(archives: dict[str, Path]) -> None:
    named = SETTINGS["project"]["license-files"]
    with zipfile.ZipFile(archives[".whl"]) as wheel:
        about = {name.partition(".dist-info/")[2]: name for name in wheel.namelist() if ".dist-info/" in name}
        texts = [f"licenses/{name}" for name in named]
        assert about.keys() == {"METADATA", "RECORD", "WHEEL", "entry_points.txt", *texts}
        assert [wheel.read(about[text]) for text in texts] == [(ROOT / name).read_bytes() for name in named]
        told = Parser().parsestr(wheel.read(about["METADATA"]).decode())
    assert told["License-Expression"] == SETTINGS["project"]["license"]
    assert told.get_all("License-File") == named
    assert set(told.get_all("Provides-Extra", [])) == SETTINGS["project"]["optional-dependencies"].keys()


def test_the_source_archive_has_all_that_the_repository_has_and_no_other(archives: dict[str, Path]) -> None:
    with tarfile.open(archives[".tar.gz"]) as archive:
        held = {member.name.partition("/")[2] for member in archive if member.isfile()}
    assert held == {name for name in tracked() if not name.startswith(".ci/")} | {"PKG-INFO"}


def tracked() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return listed.splitlines()


@pytest.fixture(scope="module")
def wheel_alone(archives: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with the wheel and what it needs."""
    return installed(archives[".whl"], tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def source_alone(archives: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return an environment with what is made from the source archive, and what it needs."""
    return installed(archives[".tar.gz"], tmp_path_factory.mktemp("source"))


def installed(archive: Path, folder: Path) -> Environment:
    environment = Environment.made(folder)
    environment.install(str(archive), cwd=folder)
    return environment


@pytest.mark.parametrize("archive", ["wheel_alone", "source_alone"])
def test_it_works_in_an_empty_environment(archive: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    empty: Environment = request.getfixturevalue(archive)
    assert empty.run("-m", "pip", "check") == "No broken requirements found.\n"
    assert "Fruits contain many vitamins." in empty.run("-c", USE, cwd=tmp_path)
    assert empty.run("-m", "lgm_core.cli", "--version") == f"lgm {lgm_core.__version__}\n"
    lgm = [empty.folder / "bin" / "lgm", "ask", "What are apples rich in?", "--graph", "my.lgm"]
    assert "vitamins" in subprocess.run(lgm, cwd=tmp_path, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_works_alone(wheel_alone: Environment, archives: dict[str, Path], extra: str, tmp_path: Path) -> None:
    environment = Environment.made(tmp_path / "environment", over=wheel_alone)
    environment.install(f"{archives['.whl']}[{extra}]", cwd=tmp_path)
    assert environment.run("-m", "pip", "check") == "No broken requirements found.\n"
    canvas = Canvas(str(tmp_path / "apples.pdf"))
    canvas.drawString(72, 700, "Apples are a type of fruit.")
    canvas.save()
    assert environment.run("-c", EXTRAS[extra], cwd=tmp_path) == "True\n"


@pytest.mark.parametrize("extra", ["stanza", "all"])
def test_what_a_heavy_extra_needs_goes_together(
    wheel_alone: Environment, archives: dict[str, Path], extra: str
) -> None:
    wheel_alone.run("-m", "pip", "install", "--dry-run", "--quiet", f"{archives['.whl']}[{extra}]")
