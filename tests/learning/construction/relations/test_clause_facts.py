"""Relations among the things of sentences, read from their clauses."""

import pytest

from lgm_core.learning.construction.relations.relation_stage import clause_facts
from lgm_core.model import MentionSource
from tests.learning.construction.document_making import READER, text_of
from tests.learning.construction.relations.thing_making import things_of


def stated(sentence: str, *names: str) -> set[tuple[str, str, str]]:
    text = text_of(sentence)
    facts = clause_facts(text, things_of(text, *names), READER).facts
    return {(fact.subject, evidence.wording, str(fact.object)) for fact in facts for evidence in fact.evidence}


@pytest.mark.parametrize(
    ("sentence", "names", "expected"),
    [
        ("The kiln melts the glaze.", ["kiln", "glaze"], [("kiln", "melts", "glaze")]),
        ("The glaze is stored in jars.", ["glaze", "jar"], [("glaze", "is stored in", "jar")]),
        ("The press can print posters.", ["press", "poster"], [("press", "can print", "poster")]),
        ("A kiln is a furnace.", ["kiln", "furnace"], [("kiln", "is", "furnace")]),
        ("The extraction of ore is slow.", ["extraction", "ore"], [("extraction", "of", "ore")]),
        ("The museum bought a loom based on a sketch.", ["loom", "sketch"], [("loom", "based on", "sketch")]),
        ("The museum shows a loom that weaves carpets.", ["loom", "carpet"], [("loom", "weaves", "carpet")]),
        ("The village owns a mill for grinding corn.", ["mill", "corn"], [("mill", "for grinding", "corn")]),
        ("The mill is used to grind corn.", ["mill", "corn"], [("mill", "is used to grind", "corn")]),
        (
            "In winter, the mill was sold to the guild.",
            ["mill", "guild"],
            [("mill", "was sold to", "guild")],
        ),
        ("We feed the kiln with wood.", ["kiln", "wood"], [("kiln", "with", "wood")]),
        ("Kiln: melts the glaze.", ["Kiln", "glaze"], [("kiln", "melts", "glaze")]),
        ("The mill does not grind corn.", ["mill", "corn"], [("mill", "does not grind", "corn")]),
        ("The mill never produces corn.", ["mill", "corn"], [("mill", "never produces", "corn")]),
        ("No mill produces corn.", ["mill", "corn"], [("mill", "no produces", "corn")]),
        ("The loom, using a belt, weaves carpets.", ["loom", "belt"], [("loom", "using", "belt")]),
    ],
)
def test_a_clause_is_read_in_its_own_words(
    sentence: str, names: list[str], expected: list[tuple[str, str, str]]
) -> None:
    assert set(expected) <= stated(sentence, *names)


def test_each_of_coordinated_things_is_related() -> None:
    found = stated("The mill grinds corn, wheat and barley.", "mill", "corn", "wheat", "barley")
    assert found == {("mill", "grinds", grain) for grain in ("corn", "wheat", "barley")}


def test_what_stands_beside_the_last_words_of_a_thing_is_not_related_as_the_thing_is() -> None:
    found = stated("The glaze is a mixture of clay and water.", "glaze", "mixture of clay", "clay", "water")
    assert ("glaze", "is", "mixture of clay") in found
    assert ("glaze", "is", "water") not in found


def test_coordinated_verbs_share_their_subject() -> None:
    found = stated("The guild regulates the trade and helps the poor widows.", "guild", "trade", "widow")
    assert found == {("guild", "regulates", "trade"), ("guild", "helps", "widow")}


def test_the_verb_behind_a_relative_clause_has_the_subject_before_it() -> None:
    found = stated("The machine that the museum bought can weave carpets.", "machine", "museum", "carpet")
    assert found == {("museum", "bought", "machine"), ("machine", "can weave", "carpet")}


@pytest.mark.parametrize(
    "sentence",
    [
        "If the mill produces corn, the village is glad.",
        "Does the mill grind corn?",
        "The mill and the corn.",
        "The mill has tasks such as grinding corn.",
    ],
)
def test_what_is_not_stated_is_no_relation(sentence: str) -> None:
    assert stated(sentence, "mill", "corn") == set()


@pytest.mark.parametrize("sentence", ["The mill does not grind corn.", "The mill never grinds corn."])
def test_a_denial_is_a_fact_whose_predicate_says_so(sentence: str) -> None:
    text = text_of(sentence)
    (fact,) = clause_facts(text, things_of(text, "mill", "corn"), READER).facts
    assert fact.predicate == "not grind"


def test_a_thing_in_brackets_does_not_come_between() -> None:
    found = stated("The mill (a tower of stone) produces flour.", "mill", "tower", "stone", "flour")
    assert found == {("mill", "produces", "flour"), ("tower", "of", "stone")}


def test_names_of_one_thing_are_not_related_to_each_other() -> None:
    text = text_of("The mill is the Old Mill.")
    findings = clause_facts(text, things_of(text, "Old Mill|mill"), READER)
    assert not findings.facts
    assert findings.cost.dropped["a relation of a thing to itself"] == 1


def test_a_long_name_speaks_for_the_thing_in_its_last_words_where_nothing_else_does() -> None:
    text = text_of("The village bought a steam mill.")
    facts = clause_facts(text, things_of(text, "village", "steam mill", "mill"), READER).facts
    assert {(fact.subject, fact.object) for fact in facts} == {("village", "steam mill"), ("village", "mill")}


def test_the_last_words_of_a_subject_speak_for_nothing_else() -> None:
    assert stated("The steam mill needs coal.", "steam mill", "mill", "coal") == {("steam mill", "needs", "coal")}


def test_a_value_between_two_things_makes_no_predicate() -> None:
    found = stated("The dough needs 500 g of flour.", "dough", "flour")
    assert not any("500" in wording for _, wording, _ in found)


def test_a_name_with_a_preposition_holds_a_relation_of_its_own() -> None:
    found = stated("The guild regulates the trade of wool.", "guild", "trade of wool", "trade", "wool")
    assert {("guild", "regulates", "trade of wool"), ("trade", "of", "wool")} <= found


def test_a_pronoun_states_something_of_what_it_stands_for() -> None:
    text = text_of("Clara Hoff directed the museum.", "She collected looms.")
    findings = clause_facts(text, things_of(text, "Clara Hoff", "loom"), READER)
    (fact,) = findings.facts
    assert (fact.subject, fact.predicate, fact.object) == ("clara hoff", "collect", "loom")
    id = fact.evidence[0].sentence_id
    mentioned = {source.sentence.id: source.mentioned for source in text.sentences}[id]
    sources = {mention.concept: mention.source for mention in findings.mentions}
    assert "clara hoff" in mentioned or sources["clara hoff"] is MentionSource.COREFERENCE


def test_evidence_lies_in_its_sentence_and_holds_the_wording() -> None:
    text = text_of("It rained.", "The kiln melts the glaze.")
    (fact,) = clause_facts(text, things_of(text, "kiln", "glaze"), READER).facts
    (evidence,) = fact.evidence
    sentence = next(source.sentence for source in text.sentences if source.sentence.id == evidence.sentence_id)
    assert sentence.text[evidence.start : evidence.end] == "The kiln melts the glaze"
    assert fact.predicate == "melt"
    assert evidence.origin == "parse"


def test_a_document_without_things_states_nothing() -> None:
    assert not clause_facts(text_of("The kiln melts the glaze."), [], READER).facts
