"""What additions contribute to a document, and the document's graph with and without them.

A store keeps the graph of a document with all additions, and separately, for each addition, the pieces it contributed.
A piece is the smallest unit of an addition: a mention, a profile, a group of predicates, or a fact or relation with one
sentence as evidence. A piece that the document also has on its own is marked as shared, so that undoing an addition
restores exactly the former graph.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from lgm_core.errors import InputError
from lgm_core.graph.canonical import canonical, canonical_relation_key
from lgm_core.graph.canonical_facts import (
    canonical_group,
    incomplete_parts,
    mentioned_concepts,
    with_ordered_evidence,
    with_ordered_qualifiers,
)
from lgm_core.graph.codecs.piece_codec import PIECE_TYPES, AddedPiece, Piece, packed_texts
from lgm_core.model import (
    Addition,
    DocumentGraph,
    EntityProfile,
    Evidence,
    Fact,
    Mention,
    MentionSource,
    MetaRelation,
    PredicateGroup,
    RelationKind,
    SectionEnd,
    Sentence,
    Verdict,
)

__all__ = ["Added", "added_to_documents", "joined", "moved", "with_added", "without_added"]

_Statement = TypeVar("_Statement", Fact, MetaRelation)

Added = Mapping[str, Sequence[AddedPiece]]
"""Pieces that additions contributed to one document, by addition id, in order of precedence."""


def added_to_documents(addition: Addition) -> dict[str, list[Piece]]:
    """Return the pieces of an addition by document id.

    Raises:
        InputError: its id is empty or holds a NUL character, a fact, relation or profile has no evidence, or a sentence
            id is malformed.
    """
    if not addition.id or "\0" in addition.id:
        raise InputError(f"{addition.id!r} cannot be the id of an addition; give it letters and digits")
    pieces: dict[str, list[Piece]] = defaultdict(list)
    items: list[Fact | MetaRelation | EntityProfile] = [*addition.facts, *addition.relations, *addition.profiles]
    for item in items:
        if not item.evidence:
            raise InputError(f"the addition {addition.id!r} holds {item!r} without evidence; name its sentences")
    for mention in addition.mentions:
        pieces[_document_of(mention.sentence_id)].append(mention)
    for profile in addition.profiles:
        pieces[profile.document_id].append(with_ordered_evidence(profile))
    for group in addition.predicate_groups:
        pieces[group.document_id].append(replace(canonical_group(group), run=addition.id))
    for piece in _single_pieces(addition.facts, addition.relations):
        pieces[_document_of(piece.evidence[0].sentence_id)].append(piece)
    return dict(pieces)


def without_added(graph: DocumentGraph, added: Added) -> DocumentGraph:
    """Return a document's graph without any addition, in canonical form if given in it."""
    gone = {_identity(entry.piece) for pieces in added.values() for entry in pieces if not entry.shared}
    if not gone:
        return graph
    return replace(
        graph,
        mentions=tuple(mention for mention in graph.mentions if _identity(mention) not in gone),
        profiles=tuple(profile for profile in graph.profiles if _identity(profile) not in gone),
        facts=tuple(_without(graph.facts, gone)),
        relations=tuple(_without(graph.relations, gone)),
        predicate_groups=tuple(group for group in graph.predicate_groups if group not in gone),
    )


def with_added(own: DocumentGraph, added: Added) -> tuple[DocumentGraph, dict[str, list[AddedPiece]]]:
    """Return a document's graph with additions, in canonical form, and the pieces they now contribute.

    Args:
        own: the document's graph without additions, in canonical form.
        added: the pieces of additions; which ones are shared is determined anew.

    Raises:
        InputError: the whole is not self-contained (see `canonical`).
    """
    held = set(map(_identity, _pieces(own)))
    told = {
        id: [AddedPiece(entry.piece, shared=_identity(entry.piece) in held) for entry in pieces]
        for id, pieces in added.items()
        if pieces
    }
    # Of two mentions that differ only in surface, `canonical` decides which is kept, whatever came first.
    pieces = [entry.piece for given in told.values() for entry in given if not entry.shared]
    if not pieces:
        return own, told
    of_kinds = {name: tuple(piece for piece in pieces if isinstance(piece, type)) for name, type in PIECE_TYPES.items()}
    graph = replace(own, **{name: getattr(own, name) + added for name, added in of_kinds.items()})
    return canonical(graph), told


def joined(graph: DocumentGraph, before: Sequence[AddedPiece], pieces: Iterable[Piece]) -> list[AddedPiece]:
    """Return the pieces an addition contributes to a document (its graph with all additions) after it grew.

    It includes the mentions that its facts, relations and profiles need, even existing ones: so it stays complete if
    the document is relearned and loses them.

    Raises:
        InputError: sentences that state a fact only together do not mention all of its concepts.
    """
    by_identity = {_identity(entry.piece): entry.piece for entry in before}
    for piece in pieces:
        by_identity.setdefault(_identity(piece), piece)
    needed = {need for piece in by_identity.values() for need in (*_needs(piece), *_named(piece))}
    needed -= {(piece.sentence_id, piece.concept) for piece in by_identity.values() if isinstance(piece, Mention)}
    for mention in graph.mentions if needed else ():
        if (mention.sentence_id, mention.concept) in needed:
            by_identity.setdefault(_identity(mention), mention)
            needed.remove((mention.sentence_id, mention.concept))
    given = list(by_identity.values())
    if incomplete := _incomplete(given):
        (fact, missing), origin = incomplete[0], incomplete[0][0].evidence[0].origin
        raise InputError(
            f"the fact {fact.key}: what is added of the origin {origin!r} does not mention {missing!r}; add all "
            "sentences that state the fact together, with mentions of its concepts"
        )
    return [AddedPiece(piece) for piece in given]


def moved(added: Added, old: DocumentGraph, new: DocumentGraph) -> dict[str, list[AddedPiece]]:
    """Return the pieces of additions that a replaced document keeps: those on sentences with the same text."""
    places = _same_sentences(old.sentences, new.sentences)
    is_there = _Presence(old, new, places)
    result: dict[str, list[Piece]] = {}
    for id, entries in added.items():
        staying = (_moved(entry.piece, places) for entry in entries if is_there(entry.piece))
        pieces = list({_identity(piece): piece for piece in staying if piece is not None}.values())
        mentioned = mentioned_concepts(piece for piece in pieces if isinstance(piece, Mention))
        incomplete = {_identity(fact) for fact, _ in _incomplete(pieces)}
        result[id] = [
            piece
            for piece in pieces
            if all(concept in mentioned.get(sentence, ()) for sentence, concept in _needs(piece))
            and _identity(piece) not in incomplete
        ]
    predicates = {
        fact.predicate for fact in (*new.facts, *chain.from_iterable(result.values())) if isinstance(fact, Fact)
    }
    narrowed = {id: [_narrowed(piece, predicates) for piece in pieces] for id, pieces in result.items()}
    kept = {id: [AddedPiece(piece) for piece in pieces if piece is not None] for id, pieces in narrowed.items()}
    return {id: entries for id, entries in kept.items() if entries}


def _document_of(sentence: str) -> str:
    document, mark, position = sentence.rpartition("#")
    if not mark or not position.isascii() or not position.isdigit():
        raise InputError(f"{sentence!r} is not a sentence; sentences are named DOCUMENT#POSITION, as in 'guide.md#3'")
    return document


def _single_pieces(facts: Iterable[Fact], relations: Iterable[MetaRelation]) -> Iterator[Fact | MetaRelation]:
    """Yield each fact and relation once per piece of evidence, without verdicts."""
    for fact in facts:
        for entry in fact.evidence:
            yield replace(with_ordered_qualifiers(fact), evidence=(entry,), verdict=Verdict.UNKNOWN)
    for relation in relations:
        kind, subject, object_ = canonical_relation_key(relation.key)
        for evidence in relation.evidence:
            yield MetaRelation(RelationKind(kind), subject, object_, (evidence,))


def _pieces(graph: DocumentGraph) -> Iterator[Piece]:
    yield from graph.mentions
    yield from graph.profiles
    yield from graph.predicate_groups
    yield from _single_pieces(graph.facts, graph.relations)


def _identity(piece: Piece) -> Hashable:
    """Return the identity of a piece in a store: mentions that differ only in surface are the same."""
    if isinstance(piece, Mention):
        return piece.sentence_id, piece.concept, piece.start, piece.end, piece.source
    if isinstance(piece, Fact):
        return piece.key, packed_texts(piece), piece.evidence[0]
    if isinstance(piece, MetaRelation):
        return piece.key, piece.evidence[0]
    return piece


def _without(statements: Iterable[_Statement], gone: set[Hashable]) -> Iterator[_Statement]:
    """Yield statements with their remaining evidence, if any."""
    for statement in statements:
        singles = [replace(statement, evidence=(entry,)) for entry in statement.evidence]
        staying = tuple(single.evidence[0] for single in singles if _identity(single) not in gone)
        if staying:
            yield replace(statement, evidence=staying)


def _needs(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a piece, each with the concepts it must mention."""
    if isinstance(piece, Fact) and not piece.evidence[0].is_part:
        yield from ((entry.sentence_id, concept) for entry in piece.evidence for concept in piece.concepts)
    elif isinstance(piece, EntityProfile):
        yield from ((entry.sentence_id, piece.concept) for entry in piece.evidence)


def _named(piece: Piece) -> Iterator[tuple[str, str]]:
    """Yield the sentences of a relation or partial fact with the concepts they may mention."""
    if isinstance(piece, MetaRelation):
        yield from ((entry.sentence_id, key) for entry in piece.evidence for key in (piece.subject, piece.object))
    elif isinstance(piece, Fact) and piece.evidence[0].is_part:
        yield from ((entry.sentence_id, key) for entry in piece.evidence for key in piece.concepts)


def _incomplete(pieces: Sequence[Piece]) -> list[tuple[Fact, str]]:
    """Return the facts that sentences state only together without mentioning all concepts, each with a missing one.

    A fact's sentences of one origin must each mention at least one concept, and together all of them.
    """
    stated: dict[Hashable, list[Fact]] = defaultdict(list)
    for piece in pieces:
        if isinstance(piece, Fact) and piece.evidence[0].is_part:
            stated[piece.key, packed_texts(piece)].append(piece)
    mentioned = mentioned_concepts(piece for piece in pieces if isinstance(piece, Mention)) if stated else {}
    found = []
    for facts in stated.values():
        lacking = incomplete_parts(facts[0], [fact.evidence[0] for fact in facts], mentioned)
        for fact in facts:
            (entry,) = fact.evidence
            if entry.origin in lacking:
                found.append((fact, lacking[entry.origin]))
            elif not mentioned.get(entry.sentence_id, set()) & set(fact.concepts):
                found.append((fact, fact.subject))
    return found


def _same_sentences(old: Sequence[Sentence], new: Sequence[Sentence]) -> dict[str, str]:
    """Return the ids of new sentences by those of old ones with the same text, in order.

    If fewer remain than there were, the last one also replaces those that are gone.
    """
    by_text: dict[str, list[str]] = defaultdict(list)
    for sentence in reversed(new):
        by_text[sentence.text].append(sentence.id)
    places = {}
    for sentence in old:
        if same := by_text.get(sentence.text):
            places[sentence.id] = same.pop() if len(same) > 1 else same[0]
    return places


class _Presence:
    """Tells whether the sources of a piece other than its sentence remain after its document was replaced."""

    def __init__(self, old: DocumentGraph, new: DocumentGraph, places: Mapping[str, str]) -> None:
        titles = {section.id: {new.document.title, section.title, *section.path} for section in new.sections}
        now = {sentence.id: sentence for sentence in new.sentences}
        self._sections = titles.keys()
        self._titles = {sentence: titles[now[place].section_id] for sentence, place in places.items()}
        self._same_marks = {
            sentence.id
            for sentence in old.sentences
            if sentence.id in places and now[places[sentence.id]].resolved == sentence.resolved
        }

    def __call__(self, piece: Piece) -> bool:
        """Return False if its title, section or antecedent is gone: no words of these may remain."""
        if isinstance(piece, Fact):
            return all(end.section_id in self._sections for end in piece.ends if isinstance(end, SectionEnd))
        if not isinstance(piece, Mention) or piece.source is MentionSource.TEXT:
            return True
        if piece.source is MentionSource.TITLE:
            return piece.surface in self._titles.get(piece.sentence_id, ())
        return piece.sentence_id in self._same_marks


def _moved(piece: Piece, places: Mapping[str, str]) -> Piece | None:
    """Return a piece moved to the new places of its sentences, or None if one of them is gone."""
    if isinstance(piece, Mention):
        place = places.get(piece.sentence_id)
        return None if place is None else replace(piece, sentence_id=place)
    if isinstance(piece, PredicateGroup):
        return piece
    if not all(entry.sentence_id in places for entry in piece.evidence):
        return None
    if isinstance(piece, Fact):
        return replace(piece, evidence=tuple(replace(e, sentence_id=places[e.sentence_id]) for e in piece.evidence))
    evidence = tuple(Evidence(places[entry.sentence_id], entry.origin) for entry in piece.evidence)
    if isinstance(piece, EntityProfile):
        return with_ordered_evidence(replace(piece, evidence=evidence))  # sentences may have swapped positions
    return replace(piece, evidence=evidence)


def _narrowed(piece: Piece, predicates: Collection[str]) -> Piece | None:
    """Return a piece, reducing a group to the predicates facts still have: no text of gone sentences may remain."""
    if not isinstance(piece, PredicateGroup):
        return piece
    members = tuple(member for member in piece.members if member in predicates)
    return replace(piece, members=members) if piece.name in members else None
