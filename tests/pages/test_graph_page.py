"""The page of a graph in a real browser: search, click, keys, colours, hostile texts, phones, and many concepts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from lgm_core import SQLiteStore
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.model import DocumentGraph, Fact, RelationKind, Value, ValueKind, Verdict
from lgm_core.pages.graph_page import graph_page, read_part
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks
from lgm_core.retrieval.concepts.graph_view import GraphView
from tests.support.browser import DESKTOP, PHONE, Browser
from tests.support.store_graphs import APPLES, BOATS, ORCHARD, PEARS, document, stated

IS_A, ALIAS_OF = RelationKind.IS_A, RelationKind.ALIAS_OF

HOSTILE = "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"


def page_of(store: LanguageGraphStore, start: str = "", links: PageLinks | None = None) -> Page:
    return graph_page(read_part(GraphView(store, question=start), start or None), start=start, links=links)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraphStore]:
    with SQLiteStore(tmp_path_factory.mktemp("graph") / "it.lgm") as store:
        store.write_many([APPLES, BOATS, PEARS, ORCHARD])
        store.set_verdicts({("is_a", "pear", "fruit"): Verdict.VALID})
        yield store


def shown(browser: Browser, page: Page, size: tuple[int, int] = DESKTOP, *, dark: bool = False) -> None:
    browser.open(page, size, dark=dark)
    browser.wait_for("return document.documentElement.dataset.ready")


def faults(browser: Browser) -> list[str]:
    """Return what the page has logged, but for how this machine's drawing gets on."""
    return [line for line in browser.log() if "GL Driver Message" not in line]


def panel_title(browser: Browser) -> str:
    return browser.find("#panel h2").text


def looks(browser: Browser, first: str, second: str) -> dict[str, object]:
    """Return how the line between two concepts is drawn."""
    return browser.run(
        """const [a, b] = [...arguments].map((key) => graphData.byKey.get(key).number);
        const { renderer, graph } = graphPage.picture;
        return renderer.getEdgeDisplayData(graph.edge(a, b));""",
        first,
        second,
    )


def test_search_finds_a_concept_by_any_form_and_goes_there(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    search = browser.find("#search")
    search.send_keys("dinghies")
    assert [option.text for option in browser.all("#suggestions li")] == ["Dinghies"]
    search.send_keys(Keys.ENTER)
    assert panel_title(browser).lower().startswith("dingh")
    assert browser.run("return location.hash") == "#dinghy"
    assert faults(browser) == []


def test_arrow_keys_walk_through_the_suggestions(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    search = browser.find("#search")
    search.send_keys("e")
    options = browser.all("#suggestions li")
    assert len(options) > 2
    search.send_keys(Keys.ARROW_DOWN)
    assert search.get_attribute("aria-activedescendant") == options[1].get_attribute("id")
    wanted = options[1].get_attribute("data-concept")
    search.send_keys(Keys.ENTER)
    assert browser.run("return graphPage.chosen") == int(wanted)
    search.send_keys("zeppelin")
    assert "Not among the concepts shown" in browser.find("#suggestions").text
    search.send_keys(Keys.ESCAPE)
    assert not browser.find("#suggestions").is_displayed()


def test_a_click_on_a_concept_shows_its_relations_with_their_sentences(
    browser: Browser, store: LanguageGraphStore
) -> None:
    shown(browser, page_of(store))
    place = browser.run(
        """const { renderer } = graphPage.picture;
        const node = String(graphData.byKey.get("fruit").number);
        return renderer.framedGraphToViewport(renderer.getNodeDisplayData(node));"""
    )
    picture = browser.find("#picture")
    middle = {"x": picture.size["width"] / 2, "y": picture.size["height"] / 2}
    away = [round(place[axis] - middle[axis]) for axis in ("x", "y")]
    ActionChains(browser.driver).move_to_element_with_offset(picture, *away).click().perform()
    browser.wait_for("return graphPage.chosen !== null")
    told = browser.find("#panel").text
    assert "Kinds of it 2" in told
    assert "Apples are a type of fruit." in told
    assert "Fruit · sentence 1" in told
    assert "checked: valid" in told
    assert "not checked" in told
    hidden = browser.run(
        """const { renderer, graph } = graphPage.picture;
        return graph.filterEdges((edge) => renderer.getEdgeDisplayData(edge).hidden).length;"""
    )
    assert hidden == 4
    browser.find("#panel .concept").click()
    assert browser.run("return graphData.concepts[graphPage.chosen].key") in ("apple", "pear")


def test_kinds_are_told_apart_and_what_nobody_checked_is_dashed(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    pear, apple, part = (looks(browser, key, "fruit") for key in ("pear", "apple", "vitamin"))
    alias, fact = looks(browser, "dinghy", "tender"), looks(browser, "orchard", "kent")
    assert not pear["isDashed"]
    assert apple["isDashed"]
    assert len({look["color"] for look in (pear, part, alias, fact)}) == 4
    assert [look["head"] for look in (apple, part, alias, fact)] == [1, 2, 0, 1]


def test_the_legend_switches_kinds_off(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    browser.find('#legend input[value="fact"]').click()
    assert looks(browser, "orchard", "kent")["hidden"]
    assert not looks(browser, "apple", "fruit").get("hidden")
    browser.find('#legend input[value="fact"]').click()
    assert not looks(browser, "orchard", "kent").get("hidden")


def test_the_list_is_used_by_keys_alone(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    browser.find("#as-list").send_keys(Keys.ENTER)
    names = [button.text.rpartition(" ")[0] for button in browser.all("#list button")]
    assert names == sorted(names, key=str.casefold)
    focused = browser.driver.switch_to.active_element
    focused.send_keys(Keys.ARROW_DOWN)
    browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert panel_title(browser) == names[1]
    browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert not browser.find("#panel").is_displayed()
    assert browser.run("return location.hash") == ""


def test_keys_move_the_picture(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    ratio = "return graphPage.picture.renderer.getCamera().getState().ratio"
    browser.find("#stage").send_keys("+")
    browser.wait_for(f"{ratio} < 0.7")
    browser.find("#stage").send_keys("0")
    browser.wait_for(f"{ratio} === 1")


def test_the_address_keeps_the_chosen_concept(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    browser.run("location.hash = '#mary%20cook'")
    browser.wait_for("return graphPage.chosen !== null")
    assert panel_title(browser) == "Mary Cook"
    browser.driver.refresh()
    browser.wait_for("return document.documentElement.dataset.ready")
    assert panel_title(browser) == "Mary Cook"


def test_a_page_around_one_concept_shows_it(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store, "pears", PageLinks()))
    assert panel_title(browser) == "pear"
    assert browser.find("#panel figcaption a").get_attribute("href").endswith(PageLinks().document("pears", 0))


def test_a_concept_that_nothing_joins_shows_sentences_that_mention_it(browser: Browser, tmp_path: Path) -> None:
    lines = [f"The [wall] is {number} feet high." for number in range(5)]
    with SQLiteStore(tmp_path / "walls.lgm") as store:
        store.write_many([document("walls", *lines), APPLES])
        shown(browser, page_of(store, "wall"))
    assert panel_title(browser) == "wall"
    told = browser.find("#panel").text
    assert "The first sentences that mention it" in told
    assert [mark.text for mark in browser.all("#panel mark")] == ["wall"] * 3


@pytest.mark.parametrize("by_key", [False, True])
def test_what_is_not_shown_is_looked_for_in_the_whole_graph(
    browser: Browser, store: LanguageGraphStore, by_key: bool
) -> None:
    shown(browser, page_of(store, links=PageLinks("about:blank#")))
    search = browser.find("#search")
    search.send_keys("zeppelin")
    if by_key:
        search.send_keys(Keys.ENTER)
    else:
        browser.all("#suggestions li")[1].click()
    browser.wait_for("return location.href === 'about:blank#graph?start=zeppelin'")


def pairs(count: int) -> DocumentGraph:
    """Make a document in which every second word is a kind of the one after it."""
    words = [(f"{number} small word", f"{number} larger word") for number in range(count)]
    lines = [f"A [{one}] is a [{other}]." for one, other in words]
    return document("pairs", *lines, relations=[(one, IS_A, other, at) for at, (one, other) in enumerate(words)])


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_parts_fill_the_window_with_names_beside_each_other(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with SQLiteStore(tmp_path / "pairs.lgm") as store:
        store.write(pairs(40))
        shown(browser, page_of(store), size)
    wide, high = browser.run(
        """const { graph } = graphPage.picture;
        const places = graph.mapNodes((_, place) => place);
        const along = (axis) => places.map((place) => place[axis]);
        return ["x", "y"].map(along).map((all) => Math.max(...all) - Math.min(...all));"""
    )
    assert (wide > high) == (size[0] > size[1])
    boxes = browser.run("return [...graphPage.picture.names.places.values()].map(({ place }) => place)")
    assert len(boxes) > 20
    for number, one in enumerate(boxes):
        for other in boxes[:number]:
            beside = one["right"] <= other["left"] or other["right"] <= one["left"]
            assert beside or one["bottom"] <= other["top"] or other["bottom"] <= one["top"]


def test_where_there_is_room_every_concept_has_its_name(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    assert browser.run("const { names, graph } = graphPage.picture; return names.places.size === graph.order")


def test_the_legend_names_the_kinds_that_there_are(browser: Browser, tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "it.lgm") as store:
        store.write(pairs(2))
        shown(browser, page_of(store))
    assert [label.text for label in browser.all("#legend label")] == ["is a"]


def test_the_list_does_not_hide_what_is_told(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store))
    browser.find("#as-list").click()
    told, listed = (
        browser.run("return document.getElementById(arguments[0]).getBoundingClientRect()", id)
        for id in ("told", "list")
    )
    assert told["bottom"] <= listed["top"]


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_hides_the_neighbours_of_a_concept(
    browser: Browser, store: LanguageGraphStore, size: tuple[int, int]
) -> None:
    shown(browser, page_of(store, "fruit"), size)
    browser.wait_for("return !graphPage.picture.renderer.getCamera().isAnimated()")
    under = browser.run(
        """const { renderer, graph } = graphPage.picture;
        const { left, top } = document.getElementById("picture").getBoundingClientRect();
        return [String(graphPage.chosen), ...graph.neighbors(graphPage.chosen)].map((node) => {
          const { x, y } = renderer.framedGraphToViewport(renderer.getNodeDisplayData(node));
          return Boolean(document.elementFromPoint(left + x, top + y)?.closest("#stage"));
        });"""
    )
    assert under == [True] * 4


def test_dark_and_light_have_colours_of_their_own(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store), dark=True)
    dark = looks(browser, "apple", "fruit")["color"]
    browser.find("#theme").click()
    assert looks(browser, "apple", "fruit")["color"] != dark
    browser.run("localStorage.clear()")


def test_it_fits_a_phone(browser: Browser, store: LanguageGraphStore) -> None:
    shown(browser, page_of(store, "fruit"), PHONE)
    assert not browser.is_wider_than_window()
    panel = browser.find("#panel").rect
    assert (panel["x"], panel["width"]) == (0, PHONE[0])
    assert panel["y"] > PHONE[1] / 3


def test_texts_of_documents_are_never_markup(browser: Browser, tmp_path: Path) -> None:
    graph = document(
        "x",
        f"[{HOSTILE}|{HOSTILE.lower()}] is a [fruit].",
        title=HOSTILE,
        relations=[(HOSTILE.lower(), IS_A, "fruit", 0)],
    )
    with SQLiteStore(tmp_path / "hostile.lgm") as store:
        store.write(replace(graph, document=replace(graph.document, id="x")))
        shown(browser, page_of(store, "fruit"))
    browser.find("#search").send_keys("script")
    browser.find("#as-list").click()
    assert HOSTILE in browser.find("#panel").text
    assert HOSTILE in browser.find("#list").text
    assert browser.driver.title == "Graph: fruit"
    assert browser.all("main img, main script") == []
    assert faults(browser) == []


def test_without_webgl_there_is_the_list(browser: Browser, store: LanguageGraphStore) -> None:
    page = page_of(store)
    blocked = "HTMLCanvasElement.prototype.getContext = () => null"
    added = browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": blocked})
    try:
        shown(browser, page)
        assert browser.find("#no-picture").is_displayed()
        browser.all("#list button")[0].click()
        assert panel_title(browser)
    finally:
        browser.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)


def test_five_thousand_concepts_are_laid_out_and_searched(browser: Browser, tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "many.lgm") as store:
        store.write_many(list(many(5_000)))
        page = page_of(store)
    shown(browser, page)
    assert int(browser.run("return document.documentElement.dataset.layoutMs")) > 0
    assert browser.run("return graphPage.picture.graph.order") == 5_000
    assert browser.run(
        "return graphPage.picture.graph.everyNode((_, { x, y }) => Number.isFinite(x) && Number.isFinite(y))"
    )
    browser.find("#search").send_keys("word 4321", Keys.ENTER)
    assert panel_title(browser) == "word 4321"


def many(concepts: int) -> Iterator[DocumentGraph]:
    """Make documents in which every word leads to one before it, and some to another one."""
    for first in range(1, concepts, 50):
        numbers = range(first, min(first + 50, concepts))
        pairs = [(n, n // 3) for n in numbers] + [(n, n * 7 % n or n // 2) for n in numbers[::2] if n > 2]
        lines = [f"A [word {one}] is a [word {other}]." for one, other in pairs]
        stated = [(f"word {one}", IS_A, f"word {other}", at) for at, (one, other) in enumerate(pairs)]
        yield document(f"d{first:05}", *lines, relations=stated)


def test_a_value_that_is_a_number_is_no_concept(browser: Browser, tmp_path: Path) -> None:
    wheels = document("wheels", "A [cart|cart] has 2 wheels.", relations=[("cart", IS_A, "vehicle", 0)])
    fact = Fact("cart", "have", Value("0", ValueKind.NUMBER), (), stated("wheels#0", 2, 14, "has"))
    with SQLiteStore(tmp_path / "it.lgm") as store:
        store.write(replace(wheels, facts=(fact,)))
        shown(browser, page_of(store, "cart"))
    assert browser.find("#panel p.statement strong").text == "0"


def test_a_page_without_concepts_needs_no_script_of_the_picture(browser: Browser, tmp_path: Path) -> None:
    with SQLiteStore(tmp_path / "empty.lgm") as store:
        store.create()
        browser.open(page_of(store))
    assert browser.find("h1").text == "Nothing to show yet"
    assert faults(browser) == []
