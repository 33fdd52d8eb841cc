"""Constructing files that only a build by their own names reads: texts in Turtle, read as a build reads them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import InputError, LanguageGraph, estimate_construction

pytest.importorskip("rdflib")

PREFIXES = """@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix lgm: <urn:lgm:vocabulary#> .
@prefix : <https://example.org/combs#> .
"""
PAPER = f"""{PREFIXES}
:paper a lgm:Document ; dcterms:title "Combs" ; dcterms:creator "A. Reed" ; dcterms:subject "comb", "wax" .
:s1 a lgm:Section ; lgm:inDocument :paper ; lgm:index 1 ; dcterms:title "Introduction" .
:p1 a lgm:Paragraph ; lgm:inSection :s1 ; lgm:index 1 .
:a a lgm:Sentence ; lgm:inParagraph :p1 ; lgm:index 1 ; lgm:text "A comb is a structure of wax." .
:b a lgm:Sentence ; lgm:inParagraph :p1 ; lgm:index 2 ; lgm:text "Bees build combs." .
"""
TWO_TITLES = PAPER.replace('"Combs"', '"Combs", "Wax"')
FOREIGN = """@prefix foaf: <http://xmlns.com/foaf/0.1/> .
<https://example.org/ada> a foaf:Person ; foaf:name "Ada" .
"""


@pytest.fixture
def graph(tmp_path: Path) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        yield graph


@pytest.mark.parametrize("is_built", [True, False])
def test_a_paper_in_turtle_keeps_its_sentences(graph: LanguageGraph, tmp_path: Path, is_built: bool) -> None:
    paper = tmp_path / "combs.ttl"
    paper.write_text(PAPER, encoding="utf-8")
    if is_built:
        graph.build(paper)
    report = graph.construct(paper)
    assert report.violations == ()
    assert graph.statistics().sentences == 2
    assert estimate_construction(graph, paper).sentences == 2
    assert {entity.key for entity in graph.entities(report.document)} >= {"comb", "wax"}
    assert not any("prefix" in entity.key or "http" in entity.key for entity in graph.entities(report.document))


@pytest.mark.parametrize("text", [FOREIGN, TWO_TITLES, "this is no Turtle"])
def test_what_a_build_refuses_is_refused_in_its_words(graph: LanguageGraph, tmp_path: Path, text: str) -> None:
    paper = tmp_path / "paper.ttl"
    paper.write_text(text, encoding="utf-8")
    (failed,) = graph.build(paper).failed
    with pytest.raises(InputError) as refused:
        graph.construct(paper)
    assert failed.error in str(refused.value)
    assert [report.refused for report in graph.construct_all([paper])] == [failed.error]
    with pytest.raises(InputError) as not_estimated:
        estimate_construction(graph, paper)
    assert failed.error in str(not_estimated.value)
    assert not graph.store.exists() or not graph.documents()
