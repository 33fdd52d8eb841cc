"""Replies that list mentions and relations: whatever comes, it is read, refused or counted."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lgm_core.learning.construction.mentions.mention_requests import read_mentions, salvage_mentions
from lgm_core.model import EntityClass

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
NAME = st.text(st.characters(categories=["L"]), min_size=1, max_size=8)
MENTION = st.fixed_dictionaries(
    {
        "name": NAME,
        "class": st.sampled_from(["named", "general", "other"]),
        "types": st.lists(NAME, max_size=3, unique=True),
        "sentences": st.lists(st.integers(1, 99), max_size=4, unique=True),
    }
)
RELATION = st.fixed_dictionaries(
    {
        "subject": NAME,
        "predicate": NAME,
        "object": NAME | st.just(""),
        "sentences": st.lists(st.integers(1, 99), max_size=4, unique=True),
    }
)


@given(st.lists(MENTION, max_size=5), st.lists(RELATION, max_size=5))
def test_what_is_as_asked_for_is_read_as_it_is(mentions: list[Any], relations: list[Any]) -> None:
    read = read_mentions(json.dumps({"mentions": mentions, "relations": relations}))
    assert [
        {
            "name": each.name,
            "class": each.entity_class.value if each.entity_class else None,
            "types": list(each.types),
            "sentences": list(each.numbers),
        }
        for each in read.mentions
    ] == mentions
    assert [
        {
            "subject": each.subject,
            "predicate": each.predicate,
            "object": each.object,
            "sentences": list(each.numbers),
        }
        for each in read.relations
    ] == relations
    assert not read.malformed


@given(st.lists(MENTION | JSON, max_size=5), st.lists(RELATION | JSON, max_size=5))
def test_each_entry_is_read_or_counted_and_costs_no_other(mentions: list[Any], relations: list[Any]) -> None:
    reply = json.dumps({"mentions": mentions, "relations": relations})
    try:
        read = salvage_mentions(reply)
    except ValueError:
        read = None
    good = sum(isinstance(each, dict) and each.keys() == {"name", "class", "types", "sentences"} for each in mentions)
    good += sum(isinstance(each, dict) and "predicate" in each for each in relations)
    if read is None:
        assert not good
        return
    assert len(read.mentions) + len(read.relations) >= good
    lost = len(mentions) + len(relations) - len(read.mentions) - len(read.relations)
    assert read.malformed.total() >= lost
    if read.malformed:
        with pytest.raises(ValueError, match="not as asked for"):
            read_mentions(reply)
    else:
        assert read_mentions(reply) == read


@given(st.text() | JSON.map(json.dumps))
def test_any_text_is_read_or_refused(reply: str) -> None:
    try:
        read = salvage_mentions(reply)
    except (ValueError, RecursionError):
        return
    assert all(each.name for each in read.mentions)
    assert all(each.subject and each.predicate for each in read.relations)


@pytest.mark.parametrize(
    ("entry", "problem"),
    [
        ({"entity": "Bee"}, "mention without name"),
        ({"name": "Bee", "kind": "insect"}, "unknown key"),
        ({"name": "Bee", "class": "insect"}, "unknown class"),
        ({"name": "Bee", "sentences": ["first"]}, "sentence that is no number"),
        ("Bee", "mention that is no object"),
    ],
)
def test_what_is_wrong_is_told_and_the_rest_kept(entry: Any, problem: str) -> None:
    reply = json.dumps({"mentions": [{"name": "Wasp", "class": "named", "types": "insect"}, entry]})
    with pytest.raises(ValueError, match=problem):
        read_mentions(reply)
    read = salvage_mentions(reply)
    assert read.malformed[problem] == 1
    assert (read.mentions[0].name, read.mentions[0].types) == ("Wasp", ("insect",))


def test_a_list_alone_and_classes_in_capitals_are_read() -> None:
    (mention,) = read_mentions('[{"name": " Honey  bee ", "class": "General", "sentences": ["[2]"]}]').mentions
    assert (mention.name, mention.entity_class, mention.numbers) == ("Honey bee", EntityClass.GENERAL, (2,))
