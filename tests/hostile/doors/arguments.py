"""Arguments of the tools of the MCP server and of the `lgm` command."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from lgm_core import Document, LanguageGraph
from lgm_core.cli.application import main
from tests.hostile.attack import Attack
from tests.hostile.graphs import small_graph
from tests.hostile.strings import PIECES, STRINGS

_LONGEST_TEXT = 20_000
"""Characters that a tool returns for a small graph, and that a command prints."""


def _call_tools(given: Any, folder: Path) -> None:
    """Give it to each argument of each tool of a server that may write: text or an error of the tool comes back."""
    from lgm_core.mcp_server import graph_server
    from tests.support.mcp_clients import client_of

    async def call_all(graph: LanguageGraph) -> None:
        async with client_of(graph_server(graph, is_writable=True)) as client:
            for tool in await client.tools():
                arguments = dict.fromkeys(tool["inputSchema"]["properties"], given)
                result = await client.call(tool["name"], **arguments)
                assert len(result["text"]) < _LONGEST_TEXT
            assert "fruit" in (await client.call("search_documents", question="Are pears fruit?"))["text"]

    with LanguageGraph(folder / "graph.lgm") as graph:
        graph.build(Document("b", "Pears are fruit. Ada Lovelace ate a pear in 1843."), workers=1, facts="open")
        asyncio.run(call_all(graph))


_GIVEN: dict[str, Callable[[int], Any]] = {
    "a number": lambda _: 5,
    "a number of many digits": lambda size: 10 ** min(size, 4_000),
    "nothing": lambda _: None,
    "a list": lambda size: ["a"] * size,
    "an object": lambda _: {"a": {"b": 1}},
    "a long text": lambda size: "a" * size,
    "many words": lambda size: "fruit " * (size // 6),
}

_COMMANDS: tuple[tuple[str, ...], ...] = (
    ("ask", "{}"),
    ("retrieve", "{}"),
    ("concept", "{}"),
    ("facts", "{}"),
    ("relations", "{}"),
    ("documents", "--where", "{}"),
    ("ask", "Are pears fruit?", "--where", '{{"title": "{}"}}'),
    ("retrieve", "pears", "-k", "{}"),
    ("plan", "{}"),
    ("solve", "{}"),
    ("entities", "{}"),
    ("delete", "{}"),
    ("undo", "{}"),
    ("build", "{}"),
    ("export", "--format", "{}"),
    ("import", "{}"),
    ("status", "--graph", "{}"),
    ("{}",),
)


def _command(form: tuple[str, ...], text: str, folder: Path) -> None:
    """Give it to a command: it ends with an answer, or with an error of some lines."""
    graph = small_graph().store
    arguments = [part.format(text) if "{}" in part else part for part in form]
    if "--graph" not in arguments and len(form) > 1:
        arguments += ["--graph", str(graph.path)]  # type: ignore[attr-defined]
    errors = ("strict", "backslashreplace")  # as Python writes to both
    printed = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=each) for each in errors]
    before = sys.argv, sys.stdout, sys.stderr, Path.cwd()
    sys.argv, sys.stdout, sys.stderr = ["lgm", *arguments], *printed  # type: ignore[assignment]
    os.chdir(folder)
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    finally:
        os.chdir(before[3])
        sys.argv, sys.stdout, sys.stderr = before[:3]
    assert code in (0, 1, 2, None)
    for stream in printed:
        stream.flush()
        assert len(stream.buffer.getvalue()) < _LONGEST_TEXT + 4 * len(text)  # type: ignore[attr-defined]


def _as_argument(piece: str, size: int) -> str:
    """Return a piece as a command can be given it: without zero bytes, bytes that are no characters as surrogates."""
    text = f"{piece} " * (size // (len(piece) + 1))
    return os.fsdecode(text.encode("utf-8", "surrogatepass")).replace("\0", "") or "a"


ARGUMENTS = [
    *(Attack(f"tools: {name}", make, _call_tools, 3_000) for name, make in _GIVEN.items()),
    *(Attack(f"tools: {piece!r:.40}", partial(STRINGS[f"{piece!r:.40}"]), _call_tools, 60) for piece in PIECES),
    *(
        Attack(
            f"lgm {' '.join(form)}: {piece!r:.20}",
            partial(_as_argument, piece),
            lambda text, folder, form=form: _command(form, text, folder),
            60,
        )
        for form in _COMMANDS
        for piece in ("\ud800", "'; DROP TABLE documents; --", "\x1b[2J\u202e", "../../../etc/passwd", "9" * 400)
    ),
]
