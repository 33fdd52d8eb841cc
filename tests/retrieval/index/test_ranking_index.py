"""What building the ranking index promises: words, mentions and titles, and updates that equal building anew."""

import io
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from lgm_core.errors import StoreError
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.language.words import split_surfaces, split_words
from lgm_core.learning.analysis import analyse_documents
from lgm_core.model import Document, DocumentGraph, Mention
from lgm_core.retrieval.index.array_file import read_arrays, write_arrays
from lgm_core.retrieval.index.arrays import Texts
from lgm_core.retrieval.index.collection import Numbering, Tokenizer, Tokens, WordForms, collect
from lgm_core.retrieval.index.segment import is_in
from lgm_core.retrieval.index.segment_building import find_titles, whole_segment
from lgm_core.retrieval.word_codes import code_of_phrase, code_of_word, phrase_codes, prefix_codes
from tests.support.plain_ranking import plain_titles

SENTENCES = {
    "Odo Krell's boat sank.": ["Odo Krell"],
    "It was built by J. R. Belov in Ulm.": ["J. R. Belov", "Ulm"],
    "": [],
    "R. Aalto raised it.": ["R. Aalto"],
}


def tokens(chunk: int) -> tuple[list[str], list[tuple[str, str]], Tokens]:
    strings: Numbering[str] = Numbering()
    words: Numbering[tuple[str, str]] = Numbering()
    tokenizer, forms = Tokenizer(strings, chunk), WordForms(words, "en")
    for text, names in SENTENCES.items():
        spans = [(name, text.index(name)) for name in names]
        tokenizer.add(text, [Mention("", name.lower(), name, at, at + len(name)) for name, at in spans], forms)
    found = tokenizer.finish()
    return list(strings), list(words), found


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
    _, words, found = tokens(chunk=1 << 20)
    assert found.sentence_words.tolist() == [4, 8, 0, 4]
    assert [words[number][0] for number in found.word[:5]] == ["odo", "krell", "boat", "sank", "it"]


def test_mentions_have_the_places_of_their_words() -> None:
    strings, _, found = tokens(chunk=1 << 20)
    assert [strings[number] for number in found.concept] == ["odo krell", "j. r. belov", "ulm", "r. aalto"]
    assert [strings[number] for number in found.surface] == ["Odo Krell", "J. R. Belov", "Ulm", "R. Aalto"]
    assert found.sentence_mentions.tolist() == [1, 2, 0, 1]
    assert found.first.tolist() == [0, 4, 7, 0]
    assert found.last.tolist() == [1, 5, 7, 1]


def test_a_mention_without_words_is_left_out() -> None:
    tokenizer = Tokenizer(Numbering())
    tokenizer.add("a — b", [Mention("", "—", "—", 2, 3)], WordForms(Numbering(), "en"))
    found = tokenizer.finish()
    assert found.concept.tolist() == []
    assert found.sentence_mentions.tolist() == [0]


@pytest.mark.parametrize("chunk", [0, 20])
def test_the_size_of_chunks_changes_nothing(chunk) -> None:
    (small, few_words, in_small), (large, many_words, in_large) = tokens(chunk), tokens(1 << 20)
    assert [few_words[number] for number in in_small.word] == [many_words[number] for number in in_large.word]
    for name in ("concept", "surface"):
        few, many = getattr(in_small, name), getattr(in_large, name)
        assert [small[number] for number in few] == [large[number] for number in many] != []
    for name in ("sentence_words", "sentence_mentions", "first", "last"):
        np.testing.assert_array_equal(getattr(in_small, name), getattr(in_large, name))


def matches(sentences: list[list[str]], titles: list[list[str]]) -> list[tuple[int, int, int]]:
    """Return first word, last word and title of what sentences name; of titles written alike, the last one."""
    words = [word for title in titles for word in title]
    codes = np.array([code_of_word(word) for word in words], dtype=np.int64)
    beginnings = prefix_codes(codes, np.cumsum([0, *map(len, titles)]))
    numbers = {code_of_phrase(title): number for number, title in enumerate(titles) if title}
    known = np.array(sorted(numbers), dtype=np.int64)
    text = np.array([code_of_word(word) for words in sentences for word in words], dtype=np.int64)
    sentence = np.array([number for number, words in enumerate(sentences) for _ in words], dtype=np.int64)
    starts = is_in(phrase_codes(text, np.arange(len(text) + 1)), beginnings)
    first, last, code = find_titles(
        text, sentence, starts, lambda wanted: is_in(wanted, beginnings), lambda wanted: is_in(wanted, known)
    )
    return [(a, b, numbers[c]) for a, b, c in zip(first.tolist(), last.tolist(), code.tolist(), strict=True)]


def find(titles: list[str], text: str) -> list[str]:
    """Return which titles a text names, with how many words into it; `|` divides sentences."""
    found = matches([sentence.split() for sentence in text.split("|")], [title.split() for title in titles])
    return [f"{first}-{last} {titles[number]}" for first, last, number in found]


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
    sentences = [random.choices("abcde", k=random.randint(0, 12)) for _ in range(8)]
    expected = plain_titles(sentences, titles, [True] * len(titles))
    assert matches(sentences, titles) == expected


def graphs_of(documents: Iterable[Document]) -> list[DocumentGraph]:
    return analyse_documents(list(documents), LiteAnnotator(), "test")


def test_columns_and_segments_survive_a_round_trip() -> None:
    columns = collect(graphs_of([Document(id="a", text="Odo Krell was born in Ulm.", title="Odo Krell")]))
    for value in (columns, whole_segment(columns, ("en",))):
        file = io.BytesIO()
        write_arrays(file, value)
        again = io.BytesIO()
        write_arrays(again, read_arrays(type(value), np.frombuffer(file.getvalue(), dtype=np.uint8)))
        assert again.getvalue() == file.getvalue()


def test_no_word_of_a_text_is_in_an_index() -> None:
    columns = collect(graphs_of([Document(id="a", text="A carpenter rests in Ulm.", title="Rest")]))
    file = io.BytesIO()
    write_arrays(file, whole_segment(columns, ("en",)))
    assert b"Ulm" in file.getvalue()
    assert b"carpenter" not in file.getvalue()


def test_strings_are_found_among_others_that_were_blanked() -> None:
    texts = Texts.of(["ant", "\0\0\0", "cow", "\0\0\0", "\0\0\0"])
    assert [texts.place(word) for word in ("ant", "bee", "cow", "dog")] == [0, 2, 2, 5]


def test_more_sentences_than_places_can_be_counted_are_refused() -> None:
    columns = replace(collect([]), sentence_words=np.array([2**30, 2**30], dtype=np.int32))
    with pytest.raises(StoreError, match="2 sentences, more than one index can hold"):
        whole_segment(columns, ("en",))


def test_many_strings_are_found_at_once_and_each_text_is_read_once() -> None:
    class Counted(Texts):
        def __getitem__(self, index: int) -> str:
            read[index] += 1
            return super().__getitem__(index)

    chance, read = Random(4), Counter[int]()
    for _ in range(50):
        words = sorted({f"{chance.randrange(200):03}" for _ in range(60)})
        is_blank = [chance.random() < 0.5 for _ in words]
        strings = ["\0\0\0" if blank else word for word, blank in zip(words, is_blank, strict=True)]
        sought = sorted(f"{chance.randrange(200):03}" for _ in range(20))
        plain, read = Texts.of(strings), Counter()
        places = Counted(plain.starts, plain.data).places(sought)
        assert max(read.values()) == 1
        assert places == [
            next((at for at, string in enumerate(strings) if string >= word and string[0] != "\0"), len(strings))
            for word in sought
        ]
