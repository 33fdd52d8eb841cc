"""`lgm serve` without `--mcp`: pages at an address with a token, until Ctrl-C."""

import http.client
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.command_line import lgm

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_prints_an_address_and_ends_when_it_is_told_to(graph: Path, number: signal.Signals) -> None:
    command = [sys.executable, "-m", "lgm_core.cli", "serve", "--graph", str(graph), "--port", "0"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, cwd=Path.cwd()
    )
    try:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        place, _, token = address.removeprefix("http://").partition("/?token=")
        connection = http.client.HTTPConnection(place, timeout=20)
        connection.request("GET", f"/?token={token}")
        assert connection.getresponse().status == 303
        process.send_signal(number)
        _, told = process.communicate(timeout=60)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, "Stopped." in told, "Traceback" in told) == (0, True, False)
    assert token not in told


@pytest.mark.parametrize(
    ("options", "advice"),
    [
        (["--host", "0.0.0.0"], "--host is 127.0.0.1 or localhost, not '0.0.0.0'"),
        (["--writable"], "--writable is for agents (--mcp)"),
        (["--http", "--port", "0"], "--port 0 is for pages"),
        (["--mcp", "--open"], "--open is for pages"),
    ],
)
def test_what_cannot_be_served_is_told(graph: Path, options: list[str], advice: str) -> None:
    told = lgm("serve", "--graph", graph, *options)
    assert (told.returncode, told.stdout) == (1, "")
    assert advice in told.stderr


def test_a_graph_that_is_not_there_is_told(tmp_path: Path) -> None:
    told = lgm("serve", "--graph", tmp_path / "typo.lgm")
    assert (told.returncode, "lgm build" in told.stderr) == (1, True)
    assert list(tmp_path.iterdir()) == []
