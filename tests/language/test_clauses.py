"""Clauses of parsed sentences: subject, verb, object, and what kind of statement they make."""

import pytest

from lgm_core.language.chunking import chunk
from lgm_core.language.clauses import find_clauses
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import AnnotatedSentence, CoreferenceMark
from tests.support.german_texts import tagged

ROBINS = (
    "Robins/n/robin/4:nsubj and/c/and/3:cc wrens/n/wren/1:conj have/v/have/0:root small/a/small/6:amod "
    "wings/n/wing/4:obj but/c/but/9:cc no/d/no/9:det teeth/n/tooth/6:conj ././4:punct"
)
SHE = "She/u/she/3:nsubj was/x/be/3:cop tall/a/tall/0:root ././3:punct"


def clauses(words: str, language: str = "en") -> list[tuple[str, str, str, str]]:
    text, annotation = tagged(words)
    found = find_clauses(chunk(text, annotation, lexicon_of(language)))
    return [(clause.subject, clause.verb, clause.object, clause.kind.value) for clause in found]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (
            "Apples/n/apple/5:nsubj are/x/be/5:cop a/d/a/5:det sweet/a/sweet/5:amod fruit/n/fruit/0:root ././5:punct",
            [("apple", "be", "sweet fruit", "attribute"), ("apple", "be", "sweet", "attribute")],
        ),
        (
            "Bats/n/bat/3:nsubj can/x/can/3:aux fly/v/fly/0:root ././3:punct",
            [("bat", "fly", "", "ability")],
        ),
        (
            "Roots/n/root/2:nsubj absorb/v/absorb/0:root water/n/water/2:obj ././2:punct",
            [("root", "absorb", "water", "ability")],
        ),
        (
            "The/d/the/2:det root/n/root/4:nsubj is/x/be/4:cop able/a/able/0:root to/t/to/6:mark "
            "grow/v/grow/4:xcomp ././4:punct",
            [("root", "grow", "", "ability")],
        ),
        (
            "The/d/the/2:det river/n/river/3:nsubj rose/v/rise/0:root ././3:punct",
            [("river", "rise", "", "action")],
        ),
        (
            "The/d/the/2:det town/n/town/4:nsubj:pass was/x/be/4:aux:pass flooded/v/flood/0:root ././4:punct",
            [("town", "be flood", "", "action")],
        ),
        (
            "Lund/p/Lund/3:nsubj:pass is/x/be/3:aux:pass located/v/locate/0:root in/i/in/5:case "
            "Sweden/p/Sweden/3:obl ././3:punct",
            [("lund", "be locate in", "sweden", "attribute")],
        ),
        (
            "The/d/the/2:det town/n/town/4:nsubj is/x/be/4:aux sinking/v/sink/0:root ././4:punct",
            [("town", "sink", "", "action")],
        ),
        (
            "She/u/she/3:nsubj has/x/have/3:aux left/v/leave/0:root ././3:punct",
            [],
        ),
        (
            "No/d/no/2:det apples/n/apple/4:nsubj are/x/be/4:cop blue/a/blue/0:root ././4:punct",
            [("apple", "not be", "blue", "attribute")],
        ),
        (
            "Penguins/n/penguin/4:nsubj can/x/can/4:aux not/t/not/4:advmod fly/v/fly/0:root ././4:punct",
            [("penguin", "not fly", "", "ability")],
        ),
        (
            "Lund/p/Lund/6:nsubj ,/./, which/u/which/5:nsubj is/x/be/5:cop old/a/old/1:acl:relcl "
            "thrives/v/thrive/0:root ././6:punct",
            [("lund", "thrive", "", "ability"), ("lund", "be", "old", "attribute")],
        ),
    ],
)
def test_a_clause_has_a_subject_a_verb_and_an_object(words: str, found: list[tuple[str, str, str, str]]) -> None:
    assert clauses(words) == found


def test_each_pair_of_conjuncts_makes_a_clause() -> None:
    assert clauses(ROBINS) == [
        ("robin", "have", "small wing", "attribute"),
        ("wren", "have", "small wing", "attribute"),
        ("robin", "not have", "tooth", "attribute"),
        ("wren", "not have", "tooth", "attribute"),
    ]


@pytest.mark.parametrize("third", [3, 5], ids=["all joined to the first", "each joined to the one before"])
def test_a_list_may_be_parsed_either_way(third: int) -> None:
    found = clauses(
        "Plums/n/plum/3:nsubj are/x/be/3:cop round/a/round/0:root ,/./,/5:punct soft/a/soft/3:conj and/c/and/7:cc "
        f"sweet/a/sweet/{third}:conj ././3:punct"
    )
    assert [object_ for _, _, object_, _ in found] == ["round", "soft", "sweet"]


def test_a_resolved_pronoun_counts_as_what_it_stands_for() -> None:
    text, sentence = tagged(SHE)
    mark = CoreferenceMark(0, 3, ("Lili Berg", "Ada Holm"))
    marked = AnnotatedSentence(sentence.start, sentence.end, sentence.tokens, (mark,))
    found = find_clauses(chunk(text, marked, lexicon_of("en")))
    assert [(clause.subject, clause.object) for clause in found] == [
        ("lili berg", "tall"),
        ("ada holm", "tall"),
    ]


def test_a_sentence_without_a_parse_has_no_clauses() -> None:
    assert clauses("Bats/n/bat can/x/can fly/v/fly ./") == []


def test_without_words_for_a_language_only_copulas_tell_a_kind() -> None:
    assert clauses("Leo/p/Leo/3:nsubj on/x/olla/3:cop suuri/a/suuri/0:root ././3:punct", "fi") == [
        ("leo", "olla", "suuri", "attribute")
    ]
    assert clauses("Leo/p/Leo/2:nsubj ui/v/uida/0:root ././2:punct", "fi") == [("leo", "uida", "", "action")]


def test_a_broken_parse_does_not_hang() -> None:
    assert clauses("Bats/n/bat/2:conj fly/v/fly/1:conj and/c/and/3:cc swim/v/swim/4:conj ././9:punct") == []
