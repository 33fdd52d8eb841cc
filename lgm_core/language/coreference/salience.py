"""Score how likely a pronoun means an entity: signs of distance, grammar and prominence, each with a weight.

A log-linear model over the candidates of a pronoun, in the line of Lappin and Leass (1994) and of Denis and Baldridge
(2008): the weights were fitted (see `training/coreference_training.py`), the signs are those of the literature.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lgm_core.language.coreference.entities import Entity, Mention, Text

__all__ = ["Candidate", "Surroundings", "nobody_signs", "signs"]

_CLAUSES = {"root": "main", "ccomp": "comp", "xcomp": "comp", "acl:relcl": "rel", "acl": "rel"}
_PREPOSITIONS = frozenset("of by with to for from in as against on between".split())
_BEFORE_PRONOUN = frozenset(", and with 's ( or in for to".split())
_SAYING = frozenset(
    "say tell ask reply add explain state claim note think believe announce report write suggest argue declare admit "
    "call".split()
)
_ENDINGS = {"a": "a", "e": "a", "o": "o", "s": "o", "k": "o", "d": "o", "r": "o"}


@dataclass(slots=True)
class Candidate:
    """An entity that a pronoun may mean: `last` is its latest mention before the pronoun, or the first one after it.

    `following` is its next name in the pronoun's own sentence; `rank` counts the candidates mentioned since `last`.
    """

    entity: Entity
    last: Mention
    following: Mention | None
    rank: int = 4


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the candidates of a pronoun share.

    `previous` is the last pronoun of the same gender, `first` the first name of the text, `prominent` the candidate
    named most often, `fronted` the subject whose name follows after a comma when the pronoun opens the sentence.
    """

    text: Text
    pronoun: Mention
    previous: Mention | None
    first: Mention | None
    prominent: Entity | None
    fronted: Mention | None


def nobody_signs(around: Surroundings) -> list[str]:
    """Return the signs that a pronoun means nobody who is named."""
    form = around.pronoun.form
    return ["nobody", f"nobody {form}", f"nobody {min(around.pronoun.sentence, 2)}"]


def signs(candidate: Candidate, around: Surroundings) -> list[str]:
    """Return the signs for and against a candidate, by name."""
    found = [*_distance_signs(candidate, around), *_prominence_signs(candidate, around)]
    found += _grammar_signs(candidate, around)
    found += _binding_signs(candidate, around)
    found += _chain_signs(candidate, around)
    found += _later_signs(candidate, around)
    if candidate.entity.kind == "name":
        found += _name_signs(candidate, around)
    else:
        found += ["noun", f"noun {_place(candidate, around.pronoun)}"]
    if candidate.last.number < around.pronoun.number and candidate.last.sentence == around.pronoun.sentence:
        found += _same_sentence_signs(candidate, around)
    return found


def _place(candidate: Candidate, pronoun: Mention) -> str:
    """Return where the latest mention is: 0 same sentence, 1 the one before, 2 farther, c after the pronoun."""
    if candidate.last.number > pronoun.number:
        return "c"
    return str(min(pronoun.sentence - candidate.last.sentence, 2))


def _distance_signs(candidate: Candidate, around: Surroundings) -> list[str]:
    pronoun, last = around.pronoun, candidate.last
    place, form = _place(candidate, pronoun), pronoun.form
    far = place if place == "c" else str(min(pronoun.sentence - last.sentence, 3))
    rank = min(candidate.rank, 4)
    return [f"distance {far}{form}", f"rank {rank}{place}", f"rank {rank}{form}"]


def _grammar_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    pronoun, last = around.pronoun, candidate.last
    place, form, kind = _place(candidate, pronoun), pronoun.form, last.role.kind
    yield f"role {kind}{place}"
    yield f"role {kind}{form}"
    if last.role.coordinated:
        yield "coordinated"
    if last.role.apposed:
        yield "apposed"
    if kind == pronoun.role.kind and kind in "sopb":
        yield f"parallel {kind}{place}"
    if kind in "bn" and last.role.preposition:
        yield f"after {last.role.preposition if last.role.preposition in _PREPOSITIONS else '?'}"
    if kind == "s":
        yield f"clause {_clause_kind(around.text, last)}{place}"
        if place == "1" and pronoun.first == 0:
            yield "continues"
        if _governor(around.text, last) in _SAYING:
            yield f"says {place}"
    if kind in "pn" and last.kind == "name":
        sketch = around.text.sketch(last.sentence)
        owner = sketch.heads[last.role.anchor]
        if owner >= 0:
            yield f"owner {sketch.role(owner).kind}{kind}{place}"


def _clause_kind(text: Text, mention: Mention) -> str:
    if mention.sentence < 0:
        return "title"
    relation = text.sketch(mention.sentence).relations[mention.clause]
    return _CLAUSES.get(relation, relation)


def _governor(text: Text, mention: Mention) -> str:
    if mention.sentence < 0:
        return ""
    return text.sentences[mention.sentence][mention.clause].lemma.lower()


def _same_sentence_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    pronoun, last, form = around.pronoun, candidate.last, around.pronoun.form
    tokens = around.text.sentences[pronoun.sentence]
    if last.role.kind == "s" and not last.role.apposed:
        steps = _steps_up(around.text, pronoun, last.clause)
        yield f"commands {'no' if steps is None else min(steps, 2)}{form}"
    gap = pronoun.first - last.last
    if gap <= 1:
        word = tokens[last.last].text.lower() if gap == 1 else ""
        yield f"next to {word if word in _BEFORE_PRONOUN or not word else '?'}{form}"
    yield f"gap {'1' if gap < 4 else '2' if gap < 9 else '3' if gap < 18 else '4'}{form}"
    yield f"clause {_clause_kind(around.text, pronoun)}{last.role.kind} here"


def _steps_up(text: Text, pronoun: Mention, clause: int) -> int | None:
    """Return how many clauses above the pronoun's own one a clause is, None when it is not above."""
    sketch = text.sketch(pronoun.sentence)
    at = pronoun.clause
    for steps in range(8):
        if at == clause:
            return steps
        head = sketch.heads[at]
        if head < 0 or sketch.clause(head) == at:
            return None
        at = sketch.clause(head)
    return None


def _binding_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    """Yield what speaks against a mention in the pronoun's own sentence by principles B and i-within-i."""
    pronoun = around.pronoun
    near = (*candidate.entity.before(pronoun), *candidate.entity.after(pronoun))
    for mention in near:
        if mention.sentence == pronoun.sentence and mention.clause >= 0:
            if pronoun.form == "p":
                if _is_inside(around.text, mention, pronoun):
                    yield "inside p"
            elif pronoun.form in "so" and (bound := _bound(mention, pronoun)):
                yield f"bound {bound}{pronoun.form}"


def _bound(mention: Mention, pronoun: Mention) -> str:
    """Tell whether a mention and a pronoun are arguments of one verb (*John saw him*)."""
    if mention.clause == pronoun.clause and mention.role.kind in "soabx":
        if pronoun.form == "o" and mention.role.kind == "s":
            return "subject"
        return "object" if pronoun.form == "s" and mention.role.kind in "oab" else "other"
    return "subject" if mention.role.coordinated and pronoun.role.anchor == mention.role.anchor else ""


def _is_inside(text: Text, mention: Mention, pronoun: Mention) -> bool:
    """Tell whether a possessive belongs to the mention itself, as in *his brother John* and *his friend is John*."""
    sketch, tokens = text.sketch(pronoun.sentence), text.sentences[pronoun.sentence]
    owned = at = sketch.heads[pronoun.first]
    for _ in range(10):
        if mention.first <= at < mention.last:
            return True
        if at < 0 or sketch.relations[at] not in {"appos", "flat", "nmod"}:
            break
        at = sketch.heads[at]
    if owned >= 0 and sketch.relations[owned] == "nsubj" and mention.first <= sketch.heads[owned] < mention.last:
        return True
    if mention.first <= pronoun.first + 1:
        return False
    between = tokens[pronoun.first + 1 : mention.first]
    return len(between) <= 6 and all(
        token.upos in {"ADJ", "NOUN", "NUM", "PUNCT"} and token.text not in {";", ":", ".", "("} for token in between
    )


def _prominence_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    pronoun, entity = around.pronoun, candidate.entity
    before = entity.before(pronoun)
    yield f"mentions {min(len(before), 5)}"
    yield f"pronouns {min(sum(mention.kind == 'pronoun' for mention in before), 3)}"
    yield f"subjects {min(sum(mention.role.kind == 's' for mention in before), 3)}"
    if entity is around.prominent:
        yield "prominent"
    if around.first is not None and entity is around.first.entity:
        yield "first"
        if around.first.role.kind == "s" and around.first.sentence == 0:
            yield "first subject"
    if entity.topic:
        yield "topic"
        yield f"topic {pronoun.form}"
    elif around.text.titled:
        yield "not the topic"


def _chain_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    """Yield whether the pronoun before meant the same, and whether it was the latest mention."""
    pronoun, previous = around.pronoun, around.previous
    if candidate.last.kind == "pronoun":
        yield f"pronoun {_place(candidate, pronoun)}"
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


def _later_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    """Yield what names after the pronoun tell."""
    pronoun, entity = around.pronoun, candidate.entity
    later = sum(mention.sentence > pronoun.sentence for mention in entity.after(pronoun))
    yield f"later {min(later, 2)}"
    place = _place(candidate, pronoun)
    fronted = around.fronted is not None and around.fronted.entity is entity
    if place == "c":
        yield f"named after {pronoun.form}{candidate.last.role.kind}"
        yield f"named after {_clause_kind(around.text, pronoun)}"
        if fronted:
            yield f"fronted {pronoun.form}"
    elif fronted:
        yield "named in front"
        yield f"named in front {place}"
    elif candidate.following is not None:
        yield f"named again {pronoun.form}"
    elif around.fronted is not None:
        yield "another in front"


def _name_signs(candidate: Candidate, around: Surroundings) -> Iterator[str]:
    entity, last, pronoun = candidate.entity, candidate.last, around.pronoun
    yield f"person {entity.person}"
    yield "gender known" if entity.gender else "gender unknown"
    yield f"words {min(len(entity.words), 3)}"
    if len(entity.words) > 1:
        if entity.gender:
            yield "full name"
        elif ending := _ENDINGS.get(entity.words[0][-1].lower()):
            yield f"ends in {ending}{pronoun.gender}"
    if entity.quoted:
        yield "quoted"
    if entity.bare:
        yield "bare"
    if any(mention.kind == "pronoun" for mention in entity.before(pronoun)):
        yield "had a pronoun"
    if last.kind == "name":
        if len(last.words) == 1:
            yield "short"
        before = around.text.sentences[last.sentence][last.first - 1] if last.first else None
        if before is not None and before.upos == "DET":
            yield "determiner"
        if before is not None and before.text == "(":
            yield f"bracket {_place(candidate, pronoun)}"
        if last.first == 0 and pronoun.sentence - last.sentence == 1:
            yield "opens"
