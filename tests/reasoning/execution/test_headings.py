"""Properties that sections under their headings answer, word for word."""

from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.schema.schema_file import parse_schema
from tests.reasoning.execution.graphs import executed

SCHEMA = """
domain = "forms"
base = "https://example.org/forms#"
[[class]]
name = "Form"
[[class]]
name = "DogForm"
labels = ["dog form", "form for dogs"]
parents = ["Form"]
kind = "concept"
[[property]]
name = "materials"
labels = ["required materials", "needs"]
domain = "Form"
headings = ["Required materials", "What to bring"]
inverse = "neededFor"
[[property]]
name = "neededFor"
range = "Form"
[[property]]
name = "unterlagen"
labels = ["Unterlagen"]
headings = ["Erforderliche Unterlagen", "Was Sie mitbringen"]
"""

PERMIT = """# Permit

A permit is a form. Bring a pen.

## Who can apply

- everyone

## Required materials

Bring these; no copies:

- a passport
- two photographs

## Fees

Nothing.
"""


def built(path: Path, *documents: Document) -> LanguageGraph:
    graph = LanguageGraph(path / "forms.lgm")
    graph.build(documents, workers=1)
    graph.load_schema(parse_schema(SCHEMA))
    return graph


def page(text: str, id: str, **metadata: str) -> Document:
    return Document.from_text(text, id=id, media_type="text/markdown", metadata=metadata)


def asked(graph: LanguageGraph, name: str, property: str = "required materials", **options: object) -> StepResult:
    plan = f"Step 1: What?\nRetrieval(s=s1[{name}], p=p1:{property}, o=o1)"
    return executed(graph, plan, **options).steps[0]  # type: ignore[arg-type]


def test_the_section_is_the_answer_word_for_word_with_its_sentences(tmp_path: Path) -> None:
    with built(tmp_path, page(PERMIT, "permit")) as graph:
        result = asked(graph, "permit")
        assert result.answers == ("Bring these; no copies:\na passport\ntwo photographs",)
        said = [sentence.text for sentence in graph.store.sentences(result.sentences)]
        assert said == result.answers[0].split("\n")


def test_a_section_under_another_heading_and_those_below_it_answer_too(tmp_path: Path) -> None:
    text = "# Passport\n\nA passport is a form.\n\n## What to bring\n\nA pen.\n\n### Children\n\nA parent."
    with built(tmp_path, page(text, "passport")) as graph:
        assert asked(graph, "passport").answers == ("A pen.", "A parent.")


def test_only_documents_with_the_title_answer(tmp_path: Path) -> None:
    other = PERMIT.replace("# Permit\n", "# Visa\n").replace("a passport", "a permit")
    with built(tmp_path, page(other, "visa"), page(PERMIT.replace("Required", "Needed"), "permit")) as graph:
        assert asked(graph, "permit").answers == ()
        assert asked(graph, "Visa").answers[0].endswith("a permit\ntwo photographs")


def test_a_document_whose_title_is_a_heading_does_not_answer_as_a_whole(tmp_path: Path) -> None:
    with built(
        tmp_path, page("# Required materials\n\nA required material is a form. Bring a pen.", "materials")
    ) as graph:
        assert asked(graph, "required materials").answers == ()


def test_the_titled_document_is_found_among_many_that_say_more_of_the_thing(tmp_path: Path) -> None:
    others = [
        page(
            f"# Notes {number}\n\nPermit, permit.\n\n## Permit: required materials\n\nRequired materials of a permit.",
            f"n{number}",
        )
        for number in range(12)
    ]
    with built(tmp_path, *others, page(PERMIT, "permit")) as graph:
        assert asked(graph, "permit").answers == ("Bring these; no copies:\na passport\ntwo photographs",)


def test_the_last_section_of_a_long_document_is_found(tmp_path: Path) -> None:
    start, end = PERMIT.split("## Required materials")
    many = "".join(f"## Part {number}\n\nNothing of part {number}.\n\n" for number in range(260))
    with built(tmp_path, page(f"{start}{many}## Required materials{end}", "permit")) as graph:
        assert asked(graph, "permit").answers == ("Bring these; no copies:\na passport\ntwo photographs",)


def test_german_headings_answer(tmp_path: Path) -> None:
    text = (
        "# Hundesteuer\n\nDie Hundesteuer ist eine Steuer. Sie wird von der Stadt erhoben.\n\n"
        "## Erforderliche Unterlagen\n\n- der Impfausweis des Hundes\n- ein Personalausweis\n"
    )
    with built(tmp_path, page(text, "hund")) as graph:
        assert asked(graph, "Hundesteuer", "Unterlagen").answers == ("der Impfausweis des Hundes\nein Personalausweis",)


@pytest.mark.parametrize("name", ["form for dogs", "dog form"])
def test_terms_of_the_schema_lead_to_the_document(tmp_path: Path, name: str) -> None:
    with built(tmp_path, page(PERMIT.replace("Permit", "Dog form").replace("A permit", "A dog form"), "dog")) as graph:
        assert asked(graph, name).answers == ("Bring these; no copies:\na passport\ntwo photographs",)


def test_a_narrower_term_answers_for_a_class_that_no_document_has(tmp_path: Path) -> None:
    document = page(PERMIT.replace("Permit", "Dog form").replace("A permit is a form", "A dog form is a paper"), "dog")
    with built(tmp_path, document) as graph:
        assert asked(graph, "Form").answers == ("Bring these; no copies:\na passport\ntwo photographs",)


def test_a_property_that_leads_the_other_way_has_no_headings(tmp_path: Path) -> None:
    with built(tmp_path, page(PERMIT, "permit")) as graph:
        assert asked(graph, "permit", "neededFor").answers == ()


def test_sections_answer_only_if_the_filter_lets_them(tmp_path: Path) -> None:
    south = PERMIT.replace("two photographs", "one photograph")
    with built(tmp_path, page(PERMIT, "n", city="north"), page(south, "s", city="south")) as graph:
        assert asked(graph, "permit", where={"city": "north"}).answers[0].endswith("two photographs")
        assert asked(graph, "permit", where={"city": "south"}).answers[0].endswith("one photograph")
        assert asked(graph, "permit", where={"city": "west"}).answers == ()
        assert len(asked(graph, "permit").answers) == 2
