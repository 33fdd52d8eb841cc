"""The optional parser of the lite backend."""

import random

import numpy as np
import pytest

from lgm_core.language.lite.dependency_parser import DependencyParser
from lgm_core.language.lite.feature_keys import FeatureTable
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.perceptron import encode_weights, load_data, packed_scores, scorer, unpack_weights
from training.parser_transitions import (
    LEFT_ARC,
    RIGHT_ARC,
    SHIFT,
    Configuration,
    arc_features,
    label_features,
    sibling_tags,
)


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


def test_scores_read_together_are_those_read_one_by_one():
    sums = [unpack_weights({encode_weights(row): ["f"]})["f"] for row in ([3, -5, 9], [-900, 7, -1], [0, 0, -4])]
    assert packed_scores(np.array(sums), 3).T.tolist() == [list(scorer(3)(packed)) for packed in sums]


def test_features_with_the_same_weights_are_stored_once():
    assert encode_weights([-3, 0, 12]) == "A-3C12"
    packed = unpack_weights({"A-3C12": ["w a", "w b"]})
    assert packed["w a"] == packed["w b"]


# Sentences parsed together: their trees are those of the transitions and features one by one.

VOCABULARY = (
    "the/DET of/ADP she/PRON built/VERB is/AUX and/CCONJ old/ADJ bridge/NOUN zyxt/X to/PART ,/PUNCT Rome/PROPN 7/NUM"
).split()


def parsed_one_by_one(arcs, label_weights, labels, words, tags):
    """Return the heads and relations of a sentence by the features as text."""
    size, words, tags = len(words), [*map(str.lower, words), "", "", ""], [*tags, "ROOT", "", ""]
    configuration = Configuration(size)
    while permitted := configuration.permitted():
        scores = scorer(3)(sum(arcs.get(feature, 0) for feature in arc_features(configuration, words, tags)))
        configuration.apply(max(permitted, key=scores.__getitem__))
    heads, relations = configuration.heads, []
    for child in range(size):
        features = label_features(child, heads, words, tags, sibling_tags(child, configuration, tags))
        scores = scorer(len(labels))(sum(label_weights.get(feature, 0) for feature in features))
        relations.append("root" if heads[child] == size else labels[scores.index(max(scores))])
    return [-1 if head == size else head for head in heads[:size]], relations


def test_sentences_parsed_together_have_the_trees_of_each_alone():
    generator, model = random.Random(1), load_data("parser.json.gz")
    drawn = [generator.choices(VOCABULARY, k=generator.randint(0, 30)) for _ in range(40)]
    drawn.append(["7/NUM", *["zyxt/X"] * 12, "bridge/NOUN", *["the/DET"] * 40, "bridge/NOUN"])  # many children
    sentences = [tuple([word.split("/")[part] for word in words] for part in (0, 1)) for words in drawn]
    sentences = [sentence for sentence in sentences if sentence[0]]
    weights = unpack_weights(model["arcs"]), unpack_weights(model["label_weights"])
    expected = [parsed_one_by_one(*weights, model["labels"], *sentence) for sentence in sentences]
    assert DependencyParser(model).parse(sentences) == expected
    assert DependencyParser(model).parse([([], []), sentences[-1]]) == [([], []), expected[-1]]


def test_a_table_of_features_knows_its_keys_and_no_others():
    keys = np.random.default_rng(1).permutation(np.arange(1, 20_001))
    table = FeatureTable(keys[:10_000], keys[:10_000] % 7 + 1)
    assert table(keys[:10_000]).tolist() == (keys[:10_000] % 7 + 1).tolist()
    assert not table(keys[10_000:]).any()
