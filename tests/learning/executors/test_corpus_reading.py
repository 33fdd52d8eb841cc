"""Files read on workers: the same documents and reports as without, whatever the workers see."""

import io
import json
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from lgm_core import LanguageGraph
from lgm_core.documents.reader import read_documents, read_file
from lgm_core.graph.export import export_jsonl
from lgm_core.learning.executors import corpus_reading
from lgm_core.learning.executors.corpus_reading import reading_on
from lgm_core.learning.executors.loky_processes import LokyProcesses
from lgm_core.learning.executors.worker_pool import WorkerPool
from tests.learning.executors.test_any_executor import LastFirst


@pytest.fixture
def corpus(tmp_path) -> Path:
    folder = tmp_path / "corpus"
    (folder / "inner").mkdir(parents=True)
    for number in range(20):
        (folder / f"{number}.md").write_text(f"# Boat {number}\n\nBoat {number} is a vessel.", encoding="utf-8")
        (folder / "inner" / f"{number}.html").write_text(f"<p>Kite {number} is a toy.</p>", encoding="utf-8")
    rows = [{"id": "0.md", "text": "A row has the name of a file."}, {"text": "Apples are fruits."}, {"title": "None"}]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "empty.txt").write_text("", encoding="utf-8")
    (folder / "picture.png").write_bytes(b"picture")
    (folder / "binary.txt").write_bytes(b"zero \0 byte")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 and no more")
    page = Canvas(str(folder / "report.pdf"))
    page.drawString(72, 700, "A report is a text.")
    page.save()
    return folder


def learned(folder, corpus, executor=None):
    with LanguageGraph(folder / f"{type(executor).__name__}.lgm") as graph:
        report = graph.build([corpus, folder / "missing.md"], index=False, executor=executor, workers=2)
        out = io.BytesIO()
        export_jsonl(graph.store, out)
    return out.getvalue(), report.failed, report.ignored, report.learned


@pytest.mark.parametrize("make", [LastFirst, partial(ThreadPoolExecutor, 3), partial(LokyProcesses, 2)])
def test_graphs_and_reports_are_equal_when_workers_read(tmp_path, corpus, monkeypatch, make):
    monkeypatch.setattr(corpus_reading, "_BATCH_FILES", 4)
    with make() as executor:
        assert learned(tmp_path, corpus, executor) == learned(tmp_path, corpus)


def test_workers_do_read_what_they_see(corpus, monkeypatch):
    def refused(file, readers):
        raise AssertionError(f"{file} was read here")

    with WorkerPool(partial(LokyProcesses, 1)) as pool:
        read = reading_on(pool)
        monkeypatch.setattr(corpus_reading, "read_file", refused)
        assert len(list(read_documents(corpus / "inner", read_files=read))) == 20


class Late(ThreadPoolExecutor):
    """An executor whose workers come to a file when it has changed already."""

    def submit(self, fn, /, work, batch, number):
        for seen in batch:
            if seen is not None:
                seen.file.path.write_text("Another text of another length.", encoding="utf-8")
        return super().submit(fn, work, batch, number)


def test_what_a_worker_sees_otherwise_is_read_here(corpus, monkeypatch):
    here = []
    monkeypatch.setattr(corpus_reading, "read_file", lambda file, *readers: here.append(file) or read_file(file))
    with WorkerPool(Late(1)) as pool:
        documents = list(read_documents(corpus / "inner", read_files=reading_on(pool)))
    assert len(here) == 20
    assert {document.text for document in documents} == {"Another text of another length."}


class LosesOneFile(ThreadPoolExecutor):
    """An executor whose workers are lost whenever they are to read a certain file."""

    def submit(self, fn, /, work, batch, number):
        if "7.html" not in str(batch):
            return super().submit(fn, work, batch, number)
        lost = Future()
        lost.set_exception(BrokenExecutor("out of memory"))
        return lost


def test_a_file_that_ends_its_reader_twice_is_set_aside_by_name(corpus):
    with WorkerPool(LosesOneFile(2)) as pool:
        results = list(read_documents(corpus / "inner", read_files=reading_on(pool)))
    unreadable = [result for result in results if not hasattr(result, "text")]
    assert len(results) == 20
    assert [file.path.name for file in unreadable] == ["17.html", "7.html"]
    assert "died twice without an error" in unreadable[0].reason


def test_files_are_read_a_few_batches_ahead_at_most(tmp_path, monkeypatch):
    monkeypatch.setattr(corpus_reading, "_BATCH_FILES", 2)
    for number in range(100):
        (tmp_path / f"{number:03}.txt").write_text(f"Boat {number} is a vessel.", encoding="utf-8")
    executor = LastFirst()
    with WorkerPool(executor, 2) as pool:
        documents = read_documents(tmp_path, read_files=reading_on(pool))
        assert next(documents).id == "000.txt"
        assert executor.most <= 5
        documents.close()
