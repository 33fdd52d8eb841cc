"""Which sentences are worth a request to a language model: those whose wording may state a relation."""

import pytest

from lgm_core.learning.extraction.relation_cues import may_state_relation


@pytest.mark.parametrize(
    "sentence",
    [
        "A dinghy is a small boat.",
        "Reeds are grasses.",
        "Boats such as canoes need no harbour.",
        "The crew consists of three sailors.",
        "The mast, the rigging and the hull belong to the ship.",
        "The bosun, or boatswain, keeps watch.",
        "The International Maritime Organization (IMO) met in London.",
        "Port, formerly larboard, lies to the left.",
    ],
)
def test_wordings_that_may_state_a_relation(sentence):
    assert may_state_relation(sentence, language="en")


@pytest.mark.parametrize("sentence", ["Leaves fell.", "They sailed at dawn for Lisbon.", "Nobody was hurt that night."])
def test_wordings_that_state_none(sentence):
    assert not may_state_relation(sentence, language="en")
