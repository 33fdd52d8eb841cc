"""Each kind of page on a real graph: what it tells of how something was found, and nothing that a filter hides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lgm_core import (
    Answer,
    Document,
    FeedbackOptions,
    InputError,
    LanguageGraph,
    LogicalFormOptions,
    Page,
    RankingOptions,
)
from lgm_core.cli.application import app
from lgm_core.llm.scripted import ScriptedChatModel
from tests.feedback.graphs import QUESTION, Player, small_graph
from tests.reasoning.solving.graphs import BIRTHPLACE, PLAN, venice
from tests.reasoning.solving.graphs import QUESTION as PLAGUES
from tests.reasoning.solving.graphs import Player as Solver
from tests.support.browser import PHONE, Browser

NOTHING = '{"answers": []}'
DIRECTED = "Where was the director of Salt Harbour born?"
DOCUMENTS = [
    Document.from_text("Salt Harbour is a film directed by Inês Moura.", id="film", title="Salt Harbour"),
    Document.from_text(
        "Inês Moura was born in Setúbal. She painted.", id="director", title="Inês Moura", metadata={"shelf": "b"}
    ),
    Document.from_text("Cork floats. It is light.", id="cork", title="Cork"),
]


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "test.lgm", ranking=RankingOptions()) as graph:
        graph.build(DOCUMENTS, workers=1)
        yield graph


def why_found(graph: LanguageGraph, question: str, *, k: int) -> Page:
    return graph.show(graph.retrieve_passages(question, k), question=question)


def texts(browser: Browser, selector: str) -> list[str]:
    return [element.text for element in browser.all(selector)]


def test_a_retrieval_tells_which_words_concepts_and_chains_found_each_passage(
    browser: Browser, films: LanguageGraph
) -> None:
    browser.open(why_found(films, DIRECTED, k=2), PHONE)
    first, second = texts(browser, ".found")
    assert "The question names what it is about: Salt Harbour." in first
    assert "Reached through Inês Moura from passage [1]." in second
    assert "Adds born" in second
    assert texts(browser, "h1 mark") == ["director", "Salt", "Harbour", "born"]
    assert texts(browser, "#c1 mark") == ["Salt", "Harbour", "directed"]
    assert texts(browser, ".node .words") == [DIRECTED, "Salt Harbour", "Inês Moura"]
    assert not browser.is_wider_than_window()
    assert browser.log() == []


def test_a_passage_that_only_leads_to_others_is_in_the_picture(browser: Browser, films: LanguageGraph) -> None:
    passages = films.retrieve_passages(DIRECTED, k=2)
    browser.open(films.show(passages[1:], question=DIRECTED))
    assert texts(browser, ".node.leading .words") == ["Salt Harbour"]
    assert "from a passage that is not among them" in browser.find(".why").text


def test_what_no_passage_has_is_told(browser: Browser, films: LanguageGraph) -> None:
    browser.open(why_found(films, "Does cork from Setúbal float?", k=1))
    assert texts(browser, ".missed .chip") == ["Setúbal", "Setúbal concept"]
    browser.open(why_found(films, "Zzyzx?", k=5))
    assert "No passage has anything to do with the question." in browser.find("main").text


def test_pages_under_a_filter_show_nothing_of_other_documents(films: LanguageGraph) -> None:
    hidden = ("Salt Harbour is", "film", "Cork")
    model = ScriptedChatModel(lambda _: "In Setúbal [1].")
    where = {"shelf": "b"}
    pages = [
        films.show(films.retrieve_passages(DIRECTED, where=where), question=DIRECTED, where=where),
        films.show(films.retrieve_passages(DIRECTED), question=DIRECTED, where=where),
        films.show(films.ask(DIRECTED, where=where), where=where),
        films.show(films.with_llm(model).ask(DIRECTED, where=where), where=where),
    ]
    for page in pages:
        assert "Inês Moura was born" in page.html.replace("<mark>", "").replace("</mark>", "")
        shown = page.html.rpartition("</style>")[2]
        assert [word for word in hidden if word in shown] == []


def test_a_way_over_documents_that_a_filter_hides_is_not_shown(films: LanguageGraph) -> None:
    found = films.retrieve_passages(DIRECTED)
    assert ("Salt Harbour", "Inês Moura") in {passage.path for passage in found}
    page = films.show(found, question="Who was born in Setúbal?", where={"shelf": "b"})
    assert "Salt Harbour" not in page.html


def test_an_answer_without_a_model_shows_the_nearest_sentences(browser: Browser, films: LanguageGraph) -> None:
    browser.open(films.show(films.ask(DIRECTED)))
    assert "without a language model" in browser.find("#answer").text
    assert browser.find("#citations").text == "The nearest sentences"
    assert "Inês Moura was born in Setúbal." in browser.find("main").text


def test_a_plan_shows_its_steps_rows_and_sentences(browser: Browser, tmp_path: Path) -> None:
    with venice(tmp_path) as graph:
        solution = graph.solve(BIRTHPLACE, question="Where was its composer born?")
        browser.open(graph.show(replace(solution, rows=(*solution.rows, *solution.rows))))
        assert browser.find("#answer .text").text.startswith("Venice")
        assert ["Antonio Vivaldi" in row for row in texts(browser, "tbody tr")] == [True]
        assert "Retrieval(" in browser.find(".plan").text
        rows = texts(browser, ".finding")
        assert any(row.startswith("Step 1") and "from facts" in row for row in rows)
        assert texts(browser, ".node.result") == ["Antonio Vivaldi", "Venice"]


def test_rounds_of_plans_show_facts_what_was_read_and_what_had_no_result(browser: Browser, tmp_path: Path) -> None:
    player = Solver(planning=[PLAN], reading=[NOTHING], answering=[{"missing": "", "answer": "In Venice [2]."}])
    with venice(tmp_path) as graph:
        browser.open(graph.show(graph.with_llm(player.model).ask(PLAGUES, LogicalFormOptions(rounds=1))))
    assert texts(browser, ".round h3") == [f"Round 1: {PLAGUES}"]
    rows = "\n".join(texts(browser, ".finding"))
    assert "in which a language model found 0 results" in rows
    assert "Step 3\nHow often did plague occur in Venice? (no result)" in rows
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    assert "Antonio Vivaldi — born in — Venice" in browser.find(".rounds").text
    assert browser.log() == []


def test_feedback_shows_facts_seen_what_was_missing_and_what_was_added(browser: Browser, tmp_path: Path) -> None:
    with small_graph(tmp_path / "test.lgm") as graph:
        answer = graph.with_llm(Player().model).ask(QUESTION, FeedbackOptions())
        browser.open(graph.show(answer), dark=True)
    assert texts(browser, ".round h3") == ["Round 1", "Round 2", "Round 3"]
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    first = browser.all(".round")[1].text
    assert "Missed\nWho performed Hello Love?" in first
    assert "for “Who performed Hello Love?”" in first
    assert "Hello Love — is a song by — Hank Snow" in first
    assert texts(browser, ".node .words") == [
        QUESTION,
        "Who performed Hello Love?",
        "Where did Hank Snow die?",
        "Hank Snow",
        "Hello Love",
    ]


def test_wrong_arguments_are_told(films: LanguageGraph) -> None:
    with pytest.raises(InputError, match="7 cannot be shown; give a concept, the result of `ask` or `solve`"):
        films.show(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="cannot be shown"):
        films.show([Answer("Why?", "")])  # type: ignore[list-item]
    with pytest.raises(
        InputError, match=r"passages need the question for which they were found: show\(passages, question=…\)"
    ):
        films.show(films.retrieve_passages(DIRECTED))
    with pytest.raises(InputError, match="the question is empty"):
        films.show([], question=" ")
    with pytest.raises(InputError, match="are two pages; give only one of them"):
        films.show("cork", document="cork")


# A document is shown to whom the filter lets see it; to others it is as one that is not there.


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    graph = LanguageGraph(tmp_path_factory.mktemp("shown") / "it.lgm")
    graph.build([Document.from_text("A quince is a fruit.", id="quince", metadata={"reader": "ash"})], workers=1)
    return graph


def test_who_may_see_a_document_is_shown_it(graph: LanguageGraph) -> None:
    assert graph.show(document="quince", where={"reader": "ash"}) == graph.show(document="quince")


def test_to_others_it_is_not_there(graph: LanguageGraph) -> None:
    told = []
    for id in ("quince", "quinces"):
        with pytest.raises(InputError) as raised:
            graph.show(document=id, where={"reader": "birch"})
        told.append(str(raised.value).replace("quinces", "quince"))
    assert told[0] == told[1]


def test_the_command_has_the_filter_too(graph: LanguageGraph, tmp_path: Path) -> None:
    line = ["show", "--document", "quince", "--graph", str(graph.store), "--output", str(tmp_path / "page.html")]
    assert CliRunner().invoke(app, [*line, "--where", '{"reader": "birch"}']).exit_code != 0
    assert CliRunner().invoke(app, [*line, "--where", '{"reader": "ash"}']).exit_code == 0


@pytest.mark.parametrize("at", ["1", 0.5, True, None])
def test_a_position_that_is_no_number_is_told(graph: LanguageGraph, at: object) -> None:
    with pytest.raises(InputError, match="not a whole number"):
        graph.show(document="quince", at=at)  # type: ignore[arg-type]
