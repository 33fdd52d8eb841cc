"""Ten questions that newcomers ask are answered by pages that are two clicks away from the front page."""

import posixpath
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAQ = ROOT / "docs" / "faq.md"
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


def asked() -> dict[str, str]:
    """Return the questions that the page begins with, and where it says that they are answered."""
    _, _, rest = FAQ.read_text(encoding="utf-8").partition("## Ten questions first\n")
    questions, _, _ = rest.partition("\n## ")
    return dict(re.findall(r"^\d+\. \[(.+)\]\((\S+)\)$", questions, re.MULTILINE))


@dataclass
class SitePage(HTMLParser):
    """What a reader of a page can click: links of its text, the tabs, and the pages of the section that is open."""

    html: str
    links: set[str] = field(default_factory=set)
    anchors: set[str] = field(default_factory=set)
    around: list[set[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        if tag == "a" and any(self._is_seen(names) for names in self.around):
            self.links.add(given.get("href", "").partition("#")[0])
        if tag not in VOID:
            self.around.append({tag, *given.get("class", "").split()})

    def handle_endtag(self, tag: str) -> None:
        while self.around and tag not in self.around.pop():
            pass

    @staticmethod
    def _is_seen(names: set[str]) -> bool:
        return bool(names & {"article", "md-tabs"}) or {"md-nav__item--active", "md-nav__item--nested"} <= names


def read(site: Path, place: str) -> SitePage:
    return SitePage((site / place).read_text(encoding="utf-8"))


def one_click_from(site: Path, place: str) -> set[str]:
    """Return the pages of the site that a page has in sight."""
    links = {posixpath.normpath(posixpath.join(posixpath.dirname(place), link)) for link in read(site, place).links}
    return {link for link in links if link.endswith(".html") and (site / link).is_file()}


@pytest.fixture(scope="module")
def near(site: Path) -> set[str]:
    """Return the pages that are at most two clicks away from the front page."""
    first = one_click_from(site, "index.html") | {"index.html"}
    return first.union(*(one_click_from(site, place) for place in first))


def test_there_are_ten() -> None:
    assert len(asked()) == 10


@pytest.mark.parametrize("question", asked())
def test_a_question_is_answered_within_two_clicks(question: str, site: Path, near: set[str]) -> None:
    page, _, anchor = asked()[question].partition("#")
    place = page.replace(".md", ".html") or "faq.html"
    assert place in near
    assert anchor in read(site, place).anchors - {""}


def test_a_page_that_is_three_clicks_away_is_not_near(tmp_path: Path) -> None:
    for number in range(4):
        text = f'<article><a href="{number + 1}.html#x">on</a></article><a href="3.html">hidden</a>'
        (tmp_path / f"{number or 'index'}.html").write_text(text, encoding="utf-8")
    assert one_click_from(tmp_path, "index.html") == {"1.html"}
    assert one_click_from(tmp_path, "1.html") == {"2.html"}
