"""The site is built without a warning, has every page and every public name, and needs no network to be read."""

import re
from html.parser import HTMLParser
from pathlib import Path

import langchain_lgm
import lgm_core
import llama_index_lgm
from tests.support.pages import DOCS, PAGES

LOADING = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src"), ("source", "src")}


class Page(HTMLParser):
    """What a page loads, and the ids that it has."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.ids: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "id" and value:
                self.ids.add(value)
            elif (tag, name) in LOADING and value and dict(attrs).get("rel") not in {"canonical", "next", "prev"}:
                self.loads.append(value)


def test_every_page_is_in_the_site(site: Path) -> None:
    expected = [path.relative_to(DOCS).with_suffix(".html") for path in PAGES if path.is_relative_to(DOCS)]
    assert [str(name) for name in expected if not (site / name).is_file()] == []


def test_nothing_is_loaded_from_elsewhere_and_all_that_is_loaded_is_there(site: Path) -> None:
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    assert len(pages) > 20
    for path in pages:
        for loaded in Page(path).loads:
            assert not re.match(r"(https?:)?//", loaded), f"{path.name} loads {loaded}"
            assert loaded.startswith("data:") or (path.parent / loaded.partition("?")[0]).is_file(), loaded
    for style in site.rglob("*.css"):
        assert re.findall(r"(?:url\(|@import )['\"]?https?:[^)]*", style.read_text(encoding="utf-8")) == []


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    ids = {name for path in (site / "reference").glob("*.html") for name in Page(path).ids}
    public = {
        f"{package.__name__}.{name}"
        for package in (lgm_core, llama_index_lgm, langchain_lgm)
        for name in package.__all__
        if name != "__version__"
    }
    assert sorted(public - ids) == [], "give each a line in docs/reference/"


def test_search_knows_the_pages_and_is_there_without_a_server(site: Path) -> None:
    script = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    assert script.startswith("var __index = ")
    assert '"location":"guides/filters.html' in script
    assert '"location":"repository/tests' not in script
