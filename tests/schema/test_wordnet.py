"""Classes below the terms of a domain, read by the real library from a lexicon of our own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lgm_core import Document, LanguageGraph
from lgm_core.cli.application import app
from lgm_core.errors import InputError, MissingDependencyError
from lgm_core.model import Schema, SchemaClass
from lgm_core.schema.wordnet import wordnet_below

MEANINGS = {
    "boat": (["boat"], "a small vessel", []),
    "sailboat": (["sailing boat", "sailboat"], "a boat with sails", ["boat"]),
    "tender": (["tender"], "a boat of a larger ship", ["boat"]),
    "dinghy": (["dinghy", "tender"], "", ["sailboat", "tender"]),
    "offer": (["tender"], "a formal proposal", []),
    "odd": (["9"], "a boat called nine", ["boat"]),
}
"""Lemmas, definitions and broader meanings by the names of synsets."""


def lexicon(name: str) -> str:
    below = {each: [low for low, (_, _, above) in MEANINGS.items() if each in above] for each in MEANINGS}
    senses = [(lemma, each) for each, (lemmas, _, _) in MEANINGS.items() for lemma in lemmas]
    entries = [
        f'<LexicalEntry id="{name}-e{n}"><Lemma writtenForm="{lemma}" partOfSpeech="n"/>'
        f'<Sense id="{name}-s{n}" synset="{name}-{each}-n"/></LexicalEntry>'
        for n, (lemma, each) in enumerate(senses)
    ]
    synsets = []
    for each, (_, definition, above) in MEANINGS.items():
        related = [("hypernym", other) for other in above] + [("hyponym", other) for other in below[each]]
        lines = [f'<SynsetRelation relType="{kind}" target="{name}-{other}-n"/>' for kind, other in related]
        told = f"<Definition>{definition}</Definition>" if definition else ""
        synsets.append(f'<Synset id="{name}-{each}-n" ili="" partOfSpeech="n">{told}{"".join(lines)}</Synset>')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<!DOCTYPE LexicalResource SYSTEM "http://globalwordnet.github.io/schemas/WN-LMF-1.1.dtd">\n'
        '<LexicalResource xmlns:dc="https://globalwordnet.github.io/schemas/dc/">'
        f'<Lexicon id="{name}" label="{name}" language="en" email="a@example.org" license="none" version="1">'
        f"{''.join(entries)}{''.join(synsets)}</Lexicon></LexicalResource>"
    )


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the library keep its lexicons here."""
    wn = pytest.importorskip("wn")
    monkeypatch.setattr(wn.config, "data_directory", tmp_path / "lexicons")
    (tmp_path / "lexicons").mkdir()
    add(tmp_path, "boats")
    yield tmp_path
    sys.modules["wn._db"].clear_connections()


def add(folder: Path, name: str) -> None:
    import wn

    (folder / f"{name}.xml").write_text(lexicon(name), encoding="utf-8")
    wn.add(folder / f"{name}.xml", progress_handler=None)


@pytest.mark.usefixtures("folder")
def test_what_is_below_a_noun_becomes_classes() -> None:
    def proposed(name: str, labels: tuple[str, ...], parents: tuple[str, ...], said: str, id: str) -> SchemaClass:
        origin = f"wordnet:boats:1 boats-{id}-n"
        return SchemaClass(name, labels, parents, said, status="proposed", origin=origin)

    found = {each.name: each for each in wordnet_below(["boat"], "", Schema()).classes}
    assert found == {
        "Boat": proposed("Boat", (), (), "a small vessel", "boat"),
        "SailingBoat": proposed("SailingBoat", ("sailboat",), ("Boat",), "a boat with sails", "sailboat"),
        "Tender": proposed("Tender", (), ("Boat",), "a boat of a larger ship", "tender"),
        "boats-odd-n": proposed("boats-odd-n", ("9",), ("Boat",), "a boat called nine", "odd"),
        "Dinghy": proposed("Dinghy", ("tender",), ("SailingBoat", "Tender"), "", "dinghy"),
    }


@pytest.mark.usefixtures("folder")
def test_another_meaning_is_named_by_its_id_and_has_a_name_of_its_own() -> None:
    names = {each.name: each.description for each in wordnet_below(["tender", "boats-offer-n"], "", Schema()).classes}
    assert names == {"Tender": "a boat of a larger ship", "boats-offer-n": "a formal proposal", "Dinghy": ""}


def test_proposals_join_the_schema_of_a_graph_and_are_accepted(folder: Path) -> None:
    with LanguageGraph(folder / "g.lgm") as graph:
        graph.build([Document.from_text("Wren is a dinghy.", id="a")], facts="open", workers=1)
        graph.load_schema(Schema(classes=(SchemaClass("Boat", description="ours"),)))
        assert [each.name for each in graph.propose_schema(terms="sailboat").classes] == ["SailingBoat", "Dinghy"]
        new = graph.propose_schema(terms=["boat"], lexicon="boats:1")
        assert [(each.name, each.parents) for each in new.classes] == [
            ("Tender", ("Boat",)),
            ("boats-odd-n", ("Boat",)),
        ]
        assert graph.propose_schema(terms=["boat"]).classes == ()
        accepted = graph.accept_schema("Dinghy")
        assert [each.name for each in accepted.classes] == ["Boat", "SailingBoat", "Dinghy"]
        assert graph.section("a#s0").concepts["wren"] == ("Dinghy",)
        graph.undo_schema()
        graph.undo_schema()
    result = CliRunner().invoke(app, ["schema", "propose", "--term", "tender", "--graph", str(folder / "g.lgm")])
    assert 'name = "Tender"' in result.stdout


def test_what_is_missing_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for terms, lexicon, problem in (
        (["yacht"], "", "WordNet has no such noun .*: no such synset: yacht"),
        (["boat"], "oewn:2024", "there is no lexicon oewn:2024 .*; fetch one: python -m wn download oewn:2024"),
    ):
        with pytest.raises(InputError, match=problem):
            wordnet_below(terms, lexicon, Schema())
    monkeypatch.setattr("lgm_core.schema.wordnet._MOST", 2)
    with pytest.raises(InputError, match="more than 2 meanings"):
        wordnet_below(["boat"], "", Schema())
    add(folder, "ships")
    with pytest.raises(InputError, match=r"there are 2 lexicons of WordNet .*; choose of boats:1, ships:1"):
        wordnet_below(["boat"], "", Schema())


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "wn", None)
    with pytest.raises(MissingDependencyError, match=r"WordNet needs the extra `wordnet`"):
        wordnet_below(["boat"], "", Schema())
