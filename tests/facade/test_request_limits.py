"""A budget of tokens spent in the middle: what is done is kept, what is left is told, nothing is paid twice."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest

from lgm_core import (
    BudgetSpentError,
    Document,
    ExtractionOptions,
    FactOptions,
    FactRetrievalOptions,
    FeedbackOptions,
    LanguageGraph,
    LogicalFormOptions,
    ReflectionOptions,
    RequestLimits,
)
from lgm_core.facade import build
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.learning.outdated_documents import is_incomplete
from lgm_core.reports import AskedQuestion
from tests.feedback.graphs import DEATH, PERFORMER, QUESTION, Player, small_graph
from tests.support.any_replies import AnyReplies
from tests.support.papers import PAPER, export_of

THINGS = ["kite", "sail", "boat", "rope", "mast", "oar", "anchor", "buoy", "raft", "canoe"]
EXTRACTION = ExtractionOptions(batch_characters=120)
"""Several requests for a document."""


def documents(count: int = 50) -> list[Document]:
    """Return documents of a few sentences, each of its own."""
    return [document(number) for number in range(count)]


def document(number: int, more: str = "") -> Document:
    one, two, three = (THINGS[(number * step + step) % len(THINGS)] for step in (1, 3, 7))
    text = (
        f"The {one} number {number} is a kind of {two} that sailors use. It has a {three} of strong canvas. "
        f"Sailors call it the {one}er of harbour {number}. Every {two} consists of a {three} and a {one}.{more}"
    )
    return Document.from_text(text, id=f"d{number:03}", title=f"Of {one} {number}")


def built(path: Path, given: Iterable[Document], **settings: object) -> tuple[AnyReplies, bytes]:
    """Build without limits; return the model, which knows what it was asked, and the export."""
    model = AnyReplies(1)
    with LanguageGraph(path, llm=model) as graph:
        assert graph.build(list(given), extraction=EXTRACTION, workers=1, index=False, **settings).ok  # type: ignore[arg-type]
        return model, export_of(graph, path.with_suffix(".export"))


def graph_of(path: Path, given: Iterable[Document] | Path) -> Path:
    """Build a graph without a language model."""
    with LanguageGraph(path) as graph:
        graph.build(given, workers=1, index=False)
    return path


def until_done(run: Callable[[], bool], most: int = 60) -> int:
    """Run until nothing is left; return how often."""
    for number in range(1, most + 1):
        if run():
            return number
    raise AssertionError(f"not done after {most} runs")


def assert_equal_in_pieces(pieces: AnyReplies, whole: AnyReplies, path: Path, expected: bytes) -> None:
    """Assert that work done in pieces asked for the same as work done at once, and left the same graph."""
    assert sorted(pieces.asked) == sorted(whole.asked)
    with LanguageGraph(path) as graph:
        assert export_of(graph, path.with_suffix(".pieces")) == expected


@pytest.mark.parametrize("facts", [None, FactOptions("llm", window_tokens=60, overlap_tokens=10)])
def test_a_build_in_pieces_pays_for_nothing_twice_and_gives_the_same(tmp_path: Path, facts: FactOptions | None) -> None:
    whole, expected = built(tmp_path / "whole.lgm", documents(), facts=facts)
    pieces = AnyReplies(1)
    held: set[str] = set()

    def run() -> bool:
        limits = RequestLimits(tokens=15_000)
        with LanguageGraph(tmp_path / "pieces.lgm", llm=pieces, concurrency=32, limits=limits) as graph:
            report = graph.build(documents(), extraction=EXTRACTION, workers=1, index=False, facts=facts)
            assert graph.ledger.total.tokens <= 16_000
            assert graph.ledger.total.calls == report.usage.calls
            records = {record.id: record for record in graph.store.documents()} if graph.store.exists() else {}
        assert not any(is_incomplete(record.recipe) for record in records.values())
        assert report.learned == len(records.keys() - held)
        assert sorted([*records, *report.left]) == [document.id for document in documents()]
        assert bool(report.left) == bool(report.stopped) == (not report.ok)
        assert not report.failed
        assert not report.incomplete
        held.update(records)
        return report.ok

    assert until_done(run) > 3
    assert_equal_in_pieces(pieces, whole, tmp_path / "pieces.lgm", expected)


def test_a_build_that_stops_removes_nothing_since_a_deletion_takes_replies_with_it(tmp_path: Path) -> None:
    """A document longer than a budget is learned by and by, though each build has another file to remove."""
    model, folder = AnyReplies(1), tmp_path / "docs"
    folder.mkdir()
    for number in range(8):
        (folder / f"gone{number}.txt").write_text(document(number).text)
    graph_of(tmp_path / "graph.lgm", folder)
    long = "\n\n".join(document(number).text for number in range(30))
    (folder / "long.txt").write_text(long)

    def run() -> bool:
        gone = sorted(folder.glob("gone*.txt"))
        gone[0].unlink()
        with LanguageGraph(tmp_path / "graph.lgm", llm=model, limits=RequestLimits(tokens=15_000)) as graph:
            report = graph.build(folder, extraction=EXTRACTION, workers=1, index=False, prune=True)
            assert bool(report.pruned) is report.ok
            return report.ok

    assert until_done(run, most=7) > 1
    assert len(set(model.asked)) == len(model.asked)
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        assert {record.id for record in graph.documents()} == {file.name for file in folder.iterdir()}


def test_documents_edited_and_deleted_in_between_are_right(tmp_path: Path) -> None:
    model = AnyReplies(1)
    folder = tmp_path / "docs"
    folder.mkdir()

    def write(number: int, more: str = "") -> None:
        (folder / f"d{number:03}.txt").write_text(document(number, more).text)

    def run(budget: int | None = 10_000) -> bool:
        with LanguageGraph(tmp_path / "graph.lgm", llm=model, limits=RequestLimits(tokens=budget)) as graph:
            report = graph.build(folder, extraction=EXTRACTION, workers=1, index=False, prune=True)
            held = {record.id for record in graph.store.documents()} if graph.store.exists() else set()
            assert {file.name for file in folder.iterdir()} >= held or report.left  # nothing is removed before the end
            assert len(report.replacements) == report.replaced
            return report.ok

    for number in range(40):
        write(number)
    assert not run()
    write(1, " It was edited.")
    (folder / "d002.txt").unlink()
    write(39, " So was the last one.")
    assert not run()
    write(1, " It was edited again, and nobody paid for the other text.")
    until_done(run)
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        got = export_of(graph, tmp_path / "got")
    with LanguageGraph(tmp_path / "anew.lgm", llm=AnyReplies(1)) as graph:
        assert graph.build(folder, extraction=EXTRACTION, workers=1, index=False).ok
        assert export_of(graph, tmp_path / "anew") == got


def test_a_document_that_is_left_stays_as_it_was(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    built(tmp_path / "graph.lgm", documents(3))
    edited = [document(number, " It was edited.") for number in range(3)]
    with LanguageGraph(tmp_path / "graph.lgm", llm=AnyReplies(1)) as graph:
        before = export_of(graph, tmp_path / "before")
        with caplog.at_level(logging.WARNING):
            report = graph.with_limits(RequestLimits(tokens=100)).build(edited, extraction=EXTRACTION, workers=1)
        assert (report.learned, report.replaced, report.left) == (0, 0, ("d000", "d001", "d002"))
        assert report.stopped.startswith("the budget of 100 tokens is spent: 0 are used, and the next request takes")
        assert "give a larger one" in report.stopped
        (told,) = caplog.messages
        assert "3 documents are unchanged; the same build continues with them" in told
        assert export_of(graph, tmp_path / "after") == before
        assert graph.build(edited, extraction=EXTRACTION, workers=1).replaced == 3  # the graph's own limits are none


def test_a_build_that_is_stopped_reads_no_further(tmp_path: Path) -> None:
    read = []

    def given() -> Iterator[Document]:
        for each in documents(600):
            read.append(each.id)
            yield each

    with LanguageGraph(tmp_path / "graph.lgm", llm=AnyReplies(1), limits=RequestLimits(tokens=100)) as graph:
        report = graph.build(given(), extraction=EXTRACTION, workers=1, index=False)
    assert report.stopped.endswith("; further documents were not read")
    assert report.left == tuple(read[:-1])
    assert len(read) < 300


def test_documents_that_workers_have_written_are_not_told_as_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "graph.lgm"
    monkeypatch.setattr(build, "reopener_for_workers", lambda _: partial(SQLiteStore, path))
    with LanguageGraph(path, llm=AnyReplies(1)) as graph, ThreadPoolExecutor(1) as executor:
        graph.build([document(0)], extraction=False, facts="llm", index=False, workers=1)
        graph.build([document(1)], extraction=False, facts=False, index=False, workers=1)
        edited = [document(number, " It was edited.") for number in range(2)]
        report = graph.with_limits(RequestLimits(tokens=100)).build(
            edited, extraction=False, executor=executor, write_in_workers=True, index=False
        )
        assert (report.left, report.learned) == (("d000",), 1)
        hashes = [record.text_hash for record in graph.documents()]
        assert (hashes[0] == edited[0].text_hash, hashes[1] == edited[1].text_hash) == (False, True)


def test_rows_of_a_source_that_were_left_are_not_taken_for_removed(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"text": document(number).text}) + "\n" for number in range(40)))
    model = AnyReplies(1)
    built_rows = []
    for budget in (None, 5_000, None):
        with LanguageGraph(tmp_path / "graph.lgm", llm=model, limits=RequestLimits(tokens=budget)) as graph:
            report = graph.build(rows, extraction=EXTRACTION, workers=1, index=False)
            assert report.removed == ()
            built_rows.append(len(graph.store.documents()))
        lines = [json.dumps({"text": document(number, " Edited.").text}) for number in range(40)]
        rows.write_text("\n".join(lines))
    assert built_rows == [40, 40, 40]


def test_a_reflection_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole_path, pieces_path = (graph_of(tmp_path / name, documents(12)) for name in ("whole.lgm", "pieces.lgm"))
    whole, pieces = AnyReplies(2), AnyReplies(2)
    options = ReflectionOptions(batch=4)
    with LanguageGraph(whole_path, llm=whole) as graph:
        judged = len(graph.reflect(options).judgements)
        expected = export_of(graph, tmp_path / "whole")
    counted = []

    def run() -> bool:
        with LanguageGraph(pieces_path, llm=pieces, limits=RequestLimits(tokens=2_500)) as graph:
            report = graph.reflect(options)
        counted.append(len(report.judgements))
        assert bool(report.left) == bool(report.stopped) == (not report.ok) == ("Stopped" in str(report))
        assert report.failures == ()
        return report.ok

    assert until_done(run) > 2
    assert sum(counted) == judged
    assert_equal_in_pieces(pieces, whole, pieces_path, expected)


def test_facts_go_on_where_they_stopped_though_no_reply_is_kept(tmp_path: Path) -> None:
    given = documents(100)
    graph_of(tmp_path / "graph.lgm", given)
    model = AnyReplies(3)
    read: list[int] = []

    def run() -> bool:
        limits = RequestLimits(tokens=40_000)
        with LanguageGraph(tmp_path / "graph.lgm", llm=model, limits=limits, cache_replies=False) as graph:
            report = graph.learn_facts("llm")
            assert report.earlier == sum(read)
            assert report.documents + report.earlier + len(report.left) == len(given)
            assert bool(report.left) == bool(report.stopped) == (not report.ok)
            read.append(report.documents)
            return report.ok

    assert until_done(run, most=12) > 2
    assert sum(read) == len(given)
    assert len(set(model.asked)) == len(model.asked), "nothing is paid twice"
    with LanguageGraph(tmp_path / "graph.lgm", llm=model, cache_replies=False) as graph:
        assert graph.learn_facts("llm").documents == len(given), "a run that ended is no reason to pass anything over"


def test_facts_that_were_taken_back_and_texts_that_changed_are_read_again(tmp_path: Path) -> None:
    with LanguageGraph(
        tmp_path / "graph.lgm", llm=AnyReplies(3), limits=RequestLimits(tokens=40_000), cache_replies=False
    ) as graph:
        graph.build(documents(100), workers=1, index=False, extraction=False)
        first = graph.learn_facts("llm")
        assert first.left
        graph.build(document(0, " It was edited."), workers=1, index=False, extraction=False)
        graph = graph.with_limits(RequestLimits(tokens=20_000))
        second = graph.learn_facts("llm")
        assert second.left
        assert second.earlier == first.documents - 1
        graph.undo(first.addition)
        assert graph.with_limits(RequestLimits(tokens=2_000)).learn_facts("llm").earlier == 0


def test_constructions_keep_the_stages_that_ended(tmp_path: Path) -> None:
    folder = tmp_path / "papers"
    folder.mkdir()
    for name in "abcde":
        (folder / f"{name}.md").write_text(PAPER.replace("ferries", f"ferries of {name}"), encoding="utf-8")
    whole, pieces = AnyReplies(4), AnyReplies(4)
    with LanguageGraph(tmp_path / "whole.lgm", llm=whole) as graph:
        made = graph.construct_all(folder)
        expected = export_of(graph, tmp_path / "whole")
    seen: set[int] = set()

    def run() -> bool:
        with LanguageGraph(tmp_path / "pieces.lgm", llm=pieces, limits=RequestLimits(tokens=6_000)) as graph:
            reports = graph.construct_all(folder)
        assert [report.document for report in reports] == [report.document for report in made]
        seen.update(len(report.stages) for report in reports)
        assert all(bool(report.stopped) == (not report.ok) for report in reports)
        assert all("construct it again" in str(report) for report in reports if report.stopped)
        return all(report.ok for report in reports)

    assert until_done(run) > 2
    assert len(seen) > 2  # some were stopped between their first stage and their last
    assert_equal_in_pieces(pieces, whole, tmp_path / "pieces.lgm", expected)


def test_learning_from_questions_keeps_the_rounds_that_ended(tmp_path: Path) -> None:
    player = Player()
    with small_graph(tmp_path / "graph.lgm") as graph:
        graph.llm = player.model
        whole = graph.learn_from_questions([QUESTION, AskedQuestion("Who was Hank Snow?")])
        assert (whole.left, whole.stopped) == (0, "")
        graph.undo(whole.additions)
        spent = whole.rounds[0].tokens + 200
        report = graph.with_limits(RequestLimits(tokens=spent)).learn_from_questions([QUESTION])
        assert report.left == 1
        assert "the budget" in report.stopped
        assert "learn from the same questions again" in str(report)
        assert set(report.ends) == {"the budget of tokens is spent"}
        assert report.failed == 0
        assert report.usage.calls > 0
        again = graph.learn_from_questions([QUESTION])
        assert again.left == 0
        assert {PERFORMER, DEATH} <= set(player.steps)
        assert again.answers[0].text == whole.answers[0].text


ASKING: dict[str, Callable[[LanguageGraph], object]] = {
    "ask": lambda graph: graph.ask(QUESTION),
    "ask with feedback": lambda graph: graph.ask(QUESTION, FeedbackOptions()),
    "ask by a plan": lambda graph: graph.ask(QUESTION, LogicalFormOptions()),
    "aask": lambda graph: asyncio.run(graph.aask(QUESTION)),
    "stream": lambda graph: list(graph.stream(QUESTION)),
    "plan": lambda graph: graph.plan(QUESTION, LogicalFormOptions(planner="llm")),
    "retrieve_passages": lambda graph: graph.retrieve_passages(QUESTION, select=graph.llm),
    "retrieve_facts": lambda graph: graph.retrieve_facts(QUESTION, FactRetrievalOptions(scorer="llm")),
}


@pytest.mark.parametrize("call", ASKING)
def test_questions_that_cannot_be_paid_for_are_refused_clearly(tmp_path: Path, call: str) -> None:
    with small_graph(tmp_path / "graph.lgm") as graph:
        graph.learn_facts("open")
        graph.llm = model = AnyReplies()
        poor = graph.with_limits(RequestLimits(tokens=20))
        with pytest.raises(BudgetSpentError, match=r"the budget of 20 tokens is spent: 0 are used.* about \d+"):
            ASKING[call](poor)
        assert model.asked == []


def test_without_its_model_a_graph_needs_no_budget(tmp_path: Path) -> None:
    with small_graph(tmp_path / "graph.lgm") as graph:
        graph.llm = AnyReplies()
        assert graph.with_limits(RequestLimits(tokens=20)).with_llm(None).ask(QUESTION).is_evidence_only


@pytest.mark.thorough
def test_whatever_analyses_documents_the_process_that_builds_asks_for_all(tmp_path: Path) -> None:
    model = AnyReplies(1)
    limits = RequestLimits(tokens=6_000)
    with (
        ProcessPoolExecutor(2, get_context("forkserver")) as executor,
        LanguageGraph(tmp_path / "graph.lgm", llm=model, concurrency=8, limits=limits) as graph,
    ):
        report = graph.build(documents(20), extraction=EXTRACTION, executor=executor, index=False)
        assert 0 < report.learned < 20
        assert graph.ledger.total.calls == len(model.asked)
        assert 4_500 < graph.ledger.total.tokens <= 6_500
