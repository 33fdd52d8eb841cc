"""A local HTTP server that speaks the APIs of chat completions and embeddings, and can be told to misbehave."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Response:
    """What the server sends back; `hangs` sends nothing until the server stops, `cut` closes in mid-body.

    With `drips` the body is sent in twenty pieces, so many seconds apart. `events` are sent one by one as server-sent
    events, until they end or the client closes the connection; `cut` then leaves out the end of the body.
    """

    body: bytes = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hangs: bool = False
    cut: bool = False
    events: Iterable[bytes] | None = None
    drips: float = 0.0


def completion(text: str | None, *, usage: bool = True, **more: Any) -> Response:
    """Reply with a chat completion."""
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 0,
        "model": "local",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
    }
    if usage:
        body["usage"] = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return Response(json.dumps(body | more).encode())


def embeddings(vectors: list[list[float]]) -> Response:
    """Reply with the vectors of texts."""
    data = [{"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    usage = {"prompt_tokens": 5, "total_tokens": 5}
    return Response(json.dumps({"object": "list", "model": "local", "data": data, "usage": usage}).encode())


def streamed(*pieces: str, usage: bool = True, finished: bool = True, cut: bool = False) -> Response:
    """Reply with a chat completion in pieces."""

    def events() -> Iterator[bytes]:
        yield _event({"role": "assistant", "content": ""})
        yield from (_event({"content": piece}) for piece in pieces)
        if finished:
            yield _event({}, finish_reason="stop")
        if usage:
            yield _event(None, usage={"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18})
        if finished:
            yield b"[DONE]"

    return Response(events=events(), cut=cut)


def endless(word: str, ended: threading.Event) -> Response:
    """Reply with a word again and again; tell when the client has closed the connection."""

    def events() -> Iterator[bytes]:
        try:
            while True:
                yield _event({"content": word})
                ended.wait(0.001)
        finally:
            ended.set()

    return Response(events=events())


def _event(delta: dict[str, Any] | None, *, finish_reason: str | None = None, **more: Any) -> bytes:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    body = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 0, "model": "local", "choices": choices}
    return json.dumps(body | more).encode()


def failure(status: int, message: str = "something went wrong", **headers: str) -> Response:
    """Reply with an error in the API's own form."""
    body = {"error": {"message": message, "type": "error", "code": None, "param": None}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Response(json.dumps(body).encode(), status, named)


RATE_LIMITED = failure(429, "slow down", retry_after_ms="1")
BROKEN = failure(500, "internal error", retry_after_ms="1")
HANGS = Response(hangs=True)
CUT_OFF = Response(completion("[{}]").body, cut=True)

Responder = Callable[[dict[str, Any]], Response]


class OpenAIServer:
    """Listens on a free port of the loopback interface while the `with` block lasts.

    `script` is either a function from a request's body to a response, or responses to give in turn, the last of them
    again and again. `bodies` and `headers` are what arrived.
    """

    def __init__(self, script: Responder | Iterable[Response]) -> None:
        if callable(script):
            self._respond: Responder = script
        else:
            responses = list(script)
            self._respond = lambda _: responses.pop(0) if len(responses) > 1 else responses[0]
        self.bodies: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self._lock = threading.Lock()
        self._stopped = threading.Event()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.owner = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def base_url(self) -> str:
        """Return the address to give to the client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> OpenAIServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def is_stopped(self, within: float) -> bool:
        """Wait so many seconds, and return early and True if the server stops meanwhile."""
        return self._stopped.wait(within)

    def answer(self, body: dict[str, Any], headers: dict[str, str]) -> Response:
        """Record a request and decide on its response."""
        with self._lock:
            self.bodies.append(body)
            self.headers.append(headers)
            response = self._respond(body)
        if response.hangs:
            self._stopped.wait()
        return response


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # as many clients as connect at once
    owner: OpenAIServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of clients, or proxies, that closed a connection in the middle."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        response = self.server.owner.answer(body, {name.lower(): value for name, value in self.headers.items()})
        self.close_connection = response.cut or response.hangs
        if response.events is not None:
            self._send_events(response)
            return
        try:
            self.send_response(response.status)
            headers = {"Content-Type": "application/json", "Content-Length": str(len(response.body))}
            for name, value in (headers | response.headers).items():
                self.send_header(name, value)
            self.end_headers()
            if response.drips:
                self._drip(response)
            else:
                self.wfile.write(response.body[: len(response.body) // 2] if response.cut else response.body)
        except ConnectionError:
            self.close_connection = True  # the client gave up waiting

    def _drip(self, response: Response) -> None:
        size = -(-len(response.body) // 20)
        for first in range(0, len(response.body), size):
            self.wfile.write(response.body[first : first + size])
            self.wfile.flush()
            if self.server.owner.is_stopped(response.drips):
                return

    def _send_events(self, response: Response) -> None:
        try:
            self.send_response(response.status)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            for event in response.events or ():
                line = b"data: " + event + b"\n\n"
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
                self.wfile.flush()
            if not response.cut:
                self.wfile.write(b"0\r\n\r\n")
        except ConnectionError:
            self.close_connection = True
        finally:
            if isinstance(response.events, Generator):
                response.events.close()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep test output clean."""
