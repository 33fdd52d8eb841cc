"""The site in a real browser, opened as files."""

from pathlib import Path

import pytest

from tests.support.browser import DESKTOP, PHONE, Browser

COPIED = """
    const code = document.querySelector(".language-console code")
    code.setAttribute("data-md-copying", "")
    return code.innerText
"""


def test_search_finds_a_page_that_a_click_opens(browser: Browser, site: Path) -> None:
    browser.open((site / "index.html").as_uri())
    field = browser.find("[data-md-component=search-query]")
    browser.run("arguments[0].focus(); arguments[0].value = 'access contro'", field)  # half of a word is no query
    field.send_keys("l")
    browser.wait_for("return document.querySelector('.md-search-result__link')")
    found = [link.get_attribute("href") or "" for link in browser.all(".md-search-result__link")]
    assert any("guides/filters.html" in href for href in found)
    assert browser.log() == []


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("page", ["index.html", "how-it-works.html", "reference/graph.html"])
def test_pages_fit_a_phone_and_take_the_colours_of_the_system(
    browser: Browser, site: Path, page: str, dark: bool
) -> None:
    browser.open((site / page).as_uri(), PHONE, dark=dark)
    assert not browser.is_wider_than_window()
    scheme = "slate" if dark else "default"
    assert browser.wait_for("return document.body.dataset.mdColorScheme") == scheme
    assert browser.log() == []


def test_what_is_copied_from_a_console_is_what_is_typed(browser: Browser, site: Path) -> None:
    browser.open((site / "start" / "python.html").as_uri(), DESKTOP)
    assert browser.run(COPIED).splitlines()[0] == "python3 -m venv .venv"
