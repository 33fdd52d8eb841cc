"""A server of pages over a small graph, in a thread, and requests to it."""

import http.client
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph, SQLiteStore
from lgm_core.page_server import PageServer
from tests.support.texts import APPLES, BOATS, ORCHARD

HOSTILE = "<script>document.title='broken'</script>\"'>"


@dataclass(frozen=True)
class Got:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    text: str


Get = Callable[..., Got]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("served") / "graph.lgm"
    with LanguageGraph(path) as graph:
        hostile = Document.from_text(f"{HOSTILE} is a type of apple.", id=HOSTILE, title=HOSTILE)
        graph.build([APPLES, BOATS, ORCHARD, hostile], workers=1)
    return path


@pytest.fixture(scope="module")
def server(path: Path) -> Iterator[PageServer]:
    with LanguageGraph(SQLiteStore(path, read_only=True)) as graph, PageServer(graph, port=0) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def get(server: PageServer) -> Get:
    """Return a function that sends a request, with the cookie unless told otherwise."""

    def send(path: str, method: str = "GET", *, known: bool = True, **headers: str) -> Got:
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
        if known:
            headers.setdefault("Cookie", f"other=1; {server.access.cookie}={server.access.token}")
        connection.request(method, path, headers=headers)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return Got(response.status, dict(response.headers.items()), text)

    return send
