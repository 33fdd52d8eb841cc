"""Find whom pronouns mean, with how sure that is, and mark those that are clear. English.

For *he* and *she* the candidates are the entities named around the pronoun, and the signs of `salience` decide between
them; for *it*, *they* and *the company* there are the rules of `things`. A mark is made only where it is clear: no mark
is better than a wrong one. Only words and their parts of speech are asked of a backend: with the heads and relations of
the lite parser the same signs did no better than with a rough sketch (see benchmarks/coreference.md).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from operator import attrgetter

from lgm_core.language.coreference.entities import PRONOUNS, Entity, Mention, Text
from lgm_core.language.coreference.salience import Candidate, Surroundings, nobody_signs, signs
from lgm_core.language.coreference.topic_references import mark_things
from lgm_core.language.port import CoreferenceMark, Token

__all__ = ["Option", "Resolution", "clear_mark", "load_weights", "resolve", "resolve_coreference"]

_ENOUGH = 0.75
_FORBIDDEN = frozenset({"bound subjecto", "bound objects", "inside p"})
"""Signs of what grammar rules out, whatever the probability."""


@dataclass(frozen=True, slots=True)
class Option:
    """What a pronoun may mean, with the signs for and against it; `entity` is None for nobody who is named."""

    entity: Entity | None
    signs: Sequence[str]
    score: float


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a pronoun most likely means, and how likely that is; `options` are the best first."""

    pronoun: Mention
    entity: Entity | None
    confidence: float
    options: Sequence[Option]


@cache
def load_weights() -> Mapping[str, float]:
    """Read the weights of the signs that ship with the package, once a process."""
    data = files("lgm_core.language").joinpath("data", "coreference.json").read_text(encoding="utf-8")
    weights: dict[str, float] = json.loads(data)
    return weights


def resolve_coreference(
    text: str, sentences: Sequence[Sequence[Token]], topic: str = "", *, enough: float = _ENOUGH
) -> list[tuple[CoreferenceMark, ...]]:
    """Return the marks of each sentence of an English passage.

    Args:
        text: the passage.
        sentences: its tokens with their parts of speech; heads and relations are not used.
        topic: the title of the passage, or empty.
        enough: the probability from which on *he* and *she* are marked.
    """
    marks: list[list[CoreferenceMark]] = [[] for _ in sentences]
    for number, mark in mark_things(text, sentences, topic):
        marks[number].append(mark)
    if any(token.upos == "PRON" and token.text.lower() in PRONOUNS for tokens in sentences for token in tokens):
        for resolution in resolve(Text(sentences, topic), load_weights()):
            clear = clear_mark(text, resolution, enough=enough)
            if clear is not None:
                marks[resolution.pronoun.sentence].append(clear)
    return [tuple(sorted(found, key=attrgetter("start"))) for found in marks]


def clear_mark(text: str, resolution: Resolution, *, enough: float = _ENOUGH) -> CoreferenceMark | None:
    """Return the mark of a pronoun that clearly means somebody named before, else None."""
    entity, pronoun = resolution.entity, resolution.pronoun
    if entity is None or entity.kind != "name" or resolution.confidence < enough:
        return None
    if not _is_sure(resolution, entity):
        return None
    named = [one for one in entity.mentions if one.kind == "name" and 0 <= one.number < pronoun.number]
    fullest = max(named, key=lambda mention: len(mention.words), default=None)
    if entity.topic and (fullest is None or len(fullest.words) < len(entity.words)):
        return CoreferenceMark(pronoun.start, pronoun.end, (" ".join(entity.words),))
    if fullest is None:
        return None
    span = (fullest.start, fullest.end)
    return CoreferenceMark(pronoun.start, pronoun.end, (text[slice(*span)],), (span,))


def _is_sure(resolution: Resolution, entity: Entity) -> bool:
    """Tell whether grammar allows the choice and there are signs of a person."""
    best = next(option for option in resolution.options if option.entity is entity)
    if not _FORBIDDEN.isdisjoint(best.signs):
        return False
    if entity.person is None:
        rivals = sum(option.entity is not None for option in resolution.options) > 1
        return rivals and sum(mention.kind == "name" for mention in entity.before(resolution.pronoun)) > 1
    return entity.person


def resolve(text: Text, weights: Mapping[str, float]) -> Iterator[Resolution]:
    """Yield what each pronoun of a text most likely means, in their order; each counts for those after it."""
    previous: dict[str, Mention] = {}
    first = next((one for one in text.mentions if one.kind == "name" and _may_be_person(one)), None)
    if first is not None:
        text.analyse(first)
    for pronoun in text.mentions:
        if pronoun.kind == "pronoun":
            resolution = _resolve_one(text, pronoun, previous.get(pronoun.gender), first, weights)
            if resolution.entity is not None:
                resolution.entity.refer(pronoun)
                previous[pronoun.gender] = pronoun
            yield resolution


def _may_be_person(mention: Mention) -> bool:
    return mention.entity is not None and mention.entity.person is not False


def _resolve_one(
    text: Text, pronoun: Mention, previous: Mention | None, first: Mention | None, weights: Mapping[str, float]
) -> Resolution:
    near = text.around(pronoun)
    for mention in near:
        if mention.clause < 0:
            text.analyse(mention)
    candidates = _candidates(text, pronoun, near)
    named = [one.entity for one in candidates if one.entity.kind == "name"]
    prominent = max(named, key=lambda entity: len(entity.mentions), default=None)
    around = Surroundings(text, pronoun, previous, first, prominent, _fronted(text, pronoun, near))
    options = [_option(one.entity, signs(one, around), weights) for one in candidates]
    options.append(_option(None, nobody_signs(around), weights))
    options.sort(key=lambda option: -option.score)
    total = sum(math.exp(option.score - options[0].score) for option in options)
    best = next((option for option in options if option.entity is not None), options[0])
    return Resolution(pronoun, best.entity, math.exp(best.score - options[0].score) / total, options)


def _option(entity: Entity | None, found: Sequence[str], weights: Mapping[str, float]) -> Option:
    return Option(entity, found, sum([weights.get(sign, 0.0) for sign in found]))


def _candidates(text: Text, pronoun: Mention, near: Sequence[Mention]) -> list[Candidate]:
    """Return who may be meant, the latest first."""
    entities = dict.fromkeys(mention.entity for mention in near)
    if text.topic is not None:
        entities[text.topic] = None
    found = []
    for entity in entities:
        if entity is not None and entity.person is not False and entity.gender in {"", pronoun.gender}:
            candidate = _candidate(entity, pronoun)
            if candidate is not None:
                text.analyse(candidate.last)
                found.append(candidate)
    found.sort(key=lambda candidate: -candidate.last.number)
    rank = 0
    for candidate in found:
        if candidate.last.number < pronoun.number:
            candidate.rank = rank
            rank += 1
    return found


def _candidate(entity: Entity, pronoun: Mention) -> Candidate | None:
    before = entity.before(pronoun)
    after = next((one for one in entity.after(pronoun) if one.sentence == pronoun.sentence), None)
    if before:
        return Candidate(entity, before[-1], after)
    return Candidate(entity, after, None) if after is not None and entity.kind == "name" else None


def _fronted(text: Text, pronoun: Mention, near: Sequence[Mention]) -> Mention | None:
    """Return the name after the comma that a pronoun before it may point to, as in *After his death, Bach ...*."""
    tokens = text.sentences[pronoun.sentence]
    subjects = [one for one in near if one.sentence == pronoun.sentence and one.kind == "name" and one.role.kind == "s"]
    if any(one.number < pronoun.number for one in subjects):
        return None
    for one in subjects:
        if _may_be_person(one):
            begin = max(pronoun.first, one.first - 3)
            return one if any(token.text == "," for token in tokens[begin : one.first]) else None
    return None
