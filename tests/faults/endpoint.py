"""Faults of a language model's endpoint, met by the real client with 32 requests at once."""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from lgm_core import BuildReport, Document, LanguageGraph, OpenAIChatModel, RequestLimits
from lgm_core.llm.port import Reply
from lgm_core.ports import Message
from lgm_core.reports import ReflectionReport
from tests.faults.fault import Attempt, Fault
from tests.support.openai_server import OpenAIServer, Response, completion, failure
from tests.support.tcp_proxy import Cut, Direction, Passing, TCPProxy

CONCURRENCY = 32
SHARE = 0.3
"""Of the requests that a fault meets."""

THINGS = ("kite", "sail", "boat", "rope", "mast", "oar", "anchor", "buoy")

DOCUMENTS = [
    Document.from_text(
        f"A {THINGS[number % 8]}{number} is a tool for sailors. The {THINGS[number % 8]}{number} has a handle{number}.",
        id=f"d{number:02}",
        title=f"Tool {number}",
    )
    for number in range(CONCURRENCY + 1)
]


class Heard:
    """A model that notes to which requests a whole reply came."""

    def __init__(self, model: OpenAIChatModel, identity: str) -> None:
        self.model, self.identity, self.name = model, identity, model.name
        self.replied: list[str] = []

    def complete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        reply = self.model.complete(messages, schema)
        self.replied.append(asked(messages))
        return reply

    async def acomplete(self, messages: Sequence[Message], schema: Mapping[str, Any] | None = None) -> Reply:
        reply = await self.model.acomplete(messages, schema)
        self.replied.append(asked(messages))
        return reply


def asked(messages: Sequence[Message]) -> str:
    return json.dumps([[message.role, message.content] for message in messages])


def sent(body: Mapping[str, Any]) -> str:
    return json.dumps([[turn["role"], turn["content"]] for turn in body["messages"]])


def answer(body: Mapping[str, Any]) -> Response:
    """Reply as a model would, always alike to the same request."""
    text = body["messages"][-1]["content"]
    if "Claim:" in text:
        is_odd = hashlib.sha256(text.encode()).digest()[0] % 2
        return completion(json.dumps({"reason": "so it seems", "verdict": "invalid" if is_odd else "valid"}))
    named = re.search(r"\[1\] A (\w+) is", text)
    assert named is not None
    number = re.sub(r"\D", "", named[1])
    relations = [
        {"n": 1, "kind": "is_a", "a": named[1], "b": "tool"},
        {"n": 2, "kind": "has_part", "a": named[1], "b": f"handle{number}"},
    ][: 1 + int(number) % 2]
    return completion(json.dumps({"relations": relations}))


@dataclass
class Trouble:
    """What goes wrong: with the data that pass, or with what the server sends.

    Attributes:
        chance: decides whom it meets.
        met: how often it struck.
    """

    chance: Random
    met: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def meets(self) -> bool:
        with self.lock:
            self.met += (strikes := self.chance.random() < SHARE)
            return strikes

    def place(self, size: int) -> int:
        with self.lock:
            return self.chance.randrange(size)


Wrong = Callable[[Trouble, Passing], bytes | Cut]
Said = Callable[[Trouble, Response], Response]


def cut(trouble: Trouble, passing: Passing) -> bytes | Cut:
    return Cut() if trouble.meets() else passing.data


def truncated(trouble: Trouble, passing: Passing) -> bytes | Cut:
    if passing.direction is Direction.REQUESTS or not trouble.meets():
        return passing.data
    return Cut(passing.data[: 1 + trouble.place(len(passing.data) - 1)])


def late(trouble: Trouble, passing: Passing) -> bytes | Cut:
    if passing.direction is Direction.REPLIES and trouble.meets():
        time.sleep(1)
    return passing.data


def swallowed(trouble: Trouble, passing: Passing) -> bytes | Cut:
    return b"" if passing.direction is Direction.REPLIES and trouble.meets() else passing.data


def garbled(trouble: Trouble, passing: Passing) -> bytes | Cut:
    if passing.direction is Direction.REQUESTS or not trouble.meets():
        return passing.data
    with trouble.lock:
        return trouble.chance.randbytes(len(passing.data))


def refused(trouble: Trouble, response: Response) -> Response:
    with trouble.lock:
        status = trouble.chance.choice([429, 500, 502, 503])
    return failure(status, "not now", retry_after_ms="1")


def nonsense(trouble: Trouble, response: Response) -> Response:
    with trouble.lock:
        body = trouble.chance.choice(
            [b"", b"<html>busy</html>", b"{}", b'{"choices": []}', b"null", b"[1", b"\xff\xfe"]
        )
    return Response(body)


def dripped(trouble: Trouble, response: Response) -> Response:
    return replace(response, drips=0.05)


@contextmanager
def attempts(
    folder: Path, wrong: Wrong | None = None, said: Said | None = None, timeout: float = 60
) -> Iterator[Attempt]:
    trouble: list[Trouble | None] = [None]

    def respond(body: dict[str, Any]) -> Response:
        response = answer(body)
        now = trouble[0]
        return said(now, response) if said is not None and now is not None and now.meets() else response

    with OpenAIServer(respond) as server:
        expected = undisturbed()

        def attempt(random: Random, place: Path) -> int:
            now = Trouble(random)
            with TCPProxy("127.0.0.1", urlsplit(server.base_url).port or 0) as proxy:
                if wrong is not None:
                    proxy.meddle = partial(wrong, now)
                else:
                    trouble[0] = now
                graph_path = place / "graph.lgm"
                address = f"http://127.0.0.1:{proxy.port}/v1"
                limits = RequestLimits(tokens=random.choice([None, random.randrange(500, 30_000)]))
                heard, _ = performed(graph_path, address, timeout, limits, is_awaited=random.random() < 0.5)
                trouble[0] = None
            held = {record.id: record for record in opened(graph_path)}
            asked_before = len(server.bodies)
            _, export = performed(graph_path, server.base_url, 60, must_end=True)
            paid = {sent(body) for body in server.bodies[asked_before:]}
            assert not paid & set(heard), f"{len(paid & set(heard))} replies were paid for twice"
            assert export == expected, "the graph is another one than without the fault"
            assert held.keys() <= {record.id for record in opened(graph_path)}
            return now.met

        yield attempt


@cache
def undisturbed() -> bytes:
    """Return what the graph is without any fault."""
    with OpenAIServer(answer) as server, tempfile.TemporaryDirectory() as folder:
        return performed(Path(folder) / "graph.lgm", server.base_url, 60, must_end=True)[1]


def opened(path: Path) -> list[Any]:
    with LanguageGraph(path) as graph:
        return list(graph.store.documents())


def performed(
    path: Path,
    address: str,
    timeout: float,
    limits: RequestLimits | None = None,
    *,
    must_end: bool = False,
    is_awaited: bool = False,
) -> tuple[list[str], bytes]:
    """Build and reflect; return to which requests a reply came, and the export."""
    model = OpenAIChatModel("local", base_url=address, timeout=timeout, max_retries=3 if must_end else 0)
    heard = Heard(model, "the model of all attempts")
    with LanguageGraph(path, llm=heard, concurrency=CONCURRENCY, limits=limits) as graph:
        report, reflection = asyncio.run(awaited(graph)) if is_awaited else both(graph)
        assert report.ok or not must_end, report
        assert (len(report.failed), report.learned + report.skipped + len(report.left)) == (0, len(DOCUMENTS))
        assert reflection.ok or not must_end, reflection
        graph.export(path.with_suffix(".export"))
    model.close()
    return heard.replied, path.with_suffix(".export").read_bytes()


def both(graph: LanguageGraph) -> tuple[BuildReport, ReflectionReport]:
    return graph.build(DOCUMENTS, workers=1, index=False), graph.reflect()


async def awaited(graph: LanguageGraph) -> tuple[BuildReport, ReflectionReport]:
    return await graph.abuild(DOCUMENTS, workers=1, index=False), await graph.areflect()


FAULTS = (
    Fault("endpoint cuts connections: build and reflect", partial(attempts, wrong=cut, timeout=1)),
    Fault("endpoint truncates replies: build and reflect", partial(attempts, wrong=truncated, timeout=1), times=0),
    Fault("endpoint replies too late: build and reflect", partial(attempts, wrong=late, timeout=0.5), times=0),
    Fault("endpoint never replies: build and reflect", partial(attempts, wrong=swallowed, timeout=0.5), times=0),
    Fault("endpoint garbles bytes: build and reflect", partial(attempts, wrong=garbled, timeout=1), times=0),
    Fault("endpoint refuses, 429 and 500 to 503: build and reflect", partial(attempts, said=refused)),
    Fault("endpoint sends nonsense: build and reflect", partial(attempts, said=nonsense), times=0),
    Fault("endpoint drips: build and reflect", partial(attempts, said=dripped, timeout=0.5), times=0),
)
