"""A row of a table is one sentence, whatever its cells begin with."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.model import Document
from lgm_core.model.sentence import running_text

MARKDOWN = """Settings of the cache.

| name | value | meaning |
|---|---|---|
| ttl | 60 | Lifetime of cached responses. It is in seconds |
| size | 9 | Entries |

After the table comes text. It has two sentences.
"""
HTML = """<p>Settings of the cache.</p><table><tr><th>name<th>value<th>meaning
<tr><td>ttl<td>60<td>Lifetime of cached responses. It is in seconds<tr><td>size<td>9<td>Entries</table>
<p>After the table comes text. It has two sentences.</p>"""
PDF = MARKDOWN


@pytest.mark.parametrize(
    ("text", "media_type"), [(MARKDOWN, "text/markdown"), (HTML, "text/html"), (PDF, "application/pdf")]
)
def test_a_row_is_one_sentence(text: str, media_type: str) -> None:
    graph = analyse(Document("d", text, media_type=media_type), LiteAnnotator(), "test")
    assert [sentence.text for sentence in graph.sentences] == [
        "Settings of the cache.",
        "name: ttl; value: 60; meaning: Lifetime of cached responses. It is in seconds",
        "name: size; value: 9; meaning: Entries",
        "After the table comes text.",
        "It has two sentences.",
    ]


def test_a_row_of_a_pdf_file_is_at_its_place_in_the_text() -> None:
    graph = analyse(Document("d", PDF, media_type="application/pdf"), LiteAnnotator(), "test")
    row = graph.sentences[1]
    assert PDF[row.start : row.end] == "ttl | 60 | Lifetime of cached responses. It is in seconds"


def test_rows_stand_on_lines_of_their_own_in_a_passage() -> None:
    graph = analyse(Document("d", MARKDOWN, media_type="text/markdown"), LiteAnnotator(), "test")
    assert running_text(graph.sentences).splitlines() == [
        "Settings of the cache.",
        "name: ttl; value: 60; meaning: Lifetime of cached responses. It is in seconds",
        "name: size; value: 9; meaning: Entries",
        "After the table comes text. It has two sentences.",
    ]
