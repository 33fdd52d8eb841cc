"""Who does what, read alike by clauses, open facts and the relations of things."""

from __future__ import annotations

import pytest

from benchmarks.facts import read_open_relations
from lgm_core.language.chunking import chunk
from lgm_core.language.clauses import find_clauses
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.lite.lite_annotator import LiteAnnotator
from lgm_core.learning.construction.relations.clause_relations import stated_relations

PARSER = LiteAnnotator(parse=True)

Triple = tuple[str, str, str]


def clauses(text: str) -> set[Triple]:
    (sentences,) = PARSER.annotate([text])
    found = (clause for one in sentences for clause in find_clauses(chunk(text, one, lexicon_of("en"))))
    return {(clause.subject, clause.verb.removeprefix("be "), clause.object) for clause in found}


def open_facts(text: str) -> set[Triple]:
    stated: set[Triple] = set()
    for sentence in read_open_relations(text, "", PARSER):
        for relation in sentence.relations:
            stated.add((relation.subject.surface, relation.predicate, relation.object.surface))
            verb = relation.predicate.removesuffix(" of").partition(" ")[0]
            for preposition, end in relation.qualifiers:
                stated.add((relation.subject.surface, f"{verb} {preposition}", end.surface))
    return stated


def relations(text: str) -> set[Triple]:
    """Return the relations between all noun phrases and numbers of a text, which stand for things."""
    (sentences,) = PARSER.annotate([text])
    found = set()
    for annotated in sentences:
        sentence, tokens = chunk(text, annotated, lexicon_of("en")), annotated.tokens
        spans = [(tokens[one.start].start, tokens[one.end - 1].end) for one in sentence.noun_phrases]
        spans += [(token.start, token.end) for token in tokens if token.text.isdigit()]
        stated = stated_relations(sentence, {span: text[span[0] : span[1]] for span in spans}, {})
        found |= {(relation.subject, relation.wording, relation.object) for relation in stated}
    return found


@pytest.mark.parametrize(
    ("text", "as_clause", "as_fact", "as_relation"),
    [
        (
            "ANU is a university located in Canberra.",
            ("anu", "locate in", "canberra"),
            ("ANU", "locate in", "Canberra"),
            ("ANU", "located in", "Canberra"),
        ),
        (
            "The NPA was founded in 1921 by Marta Lind.",
            ("npa", "found by", "marta lind"),
            ("NPA", "found by", "Marta Lind"),
            ("NPA", "was founded by", "Marta Lind"),
        ),
        (
            "The NPA was founded in 1921 by Marta Lind.",
            ("npa", "found in", "1921"),
            ("NPA", "found in", "1921"),
            ("NPA", "was founded in", "1921"),
        ),
        (
            "Gilda is a film directed by Charles Vidor.",
            ("gilda", "direct by", "charles vidor"),
            ("Gilda", "direct by", "Charles Vidor"),
            ("Gilda", "directed by", "Charles Vidor"),
        ),
        (
            "The tool J2RM maps JSON data to RDF triples.",
            ("j2rm", "map", "json data"),
            ("J2RM", "map to", "RDF triples"),
            ("J2RM", "maps JSON data to", "RDF triples"),
        ),
        (
            "The ferry Aurora calls at Norhavn.",
            ("aurora", "call at", "norhavn"),
            ("Aurora", "call at", "Norhavn"),
            ("Aurora", "calls at", "Norhavn"),
        ),
        (
            "The engineer, whose father James Reed died in 1910, built the bridge.",
            ("engineer", "build", "bridge"),
            ("engineer", "build", "bridge"),
            ("engineer", "built", "bridge"),
        ),
        (
            "The engineer, whose father James Reed died in 1910, built the bridge.",
            ("james reed", "die in", "1910"),
            ("James Reed", "die in", "1910"),
            ("James Reed", "died in", "1910"),
        ),
        (
            "Ada Krone and Rui Dias make and sell boats and cars.",
            ("rui dias", "make", "car"),
            ("Rui Dias", "make", "cars"),
            ("Rui Dias", "make", "cars"),
        ),
        (
            "Tom Reed, who built the bridge, lives in Leeds.",
            ("tom reed", "live in", "leeds"),
            ("Tom Reed", "live in", "Leeds"),
            ("Tom Reed", "lives in", "Leeds"),
        ),
        (
            "Tom Reed, who built the bridge, lives in Leeds.",
            ("tom reed", "build", "bridge"),
            ("Tom Reed", "build", "bridge"),
            ("Tom Reed", "built", "bridge"),
        ),
        (
            "The bridge that Tom Reed built fell in 1990.",
            ("bridge", "fall in", "1990"),
            ("bridge", "fall in", "1990"),
            ("bridge", "fell in", "1990"),
        ),
        (
            "Mary Cook, a Portuguese painter, won the Silver Oar in 1904.",
            ("mary cook", "win", "silver oar"),
            ("Mary Cook", "win", "Silver Oar"),
            ("Mary Cook", "won", "Silver Oar"),
        ),
        (
            "The access switch does not route traffic.",
            ("access switch", "not route", "traffic"),
            ("access switch", "not route", "traffic"),
            ("access switch", "does not route", "traffic"),
        ),
        (
            "The car has no engine.",
            ("car", "not have", "engine"),
            ("car", "not have", "engine"),
            ("car", "has no", "engine"),
        ),
    ],
)
def test_three_readers_agree(text: str, as_clause: Triple, as_fact: Triple, as_relation: Triple) -> None:
    assert as_clause in clauses(text)
    assert as_fact in open_facts(text)
    assert as_relation in relations(text)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("ANU is a university located in Canberra.", {"university", "canberra"}),
        ("Gilda is a film directed by Charles Vidor.", {"film", "charles vidor"}),
        ("The engineer, whose father James Reed died in 1910, built the bridge.", {"engineer", "1910"}),
        ("The engineer, whose father James Reed died in 1910, built the bridge.", {"james reed", "bridge"}),
        ("Did Tom Reed build the bridge?", {"tom reed", "bridge"}),
        ("If Tom Reed builds the bridge, Ada Krone leaves Leeds.", {"tom reed", "bridge"}),
        ("If Tom Reed builds the bridge, Ada Krone leaves Leeds.", {"ada krone", "leeds"}),
    ],
)
def test_none_reads_what_is_not_said(text: str, wrong: set[str]) -> None:
    for read in (clauses, open_facts, relations):
        assert not [triple for triple in read(text) if {triple[0].lower(), triple[2].lower()} == wrong]


@pytest.mark.parametrize(
    "text", ["The access switch does not route traffic.", "No train passes the signal.", "The car has no engine."]
)
def test_a_denial_is_never_read_as_what_is_so(text: str) -> None:
    negations = {"not", "no", "never"}
    for read in (clauses, open_facts, relations):
        stated = read(text)
        assert stated
        assert all(negations & set(predicate.split()) for _, predicate, _ in stated)
