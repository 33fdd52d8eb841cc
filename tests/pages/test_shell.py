"""A page is one file that runs its own scripts alone, whatever the texts in it say."""

import re
from pathlib import Path

import pytest

from lgm_core import InputError
from lgm_core.pages import shell
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks
from tests.support.browser import PHONE, Browser

HOSTILE = (
    "</title></script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">\ud800"
)


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Return a page whose texts are hostile, and which takes its data for its scripts as they came."""
    text = '<p id="text" title="{{ text }}">{{ text }}</p><a id="link" href="#text">to it</a>'
    template = f'{{% extends "page.html" %}}{{% block main %}}{text}{{% endblock %}}'
    read = shell._template
    monkeypatch.setattr(shell, "_template", lambda name: template if name == "it.html" else read(name))
    shell._templates.cache_clear()
    return shell.rendered("it.html", title=HOSTILE, text=HOSTILE, data={"text": HOSTILE, "a<b": [1, None]})


def test_text_is_text_in_the_browser(browser: Browser, page: Page) -> None:
    browser.open(page)
    shown = HOSTILE.replace("\ud800", "?")
    assert browser.find("#text").text == shown
    assert browser.run("return lgm.data") == {"text": shown, "a<b": [1, None]}
    assert browser.driver.title == shown
    assert browser.log() == []


def test_its_policy_stops_scripts_that_got_into_it(browser: Browser, page: Page) -> None:
    broken = page.html.replace("<main", "<script>document.title='broken'</script><main")
    browser.open(Page(page.title, broken))
    assert browser.driver.title != "broken"
    assert any("Content Security Policy" in line for line in browser.log())


def test_it_fetches_nothing(browser: Browser, page: Page) -> None:
    browser.open(page)
    assert browser.run("return performance.getEntriesByType('resource').map(entry => entry.name)") == []


def test_it_follows_the_system_until_someone_chooses(browser: Browser, page: Page) -> None:
    browser.open(page, dark=True)
    ground = "return getComputedStyle(document.body).backgroundColor"
    dark = browser.run(ground)
    browser.find("#theme").click()
    assert browser.run(ground) != dark
    for _ in range(20):  # a browser writes what a page stores when it finds the time
        browser.driver.refresh()
        if browser.run(ground) != dark:
            break
    assert browser.run(ground) != dark
    browser.find("#theme").click()
    assert browser.run(ground) == dark
    browser.run("localStorage.clear()")


@pytest.mark.parametrize("dark", [False, True])
def test_scripts_read_colors_as_they_are_shown(browser: Browser, page: Page, dark: bool) -> None:
    browser.open(page, dark=dark)
    shown = "return [lgm.color('--ground'), lgm.color('--text')]"
    assert browser.run(shown) == browser.run(
        "const {backgroundColor, color} = getComputedStyle(document.body); return [backgroundColor, color]"
    )
    assert len(set(browser.run(shown))) == 2
    assert browser.run("return document.querySelectorAll('i').length") == 0


def test_it_fits_a_phone(browser: Browser, page: Page) -> None:
    browser.open(page, PHONE)
    assert not browser.is_wider_than_window()


def test_a_notebook_shows_it_in_a_frame_of_its_own(browser: Browser, page: Page) -> None:
    browser.open(Page("notebook", f"<!doctype html><body>{page._repr_html_()}"))
    browser.driver.switch_to.frame(0)
    assert browser.find("#text").text == HOSTILE.replace("\ud800", "?")
    browser.find("#theme").click()
    assert browser.run("return document.documentElement.dataset.theme") == "dark"
    browser.find("#link").click()
    assert browser.run("return document.querySelector(':target')?.id") == "text"


def test_it_is_saved_whole_or_says_where_it_cannot(tmp_path: Path, page: Page) -> None:
    assert page.save(tmp_path / "it.html").read_text(encoding="utf-8") == page.html
    with pytest.raises(InputError, match=r"no_folder.*No such file"):
        page.save(tmp_path / "no_folder" / "it.html")


def test_nothing_but_its_own_scripts_styles_and_data_is_let_through_as_it_is() -> None:
    templates = Path(shell.__file__).parent / "templates"
    unescaped = {path.name: re.findall(r"(\w+)\s*\|\s*safe", path.read_text()) for path in templates.iterdir()}
    assert unescaped.pop("page.html") == ["style", "data", "script"]
    assert not any(unescaped.values())


def test_links_hold_any_name() -> None:
    links = PageLinks()
    assert links.document("a b/ü&c=d#1.md", 7) == "/document?id=a+b%2F%C3%BC%26c%3Dd%231.md&at=7#s7"
    assert links.graph() == "/graph"
    assert links.retrieval("half \ud800") == "/retrieve?question=half+%3F"
