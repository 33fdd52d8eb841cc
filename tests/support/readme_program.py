"""Run what a README shows, from top to bottom, here: `python -m tests.support.readme_program README.md`.

Its Python shares one namespace, its lines of the shell that begin with `lgm` run in this process. What would need a key
goes to the endpoint that the environment names; `llm` is a model of the framework that a section is about.
"""

import re
import shlex
import sys
import warnings
from pathlib import Path
from typing import Any

REPLY = '{"answer": "Apples are rich in vitamins. [1]", "citations": [1], "missing": []}'
NOT_RUN = ("make ", "docker run ", "pip install ")


def lgm(line: str) -> None:
    """Run the command of a line; comments are no arguments."""
    from lgm_core.cli import main

    sys.argv = shlex.split(line, comments=True)
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise RuntimeError(f"{line}: exit code {end.code}") from end


def framework_model(section: str) -> Any:
    if section == "In LlamaIndex":
        from llama_index.core.llms import MockLLM

        return MockLLM()
    from langchain_core.language_models import FakeListChatModel

    return FakeListChatModel(responses=[REPLY])


def vectors(texts: list[str]) -> list[list[float]]:
    return [[1.0, float(len(text))] for text in texts]


def run(readme: Path) -> None:
    """Run all blocks; those of Python keep their line numbers."""
    text = readme.read_text(encoding="utf-8")
    names: dict[str, Any] = {"embed_documents": vectors, "embed_questions": vectors}
    section = ""
    for found in re.finditer(r"^## ([^\n]+)$|^```(console|python)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        section = found[1] or section
        if section.startswith("In L"):
            names["llm"] = framework_model(section)
        if found[2] == "python":
            before = text[: found.start(3)].count("\n")
            exec(compile("\n" * before + found[3], readme.name, "exec"), names)
        for line in found[3].splitlines() if found[2] == "console" else ():
            if not line.startswith("$ "):
                raise ValueError(f"{line!r}: a line of the shell begins with `$ `")
            if not line.startswith(NOT_RUN, 2):
                lgm(line.removeprefix("$ "))


if __name__ == "__main__":
    warnings.simplefilter("ignore", ResourceWarning)  # what is shown leaves graphs open
    run(Path(sys.argv[1]))
