"""Long texts fall into parts where their words change."""

import pytest

from lgm_core.language.text_parts import part_starts

BEES = "hive queen honey wax comb nectar pollen swarm drone brood".split()
BOATS = "hull mast sail keel rudder anchor tide harbour crew deck".split()


def about(words: list[str], count: int) -> list[list[str]]:
    return [[words[place % 10], words[(place * 3 + 1) % 10], words[(place * 7 + 2) % 10]] for place in range(count)]


def test_a_part_begins_where_the_words_change() -> None:
    text = [*about(BEES, 30), *about(BOATS, 25), *about(BEES, 28)]
    assert part_starts(text, range(1, len(text))) == [0, 30, 55]


def test_parts_begin_only_at_given_places() -> None:
    text = [*about(BEES, 30), *about(BOATS, 25)]
    assert part_starts(text, [0, 10, 32, 50, 55, 90]) == [0, 32]


@pytest.mark.parametrize("text", [about(BEES, 60), [[]] * 50, [[word] for word in map(str, range(60))], [["one"]]])
def test_a_text_about_one_thing_is_one_part(text: list[list[str]]) -> None:
    assert part_starts(text, range(len(text))) == [0]


def test_no_part_is_longer_than_two_hundred_sentences_if_it_can_be_divided() -> None:
    text = about(BEES, 500)
    starts = part_starts(text, range(500))
    assert max(end - start for start, end in zip(starts, [*starts[1:], 500], strict=True)) <= 200
    assert part_starts(text, [450]) == [0, 450]
