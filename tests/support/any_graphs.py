"""Graphs of documents with everything that an export has to carry, made up by Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from lgm_core.model import (
    Clause,
    DocumentGraph,
    DocumentRecord,
    EntityClass,
    EntityProfile,
    Evidence,
    Fact,
    FactEnd,
    FactEvidence,
    Mention,
    MentionSource,
    MetaRelation,
    PredicateGroup,
    Reference,
    RelationKind,
    Section,
    SectionEnd,
    Sentence,
    StatementKind,
    Value,
    ValueKind,
    Verdict,
    section_id,
    sentence_id,
)

_CHARACTERS = st.characters(exclude_categories=("Cs",), exclude_characters="\0")
TEXTS = st.text(_CHARACTERS, max_size=12)
NAMES = st.one_of(
    st.sampled_from(
        ["apple", "apple~2", "Ünal", "苹果", "تفاحة", "a/b#c", "x y_z%20", "ab" * 90, "..", "-", "e\u0301", "é"]
    ),
    st.text(_CHARACTERS, min_size=1, max_size=8),
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(-(2**63), 2**63 - 1), FLOATS, TEXTS)
METADATA = st.dictionaries(TEXTS, st.one_of(SCALARS, st.lists(SCALARS, max_size=3)), max_size=4)
ORIGINS = st.sampled_from(["parse", "llm:a b", "pattern:is a"])

_BOUNDS = st.one_of(st.integers(-800_000, 800_000), FLOATS)
VALUES = st.one_of(
    st.builds(Value, TEXTS, st.just(ValueKind.TEXT)),
    st.builds(
        lambda text, day, more: Value(text, ValueKind.DATE, day, day + more),
        TEXTS,
        st.integers(-800_000, 90_000),
        st.integers(0, 800),
    ),
    st.builds(
        lambda text, bound, unit: Value(text, ValueKind.QUANTITY, bound, bound, unit),
        TEXTS,
        _BOUNDS,
        st.sampled_from(["m", "%"]),
    ),
    st.builds(lambda text, bound: Value(text, ValueKind.NUMBER, bound, bound), TEXTS, _BOUNDS),
)


@st.composite
def document_graphs(draw: st.DrawFn, id: str | None = None) -> DocumentGraph:
    """Make the graph of one document, complete in itself, in any order."""
    name = draw(NAMES) if id is None else id
    sections = [
        Section(
            section_id(name, number),
            name,
            number,
            draw(st.integers(0, 6)),
            draw(TEXTS),
            tuple(draw(st.lists(TEXTS, max_size=2))),
            0,
            9,
        )
        for number in range(draw(st.integers(1, 2)))
    ]
    keys = draw(st.lists(NAMES, min_size=2, max_size=3, unique=True))
    sentences = [
        _sentence(draw, name, number, draw(st.sampled_from(sections)), keys)
        for number in range(draw(st.integers(0, 3)))
    ]
    # Every sentence mentions everything, so that facts may rest on any.
    mentions = [
        Mention(sentence.id, key, draw(TEXTS), number, number + 1, draw(st.sampled_from(MentionSource)))
        for sentence in sentences
        for number, key in enumerate(keys)
    ]
    graph = DocumentGraph(_record(draw, name), tuple(sections), tuple(sentences), tuple(mentions))
    if not sentences:
        return graph
    ids = [sentence.id for sentence in sentences]
    references = [Reference(ids[-1], ids[0])] if len(ids) > 1 else []
    return DocumentGraph(
        graph.document,
        graph.sections,
        graph.sentences,
        graph.mentions,
        tuple(_relation(draw, keys, ids) for _ in range(draw(st.integers(0, 2)))),
        tuple(references),
        tuple(_fact(draw, keys, ids, sections) for _ in range(draw(st.integers(0, 2)))),
        tuple(_profile(draw, name, draw(st.sampled_from(keys)), ids) for _ in range(draw(st.integers(0, 2)))),
        tuple(_group(draw, name) for _ in range(draw(st.integers(0, 1)))),
    )


def _record(draw: st.DrawFn, name: str) -> DocumentRecord:
    return DocumentRecord(
        name, draw(TEXTS), draw(TEXTS), draw(st.sampled_from(["en", "de", "zho"])), draw(METADATA), "hash", draw(TEXTS)
    )


def _sentence(draw: st.DrawFn, document: str, number: int, section: Section, keys: list[str]) -> Sentence:
    text = draw(st.text(_CHARACTERS, min_size=1, max_size=20))
    clauses = [Clause(keys[0], draw(TEXTS), draw(TEXTS), draw(st.sampled_from(StatementKind)))] * draw(
        st.integers(0, 2)
    )
    place = (sentence_id(document, number), document, section.id, number, number, number + 1)
    resolved = draw(st.sampled_from([text, "r"]))
    return Sentence(*place, text, resolved, draw(TEXTS), tuple(clauses), draw(st.integers(-1, 2)))


def _evidence(draw: st.DrawFn, ids: list[str]) -> tuple[Evidence, ...]:
    return tuple(draw(st.lists(st.builds(Evidence, st.sampled_from(ids), ORIGINS), min_size=1, max_size=2)))


def _relation(draw: st.DrawFn, keys: list[str], ids: list[str]) -> MetaRelation:
    object_ = draw(st.sampled_from([*keys, "thing", "elsewhere"]))
    kind, verdict = draw(st.sampled_from(RelationKind)), draw(st.sampled_from(Verdict))
    return MetaRelation(kind, keys[0], object_, _evidence(draw, ids), verdict)


def _fact(draw: st.DrawFn, keys: list[str], ids: list[str], sections: list[Section]) -> Fact:
    ends: st.SearchStrategy[FactEnd] = st.one_of(st.sampled_from(keys), VALUES, st.just(SectionEnd(sections[0].id)))
    evidence = st.builds(FactEvidence, st.sampled_from(ids), st.just(0), st.just(1), TEXTS, ORIGINS)
    return Fact(
        draw(st.sampled_from(keys)),
        draw(NAMES),
        draw(ends),
        tuple(draw(st.lists(st.tuples(NAMES, ends), max_size=2))),
        tuple(draw(st.lists(evidence, min_size=1, max_size=2))),
        draw(st.sampled_from(Verdict)),
    )


def _profile(draw: st.DrawFn, document: str, key: str, ids: list[str]) -> EntityProfile:
    return EntityProfile(
        document,
        key,
        tuple(draw(st.lists(TEXTS, max_size=2))),
        draw(TEXTS),
        _evidence(draw, ids),
        draw(st.sampled_from([None, *EntityClass])),
        draw(st.sampled_from([None, True, False])),
        draw(st.one_of(st.none(), st.floats(-1, 1))),
        draw(st.one_of(st.just(""), ORIGINS)),
    )


def _group(draw: st.DrawFn, document: str) -> PredicateGroup:
    members = sorted(draw(st.lists(NAMES, min_size=1, max_size=3, unique=True)))
    return PredicateGroup(document, members[0], tuple(members), draw(TEXTS), draw(ORIGINS), draw(TEXTS))
