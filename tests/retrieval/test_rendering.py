"""Results as text for agents and terminals."""

from lgm_core.model import Citation
from lgm_core.retrieval.rendering import sentence_lines


def cited(number: int, page: int | None) -> Citation:
    return Citation(number, f"r#{number}", "r.pdf", "Report", ("Cash",), 0, 9, f"Row {number}.", page=page)


def test_headings_tell_the_page_and_repeat_where_another_begins() -> None:
    assert sentence_lines([cited(1, 7), cited(2, 7), cited(3, 1204)]).splitlines() == [
        "— r.pdf › Report › Cash, page 7 —",
        "[1] Row 1.",
        "[2] Row 2.",
        "— r.pdf › Report › Cash, page 1,204 —",
        "[3] Row 3.",
    ]


def test_headings_of_documents_without_pages_have_none() -> None:
    assert sentence_lines([cited(1, None), cited(2, None)]).splitlines() == [
        "— r.pdf › Report › Cash —",
        "[1] Row 1.",
        "[2] Row 2.",
    ]
