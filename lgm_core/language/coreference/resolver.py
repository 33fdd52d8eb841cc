"""Resolve English pronouns to antecedents with a probability, and mark the probable ones.

For *he* and *she* a log-linear model ranks the candidate antecedents, in the line of Lappin and Leass (1994) and of
Denis and Baldridge (2008); `training/coreference_training.py` fits its weights. *It*, *they* and *the company* use the
rules of `topic_references`. No mark is better than a wrong one, so only clear cases are marked.

Only words and parts of speech of a backend are used: with the heads and relations of the lite parser, the same features
did no better than with a rough sketch (see benchmarks/coreference.md).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import attrgetter

from lgm_core.language.coreference.entities import PRONOUNS, Discourse, Entity, Mention
from lgm_core.language.coreference.grammar_features import (
    LOWEST_RANK,
    Candidate,
    PronounContext,
    binding_features,
    candidates_of,
    clause_kind,
    fronted_subject,
    may_be_person,
    position_class,
    role_features,
    same_sentence_features,
)
from lgm_core.language.coreference.topic_references import mark_topic_references
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["Resolution", "clear_mark", "load_weights", "resolve_coreference", "resolve_pronouns"]

_ENDING_CLASSES = {"a": "a", "e": "a", "o": "o", "s": "o", "k": "o", "d": "o", "r": "o"}
"""Last letters of given names of unknown gender, by whether more women (a) or men (o) have them."""


def no_antecedent_features(context: PronounContext) -> list[str]:
    """Return the features of the reading in which a pronoun has no named antecedent."""
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
    """Yield how often and in which roles a candidate was mentioned, and whether it is the first name or the topic."""
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
    """Yield whether the previous pronoun had this candidate as antecedent, as its latest mention."""
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
    """Yield whether a name is a person's, its gender, its spelling and the words before it."""
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


_MARK_THRESHOLD = 0.77
"""Minimum probability for marking a pronoun. A lower one marks more pronouns and more of them wrongly; with this one 84
% of the marks are right if the title is known (cross-validated on GAP, see benchmarks/coreference.md)."""
_HARD_CONSTRAINTS = frozenset({"bound subjecto", "bound objects", "inside p"})
"""Features of antecedents excluded by grammar, whatever the probability."""


@dataclass(frozen=True, slots=True)
class ScoredAntecedent:
    """A candidate antecedent with its features and the sum of their weights.

    `entity` is None for the reading without a named antecedent.
    """

    entity: Entity | None
    features: Sequence[str]
    score: float


@dataclass(frozen=True, slots=True)
class Resolution:
    """The most likely antecedent of a pronoun, and its probability; `antecedents` has all with scores, best first."""

    pronoun: Mention
    entity: Entity | None
    probability: float
    antecedents: Sequence[ScoredAntecedent]


@cache
def load_weights() -> Mapping[str, float]:
    """Read the weights of the features that ship with the package, once per process."""
    data = files("lgm_core.language").joinpath("data", "coreference.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(data)
    return weights


def resolve_coreference(
    text: str, sentences: Sequence[Sequence[Token]], topic: str = "", *, threshold: float = _MARK_THRESHOLD
) -> list[tuple[CoreferenceMark, ...]]:
    """Return the marks of each sentence of an English passage.

    Args:
        text: the passage.
        sentences: its tokens with their parts of speech; heads and relations are not used.
        topic: the title of the passage, or empty.
        threshold: the minimum probability for marking *he* and *she*.
    """
    marks: list[list[CoreferenceMark]] = [[] for _ in sentences]
    for number, mark in mark_topic_references(text, sentences, topic):
        marks[number].append(mark)
    if any(token.upos == "PRON" and token.text.lower() in PRONOUNS for tokens in sentences for token in tokens):
        for resolution in resolve_pronouns(Discourse(sentences, topic), load_weights()):
            clear = clear_mark(text, resolution, threshold=threshold)
            if clear is not None:
                marks[resolution.pronoun.sentence].append(clear)
    return [tuple(sorted(sentence_marks, key=attrgetter("start"))) for sentence_marks in marks]


def clear_mark(text: str, resolution: Resolution, *, threshold: float = _MARK_THRESHOLD) -> CoreferenceMark | None:
    """Return the mark of a pronoun with a clear earlier antecedent, else None."""
    entity, pronoun = resolution.entity, resolution.pronoun
    if entity is None or entity.kind != "name" or resolution.probability < threshold:
        return None
    if not _is_supported(resolution, entity):
        return None
    names = [mention for mention in entity.mentions if mention.kind == "name" and 0 <= mention.number < pronoun.number]
    fullest = max(names, key=lambda mention: len(mention.words), default=None)
    if entity.is_topic and (fullest is None or len(fullest.words) < len(entity.words)):
        return CoreferenceMark(pronoun.start, pronoun.end, (" ".join(entity.words),))
    if fullest is None:
        return None
    span = (fullest.start, fullest.end)
    return CoreferenceMark(pronoun.start, pronoun.end, (text[slice(*span)],), (span,))


def _is_supported(resolution: Resolution, entity: Entity) -> bool:
    """Tell whether grammar allows the choice and there is evidence that the entity is a person.

    Without such evidence, the entity must have won against another and been named more than once.
    """
    chosen = next(antecedent for antecedent in resolution.antecedents if antecedent.entity is entity)
    if not _HARD_CONSTRAINTS.isdisjoint(chosen.features):
        return False
    if entity.person is None:
        has_rivals = sum(antecedent.entity is not None for antecedent in resolution.antecedents) > 1
        return has_rivals and sum(mention.kind == "name" for mention in entity.before(resolution.pronoun)) > 1
    return entity.person


def resolve_pronouns(discourse: Discourse, weights: Mapping[str, float]) -> Iterator[Resolution]:
    """Yield the resolution of each pronoun in their order (greedy decoding: each counts as a mention for the next)."""
    previous: dict[str, Mention] = {}
    first = next((mention for mention in discourse.mentions if mention.kind == "name" and may_be_person(mention)), None)
    if first is not None:
        discourse.analyse(first)
    for pronoun in discourse.mentions:
        if pronoun.kind == "pronoun":
            resolution = _resolve(discourse, pronoun, previous.get(pronoun.gender), first, weights)
            if resolution.entity is not None:
                resolution.entity.add_pronoun(pronoun)
                previous[pronoun.gender] = pronoun
            yield resolution


def _resolve(
    discourse: Discourse,
    pronoun: Mention,
    previous: Mention | None,
    first: Mention | None,
    weights: Mapping[str, float],
) -> Resolution:
    """Score the candidates of a pronoun, and the reading without one; the probability is the softmax of scores."""
    nearby = discourse.nearby(pronoun)
    for mention in nearby:
        if mention.clause < 0:
            discourse.analyse(mention)
    candidates = candidates_of(discourse, pronoun, nearby)
    named = [candidate.entity for candidate in candidates if candidate.entity.kind == "name"]
    prominent = max(named, key=lambda entity: len(entity.mentions), default=None)
    fronted = fronted_subject(discourse, pronoun, nearby)
    context = PronounContext(discourse, pronoun, previous, first, prominent, fronted)
    antecedents = [
        _scored(candidate.entity, candidate_features(candidate, context), weights) for candidate in candidates
    ]
    antecedents.append(_scored(None, no_antecedent_features(context), weights))
    antecedents.sort(key=lambda antecedent: -antecedent.score)
    highest = antecedents[0].score
    total = sum(math.exp(antecedent.score - highest) for antecedent in antecedents)
    best = next((antecedent for antecedent in antecedents if antecedent.entity is not None), antecedents[0])
    return Resolution(pronoun, best.entity, math.exp(best.score - highest) / total, antecedents)


def _scored(entity: Entity | None, features: Sequence[str], weights: Mapping[str, float]) -> ScoredAntecedent:
    return ScoredAntecedent(entity, features, sum([weights.get(feature, 0.0) for feature in features]))
