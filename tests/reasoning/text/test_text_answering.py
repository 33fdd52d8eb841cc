"""Answers from text, with and without a language model."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.model import Value
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
