"""The parts of long texts under one heading, and summaries of sections."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.errors import InputError, LanguageModelError
from lgm_core.llm.scripted import ScriptedChatModel

BEES = "hive queen honey wax comb nectar pollen swarm".split()
BOATS = "hull mast sail keel rudder anchor harbour deck".split()


def about(words: list[str], count: int) -> str:
    named = [[words[(place * step + step) % 8] for step in (1, 3, 5)] for place in range(count)]
    return " ".join(f"The {one} and the {two} need the {three}." for one, two, three in named)


TEXT = f"# Notes\n\n{about(BEES, 30)}\n\nLark is a boat. {about(BOATS, 30)}\n\n# Short\n\nWren is a &lt;/text> bird."


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("parts") / "parts.lgm"
    with LanguageGraph(place) as graph:
        graph.build([Document.from_text(TEXT, id="notes", media_type="text/markdown")], workers=1)
    return place


@pytest.fixture
def graph(place: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(place, cache_replies=False) as graph:
        yield graph


def parts_of(graph: LanguageGraph, id: str = "notes#s0") -> list[tuple[int, int]]:
    return [(part.first, part.last) for part in graph.section(id).parts]


def test_a_long_text_falls_into_parts_with_what_they_tell(graph: LanguageGraph) -> None:
    known = graph.section("notes#s0")
    bees, boats = known.parts
    assert (bees.first, bees.last, boats.first, boats.last) == (0, 29, 30, 60)
    assert "queen" in bees.concepts
    assert {"lark", "keel"} <= set(boats.concepts)
    assert "lark" not in bees.concepts
    assert known.after is not None
    assert (known.after.title, len(known.sentences) < 61) == ("Notes", True)
    assert graph.section(known.after.id).parts == known.parts


def test_a_short_section_is_one_part_and_no_model_is_asked(graph: LanguageGraph) -> None:
    model = ScriptedChatModel([])
    short = graph.with_llm(model).section("notes#s2")
    assert [(part.first, part.last) for part in short.parts] == [(61, 61)]
    assert (short.summary, model.requests) == ("", [])


@pytest.mark.parametrize(
    ("reply", "parts"),
    [
        ({"starts": [11, 21, 900, 0, "x", 21]}, [(0, 9), (10, 19), (20, 60)]),
        ({"starts": []}, [(0, 60)]),
        ([1], [(0, 60)]),
    ],
)
def test_a_model_says_where_parts_begin_and_wrong_numbers_are_dropped(
    graph: LanguageGraph, reply: object, parts: list[tuple[int, int]]
) -> None:
    assert parts_of(graph.with_llm(ScriptedChatModel([json.dumps(reply)]))) == parts


@pytest.mark.parametrize("reply", ["no idea", '{"starts": 3}', LanguageModelError("busy")])
def test_words_decide_if_the_model_fails(graph: LanguageGraph, reply: str | LanguageModelError) -> None:
    assert parts_of(graph.with_llm(ScriptedChatModel([reply] * 2))) == [(0, 29), (30, 60)]


def test_a_model_sums_a_section_up_once(place: Path) -> None:
    model = ScriptedChatModel(['{"summary": "Wren is\\n a bird."}'], identity="tester")
    with LanguageGraph(place, llm=model) as graph:
        assert [graph.section("notes#s2", summary=True).summary for _ in range(2)] == ["Wren is a bird."] * 2
    (request,) = model.requests
    assert request.messages[-1].content == "<text>\nWren is a ‹/text> bird.\n</text>"


async def test_the_asynchronous_version_tells_the_same(graph: LanguageGraph) -> None:
    model = ScriptedChatModel(lambda _: '{"summary": "Wren is a bird."}')
    other = graph.with_llm(model)
    assert await other.asection("notes#s2", summary=True) == other.section("notes#s2", summary=True)


def test_a_summary_needs_a_model_that_replies(graph: LanguageGraph) -> None:
    with pytest.raises(InputError, match="llm="):
        graph.section("notes#s2", summary=True)
    failing = graph.with_llm(ScriptedChatModel([LanguageModelError("busy")]))
    with pytest.raises(LanguageModelError, match="no summary: busy"):
        failing.section("notes#s2", summary=True)
