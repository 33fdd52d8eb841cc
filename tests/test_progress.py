"""Long work tells how far it is to whoever watches it."""

import json
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from lgm_core import (
    ConstructionOptions,
    Embeddings,
    FeedbackOptions,
    InputError,
    LanguageGraph,
    estimate_build,
    estimate_construction,
    estimate_questions,
    watch_progress,
)
from lgm_core.flow import Session
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.ports import Progress
from lgm_core.progress import counted, is_watched, tell_progress, ticking
from tests.support.flows import ask_all, drivers
from tests.support.texts import APPLES, BOATS, ORCHARD, many_documents, write_corpus


class Watched(list[Progress]):
    """All that was told, in order."""

    def of(self, work: str) -> list[tuple[int, int | None]]:
        """Return how much of a work was done, and how much there was, each time that it was told."""
        return [(progress.done, progress.total) for progress in self if progress.work == work]


@pytest.fixture
def watched() -> Iterable[Watched]:
    told = Watched()
    with watch_progress(told.append):
        yield told


@pytest.fixture
def graph(tmp_path: Path) -> Iterable[LanguageGraph]:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        yield graph


def test_nobody_is_told_where_nobody_watches() -> None:
    told = Watched()
    with watch_progress(told.append):
        assert is_watched()
        tell_progress("working", 1, 2)
    assert not is_watched()
    tell_progress("working", 2, 2)
    ticking("working", 1, "parts")()
    assert told.of("working") == [(1, 2)]


def test_an_item_counts_once_it_was_worked_on(watched: Watched) -> None:
    seen = [(item, watched.of("reading")[-1]) for item in counted("ab", "reading", "letters")]
    assert seen == [("a", (0, 2)), ("b", (1, 2))]
    assert watched.of("reading")[-1] == (2, 2)


def test_work_whose_length_nobody_knew_ends_all_the_same(watched: Watched) -> None:
    assert [*counted(iter("ab"), "reading", "letters"), *counted("cd", "reading more", "letters", 5)] == [*"abcd"]
    assert watched.of("reading")[-1] == watched.of("reading more")[-1] == (2, 2)


def test_parts_done_in_several_threads_are_all_counted(watched: Watched) -> None:
    tick = ticking("working", 40, "parts")
    threads = [threading.Thread(target=lambda: [tick() for _ in range(10)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert watched.of("working") == [(done, 40) for done in range(41)]


@drivers
def test_each_reply_of_a_batch_is_told(drive: Any, watched: Watched) -> None:
    drive(ask_all("one", "two", "three"), Session(ScriptedChatModel(lambda request: "yes"), concurrency=1))
    assert watched.of("asking") == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert all(progress.is_part for progress in watched)


def test_a_build_knows_how_many_documents_there_are_and_tells_of_the_index(
    graph: LanguageGraph, tmp_path: Path, watched: Watched
) -> None:
    write_corpus(tmp_path / "docs.jsonl", many_documents(40))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_text("Apples are a type of fruit.", encoding="utf-8")
    graph.build([tmp_path / "docs.jsonl", tmp_path / "docs"], workers=1, index=True)
    learning = watched.of("learning")
    assert (learning[0], learning[-1]) == ((0, 41), (41, 41))
    assert [done for done, _ in learning] == sorted(done for done, _ in learning)
    assert len(learning) > 3
    assert watched.of("indexing")[-1] == (41, 41)
    assert watched.of("making the index") == [(0, None), (1, 1)]


def test_documents_that_are_unchanged_count_too(graph: LanguageGraph, watched: Watched) -> None:
    documents = many_documents(250)
    graph.build(documents, workers=1)
    watched.clear()
    graph.build(documents, workers=1)
    assert watched.of("learning")[0] == (0, 250)
    assert watched.of("learning")[-1] == (250, 250)
    assert [each.skipped for each in watched if each.work == "learning"] == [done for done, _ in watched.of("learning")]


def test_documents_that_come_one_by_one_have_no_total(graph: LanguageGraph, watched: Watched) -> None:
    graph.build((document for document in [APPLES, BOATS]), workers=1)
    assert {total for _, total in watched.of("learning")[:-1]} == {None}
    assert watched.of("learning")[-1] == (2, 2)


@pytest.mark.parametrize("suffix", [".jsonl", ".graphml", ".ttl", ".jsonld"])
def test_an_export_tells_of_each_document(suffix: str, graph: LanguageGraph, tmp_path: Path, watched: Watched) -> None:
    graph.build([APPLES, BOATS, ORCHARD], workers=1)
    graph.export(tmp_path / f"out{suffix}")
    assert watched.of("exporting") == [(0, 3), (1, 3), (2, 3), (3, 3)]
    for work in ("exporting concepts", "exporting relations", "exporting facts"):
        told = watched.of(work)
        assert not told or told[-1][0] == told[-1][1]


def test_an_import_tells_what_it_does(graph: LanguageGraph, tmp_path: Path, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1)
    graph.export(tmp_path / "out.jsonl")
    with LanguageGraph(tmp_path / "copy.lgm") as copy:
        copy.import_graph(tmp_path / "out.jsonl")
    assert watched.of("importing") == [(0, None), (1, None), (2, None), (2, 2)]


def test_reflection_tells_of_relations_and_requests(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS, ORCHARD], workers=1)
    verdict = json.dumps({"reason": "it says so", "verdict": "valid"})
    graph.with_llm(ScriptedChatModel(lambda request: verdict)).reflect()
    told = watched.of("judging")
    assert told[0][0] == 0
    assert told[-1] == (sum(graph.statistics().relations.values()),) * 2
    assert any(progress.is_part and progress.unit == "requests" for progress in watched)


def test_construction_tells_of_the_stages_of_all_documents(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1)
    graph.construct_all(["apples", "boats"], ConstructionOptions(stages=["mentions", "entities", "relations"]))
    assert watched.of("constructing") == [(done, 6) for done in range(7)]


def test_learning_facts_later_tells_of_documents(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1)
    graph.learn_facts()
    assert (watched.of("learning facts")[0], watched.of("learning facts")[-1]) == ((0, 2), (2, 2))


def test_importing_recorded_facts_tells_of_documents(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1)
    rows = [{"id": name, "triples": [["apple", "is", "fruit"]]} for name in ("apples", "boats")]
    graph.import_facts(rows)
    assert watched.of("importing facts") == [(0, 2), (1, 2), (2, 2)]


def test_learning_from_questions_tells_which_are_answered(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1, facts="open")
    model = ScriptedChatModel(lambda request: "no JSON")
    graph.with_llm(model).learn_from_questions(["What are apples?", "What are boats?"], FeedbackOptions(max_rounds=2))
    told = watched.of("learning from questions")
    assert told[0] == (0, 2)
    assert told[-1] == (2, 2)


def test_estimates_tell_of_documents_and_questions(graph: LanguageGraph, watched: Watched) -> None:
    graph.build([APPLES, BOATS], workers=1)
    watched.clear()
    estimate_build([APPLES, BOATS])
    estimate_construction(graph, ["apples", "boats"])
    estimate_questions(graph, ["What are apples?", "What are boats?"])
    assert watched.of("estimating") == [(0, 2), (1, 2), (2, 2)] * 3


def test_embedding_tells_of_texts(tmp_path: Path, watched: Watched) -> None:
    embed = Embeddings.of(lambda texts: [[1.0, float(len(text))] for text in texts])
    with LanguageGraph(tmp_path / "g.lgm", embed=embed) as graph:
        graph.build([APPLES, BOATS], workers=1, index=True)
    done, total = watched.of("embedding")[-1]
    assert done == total
    assert total


def test_what_a_watcher_raises_ends_the_work(graph: LanguageGraph) -> None:
    def refuse(progress: Progress) -> None:
        raise InputError("enough")

    with pytest.raises(InputError, match="enough"), watch_progress(refuse):
        graph.build([APPLES], workers=1)
