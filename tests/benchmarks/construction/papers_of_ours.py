"""A folder as `python -m benchmarks construction` reads it: one paper of our own, its graphs and questions."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

SENTENCES = [
    "Rainkeeper is a sensor that measures soil moisture.",
    "The sensor sends each reading to the Tarn server.",
    "The Tarn server stores readings in a database.",
    "Farmers open the valve when Rainkeeper reports dry soil.",
]

PAPER = {
    "id": "rain-1",
    "title": "Rainkeeper",
    "authors": ["Ida Marsh"],
    "keywords": ["irrigation"],
    "sections": [
        {"title": "Abstract", "paragraphs": [SENTENCES[:2]]},
        {"title": "Use", "paragraphs": [SENTENCES[2:3], SENTENCES[3:]]},
    ],
}

QUESTIONS = [
    {"paper": "rain-1", "question": "What does Rainkeeper measure?", "answer": "Rainkeeper measures soil moisture."},
    {
        "paper": "rain-1",
        "question": "Where are readings stored?",
        "answer": "The Tarn server stores them in a database.",
    },
]


def entity(id: str, label: str, kind: str, *mentions: tuple[int, str], types: Sequence[str] = ()) -> dict[str, Any]:
    """Return an entity as recordings have it."""
    return {
        "id": id,
        "label": label,
        "aliases": sorted({surface for _, surface in mentions} | {label}),
        "types": list(types),
        "class": kind,
        "familiar": kind == "general term",
        "description": f"{label} is a thing of irrigation.",
        "mentions": [list(mention) for mention in mentions],
    }


GRAPH = {
    "id": "rain-1",
    "entities": [
        entity("rain", "Rainkeeper", "named entity", (0, "Rainkeeper"), (3, "Rainkeeper"), types=["sensor"]),
        entity("sensor", "sensor", "general term", (0, "sensor")),
        entity("moisture", "soil moisture", "general term", (0, "soil moisture")),
        entity("reading", "each reading", "general term", (1, "each reading"), (2, "readings")),
        entity("tarn", "Tarn server", "named entity", (1, "Tarn server"), (2, "Tarn server"), types=["server"]),
        entity("database", "database", "general term", (2, "database")),
        entity("databases", "databases", "general term"),
        entity("farmers", "Farmers", "other", (3, "Farmers")),
    ],
    "predicates": {
        "m": {"label": "measures", "description": "One measures the other."},
        "s": {"label": "stores", "description": "One keeps the other."},
        "n": {"label": "needs", "description": "One needs the other."},
    },
    "triples": [
        ["rain", "m", "moisture"],
        ["tarn", "s", "reading"],
        ["rain", "n", "tarn"],
        ["tarn", "s", "tarn"],
    ],
    "broader": [["rain", "sensor"], ["sensor", "database"], ["rain", "database"]],
    "seconds": [60.0, 60.0],
}


def write_folder(folder: Path, *, models: Sequence[str] = ("small",), others: Sequence[dict[str, Any]] = ()) -> Path:
    """Write the files of a folder and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "papers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in (PAPER, *others)), "utf-8")
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in QUESTIONS), "utf-8")
    for model in models:
        with gzip.open(folder / f"graphs-{model}.jsonl.gz", "wt", encoding="utf-8") as file:
            file.write(json.dumps(GRAPH) + "\n")
    return folder
