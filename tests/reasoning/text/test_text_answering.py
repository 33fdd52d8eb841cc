"""Answers from text, with and without a language model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.language.lexicons import lexicon_of
from lgm_core.model import Value, ValueKind
from lgm_core.reasoning.text.sub_question import WantedKind, is_of_kind, wanted_kinds
from tests.reasoning.text.graphs import asked, composers


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    folder: Path = tmp_path_factory.mktemp("composers")
    with composers(folder) as graph:
        yield graph


def test_names_in_the_best_sentences_answer_without_a_model(graph: LanguageGraph) -> None:
    found = asked(graph, "Where was Antonio Vivaldi born?", "City")
    assert not found.by_model
    assert found.passages[0] == "v#s0"
    best = found.answers[0]
    assert (best.binding.end, best.binding.name, best.sentences) == ("venice", "Venice", ("v#1",))
    weights = [answer.weight for answer in found.answers]
    assert weights == sorted(weights, reverse=True)
    assert all(0 < weight <= 1 for weight in weights)


def test_values_of_the_wanted_kind_alone_answer(graph: LanguageGraph) -> None:
    date = asked(graph, "Antonio Vivaldi birth", "Date").answers[0].binding.end
    assert isinstance(date, Value)
    assert date.normalised == "1678-03-04"
    times = asked(graph, "How many times did the plague come to Venice?").answers[0].binding
    assert times.name == "22"


def test_what_the_question_names_does_not_answer_it(graph: LanguageGraph) -> None:
    found = asked(graph, "Who composed the Concerto in C Major?", "Person")
    assert found.answers[0].binding.end == "antonio vivaldi"
    assert "concerto in c major" not in [answer.binding.end for answer in found.answers]


def test_a_filter_hides_documents(graph: LanguageGraph) -> None:
    question = "How many times did the plague come to Venice?"
    assert asked(graph, question, where={"shelf": "closed"}).passages == ("p#s0",)
    hidden = asked(graph, question, where={"shelf": "open"})
    assert (hidden.passages, hidden.answers) == ((), ())


def test_words_that_no_document_has_find_nothing(graph: LanguageGraph) -> None:
    found = asked(graph, "zyzzyva?")
    assert (found.passages, found.answers) == ((), ())


# Of what kind an answer must be.


@pytest.mark.parametrize(
    ("question", "types", "kinds"),
    [
        ("When was Gilda released?", (), {"date"}),
        ("Gilda was released in what year?", (), {"date"}),
        ("In which year did it open?", (), {"date"}),
        ("Gilda >> publication date", (), {"date"}),
        ("Gilda >> date of birth", (), {"date"}),
        ("Gilda >> place of birth", (), {"place"}),
        ("how many people live there", (), {"number"}),
        ("What is the population of Bonn?", (), set()),
        ("Bonn population", (), {"number"}),
        ("Who directed Gilda?", (), {"person"}),
        ("Where was he born?", (), {"place"}),
        ("Which city is it in?", (), {"place"}),
        ("Gilda >> director", (), {"person"}),
        ("Gilda >> award received", (), set()),
        ("anything", ("Person",), {"person"}),
        ("anything", ("DateOfBirth",), {"date"}),
        ("anything", ("Times",), {"number"}),
        ("anything", ("Person", "Year"), {"person", "date"}),
        ("When was Gilda released?", ("Film",), {"name"}),
        ("", (), set()),
        ("?", ("?",), {"name"}),
    ],
)
def test_types_decide_and_else_the_words(question: str, types: tuple[str, ...], kinds: set[str]) -> None:
    assert wanted_kinds(question, types, [lexicon_of("en")]) == {WantedKind(kind) for kind in kinds}


def test_german_questions_are_read_by_german_words() -> None:
    german = [lexicon_of("de")]
    assert wanted_kinds("Wann wurde Bonn gegründet?", (), german) == {WantedKind.DATE}
    assert wanted_kinds("Bonn?", ("Einwohnerzahl",), german) == {WantedKind.NUMBER}


def test_without_words_for_questions_nothing_tells() -> None:
    assert wanted_kinds("Quando?", (), [lexicon_of("it")]) == frozenset()


def test_any_value_may_answer_where_nothing_tells() -> None:
    year = Value("1904", ValueKind.DATE, 0, 1)
    assert is_of_kind(year, frozenset())
    assert is_of_kind(year, frozenset({WantedKind.DATE}))
    assert not is_of_kind(year, frozenset({WantedKind.NUMBER, WantedKind.NAME}))
