"""Find the candidate antecedents of a pronoun: the entities mentioned around it that agree with it in gender."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lgm_core.language.coreference.entities import Discourse, Entity, Mention

__all__ = ["LOWEST_RANK", "Candidate", "PronounContext", "candidates_of", "fronted_subject", "may_be_person"]

LOWEST_RANK = 4
"""Candidates mentioned longest ago share this rank, as do those mentioned only after the pronoun."""
_FRONTED_DISTANCE = 3
"""Words before a subject in which the comma after a fronted phrase stands: *After his death, the young Reed ...*."""


@dataclass(slots=True)
class Candidate:
    """An entity that a pronoun may mean: `last` is its latest mention before the pronoun, or the first one after it.

    `following` is its next name in the pronoun's own sentence; `rank` counts the candidates mentioned since `last`.
    """

    entity: Entity
    last: Mention
    following: Mention | None
    rank: int = LOWEST_RANK


@dataclass(frozen=True, slots=True)
class PronounContext:
    """The context that the candidates of a pronoun share.

    `previous` is the last pronoun of the same gender, `first` the first name of the text, `prominent` the candidate
    named most often, `fronted` the subject whose name follows after a comma when the pronoun opens the sentence.
    """

    discourse: Discourse
    pronoun: Mention
    previous: Mention | None
    first: Mention | None
    prominent: Entity | None
    fronted: Mention | None


def may_be_person(mention: Mention) -> bool:
    """Tell whether nothing shows that a mention is of something inanimate."""
    return mention.entity is not None and mention.entity.person is not False


def candidates_of(discourse: Discourse, pronoun: Mention, nearby: Sequence[Mention]) -> list[Candidate]:
    """Return the candidates of a pronoun among the entities mentioned nearby and the topic, the latest first."""
    entities = dict.fromkeys(mention.entity for mention in nearby)
    if discourse.topic is not None:
        entities[discourse.topic] = None
    candidates = []
    for entity in entities:
        if entity is not None and entity.person is not False and entity.gender in {"", pronoun.gender}:
            candidate = _candidate(entity, pronoun)
            if candidate is not None:
                discourse.analyse(candidate.last)
                candidates.append(candidate)
    candidates.sort(key=lambda candidate: -candidate.last.number)
    rank = 0
    for candidate in candidates:
        if candidate.last.number < pronoun.number:
            candidate.rank = rank
            rank += 1
    return candidates


def _candidate(entity: Entity, pronoun: Mention) -> Candidate | None:
    before = entity.before(pronoun)
    after = next((mention for mention in entity.after(pronoun) if mention.sentence == pronoun.sentence), None)
    if before:
        return Candidate(entity, before[-1], after)
    return Candidate(entity, after, None) if after is not None and entity.kind == "name" else None


def fronted_subject(discourse: Discourse, pronoun: Mention, nearby: Sequence[Mention]) -> Mention | None:
    """Return the name after the comma that a pronoun before it may point to, as in *After his death, Bach ...*."""
    tokens = discourse.sentences[pronoun.sentence]
    subjects = [
        mention
        for mention in nearby
        if mention.sentence == pronoun.sentence and mention.kind == "name" and mention.role.kind == "s"
    ]
    if any(subject.number < pronoun.number for subject in subjects):
        return None
    subject = next((subject for subject in subjects if may_be_person(subject)), None)
    if subject is None:
        return None
    begin = max(pronoun.first, subject.first - _FRONTED_DISTANCE)
    return subject if any(token.text == "," for token in tokens[begin : subject.first]) else None
