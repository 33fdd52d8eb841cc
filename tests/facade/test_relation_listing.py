"""The relations of a graph, listed from Python."""

import pytest

from lgm_core import Document, InputError, LanguageGraph
from lgm_core.model import RelationKind
from lgm_core.retrieval.concepts.graph_view import GraphView


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    with LanguageGraph(tmp_path_factory.mktemp("relations") / "g.lgm") as graph:
        texts = {"pears": "Pears are a type of fruit.", "fruits": "Fruits contain vitamins. A pear is a fruit."}
        graph.build([Document.from_text(text, id=id, metadata={"name": id}) for id, text in texts.items()], workers=1)
        yield graph


def test_relations_are_listed_with_their_sentences(graph):
    contains, kind = graph.relations()
    assert (str(contains), contains.relation.kind) == ("fruit — has part — vitamin", RelationKind.HAS_PART)
    assert [sentence.text for sentence in contains.sentences] == ["Fruits contain vitamins."]
    assert [sentence.id for sentence in kind.sentences] == ["fruits#1", "pears#0"]
    assert [evidence.sentence_id for evidence in kind.relation.evidence] == ["fruits#1", "pears#0"]


def test_relations_are_chosen_by_concept_kind_and_number(graph):
    assert [str(each) for each in graph.relations("pears")] == ["pear — is a — fruit"]
    assert [str(each) for each in graph.relations(kind="has_part")] == ["fruit — has part — vitamin"]
    assert len(graph.relations(limit=1)) == 1
    assert graph.relations(rejected=True) == []


def test_the_first_relations_of_all_senses_of_a_name_are_listed(graph, monkeypatch):
    monkeypatch.setattr(GraphView, "keys_of", lambda *_: ["pear", "fruit"])
    assert [str(each) for each in graph.relations("pear", limit=1)] == ["fruit — has part — vitamin"]


def test_a_filter_hides_the_relations_and_sentences_of_other_documents(graph):
    (only,) = graph.relations(where={"name": "pears"})
    assert [sentence.id for sentence in only.sentences] == ["pears#0"]
    assert [evidence.sentence_id for evidence in only.relation.evidence] == ["pears#0"]
    assert len(graph.relations(where={"name": "pears"}, limit=1)) == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"name": " "}, "does not name a concept"),
        ({"kind": "owns"}, "kind='owns' does not exist; use one of is_a, has_part, alias"),
        ({"limit": 0}, "limit=0 asks for nothing"),
    ],
)
def test_what_cannot_be_listed_is_refused(graph, given, message):
    with pytest.raises(InputError, match=message):
        graph.relations(**given)
