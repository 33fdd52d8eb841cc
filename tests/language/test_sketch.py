"""The sketch of a sentence: who does what, roughly, from tags alone."""

import pytest

from lgm_core.language.coreference.clause_sketch import Sketch
from lgm_core.language.lite.lite_annotator import LiteAnnotator


def sketch(text):
    (sentence,) = LiteAnnotator(pronouns=False).annotate([text])[0]
    return Sketch(sentence.tokens), [token.text for token in sentence.tokens]


def role(text, word):
    drawn, words = sketch(text)
    return drawn.role(words.index(word))


@pytest.mark.parametrize(
    ("word", "kind"),
    [("Thomas", "s"), ("Maria", "o"), ("Turin", "b"), ("Peter", "p")],
)
def test_names_play_their_parts(word, kind):
    assert role("Thomas met Maria in Turin and saw Peter's bridge.", word).kind == kind


def test_the_agent_of_a_passive_is_told_from_its_subject():
    text = "The bridge was designed by Hallam."
    assert (role(text, "bridge").kind, role(text, "Hallam").kind) == ("s", "a")


def test_what_follows_of_belongs_to_the_noun_before_it():
    of = role("The son of Reed sailed home.", "Reed")
    assert (of.kind, of.preposition) == ("n", "of")


def test_a_coordinated_name_plays_the_part_of_the_first():
    second = role("Thomas and Maria sailed home.", "Maria")
    assert (second.kind, second.coordinated) == ("s", True)


def test_clauses_are_told_apart():
    drawn, words = sketch("When Reed came home, Costa wrote a letter.")
    assert words[drawn.clause(words.index("Reed"))] == "came"
    assert words[drawn.clause(words.index("letter"))] == "wrote"


@pytest.mark.parametrize("text", ["Yes!", "And so", "of the", "... 12 -", "Reed", "is is is", ", , and ,"])
def test_any_words_can_be_sketched(text):
    drawn, words = sketch(text)
    assert all(drawn.role(at).kind in "sopnabx" and 0 <= drawn.clause(at) < len(words) for at in range(len(words)))
