"""Disks that are full, and files, folders and disks that can only be read, at each kind of write.

Root is shown small and read-only file systems; others a limit to the size of files, and permissions.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from lgm_core import LanguageGraph
from lgm_core.graph.sqlite import SQLiteStore
from tests.faults.children import Child, Tell
from tests.faults.fault import Attempt, Fault, Untried
from tests.faults.operations import GRAPH, OPERATIONS, QUESTIONS, Operation, embedded, opened, seen
from tests.faults.undisturbed import bytes_of, undisturbed

_LEAST = 40_960
"""Bytes that opening a graph takes, for its shared memory and its log."""


@cache
def mounts() -> bool:
    """Tell whether this process may mount file systems."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or shutil.which("mount") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run(["mount", "--bind", folder, folder], capture_output=True).returncode:
            return False
        return not subprocess.run(["umount", folder], capture_output=True).returncode


def mount(*arguments: str | Path) -> None:
    """Mount, or mount again."""
    subprocess.run(["mount", *map(str, arguments)], check=True, capture_output=True)


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[None]:
    """Let a folder be a file system of its own, of so many bytes."""
    if not mounts():
        raise Untried("only root can mount a file system of a given size")
    mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@contextmanager
def read_only(path: Path) -> Iterator[None]:
    """Let a file, or a folder with all that is in it, only be read."""
    if mounts():
        mount("--bind", path, path)
        try:
            mount("-o", "remount,ro,bind", path)
            yield
        finally:
            subprocess.run(["umount", "-l", str(path)], check=True)
    elif os.geteuid() == 0:
        raise Untried("root writes what permissions forbid, and may not mount here")
    else:
        mode = path.stat().st_mode
        path.chmod(mode & ~0o222)
        try:
            yield
        finally:
            path.chmod(mode)


def goes_on(operation: Operation, place: Path, expected: Any) -> None:
    """The next run completes, and all is as if nothing had happened."""
    operation.perform(lambda _: None, place)
    assert seen(place) == expected
    left = [path.name for path in place.parent.rglob("*.tmp")]
    assert not left, f"left behind: {left}"


@contextmanager
def full_disks(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Let the disk be full at any moment of a change, for it has less room than the change takes; then make room."""
    if not mounts():
        raise Untried("only root can mount a file system of a given size")
    whole = undisturbed(operation)
    least = bytes_of(whole.before) + _LEAST
    most = max(whole.most, least + 1)

    def attempt(random: Random, place: Path) -> int:
        with small_disk(place, random.randrange(least, most)):
            shutil.copytree(whole.before, place, dirs_exist_ok=True)
            child = Child(operation.perform, place / GRAPH)
            assert child.end() == 0, "it ended with an error that is none of ours"
            if child.refused:
                assert "disk" in child.refused or "written" in child.refused, child.refused
            mount("-o", "remount,size=64m", place)
            with opened(place / GRAPH) as graph:
                operation.check(graph, child.told)
            goes_on(operation, place / GRAPH, whole.seen)
        return int(bool(child.refused))

    yield attempt


def limited(tell: Tell, operation: Operation, place: Path, size: int) -> None:
    """Do something while no file may be larger than this."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    operation.perform(tell, place)


@contextmanager
def file_limits(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Let no file become larger than a size that chance gives; then take the limit away."""
    if not hasattr(os, "fork"):
        raise Untried("this system does not limit the size of files")
    whole = undisturbed(operation)
    sizes = [path.stat().st_size for path in whole.after.rglob("*") if path.is_file()]

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        child = Child(limited, operation, place / GRAPH, random.randrange(max(sizes)))
        assert child.end() == 0, "it ended with an error that is none of ours"
        with opened(place / GRAPH) as graph:
            operation.check(graph, child.told)
        goes_on(operation, place / GRAPH, whole.seen)
        return int(bool(child.refused))

    yield attempt


@contextmanager
def unwritable(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Let the graph file, or its folder, only be read: nothing changes, questions go on."""
    whole = undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        former = seen(place / GRAPH)
        what = place if operation.name == "export" else random.choice([place / GRAPH, place])
        with ExitStack() as stack:
            stack.enter_context(read_only(what))
            child = Child(operation.perform, place / GRAPH)
            assert child.end() == 0, "it ended with an error that is none of ours"
            assert child.refused, f"{what.name} can only be read, and nobody said so"
            assert GRAPH in child.refused or "export" in child.refused, child.refused
            with SQLiteStore.open(place / GRAPH, read_only=True) as store:
                graph = LanguageGraph(store, embed=embedded)
                operation.check(graph, child.told)
                found = [graph.retrieve_passages(question, 5) for question in QUESTIONS]
                assert [[(hit.section.id, round(hit.score, 6)) for hit in hits] for hits in found] == former[1]
        assert seen(place / GRAPH) == former
        goes_on(operation, place / GRAPH, whole.seen)
        return 1

    yield attempt


@contextmanager
def unwritable_caches(operation: Operation, folder: Path) -> Iterator[Attempt]:
    """Let the folders of the index and of the vectors only be read: the graph changes all the same.

    Only what would leave something of deleted documents in them is refused.
    """
    whole = undisturbed(operation)

    def attempt(random: Random, place: Path) -> int:
        shutil.copytree(whole.before, place, dirs_exist_ok=True)
        caches = [path for path in sorted(place.iterdir()) if path.is_dir()]
        if not caches:
            return 0
        with ExitStack() as stack:
            for path in random.sample(caches, random.randint(1, len(caches))):
                stack.enter_context(read_only(path))
            child = Child(operation.perform, place / GRAPH)
            assert child.end() == 0, "it ended with an error that is none of ours"
            if operation.name == "delete":
                assert f"{GRAPH}-" in child.refused, child.refused
            else:
                assert child.is_done, child.refused
                assert seen(place / GRAPH) == whole.seen
        with opened(place / GRAPH) as graph:
            operation.check(graph, child.told)
        goes_on(operation, place / GRAPH, whole.seen)
        return 1

    yield attempt


_STORAGE = {
    "disk full": (full_disks, ("delete", "export")),
    "file size limit": (file_limits, ("reflect", "export")),
    "read-only": (unwritable, ("learn_from_questions",)),
    "caches read-only": (unwritable_caches, ("delete",)),
}
"""What goes wrong, and in which operations in the short run, too."""

FAULTS = tuple(
    Fault(f"{name}: {operation.name}", partial(attempts, operation), times=int(operation.name in short))
    for name, (attempts, short) in _STORAGE.items()
    for operation in OPERATIONS
)
