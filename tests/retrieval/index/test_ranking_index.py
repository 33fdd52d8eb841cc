"""What building the ranking index promises: words, mentions and titles, and updates that equal building anew."""

from collections.abc import Iterable
from random import Random

import numpy as np
import pytest

from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document, DocumentGraph, Mention
from lgm_core.retrieval.index.collection import collect
from lgm_core.retrieval.index.document_columns import DocumentColumns
from lgm_core.retrieval.index.index_building import build_index
from lgm_core.retrieval.index.title_matching import find_titles
from lgm_core.retrieval.index.token_arrays import Numbering, Tokenizer, Tokens
from lgm_core.retrieval.words import split_surfaces, split_words
from tests.support.plain_ranking import plain_titles
from tests.support.random_documents import random_document

SENTENCES = {
    "Odo Krell's boat sank.": ["Odo Krell"],
    "It was built by J. R. Belov in Ulm.": ["J. R. Belov", "Ulm"],
    "": [],
    "R. Aalto raised it.": ["R. Aalto"],
}


def tokens(chunk: int) -> tuple[list[str], Tokens]:
    strings = Numbering()
    tokenizer = Tokenizer(strings, chunk)
    for text, names in SENTENCES.items():
        spans = [(name, text.index(name)) for name in names]
        tokenizer.add(text, [Mention("", name.lower(), name, at, at + len(name)) for name, at in spans])
    found = tokenizer.finish()
    return list(strings), found


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


def test_words_are_counted_by_sentence() -> None:
    strings, found = tokens(chunk=1 << 20)
    assert found.sentence_words.tolist() == [4, 8, 0, 4]
    assert [strings[number] for number in found.word[:5]] == ["odo", "krell", "boat", "sank", "it"]


def test_mentions_have_the_places_of_their_words() -> None:
    strings, found = tokens(chunk=1 << 20)
    assert [strings[number] for number in found.concept] == ["odo krell", "j. r. belov", "ulm", "r. aalto"]
    assert [strings[number] for number in found.surface] == ["Odo Krell", "J. R. Belov", "Ulm", "R. Aalto"]
    assert found.sentence_mentions.tolist() == [1, 2, 0, 1]
    assert found.first.tolist() == [0, 4, 7, 0]
    assert found.last.tolist() == [1, 5, 7, 1]


def test_a_mention_without_words_is_left_out() -> None:
    tokenizer = Tokenizer(Numbering())
    tokenizer.add("a — b", [Mention("", "—", "—", 2, 3)])
    found = tokenizer.finish()
    assert found.concept.tolist() == []
    assert found.sentence_mentions.tolist() == [0]


@pytest.mark.parametrize("chunk", [0, 20])
def test_the_size_of_chunks_changes_nothing(chunk) -> None:
    (small, in_small), (large, in_large) = tokens(chunk), tokens(1 << 20)
    for name in ("word", "concept", "surface"):
        few, many = getattr(in_small, name), getattr(in_large, name)
        assert [small[number] for number in few] == [large[number] for number in many] != []
    for name in ("sentence_words", "sentence_mentions", "first", "last"):
        np.testing.assert_array_equal(getattr(in_small, name), getattr(in_large, name))


def find(titles: list[str], text: str) -> list[str]:
    """Return which titles a text names, with how many words into it; `|` divides sentences."""
    numbers = Numbering()
    words = [[numbers[word] for word in title.split()] for title in titles]
    sentences = [[numbers[word] for word in sentence.split()] for sentence in text.split("|")]
    starts = np.cumsum([0, *map(len, words)])
    first, last, title = find_titles(
        np.array([word for sentence in sentences for word in sentence], dtype=np.int32),
        np.array([number for number, sentence in enumerate(sentences) for _ in sentence], dtype=np.int32),
        np.array([word for title in words for word in title], dtype=np.int32),
        starts,
        np.ones(len(titles), dtype=bool),
    )
    return [f"{a}-{b} {titles[number]}" for a, b, number in zip(first, last, title, strict=True)]


def test_the_longest_title_at_a_word_is_found() -> None:
    assert find(["a", "a b", "a b c d", "c"], "a b c a") == ["0-1 a b", "2-2 c", "3-3 a"]


def test_a_title_that_a_found_one_overlaps_is_none() -> None:
    assert find(["a b", "b c", "c"], "a b c") == ["0-1 a b", "2-2 c"]


def test_a_title_does_not_go_on_in_the_next_sentence() -> None:
    assert find(["a b", "b"], "a | b a b") == ["1-1 b", "2-3 a b"]


def test_of_two_titles_written_alike_the_last_is_meant() -> None:
    assert find(["a", "a"], "x a") == ["1-1 a"]


@pytest.mark.parametrize("seed", range(40))
def test_titles_are_found_as_a_plain_search_finds_them(seed: int) -> None:
    random = Random(seed)
    titles = [random.choices("abcd", k=random.randint(0, 4)) for _ in range(12)]
    sought = [random.random() < 0.8 for _ in titles]
    sentences = [random.choices("abcde", k=random.randint(0, 12)) for _ in range(8)]
    numbers = Numbering()
    first, last, title = find_titles(
        np.array([numbers[word] for sentence in sentences for word in sentence], dtype=np.int32),
        np.array([number for number, sentence in enumerate(sentences) for _ in sentence], dtype=np.int32),
        np.array([numbers[word] for title in titles for word in title], dtype=np.int32),
        np.cumsum([0, *map(len, titles)]),
        np.array(sought),
    )
    expected = plain_titles(sentences, titles, sought)
    assert expected
    assert list(zip(first.tolist(), last.tolist(), title.tolist(), strict=True)) == expected


def graphs_of(documents: Iterable[Document]) -> list[DocumentGraph]:
    return analyse_documents(list(documents), LiteAnnotator(), "test")


@pytest.mark.parametrize("seed", range(12))
def test_exchanging_documents_gives_what_building_anew_gives(seed) -> None:
    random = Random(seed)
    held: dict[str, Document] = {}
    parts = collect([], language="en")
    for _ in range(6):
        new = {document.id: document for document in (random_document(random) for _ in range(random.randint(0, 4)))}
        gone = set(random.sample(sorted(held), min(len(held), random.randint(0, 2)))) | {"unknown"}
        held = {id: document for id, document in held.items() if id not in gone} | new
        parts = parts.updated(collect(graphs_of(new[id] for id in sorted(new)), language="en"), gone)
        anew = collect(graphs_of(held[id] for id in sorted(held)), language="en")
        assert parts.to_bytes() == anew.to_bytes()
        assert build_index(parts, language="en").to_bytes(revision=1) == build_index(anew, language="en").to_bytes(
            revision=1
        )


def test_contributions_survive_a_round_trip() -> None:
    parts = collect(
        graphs_of([Document(id="a", text="Odo Krell was born in Ulm.", title="Odo Krell")]), {"a": 7}, language="en"
    )
    again = DocumentColumns.from_bytes(parts.to_bytes())
    assert again is not None
    assert again.document_stamps.tolist() == [7]
    assert again.to_bytes() == parts.to_bytes()
