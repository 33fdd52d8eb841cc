"""Exports: everything a graph holds, readable by others, in bytes that depend on nothing else."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO
from xml.etree import ElementTree

import pytest

from lgm_core.graph.circles import in_circles, overruled
from lgm_core.graph.export import export_graphml, export_jsonl, graphml_export
from lgm_core.graph.port import LanguageGraphStore
from lgm_core.graph.sqlite import SQLiteStore
from lgm_core.model import Clause, Evidence, Mention, MentionSource, MetaRelation, RelationKind, StatementKind, Verdict
from tests.support.store_graphs import APPLES, BOATS, PEARS, document

NAMESPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SQLiteStore]:
    with SQLiteStore(tmp_path / "graph.lgm") as store:
        yield store


def written(export: Callable[[LanguageGraphStore, BinaryIO], None], store: LanguageGraphStore) -> bytes:
    out = io.BytesIO()
    export(store, out)
    return out.getvalue()


def lines(store: SQLiteStore, type: str) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in written(export_jsonl, store).decode("utf-8").split("\n") if line]
    return [row for row in rows if row["type"] == type]


def graphml(store: SQLiteStore) -> ElementTree.Element:
    return ElementTree.fromstring(written(export_graphml, store))


def data(element: ElementTree.Element) -> dict[str, str]:
    return {str(entry.get("key")).partition("_")[2]: entry.text or "" for entry in element.findall("g:data", NAMESPACE)}


def linked_nodes(root: ElementTree.Element) -> set[str | None]:
    """Return the ids of the nodes at either side of an edge."""
    return {edge.get(side) for edge in root.iterfind(".//g:edge", NAMESPACE) for side in ("source", "target")}


def test_json_lines_hold_a_document_with_its_parts(store: SQLiteStore) -> None:
    graph = document(
        "a", "[Lili] met [Marten].", "She left.", title="People", metadata={"b": 1, "a": "é"}, references=[(1, 0)]
    )
    pronoun = Mention("a#1", "Lili", "She", 0, 3, MentionSource.COREFERENCE)
    resolved = replace(graph.sentences[1], resolved="She [: Lili] left.")
    store.write(replace(graph, mentions=(*graph.mentions, pronoun), sentences=(graph.sentences[0], resolved)))
    rows = [json.loads(line) for line in written(export_jsonl, store).splitlines()]
    assert rows[:5] == [
        {"type": "graph", "format": 1},
        {
            "type": "document",
            "id": "a",
            "title": "People",
            "source": "a.txt",
            "language": "en",
            "metadata": {"a": "é", "b": 1},
            "content_hash": graph.document.content_hash,
            "recipe": "test-1",
            "sentences": 2,
        },
        {
            "type": "section",
            "id": "a#s0",
            "document": "a",
            "level": 1,
            "title": "People",
            "path": ["People"],
            "start": 0,
            "end": graph.sections[0].end,
        },
        {
            "type": "sentence",
            "id": "a#0",
            "section": "a#s0",
            "start": 0,
            "end": 16,
            "text": "Lili met Marten.",
            "resolved": "Lili met Marten.",
            "lemmas": "lili met marten.",
            "mentions": [
                {"concept": "Lili", "surface": "Lili", "start": 0, "end": 4, "source": "text"},
                {"concept": "Marten", "surface": "Marten", "start": 9, "end": 15, "source": "text"},
            ],
            "refers_to": [],
        },
        {
            "type": "sentence",
            "id": "a#1",
            "section": "a#s0",
            "start": 17,
            "end": 26,
            "text": "She left.",
            "resolved": "She [: Lili] left.",
            "lemmas": "she left.",
            "mentions": [{"concept": "Lili", "surface": "She", "start": 0, "end": 3, "source": "coreference"}],
            "refers_to": ["a#0"],
        },
    ]


def test_json_lines_hold_concepts_and_relations(store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS])
    store.set_verdicts({("is_a", "pear", "fruit"): Verdict.INVALID, ("is_a", "apple", "fruit"): Verdict.VALID})
    assert lines(store, "concept") == [
        {"type": "concept", "key": "apple", "name": "Apples", "frequency": 3, "forms": ["Apples", "apple"]},
        {"type": "concept", "key": "fruit", "name": "fruit", "frequency": 4, "forms": ["fruit", "Fruits"]},
        {"type": "concept", "key": "pear", "name": "pear", "frequency": 1, "forms": ["pear"]},
        {"type": "concept", "key": "thing", "name": "thing", "frequency": 0, "forms": []},
        {"type": "concept", "key": "vitamin", "name": "vitamins", "frequency": 1, "forms": ["vitamins"]},
    ]
    said = [
        (row["subject"], row["object"], row["verdict"], [entry["sentence"] for entry in row["evidence"]])
        for row in lines(store, "relation")
    ]
    assert said == [
        ("fruit", "vitamin", "unknown", ["apples#1"]),
        ("apple", "fruit", "valid", ["apples#0"]),
        ("apple", "fruit", "valid", ["pears#1"]),
        ("pear", "fruit", "invalid", ["pears#0"]),
    ]


def test_types_come_in_a_fixed_order(store: SQLiteStore) -> None:
    store.write_many([PEARS, APPLES])
    rows = [json.loads(line) for line in written(export_jsonl, store).splitlines()]
    assert [row["type"] for row in rows] == [
        "graph",
        *("document", "section", "sentence", "sentence", "sentence", "relation", "relation"),
        *("document", "section", "sentence", "sentence", "relation", "relation"),
        *["concept"] * 5,
        "end",
    ]
    assert [row["id"] for row in rows if row["type"] == "document"] == ["apples", "pears"]


def test_a_line_feed_or_line_separator_in_a_text_does_not_end_a_line(store: SQLiteStore) -> None:
    store.write(document("a", "One\ntwo\u2028three\x85."))
    out = written(export_jsonl, store)
    assert out.count(b"\n") == 5
    assert lines(store, "sentence")[0]["text"] == "One\ntwo\u2028three\x85."


def test_an_empty_graph_exports_empty(store: SQLiteStore) -> None:
    assert written(export_jsonl, store) == b'{"type":"graph","format":1}\n{"type":"end","documents":0}\n'
    (graph,) = graphml(store).findall("g:graph", NAMESPACE)
    assert list(graph) == []


def test_graphml_has_a_node_for_everything(store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS, replace(BOATS, document=replace(BOATS.document, language="de"))])
    nodes = [data(node) for node in graphml(store).iterfind(".//g:node", NAMESPACE)]
    assert Counter(node["type"] for node in nodes) == {"Document": 3, "Section": 3, "Sentence": 7, "Concept": 8}
    assert {"type": "Concept", "label": "Apples", "id": "apple", "frequency": "3"} in nodes
    (apples,) = [node for node in nodes if node["id"] == "apples"]
    assert (apples["label"], json.loads(apples["metadata"])) == ("Fruit", {"language": "en", "year": 2020})
    assert [node["language"] for node in nodes if node["type"] == "Document"] == ["en", "de", "en"]


def test_graphml_has_an_edge_for_every_link(store: SQLiteStore) -> None:
    store.write_many([replace(APPLES, references=()), document("z", "[A].", "It.", references=[(1, 0)]), BOATS])
    root = graphml(store)
    names = {node.get("id"): data(node)["id"] for node in root.iterfind(".//g:node", NAMESPACE)}
    edges = [
        (names[edge.get("source")], data(edge)["type"], names[edge.get("target")])
        for edge in root.iterfind(".//g:edge", NAMESPACE)
    ]
    assert Counter(type for _, type, _ in edges) == {
        "HAS_SECTION": 3,
        "HAS_SENTENCE": 7,
        "NEXT": 4,
        "REFERS_TO": 1,
        "MENTIONS": 10,
        "IS_A": 2,
        "HAS_PART": 1,
        "ALIAS_OF": 1,
    }
    assert {
        ("apples", "HAS_SECTION", "apples#s0"),
        ("apples#s0", "HAS_SENTENCE", "apples#2"),
        ("apples#1", "NEXT", "apples#2"),
        ("z#1", "REFERS_TO", "z#0"),
        ("apples#2", "MENTIONS", "apple"),
        ("apple", "IS_A", "fruit"),
        ("dinghy", "ALIAS_OF", "tender"),
    } <= set(edges)


def test_graphml_declares_every_key_it_uses_and_names_nodes_once(store: SQLiteStore) -> None:
    store.write_many([APPLES, document("pears", "A [pear].", "It.", references=[(1, 0)], metadata={"x": None})])
    root = graphml(store)
    declared = {key.get("id") for key in root.iterfind("g:key", NAMESPACE)}
    used = {entry.get("key") for entry in root.iterfind(".//g:data", NAMESPACE)}
    assert len(used) > 10
    assert used <= declared
    ids = [node.get("id") for node in root.iterfind(".//g:node", NAMESPACE)]
    assert len(ids) == len(set(ids))
    assert len(linked_nodes(root)) > 5
    assert linked_nodes(root) <= set(ids)


def test_graphml_refuses_an_attribute_that_it_does_not_declare(
    store: SQLiteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(APPLES)
    monkeypatch.setitem(graphml_export._FIELDS, "node", ["type", "label"])
    with pytest.raises(ValueError, match=r"does not declare: .*'id'"):
        graphml(store)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<b>&amp;</b> ]]> \"q\" 'q'", "<b>&amp;</b> ]]> \"q\" 'q'"),
        ("bell\x07 null\x00 escape\x1b", "bell null escape"),
        ("\ufffe\uffff end", " end"),
        ("tab\tline\nreturn\r\n", "tab\tline\nreturn\r\n"),
        ("naïve 東京 🍐 \U0010ffff", "naïve 東京 🍐 \U0010ffff"),
        ("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///'>]>&e;", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///'>]>&e;"),
    ],
)
def test_graphml_is_well_formed_whatever_the_text(store: SQLiteStore, text: str, shown: str) -> None:
    graph = document("a", "text", title=text.replace("\x00", ""), metadata={"x": text})
    sentence = replace(graph.sentences[0], text=text, resolved=text, lemmas=text)
    store.write(replace(graph, sentences=(sentence,)))
    nodes = [data(node) for node in graphml(store).iterfind(".//g:node", NAMESPACE)]
    assert [(node["text"], node["label"]) for node in nodes if node["type"] == "Sentence"] == [(shown, shown)]


def test_relations_beyond_one_page_are_all_exported(store: SQLiteStore) -> None:
    relations = [(f"c{number}", RelationKind.IS_A, "thing", 0) for number in range(4500)]
    store.write(document("a", "Everything is a thing.", relations=relations))
    store.set_verdicts({("is_a", f"c{number}", "thing"): Verdict.INVALID for number in range(0, 4500, 3)})
    assert len(lines(store, "relation")) == 4500
    assert len(graphml(store).findall(".//g:edge", NAMESPACE)) == 4502


def test_a_graph_that_is_written_meanwhile_still_exports_well_formed(store: SQLiteStore) -> None:
    store.write_many([APPLES, PEARS])

    class Meanwhile(io.BytesIO):
        """Changes the graph when the first document comes out."""

        def writelines(self, parts: Any) -> None:
            super().writelines(parts)
            if b"Document" in self.getvalue() and store.delete(["pears"]):
                store.write(BOATS)

    out = Meanwhile()
    export_graphml(store, out)
    root = ElementTree.fromstring(out.getvalue())
    ids = {node.get("id") for node in root.iterfind(".//g:node", NAMESPACE)}
    assert len(linked_nodes(root)) > 5
    assert linked_nodes(root) <= ids


def test_clauses_are_exported_where_a_sentence_has_some(store: SQLiteStore) -> None:
    graph = document("a", "[Apples|apple] are sweet.", "[Pears|pear].")
    clauses = (Clause("apple", "be", "sweet", StatementKind.ATTRIBUTE),)
    store.write(replace(graph, sentences=(replace(graph.sentences[0], clauses=clauses), graph.sentences[1])))
    parsed, other = lines(store, "sentence")
    assert parsed["clauses"] == [{"subject": "apple", "verb": "be", "object": "sweet", "kind": "attribute"}]
    assert "clauses" not in other
    nodes = [data(node) for node in graphml(store).iterfind(".//g:node", NAMESPACE)]
    assert [node.get("clauses") for node in nodes if node["type"] == "Sentence"] == [
        "apple\tbe\tsweet\tattribute",
        None,
    ]


# Which is-a relations run in circles, and which of those give way.


def is_a(sub: str, sup: str, sentences: int = 1, *origins: str, verdict: Verdict = Verdict.UNKNOWN) -> MetaRelation:
    evidence = [Evidence(f"d#{n}", origin) for n in range(sentences) for origin in origins or ("pattern:copula",)]
    return MetaRelation(RelationKind.IS_A, sub, sup, tuple(evidence), verdict)


@pytest.mark.parametrize("seed", range(20))
def test_links_in_circles_are_those_whose_end_leads_to_their_start(seed):
    random_ = random.Random(seed)
    links = {(random_.randrange(9), random_.randrange(9)) for _ in range(12)}

    def leads(start, end, passed=frozenset()):
        return start == end or any(leads(b, end, passed | {a}) for a, b in links if a == start and b not in passed)

    assert in_circles(links) == {(start, end) for start, end in links if leads(end, start)}


def test_a_long_chain_is_followed_without_recursion():
    chain = [(number, number + 1) for number in range(5_000)]
    assert in_circles(chain) == set()
    assert in_circles([*chain, (5_000, 0)]) == {*chain, (5_000, 0)}


@pytest.mark.parametrize(
    ("relations", "giving_way"),
    [
        ([is_a("a", "b", 2), is_a("b", "a")], "ba"),
        ([is_a("a", "b"), is_a("b", "a")], "ab ba"),
        ([is_a("a", "b", 1, "pattern:copula", "llm:x"), is_a("b", "a")], "ba"),
        ([is_a("a", "b", verdict=Verdict.VALID), is_a("b", "a", 3)], "ba"),
        ([is_a("a", "b", 3), is_a("b", "c", 2), is_a("c", "a")], "ca"),
        ([is_a("a", "b", 3), is_a("b", "c"), is_a("c", "a")], "bc ca"),
        # What gave way to more evidence overrules nothing.
        ([is_a("a", "b", 3), is_a("b", "a", 2), is_a("b", "c", 2), is_a("c", "a")], "ba ca"),
        ([is_a("a", "b", 2), is_a("b", "a", 2), is_a("b", "c"), is_a("c", "a")], "ab ba"),
        ([is_a("a", "b"), is_a("b", "c")], ""),
    ],
)
def test_the_relations_with_the_least_evidence_give_way(relations, giving_way):
    gone = overruled(relations)
    assert sorted(each.subject + each.object for each in gone) == giving_way.split()
    assert not in_circles((each.subject, each.object) for each in relations if each not in gone)
