"""What no module does, so that nothing that is read can make it: run text, unpickle, start programs, reach out."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source_tree import MODULES, imported_names

RUN_TEXT = {"eval", "exec", "compile", "__import__", "system", "popen"}
NEVER_IMPORTED = {
    *("code", "codeop", "ctypes", "dill", "cloudpickle", "joblib", "marshal", "multiprocessing.managers", "pickle"),
    *("pty", "runpy", "shelve", "subprocess", "xml", "yaml"),
    *("aiohttp", "ftplib", "http", "httpx", "requests", "smtplib", "socket", "urllib.request", "urllib3", "webbrowser"),
}
STARTING = {
    "lgm_core.cli.serving": ["webbrowser"],
    "lgm_core.learning.executors.dask_workers": ["subprocess"],
    "lgm_core.reasoning.sparql.query_process": ["subprocess"],
    "lgm_core.page_server.http_server": ["http.HTTPStatus", "http.server"],
    "lgm_core.pages.page": ["webbrowser"],
}
"""Modules that start a program, which is one of ours or a browser on a page of ours, or listen on this machine, by what
they import for it."""

DIALLING = {
    "distributed": "lgm_core.learning.executors.",
    "ray": "lgm_core.learning.executors.",
    "openai": "lgm_core.llm.",
    "neo4j": "lgm_core.graph.neo4j.",
    "mcp": "lgm_core.mcp_server",
    "stanza": "lgm_core.language.neural.",
    "wn": "lgm_core.schema.wordnet",
}
"""Packages that use the network, by where they may be imported."""


def test_a_module_runs_no_text_and_reaches_out_only_through_its_ports() -> None:
    for module in MODULES:
        found = set(imported_names(module))
        never = [name for name in sorted(found) if NEVER_IMPORTED & set(beginnings(name))]
        assert never == STARTING.get(module, []), module
        ports = {DIALLING[name.partition(".")[0]] for name in found if name.partition(".")[0] in DIALLING}
        assert [place for place in ports if not f"{module}.".startswith(place)] == [], module
        assert [ast.unparse(call) for call in calls(module) if is_running_text(call)] == [], module


def beginnings(name: str) -> Iterator[str]:
    parts = name.split(".")
    yield from (".".join(parts[: end + 1]) for end in range(len(parts)))


def calls(module: str) -> Iterator[ast.Call]:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def is_running_text(call: ast.Call) -> bool:
    """Return whether a call runs text as code or as a program, or may unpickle an array."""
    match call.func:
        case ast.Name(id=name):
            return name in RUN_TEXT
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="load" | "save"):
            said = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
            return said.get("allow_pickle") != "False"
        case ast.Attribute(value=ast.Name(id="os" | "builtins"), attr=name):
            return name in RUN_TEXT
    return False


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        *((text, True) for text in ("eval(x)", "os.system(x)", "np.load(x)", "np.save(x, y, allow_pickle=True)")),
        *((text, False) for text in ("re.compile(x)", "np.load(x, allow_pickle=False)", "json.load(x)")),
    ],
)
def test_a_call_that_runs_text_is_told_from_others(text: str, runs: bool) -> None:
    call = ast.parse(text, mode="eval").body
    assert isinstance(call, ast.Call)
    assert is_running_text(call) is runs
