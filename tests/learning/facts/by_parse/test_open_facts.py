"""Open facts in the graph of a document."""

from __future__ import annotations

import pytest

from lgm_core.errors import InputError
from lgm_core.graph.canonical import canonical
from lgm_core.language.backends import annotator_named
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.facts.by_parse.parsed_sentences import require_parse
from lgm_core.model import Document, DocumentGraph, Value, ValueKind

TEXT = """# Mary Cook

Mary Cook (4 May 1904, Porto – 1987) was a Portuguese film director. She directed the drama "Salt Harbour" in 1962.
Her husband was Rui Dias. She did not live in Leeds. If it rains, Cook paints boats. Use `Cook.paint()` now.

| Film | Year |
|---|---|
| Salt Harbour directed Cook | 1962 |
"""


def graph(text: str = TEXT) -> DocumentGraph:
    document = Document.from_text(text, id="d", media_type="text/markdown")
    return analyse(document, LiteAnnotator(parse=True), "recipe", facts=True)


def test_facts_stand_in_their_sentences() -> None:
    learned = graph()
    texts = {sentence.id: sentence.text for sentence in learned.sentences}
    assert {(fact.subject, fact.predicate) for fact in learned.facts} >= {("mary cook", "bear"), ("mary cook", "die")}
    for fact in learned.facts:
        for evidence in fact.evidence:
            assert 0 <= evidence.start < evidence.end <= len(texts[evidence.sentence_id])
            assert evidence.origin == "parse"


def test_every_concept_is_mentioned_by_each_sentence_that_is_evidence() -> None:
    learned = graph()
    mentioned = {(mention.sentence_id, mention.concept) for mention in learned.mentions}
    needed = {
        (evidence.sentence_id, concept)
        for fact in learned.facts
        for evidence in fact.evidence
        for concept in fact.concepts
    }
    assert needed
    assert needed <= mentioned


def test_pronouns_titles_and_dates_are_ends() -> None:
    facts = {
        (fact.subject, fact.predicate, fact.object.normalised if isinstance(fact.object, Value) else fact.object)
        for fact in graph().facts
    }
    assert ("mary cook", "bear", "1904-05-04") in facts
    assert ("mary cook", "husband", "rui dias") in facts


def test_what_is_conditional_code_or_a_table_gives_none() -> None:
    learned = graph()
    evidence = {entry.sentence_id for fact in learned.facts for entry in fact.evidence}
    stating = [sentence.text for sentence in learned.sentences if sentence.id in evidence]
    assert not [text for text in stating if text.startswith(("If it", "Use", "Salt Harbour directed"))]


def test_a_denial_is_a_fact_whose_predicate_says_so() -> None:
    (denial,) = [fact for fact in graph().facts if fact.object == "leeds"]
    assert (denial.subject, denial.predicate) == ("mary cook", "not live in")
    assert denial.evidence[0].wording == "did not live in"


def test_without_being_asked_for_there_are_none() -> None:
    document = Document.from_text(TEXT, id="d", media_type="text/markdown")
    assert analyse(document, LiteAnnotator(parse=True), "recipe").facts == ()


def test_a_backend_without_a_parse_is_refused_by_naming_one_that_has_it() -> None:
    require_parse(annotator_named("lite:parse"))
    for name in ("lite", "lite:de"):
        with pytest.raises(InputError, match="lite:parse"):
            require_parse(annotator_named(name))


def test_what_is_said_of_a_value_is_no_fact() -> None:
    text = "The average temperature is around 25 °C with day temperatures rising to 32 °C. The 1960s rose in Leeds."
    facts = canonical(graph(text)).facts  # which refuses facts without a subject
    assert all(fact.subject for fact in facts)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("at least 15 euros", Value("at least 15 euros", ValueKind.QUANTITY)),
        ("less than 15 euros", Value("less than 15 euros", ValueKind.QUANTITY)),
        ("up to 15 euros", Value("up to 15 euros", ValueKind.QUANTITY)),
        ("about 15 euros", Value("about 15 euros", ValueKind.QUANTITY)),
        ("10 to 15 euros", Value("10 to 15 euros", ValueKind.QUANTITY)),
        ("between 10 and 15 euros", Value("between 10 and 15 euros", ValueKind.QUANTITY)),
        ("15 euros or more", Value("15 euros or more", ValueKind.QUANTITY)),
        ("15 euros", Value("15 euros", ValueKind.QUANTITY, 15, 15, "EUR")),
    ],
)
def test_a_bound_of_an_amount_is_no_amount_to_compute_with(said: str, value: Value) -> None:
    assert [(fact.predicate, fact.object) for fact in graph(f"The repair costs {said}.").facts] == [("cost", value)]
