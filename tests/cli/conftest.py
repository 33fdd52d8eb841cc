"""Documents and a graph of them, for the tests of commands."""

from pathlib import Path

import pytest

from tests.support.command_line import lgm
from tests.support.texts import APPLES, BOATS, ORCHARD, write_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_corpus(tmp_path_factory.mktemp("corpus") / "corpus.jsonl", [APPLES, ORCHARD, BOATS])


@pytest.fixture(scope="module")
def graph(corpus: Path) -> Path:
    path = corpus.parent / "module.lgm"
    assert lgm("build", corpus, "--graph", path).returncode == 0
    return path
