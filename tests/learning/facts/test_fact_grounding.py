"""Claimed facts are kept where a sentence bears them out, and all others are counted by reason."""

from __future__ import annotations

import pytest

from lgm_core.errors import InputError
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse
from lgm_core.learning.facts.end_grounding import GroundedEnd, SentenceWords, graph_sentences
from lgm_core.learning.facts.fact_grounding import EntityClaim, FactClaim, GroundedFacts, ground_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.learning.facts.same_facts import FactUnion, edit_similarity, predicate_key
from lgm_core.model import Document, Fact, FactEvidence, MentionSource, Value
from tests.support.store_graphs import document

TEXT = (
    "Salt Harbour is a drama film that Inês Moura directed in 1962. It was praised in Lisbon. "
    "The film features Rui Dias. Critics from Porto disliked the long storms."
)
GRAPH = analyse(Document.from_text(TEXT, id="d", title="Salt Harbour (film)"), LiteAnnotator(language="en"), "recipe")
SENTENCES = graph_sentences(GRAPH)


def ground(*claims: FactClaim, **arguments) -> GroundedFacts:
    return ground_facts(claims, SENTENCES, "llm:test", **arguments)


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (FactClaim("", "directs", "Porto"), "an end or the predicate is empty"),
        (FactClaim("Inês Moura", "directed " * 30, "1962"), "the predicate is too long"),
        (FactClaim("Inês Moura", "lives in", "Leeds"), "object not in the text"),
        (FactClaim("Leeds", "is near", "Porto"), "subject not in the text"),
        (FactClaim("Rui Dias", "is from", "Porto"), "not all in one sentence"),
        (FactClaim("Inês Moura", "directed", "1962", sentence_id="d#9"), "no such sentence"),
        (FactClaim("Inês Moura", "directed", "1962", sentence_id="d#2"), "subject not in the text"),
        (FactClaim("Inês Moura", "directed", "1962", "d#0", "Moura never directed"), "quote not in its sentence"),
        (FactClaim("Inês Moura", "directed", "1962", quote="Moura never directed"), "quote not in the text"),
        (FactClaim("It", "was praised in", "Lisbon"), "subject is not a concept"),
        (FactClaim("Porto", "is", "the Porto"), "related to itself"),
        (FactClaim("Salt Harbour", "is a", "film", sentence_id="d#3"), "not all in one sentence"),
    ],
)
def test_what_is_dropped_is_counted_by_reason(claim: FactClaim, reason: str) -> None:
    grounded = ground(claim)
    assert (grounded.facts, grounded.dropped) == ((), {reason: 1})


def test_a_bad_claim_costs_no_other() -> None:
    grounded = ground(FactClaim("Leeds", "is", "Porto"), FactClaim("Critics", "are from", "Porto"))
    assert [fact.subject for fact in grounded.facts] == ["critic"]


def test_a_fact_names_its_sentence_and_the_words_that_state_it() -> None:
    (fact,) = ground(FactClaim("Inês Moura", "has directed", "Salt Harbour", quote="Inês Moura directed in 1962")).facts
    (evidence,) = fact.evidence
    assert (fact.subject, fact.predicate, fact.object) == ("ines moura", "direct", "salt harbour")
    assert TEXT[evidence.start : evidence.end] == "Inês Moura directed in 1962"
    assert (evidence.sentence_id, evidence.wording, evidence.origin) == ("d#0", "has directed", "llm:test")


def test_what_no_store_can_hold_is_cleaned_away() -> None:
    (fact,) = ground(FactClaim("Inês\0Moura", "di\ud800rected", "1962\0")).facts
    assert (fact.subject, fact.evidence[0].wording, fact.object) == ("ines moura", "di?rected", ground_year())


def ground_year() -> Value:
    (fact,) = ground(FactClaim("Inês Moura", "directed", "1962")).facts
    assert isinstance(fact.object, Value)
    return fact.object


def test_lemmas_count() -> None:
    (fact,) = ground(FactClaim("critic", "disliked", "long storm")).facts
    assert fact.evidence[0].sentence_id == "d#3"


def test_dates_are_values_and_the_title_is_its_topic() -> None:
    (fact,) = ground(FactClaim("Salt Harbour (film)", "directed", "in 1962", qualifiers=(("by", "Moura"),))).facts
    assert fact.subject == "salt harbour"
    assert isinstance(fact.object, Value)
    assert fact.object.normalised == "1962"
    assert fact.qualifiers == (("by", "moura"),)


def test_every_concept_of_a_fact_is_mentioned_by_its_sentence() -> None:
    grounded = ground(
        FactClaim("Salt Harbour", "was praised in", "Lisbon", sentence_id="d#1"),
        FactClaim("Porto harbour", "has", "critics", sentence_id="d#3"),
        FactClaim("Moura film", "made in", "1962", sentence_id="d#0"),
    )
    assert len(grounded.facts) == 3
    mentioned = {(m.sentence_id, m.concept) for m in (*GRAPH.mentions, *grounded.mentions)}
    needed = {(fact.evidence[0].sentence_id, concept) for fact in grounded.facts for concept in fact.concepts}
    assert needed <= mentioned
    sources = {mention.concept: mention.source for mention in grounded.mentions}
    assert sources == {"porto harbour": MentionSource.TITLE, "moura film": MentionSource.TEXT}


def test_a_fact_that_is_there_in_almost_the_same_words_is_that_fact() -> None:
    known = Fact("critic", "travel from city", "porto")
    grounded = ground(FactClaim("Critics", "travelled from the citty", "Porto"), known=[known])
    assert [fact.key for fact in grounded.facts] == [known.key]


def test_entities_have_profiles_in_documents_that_name_them() -> None:
    grounded = ground(
        entities=[EntityClaim("Rui Dias", ("actor",), "Acts in Salt Harbour."), EntityClaim("Ada Krone", ("author",))]
    )
    (profile,) = grounded.profiles
    assert (profile.document_id, profile.concept, profile.types) == ("d", "rui dias", ("actor",))
    assert [evidence.sentence_id for evidence in profile.evidence] == ["d#2"]
    assert grounded.dropped == {"entity not in the text": 1}


@pytest.mark.parametrize(
    ("wording", "key"),
    [
        ("was directed by", "direct by"),
        ("is the husband of", "be husband of"),
        ("has won", "win"),
        ("has", "have"),
        ("born in", "bear in"),
        ("was born in", "bear in"),
        ("the", "the"),
    ],
)
def test_predicates_have_a_key(wording: str, key: str) -> None:
    assert predicate_key(wording, "en") == key


def test_edit_similarity_counts_characters_that_differ() -> None:
    assert edit_similarity("", "") == 1
    assert edit_similarity("abcd", "abcx") == 0.75
    assert edit_similarity("abcd", "") == 0


def test_evidence_of_one_fact_unites() -> None:
    first, second = (FactEvidence(f"d#{n}", 0, 1, "is in", "parse") for n in (0, 1))
    union = FactUnion()
    union.add(Fact("a", "be located in", "b", (), (second,)))
    union.add(Fact("a", "be locatet in", "b", (), (first,)))
    assert union.facts == (Fact("a", "be located in", "b", (), (first, second)),)


def test_only_sentences_that_may_have_a_phrase_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 200
    graph = document("d", *(f"[Person{n}|person{n}] met [Bob|bob] in town{n}." for n in range(count)))
    looked: list[str] = []
    ground_one = SentenceWords.ground

    def counted(words: SentenceWords, phrase: str) -> GroundedEnd | None:
        looked.append(phrase)
        return ground_one(words, phrase)

    monkeypatch.setattr(SentenceWords, "ground", counted)
    claims = [FactClaim(f"Person{n}", "met", "Bob") for n in range(count)]
    entities = [EntityClaim(f"Person{n}", ("person",)) for n in range(count)]
    found = ground_facts(claims, graph_sentences(graph), "import:x", entities=entities)
    assert (len(found.facts), len(found.profiles)) == (count, count)
    assert len(looked) <= 4 * count


def test_options_that_are_no_numbers_are_refused() -> None:
    for wrong in ("x", 1.5, True, None):
        with pytest.raises(InputError, match=r"window_tokens=.*whole number"):
            FactOptions("llm", window_tokens=wrong)
    with pytest.raises(InputError, match="not a Prompt"):
        FactOptions("llm", prompt="List the facts.")
