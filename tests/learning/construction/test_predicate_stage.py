"""Predicates that say the same in the same direction are grouped."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.language.predicate_forms import predicate_form
from lgm_core.learning.construction.construction_options import ConstructionOptions
from lgm_core.learning.construction.document_text import cut, plain_field, section_windows, sentence_lines
from lgm_core.learning.construction.findings import PredicateFindings
from lgm_core.learning.construction.predicate_stage import PREDICATES_SCHEMA, group_predicates
from lgm_core.learning.facts.same_facts import predicate_key
from lgm_core.llm.replies import number_of
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Fact, FactEvidence, PredicateGroup
from lgm_core.vectors.port import Embeddings
from tests.learning.construction.document_making import made_text, text_of, work_of
from tests.learning.construction.term_model import driven, listed, numbered, term_model

TEXT = text_of("A barge floats.")


def fact(wording: str, subject: str = "barge", object: str = "river") -> Fact:
    return Fact(subject, predicate_key(wording, "en"), object, (), (FactEvidence("paper#0", 0, 1, wording, "parse"),))


def grouped(
    facts: Sequence[Fact],
    model: ScriptedChatModel | None = None,
    options: ConstructionOptions | None = None,
    embeddings: Embeddings | None = None,
) -> PredicateFindings:
    return driven(group_predicates(work_of(TEXT, model.name if model else "", options, embeddings), facts), model)


def members(findings: PredicateFindings) -> list[tuple[str, ...]]:
    return [group.members for group in findings.groups if len(group.members) > 1]


def alike(*wordings: str) -> Embeddings:
    """Return a model to which these wordings are all the same, and all others like nothing else."""
    others: dict[str, int] = {}

    def embed(texts: list[str]) -> list[list[float]]:
        rows = []
        for text in texts:
            name = text.split(";")[0]
            place = 0 if name in wordings else others.setdefault(name, len(others) + 1)
            rows.append([float(place == column) for column in range(30)])
        return rows

    return Embeddings.of(embed)


def test_equal_words_are_one_predicate_without_a_model_under_the_most_frequent() -> None:
    facts = [fact("is part of"), fact("part of"), fact("part of", "oar"), fact("isPartOf"), fact("floats on")]

    (group,) = grouped(facts).groups

    assert group == PredicateGroup("paper", "part of", ("be part of", "ispartof", "part of"), "", "lemmas")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("uses", "is used by"),
        ("used in", "used by"),
        ("supports", "does not support"),
        ("supports", "is supported"),
        ("runs on", "runs off"),
        ("may carry", "carries"),
        ("is part of", "has part"),
        ("builds", "builds and sells"),
        ("cannot sink", "can sink"),
    ],
)
def test_other_directions_denials_and_modals_are_never_grouped(one: str, other: str) -> None:
    facts = [fact(one), fact(other)]

    assert members(grouped(facts, term_model(), embeddings=alike(one, other))) == []
    assert members(grouped(facts, embeddings=alike(one, other))) == []


PAPERS = [
    ("is located in", "is in"),
    ("works in", "is with"),
    ("lived in", "resides in"),
    ("worked for", "is an employee of"),
    ("graduated from", "holds a degree from"),
    ("does not own", "does not possess"),
]
UNLIKE = [
    ("born in", "died in"),
    ("works for", "owns"),
    ("is parent of", "is child of"),
    ("located in", "located near"),
    ("treats", "causes"),
    ("does not visit", "visits"),
    ("owns", "is owned by"),
]


@pytest.mark.parametrize(("one", "other"), PAPERS)
def test_wordings_of_one_relation_may_mean_the_same(one: str, other: str) -> None:
    assert predicate_form(one, "en").may_mean(predicate_form(other, "en"))
    facts = [fact(one), fact(other)]
    assert members(grouped(facts, embeddings=alike(one, other)))
    is_plain = one in ("lived in", "worked for", "graduated from", "does not own")
    assert [group.origin for group in grouped(facts).groups] == ["lexicon"] * is_plain


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_wordings_of_other_relations_never_mean_the_same(one: str, other: str) -> None:
    assert not predicate_form(one, "en").may_mean(predicate_form(other, "en"))
    assert not predicate_form(other, "en").may_mean(predicate_form(one, "en"))
    assert members(grouped([fact(one), fact(other)], embeddings=alike(one, other))) == []


def test_the_same_relation_the_other_way_round_is_told() -> None:
    def direction(one: str, other: str) -> int | None:
        found = predicate_form(one, "en").likeness(predicate_form(other, "en"))
        return found and found.direction

    assert direction("owns", "is the property of") == -1
    assert direction("owns", "is the owner of") == 1
    assert direction("borders", "is next to") == 0
    assert direction("owns", "borders") is None
    assert predicate_form("owns", "de").likeness(predicate_form("possesses", "de")) is None


def test_wordings_that_are_alike_are_grouped_by_an_embedding_model() -> None:
    facts = [fact("carries"), fact("transports"), fact("sinks"), fact("is located in"), fact("lies on")]
    model = alike("carries", "transports")

    assert members(grouped(facts, embeddings=model)) == [("carry", "transport")]
    assert [group.origin for group in grouped(facts, embeddings=model).groups] == ["vectors"]
    assert members(grouped(facts)) == []


def test_with_descriptions_prepositions_may_differ_between_other_words() -> None:
    facts = [fact("leans against"), fact("hangs on"), fact("sinks")]
    model = alike("leans against", "hangs on")

    assert members(grouped(facts, embeddings=model)) == []
    findings = grouped(facts, term_model(descriptions="It {}.".format), embeddings=model)
    assert members(findings) == [("hang on", "lean against")]
    assert [(group.description, group.origin) for group in findings.groups] == [
        ("It leans against.", "llm:scripted"),
        ("It sinks.", "llm:scripted"),
    ]


def test_descriptions_of_the_same_words_group_without_an_embedding_model() -> None:
    described = {"carries": "Takes loads from one place to another.", "hauls": "Takes loads from one place to another."}
    facts = [fact("carries"), fact("hauls"), fact("sinks"), fact("floats"), fact("paints")]
    model = term_model(descriptions=lambda wording: described.get(wording, f"It {wording} now."))

    assert members(grouped(facts, model, ConstructionOptions(predicates=0.7))) == [("carry", "haul")]


def test_a_like_b_and_b_like_c_do_not_group_a_with_c() -> None:
    rows = {"carries": [1.0, 0.0], "hauls": [0.8, 0.6], "pulls": [0.28, 0.96]}
    embeddings = Embeddings.of(lambda texts: [rows[text] for text in texts])
    facts = [fact(wording) for wording in rows]

    assert members(grouped(facts, None, ConstructionOptions(predicates=0.75), embeddings)) == [("carry", "haul")]


def test_predicates_are_asked_about_at_once_each_by_its_first_fact() -> None:
    facts = [fact("carries"), fact("carried", "boat"), fact("sinks"), fact("carries", "oar")]
    model = term_model()

    findings = grouped(facts, model)

    assert findings.cost.requests == len(model.requests) == 1
    assert {id(each.schema) for each in model.requests} == {id(PREDICATES_SCHEMA)}
    shown = [line for each in model.requests for line in numbered(each.messages[-1].content, "predicates").values()]
    assert shown[0] == ["carries", "barge", "river"]
    assert len(shown) == 2


def test_replies_of_no_use_are_asked_for_once_more_and_then_counted() -> None:
    facts = [fact("carries"), fact("sinks")]
    replies = ["nothing", listed("predicates", "description", {2: "Goes down.", 5: "?"})]

    findings = grouped(facts, ScriptedChatModel(replies))

    assert [(group.name, group.description) for group in findings.groups] == [("sink", "Goes down.")]
    assert findings.cost.dropped == {"unknown number": 1, "not answered": 1}


@pytest.mark.parametrize("model", [None, term_model()])
def test_no_fact_has_no_group(model: ScriptedChatModel | None) -> None:
    assert grouped([], model).groups == ()


def test_the_same_facts_are_grouped_alike_on_every_run() -> None:
    facts = [
        fact(f"{verb} {preposition}") for verb in ("runs", "lies", "is part") for preposition in ("of", "in", "on")
    ]

    assert grouped(facts, term_model()) == grouped(facts, term_model())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("is used in", "has been used in"),
        ("related_to", "is related to"),
        ("has developed", "developed"),
        ("doesn't use", "does not use"),
        ("is in", "in"),
        ("is a type of", "type of"),
    ],
)
def test_forms_leave_out_what_tells_nothing(one: str, other: str) -> None:
    assert predicate_form(one, "en") == predicate_form(other, "en")


def test_prepositions_are_no_verbs() -> None:
    assert [predicate_key(wording, "en") for wording in ("used for", "related to", "due to")] == [
        "use for",
        "relate to",
        "due to",
    ]


# Texts of documents in prompts: whatever they hold, they stay inside their line, field and tag.

PIECES = st.lists(st.sampled_from(["|", " ", "</", "<", "/", "sentences>", "\n", "\x85", "a", "terms>"]), max_size=12)


@given(st.lists(PIECES.map("".join), min_size=1, max_size=4))
def test_fields_stay_as_many_as_they_are_on_one_line_and_close_nothing(texts: list[str]) -> None:
    line = " | ".join(f"{plain_field(text)}." for text in texts)
    assert len(line.split(" | ")) == len(texts)
    assert len(line.splitlines()) == 1
    assert not re.search(r"<\s*/\s*(?:sentences|terms)\b", line, re.IGNORECASE)


def test_a_bar_within_words_stays_and_long_texts_are_cut() -> None:
    assert plain_field("P(A|B) | the\tchance </ SENTENCES> ") == "P(A|B) / the chance ‹/ SENTENCES>"
    assert len(plain_field("bridge " * 1000)) <= 2000
    assert plain_field("bridge of stone", 6) == "bridge"


def test_sentences_stand_under_their_headings() -> None:
    text = made_text({"Quay | old": [["Boats </sentences> land."], ["Carts wait."]], "End": [["It closes."]]})
    assert sentence_lines(text.sentences).splitlines() == [
        "# Paper › Quay / old",
        "[1] Boats ‹/sentences> land.",
        "[2] Carts wait.",
        "# Paper › End",
        "[3] It closes.",
    ]


def test_texts_are_cut_between_sentences() -> None:
    text = made_text({"Quay": [["Boats land here.", "Carts wait there."], ["Nobody swims."]]})
    whole = [source.sentence.text for source in text.sentences]
    assert [[source.sentence.text for source in run] for run in cut(text.sentences, 1)] == [[each] for each in whole]
    assert section_windows(text, 1000) == [tuple(text.sentences)]


@pytest.mark.parametrize("said", [2, "2", "[2]", "no. 2", "line 2."])
def test_numbers_are_read_in_any_spelling(said: object) -> None:
    assert number_of(said) == 2


@pytest.mark.parametrize("said", [True, None, "two", "2 and 3", [2], 2.5])
def test_what_is_no_number_is_none(said: object) -> None:
    assert number_of(said) is None
