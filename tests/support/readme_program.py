"""Run what a README shows, from top to bottom, here: `python -m tests.support.readme_program README.md`.

Each block of Python has a namespace of its own, as for a reader who copies it; lines of the shell that begin with `lgm`
run in this process. What would need a key goes to the endpoint that the environment names; a model stands in for that
of a package which the tests do not install.
"""

import re
import shlex
import sys
import warnings
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

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


def stand_in_for_openai_of_llama_index() -> None:
    from llama_index.core.llms import MockLLM

    if find_spec("llama_index.llms") is None:
        llms, openai = ModuleType("llama_index.llms"), ModuleType("llama_index.llms.openai")
        openai.OpenAI = lambda model: MockLLM()  # type: ignore[attr-defined]
        sys.modules |= {llms.__name__: llms, openai.__name__: openai}


def vectors(texts: list[str]) -> list[list[float]]:
    return [[1.0, float(len(text))] for text in texts]


def run(readme: Path) -> None:
    """Run all blocks; those of Python keep their line numbers."""
    text = readme.read_text(encoding="utf-8")
    stand_in_for_openai_of_llama_index()
    for found in re.finditer(r"^```(console|python)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if found[1] == "python":
            names: dict[str, Any] = {"embed_documents": vectors, "embed_questions": vectors}
            before = text[: found.start(2)].count("\n")
            exec(compile("\n" * before + found[2], readme.name, "exec"), names)
        for line in found[2].splitlines() if found[1] == "console" else ():
            if not line.startswith("$ "):
                raise ValueError(f"{line!r}: a line of the shell begins with `$ `")
            if not line.startswith(NOT_RUN, 2):
                lgm(line.removeprefix("$ "))


if __name__ == "__main__":
    warnings.simplefilter("ignore", ResourceWarning)  # what is shown leaves graphs open
    run(Path(sys.argv[1]))
