"""Features of a candidate antecedent: distance, prominence, pronoun chains, later names, and the form of its name.

Features are strings such as `distance 1s`; the weights in `coreference.json` are stored under these names. The
grammatical features are in `grammar_features`.
"""

from __future__ import annotations

from collections.abc import Iterator

from lgm_core.language.coreference.candidates import LOWEST_RANK, Candidate, PronounContext
from lgm_core.language.coreference.grammar_features import (
    binding_features,
    clause_kind,
    position_class,
    role_features,
    same_sentence_features,
)

__all__ = ["candidate_features", "no_antecedent_features"]

_ENDING_CLASSES = {"a": "a", "e": "a", "o": "o", "s": "o", "k": "o", "d": "o", "r": "o"}
"""Last letters of given names of unknown gender, by whether more women (a) or men (o) have them."""


def no_antecedent_features(context: PronounContext) -> list[str]:
    """Return the features of the reading in which a pronoun refers to nobody that the text names."""
    form = context.pronoun.form
    return ["nobody", f"nobody {form}", f"nobody {min(context.pronoun.sentence, 2)}"]


def candidate_features(candidate: Candidate, context: PronounContext) -> list[str]:
    """Return the features of a candidate antecedent."""
    features = [*_distance_features(candidate, context), *_prominence_features(candidate, context)]
    features += role_features(candidate, context)
    features += binding_features(candidate, context)
    features += _chain_features(candidate, context)
    features += _later_name_features(candidate, context)
    if candidate.entity.kind == "name":
        features += _name_features(candidate, context)
    else:
        features += ["noun", f"noun {position_class(candidate, context.pronoun)}"]
    if candidate.last.number < context.pronoun.number and candidate.last.sentence == context.pronoun.sentence:
        features += same_sentence_features(candidate, context)
    return features


def _distance_features(candidate: Candidate, context: PronounContext) -> list[str]:
    pronoun, last = context.pronoun, candidate.last
    position, form = position_class(candidate, pronoun), pronoun.form
    distance = position if position == "c" else str(min(pronoun.sentence - last.sentence, 3))
    rank = min(candidate.rank, LOWEST_RANK)
    return [f"distance {distance}{form}", f"rank {rank}{position}", f"rank {rank}{form}"]


def _prominence_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield how often a candidate was mentioned and in which roles, and whether it is the first name or the topic."""
    pronoun, entity = context.pronoun, candidate.entity
    before = entity.before(pronoun)
    yield f"mentions {min(len(before), 5)}"
    yield f"pronouns {min(sum(mention.kind == 'pronoun' for mention in before), 3)}"
    yield f"subjects {min(sum(mention.role.kind == 's' for mention in before), 3)}"
    if entity is context.prominent:
        yield "prominent"
    if context.first is not None and entity is context.first.entity:
        yield "first"
        if context.first.role.kind == "s" and context.first.sentence == 0:
            yield "first subject"
    if entity.is_topic:
        yield "topic"
        yield f"topic {pronoun.form}"
    elif context.discourse.has_topic:
        yield "not the topic"


def _chain_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield whether the pronoun before meant the same candidate, and whether it was its latest mention."""
    pronoun, previous = context.pronoun, context.previous
    if candidate.last.kind == "pronoun":
        yield f"pronoun {position_class(candidate, pronoun)}"
        yield f"pronoun {candidate.last.form}{pronoun.form}"
    if previous is None:
        return
    distance = min(pronoun.sentence - previous.sentence, 2)
    if previous.entity is candidate.entity:
        yield f"chain {distance}{previous.form}{pronoun.form}"
        if candidate.last is previous:
            yield f"chain goes on {distance}"
    else:
        yield f"chain breaks {distance}"


def _later_name_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield whether the candidate is named after the pronoun, and where: *When he was ten, Reed went to sea*."""
    pronoun, entity = context.pronoun, candidate.entity
    later = sum(mention.sentence > pronoun.sentence for mention in entity.after(pronoun))
    yield f"later {min(later, 2)}"
    position = position_class(candidate, pronoun)
    is_fronted = context.fronted is not None and context.fronted.entity is entity
    if position == "c":
        yield f"named after {pronoun.form}{candidate.last.role.kind}"
        yield f"named after {clause_kind(context.discourse, pronoun)}"
        if is_fronted:
            yield f"fronted {pronoun.form}"
    elif is_fronted:
        yield "named in front"
        yield f"named in front {position}"
    elif candidate.following is not None:
        yield f"named again {pronoun.form}"
    elif context.fronted is not None:
        yield "another in front"


def _name_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield whether a name is a person's, of which gender, how it is written and what stands before it."""
    entity, last, pronoun = candidate.entity, candidate.last, context.pronoun
    yield f"person {entity.person}"
    yield "gender known" if entity.gender else "gender unknown"
    yield f"words {min(len(entity.words), 3)}"
    if len(entity.words) > 1:
        if entity.gender:
            yield "full name"
        elif ending := _ENDING_CLASSES.get(entity.words[0][-1].lower()):
            yield f"ends in {ending}{pronoun.gender}"
    if entity.is_quoted:
        yield "quoted"
    if entity.is_bare:
        yield "bare"
    if any(mention.kind == "pronoun" for mention in entity.before(pronoun)):
        yield "had a pronoun"
    if last.kind == "name":
        if len(last.words) == 1:
            yield "short"
        before = context.discourse.sentences[last.sentence][last.first - 1] if last.first else None
        if before is not None and before.upos == "DET":
            yield "determiner"
        if before is not None and before.text == "(":
            yield f"bracket {position_class(candidate, pronoun)}"
        if last.first == 0 and pronoun.sentence - last.sentence == 1:
            yield "opens"
