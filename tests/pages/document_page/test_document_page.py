"""The page of a document: its text with marks, what sentences state, and a concept that stands out, in a browser."""

import random
from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.model import Addition, Evidence, MetaRelation, RelationKind, Verdict
from lgm_core.pages.document_page import document_page
from lgm_core.pages.document_page.shown_text import Mark, marked
from lgm_core.pages.page import Page
from lgm_core.pages.shell import PageLinks
from tests.support.browser import PHONE, Browser

HOSTILE = "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"

BEES = f"""# Bees

Ada Reed is a painter. She lives in Oslo with a hive and a queen. Ada Reed was born in Oslo.

## Tools

Run this:

```python
print("<b>{HOSTILE}</b>")
```

A smoker is a type of tool. {HOSTILE} is a type of insect & more.
"""
ARABIC = "التفاح فاكهة حلوة. يزرع التفاح في لبنان."
LONG = "\n\n".join(f"# Part {number}\n\n" + "Rain falls on the town. " * 30 for number in range(45))


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    path = tmp_path_factory.mktemp("documents") / "graph.lgm"
    with LanguageGraph(path) as graph:
        graph.build(
            [
                Document.from_text(BEES, id="bees.md", media_type="text/markdown", metadata={"tags": ["a<b", "c"]}),
                Document.from_text("Apples are fruit.", id=HOSTILE, title=HOSTILE),
                Document.from_text(ARABIC, id="arabic", title="التفاح"),
                Document.from_text("", id="empty"),
                Document.from_text(LONG, id="long", media_type="text/markdown"),
            ],
            workers=1,
        )
        graph.store.set_verdicts({("is_a", "ada reed", "painter"): Verdict.VALID})
        kind = MetaRelation(RelationKind.HAS_PART, "hive", "queen", (Evidence("bees.md#1", "llm:tester"),))
        graph.store.add(Addition("later", "enrich", "", "2026-01-31T12:00:00Z", relations=(kind,)))
        yield graph


@pytest.fixture(scope="module")
def bees(graph: LanguageGraph) -> Page:
    return graph.show(document="bees.md")


def test_sentences_can_be_linked_to(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    assert browser.find("#s0").text == "Ada Reed is a painter."
    plain = browser.run("return getComputedStyle(document.querySelector('#s2')).backgroundColor")
    browser.run("location.hash = 's2'")
    assert browser.run("return document.querySelector(':target').textContent") == "Ada Reed was born in Oslo."
    assert browser.run("return getComputedStyle(document.querySelector('#s2')).backgroundColor") != plain


def test_it_tells_what_was_understood(bees: Page, browser: Browser) -> None:
    browser.open(bees)
    counts = dict(zip((each.text for each in browser.all(".counts dt")), browser.all(".counts dd"), strict=True))
    assert {name: counts[name].text for name in ("sections", "block of code", "is a")} == {
        "sections": "2",
        "block of code": "1",
        "is a": "2",
    }
    browser.find("article .card summary").click()
    told = browser.find("article .card").text
    assert "1 checked: valid, 1 not checked" in told
    assert "a<b, c" in told
    assert "1 piece added later" in told


def test_pronouns_tell_what_they_mean_and_where_that_is_named(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    means = browser.find("a.means")
    assert means.text == "Ada Reed"
    assert (means.get_attribute("href") or "").endswith("#s0")
    browser.find("[data-show='refs']").click()
    assert not means.is_displayed()


def test_a_sentence_tells_what_it_states_when_asked(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    first = browser.find("#s0 + .stated")
    assert "Ada Reed is a painter" not in first.text
    first.find_element("css selector", "summary").click()
    assert "Ada Reed is a painter checked: valid" in first.text
    browser.find("#unfold").click()
    added = browser.find("#s1 + .stated").text
    assert "hive has part queen" in added
    assert "llm:tester · added later" in added


def test_a_concept_that_is_clicked_stands_out_with_all_that_is_stated_of_it(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    browser.find("#s2 [data-c]").click()
    assert [mark.text for mark in browser.all(".s .on")] == ["Ada Reed", "She", "Ada Reed"]
    assert "2 by name, 1 by pronoun" in browser.find("#chosen").text
    assert "Ada Reed is a painter" in browser.find("#chosen .statements").text
    assert browser.find("#counter").text == "3 of 3"
    browser.find("body").send_keys("n")
    assert browser.find("#s0 .current").text == "Ada Reed"
    browser.find("body").send_keys("p")
    assert browser.find("#counter").text == "3 of 3"
    browser.find("body").send_keys(Keys.ESCAPE)
    assert browser.all(".s .on") == []
    assert not browser.find("#chosen").is_displayed()


def test_words_and_concepts_are_found_by_keyboard(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    browser.find("body").send_keys("/")
    browser.driver.switch_to.active_element.send_keys("REED")
    browser.wait_for("return document.querySelectorAll('.s.found').length == 3")
    browser.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert browser.run("return document.querySelector('.found.current').id") == "s0"
    browser.find("#chosen .concepts button").click()
    assert browser.find("#s0 .on").text == "Ada Reed"


def test_what_documents_say_stays_text(browser: Browser, graph: LanguageGraph) -> None:
    for id in ("bees.md", HOSTILE):
        browser.open(document_page(next(iter(graph.store.scan([id]))), links=PageLinks()))
        assert browser.driver.title != "broken"
        assert browser.all("main script, main img") == []
        for concept in browser.all(".concepts a"):
            concept.click()
        assert browser.all("main script, main img") == []
        assert browser.driver.title != "broken"
        assert browser.log() == []
    assert browser.find("h1").text == HOSTILE


def test_code_is_shown_as_it_is_written(browser: Browser, bees: Page) -> None:
    browser.open(bees)
    assert browser.find("pre.code").text == f'print("<b>{HOSTILE}</b>")'
    assert browser.all("pre.code [data-c]") == []


def test_text_from_right_to_left_runs_so(browser: Browser, graph: LanguageGraph) -> None:
    browser.open(graph.show(document="arabic"))
    assert browser.run("return getComputedStyle(document.querySelector('.p')).direction") == "rtl"


@pytest.mark.parametrize("id", ["bees.md", "empty", "long"])
def test_it_fits_a_phone(browser: Browser, graph: LanguageGraph, id: str) -> None:
    browser.open(graph.show(document=id), PHONE)
    assert not browser.is_wider_than_window()
    assert browser.log() == []


def test_a_chosen_concept_is_not_hidden_behind_what_is_told_of_it_on_a_phone(browser: Browser, bees: Page) -> None:
    browser.open(bees, PHONE, dark=True)
    browser.run("document.querySelector('#s0 [data-c]').click()")
    place = "return document.querySelector('.current').getBoundingClientRect().bottom"
    assert browser.run(place) < browser.run("return document.querySelector('#chosen').getBoundingClientRect().top")


def test_without_scripts_it_can_be_read(browser: Browser, bees: Page) -> None:
    browser.open(Page(bees.title, bees.html.replace("<script>", "<script type='text/plain'>")))
    assert not browser.find("#tools").is_displayed()
    browser.find("#s0 + .stated summary").click()
    assert "Ada Reed is a painter" in browser.find("#s0 + .stated").text
    browser.find(".concepts a").click()
    assert browser.run("return location.hash").startswith("#s")


def test_a_long_document_is_shown_in_parts(browser: Browser, graph: LanguageGraph) -> None:
    first, second = graph.show(document="long"), graph.show(document="long", at=1200)
    browser.open(first)
    assert len(browser.all(".s[id]")) == 1020
    assert "Sentences 1 to 1,020 of 1,350" in browser.find(".turning").text
    browser.open(second)
    assert browser.all("#s1019") == []
    assert browser.find("#s1200").text == "Rain falls on the town."
    assert len(first.html) < 3_000_000


def test_on_a_server_its_parts_and_the_graph_are_linked(graph: LanguageGraph, browser: Browser) -> None:
    browser.open(document_page(next(iter(graph.store.scan(["long"]))), links=PageLinks()))
    assert browser.run("return document.querySelector('[rel=next]').getAttribute('href')") == (
        "/document?id=long&at=1020#s1020"
    )
    contents = browser.all(".contents a")
    assert len(contents) == 45
    browser.find(".concepts a").click()
    graph_link = browser.run("return document.querySelector('#chosen p a').getAttribute('href')")
    assert graph_link.startswith("/graph?start=")


@pytest.mark.parametrize("at", [-1, 1350])
def test_a_sentence_that_is_not_there_is_told(graph: LanguageGraph, at: int) -> None:
    with pytest.raises(InputError, match=f"at={at} is outside 'long', which has 1350 sentences, counted from 0"):
        graph.show(document="long", at=at)


def test_a_document_that_is_not_there_is_told(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match=r"no document has the id 'bee.md'; `documents\(\)`"):
        graph.show(document="bee.md")


# Marks in a text lie within each other, whatever spans mentions have.


def shown(text: str, *marks: Mark) -> str:
    parts = []
    for token in marked(text, marks):
        if token.mark is None:
            parts.append(token.text)
        else:
            rest = "*" if "rest" in token.mark.classes else ""
            parts.append("]" if token.is_end else f"[{rest}{token.mark.concept}:")
    return "".join(parts)


def test_marks_within_each_other() -> None:
    marks = [Mark(12, 15, 3), Mark(8, 15, 2), Mark(0, 15, 1), Mark(17, 21, 4)]
    assert (
        shown("western honey bee", *[Mark(8, 13, 2), Mark(0, 17, 1), Mark(14, 17, 3)])
        == "[1:western [2:honey] [3:bee]]"
    )
    assert shown("european honeybee bees.", *marks) == "[1:european[2: hon[3:eyb]]]ee[4: bee]s."


def test_marks_that_cross_are_cut() -> None:
    assert shown("apis mellifera ligustica", Mark(0, 14, 1), Mark(5, 24, 2)) == "[1:apis [2:mellifera]][*2: ligustica]"


def test_two_marks_of_one_span() -> None:
    assert shown("tool", Mark(0, 4, 1), Mark(0, 4, 2)) == "[1:[2:tool]]"


def test_spans_outside_the_text_are_left_out() -> None:
    assert shown("abc", Mark(0, 0, 1), Mark(2, 9, 2), Mark(-1, 2, 3), Mark(3, 2, 4)) == "abc"


def test_whatever_the_spans_the_text_is_whole_and_marks_close() -> None:
    numbers = random.Random(7)
    text = "one two three four five"
    for _ in range(200):
        spans = [sorted(numbers.sample(range(len(text) + 1), 2)) for _ in range(numbers.randrange(8))]
        tokens = marked(text, [Mark(start, end, number) for number, (start, end) in enumerate(spans)])
        assert "".join(token.text for token in tokens) == text
        opened = []
        covered = {number: set() for number in range(len(spans))}
        at = 0
        for token in tokens:
            if token.mark is None:
                for mark in opened:
                    covered[mark.concept].update(range(at, at + len(token.text)))
                at += len(token.text)
            elif token.is_end:
                assert opened.pop() is token.mark
            else:
                opened.append(token.mark)
        assert opened == []
        assert list(covered.values()) == [set(range(start, end)) for start, end in spans]
