"""The server: it listens only on this machine, and answers GET and HEAD with pages."""

from __future__ import annotations

import errno
import hmac
import http.server
import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from socketserver import TCPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from lgm_core.errors import InputError, LGMError, shown
from lgm_core.facade.language_graph import LanguageGraph
from lgm_core.facade.opened_graph import existing_store
from lgm_core.facade.page_showing import document_and_own, found_passages_page
from lgm_core.model import DocumentGraph, DocumentRecord
from lgm_core.pages.concept_choice import start_concepts
from lgm_core.pages.document_page import document_page
from lgm_core.pages.front_page import DocumentList, front_page, message_page
from lgm_core.pages.graph_page import graph_page, read_part
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["PageServer", "ServedPages"]

LINKS = PageLinks()

_DOCUMENTS_KEPT = 2
_PASSAGES = 8
_LONGEST_SEARCH = 1000
"""The most characters of a search or question."""


class NotThereError(LGMError):
    """A page, document or concept does not exist."""


class ServedPages:
    """Makes pages; thread-safe.

    The list of documents, the last documents shown and the best-connected concepts are cached until the graph changes,
    so that the next page of a list or document, or the next concept, is quick.

    Args:
        graph: the graph, which does not change.
    """

    def __init__(self, graph: LanguageGraph) -> None:
        self._graph = graph
        self._lock = threading.Lock()
        self._records: tuple[int, list[DocumentRecord]] = (-1, [])
        self._related: tuple[tuple[int, int, bool], Mapping[str, int]] = ((-1, 0, False), {})
        self._shown: dict[tuple[int, str], tuple[DocumentGraph, DocumentGraph | None]] = {}
        self._pages: Mapping[str, Callable[[Mapping[str, str]], Page]] = {
            "/": self._front,
            "/document": self._document,
            "/graph": self._graph_page,
            "/retrieve": self._retrieval,
        }

    def has(self, path: str) -> bool:
        """Tell whether there is a page at a path."""
        return path in self._pages

    def page(self, path: str, parameters: Mapping[str, str]) -> Page:
        """Return the page at a path.

        Raises:
            NotThereError: the page, or the document or concept for it, does not exist.
            InputError: a parameter is invalid.
            StoreError: the graph cannot be read.
        """
        if path not in self._pages:
            raise NotThereError(f"There is no page {shown(path)}.")
        return self._pages[path](parameters)

    def _front(self, parameters: Mapping[str, str]) -> Page:
        # "/" moves the cursor to the search; with the cursor there already, it is typed before the words.
        query = _search(parameters.get("q", "")).removeprefix("/").lstrip()
        records: Sequence[DocumentRecord] = self._documents()
        if query:
            words = query.casefold().split()
            records = [record for record in records if all(word in _text(record) for word in words)]
        listed = DocumentList(records, query, _number(parameters, "page", 1), self._concept(query))
        return front_page(str(self._graph.store), self._graph.statistics(), listed, LINKS)

    def _document(self, parameters: Mapping[str, str]) -> Page:
        id, at = parameters.get("id", ""), _number(parameters, "at", 0)
        graph, own = self._document_graph(id)
        return document_page(graph, own, at=min(at, max(len(graph.sentences) - 1, 0)), links=LINKS)

    def _graph_page(self, parameters: Mapping[str, str]) -> Page:
        start = _search(parameters.get("start", ""))
        view = GraphView(existing_store(self._graph.store), question=start)
        try:
            part = read_part(view, start or None, most_related=self._most_related)
        except InputError as error:
            raise NotThereError(str(error)) from error
        return graph_page(part, start=start, links=LINKS)

    def _retrieval(self, parameters: Mapping[str, str]) -> Page:
        question = _search(parameters.get("question", ""))
        if not question:
            raise InputError("there is no question; ask one on the front page")
        ranker = self._graph.ranker()
        view = GraphView(self._graph.store, question=question, languages=ranker.languages)
        return found_passages_page(
            view, ranker, question, self._graph.retrieve_passages(question, _PASSAGES), links=LINKS
        )

    def _concept(self, query: str) -> str:
        """Return the query if it names concepts of the graph; otherwise an empty text."""
        if not query:
            return ""
        try:
            return query if start_concepts(GraphView(existing_store(self._graph.store), question=query), query) else ""
        except InputError:
            return ""

    def _documents(self) -> list[DocumentRecord]:
        with self._lock:
            revision = existing_store(self._graph.store).revision()
            if self._records[0] != revision:
                self._records = (revision, self._graph.documents())
            return self._records[1]

    def _most_related(self, limit: int, *, facts: bool) -> Mapping[str, int]:
        with self._lock:
            store = existing_store(self._graph.store)
            key = (store.revision(), limit, facts)
            if self._related[0] != key:
                self._related = (key, store.most_related(limit, facts=facts))
            return self._related[1]

    def _document_graph(self, id: str) -> tuple[DocumentGraph, DocumentGraph | None]:
        store = existing_store(self._graph.store)
        key = (store.revision(), id)
        with self._lock:
            found = self._shown.get(key)
        if found is None:
            try:
                found = document_and_own(store, id)
            except InputError as error:
                raise NotThereError(f"No document of the graph has the id {shown(id)}.") from error
            with self._lock:
                while len(self._shown) >= _DOCUMENTS_KEPT:
                    del self._shown[next(iter(self._shown))]
                self._shown[key] = found
        return found


def _search(text: str) -> str:
    if len(text) > _LONGEST_SEARCH:
        raise InputError(f"a search or question has {_LONGEST_SEARCH:,} characters at most; this one has {len(text):,}")
    return " ".join(text.split())


def _number(parameters: Mapping[str, str], name: str, default: int) -> int:
    text = parameters.get(name) or str(default)
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InputError(f"{name}={shown(text)} is not a number from 0; leave it out")
    return int(text)


def _text(record: DocumentRecord) -> str:
    return f"{record.title}\n{record.id}\n{record.source}".casefold()


_log = logging.getLogger(__name__)

_LONGEST_ADDRESS = 8192
_MOST_PARAMETERS = 10

_HEADERS = {
    "Content-Security-Policy": "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Headers of every response; the page itself has a policy for its scripts and styles."""


class PageServer(http.server.ThreadingHTTPServer):
    """Serves the pages of a graph to users of this machine who know the address.

    The address has a token, which the browser keeps as a cookie. Each request reads the present graph. A search updates
    the ranking index, a cache, unless the store is read-only.

    ```python
    with PageServer(graph, port=0) as server:
        print(server.address)
        server.serve_forever()
    ```

    Args:
        graph: the graph; the caller closes it.
        host: `127.0.0.1` or `localhost`.
        port: the port; 0 for a free one.

    Raises:
        InputError: the host is not this machine, or the port is not available.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, graph: LanguageGraph, *, host: str = "127.0.0.1", port: int = 8000) -> None:
        if host not in HOSTS:
            to_forward = f"{port or 8000}:127.0.0.1:{port or 8000}"
            raise InputError(
                f"pages are only served on this machine, so --host is {' or '.join(HOSTS)}, not {shown(host)}; "
                f"to read them from another machine, forward the port: ssh -L {to_forward} THIS_MACHINE"
            )
        self.pages = ServedPages(graph)
        try:
            super().__init__((HOSTS[0], port), _Handler)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            why = "is used by another program" if error.errno == errno.EADDRINUSE else "is not permitted"
            raise InputError(f"port {port} {why}; choose another with --port, or let --port 0 find one") from error
        self.access = Access(self.server_port)

    @property
    def address(self) -> str:
        """Return the address with the token, for the user only."""
        return f"http://{HOSTS[0]}:{self.server_port}/?token={self.access.token}"

    def server_bind(self) -> None:
        """Bind without a look-up of this machine's name, which may take seconds."""
        TCPServer.server_bind(self)
        self.server_name, self.server_port = HOSTS[0], int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401  # as in the base class
        """Log why a connection ended; usually the browser closed it."""
        _log.debug("a connection ended", exc_info=True)


class _Handler(http.server.BaseHTTPRequestHandler):
    server: PageServer
    timeout = 15

    def do_GET(self) -> None:  # the base class names it
        """Answer with a page."""
        status, page, headers = self._answer()
        self._send(status, page, headers)

    def do_HEAD(self) -> None:
        """Answer with the headers that GET would have."""
        self.do_GET()

    def _answer(self) -> tuple[HTTPStatus, Page, dict[str, str]]:
        access = self.server.access
        if not access.is_host(self.headers.get_all("Host") or []):
            return _told(HTTPStatus.FORBIDDEN, "The server only answers at the address that “lgm serve” printed.")
        try:
            path, parameters = _asked(self.path)
        except InputError as error:
            return _told(HTTPStatus.BAD_REQUEST, str(error))
        if "token" in parameters and access.is_token(parameters.pop("token")):
            # The browser's history then has the address without the token; unknown paths lead to the front page.
            target = path if self.server.pages.has(path) else LINKS.front
            location = target + (f"?{urlencode(parameters)}" if parameters else "")
            status, page, _ = _told(HTTPStatus.SEE_OTHER, "The page is at the address without the token.")
            return status, page, {"Location": location, "Set-Cookie": access.cookie_header()}
        if not access.has_cookie("; ".join(self.headers.get_all("Cookie") or [])):
            advice = (
                "Open the address that “lgm serve” printed, with its token; or load this page again if you just did."
            )
            return _told(HTTPStatus.FORBIDDEN, advice)
        try:
            return HTTPStatus.OK, self.server.pages.page(path, parameters), {}
        except NotThereError as error:
            return _told(HTTPStatus.NOT_FOUND, str(error), is_known=True)
        except InputError as error:
            return _told(HTTPStatus.BAD_REQUEST, str(error), is_known=True)
        except LGMError as error:
            return _told(HTTPStatus.INTERNAL_SERVER_ERROR, str(error), is_known=True)
        except Exception:
            _log.exception("the page %s could not be made", shown(path))
            message = "The page could not be made; the terminal with “lgm serve” says why."
            return _told(HTTPStatus.INTERNAL_SERVER_ERROR, message, is_known=True)

    def _send(self, status: HTTPStatus, page: Page, headers: dict[str, str]) -> None:
        body = page.html.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in (*_HEADERS.items(), *headers.items()):
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer requests that the base class cannot read, and other methods."""
        self.close_connection = True
        if code == HTTPStatus.NOT_IMPLEMENTED:
            status, page, _ = _told(
                HTTPStatus.METHOD_NOT_ALLOWED, "The server only shows pages: it knows GET and HEAD."
            )
            self._send(status, page, {"Allow": "GET, HEAD"})
            return
        self._send(*_told(HTTPStatus(code), message or "The request cannot be read."))

    def version_string(self) -> str:
        """Return the name of the server, without versions."""
        return "lgm"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: ANN401  # as in the base class
        """Log nothing: addresses contain the token and questions."""


def _told(status: HTTPStatus, message: str, *, is_known: bool = False) -> tuple[HTTPStatus, Page, dict[str, str]]:
    """Return a response that says what is wrong, with links only for users with access."""
    return status, message_page(f"{status.value} {status.phrase}", message, LINKS if is_known else None), {}


def _asked(address: str) -> tuple[str, dict[str, str]]:
    """Return the path and the parameters of an address.

    Raises:
        InputError: it is too long or invalid.
    """
    if len(address) > _LONGEST_ADDRESS:
        raise InputError(f"the address has {len(address):,} characters; {_LONGEST_ADDRESS:,} is the most")
    try:
        split = urlsplit(address)
        given = parse_qs(split.query, max_num_fields=_MOST_PARAMETERS, errors="replace")
    except ValueError as error:
        raise InputError("the address cannot be read") from error
    if split.scheme or split.netloc:
        raise InputError("the address is not a path")
    return split.path, {name: values[0] for name, values in given.items()}


HOSTS = ("127.0.0.1", "localhost")
"""The names under which a machine reaches only itself; the first is an address."""


class Access:
    """The token of a server, and the host names of its address.

    Any web page in a browser can send requests to this machine, but it lacks the token. If it makes its own host name
    point here (DNS rebinding), the request contains that name and is refused.

    Attributes:
        token: the secret in the address that the user is given; never logged.
        cookie: the name of the cookie with the token, which includes the port, since cookies apply to all ports.
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self.cookie = f"lgm-{port}"
        self._hosts = {f"{name}:{port}" for name in HOSTS} | ({*HOSTS} if port == 80 else set())

    def is_host(self, names: list[str]) -> bool:
        """Tell whether the `Host` headers of a request name this server."""
        return len(names) == 1 and names[0].lower() in self._hosts

    def is_token(self, given: str) -> bool:
        """Tell whether a text is the token, in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    def has_cookie(self, header: str) -> bool:
        """Tell whether a `Cookie` header, perhaps with cookies of other programs on this machine, has the token."""
        pairs = (pair.strip().partition("=") for pair in header.split(";"))
        return any(name == self.cookie and self.is_token(value) for name, _, value in pairs)

    def cookie_header(self) -> str:
        """Return the header that sets the cookie, invisible to scripts and other sites."""
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
