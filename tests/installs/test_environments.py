"""What people combine can be installed together and works: each environment is made by pip, checked and used."""

from pathlib import Path

import pytest

from tests.support.environments import Environment
from tests.support.neo4j_server import Server

pytestmark = pytest.mark.installs
ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"
GUIDE = ROOT / "docs" / "guides" / "neo4j.md"

COMBINATIONS = {
    "both_doors": (".[llama-index-neo4j,langchain,mcp]", "mcp<2", "langchain-mcp-adapters", "llama-index-tools-mcp"),
    "langchain_alone": (".[langchain,neo4j,mcp]", "mcp>=2", "langchain-neo4j"),
}


@pytest.fixture(scope="module", params=COMBINATIONS)
def program(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def environment(program: str, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    made = Environment.made(tmp_path_factory.mktemp(program))
    made.install(*COMBINATIONS[program], cwd=ROOT)
    return made


def test_no_package_misses_what_it_needs(environment: Environment) -> None:
    assert environment.run("-m", "pip", "check") == "No broken requirements found.\n"


def test_its_parts_work_together(environment: Environment, program: str, tmp_path: Path) -> None:
    environment.run(PROGRAMS / f"{program}.py", GUIDE, cwd=tmp_path)


def test_they_work_on_neo4j(environment: Environment, program: str, tmp_path: Path, neo4j_apoc_server: Server) -> None:
    variables = {f"NEO4J_{name.upper()}": getattr(neo4j_apoc_server, name) for name in ("uri", "username", "password")}
    environment.run(PROGRAMS / f"{program}.py", GUIDE, cwd=tmp_path, **variables)
