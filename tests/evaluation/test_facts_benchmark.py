"""The benchmark of open relations, on two passages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lgm_core.errors import InputError
from lgm_core.evaluation.facts_benchmark import facts_benchmark
from lgm_core.language.lite.lite_annotator import LiteAnnotator

PASSAGES = [
    {"id": "p1", "title": "Salt Harbour", "text": "Salt Harbour is a 1962 film directed by Inês Moura."},
    {"id": "p2", "title": "Inês Moura", "text": "Inês Moura (4 May 1904 – 12 June 1987) was a director."},
]


def data(folder: Path, triples: list[list[str]], **fields: object) -> Path:
    row = {"id": "q", "question": "?", "gold_passages": ["p1", "p2"], "evidence_triples": triples, **fields}
    (folder / "corpus.jsonl").write_text("".join(json.dumps(passage) + "\n" for passage in PASSAGES))
    (folder / "questions.jsonl").write_text(json.dumps(row))
    return folder


def test_triples_are_joined_by_their_ends(tmp_path: Path) -> None:
    triples = [
        ["Salt Harbour (film)", "director", "Inês Moura"],
        ["Inês Moura", "date of death", "12 June 1987"],
        ["Inês Moura", "spouse", "Rui Dias"],
        ["Salt Harbour", "publication date", "1963"],
    ]
    figures = facts_benchmark(data(tmp_path, triples), LiteAnnotator(parse=True))
    assert (figures["joined"], figures["triples"], figures["sentences"]) == (0.5, 4, 2)
    assert figures["facts_per_sentence"] == figures["facts"] / 2


def test_what_cannot_be_measured_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="evidence_triples"):
        facts_benchmark(data(tmp_path, []), LiteAnnotator(parse=True))
    with pytest.raises(InputError, match="'p9' is not in the corpus"):
        facts_benchmark(data(tmp_path, [["a", "b", "c"]], gold_passages=["p9"]), LiteAnnotator(parse=True))
    with pytest.raises(InputError, match=r"questions\.jsonl:1"):
        facts_benchmark(data(tmp_path, [["a", "b"]]), LiteAnnotator(parse=True))
