"""Marks from chains of mentions, on sentences tagged by hand: `[` and `]` with a number stand around each mention."""

import re

import pytest

from lgm_core.language.lexicons.english_lexicon import ENGLISH
from lgm_core.language.neural.coreference_chains import Chain, Mention, marks_of_chains
from lgm_core.language.neural.text_windows import pieces
from lgm_core.language.port import Token
from tests.support.tagged import tagged


def marked(*sentences: str) -> list[str]:
    """Return sentences with marks: write words as `tagged` takes them, mentions as `[1 the/d dog/n ]1`."""
    text, tokens, mentions = "", [], {}
    for number, sentence in enumerate(sentences):
        words, opened, count = [], {}, 0
        for part in sentence.split():
            if re.fullmatch(r"\[\d", part):
                opened[part[1]] = count
            elif re.fullmatch(r"\]\d", part):
                mentions.setdefault(part[1], []).append(Mention(number, opened[part[1]], count))
            else:
                words.append(part)
                count += 1
        plain, annotated = tagged(" ".join(words))
        tokens.append([moved(token, len(text)) for token in annotated.tokens])
        text += plain + " "
    chains: list[Chain] = list(mentions.values())
    results = []
    for words, marks in zip(tokens, marks_of_chains(text, tokens, chains, ENGLISH), strict=True):
        told = {mark.end: mark.antecedents for mark in marks}
        shown = [token.text + (f" [: {' and '.join(told[token.end])}]" if token.end in told else "") for token in words]
        results.append(" ".join(shown))
    return results


def moved(token: Token, by: int) -> Token:
    return Token(token.text, token.lemma, token.upos, token.start + by, token.end + by, token.head, token.relation)


def test_a_pronoun_gets_the_name():
    assert marked("[1 Apple/n ]1 is/x fruit/n", "[1 It/u ]1 is/x sweet/a") == [
        "Apple is fruit",
        "It [: Apple] is sweet",
    ]


def test_an_unresolved_pronoun_stays():
    assert marked("[1 It/u ]1 is/x sweet/a", "Mary/p likes/v [1 it/u ]1") == ["It is sweet", "Mary likes it"]


def test_a_chain_of_one_mention_marks_nothing():
    assert marked("[1 Apple/n ]1 is/x fruit/n") == ["Apple is fruit"]


def test_a_mention_that_says_the_name_stays():
    found = marked("[1 Mary/p Cook/p ]1 sings/v", "[1 Mary/p ]1 sleeps/v", "[1 She/u ]1 runs/v")
    assert found[1:] == ["Mary sleeps", "She [: Mary Cook] runs"]


def test_a_plural_gets_every_name():
    found = marked("[1 Lili/p and/c Jhon/p ]1 sing/v", "[1 They/u ]1 run/v")
    assert found[1] == "They [: Lili and Jhon] run"


def test_a_possessive_inside_a_mention_is_marked_too():
    found = marked("[1 Mary/p ]1 has/v [2 a/d dog/n ]2", "[2 [1 her/u ]1 dog/n ]2 likes/v [1 her/u ]1")
    assert found[1] == "her [: Mary] dog likes her [: Mary]"


def test_a_description_gets_an_earlier_proper_name():
    found = marked("[1 Siemens/p ]1 makes/v engines/n", "[1 The/d company/n ]1 is/x old/a", "[1 It/u ]1 sells/v them/u")
    assert found[1:] == ["The company [: Siemens] is old", "It [: Siemens] sells them"]


def test_a_description_gets_no_common_noun():
    found = marked("Mary/p buys/v [1 a/d red/a apple/n ]1", "[1 The/d fruit/n ]1 is/x sweet/a")
    assert found[1] == "The fruit is sweet"


def test_a_clause_as_mention_is_cut_to_its_noun_phrase():
    found = marked("[1 The/d dog/n that/u bit/v the/d man/n in/i the/d park/n ]1 ran/v", "[1 It/u ]1 is/x old/a")
    assert found[1] == "It [: dog] is old"


def test_what_directly_follows_its_name_stays():
    assert marked("[1 Mary/p ]1 [1 herself/u ]1 sings/v") == ["Mary herself sings"]


@pytest.mark.parametrize(
    "text", ["", "a", "word " * 999, "x" * 4_321, "One. Two! " * 500, "a\n\nb\n \n" * 700, "字。" * 1_500]
)
def test_pieces_put_together_are_the_text(text):
    spans = list(pieces(text, 1_000))
    assert "".join(text[start:end] for start, end in spans) == text
    assert max((end - start for start, end in spans), default=0) <= 1_000


def test_a_piece_ends_with_a_sentence():
    text = "This is one sentence. " * 100
    assert {text[start:end][-10:] for start, end in pieces(text, 500)} == {"sentence. "}
