"""Plans in the words of a schema: a name, properties in the order that their classes allow, and what is asked for."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.model import Schema, SchemaClass, SchemaProperty
from lgm_core.reasoning.planning.planner import plan_by_rules
from lgm_core.retrieval.concepts.graph_view import GraphView

SCHEMA = Schema(
    "museums",
    classes=(
        SchemaClass("Museum", ("museum",)),
        SchemaClass("Painting", ("painting",)),
        SchemaClass("Portrait", ("portrait",), ("Painting",)),
        SchemaClass("Person", ("person",)),
        SchemaClass("Town", ("town",)),
    ),
    properties=(
        SchemaProperty("painter", ("painted by",), "Painting", "Person"),
        SchemaProperty("museum", ("hangs in", "exhibited at"), "Painting", "Museum", "exhibits"),
        SchemaProperty("exhibits", ("exhibits", "shows"), "Museum", "Painting", "museum"),
        SchemaProperty("town", ("stands in",), "Museum", "Town"),
        SchemaProperty("width", ("width",), "Painting", "quantity cm"),
        SchemaProperty("opened", ("opened on", "opened in"), "Museum", "date"),
        SchemaProperty("opener", ("opened by",), "Museum", "Person"),
        SchemaProperty("visitors", ("number of visitors",), "Museum", "number"),
        SchemaProperty("pupil", ("taught",), "Person", "Person"),
    ),
)
TEXT = (
    "Grey Tide is a painting. Otto Brenn is a person. The Kettle Museum is a museum. Sorvik is a town. "
    "Grey Tide hangs in the Kettle Museum."
)


@pytest.fixture(scope="module")
def view(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphView]:
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "museums.lgm") as graph:
        graph.build([Document.from_text(TEXT, id="museums")], facts="open", workers=1)
        graph.load_schema(SCHEMA)
        yield GraphView(graph.store)


def said(question: str, view: GraphView) -> list[str]:
    """Return the retrievals of a plan by its properties, `<` for one followed back, with what is counted or typed."""
    plan = plan_by_rules(question, view)
    if plan is None:
        return []
    forms = [line.partition(": ")[2] for line in str(plan).splitlines() if line.startswith("Logical Form")]
    return [form.replace("Retrieval", "") for form in forms]


QUESTIONS = {
    "Who painted Grey Tide?": ["(s=s1[Grey Tide], p=p1:painter, o=o1)"],
    "Which paintings did Otto Brenn paint?": ["(s=s1:painting, p=p1:painter, o=o1[Otto Brenn])"],
    "Which portraits were painted by Otto Brenn?": ["(s=s1:portrait, p=p1:painter, o=o1[Otto Brenn])"],
    "How wide is Grey Tide?": ["(s=s1[Grey Tide], p=p1:width, o=o1)"],
    "When was the Kettle Museum opened?": ["(s=s1[Kettle Museum], p=p1:opened, o=o1)"],
    "By whom was the Kettle Museum opened?": ["(s=s1[Kettle Museum], p=p1:opener, o=o1)"],
    "Which paintings does the Kettle Museum show?": ["(s=s1:painting, p=p1:museum, o=o1[Kettle Museum])"],
    "How many portraits hang in the Kettle Museum?": [
        "(s=s1:portrait, p=p1:museum, o=o1[Kettle Museum])", "n1 = Count(s1)",
    ],
    "In which town does the museum stand that exhibits Grey Tide?": [
        "(s=s1[Grey Tide], p=p1:museum, o=o1)", "(s=o1, p=p2:town, o=o2:town)",
    ],
    "Who opened the museum in which Grey Tide hangs?": [
        "(s=s1[Grey Tide], p=p1:museum, o=o1)", "(s=o1, p=p2:opener, o=o2)",
    ],
    "Which paintings hang in the museums that stand in Sorvik?": [
        "(s=s1, p=p1:town, o=o1[Sorvik])", "(s=s2:painting, p=p2:museum, o=s1)",
    ],
    "List all portraits painted by Otto Brenn.": ["(s=s1:portrait, p=p1:painter, o=o1[Otto Brenn])"],
    "Who painted the portrait Grey Tide?": ["(s=s1[Grey Tide], p=p1:painter, o=o1)"],
    "Which museums show portraits painted by Otto Brenn?": [
        "(s=s1:portrait, p=p1:painter, o=o1[Otto Brenn])", "(s=s1, p=p2:museum, o=o2:museum)",
    ],
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
def test_properties_are_followed_as_their_classes_allow(question: str, view: GraphView) -> None:
    assert said(question, view) == QUESTIONS[question]


@pytest.mark.parametrize(
    "question",
    [
        "Who stole the painting that Otto Brenn painted?",  # a word of no property
        "Which museum painted Grey Tide?",  # no museum paints
        "When was Grey Tide painted?",  # no date of that
        "Where was Grey Tide painted?",  # by whom is no place
        "Why did Otto Brenn paint?",
        "Which paintings should the Kettle Museum show?",
        "Which paintings do not hang in the Kettle Museum?",
        "Which museums stand near Sorvik?",  # not in it
        "Which paintings hung after the Kettle Museum?",
        "Who opened the museums in which portraits by Otto Brenn hang?",  # not the portraits that he opened
        "Whom did Otto Brenn paint and teach?",
        "Which portraits does Kettle Museum show in Sorvik?",  # two names
        "Which paintings does the Kettle Museum not show?",
        "Which paintings hang near the Kettle Museum?",
        "Which paintings will the Kettle Museum show?",
        "How many portraits do not hang in the Kettle Museum?",
    ],
)
def test_what_the_schema_does_not_say_has_no_plan_in_its_words(question: str, view: GraphView) -> None:
    names = [each.name for each in SCHEMA.properties]
    assert not any(f":{name}," in form for form in said(question, view) for name in names if name != "painter")


def test_from_is_not_to(view: GraphView) -> None:
    sent = SchemaProperty("destination", ("lent to",), "Painting", "Museum")
    lent = GraphView(view.store, schema=replace(SCHEMA, properties=(*SCHEMA.properties, sent)))
    assert said("Which paintings were lent to the Kettle Museum?", lent)
    assert not any(":destination," in form for form in said("Which paintings were lent from the Kettle Museum?", lent))


def test_who_acts_is_as_the_question_says(view: GraphView) -> None:
    assert said("Which paintings did Otto Brenn paint?", view)
    assert not any(":painter," in form for form in said("Whom did Grey Tide paint?", view))


def test_a_property_between_things_of_one_class_leaves_the_direction_to_the_verb(view: GraphView) -> None:
    assert not any(":pupil," in form for form in said("Who taught Otto Brenn?", view))


def test_only_what_is_accepted_counts(view: GraphView) -> None:
    proposed = tuple(replace(each, status="proposed") for each in SCHEMA.properties)
    bare = GraphView(view.store, schema=replace(SCHEMA, properties=proposed).accepted)
    assert not any(":width," in form for form in said("How wide is Grey Tide?", bare))
