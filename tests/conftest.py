"""What all tests share."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

# A test that takes long on a busy machine has not failed.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

pytest.register_assert_rewrite("tests.graph.store_contract")

from tests.support import tiers, workers  # noqa: E402
from tests.support.browser import browser  # noqa: E402, F401
from tests.support.neo4j_fixtures import neo4j_apoc_server, neo4j_driver, neo4j_server  # noqa: E402, F401


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(tiers)
    config.pluginmanager.register(workers)


@pytest.fixture(scope="session")
def stanza_folder() -> Path:
    """Return the folder of tiny real Stanza models; they are trained, in a process of its own, when they never were."""
    made = subprocess.run([sys.executable, "-m", "tests.support.stanza_models"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr[-3000:]
    return Path(made.stdout.splitlines()[-1])
