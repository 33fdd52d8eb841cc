"""What holds for the sections of every document, whatever its format."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lgm_core.documents.sections import SectionText, split_sections
from lgm_core.errors import InputError
from lgm_core.model import Document

MEDIA_TYPES = ["text/plain", "text/markdown", "text/html", "text/x-rst", "application/pdf"]

MARKS = r"""
    <div> </div> <p> <ul> <li> </ul> <table> <tr> <td> <th> </table> <h1> </h1> <sup> </sup> <br> <dt> <dd> <main>
    <nav> </nav> <script> <pre> <!-- --> &amp; &#65; &#0; &unknown; & < > " ' <a </ <! <? CAPITALS 2.1 1. - # ## > |
    || ` ``` ** * _ [ ]( ![ [1] [^1] [^1]: --- === +++ \ ~~ <http://a.b> :: .. :r:`x` word-
    """.split()
PHRASES = ["<td rowspan=3>", "<th colspan=2>", '<a href="', "| a | b |\n|---|---|\n", "Bees fly. ", "key: value\n"]
CHARACTERS = ["\n\n", "\r\n", "    ", *" \n\r\t\f\0\x85\u2028\u00a0\u00ad\u200b\ud800é😀日"]
MARKUP = st.lists(st.sampled_from([*MARKS, *PHRASES, *CHARACTERS]), max_size=40).map("".join)


def plain(text: str, **values: str) -> Document:
    return Document("d", text, **values)


def folded(text: str) -> str:
    return " ".join(text.split())


def assert_sound(document: Document, sections: list[SectionText], limit: int) -> None:
    for position, part in enumerate(sections):
        assert part.section.position == position
        assert part.section.id == f"d#s{position}"
        assert part.text.strip() != ""
        begins_with_code = bool(part.code_spans) and part.code_spans[0][0] == 0
        assert part.text == (part.text.rstrip() if begins_with_code else part.text.strip())
        assert len(part.text) <= limit
        assert "\n\n".join(part.text[block.start : block.end] for block in part.blocks) == part.text
        assert 0 <= part.section.start <= part.section.end <= len(document.text)
        for block in part.blocks:
            assert block.kind == "code" or "\n" not in part.text[block.start : block.end]
            start, end = part.original_span(block.start, block.end)
            assert 0 <= start <= end <= len(document.text)


@settings(deadline=None)
@given(text=st.text(), limit=st.integers(1, 60), media_type=st.sampled_from(MEDIA_TYPES))
def test_any_text_is_read(text: str, limit: int, media_type: str) -> None:
    document = plain(text, media_type=media_type)
    assert_sound(document, split_sections(document, max_characters=limit), limit)


@settings(deadline=None, max_examples=300)
@given(text=MARKUP, limit=st.sampled_from([1, 7, 50, 2000]), media_type=st.sampled_from(MEDIA_TYPES))
def test_any_markup_is_read(text: str, limit: int, media_type: str) -> None:
    document = plain(text, media_type=media_type)
    assert_sound(document, split_sections(document, max_characters=limit), limit)


@settings(deadline=None)
@given(text=st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"], include_characters="\n\t")))
def test_a_block_of_plain_text_traces_back_to_its_own_words(text: str) -> None:
    document = plain(text)
    sections = split_sections(document)
    assert bool(sections) == bool(text.replace("¶", "").replace("§", "").strip())  # links to a heading are no words
    for part in sections:
        for block in part.blocks:
            start, end = part.original_span(block.start, block.end)
            words = part.text[block.start : block.end]
            if block.kind == "paragraph" and "-" not in words:
                assert words == folded(document.text[start:end])


@settings(deadline=None)
@given(words=st.lists(st.text("abcé", min_size=1, max_size=6), min_size=1, max_size=30), data=st.data())
def test_any_span_traces_back_to_the_same_characters(words: list[str], data: st.DataObject) -> None:
    gaps = [data.draw(st.sampled_from([" ", "  ", "\t", " \u00a0"])) for _ in words]
    document = plain("".join(word + gap for word, gap in zip(words, gaps, strict=True)))
    (part,) = split_sections(document)
    start = data.draw(st.integers(0, len(part.text) - 1))
    end = data.draw(st.integers(start + 1, len(part.text)))
    original_start, original_end = part.original_span(start, end)
    assert folded(document.text[original_start:original_end]) == part.text[start:end].strip()


@pytest.mark.thorough
@pytest.mark.parametrize("media_type", MEDIA_TYPES)
@pytest.mark.parametrize(
    "unit", ["a", "bee ", "<div>", "<li>", "> ", "- ", "  - a\n", "[", "<a ", "*a ", "word-\n", "|a|b\n"]
)
def test_a_long_document_of_one_thing_is_read(unit: str, media_type: str) -> None:
    document = plain(f"Bees fly. {unit * (20_000 // len(unit))}", media_type=media_type)
    sections = split_sections(document)
    assert sections[0].text.startswith("Bees fly.")
    assert_sound(document, sections, 2000)


def test_a_passage_keeps_its_title() -> None:
    (part,) = split_sections(plain("Apples are sweet. They grow on trees.", title="Apple"))
    assert part.text == "Apples are sweet. They grow on trees."
    assert (part.section.title, part.section.path, part.section.level) == ("Apple", ("Apple",), 0)
    assert (part.section.start, part.section.end) == (0, len(part.text))


def test_a_document_without_text_has_no_sections() -> None:
    assert split_sections(plain(" \n\t\n ")) == []


def test_white_space_becomes_one_space() -> None:
    (part,) = split_sections(plain("  Apples\u00a0are \t sweet.\u200b "))
    assert part.text == "Apples are sweet."
    assert part.original_span(7, 10) == (9, 12)


def test_control_characters_and_lone_surrogates_do_not_reach_the_text() -> None:
    (part,) = split_sections(plain("Ap\u00adples\x00are\x9fsweet \ud800."))
    assert part.text == "Apples are sweet ?."


def test_long_text_is_cut_at_sentence_ends() -> None:
    document = plain("Dr. Karl Jansha taught. Bees dance in circles. Others dance in eights.", title="Dances")
    parts = split_sections(document, max_characters=50)
    assert [part.text for part in parts] == [
        "Dr. Karl Jansha taught. Bees dance in circles.",
        "Others dance in eights.",
    ]
    assert {part.section.path for part in parts} == {("Dances",)}
    assert [part.section.position for part in parts] == [0, 1]


def test_cut_parts_keep_their_own_offsets() -> None:
    document = plain("One bee flies. Two bees fly. Three bees fly.")
    parts = split_sections(document, max_characters=16)
    assert [part.text for part in parts] == ["One bee flies.", "Two bees fly.", "Three bees fly."]
    for part in parts:
        start, end = part.original_span(0, len(part.text))
        assert document.text[start:end] == part.text
        assert (part.section.start, part.section.end) == (start, end)


def test_long_sections_are_cut_between_blocks_first() -> None:
    document = plain("First paragraph here.\n\nSecond one. It goes on.\n\nThird.")
    assert [part.text for part in split_sections(document, max_characters=40)] == [
        "First paragraph here.",
        "Second one. It goes on.\n\nThird.",
    ]


def test_a_limit_must_be_positive() -> None:
    with pytest.raises(InputError, match="max_characters is 0"):
        split_sections(plain("Text."), max_characters=0)
