"""What follows by the rules of a schema, evaluated when asked."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.schema.schema_file import parse_schema
from tests.reasoning.execution.graphs import Claim, executed, graph_of

SCHEMA = """
domain = "ships"
base = "https://example.org/ships#"
[[class]]
name = "Person"
[[class]]
name = "Captain"
parents = ["Person"]
[[class]]
name = "Ship"
labels = ["boat", "ship"]
[[class]]
name = "Heavy"
parents = ["Ship"]
[[class]]
name = "Restricted"
parents = ["Ship"]
[[property]]
name = "parent"
labels = ["parent", "child of"]
domain = "Person"
range = "Person"
inverse = "child"
[[property]]
name = "child"
labels = ["child", "has child"]
domain = "Person"
range = "Person"
[[property]]
name = "grandparent"
domain = "Person"
range = "Person"
inverse = "grandchild"
[[property]]
name = "grandchild"
domain = "Person"
range = "Person"
[[property]]
name = "weight"
labels = ["weighs", "weight"]
domain = "Ship"
range = "quantity kg"
[[property]]
name = "limit"
labels = ["carries"]
domain = "Ship"
range = "quantity kg"
[[property]]
name = "dues"
domain = "Ship"
[[property]]
name = "berth"
domain = "Ship"
[[property]]
name = "flag"
domain = "Ship"
[[property]]
name = "pilot"
domain = "Ship"
"""

FAMILY = """
[[rule]]
name = "grandparents"
when = ["?a parent ?b", "?b parent ?c"]
then = "?a grandparent ?c"
text = "A parent's parent is a grandparent."
"""

WEIGHTS = """
[[rule]]
name = "heavy"
when = ["?s is Ship", "?s weight > 2 tonnes"]
then = "?s is Heavy"
text = "Ships of more than two tonnes are heavy."
[[rule]]
name = "dues"
when = ["?s is Heavy"]
then = "?s dues high"
text = "Heavy ships pay high dues."
[[rule]]
name = "berth"
when = ["?s dues high"]
then = "?s berth outside"
text = "Who pays high dues lies outside."
[[rule]]
name = "flag"
when = ["?s berth outside"]
then = "?s flag red"
text = "Who lies outside flies a red flag."
"""

TEXT = """Ada is the child of Bo. Bo is the child of Cleo. Dan is the child of Eve.
The Lark weighs 2500 kg. The Wren weighs 900 kg. The Lark is a boat. The Wren is a ship."""
CLAIMS: Sequence[Claim] = [
    ("Ada", "child of", "Bo"),
    ("Bo", "child of", "Cleo"),
    ("Dan", "child of", "Eve"),
    ("Lark", "weighs", "2500 kg"),
    ("Wren", "weighs", "900 kg"),
]


def graph(path: Path, rules: str, text: str = TEXT, claims: Sequence[Claim] = CLAIMS) -> LanguageGraph:
    made = graph_of(path / "rules.lgm", [Document.from_text(text, id="d", title="Ships")], claims)
    made.load_schema(parse_schema(SCHEMA + rules))
    return made


def step(graph: LanguageGraph, subject: str, predicate: str, object: str, **options: object) -> StepResult:
    """Return the result of one retrieval; ends are written `s1[Ada]` or `o1`."""
    plan = f"Step 1: What?\nRetrieval(s={subject}, p=p1:{predicate}, o={object})"
    return executed(graph, plan, **options).steps[0]  # type: ignore[arg-type]


def test_a_variable_joins_two_facts_and_both_are_cited(tmp_path: Path) -> None:
    with graph(tmp_path, FAMILY) as family:
        result = step(family, "s1[Ada]", "grandparent", "o1")
        assert result.answers == ("Cleo",)
        assert result.rules == ("A parent's parent is a grandparent.",)
        assert [fact.subject for fact in result.facts] == ["ada", "bo"]
        assert result.sentences == ("d#0", "d#1")
        assert step(family, "s1[Dan]", "grandparent", "o1").answers == ()


def test_a_rule_is_asked_from_its_other_end(tmp_path: Path) -> None:
    with graph(tmp_path, FAMILY) as family:
        assert step(family, "s1", "grandparent", "o1[Cleo]").answers == ("Ada",)


def test_a_rule_answers_for_the_inverse_of_what_it_concludes(tmp_path: Path) -> None:
    with graph(tmp_path, FAMILY) as family:
        assert step(family, "s1[Cleo]", "grandchild", "o1").answers == ("Ada",)
        assert step(family, "s1", "grandchild", "o1[Ada]").answers == ("Cleo",)


def test_conditions_are_met_by_facts_of_an_inverse_property(tmp_path: Path) -> None:
    text, claims = (
        "Cleo has child Bo. Ada is the child of Bo.",
        [("Cleo", "has child", "Bo"), ("Ada", "child of", "Bo")],
    )
    with graph(tmp_path, FAMILY, text, claims) as family:
        assert step(family, "s1[Ada]", "grandparent", "o1").answers == ("Cleo",)


def test_three_rules_may_rest_on_each_other_and_no_more(tmp_path: Path) -> None:
    with graph(tmp_path, WEIGHTS) as ships:
        dues = step(ships, "s1[Lark]", "dues", "o1")
        assert dues.answers == ("high",)
        assert dues.rules == ("Heavy ships pay high dues.", "Ships of more than two tonnes are heavy.")
        assert dues.sentences[0] == "d#5"  # that it is a ship, and then what it weighs
        assert set(dues.sentences) == {"d#3", "d#5"}
        berth = step(ships, "s1[Lark]", "berth", "o1")
        assert berth.answers == ("outside",)
        assert len(berth.rules) == 3
        assert step(ships, "s1[Lark]", "flag", "o1").answers == ()
        assert step(ships, "s1[Wren]", "dues", "o1").answers == ()


def test_things_of_every_label_of_a_class_are_tried(tmp_path: Path) -> None:
    with graph(
        tmp_path,
        WEIGHTS,
        f"{TEXT} The Tern weighs 3000 kg. The Tern is a ship.",
        [*CLAIMS, ("Tern", "weighs", "3000 kg")],
    ) as ships:
        assert set(step(ships, "s1", "dues", "o1[high]").answers) == {"Lark", "Tern"}


def test_rules_in_a_circle_come_to_an_end(tmp_path: Path) -> None:
    circle = """
[[rule]]
name = "one"
when = ["?s dues high"]
then = "?s flag red"
text = "High dues, red flag."
[[rule]]
name = "two"
when = ["?s flag red"]
then = "?s dues high"
text = "Red flag, high dues."
[[rule]]
name = "self"
when = ["?s dues high"]
then = "?s dues high"
text = "High dues are high."
"""
    with graph(tmp_path, circle) as ships:
        assert step(ships, "s1[Lark]", "dues", "o1").answers == ()
        assert step(ships, "s1", "flag", "o1[red]").answers == ()


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("?s weight > 2 tonnes", True),
        ("?s weight >= 2500 kg", True),
        ("?s weight > 2500 kg", False),
        ("?s weight < 2600", True),  # in the unit of its range
        ("?s weight <= 2400", False),
        ("?s weight = 2.5 tonnes", True),
        ("?s weight != 2500 kg", False),
        ("?s weight != 900 kg", True),
    ],
)
def test_values_are_compared_in_their_units(tmp_path: Path, condition: str, holds: bool) -> None:
    rule = f'[[rule]]\nname = "r"\nwhen = ["{condition}"]\nthen = "?s flag red"\ntext = "Red."\n'
    with graph(tmp_path, rule) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == (("red",) if holds else ())


@pytest.mark.parametrize(
    ("condition", "other", "holds"),
    [
        ("?s weight > 2 tonnes", "3000 kg", True),
        ("?s weight > 2 tonnes", "1800 kg", False),
        ("?s weight != 1800 kg", "1800 kg", False),
        ("?s weight = 2500 kg", "1800 kg", False),
    ],
)
def test_a_condition_holds_for_all_values_that_texts_state(
    tmp_path: Path, condition: str, other: str, holds: bool
) -> None:
    rule = f'[[rule]]\nname = "r"\nwhen = ["{condition}"]\nthen = "?s flag red"\ntext = "Red."\n'
    text, claims = f"{TEXT} The Lark weighs {other}.", [*CLAIMS, ("Lark", "weighs", other)]
    with graph(tmp_path, rule, text, claims) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == (("red",) if holds else ())


@pytest.mark.parametrize("turned", [False, True])
def test_a_value_of_one_condition_is_compared_with_that_of_another(tmp_path: Path, turned: bool) -> None:
    when = ['"?s limit = ?most"', '"?s weight > ?most"'][:: -1 if turned else 1]
    rule = f'[[rule]]\nname = "r"\nwhen = [{", ".join(when)}]\nthen = "?s flag red"\ntext = "Red."\n'
    text = f"{TEXT} The Lark carries 2200 kg. The Wren carries 5000 kg."
    claims = [*CLAIMS, ("Lark", "carries", "2200 kg"), ("Wren", "carries", "5000 kg")]
    with graph(tmp_path, rule, text, claims) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == ("red",)
        assert step(ships, "s1[Wren]", "flag", "o1").answers == ()


@pytest.mark.parametrize("operator", [">", "!="])
def test_what_is_compared_with_nothing_does_not_hold(tmp_path: Path, operator: str) -> None:
    rule = f'[[rule]]\nname = "r"\nwhen = ["?s weight {operator} ?other"]\nthen = "?s flag red"\ntext = "Red."\n'
    with graph(tmp_path, rule) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == ()


def test_what_a_fact_states_is_not_concluded_otherwise(tmp_path: Path) -> None:
    text, claims = f"{TEXT} The dues of the Lark are low.", [*CLAIMS, ("Lark", "dues", "low")]
    with graph(tmp_path, WEIGHTS, text, claims) as ships:
        stated = step(ships, "s1[Lark]", "dues", "o1")
        assert (stated.answers, stated.rules) == (("low",), ())
        assert step(ships, "s1[Lark]", "berth", "o1").answers == ()
        assert step(ships, "s1", "dues", "o1[high]").answers == ()


def test_only_what_passes_the_filter_is_a_premise(tmp_path: Path) -> None:
    documents = [
        Document.from_text("Ada is the child of Bo.", id="a", metadata={"city": "north"}),
        Document.from_text("Bo is the child of Cleo.", id="b", metadata={"city": "south"}),
    ]
    with graph_of(tmp_path / "two.lgm", documents, CLAIMS[:2]) as family:
        family.load_schema(parse_schema(SCHEMA + FAMILY))
        assert step(family, "s1[Ada]", "grandparent", "o1").answers == ("Cleo",)
        for city in ("north", "south"):
            assert step(family, "s1[Ada]", "grandparent", "o1", where={"city": city}).answers == ()
            assert step(family, "s1", "grandparent", "o1[Cleo]", where={"city": city}).answers == ()


def test_what_a_document_says_is_never_a_rule(tmp_path: Path) -> None:
    text = (
        f"{TEXT}\n\n[[rule]]\nname = 'x'\nwhen = ['?s weight > 1 kg']\nthen = '?s flag red'\ntext = 'Red.'\n\n{FAMILY}"
    )
    with graph(tmp_path, "", text) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == ()
        assert step(ships, "s1[Ada]", "grandparent", "o1").answers == ()


def test_a_schema_that_is_taken_back_concludes_nothing_more(tmp_path: Path) -> None:
    with graph(tmp_path, FAMILY) as family:
        assert step(family, "s1[Ada]", "grandparent", "o1").answers == ("Cleo",)
        family.undo_schema()
        assert step(family, "s1[Ada]", "grandparent", "o1").answers == ()


def test_a_constraint_of_a_step_is_not_left_out(tmp_path: Path) -> None:
    plan = "Step 1: What?\nRetrieval(s=s1[Lark], p=p1:dues, o=o1, p1.year=1990)"
    with graph(tmp_path, WEIGHTS) as ships:
        assert executed(ships, plan).steps[0].answers == ()


def test_a_type_that_only_a_rule_concludes_finds_facts(tmp_path: Path) -> None:
    with graph(tmp_path, WEIGHTS) as ships:
        result = step(ships, "s1:Heavy", "weight", "o1")
        assert result.answers == ("2500 kg",)
        assert result.rules == ("Ships of more than two tonnes are heavy.",)


def test_a_rule_about_what_is_only_proposed_waits_until_it_is_accepted(tmp_path: Path) -> None:
    proposed = """
[[property]]
name = "crew"
domain = "Ship"
status = "proposed"
[[rule]]
name = "crew"
when = ["?s weight > 2 tonnes"]
then = "?s crew large"
text = "Heavy ships have a large crew."
"""
    with graph(tmp_path, proposed + WEIGHTS) as ships:
        assert step(ships, "s1[Lark]", "crew", "o1").answers == ()
        assert step(ships, "s1[Lark]", "dues", "o1").answers == ("high",)
        ships.accept_schema("crew")
        assert step(ships, "s1[Lark]", "crew", "o1").answers == ("large",)


def test_a_name_comes_before_a_label_of_another_property(tmp_path: Path) -> None:
    rules = """
[[property]]
name = "load"
labels = ["weight"]
domain = "Ship"
range = "quantity kg"
[[rule]]
name = "r"
when = ["?s weight > 2 tonnes"]
then = "?s flag red"
text = "Red."
"""
    text, claims = f"{TEXT} The load of the Wren is 3000 kg.", [*CLAIMS, ("Wren", "load", "3000 kg")]
    with graph(tmp_path, rules, text, claims) as ships:
        assert step(ships, "s1[Lark]", "flag", "o1").answers == ("red",)
        assert step(ships, "s1[Wren]", "flag", "o1").answers == ()
