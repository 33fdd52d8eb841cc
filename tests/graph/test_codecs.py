"""The numbers and texts that stores keep: what they mean is part of the format of a graph."""

from __future__ import annotations

import pytest

from lgm_core.graph.codecs.sentence_codec import (
    MAX_SENTENCES,
    document_number,
    packed_clauses,
    packed_mention,
    position_of,
    sentence_number,
    sentence_range,
    unpacked_clauses,
    unpacked_mention,
)
from lgm_core.graph.surface_forms import concept_with_forms, is_form
from lgm_core.model import Clause, Concept, Mention, MentionSource, StatementKind

TEXT, TITLE = "She likes Ghent.", "Lili"
MENTIONS = (
    Mention("d#0", "lili", "She", 0, 3, MentionSource.COREFERENCE),
    Mention("d#0", "ghent", "Ghent", 10, 15, MentionSource.TEXT),
    Mention("d#0", "ghent", "Gent", 10, 15, MentionSource.TEXT),
    Mention("d#0", "lili", "Lili", 0, 0, MentionSource.TITLE),
)


def test_mentions_are_short_lists_without_what_the_reader_knows() -> None:
    packed = [packed_mention(mention, 7, TEXT, TITLE) for mention in MENTIONS]
    assert packed == [(7, 0, 3, 1), (7, 10, 15, 0), (7, 10, 15, 0, "Gent"), (7, 0, 0, 2)]
    packed = [packed_mention(mention, mention.concept, TEXT) for mention in MENTIONS]
    assert packed[-1] == ("lili", 0, 0, 2, "Lili")


@pytest.mark.parametrize("title", [TITLE, None])
def test_mentions_come_back_as_they_were(title: str | None) -> None:
    packed = [packed_mention(mention, mention.concept, TEXT, title) for mention in MENTIONS]
    assert tuple(unpacked_mention(stored, "d#0", stored[0], TEXT, title) for stored in packed) == MENTIONS


def test_a_sentence_number_has_its_position_in_the_lower_20_bits() -> None:
    assert sentence_number(3, 5) == 3 * 2**20 + 5
    assert (document_number(3 * 2**20 + 5), position_of(3 * 2**20 + 5)) == (3, 5)
    assert sentence_range(3) == (3 * 2**20, 4 * 2**20 - 1)
    assert MAX_SENTENCES == 2**20 - 1


def test_clauses_are_short_lists_with_the_number_of_their_kind() -> None:
    clauses = tuple(Clause("apple", "be", "süß", kind) for kind in StatementKind)
    packed = packed_clauses(clauses)
    assert packed == '[["apple","be","süß",0],["apple","be","süß",1],["apple","be","süß",2]]'
    assert unpacked_clauses(packed) == clauses
    assert packed_clauses(()) is None
    assert unpacked_clauses(None) == ()


def test_forms_are_ordered_by_count_then_by_code_point() -> None:
    assert concept_with_forms("pear", 4, {"pear": 1, "Pears": 2, "Pear": 2}) == Concept(
        "pear", "Pear", 4, ("Pear", "Pears", "pear")
    )
    assert concept_with_forms("pear", 0, {}) == Concept("pear", "pear", 0)
    assert [is_form(mention) for mention in MENTIONS] == [False, True, True, True]
