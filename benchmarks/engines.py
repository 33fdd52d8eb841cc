"""Measure builds of one corpus by one process and on each engine, two workers each, and compare the graphs.

The corpus are the passages of files of JSON Lines, repeated under fresh names until there are enough. Each build has a
process of its own. The seconds are those of the build, with the starting and ending of its workers, and without the
index; processor seconds and memory are those of that process and all that it has started, as `psutil` sees them: the
memory is the most that they had at one time, pages that they share counted once. Machines and their load differ, so
compare only rows of one run.

    python -m benchmarks.engines FILE.jsonl … --passages 20000
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path

import psutil

from lgm_core import Document, LanguageGraph, read_documents
from lgm_core.graph.export import export_jsonl

ENGINES = {"one process": None, "loky": "loky", "Dask": "dask", "Ray": "ray"}

_LOOK_SECONDS = 0.2
_MEMORY_LOOKS = 5
"""Looks at processes for one at their memory, which takes the system longer."""

_HERE = Path(__file__).resolve().parents[1]


def write_corpus(files: Sequence[Path], passages: int, to: Path) -> int:
    """Write so many passages under fresh names; return how many different ones there are."""
    found = (each for file in files for each in read_documents(file))  # whose ids may be the same
    texts = [(each.title, each.text) for each in found if isinstance(each, Document)]
    if not texts:
        sys.exit(f"there is no passage in {', '.join(map(str, files))}")
    with to.open("w", encoding="utf-8") as out:
        for number, (title, text) in zip(range(passages), cycle(texts), strict=False):
            out.write(json.dumps({"id": f"p{number:06}", "title": title, "text": text}) + "\n")
    return min(len(texts), passages)


def build(corpus: Path, engine: str | None, workers: int) -> None:
    """Build a graph, and print the seconds, the sentences and a hash of the export."""
    with tempfile.TemporaryDirectory() as folder, LanguageGraph(Path(folder) / "graph.lgm") as graph:
        began = time.perf_counter()
        report = graph.build(corpus, index=False, executor=engine, workers=1 if engine is None else workers)
        seconds = time.perf_counter() - began
        assert report.ok
        out = io.BytesIO()
        export_jsonl(graph.store, out)
        found = {"seconds": seconds, "sentences": report.sentences, "hash": hashlib.sha256(out.getvalue()).hexdigest()}
    sys.stdout.write(json.dumps(found) + "\n")


def measured(corpus: Path, name: str, workers: int) -> dict[str, float | str]:
    """Build in a process of its own; return what it printed, its processor seconds and its memory in megabytes."""
    command = [sys.executable, "-m", "benchmarks.engines", str(corpus), "--build", name, "--workers", str(workers)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_HERE)
    spent: dict[psutil.Process, float] = {}
    most = looks = 0
    while process.poll() is None:
        memory = 0
        for each in _family(process.pid):
            try:
                times = each.cpu_times()
                spent[each] = times.user + times.system
                memory += each.memory_full_info().pss if looks % _MEMORY_LOOKS == 0 else 0
            except psutil.Error:  # it has just ended
                continue
        most, looks = max(most, memory), looks + 1
        time.sleep(_LOOK_SECONDS)
    out = process.communicate()[0]
    assert process.returncode == 0, f"{name} failed"
    return json.loads(out.splitlines()[-1]) | {"processor": sum(spent.values()), "memory": most / 1e6}


def _family(pid: int) -> list[psutil.Process]:
    try:
        parent = psutil.Process(pid)
        return [parent, *parent.children(recursive=True)]
    except psutil.Error:
        return []


def compare(options: argparse.Namespace) -> None:
    """Measure each and print the table."""
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.jsonl"
        different = write_corpus(options.files, options.passages, corpus)
        began = time.process_time()
        read = sum(1 for _ in read_documents(corpus))
        reading = time.process_time() - began
        rows = {}
        for name in options.engines:
            rows[name] = row = measured(corpus, name, options.workers)
            sys.stderr.write(f"{name}: {row}\n")
    one = rows[options.engines[0]]
    sys.stdout.write(f"{options.passages:,} passages ({different:,} different), {one['sentences']:,} sentences:\n\n")
    sys.stdout.write(f"| engine | workers | seconds | {options.engines[0]} / this | processor seconds | memory MB |\n")
    sys.stdout.write("|---|---|---|---|---|---|\n")
    for name, row in rows.items():
        workers = 1 if ENGINES[name] is None else options.workers
        ratio = float(one["seconds"]) / float(row["seconds"])
        figures = f"{row['seconds']:.1f} | {ratio:.2f} | {row['processor']:.1f} | {row['memory']:.0f}"
        sys.stdout.write(f"| {name} | {workers} | {figures} |\n")
    sys.stdout.write(f"\nReading the {read:,} passages alone: {reading:.2f} processor seconds.\n")
    equal = len({row["hash"] for row in rows.values()}) == 1
    sys.stdout.write(f"\nExports: {'all equal, byte for byte' if equal else 'DIFFERENT'}.\n")


def main() -> None:
    """Compare, or be one of the builds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--passages", type=int, default=20_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=list(ENGINES))
    parser.add_argument("--build", choices=ENGINES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.build:
        build(options.files[0], ENGINES[options.build], options.workers)
    else:
        compare(options)


if __name__ == "__main__":
    main()
