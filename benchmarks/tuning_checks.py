"""Whether a graph bears out the reply of a row that it gave to tune a model with, by a path of its own."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Mapping, Sequence
from io import StringIO
from typing import Any

from lgm_core import LanguageGraph, LogicalFormOptions
from lgm_core.model import FactEnd, RelationKind, Value, Verdict
from lgm_core.tuning.tuning_rows import SEPARATORS, Record

__all__ = ["Check", "read_records"]


def read_records(format: str, columns: Sequence[str], text: str) -> list[Record]:
    """Return the records in a text.

    Raises:
        ValueError: the text is not in the format, or has other columns.
    """
    try:
        if format in SEPARATORS:
            table = list(csv.reader(StringIO(text, newline=""), delimiter=SEPARATORS[format]))
        elif format == "lines":
            table = [json.loads(line) for line in text.split("\n")]
        elif format == "lists":
            table = list(json.loads(text))
        else:
            table = [list(columns), *([each[name] for name in columns] for each in json.loads(text))]
    except (ValueError, TypeError, KeyError, csv.Error):
        table = []
    is_whole = all(isinstance(row, list) and [*map(type, row)] == [str] * len(columns) for row in table)
    if not is_whole or table[:1] != [list(columns)]:
        raise ValueError(f"{text!r} is not in the format {format!r} with {', '.join(columns)}")
    return [tuple(row) for row in table[1:]]


class Check:
    """Looks the reply of one row up in the store, name by name."""

    def __init__(self, graph: LanguageGraph, row: Mapping[str, Any]) -> None:
        self.store, self.graph, self.task = graph.store, graph, row["task"]
        self.told, self.reply = row["provenance"], row["messages"][2]["content"]
        self.ids = self.told["sentences"]
        format = self.told.get("format")
        self.records = read_records(format, self.told["columns"], self.reply) if format else []

    def holds(self) -> bool:
        """Tell whether the graph bears the reply out."""
        if self.task.startswith("nlu/") and "label" in self.told:
            label = self.told["label"]
            if label not in {"", *(record[0] for record in self.records)} or bool(label) != bool(self.records):
                return False
        return bool(getattr(self, "_" + self.task.replace("/", "_"))())

    def named(self, end: FactEnd, text: str) -> bool:
        """Tell whether a text is how sentences name an end of a fact."""
        if not isinstance(end, str):
            return isinstance(end, Value) and " ".join(end.text.split()) == text
        forms = {surface.casefold() for each in self.store.find_concepts([end]) for surface in (each.name, *each.forms)}
        forms |= {mention.surface.casefold() for mention in self.store.mentions(self.ids) if mention.concept == end}
        return text.casefold() in {end, *(" ".join(form.split()) for form in forms)}

    def facts(self, predicates: list[str]) -> list[Any]:
        """Return the facts with these predicates that the first sentence states."""
        found = [fact for predicate in predicates for fact in self.store.facts(predicate=predicate)]
        return [f for f in found if any(e.sentence_id == self.ids[0] and not e.is_part for e in f.evidence)]

    def _nlu_facts(self) -> bool:
        facts, ends = self.facts(self.told["bucket"]), [record[:3] for record in self.records]
        of = [
            [f for f in facts if f.predicate == p and self.named(f.subject, s) and self.named(f.object, o)]
            for p, s, o in ends
        ]
        return all(of) and {f.key for each in of for f in each} == {f.key for f in facts}

    def _nlu_events(self) -> bool:
        facts = self.facts(self.told["bucket"])
        return all(
            any(
                f.predicate == event
                and self.named(f.subject, subject)
                and all(
                    not part or any(self.named(end, part) for end in (f.object, *(e for _, e in f.qualifiers)))
                    for part in parts
                )
                for f in facts
            )
            for event, subject, *parts in self.records
        )

    def above(self, key: str, verdict: Verdict | None = None, steps: int = 99) -> dict[str, int]:
        """Return what a thing is, in so many steps of is-a and alias."""
        found, fresh = {key: 0}, [key]
        for step in range(1, steps + 1):
            near = self.store.neighbours(fresh, [RelationKind.IS_A, RelationKind.ALIAS_OF]) if fresh else []
            near = [r for r in near if verdict in (None, r.verdict)]
            ends = {r.object for r in near if r.subject in fresh}
            ends |= {r.subject for r in near if r.object in fresh and r.kind is RelationKind.ALIAS_OF}
            fresh = sorted(ends - found.keys() - {"thing"})
            found |= dict.fromkeys(fresh, step)
        return {each: step for each, step in found.items() if step}

    def types(self, concept: str) -> list[str]:
        """Return the classes of a thing by VALID relations."""
        near = self.store.neighbours([concept], [RelationKind.IS_A])
        return [r.object for r in near if r.subject == concept and r.verdict is Verdict.VALID]

    def stated_types(self, concept: str) -> list[str]:
        """Return the classes that the first sentence states of a thing in VALID relations."""
        near = [r for r in self.store.neighbours([concept], [RelationKind.IS_A]) if r.subject == concept]
        near = [r for r in near if any(e.sentence_id == self.ids[0] for e in r.evidence)]
        return [r.object for r in near if r.verdict is Verdict.VALID]

    def _nlu_entities(self) -> bool:
        concepts = {m.concept for m in self.store.mentions(self.ids)}
        return all(
            any(self.named(c, name) and any(self.named(t, type) for t in self.stated_types(c)) for c in concepts)
            for type, name in self.records
        )

    def _nlu_types(self) -> bool:
        types = {type for concept in self.told["keys"] for type in self.stated_types(concept)}
        return all(any(self.named(each, type) for each in types) for (type,) in self.records)

    def _nlu_relations(self) -> bool:
        keys = {(m.concept) for m in self.store.mentions(self.ids)}
        near = [r for r in self.store.neighbours(sorted(keys)) if r.verdict is Verdict.VALID and r.object != "thing"]
        near = [r for r in near if any(e.sentence_id == self.ids[0] and not e.is_joint for e in r.evidence)]
        of = [
            [r for r in near if r.kind == kind and self.named(r.subject, s) and self.named(r.object, o)]
            for kind, s, o in self.records
        ]
        return all(of) and len({r.key for each in of for r in each}) >= len(set(self.records))

    def _nlu_plans(self) -> bool:
        solution = self.graph.solve(self.reply, LogicalFormOptions(text="never"))
        return bool(solution.answers) and solution.answers == tuple(self.told["answers"])

    def _nli_relations(self) -> bool:
        first, second = self.told["ends"]
        near = [r for r in self.store.neighbours([first]) if {r.subject, r.object} == {first, second}]
        valid = {(r.kind.value, r.subject == first) for r in near if r.verdict is Verdict.VALID}
        if self.records == [("none",)]:
            return second not in self.above(first) and not [r for r in near if r.subject == first]
        wanted = {"isA": ("is_a", True), "belongTo": ("is_a", True), "contains": ("has_part", True)}
        wanted |= {"isPartOf": ("has_part", False)}
        return all(
            wanted[label] in valid if label in wanted else "alias_of" in {k for k, _ in valid}
            for (label,) in self.records
        )

    def _nli_hypernyms(self) -> bool:
        concept = self.told["keys"][0][1]
        right = {target for _, _, target in self.told["keys"]}
        others = set(self.told["candidates"]) - right
        if {len(right)} != {sum(any(self.named(each, name) for each in right) for (name,) in self.records)}:
            return False
        return right <= set(self.types(concept)) and not others.intersection(self.above(concept))

    def _nli_chains(self) -> bool:
        first, second = self.told["ends"]
        if self.records == [("yes",)]:
            return second in self.above(first, Verdict.VALID)
        return second not in self.above(first)

    def _nli_entailment(self) -> bool:
        subject, predicate, end = self.told["ends"]
        found = any(f.subject == subject and f.object == end for f in self.facts([predicate]))
        return self.records == [("yes" if found else "no",)]

    def _nlg_texts(self) -> bool:
        text = " ".join(" ".join(sentence.text.split()) for sentence in self.store.sentences(self.ids))
        return text == self.reply and self._all_stated(self.ids)

    def _nlg_answers(self) -> bool:
        numbers = {int(number) for number in re.findall(r"\[(\d+)\]\.", self.reply)}
        cited = [self.ids[number - 1] for number in sorted(numbers)]
        return set(cited) == set(self.told["cited"]) and self._all_stated(cited)

    def _all_stated(self, ids: list[str]) -> bool:
        known = {f.key: f for m in self.store.mentions(ids) for f in self.store.facts_about([m.concept])}
        found = [known.get(key) for key in self.told["keys"]]
        words = {word for f in found for word in (f.evidence[0].wording if f else "?").casefold().split()}
        if self.task == "nlg/answers" and not words <= set(self.reply.casefold().split()):
            return False
        return all(f and {e.sentence_id for e in f.evidence}.intersection(ids) for f in found)
