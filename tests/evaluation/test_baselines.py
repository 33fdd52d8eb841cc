"""The words that baselines count: Unicode's boundaries in every script."""

import pytest

from lgm_core.evaluation.baselines import stemmed_words, unicode_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The (brown) fox can't pay 32.3 euros!", ["the", "brown", "fox", "can't", "pay", "32.3", "euros"]),
        ("Быстрая лиса", ["быстрая", "лиса"]),
        ("中文维基 is here", ["中文", "文维", "维基", "is", "here"]),
        ("水", ["水"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("", []),
    ],
)
def test_words_are_those_of_unicode(text: str, words: list[str]) -> None:
    assert unicode_words(text) == words


def test_stems_are_those_of_the_language() -> None:
    assert stemmed_words("Die Häuser", "de") == stemmed_words("die Haus", "de")
    assert stemmed_words("книгами", "ru") == stemmed_words("книга", "ru")


def test_words_of_a_language_without_stems_stay_whole() -> None:
    assert stemmed_words("Ngôi nhà", "vi") == ["ngôi", "nhà"]
