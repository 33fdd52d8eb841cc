"""Sentences know the page that they begin on."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document, Metadata

PDF = "Bees dance.\n\n\fThey tell where\fnectar is. Wax is pale.\n\n\f\fHoney is sweet."


def pages(text: str, metadata: Metadata | None = None, media_type: str = "text/plain") -> list[tuple[str, int | None]]:
    graph = analyse(Document("d", text, "", metadata or {}, "", media_type), LiteAnnotator(), "test")
    return [(sentence.text, sentence.page) for sentence in graph.sentences]


def test_sentences_of_a_pdf_file_have_the_page_on_which_they_begin() -> None:
    assert pages(PDF, media_type="application/pdf") == [
        ("Bees dance.", 1),
        ("They tell where nectar is.", 2),
        ("Wax is pale.", 3),
        ("Honey is sweet.", 5),
    ]


def test_a_text_without_pages_has_none() -> None:
    assert pages("Bees dance. Wax is pale.") == [("Bees dance.", None), ("Wax is pale.", None)]


@pytest.mark.parametrize(
    ("metadata", "page"),
    [
        ({"page": 4}, 5),
        ({"page": 4, "page_label": "iii"}, 5),
        ({"page_label": "5"}, 5),
        ({"page_label": "iii"}, None),
        ({"page_number": 5}, 5),
        ({"page": 0}, 1),
        ({"page": True}, None),
        ({"page": "Main"}, None),
        ({"page": -1, "page_label": "7"}, 7),
    ],
)
def test_what_a_loader_read_from_a_page_is_on_that_page(metadata: Metadata, page: int | None) -> None:
    assert pages("Bees dance.", metadata) == [("Bees dance.", page)]


def test_a_part_of_a_page_is_on_that_page_wherever_it_begins() -> None:
    assert pages("Bees dance.", {"page": 4, "start_index": 900}) == [("Bees dance.", 5)]
