"""How names, types and directions are understood while plans are executed."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Fact, FactEnd, Value, ValueKind
from lgm_core.reasoning.execution import step_context
from lgm_core.schema.predicate_matching import implied_match
from tests.reasoning.execution.graphs import executed, graph_of

DOCUMENTS = [
    Document.from_text("Levity was directed by Ed Solomon.", id="levity", title="Levity (film)"),
    Document.from_text("Ann Alba is the mother of Bo Alba. Bo Alba is the father of Cy Alba.", id="family"),
    Document.from_text("Ed Solomon lives in Rome. Ed Solomon lives in 1990. Rome is a city.", id="home"),
    Document.from_text("Henry VII was born in Pembroke. Henry VIII married Anne Reed.", id="kings"),
    Document.from_text("George Henry Marsh was born in Delft. South Georgia was born in Hull.", id="marsh"),
    Document.from_text(
        "Oak Film was directed by Lorna Vale. Oak Film was directed by Ed Moss. Oak Film is an album of 1990 in Paris. "
        "Lorna Vale lives in South Georgia. Ed Moss lives in Georgia.",
        id="oak",
    ),
    Document.from_text("Laura was directed by Otto Kern.", id="laura38", title="Laura (1938 film)"),
    Document.from_text("Laura was directed by Peter Zand.", id="laura62", title="Laura (1962 film)"),
    Document.from_text("Anna Weiss was born in Hamburg on 17 June 1916.", id="weiss"),
    Document.from_text("Kai Berg played for FC Nord in 2001. Kai Berg played in 2005.", id="berg"),
    Document.from_text("Joseph De Grasse died in 1940.", id="joseph", title="Joseph De Grasse"),
    Document.from_text("Anything Once was directed by Joe De Grasse.", id="once", title="Anything Once"),
]
CLAIMS = [
    ("Levity", "directed by", "Ed Solomon"),
    ("Bo Alba", "father of", "Cy Alba"),
    ("Ed Solomon", "lives in", "Rome"),
    ("Ed Solomon", "lives in", "1990"),
    ("Henry VII", "born in", "Pembroke"),
    ("Henry VIII", "married", "Anne Reed"),
    ("George Henry Marsh", "born in", "Delft"),
    ("South Georgia", "born in", "Hull"),
    ("Oak Film", "directed by", "Lorna Vale"),
    ("Oak Film", "directed by", "Ed Moss"),
    ("Lorna Vale", "lives in", "South Georgia"),
    ("Ed Moss", "lives in", "Georgia"),
    ("Laura", "directed by", "Otto Kern"),
    ("Laura", "directed by", "Peter Zand"),
    ("Anna Weiss", "born in", "Hamburg", {"on": "17 June 1916"}),
    ("Anna Weiss", "born on", "17 June 1916"),
    ("Kai Berg", "played for", "FC Nord", {"in": "2001"}),
    ("Kai Berg", "played in", "2005"),
    ("Joseph De Grasse", "died in", "1940"),
    ("Anything Once", "directed by", "Joe De Grasse"),
]


@pytest.fixture(name="graph", scope="module")
def _graph(tmp_path_factory: pytest.TempPathFactory) -> LanguageGraph:
    return graph_of(tmp_path_factory.mktemp("linking") / "graph.lgm", DOCUMENTS, CLAIMS)


def levels(graph: LanguageGraph, plan: str, kind: str) -> list[str]:
    """Return the levels by which the first step's names, types or predicates matched."""
    return [each.level for each in executed(graph, plan).steps[0].linked if each.kind == kind]


def test_a_name_is_found_by_its_key_and_by_its_title_without_a_bracket(graph: LanguageGraph) -> None:
    assert levels(graph, "Retrieval(s=s1[levity], p=p1:director, o=o1)", "name") == ["key"]
    plan = 'Retrieval(s=s1["LEVITY (1903 movie)"], p=p1:director, o=o1)\nOutput(o1)'
    assert levels(graph, plan, "name") == ["title"]
    assert executed(graph, plan).answers == ("Ed Solomon",)


@pytest.mark.parametrize(
    "name", ["Henry VIII", "Henry VI", "Henry VII Jr.", "Henry", "George Herbert Marsh", "George H. Marsh", "Georgia"]
)
def test_a_thing_never_takes_the_facts_of_one_with_nearly_its_name(graph: LanguageGraph, name: str) -> None:
    assert executed(graph, f'Retrieval(s=s1["{name}"], p=p1:born in, o=o1)\nOutput(o1)').answers == ()


@pytest.mark.parametrize("name", ["Joe De Grasse", "J. De Grasse", "De Grasse Joseph"])
def test_a_similar_name_is_told_and_never_sure(graph: LanguageGraph, name: str) -> None:
    step = executed(graph, f'Retrieval(s=s1["{name}"], p=p1:died in, o=o1)\nOutput(o1)').steps[0]
    assert (step.answers, step.basis) == ((), "none")


def test_a_fact_is_read_in_either_direction_and_not_walked_back(graph: LanguageGraph) -> None:
    plan = "Retrieval(s=s1[Cy Alba], p=p1:father, o=o1)\nOutput(o1)"
    assert executed(graph, plan).answers == ("Bo Alba",)
    back = "Retrieval(s=s1[Cy Alba], p=p1:father, o=o1)\nRetrieval(s=o1, p=p2:father, o=o2)\nOutput(o2)"
    assert executed(graph, back).answers == ()


def test_types_of_values_decide_between_facts(graph: LanguageGraph) -> None:
    assert executed(graph, "Retrieval(s=s1[Ed Solomon], p=p1:lives, o=o1:City)\nOutput(o1)").answers == ("Rome",)
    assert executed(graph, "Retrieval(s=s1[Ed Solomon], p=p1:lives, o=o1:Year)\nOutput(o1)").answers == ("1990",)


def test_a_name_that_nothing_has_is_told(graph: LanguageGraph) -> None:
    (step, _) = executed(graph, "Retrieval(s=s1[Zyxwv], p=p1:director, o=o1)\nOutput(o1)").steps
    assert step.error == "the graph has no concept named 'Zyxwv'"


def test_only_the_first_facts_of_a_concept_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step_context, "MOST_FACTS", 3)
    monkeypatch.setattr("lgm_core.reasoning.execution.retrieving.known_ends.MOST_FACTS", 3)
    names = [f"Ann {letter}lba" for letter in "ABCDEF"]
    text = " ".join(f"{name} likes Rome." for name in names)
    claims = [(name, "likes", "Rome") for name in names]
    with graph_of(tmp_path / "graph.lgm", [Document.from_text(text, id="likes")], claims) as graph:
        execution = executed(graph, "Retrieval(s=s1, p=p1:likes, o=o1[Rome])\nOutput(s1)")
    assert len(execution.answers) == 3
    assert execution.steps[0].notes == ("only the first facts about Rome were read",)


@pytest.mark.parametrize(
    ("name", "directors"),
    [
        ("Laura (1938 film)", {"Otto Kern"}),
        ("laura (1962 film)", {"Peter Zand"}),
        ("Laura", {"Otto Kern", "Peter Zand"}),
    ],
)
def test_the_bracket_of_a_title_tells_namesakes_apart(graph: LanguageGraph, name: str, directors: set[str]) -> None:
    plan = f'Retrieval(s=s1["{name}"], p=p1:director, o=o1)\nOutput(o1)'
    assert set(executed(graph, plan).answers) == directors


@pytest.mark.parametrize(
    ("subject", "predicate", "answers"),
    [
        ("Anna Weiss", "born, o=o1:Date", {"17 June 1916"}),
        ("Anna Weiss", "born, o=o1", {"17 June 1916", "Hamburg"}),
        ("Anna Weiss", "born, o=o1:City", {"Hamburg"}),
        ("Kai Berg", "played for, o=o1", {"FC Nord"}),
        ("Kai Berg", "played for, o=o1:Date", {"2001"}),
    ],
)
def test_a_predicate_and_a_type_tell_dates_from_things(
    graph: LanguageGraph, subject: str, predicate: str, answers: set[str]
) -> None:
    assert set(executed(graph, f"Retrieval(s=s1[{subject}], p=p1:{predicate})\nOutput(o1)").answers) == answers


@pytest.mark.parametrize(
    ("constraint", "answers"),
    [
        ("o.place of birth=Paris", set()),
        ("o.born=1990", set()),
        ("o.lives in=Georgia", {"Ed Moss"}),
        ("o.lives in!=Georgia", {"Lorna Vale"}),
        ("o.lives in=South Georgia", {"Lorna Vale"}),
        ("o.name!=Ed Moss", {"Lorna Vale"}),
        ("o.name=Ed Moss", {"Ed Moss"}),
    ],
)
def test_a_constraint_on_an_end_needs_a_fact_or_the_sentence_of_one(
    graph: LanguageGraph, constraint: str, answers: set[str]
) -> None:
    plan = f"Retrieval(s=s1[Oak Film], p=p1:director, o=o1, {constraint})\nOutput(o1)"
    assert set(executed(graph, plan).answers) == answers


def test_predicates_are_read_in_each_language_of_the_graph(tmp_path: Path) -> None:
    documents = [
        Document.from_text("Das Boot wurde in Berlin gedreht. Der Film ist aus dem Jahr 1981.", id="boot"),
        Document.from_text("Anna Weiss married Kai Berg. They lived in the city of Hamburg.", id="weiss"),
    ]
    with graph_of(tmp_path / "graph.lgm", documents, [("Anna Weiss", "married", "Kai Berg")]) as graph:
        for question in ("Wer ist der Mann von Anna Weiss?", "Who is the husband of Anna Weiss?"):
            plan = "Retrieval(s=s1[Anna Weiss], p=p1:husband, o=o1)\nOutput(o1)"
            assert executed(graph, plan, question=question).answers == ("Kai Berg",)


# What a sentence says by the way is found where a plan asks for it.

YEAR = Value("1962", ValueKind.DATE, -2922, -2558)


@pytest.mark.parametrize(
    ("asked", "predicate", "end", "holds"),
    [
        ("release date", "be film", YEAR, True),
        ("publication date", "be novel", YEAR, True),
        ("date of birth", "be film", YEAR, False),
        ("release date", "be film", "comedy", False),
        ("release date", "direct in", YEAR, False),
        ("nationality", "be", "portuguese", True),
        ("citizen", "be", "portuguese", True),
        ("country of origin", "be", "portuguese", True),
        ("nationality", "be", "painter", False),
        ("nationality", "be friend of", "portuguese", False),
        ("director", "be", "portuguese", False),
    ],
)
def test_a_copula_with_a_year_or_a_nation_says_when_or_whence(
    asked: str, predicate: str, end: FactEnd, holds: bool
) -> None:
    assert bool(implied_match([asked], Fact("salt harbour", predicate, end), end).score) is holds
