"""The page of an answer in a browser: citations lead to their sentences, and texts stay texts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from lgm_core import (
    Answer,
    AskOptions,
    Citation,
    Document,
    LanguageGraph,
    LanguageModelError,
    Page,
    Statement,
    Support,
)
from lgm_core.llm.scripted import ScriptedChatModel
from tests.support.browser import PHONE, Browser

QUESTION = "What are wooden hives made of?"
HOSTILE = "</p><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"
DOCUMENTS = [
    Document.from_text(
        "# The hive\n\n"
        "Hives are old. Many are round. Wooden hives are made of pine. Some are painted. Bees like them.\n\n"
        "# The price\n\nWooden hives are cheap.",
        id="hives",
        title="Hives",
        media_type="text/markdown",
    ),
    Document.from_text(f"Wooden hives are hostile {HOSTILE}.", id="hostile", title=HOSTILE),
]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "test.lgm", cache_replies=False) as graph:
        graph.build(DOCUMENTS, workers=1)
        yield graph


def asked(graph: LanguageGraph, *replies: str | LanguageModelError, options: AskOptions | None = None) -> Answer:
    """Ask a model that replies by script; in replies a sentence in braces stands for the number it is shown under."""
    remaining = iter(replies)

    def reply(messages: object) -> str | LanguageModelError:
        shown = messages[-1].content  # type: ignore[index]
        text = next(remaining)
        if isinstance(text, LanguageModelError) or text.startswith("{"):
            return text
        return re.sub(r"\{(.+?)\}", lambda sentence: re.findall(rf"(\[\d+\]) {re.escape(sentence[1])}", shown)[0], text)

    return graph.with_llm(ScriptedChatModel(reply)).ask(QUESTION, options)


@pytest.fixture(scope="module")
def page(graph: LanguageGraph) -> Page:
    reply = "They are made of pine {Wooden hives are made of pine.} <b>and</b> cheap {Wooden hives are cheap.}. "
    return graph.show(asked(graph, reply + HOSTILE))


def text(browser: Browser, selector: str) -> str:
    return browser.find(selector).text


def test_a_citation_leads_to_its_sentence_among_those_around_it(browser: Browser, page: Page) -> None:
    browser.open(page)
    browser.find("#answer .cite").click()
    assert browser.run("return location.hash") == "#c1"
    assert browser.run("return document.querySelector(':target').textContent").split("] ")[1].strip() == (
        "Wooden hives are made of pine."
    )
    plain = browser.run("return getComputedStyle(document.querySelector('#c2')).backgroundColor")
    assert browser.run("return getComputedStyle(document.querySelector('#c1')).backgroundColor") != plain
    assert text(browser, ".place .passage") == (
        "Hives are old. Many are round. [1] Wooden hives are made of pine. Some are painted. Bees like them."
    )
    assert text(browser, ".place h3") == "Hives › The hive"


def test_it_works_without_scripts(browser: Browser, page: Page) -> None:
    browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        browser.open(page)
        browser.find("#answer .cite").click()
        assert browser.driver.current_url.endswith("#c1")
        browser.find("details summary").click()
        assert browser.find("details").get_attribute("open")
    finally:
        browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


def test_keys_move_between_citations(browser: Browser, page: Page) -> None:
    browser.open(page)
    body = browser.find("body")
    seen = []
    for key in ("3", "p", "n", "n", Keys.ESCAPE):
        body.send_keys(key)
        seen.append(browser.run("return [location.hash, document.activeElement.id]"))
    assert seen == [[f"#{id}", id] for id in ("c3", "c2", "c3", "c1", "answer")]


def test_pointing_at_a_citation_lights_its_sentence_and_its_place_in_the_picture(browser: Browser, page: Page) -> None:
    browser.open(page)
    browser.run("document.querySelector('#answer .cite').dispatchEvent(new MouseEvent('mouseenter'))")
    assert browser.find("#c1.lit")
    assert text(browser, ".node.lit").startswith("Hives")


def test_texts_of_documents_and_answers_stay_texts(browser: Browser, page: Page) -> None:
    browser.open(page)
    assert HOSTILE in text(browser, "#answer .text")
    assert "<b>and</b>" in text(browser, "#answer .text")
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    assert HOSTILE in text(browser, ".rounds")
    assert browser.driver.title == f"Answer: {QUESTION}"
    assert browser.log() == []


def test_a_round_tells_what_it_read_kept_and_replied(browser: Browser, page: Page) -> None:
    browser.open(page)
    rows = {row.find_element("css selector", "dt").text: row for row in browser.all(".finding")}
    assert next(iter(rows)) == "Looked for"
    assert "wooden hive" in rows["Looked for"].text
    rows["Read"].find_element("css selector", "summary").click()
    read = rows["Read"].find_elements("css selector", "li")
    assert len(read) > 2
    assert {each.text[:3] for each in read if each.get_attribute("class") == "kept"} == {"[1]", "[2]", "[3]"}
    assert rows["Ended"].text.endswith("nothing is missing")


def test_the_concepts_of_the_question_are_marked_in_it(browser: Browser, page: Page) -> None:
    browser.open(page)
    assert [mark.text for mark in browser.all("h1 mark")] == ["wooden hives"]


@pytest.mark.parametrize("is_dark", [False, True])
def test_it_fits_a_phone(browser: Browser, page: Page, is_dark: bool) -> None:
    browser.open(page, PHONE, dark=is_dark)
    assert not browser.is_wider_than_window()
    browser.run("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    assert not browser.is_wider_than_window()


def test_in_a_notebook_citations_stay_in_the_page(browser: Browser, page: Page) -> None:
    browser.open(Page("notebook", f"<!doctype html><body>{page._repr_html_()}"))
    browser.driver.switch_to.frame(0)
    browser.find("#answer .cite").click()
    assert text(browser, ":target").endswith("made of pine.")
    browser.find("#c1 .back").click()
    assert text(browser, ":target").startswith("They are made of pine")


def test_what_failed_and_what_is_missing_is_told(browser: Browser, graph: LanguageGraph) -> None:
    browser.open(graph.show(asked(graph, LanguageModelError("out of order"))))
    assert "failed once while answering: out of order" in text(browser, ".failure")
    assert "No answer was written" in text(browser, "#answer")
    browser.open(graph.show(Answer(QUESTION, "", missing_concepts=("price <b>",))))
    assert "Nothing was found." in text(browser, "#answer")
    assert text(browser, ".missed .chip") == "price <b>"


def test_exhaustive_rounds_tell_what_was_marked(browser: Browser, graph: LanguageGraph) -> None:
    replies = '{"supporting": [1, 2, 3]}', '{"answer": "Pine [1].", "citations": [1], "missing": []}'
    answer = asked(graph, *replies, options=AskOptions(exhaustive=True))
    browser.open(graph.show(answer))
    kept = next(row for row in browser.all(".finding.kept") if row.text.startswith("Kept"))
    assert "3 sentences marked as supporting an answer" in kept.text


def test_a_document_that_was_deleted_since_is_shown_as_it_was_cited(tmp_path: Path, browser: Browser) -> None:
    with LanguageGraph(tmp_path / "test.lgm", cache_replies=False) as graph:
        graph.build(DOCUMENTS[:1], workers=1)
        answer = asked(graph, "Pine {Wooden hives are made of pine.}, cheap {Wooden hives are cheap.}.")
        graph.delete("hives")
        browser.open(graph.show(answer))
        assert text(browser, ".place .passage") == "[1] Wooden hives are made of pine."
        assert "does not show this any more" in text(browser, ".place")
        assert [heading.text for heading in browser.all(".place h3")] == ["Hives › The hive", "Hives › The price"]


@pytest.mark.parametrize("text_since", ["Bees fly. They sting. Hives hum. Bees dance.", "Bees fly."])
def test_an_answer_about_a_document_that_was_replaced_since_shows_what_it_cited(
    tmp_path: Path, browser: Browser, text_since: str
) -> None:
    with LanguageGraph(tmp_path / "test.lgm", cache_replies=False) as graph:
        graph.build(DOCUMENTS[:1], workers=1)
        answer = asked(graph, "Pine {Wooden hives are made of pine.}.")
        graph.build([Document.from_text(text_since, id="hives")], workers=1)
        page = graph.show(answer)
        browser.open(page)
        assert text(browser, ".place .passage") == "[1] Wooden hives are made of pine."
        assert "does not show this any more" in text(browser, ".place")
        assert not any(sentence in page.html for sentence in text_since.rstrip(".").split(". "))


def test_text_from_right_to_left_stands_so(browser: Browser, tmp_path: Path) -> None:
    question, sentence = "النحلة حشرة؟", "النحلة حشرة تعيش في خلية."
    with LanguageGraph(tmp_path / "test.lgm") as graph:
        graph.build([Document.from_text(sentence, id="it")], workers=1)
        citation = Citation(1, "it#0", "it", "", (), 0, len(sentence), sentence)
        answer = Answer(question, "حشرة [1]", (citation,), statements=(Statement("حشرة", (1,), Support.SUPPORTED),))
        for page in (graph.show(answer), graph.show(graph.retrieve_passages(question), question=question)):
            browser.open(page)
            direction = "return getComputedStyle(document.querySelector(arguments[0])).direction"
            found = {selector: browser.run(direction, selector) for selector in ("h1", ".place .passage", ".where")}
            assert found == {"h1": "rtl", ".place .passage": "rtl", ".where": "ltr"}


def test_what_found_nothing_says_how_to_go_on(browser: Browser, graph: LanguageGraph) -> None:
    browser.open(graph.show(graph.ask("Zzqq xxyy?")))
    shown = text(browser, "main")
    assert "Ask with words that the documents use" in shown
    assert "What was looked for" in shown
    assert "evidence" not in shown
