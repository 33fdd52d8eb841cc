"""Constructing with a language model, whatever it replies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from lgm_core import LanguageGraph, LGMError, Prices, estimate_construction
from lgm_core.learning.construction.construction_options import STAGES
from lgm_core.tracing import traced_by
from tests.support.any_replies import AnyReplies
from tests.support.papers import PAPER, export_of


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    (tmp_path / "ferries.md").write_text(PAPER, encoding="utf-8")
    return tmp_path / "ferries.md"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_is_replied_the_graph_is_whole_and_can_be_taken_back(paper: Path, tmp_path: Path, seed: int) -> None:
    model = AnyReplies(seed, share=0.2 if seed == 3 else 0)
    with LanguageGraph(tmp_path / "graph.lgm", llm=model) as graph:
        graph.build(paper, extraction=False)
        before = export_of(graph, tmp_path / "before")
        report = graph.construct("ferries.md")
        assert report.requests > 0
        assert list(report.stages) == list(STAGES)
        for fact in graph.store.facts():
            assert fact.evidence
        constructed = export_of(graph, tmp_path / "constructed")
        asked = len(model.asked)
        again = graph.construct("ferries.md")
        assert again.additions == report.additions
        assert export_of(graph, tmp_path / "again") == constructed
        assert len(model.asked) - asked <= 2 * sum(len(stage.failures) for stage in report.stages.values())
        graph.undo(graph.additions())
        assert export_of(graph, tmp_path / "after") == before


def test_sync_and_async_are_equal(paper: Path, tmp_path: Path) -> None:
    with (
        LanguageGraph(tmp_path / "here.lgm", llm=AnyReplies(4)) as here,
        LanguageGraph(tmp_path / "there.lgm", llm=AnyReplies(4)) as there,
    ):
        assert here.construct(paper) == asyncio.run(there.aconstruct(paper))
        assert export_of(here, tmp_path / "a") == export_of(there, tmp_path / "b")
        for model in (here.llm, there.llm):
            assert len(model.asked) == len(set(map(str, model.asked)))


def test_a_model_that_says_nothing_of_use_is_told(paper: Path, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm", llm=AnyReplies(share=1)) as graph:
        report = graph.construct(paper)
        assert not report.ok
        assert "mentions: 1 of 1 request failed" in str(report)
        assert not graph.store.facts()


def test_what_is_estimated_is_what_is_asked_first(paper: Path, tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        estimate = estimate_construction(graph, paper, prices=Prices(1.0, 1.0))
        assert not graph.store.exists()  # nothing is learned
    assert estimate.documents == 1
    assert estimate.cost is not None
    expected = estimate.stages["mentions"]
    with LanguageGraph(tmp_path / "asked.lgm", llm=AnyReplies()) as graph:
        told = graph.construct(paper).stages["mentions"]
        assert told.requests == told.usage.calls == expected.calls > 0
        assert told.usage.prompt_tokens == expected.prompt_tokens
        assert estimate_construction(graph, "ferries.md").stages == estimate.stages
    assert max(map(len, str(estimate).splitlines())) <= 80


def test_an_estimate_asks_no_embedding_model(paper: Path, tmp_path: Path) -> None:
    asked: list[list[str]] = []
    with LanguageGraph(tmp_path / "graph.lgm", embed=asked.append) as graph:
        assert estimate_construction(graph, paper).stages["entities"].calls
    assert asked == []


def test_an_embedding_model_that_fails_is_named_and_costs_no_stage_before(paper: Path, tmp_path: Path) -> None:
    def unreachable(texts: list[str]) -> object:
        raise RuntimeError("no connection")

    with LanguageGraph(tmp_path / "graph.lgm", embed=unreachable) as graph:
        with pytest.raises(LGMError, match=r"embedding model .*unreachable failed on \d+ texts: RuntimeError: no conn"):
            graph.construct(paper)
        (record,) = graph.constructions()
        assert list(record.additions) == ["mentions", "entities", "relations"]


def test_documents_are_asked_about_together(paper: Path, tmp_path: Path) -> None:
    paper.with_name("quays.md").write_text("# Quays\n\nOrford has a quay. Ada Lindqvist owns the quay.\n")
    batches: list[object] = []

    def note(name: str, details: Mapping[str, object]) -> AbstractContextManager[object]:
        batches.append(details.get("requests"))
        return nullcontext()

    with LanguageGraph(tmp_path / "graph.lgm", llm=AnyReplies(4)) as graph, traced_by(note):
        reports = graph.construct_all([paper, paper.with_name("quays.md")])
    assert [report.document for report in reports] == ["ferries.md", "quays.md"]
    assert next(filter(None, batches)) == sum(report.stages["mentions"].requests for report in reports)
