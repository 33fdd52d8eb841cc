"""Predicates of plans beside those of facts."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Fact, FactEvidence
from lgm_core.reasoning.linking.kinship import kin_fit
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.schema.predicate_matching import direction_between, match_predicate, predicate_wording
from tests.reasoning.execution.graphs import executed, graph_of


def fact(predicate: str, wording: str) -> Fact:
    """Return a fact with a predicate as its key and as written."""
    return Fact("a", predicate, "b", (), (FactEvidence("d#0", 0, 1, wording, "parse"),))


@pytest.mark.parametrize(
    ("name", "predicate", "wording", "level"),
    [
        ("director", "direct by", "was directed by", "key"),
        ("date of birth", "bear on", "was born on", "synonym"),
        ("yearOfBirth", "bear in", "was born in", "related"),
        ("playedFor", "play for", "played for", "key"),
        ("date_of_birth", "date of birth", "date of birth", "key"),
        ("performer", "sing by", "was sung by", "synonym"),
        ("located in the administrative territorial entity", "situate in", "is situated in", "synonym"),
        ("director", "eat", "eats", ""),
    ],
)
def test_predicates_match_by_level(name: str, predicate: str, wording: str, level: str) -> None:
    match = match_predicate([name], fact(predicate, wording), "en")
    assert match.level == level
    assert bool(match.score) == bool(level)


@pytest.mark.parametrize(
    ("stated", "denied"),
    [
        ("contains", "does not contain"),
        ("founded by", "wasn’t founded by"),
        ("married", "never married"),
        ("has part", "has no part"),
        ("member of", "is no longer a member of"),
        ("enthält", "enthält keine"),
    ],
)
def test_what_denies_is_no_wording_of_what_states(stated: str, denied: str) -> None:
    assert not match_predicate([stated], fact(denied, denied), "en").score
    assert not match_predicate([denied], fact(stated, stated), "en").score
    assert match_predicate([stated, denied], fact(denied, denied), "en").level == "key"


@pytest.mark.parametrize(("predicate", "answers"), [("p1:visit", ("Butterflies",)), ("p1", ("Butterflies",))])
def test_who_does_not_visit_is_no_answer_to_who_visits(
    tmp_path: Path, predicate: str, answers: tuple[str, ...]
) -> None:
    text = "Hornets do not visit flowers. Butterflies visit flowers."
    with LanguageGraph(tmp_path / "graph.lgm") as graph:
        graph.build([Document("d", text)], facts="open")
        assert {fact.predicate for fact in graph.store.facts()} == {"visit", "not visit"}
        found = executed(graph, f"Retrieval(s=s1, {predicate}, o=o1[flowers])\nOutput(s1)".replace(", p1", ", p=p1"))
    assert found.answers == answers


def test_the_same_words_are_better_than_related_ones_and_these_than_some() -> None:
    exact, related, some = (
        match_predicate(["place of birth"], fact(*words), "en").score
        for words in (("place of birth", "place of birth"), ("bear in", "was born in"), ("birth name", "birth name"))
    )
    assert exact == 1.0
    assert exact > related > 0.7
    assert match_predicate(["first president"], fact("be president", "is president"), "en").score < 0.7 < related
    assert some <= exact


def test_another_preposition_is_less() -> None:
    by, on = (
        match_predicate(["released by"], fact("", wording), "en").score for wording in ("released by", "released on")
    )
    assert by > on


def test_a_predicate_says_what_kind_of_thing_its_object_is() -> None:
    kinds = {
        name: predicate_wording(name, "en").kind for name in ("yearOfBirth", "place of death", "performer", "likes")
    }
    assert kinds == {"yearOfBirth": "date", "place of death": "place", "performer": "thing", "likes": ""}
    assert predicate_wording("spouse", "en").is_symmetric


# Who acts in a relation is told by the forms of predicates, whichever end a plan asks from.

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
        ("home port", "is the home port of", True, -1),
        ("port of call", "is a port of call of", True, -1),
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


# Kinship is read in its direction, whichever end of a fact is asked about.


def nothing(person: str) -> Iterable[Fact]:
    """Return what is known of a person: nothing."""
    return ()


@pytest.mark.parametrize(
    ("asked", "stated", "forwards", "backwards"),
    [
        ("father", "be son of", True, False),  # A is the son of B: B may be A's father
        ("father", "be daughter of", True, False),
        ("father", "be father of", False, True),
        ("father", "be mother of", False, False),
        ("father", "father", True, False),  # A, whose father is B
        ("child", "be father of", True, False),
        ("son", "be daughter of", False, False),
        ("son", "be child of", False, True),
        ("mother", "father", False, False),
        ("wife", "be husband of", True, False),
        ("brother", "be sister of", True, False),
        ("grandfather", "be son of", False, False),
        ("father", "marry to", True, True),
        ("director", "be son of", True, True),
    ],
)
def test_a_fact_says_who_is_whose(asked: str, stated: str, forwards: bool, backwards: bool) -> None:
    fact = Fact("cy", stated, "zyx")
    assert bool(kin_fit([asked], fact, "zyx", nothing, is_reversed=False)) is forwards
    assert bool(kin_fit([asked], fact, "cy", nothing, is_reversed=True)) is backwards


@pytest.mark.parametrize(
    ("asked", "stated", "person", "known", "is_sure"),
    [
        ("father", "be son of", "ugo ash", [], True),
        ("mother", "be son of", "ugo ash", [], False),
        ("father", "be son of", "mary reed", [], False),
        ("mother", "be son of", "mary reed", [], True),
        ("parent", "be son of", "zyx", [], True),
        ("father", "be son of", "zyx", [], False),
        ("father", "be son of", "sir zyx", [], True),
        ("father", "be son of", "duke of zyx", [], True),
        ("father", "be son of", "robin", [Fact("robin", "be wife of", "x")], False),
        ("mother", "be son of", "robin", [Fact("robin", "be wife of", "x")], True),
        ("mother", "be son of", "robin", [Fact("robin", "be", "danish actress")], True),
        ("father", "be son of", "robin", [Fact("robin", "mother", "x")], False),
        ("father", "be father of", "zyx", [], True),
        ("son", "be child of", "zyx", [], False),
        ("father of", "be son of", "zyx", [], True),
    ],
)
def test_a_parent_is_a_father_as_far_as_he_is_known_to_be_a_man(
    asked: str, stated: str, person: str, known: list[Fact], is_sure: bool
) -> None:
    is_reversed = stated == "be father of" or asked in ("son", "father of")
    fact = Fact("a", stated, person) if not is_reversed else Fact(person, stated, "a")
    fit = kin_fit([asked], fact, person, lambda _: known, is_reversed=is_reversed)
    assert (fit >= LogicalFormOptions().threshold) is is_sure
