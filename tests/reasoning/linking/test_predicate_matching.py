"""Predicates of plans beside those of facts."""

import pytest

from lgm_core.language.lexicons.english_predicates import PREDICATE_WORDINGS
from lgm_core.model import Fact, FactEvidence
from lgm_core.reasoning.linking.predicate_matching import match_predicate, predicate_wording


def fact(predicate: str, wording: str) -> Fact:
    """Return a fact with a predicate as its key and as written."""
    return Fact("a", predicate, "b", (), (FactEvidence("d#0", 0, 1, wording, "parse"),))


@pytest.mark.parametrize(
    ("name", "predicate", "wording", "level"),
    [
        ("director", "direct by", "was directed by", "key"),
        ("date of birth", "bear on", "was born on", "synonym"),
        ("yearOfBirth", "bear in", "was born in", "related"),
        ("playedFor", "play for", "played for", "key"),
        ("date_of_birth", "date of birth", "date of birth", "key"),
        ("performer", "sing by", "was sung by", "synonym"),
        ("located in the administrative territorial entity", "situate in", "is situated in", "synonym"),
        ("director", "eat", "eats", ""),
    ],
)
def test_predicates_match_by_level(name: str, predicate: str, wording: str, level: str) -> None:
    match = match_predicate([name], fact(predicate, wording), "en", PREDICATE_WORDINGS)
    assert match.level == level
    assert bool(match.score) == bool(level)


@pytest.mark.parametrize(
    ("stated", "denied"),
    [
        ("contains", "does not contain"),
        ("founded by", "wasn’t founded by"),
        ("married", "never married"),
        ("has part", "has no part"),
        ("member of", "is no longer a member of"),
        ("enthält", "enthält keine"),
    ],
)
def test_what_denies_is_no_wording_of_what_states(stated: str, denied: str) -> None:
    assert not match_predicate([stated], fact(denied, denied), "en", PREDICATE_WORDINGS).score
    assert not match_predicate([denied], fact(stated, stated), "en", PREDICATE_WORDINGS).score
    assert match_predicate([stated, denied], fact(denied, denied), "en").level == "key"


def test_the_same_words_are_better_than_related_ones_and_these_than_some() -> None:
    exact, related, some = (
        match_predicate(["place of birth"], fact(*words), "en").score
        for words in (("place of birth", "place of birth"), ("bear in", "was born in"), ("birth name", "birth name"))
    )
    assert exact == 1.0
    assert exact > related > 0.7
    assert match_predicate(["first president"], fact("be president", "is president"), "en").score < 0.7 < related
    assert some <= exact


def test_another_preposition_is_less() -> None:
    by, on = (
        match_predicate(["released by"], fact("", wording), "en").score for wording in ("released by", "released on")
    )
    assert by > on


def test_a_predicate_says_what_kind_of_thing_its_object_is() -> None:
    kinds = {
        name: predicate_wording(name, "en").kind for name in ("yearOfBirth", "place of death", "performer", "likes")
    }
    assert kinds == {"yearOfBirth": "date", "place of death": "place", "performer": "thing", "likes": ""}
    assert predicate_wording("spouse", "en").is_symmetric
