"""What the benchmark of alignment counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.alignment import alignment_benchmark, hop_neighbours
from lgm_core.errors import InputError
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import RelationKind
from tests.support.store_graphs import document

IS_A, ALIAS_OF = RelationKind.IS_A, RelationKind.ALIAS_OF


def test_names_of_one_thing_are_one_neighbour_and_reach_the_same(tmp_path: Path) -> None:
    relations = [("owl", IS_A, "bird", 0), ("bird", IS_A, "animal", 0), ("fowl", ALIAS_OF, "bird", 0)]
    with SQLiteStore.open(tmp_path / "graph.lgm") as store:
        store.write(document("owls", "An [owl] is a [bird], a [fowl] or an [animal].", relations=relations))
        # Within one step: owl 1, bird 2, fowl 2, animal 1.
        assert hop_neighbours(store) == [6 / 4, 8 / 4, 8 / 4]


def test_an_alignment_is_measured_and_undone(tmp_path: Path) -> None:
    texts = [("Sea (film)", "The colour of the sea is grey."), ("Sea (song)", "A grey color is dull.")]
    rows = [{"id": f"d{number}", "title": title, "text": text} for number, (title, text) in enumerate(texts)]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    question = {"id": "q", "question": "Which color is dull?", "gold_passages": ["d1"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question))
    figures = alignment_benchmark(tmp_path, None, drawn=tmp_path / "drawn.txt")
    assert figures["merges"] == 1
    assert figures["names of titles that differ in their bracket"] == 1
    assert figures["of these merged with another name"] == 0
    assert figures["undone to the byte"] is True
    assert (tmp_path / "drawn.txt").read_text().startswith("alias_of\tcolor\tcolour\tinferred jointly:spelling\n\tThe")


def test_a_graph_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text(json.dumps({"id": "a", "title": "", "text": "The sea is grey."}))
    question = {"id": "q", "question": "Which sea is grey?", "gold_passages": ["a"]}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question))
    with SQLiteStore.open(tmp_path / "graph.lgm") as store:
        store.write(document("owls", "An [owl] is here."))
    with pytest.raises(InputError, match="empty one"):
        alignment_benchmark(tmp_path, None, store=str(tmp_path / "graph.lgm"))
