"""The server of pages lets in whoever has its token, under its own name, to read alone."""

import http.client
import logging
import socket
from pathlib import Path
from urllib.parse import quote

import pytest

from lgm_core import Document, InputError, LanguageGraph, LGMError
from lgm_core.page_server import PageServer
from lgm_core.page_server.http_server import ServedPages
from tests.page_server.conftest import HOSTILE, Get
from tests.support.counting_store import CountingStore
from tests.support.texts import APPLES, ORCHARD

PAGES = ("/", "/document?id=apples", "/?q=apples", "/graph", "/retrieve?question=apples")


@pytest.mark.parametrize("page", [*PAGES, "/nowhere"])
def test_without_the_token_nothing_is_told(get: Get, server: PageServer, page: str) -> None:
    for headers in ({}, {"Cookie": f"{server.access.cookie}=guessed"}, {"Cookie": "\x01;;=" + "a" * 200}):
        got = get(page, known=False, **headers)
        assert got.status == 403
        assert "lgm serve" in got.text
        assert "Fruit" not in got.text
    assert get(f"/?token={server.access.token}x", known=False).status == 403


def test_the_token_becomes_a_cookie_and_leaves_the_address(get: Get, server: PageServer) -> None:
    got = get(f"/document?id=apples&token={server.access.token}", known=False)
    assert (got.status, got.headers["Location"]) == (303, "/document?id=apples")
    cookie = got.headers["Set-Cookie"]
    assert cookie == f"{server.access.cookie}={server.access.token}; Path=/; HttpOnly; SameSite=Strict"
    assert server.access.token not in got.text
    assert len(server.access.token) >= 32


@pytest.mark.parametrize("other", ['pref={"a":1}', 'b=["q"]', "x", "a b=c", 'j=a"b', "{name}=of another program"])
def test_cookies_of_other_programs_on_this_machine_lock_nobody_out(get: Get, server: PageServer, other: str) -> None:
    ours, other = f"{server.access.cookie}={server.access.token}", other.replace("{name}", server.access.cookie)
    for cookies in (f"{other}; {ours}", f"{ours}; {other}"):
        assert get("/", known=False, Cookie=cookies).status == 200
    assert get("/", known=False, Cookie=other).status == 403


@pytest.mark.parametrize("asked", ["//evil.example/", "/%2f%2fevil.example", "/..//evil.example"])
def test_it_leads_to_no_other_site(get: Get, server: PageServer, asked: str) -> None:
    got = get(f"{asked}?token={server.access.token}", known=False)
    assert got.headers.get("Location", "/") == "/"


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "localhost:{port}."]
)
def test_under_another_name_it_answers_nothing(get: Get, server: PageServer, host: str) -> None:
    got = get("/", Host=host.format(port=server.server_port))
    assert (got.status, "documents" in got.text) == (403, False)


def test_under_the_names_of_this_machine_it_answers(get: Get, server: PageServer) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST"):
        assert get("/", Host=f"{name}:{server.server_port}").status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "ODD"])
def test_it_only_reads(get: Get, method: str) -> None:
    got = get("/document?id=apples", method)
    assert (got.status, got.headers["Allow"]) == (405, "GET, HEAD")


def test_head_is_get_without_the_page(get: Get) -> None:
    head, whole = get("/", "HEAD"), get("/")
    assert (head.status, head.text) == (200, "")
    assert head.headers["Content-Length"] == whole.headers["Content-Length"]


@pytest.mark.parametrize("page", [*PAGES, "/nowhere", "/document?id=no", "/?page=x"])
def test_every_answer_has_headers_that_keep_it_here(get: Get, page: str) -> None:
    for got in (get(page), get(page, known=False), get(page, "POST")):
        assert got.headers["X-Content-Type-Options"] == "nosniff"
        assert got.headers["Referrer-Policy"] == "no-referrer"
        assert got.headers["Cache-Control"] == "no-store"
        assert got.headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in got.headers["Content-Security-Policy"]
        assert got.headers["Server"] == "lgm"


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/document?id=" + quote(HOSTILE), 200),
        ("/?q=" + quote(HOSTILE), 200),
        ("/nowhere" + quote(HOSTILE), 404),
        ("/document?id=" + quote("<b>no</b>"), 404),
        ("/document", 404),
        ("/retrieve?question=" + quote(HOSTILE), 200),
        ("/retrieve?question=zzyzx", 200),
        ("/retrieve", 400),
        ("/graph", 200),
        ("/graph?start=apple", 200),
        ("/graph?start=zzyzx" + quote("<b>no</b>"), 404),
        ("/document?id=%00&at=1", 404),
        ("/document?id=%ff%fe", 404),
        ("/document?id=apples&at=99999", 200),
        ("/document?id=apples&at=-1", 400),
        ("/document?id=apples&at=" + quote("١"), 400),
        ("/document?id=../../etc/passwd", 404),
        ("/../../etc/passwd", 404),
        ("/static/base.css", 404),
        ("/?page=0", 200),
        ("/?page=999999", 200),
        ("/?page=9999999999", 400),
        ("/?q=" + "a" * 2000, 400),
        ("/?" + "&".join(f"a{number}=1" for number in range(30)), 400),
        ("/?q=" + "a" * 9000, 400),
        ("/document?id=apples&id=boats", 200),
    ],
)
def test_any_address_gets_a_page_or_a_clear_error(get: Get, address: str, status: int) -> None:
    got = get(address)
    assert got.status == status
    assert "<script>document" not in got.text
    assert "<b>no" not in got.text
    assert "Traceback" not in got.text
    assert got.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\xff\xfe / HTTP/1.0\r\n\r\n",
        b"GET /" + b"a" * 70_000 + b" HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.0\r\n" + b"A: b\r\n" * 200 + b"\r\n",
        b"GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET http://evil.example/ HTTP/1.0\r\n\r\n",
    ],
)
def test_what_is_no_request_ends_clearly(server: PageServer, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b" 200 " not in answer[:20]
    assert b"Traceback" not in answer


def test_what_goes_wrong_is_told_without_details_and_logged_without_the_token(
    get: Get, server: PageServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret path")

    monkeypatch.setattr(server.pages, "page", fail)
    with caplog.at_level(logging.DEBUG):
        got = get(f"/document?id=apples&token={server.access.token}x")
    assert (got.status, "a secret path" in got.text) == (500, False)
    assert "a secret path" in caplog.text
    assert server.access.token not in caplog.text


def test_an_error_of_the_graph_is_told(get: Get, server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LGMError("the graph is locked")

    monkeypatch.setattr(server.pages, "page", fail)
    got = get("/")
    assert (got.status, "the graph is locked" in got.text) == (500, True)


def test_the_key_that_leads_to_the_search_is_no_part_of_what_is_looked_for(get: Get) -> None:
    assert get("/?q=/apples").text == get("/?q=apples").text


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "example.org"])
def test_it_listens_on_this_machine_alone(path: Path, host: str) -> None:
    with (
        LanguageGraph(path) as graph,
        pytest.raises(InputError, match=f"--host is .*not '{host}'.*-L 8777:127.0.0.1:8777"),
    ):
        PageServer(graph, host=host, port=8777)


def test_a_port_that_is_taken_is_told(path: Path, server: PageServer) -> None:
    with LanguageGraph(path) as graph, pytest.raises(InputError, match=r"is used by another program.*--port 0"):
        PageServer(graph, port=server.server_port)


def test_it_is_bound_to_the_loopback(server: PageServer) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"


def test_the_graph_is_not_changed(get: Get, path: Path) -> None:
    before = path.read_bytes()
    for page in PAGES:
        assert get(page).status == 200
    assert path.read_bytes() == before


def test_connections_that_break_off_do_not_stop_it(get: Get, server: PageServer) -> None:
    for _ in range(5):
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
        connection.putrequest("GET", "/")
        connection.close()
    assert get("/").status == 200


# What the pages of a server keep from one request to the next.


def test_relations_are_counted_once_until_the_graph_changes(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([APPLES, ORCHARD], workers=1)
        store = CountingStore(graph.store)
        graph.store = store  # type: ignore[assignment]  # it passes on every method of the port
        pages = ServedPages(graph)
        shown = [pages.page("/graph", parameters).html for parameters in ({}, {}, {"start": "apples"})]
        assert shown[0] == shown[1] != shown[2]
        assert store.calls["most_related"] == 1
        graph.build(Document.from_text("A quince is a pome.", id="quince"), workers=1)
        assert "quince" in pages.page("/graph", {}).html
        assert store.calls["most_related"] == 2
