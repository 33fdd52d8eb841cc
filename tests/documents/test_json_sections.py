"""Documents given in JSON as sections, paragraphs and sentences."""

import json
from pathlib import Path
from typing import Any

import pytest

from lgm_core import Document, InputError, read_documents
from lgm_core.documents.json_lines import text_of_sections
from lgm_core.documents.reader import UnreadableFile
from lgm_core.language.backends import annotator_named
from lgm_core.learning.analysis import analyse

PAPER = {
    "title": "Bees",
    "authors": ["A. Smith", "B. Jones"],
    "keywords": ["bee"],
    "sections": [
        {"title": "Abstract", "paragraphs": [["Bees fly. They e.g. Sting.", "# is no heading"], ["A second one ."]]},
        {"paragraphs": [{"sentences": ["No heading here."]}]},
        {"label": "End", "paragraphs": [[{"text": "The\nend."}, " "], []]},
        {"title": "Thanks"},
    ],
}

EMPTY = ["sections[2].paragraphs[0][1]", "sections[2].paragraphs[1]", "sections[3]"]


def read(tmp_path: Path, value: Any, name: str = "paper.json") -> Document | UnreadableFile:
    (tmp_path / name).write_text(json.dumps(value), encoding="utf-8")
    (document,) = read_documents(tmp_path / name)
    return document


@pytest.mark.parametrize("name", ["paper.json", "papers.jsonl"])
def test_given_sentences_and_paragraphs_are_kept(tmp_path: Path, name: str) -> None:
    document = read(tmp_path, PAPER, name)
    assert isinstance(document, Document)
    assert (document.id, document.title) == (name, "Bees")
    assert document.metadata == {"authors": ["A. Smith", "B. Jones"], "keywords": ["bee"], "without_text": EMPTY}
    graph = analyse(document, annotator_named("lite:parse"), "recipe")
    paths = {section.id: section.path for section in graph.sections}
    assert [(paths[sentence.section_id], sentence.text) for sentence in graph.sentences] == [
        (("Bees", "Abstract"), "Bees fly. They e.g. Sting."),
        (("Bees", "Abstract"), "# is no heading"),
        (("Bees", "Abstract"), "A second one ."),
        (("Bees",), "No heading here."),
        (("Bees", "End"), "The end."),
    ]
    for sentence in graph.sentences:
        assert document.text[sentence.start : sentence.end] == sentence.text
    assert [sentence.paragraph for sentence in graph.sentences] == [0, 0, 1, 2, 3]


def test_a_json_file_may_be_a_row_of_json_lines(tmp_path: Path) -> None:
    document = read(tmp_path, {"title": "Bees", "text": "Bees fly.\n\nBees sting."})
    assert isinstance(document, Document)
    assert (document.text, document.media_type) == ("Bees fly.\n\nBees sting.", "text/plain")


def test_json_files_are_read_by_name_only(tmp_path: Path) -> None:
    read(tmp_path, PAPER)
    (tmp_path / "a.txt").write_text("Bees fly.")
    assert [document.id for document in read_documents(tmp_path) if isinstance(document, Document)] == ["a.txt"]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "holds a list"),
        ({"title": "Bees"}, 'found nothing; or a list "sections"'),
        ({"sections": []}, 'has no sentence in its "sections"'),
        ({"sections": [3]}, "has 3 as sections[0]"),
        ({"sections": [{"title": 4}]}, "has 4 as sections[0].title"),
        ({"sections": [{"paragraphs": ["Bees."]}]}, "has 'Bees.' as sections[0].paragraphs[0]; it must be a list"),
        ({"sections": [{"paragraphs": [["Bees.", 5]]}]}, "has 5 as sections[0].paragraphs[0][1]"),
    ],
)
def test_what_has_another_form_is_told_where(tmp_path: Path, value: Any, reason: str) -> None:
    unreadable = read(tmp_path, value)
    assert isinstance(unreadable, UnreadableFile)
    assert reason in unreadable.reason


def test_broken_json_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{\n"title": }')
    (unreadable,) = read_documents(tmp_path / "a.json")
    assert isinstance(unreadable, UnreadableFile)
    assert unreadable.reason == "is not JSON: Expecting value at line 2, column 10"


def test_sections_are_a_list() -> None:
    with pytest.raises(InputError, match="as sections; it must be a list"):
        text_of_sections({})
