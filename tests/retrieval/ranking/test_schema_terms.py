"""Questions widened by the terms of a schema: synonyms, narrower and broader terms, for passages and facts."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from lgm_core import Document, LanguageGraph, LogicalFormOptions
from lgm_core.language.words import split_words
from lgm_core.model.schema import ClassKind, Schema, SchemaClass, SchemaProperty
from lgm_core.retrieval.ranking.query import read_question
from lgm_core.retrieval.ranking.question_reading import QuestionReading
from lgm_core.schema.schema_file import parse_schema
from lgm_core.schema.widening import Terms

SCHEMA = parse_schema("""
domain = "clinic"
base = "https://example.org/clinic#"
[[class]]
name = "Impairment"
labels = ["visual impairment", "Sehbehinderung"]
kind = "concept"
[[class]]
name = "Cataract"
labels = ["cataract", "grey star", "Grauer Star"]
parents = ["Impairment"]
kind = "concept"
[[class]]
name = "Extraction"
labels = ["tooth extraction", "pulling of teeth"]
kind = "concept"
[[class]]
name = "WisdomExtraction"
labels = ["wisdom tooth removal"]
parents = ["Extraction"]
kind = "concept"
[[class]]
name = "Practice"
labels = ["practice", "surgery"]
[[class]]
name = "DentalPractice"
labels = ["dental practice"]
parents = ["Practice"]
[[class]]
name = "Draft"
labels = ["secret thing"]
parents = ["Extraction"]
status = "proposed"
[[property]]
name = "price"
labels = ["costs"]
""")

TEXTS = {
    "removal": "The wisdom tooth removal costs 90 euros.",
    "impaired": "People with a visual impairment get a taxi. The allowance of a visual impairment is 40 euros.",
    "star": "The grey star is treated on Mondays.",
    "dental": "The dental practice closes at noon.",
    "boats": "Boats are painted in spring.",
}


@pytest.fixture(scope="module")
def graphs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LanguageGraph, LanguageGraph]]:
    """The same documents without a schema, and with one."""
    folder = tmp_path_factory.mktemp("terms")
    documents = [Document.from_text(text, id=id) for id, text in TEXTS.items()]
    with LanguageGraph(folder / "plain.lgm") as plain, LanguageGraph(folder / "terms.lgm") as widened:
        for graph in (plain, widened):
            graph.build(documents, facts="open", workers=1)
        widened.load_schema(SCHEMA)
        yield plain, widened


def wider(name: str, schema: Schema = SCHEMA, languages: Sequence[str] = ("en",)) -> list[tuple[str, str]]:
    return list(Terms(schema, languages).wider(name).items())


def test_a_term_has_synonyms_then_what_is_below_then_what_is_above() -> None:
    assert wider("tooth extraction") == [
        ("pulling of tooth", "synonym"),
        ("extraction", "synonym"),
        ("wisdom tooth removal", "narrower"),
        ("wisdom extraction", "narrower"),
    ]


def test_of_each_level_the_nearest_terms_come_first() -> None:
    chain = [("k", "b"), ("b", "c"), ("e", "d"), ("d", "c"), ("c", "f"), ("f", "g"), ("g", "")]
    leaves = [(f"leaf {number}", "e") for number in range(30)]
    classes = tuple(
        SchemaClass(name.replace(" ", ""), (name,), (parent,) if parent else (), kind=ClassKind.CONCEPT)
        for name, parent in [*leaves, *chain]
    )
    found = wider("c", Schema("letters", "https://example.org/", classes))
    assert found[:4] == [("b", "narrower"), ("d", "narrower"), ("k", "narrower"), ("e", "narrower")]
    assert len(found) == 20  # what is far away is left out
    above = wider(
        "d", Schema("letters", "https://example.org/", tuple(each for each in classes if "leaf" not in each.name))
    )
    assert [key for key, level in above if level == "broader"] == ["c", "f", "g"]


def test_only_concepts_have_broader_terms() -> None:
    assert ("visual impairment", "broader") in wider("cataract")
    assert all(level != "broader" for _, level in wider("dental practice"))
    assert ("dental practice", "narrower") in wider("surgery")


def test_what_is_only_proposed_or_no_term_is_not_wider() -> None:
    assert "secret thing" not in dict(wider("tooth extraction"))
    assert wider("secret thing") == wider("boat") == wider("") == []


def test_terms_are_read_in_every_language_of_the_graph() -> None:
    assert dict(wider("Grauer Star", languages=("en", "de")))["cataract"] == "synonym"


def test_terms_are_found_in_the_words_of_a_question_the_longest_first() -> None:
    words = [word.surface for word in split_words("Who does wisdom tooth removal or tooth extraction?")]
    places = [list(place) for place, _ in Terms(SCHEMA, ["en"]).in_words(words)]
    assert [[words[each] for each in place] for place in places] == [
        ["wisdom", "tooth", "removal"],
        ["tooth", "extraction"],
    ]


@pytest.mark.parametrize(
    ("question", "id"),
    [
        ("When is a cataract treated?", "star"),  # a synonym
        ("What do people with a cataract get?", "impaired"),  # above it
        ("Who does a tooth extraction?", "removal"),  # below it
        ("When does the surgery close?", "dental"),
    ],
)
def test_passages_under_further_terms_are_found(
    graphs: tuple[LanguageGraph, LanguageGraph], question: str, id: str
) -> None:
    _, widened = graphs
    assert id in [passage.document.id for passage in widened.retrieve_passages(question, 2)]


def test_without_terms_in_it_or_without_a_schema_a_question_is_read_as_before(
    graphs: tuple[LanguageGraph, LanguageGraph],
) -> None:
    ranker = graphs[0].ranker()
    terms = Terms(SCHEMA, ["en"])
    for question in ("When are boats painted?", "Who closes at noon?"):
        plain = read_question(question, ranker.index, ranker.weights)
        assert read_question(question, ranker.index, ranker.weights, schema_terms=terms) == plain
    question = "Who does a tooth extraction?"
    plain = read_question(question, ranker.index, ranker.weights)
    assert read_question(question, ranker.index, ranker.weights, schema_terms=Terms(Schema(), ["en"])) == plain
    assert read_question(question, ranker.index, ranker.weights, schema_terms=terms) != plain


def test_words_of_further_terms_count_less_than_the_asked_ones(graphs: tuple[LanguageGraph, LanguageGraph]) -> None:
    ranker = graphs[1].ranker()
    question = "Who treats a grey star?"
    query = read_question(question, ranker.index, ranker.weights, schema_terms=Terms(SCHEMA, ["en"]))
    reading = QuestionReading(question, ranker.index)
    (grey,), (star,), (visual,) = (reading.numbers(word) for word in ("grey", "star", "visual"))
    own = {term.word for term in query.terms}
    assert {grey, star} <= own
    assert visual not in own  # nor for the article before the term
    assert all(visual in term.related for term in query.terms if term.word in (grey, star))


def test_facts_under_further_terms_answer(graphs: tuple[LanguageGraph, LanguageGraph], tmp_path: Path) -> None:
    plain, widened = graphs
    plan = "Step 1: What?\nRetrieval(s=s1[{}], p=p1:{}, o=o1)\nOutput(o1)"
    exact = LogicalFormOptions(planner="rules", text="never")
    for name, predicate, answer, first in (  # the first level that the graph has anything under
        ("tooth extraction", "costs", "90 euros", "narrower"),
        ("cataract", "allowance", "40 euros", "synonym"),
    ):
        solution = widened.solve(plan.format(name, predicate), exact)
        assert solution.steps[0].answers == (answer,)
        assert solution.steps[0].linked[0].level == first
        assert plain.solve(plan.format(name, predicate), exact).steps[0].answers == ()


def test_one_of_several_narrower_terms_does_not_answer_for_all(tmp_path: Path) -> None:
    text = "Brake service costs 35 euros."
    classes = SchemaClass("Repair"), SchemaClass("BrakeService", parents=("Repair",))
    schema = Schema(classes=classes, properties=(SchemaProperty("price", ("costs",)),))
    for name, more in (("one", ""), ("two", " Wheel truing is a repair. Wheel truing costs 12 euros.")):
        with LanguageGraph(tmp_path / name, annotator="lite:parse") as graph:
            graph.build([Document.from_text(text + more, id="d")], facts="open")
            graph.load_schema(schema)
            answer = graph.ask("What is the price of the repair?", LogicalFormOptions(planner="rules", text="never"))
        assert answer.is_evidence_only == bool(more)
        assert "35 euros" in answer.text
