"""A small graph of films with a schema."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph

collect_ignore_glob = [] if find_spec("pyoxigraph") else ["test_*.py"]

SCHEMA = """
domain = "films"
base = "https://example.org/films#"
class = [
  {name = "Person"}, {name = "Director", parents = ["Person"]}, {name = "Film", labels = ["film", "movie"]},
  {name = "Town"}, {name = "Country"},
]
property = [
  {name = "director", labels = ["directed by"], domain = "Film", range = "Person", inverse = "directorOf"},
  {name = "directorOf", domain = "Person", range = "Film"},
  {name = "birthDate", labels = ["born", "date of birth"], domain = "Person", range = "date"},
]
"""

FILMS = """
Laura is a film. Laura was directed by Otto Preminger. Gilda is a film. Gilda was directed by Charles Vidor.
Vertigo is a film. Vertigo was directed by Alfred Hitchcock. Alfred Hitchcock is a director.
Alfred Hitchcock was born on 13 August 1899 in London. Bonn is a town. Bonn was directed by Ann Kim.
"""

ROPE = "Rope is a film. Rope was directed by Alfred Hitchcock."


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    (tmp_path / "films.toml").write_text(SCHEMA)
    with LanguageGraph(tmp_path / "films.lgm") as graph:
        graph.load_schema(tmp_path / "films.toml")
        documents = [
            Document.from_text(FILMS, id="films", metadata={"city": "north"}),
            Document.from_text(ROPE, id="rope", metadata={"city": "south"}),
        ]
        graph.build(documents, facts="open")
        yield graph
