"""Who acts in a relation is told by the forms of predicates, whichever end a plan asks from."""

from collections.abc import Sequence

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.linking.predicate_matching import direction_between
from tests.reasoning.execution.graphs import executed, graph_of

DOCUMENTS = [
    Document.from_text(
        "Red Co is owned by Grey Group. Red Co acquired Blue Co in 2010. Lila Fox defeated Rex Hall. "
        "Ann Alba wrote Night Tide. Bo Alba directed Night Tide. Delft is the capital of Norland.",
        id="firms",
    )
]
CLAIMS = [
    ("Red Co", "owned by", "Grey Group"),
    ("Red Co", "acquired", "Blue Co"),
    ("Lila Fox", "defeated", "Rex Hall"),
    ("Ann Alba", "wrote", "Night Tide"),
    ("Bo Alba", "directed", "Night Tide"),
    ("Delft", "capital of", "Norland"),
]


@pytest.fixture(name="graph", scope="module")
def _graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    return graph_of(tmp_path_factory.mktemp("voice") / "graph.lgm", DOCUMENTS, CLAIMS)


@pytest.mark.parametrize(
    ("subject", "predicate", "answers"),
    [
        ("Red Co", "owned by", ["Grey Group"]),
        ("Red Co", "owner", ["Grey Group"]),
        ("Grey Group", "owns", ["Red Co"]),
        ("Grey Group", "owner of", ["Red Co"]),
        ("Grey Group", "owner", []),
        ("Grey Group", "owned by", []),
        ("Blue Co", "acquired by", ["Red Co"]),
        ("Blue Co", "was acquired by", ["Red Co"]),
        ("Blue Co", "acquired", []),
        ("Rex Hall", "was defeated by", ["Lila Fox"]),
        ("Rex Hall", "defeated", []),
        ("Lila Fox", "was defeated by", []),
        ("Lila Fox", "defeat", ["Rex Hall"]),
        ("Night Tide", "author", ["Ann Alba"]),
        ("Night Tide", "director", ["Bo Alba"]),
        ("Night Tide", "directed by", ["Bo Alba"]),
        ("Bo Alba", "director of", ["Night Tide"]),
        ("Bo Alba", "director", []),
        ("Norland", "capital", ["Delft"]),
        ("Delft", "capital of", ["Norland"]),
        ("Norland", "capital of", []),
    ],
)
def test_a_verb_is_read_from_the_end_that_is_asked_for(
    graph: LanguageGraph, subject: str, predicate: str, answers: Sequence[str]
) -> None:
    forwards = f"Retrieval(s=s1[{subject}], p=p1:{predicate}, o=o1)\nOutput(o1)"
    assert list(executed(graph, forwards).answers) == answers
    for answer in answers:
        backwards = f"Retrieval(s=s1, p=p1:{predicate}, o=o1[{answer}])\nOutput(s1)"
        assert executed(graph, backwards).answers == (subject,)


@pytest.mark.parametrize(
    ("name", "wording", "is_same_word", "direction"),
    [
        ("owner", "is the owner of", True, -1),
        ("editor", "current editor is", True, 1),
        ("leader", "head", False, 0),  # a noun or a verb
        ("leader", "heads", False, -1),
        ("born in", "was born in", True, 0),
        ("located", "located in", True, 0),
        ("was acquired", "acquire", True, -1),
        ("part of", "part of", True, 1),
    ],
)
def test_forms_tell_whether_two_predicates_lead_the_same_way(
    name: str, wording: str, is_same_word: bool, direction: int
) -> None:
    assert direction_between(name, wording, is_same_word=is_same_word) == direction
