"""A document's text is parsed into blocks once, whoever needs them, and not at all where it has not changed."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.documents.formats import html_blocks, markdown_blocks, plain_blocks
from lgm_core.documents.sections import split_sections

MARKDOWN = "Kettles are made of steel.\n\n# The *Old* Kettle\n\nA kettle is a vessel.\n"
HTML = "<title>Lamp - Site</title><nav><h1>Site</h1></nav><h1>Lamp</h1><p>A lamp is a device.</p>"
HTML_WITH_MAIN = "<title>Rope - Site</title><h1>Site</h1><main><h1>Rope</h1><p>A rope is a cord.</p></main>"
PLAIN = "The Fork\n\nA fork is a tool that people use at table every day.\n"
PAGES = {"kettle.md": MARKDOWN, "lamp.html": HTML, "rope.html": HTML_WITH_MAIN, "fork.txt": PLAIN}
TITLES = {"kettle.md": "The Old Kettle", "lamp.html": "Lamp", "rope.html": "Rope", "fork.txt": "The Fork"}


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count how often each parser is started."""
    counts: Counter[str] = Counter()

    def count(module: object, name: str) -> None:
        parse = getattr(module, name)

        def counted(*arguments: object, **options: object) -> Iterator[object]:
            counts[name] += 1
            return parse(*arguments, **options)

        monkeypatch.setattr(module, name, counted)

    count(markdown_blocks, "markdown_blocks")
    count(html_blocks, "html_blocks")
    count(plain_blocks, "plain_blocks")
    return counts


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "pages.lgm") as graph:
        yield graph


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for name, text in PAGES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("name", "parser"),
    [
        ("kettle.md", "markdown_blocks"),
        ("lamp.html", "html_blocks"),
        ("rope.html", "html_blocks"),
        ("fork.txt", "plain_blocks"),
    ],
)
def test_building_from_a_file_parses_it_once(
    graph: LanguageGraph, folder: Path, parses: Counter[str], name: str, parser: str
) -> None:
    graph.build(folder / name)
    assert parses == {parser: 1}
    assert [record.title for record in graph.store.documents([name])] == [TITLES[name]]


def test_a_file_that_has_not_changed_is_not_parsed_again(
    graph: LanguageGraph, folder: Path, parses: Counter[str]
) -> None:
    graph.build(folder)
    parses.clear()
    assert graph.build(folder).skipped == len(PAGES)
    assert not parses


def test_a_changed_heading_gives_a_file_its_new_title(graph: LanguageGraph, folder: Path) -> None:
    graph.build(folder)
    (folder / "lamp.html").write_text(HTML.replace("<h1>Lamp", "<h1>Lantern"), encoding="utf-8")
    report = graph.build(folder)
    assert (report.learned, report.replaced, report.skipped) == (1, 1, len(PAGES) - 1)
    assert [record.title for record in graph.store.documents(["lamp.html"])] == ["Lantern"]


def test_worker_processes_find_the_titles(graph: LanguageGraph, folder: Path) -> None:
    for number in range(120):
        (folder / f"page{number}.md").write_text(f"# Page {number}\n\nA page is a sheet.\n", encoding="utf-8")
    assert graph.build(folder, workers=2).learned == len(PAGES) + 120
    titles = {record.id: record.title for record in graph.store.documents(["page0.md", "page119.md", *PAGES])}
    assert titles == {"page0.md": "Page 0", "page119.md": "Page 119"} | TITLES


@pytest.mark.parametrize(("media_type", "text"), [("text/markdown", MARKDOWN), ("text/html", HTML)])
def test_sections_of_a_callers_document_are_parsed_once(parses: Counter[str], media_type: str, text: str) -> None:
    split_sections(Document("d", text, media_type=media_type))
    assert parses.total() == 1


def test_a_callers_document_without_a_title_takes_its_first_heading(graph: LanguageGraph) -> None:
    graph.build(Document("d", MARKDOWN, media_type="text/markdown"))
    assert [record.title for record in graph.store.documents(["d"])] == ["The Old Kettle"]
