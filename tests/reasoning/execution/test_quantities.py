"""Quantities that facts state, under the types that plans give them, and those that text only seems to name."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from tests.reasoning.execution.graphs import executed

TEXT = (
    "The A5 arm lifts 12 kg. The A5 arm weighs 31 kg. The A5 arm has six joints. The A5 arm was sold in 2019. "
    "A pallet is a load carrier. The gripper of the A5 arm weighs 5 kg. The B7 arm lifts 20 kg. "
    "The C9 arm lifts up to 30 kg."
)
A5, B7 = "Retrieval(s=s1:Arm[A5 arm], ", "Retrieval(s=s2:Arm[B7 arm], "


@pytest.fixture(scope="module", name="graph")
def _graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    with LanguageGraph(tmp_path_factory.mktemp("arms") / "arms.lgm") as graph:
        graph.build([Document.from_text(TEXT, id="arms")], facts="open")
        yield graph


@pytest.mark.parametrize("type", ["", ":Weight", ":Payload", ":Force", ":Rating"])
def test_a_type_that_the_graph_does_not_know_is_no_constraint(graph: LanguageGraph, type: str) -> None:
    plan = f"{A5}p=p1:lifts, o=o1{type})\nOutput(o1)"
    execution = executed(graph, plan, LogicalFormOptions())
    assert (execution.answers, execution.steps[0].basis) == (("12 kg",), "fact")


@pytest.mark.parametrize("type", ["Person", "City", "Date", "Pallet"])
def test_a_quantity_is_nothing_of_a_known_type(graph: LanguageGraph, type: str) -> None:
    assert executed(graph, f"{A5}p=p1:lifts, o=o1:{type})\nOutput(o1)").answers == ()


def test_a_deduction_compares_what_is_stated(graph: LanguageGraph) -> None:
    lifted = f"{A5}p=p1:lifts, o=o1:Weight)\n{B7}p=p2:lifts, o=o2:Weight)\n"
    assert executed(graph, f"{lifted}Deduce(left=o2, right=o1, op=greater)", LogicalFormOptions()).answers == ("yes",)


def test_an_amount_that_is_only_bounded_answers_but_is_not_compared(graph: LanguageGraph) -> None:
    plan = 'Retrieval(s=s1:Arm[C9 arm], p=p1:lifts, o=o1)\nDeduce(left=o1, right="12 kg", op=greater)'
    found, deduced = executed(graph, plan, LogicalFormOptions()).steps
    assert (found.answers, deduced.answers) == (("up to 30 kg",), ())
    assert deduced.error.startswith('"up to 30 kg" is neither number nor date')


@pytest.mark.parametrize("operator", ["greater", "less", "equal"])
def test_a_deduction_does_not_compare_guesses(graph: LanguageGraph, operator: str) -> None:
    plan = f'{A5}p=p1:price, o=o1:Number)\nDeduce(left=o1, right="12 kg", op={operator})'
    found, deduced = executed(graph, plan, LogicalFormOptions()).steps
    assert (found.basis, len(found.answers) > 1) == ("text", True)
    assert (deduced.answers, deduced.basis) == ((), "none")
    assert deduced.error.startswith("text names several things for o1, ")
    assert deduced.error.endswith(": no fact says which")


LIGHT = "The A5 arm is red. "
LESS = f'{A5}p=p1:price, o=o1:Number)\nDeduce(left=o1, right="12 euros", op=less)'


@pytest.mark.parametrize(
    "said",
    [
        "The A5 arm was lent for 5 euros.",  # a word of the question is missing
        "The B7 arm has a price of 5 euros.",  # of something else
        "The A5 arm has no price of 5 euros.",
    ],
)
def test_a_deduction_does_not_compare_a_single_guess_either(tmp_path: Path, said: str) -> None:
    with LanguageGraph(tmp_path / "arm.lgm") as graph:
        graph.build([Document.from_text(LIGHT + said, id="arm")])
        found, deduced = executed(graph, LESS, LogicalFormOptions()).steps
    assert (found.basis, found.answers) == ("text", ("5 euros",))
    assert (deduced.answers, deduced.basis) == ((), "none")
    assert deduced.error == '"5 euros" is a guess for o1: no fact or sentence says so'


def test_a_deduction_compares_a_value_that_a_sentence_states(tmp_path: Path) -> None:
    with LanguageGraph(tmp_path / "arm.lgm") as graph:
        graph.build([Document.from_text(f"{LIGHT}The price of the A5 arm comes to 5 euros.", id="arm")])
        assert executed(graph, LESS, LogicalFormOptions()).answers == ("yes",)


def test_a_date_in_brackets_is_stated(tmp_path: Path) -> None:
    born = "Retrieval(s=s1:Person[Ada Smith], p=p1:birth date, o=o1:Date)"
    with LanguageGraph(tmp_path / "ada.lgm") as graph:
        graph.build([Document.from_text("Ada Smith (born 5 May 1950) is a painter.", id="ada")])
        found, deduced = executed(graph, f'{born}\nDeduce(left=o1, right="1960", op=less)', LogicalFormOptions()).steps
    assert (found.basis, deduced.answers) == ("text", ("yes",))
