"""Features of a candidate antecedent from grammar: roles, clauses, command, and binding (principle B, i-within-i)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lgm_core.language.coreference.entities import Discourse, Entity, Mention

__all__ = [
    "LOWEST_RANK",
    "Candidate",
    "PronounContext",
    "binding_features",
    "candidates_of",
    "clause_kind",
    "fronted_subject",
    "may_be_person",
    "position_class",
    "role_features",
    "same_sentence_features",
]

LOWEST_RANK = 4
"""The rank shared by the least recently mentioned candidates, and those mentioned only after the pronoun."""
_FRONTED_DISTANCE = 3
"""Words before a subject that may contain the comma after a fronted phrase: *After his death, the young Reed ...*."""


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
    """The context shared by the candidates of a pronoun.

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
    """Tell whether nothing shows that a mention is inanimate."""
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
    """Return the name after a comma that an earlier pronoun may refer to, as in *After his death, Bach ...*."""
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


_CLAUSE_KINDS = {"root": "main", "ccomp": "comp", "xcomp": "comp", "acl:relcl": "rel", "acl": "rel"}
_PREPOSITIONS = frozenset("of by with to for from in as against on between".split())
_BEFORE_PRONOUN = frozenset(", and with 's ( or in for to".split())
_REPORTING = frozenset(
    "say tell ask reply add explain state claim note think believe announce report write suggest argue declare admit "
    "call".split()
)
_DEEPEST_CLAUSE = 8
_LONGEST_APPOSITION = 10
"""The most steps up the sketched tree: rough rules may make it deeper than grammar would."""
_LONGEST_DESCRIPTION = 6
"""Words between a possessive and a name that may still be one phrase: *his younger brother, the poet Reed*."""


def position_class(candidate: Candidate, pronoun: Mention) -> str:
    """Return the place of the latest mention: 0 same sentence, 1 the one before, 2 farther, c after the pronoun."""
    if candidate.last.number > pronoun.number:
        return "c"
    return str(min(pronoun.sentence - candidate.last.sentence, 2))


def role_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield the grammatical role of the latest mention, alone and combined with that of the pronoun."""
    pronoun, last = context.pronoun, candidate.last
    position, form, kind = position_class(candidate, pronoun), pronoun.form, last.role.kind
    yield f"role {kind}{position}"
    yield f"role {kind}{form}"
    if last.role.coordinated:
        yield "coordinated"
    if last.role.apposed:
        yield "apposed"
    if kind == pronoun.role.kind and kind in "sopb":
        yield f"parallel {kind}{position}"
    if kind in "bn" and last.role.preposition:
        yield f"after {last.role.preposition if last.role.preposition in _PREPOSITIONS else '?'}"
    if kind == "s":
        yield f"clause {clause_kind(context.discourse, last)}{position}"
        if position == "1" and pronoun.first == 0:
            yield "continues"
        if _clause_verb(context.discourse, last) in _REPORTING:
            yield f"says {position}"
    if kind in "pn" and last.kind == "name":
        sketch = context.discourse.sketch(last.sentence)
        owner = sketch.heads[last.role.anchor]
        if owner >= 0:
            yield f"owner {sketch.role(owner).kind}{kind}{position}"


def clause_kind(discourse: Discourse, mention: Mention) -> str:
    """Return the kind of the clause of a mention; the title of the passage has its own kind."""
    if mention.sentence < 0:
        return "title"
    relation = discourse.sketch(mention.sentence).relations[mention.clause]
    return _CLAUSE_KINDS.get(relation, relation)


def _clause_verb(discourse: Discourse, mention: Mention) -> str:
    if mention.sentence < 0:
        return ""
    return discourse.sentences[mention.sentence][mention.clause].lemma.lower()


def same_sentence_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield how a mention before the pronoun in the same sentence relates to it: command, adjacency, distance."""
    pronoun, last, form = context.pronoun, candidate.last, context.pronoun.form
    tokens = context.discourse.sentences[pronoun.sentence]
    if last.role.kind == "s" and not last.role.apposed:
        steps = _clauses_above(context.discourse, pronoun, last.clause)
        yield f"commands {'no' if steps is None else min(steps, 2)}{form}"
    gap = pronoun.first - last.last
    if gap <= 1:
        word = tokens[last.last].text.lower() if gap == 1 else ""
        yield f"next to {word if word in _BEFORE_PRONOUN or not word else '?'}{form}"
    yield f"gap {'1' if gap < 4 else '2' if gap < 9 else '3' if gap < 18 else '4'}{form}"
    yield f"clause {clause_kind(context.discourse, pronoun)}{last.role.kind} here"


def _clauses_above(discourse: Discourse, pronoun: Mention, clause: int) -> int | None:
    """Return how many clauses above the pronoun's own one a clause is, None if it is not above."""
    sketch = discourse.sketch(pronoun.sentence)
    current = pronoun.clause
    for steps in range(_DEEPEST_CLAUSE):
        if current == clause:
            return steps
        head = sketch.heads[current]
        if head < 0 or sketch.clause(head) == current:
            return None
        current = sketch.clause(head)
    return None


def binding_features(candidate: Candidate, context: PronounContext) -> Iterator[str]:
    """Yield evidence against a mention in the pronoun's own sentence by principle B and i-within-i."""
    pronoun = context.pronoun
    for mention in (*candidate.entity.before(pronoun), *candidate.entity.after(pronoun)):
        if mention.sentence == pronoun.sentence and mention.clause >= 0:
            if pronoun.form == "p":
                if _is_inside(context.discourse, mention, pronoun):
                    yield "inside p"
            elif pronoun.form in "so" and (binder := _binder(mention, pronoun)):
                yield f"bound {binder}{pronoun.form}"


def _binder(mention: Mention, pronoun: Mention) -> str:
    """Return the role in which a mention is an argument of the pronoun's own verb (*John saw him*), or nothing."""
    if mention.clause == pronoun.clause and mention.role.kind in "soabx":
        if pronoun.form == "o" and mention.role.kind == "s":
            return "subject"
        return "object" if pronoun.form == "s" and mention.role.kind in "oab" else "other"
    return "subject" if mention.role.coordinated and pronoun.role.anchor == mention.role.anchor else ""


def _is_inside(discourse: Discourse, mention: Mention, pronoun: Mention) -> bool:
    """Tell whether a possessive belongs to the mention itself, as in *his brother John* and *his friend is John*."""
    sketch, tokens = discourse.sketch(pronoun.sentence), discourse.sentences[pronoun.sentence]
    owned = current = sketch.heads[pronoun.first]
    for _ in range(_LONGEST_APPOSITION):
        if mention.first <= current < mention.last:
            return True
        if current < 0 or sketch.relations[current] not in {"appos", "flat", "nmod"}:
            break
        current = sketch.heads[current]
    if owned >= 0 and sketch.relations[owned] == "nsubj" and mention.first <= sketch.heads[owned] < mention.last:
        return True
    if mention.first <= pronoun.first + 1:
        return False
    between = tokens[pronoun.first + 1 : mention.first]
    return len(between) <= _LONGEST_DESCRIPTION and all(
        token.upos in {"ADJ", "NOUN", "NUM", "PUNCT"} and token.text not in {";", ":", ".", "("} for token in between
    )
