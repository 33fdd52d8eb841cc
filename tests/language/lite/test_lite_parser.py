"""The optional parser of the lite backend."""

import random

import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.lite.transitions import LEFT_ARC, RIGHT_ARC, SHIFT, Configuration
from lgm_core.language.perceptron import classifier, encode_weights, scorer, unpack_weights


@pytest.fixture(scope="module")
def annotator():
    return LiteAnnotator(parse=True)


def arcs(annotator, text):
    """Return head and relation of each word."""
    (sentence,) = annotator.annotate([text])[0]
    words = [token.text for token in sentence.tokens]
    return {token.text: (words[token.head] if token.head >= 0 else "ROOT", token.relation) for token in sentence.tokens}


def test_subject_verb_object(annotator):
    parsed = arcs(annotator, "The old sailor repaired a boat.")
    assert parsed["repaired"] == ("ROOT", "root")
    assert parsed["sailor"] == ("repaired", "nsubj")
    assert parsed["boat"] == ("repaired", "obj")
    assert parsed["The"] == ("sailor", "det")
    assert parsed["old"] == ("sailor", "amod")


def test_a_copula_hangs_on_its_predicate(annotator):
    parsed = arcs(annotator, "A violin is an instrument.")
    assert parsed["instrument"] == ("ROOT", "root")
    assert parsed["is"] == ("instrument", "cop")
    assert parsed["violin"] == ("instrument", "nsubj")


@pytest.mark.parametrize("text", ["Hi", "!!!", "👍 ok", 'No way , he said ( twice ) : " never " .', "a " * 500])
def test_every_parse_is_a_tree_with_one_root(annotator, text):
    sentences = annotator.annotate([text])[0]
    assert sentences
    for sentence in sentences:
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


def test_transitions_build_a_tree():
    configuration = Configuration(3)  # clocks <- strike -> noon
    for transition in (LEFT_ARC, SHIFT, SHIFT, RIGHT_ARC, LEFT_ARC):
        assert transition in configuration.permitted()
        configuration.apply(transition)
    assert not configuration.permitted()
    assert configuration.heads[:3] == [1, 3, 1]


def test_the_root_takes_no_word_while_others_are_in_the_buffer_or_on_the_stack():
    configuration = Configuration(2)
    assert configuration.permitted() == (SHIFT, LEFT_ARC)
    configuration.apply(SHIFT)
    assert configuration.permitted() == (RIGHT_ARC,)
    configuration.apply(RIGHT_ARC)
    assert configuration.permitted() == (LEFT_ARC,)


# Packed weights: what is encoded comes back, and sums of packed weights are the sums of every class.


def test_the_sum_of_packed_weights_scores_every_class():
    rows = {"w a": [3, -5, 0], "w b": [-7, -20, 1], "w c": [0, 0, -32_000]}
    packed = unpack_weights({encode_weights(weights): [feature] for feature, weights in rows.items()})
    first, *others = scorer(3)(packed["w a"] + packed["w b"] + packed["w c"])
    assert [first - other for other in others] == [-4 - -25, -4 - -31_999]


def test_the_classifier_agrees_with_plain_sums_on_random_weights():
    generator = random.Random(1)
    best = classifier(5)
    for _ in range(200):
        rows = [[generator.randint(-900, 900) for _ in range(5)] for _ in range(8)]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        packed = (unpack_weights({encode_weights(row): ["f"]}).get("f", 0) for row in rows)
        assert best(sum(packed)) == sums.index(max(sums))


def test_the_lowest_number_wins_a_tie():
    packed = unpack_weights({encode_weights([0, 4, 4]): ["f"]})["f"]
    assert classifier(3)(packed) == 1


def test_features_with_the_same_weights_are_stored_once():
    assert encode_weights([-3, 0, 12]) == "A-3C12"
    packed = unpack_weights({"A-3C12": ["w a", "w b"]})
    assert packed["w a"] == packed["w b"]
