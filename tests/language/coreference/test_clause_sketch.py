"""The sketch of a sentence: roles and clauses, roughly, from tags alone."""

import pytest

from lgm_core.language.coreference.entities import ClauseSketch, Role
from lgm_core.language.lite.lite_annotator import LiteAnnotator


def sketch_of(text: str) -> tuple[ClauseSketch, list[str]]:
    """Return the sketch of a sentence and its words."""
    (sentence,) = LiteAnnotator(pronouns=False).annotate([text])[0]
    return ClauseSketch(sentence.tokens), [token.text for token in sentence.tokens]


def role_of(word: str, text: str) -> Role:
    sketch, words = sketch_of(text)
    return sketch.role(words.index(word))


@pytest.mark.parametrize(
    ("word", "kind"),
    [("Thomas", "s"), ("Maria", "o"), ("Turin", "b"), ("Peter", "p")],
)
def test_names_have_grammatical_roles(word, kind):
    assert role_of(word, "Thomas met Maria in Turin and saw Peter's bridge.").kind == kind


def test_the_agent_of_a_passive_is_told_from_its_subject():
    text = "The bridge was designed by Hallam."
    assert (role_of("bridge", text).kind, role_of("Hallam", text).kind) == ("s", "a")


def test_what_follows_of_belongs_to_the_noun_before_it():
    complement = role_of("Reed", "The son of Reed sailed home.")
    assert (complement.kind, complement.preposition) == ("n", "of")


def test_a_coordinated_name_has_the_role_of_the_first():
    second = role_of("Maria", "Thomas and Maria sailed home.")
    assert (second.kind, second.coordinated) == ("s", True)


def test_an_apposed_name_has_the_role_of_the_noun_before_it():
    apposed = role_of("captain", "Thomas Reed, the captain, sailed home.")
    assert (apposed.kind, apposed.apposed) == ("s", True)


def test_clauses_are_told_apart():
    sketch, words = sketch_of("When Reed came home, Costa wrote a letter.")
    assert words[sketch.clause(words.index("Reed"))] == "came"
    assert words[sketch.clause(words.index("letter"))] == "wrote"


@pytest.mark.parametrize("text", ["Yes!", "And so", "of the", "... 12 -", "Reed", "is is is", ", , and ,"])
def test_any_words_can_be_sketched(text):
    sketch, words = sketch_of(text)
    assert words
    for index in range(len(words)):
        assert sketch.role(index).kind in "sopnabx"
        assert 0 <= sketch.clause(index) < len(words)
    assert sketch.heads.count(-1) == 1
