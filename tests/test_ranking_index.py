"""What building the ranking index promises: words, mentions and positions, whatever the size of its chunks."""

import dataclasses

import numpy as np
import pytest

from lgm_core.model import Mention
from lgm_core.retrieval.tokens import GAP, Tokenizer, Tokens
from lgm_core.retrieval.words import split_surfaces, split_words

SENTENCES = {
    "Odo Krell's boat sank.": ["Odo Krell"],
    "It was built by J. R. Belov in Ulm.": ["J. R. Belov", "Ulm"],
    "": [],
    "R. Aalto raised it.": ["R. Aalto"],
}


def tokens(chunk: int) -> tuple[Tokenizer, Tokens]:
    tokenizer = Tokenizer(chunk)
    for text, names in SENTENCES.items():
        spans = [(name, text.index(name)) for name in names]
        tokenizer.add(text, [Mention("", name.lower(), name, at, at + len(name)) for name, at in spans])
    return tokenizer, tokenizer.finish()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("J. R. R. Krell", ["JRR", "Krell"]),
        ("J.R.R. Krell's", ["JRR", "Krell"]),
        ("Plan B. A boat", ["Plan", "B", "A", "boat"]),
        ("the boats' crew", ["the", "boats", "crew"]),
        ("s.s. Ulm", ["s", "s", "Ulm"]),
        ("I, J. and K. Krell", ["I", "J", "and", "K", "Krell"]),
        ("...", []),
        ("", []),
    ],
)
def test_initials_join_and_possessives_go(text, words) -> None:
    assert split_surfaces(text)[0] == words


def test_a_word_is_folded_and_knows_where_it_stands() -> None:
    word = split_words("the Ærø ferry")[1]
    assert (word.folded, word.is_capitalised, word.start) == ("aero", True, 4)


def test_sentences_lie_apart_and_words_of_one_are_neighbours() -> None:
    found = tokens(chunk=1 << 20)[1]
    assert found.sentence_start.tolist() == [0, 4 + GAP, 12 + 2 * GAP, 12 + 3 * GAP]
    assert found.position[:5].tolist() == [0, 1, 2, 3, 4 + GAP]


def test_mentions_have_the_positions_of_their_words() -> None:
    tokenizer, found = tokens(chunk=1 << 20)
    names = [list(tokenizer.concepts)[number] for number in found.concept]
    assert names == ["odo krell", "j. r. belov", "ulm", "r. aalto"]
    second = 4 + GAP
    assert found.first[:3].tolist() == [0, second + 4, second + 7]
    assert found.last[:3].tolist() == [1, second + 5, second + 7]
    assert found.mention_sentence().tolist() == [0, 1, 1, 3]


def test_a_mention_without_words_is_left_out() -> None:
    tokenizer = Tokenizer()
    tokenizer.add("a — b", [Mention("", "—", "—", 2, 3)])
    assert tokenizer.finish().concept.tolist() == []


@pytest.mark.parametrize("chunk", [0, 20])
def test_the_size_of_chunks_changes_nothing(chunk) -> None:
    (small, in_small), (large, in_large) = tokens(chunk), tokens(1 << 20)
    assert small.folded == large.folded
    for field in dataclasses.fields(Tokens):
        np.testing.assert_array_equal(getattr(in_small, field.name), getattr(in_large, field.name))
