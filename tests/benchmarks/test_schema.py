"""The benchmark of extraction with a schema, on one small ontology."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.schema import schema_benchmark
from lgm_core.errors import InputError
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.schema.rdf_schema import rdf_schema

FILMS = Schema(
    "films",
    "https://example.org/films#",
    tuple(map(SchemaClass, ("City", "Film", "Person"))),
    (SchemaProperty("director", (), "Film", "Person"),),
)
ROWS = [
    {
        "sentence": "Salt Harbour is a 1962 film directed by Inês Moura.",
        "triples": [["Salt Harbour", "director", "Inês Moura"]],
        "recorded_vicuna_13b": "director(Salt Harbour,Inês Moura)\nfilm\\_award(Salt Harbour,award)",
    },
    {
        "sentence": "The Mill was directed by Rui Dias.",
        "triples": [["The Mill (film)", "director", "Rui Dias"]],
        "recorded_vicuna_13b": "I cannot tell.",
    },
]


def test_right_triples_are_kept_and_wrong_ones_are_not(tmp_path: Path) -> None:
    (tmp_path / "film.ttl").write_text(rdf_schema(FILMS))
    (tmp_path / "film.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    figures = schema_benchmark(tmp_path, LiteAnnotator(parse=True))["film"]
    assert figures["equal"] == "turtle xml json-ld nt toml"
    assert figures["kept"] == {
        "gold": "1.000 of 1",
        "class": "0.000 of 1",
        "value": "0.000 of 1",
        "invented": "0.000 of 1",
    }
    assert (figures["recorded"]["precision"], figures["checked"]["precision"]) == (0.5, 1.0)
    assert (figures["open"]["found"], figures["open"]["recall"]) == (2, 0.5)


def test_a_folder_without_ontologies_and_rows_without_triples_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no ontology"):
        schema_benchmark(tmp_path, LiteAnnotator(parse=True))
    (tmp_path / "film.ttl").write_text(rdf_schema(FILMS))
    (tmp_path / "film.jsonl").write_text('{"sentence": "Salt."}\n')
    with pytest.raises(InputError, match="triples"):
        schema_benchmark(tmp_path, LiteAnnotator(parse=True))
