"""Facts and sentences as a language model sees them, with and without what they say twice."""

from __future__ import annotations

from pathlib import Path

from lgm_core import Document, LanguageGraph
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.facts.shown_facts import ShownEntry, facts_text, number_facts, without_repetition


def entries(graph: LanguageGraph, *names: str) -> list[ShownEntry]:
    """Return the facts about things, each with its sentence, numbered."""
    stated = [each for name in names for each in graph.facts(name)]
    return number_facts(GraphView(graph.store), [(each.fact, each.sentences[:1]) for each in stated])


def shown(found: list[ShownEntry]) -> set[str]:
    """Return the entries as shown, without their numbers."""
    text = facts_text(found, context=True, size=10_000).replace('"\n[', '"\n\n[')
    return {each.partition("]")[2].strip() for each in text.split("\n\n")}


def test_what_a_sentence_says_in_the_same_words_is_not_written_beside_it(tmp_path: Path) -> None:
    text = "MV Belana was built by Alta Yard. The length of MV Belana is 80 metres."
    with LanguageGraph(tmp_path / "x.lgm") as graph:
        graph.build([Document.from_text(text, id="belana", title="MV Belana")], facts="open")
        found = entries(graph, "MV Belana")
        assert '(MV Belana) MV Belana | built by | Alta Yard\n  "MV Belana was built by Alta Yard."' in shown(found)
        assert shown(without_repetition(found)) == {
            '"MV Belana was built by Alta Yard."',
            'MV Belana | length | 80 metres\n  "The length of MV Belana is 80 metres."',
        }


def test_a_title_is_shown_once_above_the_sentences_that_need_it(tmp_path: Path) -> None:
    texts = {
        "Laura": "The first scene is quiet. The last scene is loud. Laura won a prize.",
        "Gilda": "The end is sad.",
    }
    with LanguageGraph(tmp_path / "x.lgm") as graph:
        graph.build([Document.from_text(text, id=id, title=id) for id, text in texts.items()])
        ids = ["Laura#0", "Laura#1", "Gilda#0", "Laura#2", "Laura#0"]
        of = {each.id: each for each in graph.store.sentences(sorted(set(ids)))}
        found = number_facts(GraphView(graph.store), [(None, [of[id] for id in ids])])
        assert [each.has_title for each in without_repetition(found)] == [True, False, True, False]
        assert facts_text(without_repetition(found[:2]), context=True, size=100) == (
            '[1] (Laura)\n  "The first scene is quiet."\n[2]\n  "The last scene is loud."'
        )


def test_facts_that_coincide_are_shown_once_with_the_numbers_of_all(tmp_path: Path) -> None:
    texts = ["MV Belana is a ship.", "MV Belana calls at Corby.", "MV Belana stops at Corby.", "Corby is a port."]
    port = SchemaProperty("portOfCall", ("calls at", "stops at"), "Ship")
    with LanguageGraph(tmp_path / "x.lgm") as graph:
        graph.build([Document.from_text(text, id=f"d{at}") for at, text in enumerate(texts)], facts="open")
        graph.load_schema(Schema(classes=(SchemaClass("Ship"),), properties=(port,)))
        facts = [fact for fact in graph.store.facts() if "corby" in fact.concepts]
        facts.sort(key=lambda fact: fact.object != "corby")
        stated = [(fact, graph.store.sentences([fact.evidence[0].sentence_id])) for fact in facts]
        assert len(number_facts(GraphView(graph.store), stated)) == 3
        found = without_repetition(number_facts(GraphView(graph.store), stated, most=1))
        assert facts_text(found, context=True, size=100) == f'[1][2]\n  "{stated[0][1][0].text}"'
