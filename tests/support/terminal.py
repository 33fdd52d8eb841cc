"""The `lgm` command on a terminal of a given width: what it writes there, and what then stands on the screen."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
from collections.abc import Mapping
from pathlib import Path

from tests.support.command_line import FORKING, SECONDS, run_command

_CONTROL = re.compile(r"\x1b\[([0-9;?]*)([A-Za-z])|\x1b\]8;[^\x1b]*\x1b\\|\x1b.")


def lgm_on_terminal(
    *arguments: str | Path, columns: int = 80, environment: Mapping[str, str] | None = None, shows_errors: bool = True
) -> subprocess.CompletedProcess[str]:
    """Run a command whose outputs are a terminal, and return what it wrote there, and its exit code.

    Args:
        arguments: of the command.
        columns: cells of a line.
        environment: variables besides those of this process.
        shows_errors: whether its stderr is the terminal too, or else a file, which is returned apart.
    """
    command = ["lgm", *map(str, arguments)]
    variables = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
    variables.pop("COLUMNS", None)
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 60, columns, 0, 0))
    out = Path(os.ttyname(end))
    with tempfile.TemporaryDirectory() as folder:
        err = out if shows_errors else Path(folder, "err")
        process = FORKING.Process(target=run_command, args=(command, str(Path.cwd()), variables, out, err))
        process.start()
        written, ends = b"", time.monotonic() + SECONDS
        while process.exitcode is None or select.select([terminal], [], [], 0)[0]:
            if select.select([terminal], [], [], 0.02)[0]:
                written += os.read(terminal, 65536)
            if time.monotonic() > ends:
                process.kill()
                raise subprocess.TimeoutExpired(command, SECONDS)
        process.join()
        os.close(end)
        os.close(terminal)
        told = "" if shows_errors else err.read_text(encoding="utf-8")
    return subprocess.CompletedProcess(command, process.exitcode, written.decode().replace("\r\n", "\n"), told)


def without_styles(written: str) -> str:
    """Return what was written without what colours it or moves about."""
    return _CONTROL.sub("", written)


def on_screen(written: str) -> list[str]:
    """Return the lines that stand on a screen when this was written, also where it went back and wrote over it.

    A character is taken for one cell, and no line for longer than the screen is wide.
    """
    lines, row, column = [""], 0, 0
    for part in re.split(r"(\x1b\[[0-9;?]*[A-Za-z]|\n|\r|\x08)", written):
        control = _CONTROL.fullmatch(part)
        if control is not None:
            count = int(control[1] or "1") if control[1].isdecimal() or not control[1] else 0
            if control[2] == "A":
                row = max(row - count, 0)
            elif control[2] == "K":
                lines[row] = "" if control[1] == "2" else lines[row][:column]
        elif part == "\n":
            row, column = row + 1, 0  # terminals begin a line where programs only go down
            lines += [""] * (row + 1 - len(lines))
        elif part == "\r":
            column = 0
        elif part == "\b":
            column -= 1
        else:
            lines[row] = lines[row][:column].ljust(column) + part + lines[row][column + len(part) :]
            column += len(part)
    return [line.rstrip() for line in lines]
