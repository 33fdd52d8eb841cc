"""Passages below their headings."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.hosts import text_below_heading


@pytest.mark.parametrize(
    ("title", "text", "shown"),
    [
        ("Bee", "Beeswax is a wax.", "Bee\nBeeswax is a wax."),
        ("Bee", "Bees make wax.", "Bee\nBees make wax."),
        ("Beeswax", "BEESWAX: it is a wax.", "BEESWAX: it is a wax."),
    ],
)
def test_a_heading_is_left_out_where_a_passage_begins_with_it(
    title: str, text: str, shown: str, tmp_path: Path
) -> None:
    with LanguageGraph(tmp_path / "g.lgm") as graph:
        graph.build([Document.from_text(text, id="d", title=title)], workers=1)
        (passage,) = graph.retrieve_passages("What is wax?", k=1)
        assert text_below_heading(passage) == shown
