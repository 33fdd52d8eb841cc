"""A person browses a graph: from the front page to documents, concepts and passages, while another process builds."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph, SQLiteStore
from lgm_core.model import DocumentRecord, Statistics
from lgm_core.page_server import PageServer
from lgm_core.pages.front_page import DocumentList, front_page
from lgm_core.pages.shell import PageLinks
from tests.page_server.conftest import HOSTILE
from tests.support.browser import DESKTOP, PHONE, Browser
from tests.support.command_line import lgm
from tests.support.texts import APPLES, many_documents, write_corpus


@pytest.fixture
def visited(browser: Browser, server: PageServer) -> Iterator[Browser]:
    browser.open(server.address)
    yield browser
    browser.driver.delete_all_cookies()


def search(browser: Browser, text: str) -> None:
    """Look for a text on the front page, and wait for what is found."""
    browser.find("input[name=q]").send_keys(text + "\n")
    browser.wait_for("return document.querySelector('.leads')")


def test_from_the_front_page_to_a_document(visited: Browser) -> None:
    assert "token" not in visited.driver.current_url
    assert visited.find(".counts dd").text == "4"
    assert [row.text for row in visited.all(".documents a")] == [HOSTILE, "Fruit facts", "Dinghy", "Orchard"]
    visited.driver.find_element("link text", "Fruit facts").click()
    assert visited.find("h1").text == "Fruit facts"
    visited.find("#s0 [data-c]").click()
    assert "is a" in visited.find("#chosen .statements").text
    visited.driver.find_element("link text", "Documents").click()
    assert len(visited.all(".documents a")) == 4
    assert visited.log() == []


def test_a_search_leads_on(visited: Browser) -> None:
    search(visited, "orchard")
    assert [row.text for row in visited.all(".documents a")] == ["Orchard"]
    leads = [lead.get_attribute("href") or "" for lead in visited.all(".leads a")]
    assert [lead.rpartition("/")[2] for lead in leads] == ["graph?start=orchard", "retrieve?question=orchard"]


def test_from_a_document_to_a_concept_in_the_graph(visited: Browser) -> None:
    visited.driver.find_element("link text", "Fruit facts").click()
    visited.find("#s0 [data-c]").click()
    visited.driver.find_element("link text", "Show it in the graph").click()
    assert visited.run("return location.pathname + location.search") == "/graph?start=Apples"
    assert "apple" in visited.run("return document.getElementById('data').textContent")
    assert [line for line in visited.log() if "Content Security Policy" in line] == []


def test_a_question_leads_to_the_sentences_that_were_found(visited: Browser) -> None:
    search(visited, "What are apples?")
    visited.find(".leads a[href*=retrieve]").click()
    assert "apples" in visited.find("h1").text
    visited.driver.get(visited.find("main a[href*='/document?id=apples']").get_attribute("href") or "")
    assert visited.run("return document.querySelector(':target').textContent").startswith("Apples are")
    assert visited.log() == []


def test_what_documents_are_called_stays_text(visited: Browser) -> None:
    search(visited, HOSTILE)
    visited.find(".documents a").click()
    assert visited.find("h1").text == HOSTILE
    assert visited.driver.title == HOSTILE
    assert visited.log() == []


def test_a_stranger_is_told_what_to_open(browser: Browser, server: PageServer) -> None:
    browser.open(f"http://127.0.0.1:{server.server_port}/document?id=apples")
    assert browser.find("h1").text == "403 Forbidden"
    assert "token" in browser.find("main").text


@pytest.mark.parametrize(("size", "dark"), [(PHONE, False), (PHONE, True), (DESKTOP, True)])
def test_the_front_page_fits(visited: Browser, server: PageServer, size: tuple[int, int], dark: bool) -> None:
    visited.open(f"http://127.0.0.1:{server.server_port}/?q=fruit", size, dark=dark)
    assert not visited.is_wider_than_window()
    assert visited.log() == []


@pytest.mark.thorough
def test_what_another_process_learns_is_there_at_once(tmp_path: Path, browser: Browser) -> None:
    path = tmp_path / "graph.lgm"
    with LanguageGraph(path) as graph:
        graph.build([APPLES], workers=1)
    corpus = write_corpus(tmp_path / "more.jsonl", many_documents(60))
    with LanguageGraph(SQLiteStore(path, read_only=True)) as graph, PageServer(graph, port=0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser.open(server.address)
        assert len(browser.all(".documents a")) == 1
        assert lgm("build", corpus, "--graph", path).returncode == 0
        browser.driver.refresh()
        assert browser.find(".counts dd").text == "61"
        assert len(browser.all(".documents a")) == 50
        browser.driver.find_element("link text", "Next ›").click()
        assert len(browser.all(".documents a")) == 11
        browser.open(f"http://127.0.0.1:{server.server_port}/retrieve?question=What+is+number+30%3F")
        assert browser.all("main a[href*='id=d00030']")
        assert lgm("delete", "apples", "--graph", path).returncode == 0
        browser.open(f"http://127.0.0.1:{server.server_port}/document?id=apples")
        assert browser.find("h1").text == "404 Not Found"
        server.shutdown()
    browser.driver.delete_all_cookies()


def test_pages_are_read_while_another_thread_builds(tmp_path: Path) -> None:
    path = tmp_path / "graph.lgm"
    with LanguageGraph(path) as graph:
        graph.build([APPLES], workers=1)
        with LanguageGraph(SQLiteStore(path, read_only=True)) as shown, PageServer(shown, port=0) as server:
            building = threading.Thread(target=lambda: graph.build(many_documents(40), workers=1))
            building.start()
            while building.is_alive():
                assert server.pages.page("/document", {"id": "apples"}).title == "Fruit facts"
                assert "Fruit facts" in server.pages.page("/", {}).html
            building.join()
            assert ">41<" in server.pages.page("/", {}).html


def test_many_documents_are_turned_over() -> None:
    records = [DocumentRecord(f"d{number:06}", "", "", "en", {}, "", "", sentence_count=3) for number in range(100_000)]
    counted = Statistics(100_000, 1, 300_000, 5, 6, {"is_a": 7})
    last = front_page("big.lgm", counted, DocumentList(records, asked=2000), PageLinks())
    assert last.html.count("<li>") == 50
    assert "d099999" in last.html
    assert "page=1999" in last.html


def test_an_empty_graph_says_how_to_fill_it(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([Document.from_text("Gone.", id="gone")], workers=1)
        graph.delete("gone")
        with PageServer(graph, port=0) as server:
            assert "lgm build" in server.pages.page("/", {}).html


@pytest.mark.parametrize(
    "page", ["/", "/?q=Is an apple a fruit?", "/document?id=apples", "/retrieve?question=apples", "/graph"]
)
def test_pages_fit_a_narrow_phone(visited: Browser, server: PageServer, page: str) -> None:
    visited.open(f"http://127.0.0.1:{server.server_port}{page}", (320, 640))
    assert not visited.is_wider_than_window()
