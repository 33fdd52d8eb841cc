"""A run of tests says in its last line what it left out."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CONFTEST = """
from tests.support.left_out import LeftOut

def pytest_configure(config):
    config.addinivalue_line("markers", "neural: as in this project")
    config.addinivalue_line("markers", "installs: as in this project")
    config.pluginmanager.register(LeftOut())
"""
TESTS = """
import pytest

def test_light(): pass
def test_light_too(): pass
@pytest.mark.neural
def test_neural(): pass
@pytest.mark.installs
def test_wheel(): pass
@pytest.mark.skip(reason="no Neo4j: there is no `mvn`")
def test_graph(): pass
"""


@pytest.mark.parametrize("workers", [["-n", "0"], ["-n", "2"]], ids=["one process", "two workers"])
@pytest.mark.parametrize(
    ("options", "line"),
    [
        (
            ["-m", "not neural and not installs"],
            "Left out: 1 tests of the Stanza and spaCy backends (make test-all runs them); 1 tests skipped: no Neo4j: "
            "there is no `mvn`; 1 tests that make virtual environments (make test-all runs them).",
        ),
        (["-m", "neural or installs"], "Left out: 3 tests that need neither (make test runs them)."),
        (["-k", "light"], "Left out: 3 tests deselected by the options of this run."),
    ],
)
def test_the_last_line_tells_what_was_left_out(
    tmp_path: Path, options: list[str], line: str, workers: list[str]
) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(TESTS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "xdist",
        "-p",
        "no:cacheprovider",
        "--rootdir",
        str(tmp_path),
        *options,
        *workers,
    ]
    quick = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    run = subprocess.run([*command, str(tmp_path)], cwd=ROOT, env=quick, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == line
