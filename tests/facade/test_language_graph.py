"""The facade, used as the README says."""

import asyncio
import threading
from pathlib import Path

import pytest

from lgm_core import AskOptions, Document, InputError, LanguageGraph, estimate_build
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.embedders import RecordingModel
from tests.support.sqlite_files import blobs
from tests.support.texts import APPLES, BOATS, ORCHARD, many_documents


@pytest.fixture
def graph(tmp_path: Path):
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build([APPLES, ORCHARD, BOATS])
        yield graph


def test_opening_does_nothing_until_it_is_used(tmp_path: Path) -> None:
    LanguageGraph(tmp_path / "new.lgm")
    assert list(tmp_path.iterdir()) == []


def test_passages_come_whole_and_with_their_place(graph: LanguageGraph) -> None:
    best = graph.retrieve_passages("Who runs the orchard near Ghent?", 1)[0]
    assert best.document.id == "orchard"
    assert best.text == ORCHARD.text
    assert ORCHARD.text[best.section.start : best.section.end] == ORCHARD.text


def test_sentences_come_with_their_place(graph: LanguageGraph) -> None:
    results = graph.retrieve_sentences("Who runs the orchard near Ghent?", 3)
    assert "Lili Marten runs the orchard near Ghent." in [result.sentence.text for result in results]
    for result in results:
        assert result.document.id == result.sentence.document_id == result.section.document_id


def test_a_question_about_nothing_in_the_graph_finds_nothing(graph: LanguageGraph) -> None:
    assert graph.retrieve_passages("zyzzyva quokka") == []
    assert graph.ask("zyzzyva quokka").citations == ()


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_a_clear_error(graph: LanguageGraph, question: str) -> None:
    with pytest.raises(InputError, match="question is empty"):
        graph.retrieve_passages(question)
    with pytest.raises(InputError, match="question is empty"):
        graph.ask(question)


def test_a_question_that_is_no_text_is_a_clear_error(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match=r"the question is not text but \{'question': 'Who"):
        graph.ask({"question": "Who runs the orchard?"})  # type: ignore[arg-type]


def test_an_empty_graph_answers_with_nothing(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "empty.lgm") as graph:
        graph.build([])
        assert graph.retrieve_passages("Who runs the orchard?") == []
        assert graph.ask("Who runs the orchard?").citations == ()


def test_what_apples_are_rich_in_is_found_through_is_a(graph: LanguageGraph) -> None:
    answer = graph.ask("What are apples rich in?")
    assert answer.is_evidence_only
    found = {citation.text: citation.path for citation in answer.citations}
    assert "fruit" in " ".join(found["Fruits contain many vitamins."])


def test_without_expansion_it_is_not_found(graph: LanguageGraph) -> None:
    answer = graph.ask("What are apples rich in?", AskOptions(expansion=False))
    assert answer.citations
    assert "Fruits contain many vitamins." not in [citation.text for citation in answer.citations]


def test_without_the_graph_sentences_are_found_by_their_words_alone(graph: LanguageGraph) -> None:
    answer = graph.ask("Who runs the orchard near Ghent?", AskOptions(graph=False))
    assert answer.citations[0].text == "Lili Marten runs the orchard near Ghent."
    assert [citation.path for citation in answer.citations] == [()] * len(answer.citations)


def test_the_index_follows_the_documents(graph: LanguageGraph) -> None:
    graph.build(Document.from_text("A sextant measures angles at sea.", id="sextant"))
    assert graph.retrieve_passages("What does a sextant measure?", 1)[0].document.id == "sextant"
    assert graph.delete("sextant") == 1
    assert "sextant" not in [passage.document.id for passage in graph.retrieve_passages("What does a sextant measure?")]


def test_a_string_deletes_one_document_and_what_is_not_there_is_told(
    graph: LanguageGraph, caplog: pytest.LogCaptureFixture
) -> None:
    graph.build([Document.from_text("A fig is sweet.", id=id) for id in ("m", ".", "fig.md")])
    assert graph.delete("fig.md") == 1
    assert caplog.text == ""
    assert graph.delete(["fig.md", "m"]) == 1
    assert "Not in the graph, so not deleted: fig.md." in caplog.text
    assert [record.id for record in graph.documents()] == [".", "apples", "boats", "orchard"]


def test_the_index_is_kept_for_the_next_process(graph: LanguageGraph, tmp_path: Path) -> None:
    before = graph.retrieve_passages("Who runs the orchard?")
    with LanguageGraph(tmp_path / "test.lgm") as again:
        assert again.retrieve_passages("Who runs the orchard?") == before


def test_a_filter_is_applied_before_ranking(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "years.lgm") as graph:
        graph.build(
            Document.from_text(f"The harbour of {place} was built.", id=place, metadata={"year": year})
            for place, year in [("Porto", 1990), ("Cork", 2021), ("Riga", 2023)]
        )
        found = graph.retrieve_passages("Which harbour was built?", 2, where={"year": {"$gte": 2020}})
    assert {passage.document.id for passage in found} == {"Cork", "Riga"}


def test_many_threads_may_ask_at_once(graph: LanguageGraph) -> None:
    expected = graph.retrieve_passages("Who runs the orchard?")
    found: list[object] = []
    threads = [
        threading.Thread(target=lambda: found.append(graph.retrieve_passages("Who runs the orchard?")))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 8


def test_async_gives_the_same_and_leaves_the_loop_free(tmp_path: Path) -> None:
    documents = many_documents(40)

    async def work() -> int:
        ticks = 0

        async def tick() -> None:
            nonlocal ticks
            while True:
                ticks += 1
                await asyncio.sleep(0)

        ticking = asyncio.create_task(tick())
        with LanguageGraph(tmp_path / "async.lgm") as graph:
            assert (await graph.abuild(documents, workers=1)).learned == 40
            assert await graph.aretrieve_passages("What is a kettle?") == graph.retrieve_passages("What is a kettle?")
            assert await graph.aask("What is a kettle?") == graph.ask("What is a kettle?")
        ticking.cancel()
        return ticks

    assert asyncio.run(work()) > 40


def test_a_build_with_a_language_model_adds_its_relations_and_asks_again_only_for_what_failed(tmp_path: Path) -> None:
    reply = '[{"sentence": 1, "kind": "is_a", "subject": "sloop", "object": "craft"}]'
    replies = iter(["no JSON at all", "still none", reply])
    model = ScriptedChatModel(lambda _: next(replies))
    document = Document.from_text("Sailors trust the sloop, that craft of calm days.", id="sloop")
    with LanguageGraph(tmp_path / "llm.lgm", llm=model) as graph:
        first = graph.build(document)
        assert first.incomplete == 1
        assert first.unfinished[0].name == "sloop"
        assert first.unfinished[0].error
        assert graph.build(document).incomplete == 0
        assert graph.build(document).skipped == 1
        (relation,) = graph.store.relations()
    assert relation.key == ("is_a", "sloop", "craft")
    assert relation.evidence[0].origin == "llm:scripted"


def cached_texts(path: Path) -> bytes:
    """Return everything that is kept besides the graph, in lower case."""
    files = [file.read_bytes() for file in path.with_name(f"{path.name}-index").iterdir()]
    return b"".join([*blobs(path).values(), *files]).lower()


def test_deleting_a_document_forgets_every_cached_text_of_it(tmp_path: Path) -> None:
    model, path = ScriptedChatModel(lambda _: "[{}]", identity="m"), tmp_path / "llm.lgm"
    with LanguageGraph(path, llm=model) as graph:
        graph.build([APPLES, ORCHARD])
        graph.ranker()
        assert len(blobs(path)) >= 2
        graph.delete([ORCHARD.id])
        cached = cached_texts(path)
        assert b"fruit facts" in cached
        assert not [word for word in (b"orchard", b"marten", b"ghent", b"hedge", b"pear") if word in cached]
        graph.retrieve_passages("fruit")
        cached = cached_texts(path)
        assert b"fruit facts" in cached
        assert not [word for word in (b"orchard", b"marten", b"ghent", b"hedge", b"pear") if word in cached]


def test_an_answer_without_the_graph_keeps_the_embedding_model(tmp_path: Path) -> None:
    model = RecordingModel()
    with LanguageGraph(tmp_path / "g.lgm", embed=model.embeddings) as graph:
        graph.build([APPLES, ORCHARD])
        graph.ask("What grows in the orchard?", AskOptions(graph=False))
    assert "What grows in the orchard?" in model.questions.texts
    assert "What grows in the orchard?" not in model.documents.texts


def test_an_estimate_counts_what_a_build_would_ask(graph: LanguageGraph) -> None:
    assert estimate_build([ORCHARD]).extraction.calls > 0
    assert estimate_build([ORCHARD], extraction=False).total.calls == 0


def test_replacing_a_document_forgets_the_replies_about_it(tmp_path: Path) -> None:
    model = ScriptedChatModel(lambda _: "[{}]", identity="m")
    with LanguageGraph(tmp_path / "llm.lgm", llm=model) as graph:
        graph.build([APPLES, ORCHARD])
        assert cached_replies(tmp_path / "llm.lgm") != []
        report = graph.build([Document(ORCHARD.id, "Nothing grows here.")])
        assert report.replaced == 1
        assert cached_replies(tmp_path / "llm.lgm") == []


def cached_replies(path: Path) -> list[str]:
    return [name for name in blobs(path) if name.startswith("reply:")]
