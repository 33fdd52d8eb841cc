"""Checks of documents before a graph is constructed of them."""

import json
from pathlib import Path

import pytest

from lgm_core import Document, InputError, read_documents
from lgm_core.learning.analysis import analyse
from lgm_core.learning.construction.checks import check_document, require
from lgm_core.learning.construction.document_text import DocumentText, document_text
from lgm_core.model import MetadataValue
from tests.learning.construction.document_making import READER, made_text


def markdown(text: str, title: str = "", **metadata: MetadataValue) -> DocumentText:
    document = Document("paper.md", text, title, metadata, media_type="text/markdown")
    return document_text(analyse(document, READER, "recipe"))


def told(text: DocumentText) -> list[str]:
    return [str(violation) for violation in check_document(text)]


def test_a_whole_document_passes() -> None:
    text = made_text({"Abstract": [["Bees fly."]], "End": [["They land."]]}, authors=["A"], keywords=["bee"])
    assert told(text) == []
    assert require(text, strict=True) == []


def test_what_is_missing_is_told_by_name() -> None:
    assert told(markdown("Bees fly.")) == ["no title", "no author", "no keyword", "no section"]
    assert told(markdown("Bees fly.\n\n## Wings\n\nThey are small.", "Bees", author="A", keywords="bee")) == [
        "section without heading: the text at character 0"
    ]
    assert told(markdown("# Bees\n\nBees fly.\n\n## Code\n\n```\nfly()\n```", "Bees", author="A", keywords="bee")) == [
        "section without paragraph: Bees › Code"
    ]


def test_keywords_in_one_text_are_several() -> None:
    assert markdown("Bees fly.", keywords="octopus, skin; colour").keywords == ("octopus", "skin", "colour")
    assert markdown("Bees fly.", keywords=["a, b", "c"]).keywords == ("a, b", "c")


def test_the_head_of_a_page_tells_who_wrote_it(tmp_path: Path) -> None:
    page = tmp_path / "bees.html"
    head = "<title>Bees</title><meta name=author content='Ada  Reed'><META NAME=keywords CONTENT='bees, wax'>"
    page.write_text(f"<html><head>{head}</head><body><h1>Bees</h1><p>Bees fly.</p><meta name=author content=X></body>")
    (document,) = read_documents(page)
    assert isinstance(document, Document)
    assert document.metadata == {"author": "Ada Reed", "keywords": ["bees", "wax"]}
    assert told(document_text(analyse(document, READER, "recipe"))) == []


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("# Bees\n\nBees fly.\n\n# Wasps\n\nWasps fly.", "Bees, Wasps"),
        ("# Wasps\n\nWasps fly.\n\n## Wings\n\nThey are small.", "Bees, Wasps"),
        ("# Bees\n\nBees fly.\n\n## Wings\n\nThey are small.", ""),
        ("# One\n\nBees fly.\n\n# Two\n\nWasps fly.\n\n## Wings\n\nThey are small.", ""),
        ("## One\n\nBees fly.\n\n## Two\n\nWasps fly.", ""),
        ("# Introduction\n\nBees fly.", ""),
    ],
)
def test_two_titles_are_told(text: str, titles: str) -> None:
    several = [each for each in told(markdown(text, "Bees", author="A", keywords="bee")) if "titles" in each]
    assert several == ([f"several titles: {titles}"] if titles else [])


def test_what_is_empty_in_json_is_told_with_its_place(tmp_path: Path) -> None:
    sections = [{"title": "A", "paragraphs": [["Bees fly.", " "], []]}, {"title": "B", "paragraphs": []}]
    row = {"title": "Bees", "authors": ["A"], "keywords": ["bee"], "sections": sections}
    (tmp_path / "a.json").write_text(json.dumps(row))
    (document,) = read_documents(tmp_path / "a.json")
    assert isinstance(document, Document)
    text = document_text(analyse(document, READER, "recipe"))
    assert told(text) == [
        "sentence without text: sections[0].paragraphs[0][1]",
        "paragraph without sentence: sections[0].paragraphs[1]",
        "section without paragraph: sections[1]",
    ]
    assert len(require(text)) == 3
    with pytest.raises(InputError, match=r"'a.json' fails these checks: sentence without text: sections\[0\]"):
        require(text, strict=True)


def test_without_text_nothing_is_built() -> None:
    text = markdown("```\nfly()\n```", "Bees")
    with pytest.raises(InputError, match=r"'paper.md' has no sentence with words"):
        require(text)
