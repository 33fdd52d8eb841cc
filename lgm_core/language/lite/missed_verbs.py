"""Which words of a tagged sentence may be a missed verb, or a noun taken for one.

Written English rarely puts a verb where a noun could stand without a sign of it: a statement has one finite verb, which
agrees in number with a noun before it, and two finite verbs do not stand side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

__all__ = ["Correction", "possible_corrections"]

_FINAL = frozenset(".!")
_SHORTEST_STATEMENT = 4

_LEAD_OF_NO_VERB = 400
"""How much higher tags without a finite verb may score than those with one, and still be corrected."""
_LEAD_OF_NOUN = 30
"""The same for a noun that may be a verb where there is another verb."""
_LEAD_OF_CONJUNCT = 60
"""The same in the singular if the other verb is joined to it."""
_LEAD_OF_VERB = 200
"""The same for a verb beside another that agrees with it as with a noun."""
_LEAD_OF_OTHER_VERB = 60
"""The same for the only verb, if another word may be it."""
_LEAD_OF_HEADING_VERB = 2000
"""The same for a verb that opens a heading."""
_LEAD_OF_PLURAL = 120
"""Added if the word before a possible verb is plural."""
_LEAD_OF_BARE_SUBJECT = 100
"""Added if the only verb has a subject without a determiner."""

_VERBAL = frozenset({"AUX", "VERB"})
_NOMINAL = frozenset({"NOUN", "NUM", "PRON", "PROPN"})
_MISTAKEN = frozenset({"ADJ", "ADP", "ADV", "NOUN", "PROPN"})
"""Tags of words that may be missed verbs."""
_OPENING = frozenset({"DET", "PRON"})
"""Tags of words that open a noun phrase, and so do not stand behind a noun of the same one."""
_BEFORE_VERB = _NOMINAL | {"ADV", "PUNCT", "X"}
_BEFORE_NOUN = frozenset({"ADJ", "DET", "NOUN", "NUM", "PROPN", "PUNCT"})
_BEHIND_VERB = frozenset({"ADJ", "ADP", "ADV", "DET", "NOUN", "NUM", "PRON", "PROPN"})
_IN_HEADING = frozenset({"ADJ", "NOUN", "NUM", "PROPN"})
_SUBORDINATING = frozenset("although because if once unless until when whereas while".split())
"""Words that open another clause, so that one before them has a verb of its own: *the lamp lights when it stops*."""
_NO_SUBJECT = frozenset({",", "-", "(", ";", ":"})
"""Marks after which no verb of the noun before them follows."""


class Correction(NamedTuple):
    """Other tags for words by place, taken unless the tags score higher by more than `lead` without them."""

    tags: Mapping[int, str]
    lead: int


def possible_corrections(
    words: Sequence[str], tags: Sequence[str], may_be: Callable[[str, str], bool]
) -> Iterator[Correction]:
    """Yield corrections of verbs and nouns.

    Args:
        words: the words of a sentence.
        tags: their tags.
        may_be: tells whether a word is known to take a tag, or not known at all.
    """
    ends = words[-1] in _FINAL
    if tags[0] == "VERB" and not ends and set(tags[1:]) <= _IN_HEADING:
        if may_be(words[0], "NOUN"):  # Test suite results
            yield Correction({0: "NOUN"}, _LEAD_OF_HEADING_VERB)
        return
    if len(words) < _SHORTEST_STATEMENT:
        return
    verbs = [place for place, tag in enumerate(tags) if tag in _VERBAL and not words[place].endswith("ing")]
    only = verbs[0] if len(verbs) == 1 and ends and tags[verbs[0]] == "VERB" else 0
    is_noun = only > 0 and tags[only - 1] in _IN_HEADING and may_be(words[only], "NOUN")
    lead = _LEAD_OF_NOUN if verbs or not ends else _LEAD_OF_NO_VERB
    for place in range(len(words) - 1):
        if tags[place] == "VERB":
            if place and tags[place - 1] == "AUX" and _is_plural(words[place]):
                yield Correction({place: "NOUN"}, _LEAD_OF_VERB)  # cellos are fiddles
            elif _is_beside_verb(words, tags, place) and (words[place].endswith("ing") or may_be(words[place], "NOUN")):
                yield Correction({place: "NOUN"}, _LEAD_OF_VERB)
        elif place and tags[place] in _MISTAKEN and _may_be_missed(words, tags, place, may_be):
            # A plural or numbered noun rarely describes the next one: *lenses stretch*, *Patch 7 fixes*.
            is_whole = tags[place - 1] == "NUM" or (_is_plural(words[place - 1]) and not _is_plural(words[place]))
            sign = _LEAD_OF_PLURAL if is_whole else 0
            is_second = tags[place - 1] == "VERB" and _is_plural(words[place - 1]) and _is_plural(words[place])
            if tags[place + 1] != "VERB" and not is_second:
                is_alone = ends and bool(verbs) and not _SUBORDINATING.isdisjoint(words[place + 1 : verbs[0]])
                is_joined = tags[place - 1] == "CCONJ" and _is_plural(words[place])
                own_lead = _LEAD_OF_NO_VERB if is_alone else _LEAD_OF_CONJUNCT if is_joined else lead
                yield Correction({place: "VERB"}, own_lead if verbs else own_lead + sign)
            if is_noun and tags[place - 1] != "CCONJ":
                sign += _LEAD_OF_BARE_SUBJECT if _lacks_determiner(words, tags, only) else 0
                yield Correction({only: "NOUN", place: "VERB"}, _LEAD_OF_OTHER_VERB + sign)


def _lacks_determiner(words: Sequence[str], tags: Sequence[str], verb: int) -> bool:
    """Tell whether a verb follows a noun that opens the sentence in the singular without a determiner: *Drill rigs*."""
    return verb == 1 and tags[0] == "NOUN" and not _is_plural(words[0])


def _may_be_missed(words: Sequence[str], tags: Sequence[str], place: int, may_be: Callable[[str, str], bool]) -> bool:
    """Tell whether a word with a tag that may be mistaken may be the verb of a noun before it."""
    if words[place - 1] in _NO_SUBJECT or not words[place].islower():
        return False
    before, after = tags[place - 1], tags[place + 1]
    opens = after in _OPENING or (after == "NUM" and tags[place + 2 : place + 3] == ["NOUN"])
    is_name = words[place - 1][0].isupper() and before in ("ADJ", "PART")  # MV Ardent sails, Rack B4 houses
    may_follow = before in _BEFORE_VERB or is_name or (opens and before in ("ADJ", "VERB"))
    if before == "CCONJ":
        return tags[place] == "NOUN" and may_be(words[place], "VERB") and _continues_verb(words, tags, place)
    if not (may_follow or before == "VERB"):
        return False
    return ((opens and tags[place] == "NOUN") or may_be(words[place], "VERB")) and _has_subject(words, tags, place)


def _continues_verb(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Tell whether a word behind a conjunction may be a second verb of the same number: *rests and doubles in size*."""
    verbs = [word for word, tag in zip(words[: place - 1], tags, strict=False) if tag == "VERB"]
    is_present = bool(verbs) and not verbs[-1].endswith(("ed", "ing"))
    return is_present and _is_plural(verbs[-1]) == _is_plural(words[place]) and tags[place + 1] in _BEHIND_VERB


def _is_beside_verb(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Tell whether a verb stands where the noun of another verb would: *car ferry links*, *log files grow*."""
    if place and tags[place - 1] not in _BEFORE_NOUN:
        return False
    last = place
    if place == 0 or tags[place - 1] == "PUNCT":
        while last + 2 < len(tags) and tags[last + 1] == "NOUN":
            last += 1
    following = words[last + 1]
    agrees = _is_plural(words[last]) != _is_plural(following)
    return tags[last + 1] == "VERB" and agrees and not following.endswith(("ed", "ing"))


def _has_subject(words: Sequence[str], tags: Sequence[str], place: int) -> bool:
    """Tell whether a verb at a place agrees in number with a noun or name before it."""
    is_singular = _is_plural(words[place])
    subjects = _NOMINAL | {"VERB"}
    before = [word for word, tag in zip(words[:place], tags, strict=False) if tag in subjects or word[0].isupper()]
    if tags[place - 1] == "NOUN" and {"ADP", "CCONJ"}.isdisjoint(tags[:place]):
        before = before[-1:]
    return any(_is_plural(subject) != is_singular for subject in before)


def _is_plural(word: str) -> bool:
    """Tell whether a noun looks plural; a verb of the same form is singular."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))
