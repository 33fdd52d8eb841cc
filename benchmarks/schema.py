"""Measure extraction with a schema on ontologies with gold triples (`python -m benchmarks schema`)."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from lgm_core.errors import InputError
from lgm_core.evaluation.datasets import read_rows
from lgm_core.flow import Session, run
from lgm_core.language.concepts import concept_key
from lgm_core.language.lexicons import lexicon_of
from lgm_core.language.port import Annotator
from lgm_core.language.values.value_finder import find_values
from lgm_core.learning.analysis import analyse
from lgm_core.learning.facts.end_grounding import graph_sentences
from lgm_core.learning.facts.fact_extraction import extract_facts
from lgm_core.learning.facts.fact_options import FactOptions
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.model import Document, DocumentGraph, FactEnd, Schema, SchemaProperty, SectionEnd, Value
from lgm_core.progress import counted
from lgm_core.schema.conformance import Conformance, types_in
from lgm_core.schema.rdf_schema import RdfSyntax, parse_rdf_schema, rdf_schema
from lgm_core.schema.schema_file import parse_schema, read_schema_file, schema_text
from lgm_core.schema.value_fitting import whole_value

__all__ = ["SchemaRow", "conforming_triples", "read_schema_rows", "schema_benchmark"]

Triple = tuple[str, str, str]
"""Subject, the name of a property, and object."""

Corruption = Literal["", "class", "value", "invented"]

_SYNTAXES: tuple[tuple[RdfSyntax, Literal["turtle", "jsonld", "xml"]], ...] = (
    ("turtle", "turtle"),
    ("xml", "xml"),
    ("json-ld", "jsonld"),
    ("nt", "turtle"),
)
_RECORDED = re.compile(r"^\W*([\w\\ ]+)\((.+),\s*([^,]+?)\)\W*$")
_WORD = re.compile(r"[^\W_]+")
_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class SchemaRow:
    """A sentence with its gold triples and those in a model's recorded reply, all by the names of properties."""

    sentence: str
    gold: tuple[Triple, ...]
    recorded: tuple[Triple, ...]


def schema_benchmark(folder: Path, annotator: Annotator) -> dict[str, Any]:
    """Measure what a schema keeps and refuses, for each ontology of a folder.

    Args:
        folder: holds `NAME.ttl`, an ontology, and `NAME.jsonl`: rows with `sentence`, `triples` (gold, lists of
            subject, label of a property, and object) and `recorded_vicuna_13b` (a reply of lines
            `property(subject,object)`).
        annotator: a language backend that parses.

    Returns:
        By ontology and for `all`: `equal`, the syntaxes that gave the schema back; `kept`, the shares of claims kept,
        with the number of claims: gold triples whose ends stand in the sentence, and the same with a wrong class of an
        end, a value in place of a thing, or an invented object; and precision, recall and F1 of `recorded` replies,
        of these when `checked`, and of `open` facts that conform, against all gold triples.

    Raises:
        InputError: there is no ontology, or a file cannot be used.
    """
    figures: dict[str, Any] = {}
    kept: Counter[tuple[str, bool]] = Counter()
    found: dict[str, Counter[str]] = {}
    paths = sorted(folder.glob("*.ttl"))
    if not paths:
        raise InputError(f"{folder} has no ontology NAME.ttl with rows NAME.jsonl beside it")
    for path in counted(paths, "measuring", "ontologies"):
        schema = read_schema_file(path)
        rows = read_schema_rows(path.with_suffix(".jsonl"))
        own_kept, own_found = _measured(schema, rows, annotator)
        figures[path.stem] = {"equal": _equal(schema), **_shown(own_kept, own_found)}
        kept += own_kept
        for name, counts in own_found.items():
            found[name] = found.get(name, Counter()) + counts
    return figures | {"all": _shown(kept, found)}


def read_schema_rows(path: Path) -> list[SchemaRow]:
    """Return the rows of an ontology's file.

    Raises:
        InputError: the file cannot be read, or a row lacks `sentence` or `triples`.
    """
    rows = []
    for place, row in read_rows(path):
        try:
            gold = tuple((str(a), str(b), str(c)) for a, b, c in row["triples"])
            recorded = [match for line in row["recorded_vicuna_13b"].splitlines() if (match := _RECORDED.match(line))]
            replied = (tuple(part.replace("\\", "").strip() for part in match.groups()) for match in recorded)
            read = tuple((subject, name.replace("_", " "), object_) for name, subject, object_ in replied)
            rows.append(SchemaRow(str(row["sentence"]), gold, read))
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            raise InputError(
                f"{place}: a row needs `sentence`, `triples` and `recorded_vicuna_13b`: {error}"
            ) from error
    return rows


def _equal(schema: Schema) -> str:
    """Return the forms in which a schema is written and read without a difference."""
    equal = [
        written for written, read in _SYNTAXES if parse_rdf_schema(rdf_schema(schema, written).encode(), read) == schema
    ]
    return " ".join([*equal, *(["toml"] if parse_schema(schema_text(schema)) == schema else [])])


def _shown(kept: Counter[tuple[str, bool]], found: Mapping[str, Counter[str]]) -> dict[str, Any]:
    kinds = ("gold", "class", "value", "invented")
    counts = {kind: (kept[kind, True], kept[kind, True] + kept[kind, False]) for kind in kinds}
    shares = {kind: f"{share / of:.3f} of {of}" if of else "none" for kind, (share, of) in counts.items()}
    return {"kept": shares, **{name: _scores(counts) for name, counts in found.items()}}


def _scores(counts: Counter[str]) -> dict[str, float | int]:
    precision = counts["right"] / counts["found"] if counts["found"] else 0.0
    recall = counts["right"] / counts["gold"] if counts["gold"] else 0.0
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"precision": precision, "recall": recall, "F1": f1, "found": counts["found"], "gold": counts["gold"]}


def _measured(
    schema: Schema, rows: Sequence[SchemaRow], annotator: Annotator
) -> tuple[Counter[tuple[str, bool]], dict[str, Counter[str]]]:
    """Return how many claims of each kind were kept or not, and the counts behind precision and recall."""
    kept: Counter[tuple[str, bool]] = Counter()
    found: dict[str, Counter[str]] = {name: Counter() for name in ("recorded", "checked", "open")}
    choose = random.Random(0)
    objects = [triple[2] for row in rows for triple in row.gold]
    for place, row in enumerate(rows):
        graph = analyse(Document.from_text(row.sentence, id=str(place)), annotator, "benchmark", facts=True)
        for triple in row.gold:
            if _stands(triple[0], row.sentence) and _stands(triple[2], row.sentence):
                for kind, claim, classes in _claims(triple, row.sentence, schema, objects, choose):
                    kept[kind, _is_kept(graph, schema, claim, classes)] += 1
        gold = set(map(_comparable, row.gold))
        checked = [triple for triple in row.recorded if _is_kept(graph, schema, triple, ("", ""))]
        read = (("recorded", row.recorded), ("checked", checked), ("open", conforming_triples(graph, schema)))
        for name, triples in read:
            own = set(map(_comparable, triples))
            found[name] += Counter(found=len(own), gold=len(gold), right=len(own & gold))
    return kept, found


def _claims(
    triple: Triple, sentence: str, schema: Schema, objects: Sequence[str], choose: random.Random
) -> Iterator[tuple[str, Triple, tuple[str, str]]]:
    """Yield a gold triple with the classes of its property, and what makes it wrong, each with its kind."""
    named = [each for each in schema.properties if triple[1].strip() in (name.strip() for name in each.names)]
    if not named:
        return
    property = named[0]
    names = {each.name: each.names[0] for each in schema.classes}
    domain, range_ = (next((names[name] for name in own), "") for own in (property.domains, property.ranges))
    yield "gold", triple, (domain, range_)
    ends = [end for end, own in enumerate((property.domains, property.ranges)) if own]
    if ends and (others := _others(schema, property, end := choose.choice(ends))):
        other = names[choose.choice(others)]
        yield "class", triple, (other, range_) if end == 0 else (domain, other)
    values = [found.value.text for found in find_values(sentence, lexicon_of(_LANGUAGE))]
    if property.ranges and (values := [text for text in values if text not in triple[0] + triple[2]]):
        yield "value", (*triple[:2], values[0]), (domain, "")
    strange = [text for text in objects if not set(_words(text)) <= set(_words(sentence))]
    yield "invented", (*triple[:2], choose.choice(strange)), (domain, range_)


def _others(schema: Schema, property: SchemaProperty, end: int) -> list[str]:
    """Return the classes that are neither those of an end of a property, nor above or below one."""
    wanted = (property.domains, property.ranges)[end]
    above = {each.name: schema.above(each.name) for each in schema.classes}
    return [name for name in above if not any(name in above[own] or own in above[name] for own in wanted)]


def _is_kept(graph: DocumentGraph, schema: Schema, triple: Triple, classes: tuple[str, str]) -> bool:
    """Tell whether a claim of a scripted model is kept as a fact that conforms."""
    sentences = graph_sentences(graph)
    number = next((n for n, each in enumerate(sentences, 1) if _has_both(triple, each.sentence.text)), 1)
    entities = [
        {"id": id, "name": name, "class": of, "type": "", "description": ""}
        for id, name, of in zip(("E1", "E2"), (triple[0], triple[2]), classes, strict=True)
    ]
    fact = {"n": number, "subject": "E1", "predicate": triple[1], "object": "E2", "quote": ""}
    model = ScriptedChatModel([json.dumps({"entities": entities, "events": [], "facts": [fact]})])
    options = FactOptions("llm", schema=schema, strict=True)
    return bool(run(extract_facts(sentences, options, "m", stated=types_in(graph)), Session(model)).grounded.facts)


def conforming_triples(graph: DocumentGraph, schema: Schema) -> list[Triple]:
    """Return the facts of a document that conform to a schema, as the properties that they state."""
    conformance = Conformance(schema, [_LANGUAGE], types_in(graph))
    named = {each.concept for each in graph.mentions if any(map(str.isupper, each.surface.removeprefix("The ")))}
    found = []
    for fact in graph.facts:
        conforms = conformance.conforming(fact)
        if conforms is not None and fact.subject in named:  # *the sequel was …* names no instance
            ends = (fact.object, fact.subject) if conforms.is_reversed else (fact.subject, fact.object)
            found.append((_end(ends[0]), conforms.property.names[0], _end(ends[1])))
    return found


def _end(end: FactEnd) -> str:
    return end.text if isinstance(end, Value) else "" if isinstance(end, SectionEnd) else end


def _comparable(triple: Triple) -> Triple:
    return _form(triple[0]), " ".join(_words(triple[1])), _form(triple[2])


@lru_cache(maxsize=1 << 14)
def _form(text: str) -> str:
    """Return an end for comparison: its concept key without spaces, or its date; 1 January and 00 mean a year."""
    value = whole_value(text.strip().removeprefix("00  "), _LANGUAGE)
    if value is not None and value.kind == "date":
        return value.normalised.removesuffix("-01-01")
    return "".join(_words(concept_key(text, _LANGUAGE)))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _has_both(triple: Triple, text: str) -> bool:
    return _stands(triple[0], text) and _stands(triple[2], text)


def _stands(end: str, text: str) -> bool:
    """Tell whether the words of an end stand in a text, in this order and without others between."""
    return bool(_words(end)) and f" {' '.join(_words(end))} " in f" {' '.join(_words(text))} "
