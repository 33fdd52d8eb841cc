"""The benchmarks of open relations and of restored context, on a few passages."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.facts import context_benchmark, facts_benchmark
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from tests.support.embedders import hashed_words

FILM_PASSAGES = [
    {"id": "p1", "title": "Salt Harbour", "text": "Salt Harbour is a 1962 film directed by Inês Moura."},
    {"id": "p2", "title": "Inês Moura", "text": "Inês Moura (4 May 1904 – 12 June 1987) was a director."},
]


def film_data(folder: Path, triples: list[list[str]], **fields: object) -> Path:
    row = {"id": "q", "question": "?", "gold_passages": ["p1", "p2"], "evidence_triples": triples, **fields}
    (folder / "corpus.jsonl").write_text("".join(json.dumps(passage) + "\n" for passage in FILM_PASSAGES))
    (folder / "questions.jsonl").write_text(json.dumps(row))
    return folder


def test_triples_are_joined_by_their_ends(tmp_path: Path) -> None:
    triples = [
        ["Salt Harbour (film)", "director", "Inês Moura"],
        ["Inês Moura", "date of death", "12 June 1987"],
        ["Inês Moura", "spouse", "Rui Dias"],
        ["Salt Harbour", "publication date", "1963"],
    ]
    figures = facts_benchmark(film_data(tmp_path, triples), LiteAnnotator(parse=True))
    assert (figures["joined"], figures["triples"], figures["sentences"]) == (0.5, 4, 2)
    assert figures["facts_per_sentence"] == figures["facts"] / 2


PASSAGES = [
    ["Salt Harbour", "Salt Harbour is a 1962 film by Inês Moura.", "It was praised by Rui Dias."],
    ["Inês Moura", "Inês Moura (4 May 1904 – 12 June 1987) was a director.", "She married the composer Rui Dias."],
    ["Rui Dias", "Rui Dias was a composer."],
]
TRIPLES = [["Salt Harbour (film)", "director", "Inês Moura"], ["Inês Moura", "spouse", "Rui Dias"]]


def data(folder: Path, **fields: object) -> Path:
    corpus = [
        {"id": f"p{number}", "title": title, "text": " ".join(sentences), "sentences": sentences}
        for number, (title, *sentences) in enumerate(PASSAGES)
    ]
    row = {"id": "q", "question": "Whom did the director of Salt Harbour marry?", "gold_passages": ["p0", "p1"]}
    row |= {"gold_sentences": [["p0", 0], ["p1", 1]], "evidence_triples": TRIPLES, **fields}
    (folder / "corpus.jsonl").write_text("".join(json.dumps(passage) + "\n" for passage in corpus))
    (folder / "questions.jsonl").write_text(json.dumps(row))
    return folder


def test_restored_sentences_are_compared_with_gold_ones(tmp_path: Path) -> None:
    figures = context_benchmark(data(tmp_path))
    assert (figures["restored"], figures["triples"]) == (1.0, 2)
    assert 0 <= figures["by_question"] <= 1
    assert 0 <= figures["by_template"] <= 1
    wrong = context_benchmark(data(tmp_path, gold_sentences=[["p2", 0], ["p0", 1]], gold_passages=["p0", "p2"]))
    assert wrong["restored"] == 0.0


def test_an_embedding_model_may_compare(tmp_path: Path) -> None:
    assert context_benchmark(data(tmp_path), embed=hashed_words)["restored"] == 1.0
