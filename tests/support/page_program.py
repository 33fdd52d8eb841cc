"""Run what a page of the documentation shows, from top to bottom, here: `python -m tests.support.page_program PAGE`.

`tests/support/pages.py` says how pages tell what is run. Commands of `lgm` run in this process, others in a shell; what
installs packages, starts servers or sets up a clone is left out (`NOT_RUN`). A language model is a local server with
the interface of OpenAI's, a Neo4j is the one whose address is in the environment.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
import traceback
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.support.onnx_models import write_model
from tests.support.openai_server import OpenAIServer, completion, embeddings, streamed
from tests.support.pages import Block, DocumentationPage, read_page
from tests.support.question_folders import write_folder

NOT_RUN = (*"make git docker pip source jupyter ollama".split(), "python3 -m venv", "lgm serve")
"""Commands that set something up, or do not end by themselves."""

DOCUMENTS = {
    "apples.md": "---\nyear: 2024\n---\n# Apples\n\nAn apple is a kind of fruit. Fruits contain many vitamins.\n",
    "orchard.md": "---\nyear: 2021\n---\n# The orchard\n\nLili Marten runs the orchard. The orchard has apples.\n",
    "old.md": "# Old notes\n\nA medlar is a fruit.\n",
}
"""What lies in `docs/` of the folder in which a page is run."""

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
"""What any request is content with."""

NEO4J_ADDRESS = re.compile(r"(neo4j|bolt)(\+s)?://[^\s/\"'?]+")
NEO4J_PASSWORD = "choose-a-password"


class WrongOutputError(AssertionError):
    """Say what a block prints that is not what its page says."""


def write_files() -> None:
    """Write what pages may name: a folder of documents, one of questions, records, an embedding model."""
    Path("docs").mkdir(exist_ok=True)
    for name, text in DOCUMENTS.items():
        Path("docs", name).write_text(text, encoding="utf-8")
    write_folder(Path("data"))
    triples = {"id": "old.md", "triples": [["A medlar", "is", "a fruit"]]}
    Path("triples.jsonl").write_text(json.dumps(triples), encoding="utf-8")
    write_model(Path("models", "bge-small"))
    Path("questions.jsonl").write_text('{"id": "rich", "question": "What are apples rich in?"}\n', encoding="utf-8")


def vectors(texts: list[str]) -> list[list[float]]:
    """Stand in for an embedding model."""
    return [[1.0, float(len(text))] for text in texts]


def stand_in_for_openai_of_llama_index() -> None:
    """Stand in for a package that the tests do not install, `llama-index-llms-openai`."""
    if find_spec("llama_index.llms") is None:
        from tests.support import llama_index_openai

        sys.modules["llama_index.llms"] = ModuleType("llama_index.llms")
        sys.modules["llama_index.llms.openai"] = llama_index_openai


class PageRun:
    """One page in its folder, with its names and its model."""

    def __init__(self, page: DocumentationPage) -> None:
        self.page = page
        self.names = self._first_names()
        self.reply = json.dumps(REPLY)
        self.requests = 0

    @staticmethod
    def _first_names() -> dict[str, Any]:
        return {"embed": vectors, "embed_documents": vectors, "embed_questions": vectors, "__name__": "__page__"}

    def respond(self, body: dict[str, Any]) -> Any:
        """Reply as the model of this page does at the moment."""
        self.requests += 1
        if "input" in body:
            return embeddings(vectors(body["input"]))
        return streamed(self.reply) if body.get("stream") else completion(self.reply)

    def run(self) -> None:
        """Run all blocks.

        Raises:
            WrongOutputError: A block prints something else than the page says.
        """
        for block in self.page.blocks:
            if block.not_run:
                continue
            try:
                self._run(block)
            except Exception as error:
                error.add_note(f"in {self.page.name}, the block of line {block.line}")
                raise

    def _run(self, block: Block) -> None:
        if block.title:
            Path(block.title).parent.mkdir(parents=True, exist_ok=True)
            Path(block.title).write_text(self._here(block.code), encoding="utf-8")
        elif block.language == "the model replies":
            self.reply = json.dumps(REPLY | json.loads(block.code)) if block.code.startswith("{") else block.code
        elif block.language == "before":
            self._python(block)
        elif block.language == "python":
            if self.page.has_blocks_of_their_own:
                self.names = self._first_names()
            self._python(block)
        elif block.language == "console":
            for line, output in commands(block.code):
                self._command(line, output)

    def _here(self, code: str) -> str:
        """Put the tests' Neo4j in the place of the page's."""
        if not self.page.needs_neo4j:
            return code
        return NEO4J_ADDRESS.sub(os.environ["NEO4J_URI"], code).replace(NEO4J_PASSWORD, os.environ["NEO4J_PASSWORD"])

    def _python(self, block: Block) -> None:
        # Annotations are no strings, as they are here, where they are imported from the future.
        source = "\n" * (block.line - 1) + self._here(block.code)
        code = compile(source, self.page.path.name, "exec", dont_inherit=True)
        with printed(block.prints):
            exec(code, self.names)

    def _command(self, line: str, output: str) -> None:
        line = self._here(line)
        words = shlex.split(line, comments=True)
        if line.startswith(tuple(f"{command} " for command in NOT_RUN)):
            return
        if words[0] == "export":
            for word in words[1:]:
                name, _, value = word.partition("=")
                os.environ.setdefault(name, value)  # what is there leads to the model and the Neo4j of the tests
        elif words[0] == "cd":
            os.chdir(words[1])
        elif words[0] == "lgm" and not {"|", ">", "<", "&&"} & set(words):
            with printed(output or None):
                lgm(line, words)
        else:
            with printed(output or None):
                done = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
                sys.stdout.write(done.stdout)
                if done.returncode:
                    raise RuntimeError(f"{line}: exit code {done.returncode}\n{done.stderr}")


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a block, each with what the lines below say that it prints.

    Raises:
        ValueError: The block does not begin with a command.
    """
    block = block.replace("\\\n", " ")
    if not block.startswith("$ "):
        raise ValueError(f"{block.partition(chr(10))[0]!r}: a command begins with `$ `")
    found = [one.partition("\n") for one in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return [(line.strip(), output) for line, _, output in found]


def lgm(line: str, words: list[str]) -> None:
    """Run a command of `lgm`.

    Raises:
        RuntimeError: It fails.
    """
    from lgm_core.cli import main

    sys.argv = words
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"{line}: exit code {end.code}") from end


@contextlib.contextmanager
def printed(expected: str | None) -> Iterator[None]:
    """Compare what is printed inside with what is expected, if anything is, whatever the spaces between words.

    Raises:
        WrongOutputError: They differ.
    """
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(out):
        yield
    told = out.buffer.getvalue().decode()  # type: ignore[attr-defined]
    sys.stdout.write(told)
    if expected is None:
        return
    pieces = [re.escape(" ".join(piece.split())) for piece in expected.split("…")]
    if not re.fullmatch(" ?.* ?".join(pieces), " ".join(told.split())):
        raise WrongOutputError(f"the page says:\n{expected}\nbut it is:\n{told}")


def main() -> None:
    """Run the page that the command line names, and tell how many requests the model had."""
    page = read_page(Path(sys.argv[1]).resolve())
    warnings.simplefilter("ignore", ResourceWarning)  # what is shown leaves graphs open
    os.environ["COLUMNS"] = "80"
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    write_files()
    if "llama_index.llms" in page.text:
        stand_in_for_openai_of_llama_index()
    run = PageRun(page)
    with OpenAIServer(run.respond) as server:
        os.environ |= {"OPENAI_MODEL": "local", "OPENAI_API_KEY": "none", "OPENAI_BASE_URL": server.base_url}
        try:
            run.run()
        except Exception:
            traceback.print_exc()
            sys.exit(1)
    sys.stdout.write(f"\nrequests of a model: {run.requests}\n")


if __name__ == "__main__":
    main()
