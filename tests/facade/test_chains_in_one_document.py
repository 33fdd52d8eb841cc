"""Chains between the sections of one document."""

from pathlib import Path

from lgm_core import Document, LanguageGraph

APPLES = """# Apples

Apples are rich in pectin. The Hollerbach orchard is run by Miriam Tannweiler.

## Storage

Apples keep in cool cellars. Miriam Tannweiler was born in Freiburg."""


def test_no_two_passages_lead_to_each_other(tmp_path: Path) -> None:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    pears = Document.from_text("Pears are sweet. They grow near Ulm.", id="pears")
    graph.build([Document.from_text(APPLES, id="apples", media_type="text/markdown"), pears])
    found = graph.retrieve_passages("Where was the head of the Hollerbach orchard born?")
    assert {hit.id: hit.before for hit in found} == {"apples#s0": "", "apples#s1": "apples#s0"}
