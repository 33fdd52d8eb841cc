"""The stage of local relations: what sentences, paragraphs and sections state among the things they mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from lgm_core.flow import Flow, Request
from lgm_core.language.port import Annotator
from lgm_core.learning.construction.document_text import DocumentText
from lgm_core.learning.construction.findings import Entity, FactFindings, MentionFindings, RelationClaim
from lgm_core.learning.construction.item_requests import Tally, ask_all, in_groups
from lgm_core.learning.construction.relations.clause_facts import clause_facts
from lgm_core.learning.construction.relations.relation_grounding import ground_claims
from lgm_core.learning.construction.relations.relation_prompts import SPLITS, SPLITS_SCHEMA
from lgm_core.learning.construction.relations.relation_replies import read_splits
from lgm_core.learning.construction.relations.same_relations import united
from lgm_core.learning.construction.relations.thing_places import ThingPlaces
from lgm_core.learning.construction.shown_texts import plain_field

__all__ = ["find_local_facts"]

PHASE = "construction: relations"
"""The name that usage of this stage is accounted under."""

_SPLITS_AT_ONCE = 40
"""Relations without an object that one request asks to divide."""


def find_local_facts(
    text: DocumentText,
    mentions: MentionFindings,
    entities: Sequence[Entity],
    model_name: str,
    reader: Annotator,
) -> Flow[FactFindings]:
    """Find the relations that a document's texts state among its things (thesis, chapter 8).

    With a language model, relations are those that the requests for mentions asked for too (`mentions.claims`). One
    without an object is divided by a further request. Both ends must be things that the text mentions. Without a model,
    they are read from the clauses of each sentence.

    A request that fails is recorded and costs no other; a `construction request failed` trace step reports it.

    Args:
        text: the document.
        mentions: what it mentions, with the relations claimed in the same requests.
        entities: its things; each mention has the key of its name.
        model_name: the model's name; empty asks nobody.
        reader: a language backend that parses, for clauses.
    """
    if not model_name:
        return clause_facts(text, entities, reader)
    places = ThingPlaces(text, entities)
    tally = Tally()
    whole = [claim for claim in mentions.claims if claim.object.strip()]
    parts = [claim for claim in mentions.claims if not claim.object.strip()]
    whole += yield from _divided(parts, tally)
    facts, dropped = ground_claims(whole, text, places, model_name)
    tally.dropped.update(dropped)
    found = united(facts)
    return FactFindings(found, places.needed_mentions(found), tally.cost())


def _divided(parts: Sequence[RelationClaim], tally: Tally) -> Flow[list[RelationClaim]]:
    """Ask for the objects of relations without one; those that still have none are dropped."""
    groups = in_groups(parts, _SPLITS_AT_ONCE)
    outcomes = yield from ask_all([_split_request(group) for group in groups], tally)
    claims: list[RelationClaim] = []
    for group, outcome in zip(groups, outcomes, strict=True):
        divided = outcome.value if outcome.ok else {}
        for number, claim in enumerate(group, start=1):
            predicate, object_ = divided.get(number, ("", ""))
            if object_:
                claims.append(replace(claim, predicate=predicate or claim.predicate, object=object_))
            else:
                tally.dropped["no object"] += 1
    return claims


def _split_request(group: Sequence[RelationClaim]) -> Request:
    lines = "\n".join(
        f"{number}. {plain_field(claim.subject)} | {plain_field(claim.predicate)}"
        for number, claim in enumerate(group, start=1)
    )
    return Request(SPLITS.messages({"lines": lines}), PHASE, partial(read_splits, count=len(group)), SPLITS_SCHEMA)
