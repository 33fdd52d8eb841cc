"""The optional parser of the lite backend."""

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.lite.parser import LEFT, RIGHT, SHIFT, State


@pytest.fixture(scope="module")
def annotator():
    return LiteAnnotator(parse=True)


def arcs(annotator, text):
    (sentence,) = annotator.annotate([text])[0]
    words = [token.text for token in sentence.tokens]
    return {token.text: (words[token.head] if token.head >= 0 else "ROOT", token.relation) for token in sentence.tokens}


def test_subject_verb_object(annotator):
    found = arcs(annotator, "The old sailor repaired a boat.")
    assert found["repaired"] == ("ROOT", "root")
    assert found["sailor"] == ("repaired", "nsubj")
    assert found["boat"] == ("repaired", "obj")
    assert found["The"] == ("sailor", "det")
    assert found["old"] == ("sailor", "amod")


def test_a_copula_hangs_on_its_predicate(annotator):
    found = arcs(annotator, "A violin is an instrument.")
    assert found["instrument"] == ("ROOT", "root")
    assert found["is"] == ("instrument", "cop")
    assert found["violin"] == ("instrument", "nsubj")


@pytest.mark.parametrize("text", ["Hi", "!!!", "👍 ok", 'No way , he said ( twice ) : " never " .', "a " * 500])
def test_every_parse_is_a_tree_with_one_root(annotator, text):
    for sentence in annotator.annotate([text])[0]:
        heads = [token.head for token in sentence.tokens]
        assert heads.count(-1) == 1
        for position in range(len(heads)):
            steps = 0
            while position >= 0:
                position = heads[position]
                steps += 1
                assert steps <= len(heads)


def test_without_the_parser_heads_and_relations_stay_empty():
    tokens = LiteAnnotator().annotate(["The clock strikes."])[0][0].tokens
    assert {(token.head, token.relation) for token in tokens} == {(-1, "")}


def test_moves_build_the_tree_they_say():
    state = State(3)  # clocks <- strike -> noon
    for move in (LEFT, SHIFT, SHIFT, RIGHT, LEFT):
        assert state.moves()[move]
        state.apply(move)
    assert state.done
    assert state.heads[:3] == [1, 3, 1]
