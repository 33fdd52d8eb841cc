"""What the README shows runs as it stands; what is installed in it can be installed."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.openai_server import OpenAIServer, completion, streamed
from tests.support.question_folders import write_folder

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = {
    "apples.md": "---\nyear: 2024\n---\n# Apples\n\nAn apple is a kind of fruit. Fruits contain many vitamins.\n",
    "orchard.md": "---\nyear: 2021\n---\n# The orchard\n\nLili Marten runs the orchard. The orchard has apples.\n",
    "old.md": "# Old notes\n\nA medlar is a fruit.\n",
}
REPLY = {
    "answer": "Apples are rich in vitamins.",
    "citations": [1],
    "missing": [],
    "supporting": [1],
    "relations": [],
    "reason": "The sentence says so.",
    "verdict": "valid",
    "entities": [],
    "facts": [],
}
"""What any request of the README is content with."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    write_folder(tmp_path / "data")
    triples = {"id": "old.md", "triples": [["A medlar", "is", "a fruit"]]}
    (tmp_path / "triples.jsonl").write_text(json.dumps(triples), encoding="utf-8")
    (tmp_path / "questions.jsonl").write_text('{"id": "rich", "question": "What are apples rich in?"}\n')
    return tmp_path


def test_its_python_and_its_commands_run_from_top_to_bottom(folder: Path) -> None:
    reply = json.dumps(REPLY)
    with OpenAIServer(lambda body: streamed(reply) if body.get("stream") else completion(reply)) as server:
        variables = {"OPENAI_MODEL": "local", "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.base_url}
        program = [sys.executable, "-m", "tests.support.readme_program", str(README)]
        path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            program, cwd=folder, env=os.environ | variables | {"PYTHONPATH": path}, capture_output=True, text=True
        )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "fruits contain many vitamins." in done.stdout.lower()
    assert len(server.bodies) > 5


def test_it_installs_extras_that_exist() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    named = {
        name
        for names in re.findall(r'"\.\[([\w,-]+)\]', README.read_text(encoding="utf-8"))
        for name in names.split(",")
    }
    assert {"llama-index", "langchain", "neo4j", "mcp"} <= named <= extras.keys()
