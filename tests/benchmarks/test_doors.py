"""The doors' retrievers and the benchmark's sense of sections, over three short pages."""

import json
from pathlib import Path

import pytest

from benchmarks.doors import doors_benchmark, sections_of
from lgm_core import InputError

_PAGE = "# Pumps\n\nA pump moves water.\n\n## Care\n\n```sh\n# no heading\n```\n\nOil the float switch each spring.\n"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "pumps.md").write_text(_PAGE, encoding="utf-8")
    (folder / "roofs.md").write_text("# Roofs\n\nTiles keep the rain out.\n", encoding="utf-8")
    (tmp_path / "README.md").write_text("# Manual\n\nOf a house by the lake.\n", encoding="utf-8")
    return folder


def asked(pages: Path, heading: str) -> Path:
    file = pages.parent / "questions.jsonl"
    row = {
        "id": "1",
        "question": "When is the float switch oiled?",
        "sections": [{"doc": "pumps.md", "heading": heading}],
    }
    file.write_text(json.dumps(row), encoding="utf-8")
    return file


def test_a_section_ends_where_its_subsection_begins_and_code_has_no_headings() -> None:
    page = Path("pumps.md")
    found = {heading: _PAGE[place.start : place.end] for heading, place in sections_of(page, _PAGE)}
    assert found == {"": "", "Pumps": _PAGE[: _PAGE.index("## ")], "Care": _PAGE[_PAGE.index("## ") :]}


@pytest.mark.parametrize(("heading", "right"), [("Care", 1.0), ("Pumps", 0.0)])
def test_both_doors_find_the_section_that_answers(pages: Path, heading: str, right: float) -> None:
    missed: list[tuple[str, str]] = []
    figures = doors_benchmark(pages, asked(pages, heading), misses=lambda *miss: missed.append(miss))
    assert {name: figures[name]["section@1"] for name in ("LangChain", "LlamaIndex")} == {
        "LangChain": right,
        "LlamaIndex": right,
    }


def test_a_heading_that_is_not_there_is_refused(pages: Path) -> None:
    with pytest.raises(InputError, match="0 headings 'Repair'"):
        doors_benchmark(pages, asked(pages, "Repair"))
