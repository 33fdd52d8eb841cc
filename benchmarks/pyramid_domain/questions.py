"""The questions about the domain (`questions`), with gold answers, gold queries, and eight options each."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice
from typing import Literal

from benchmarks.pyramid_domain.documents import DomainDocument, documents, text_facts
from benchmarks.pyramid_domain.question_forms import (
    BACKWARD,
    COUNTS,
    FORWARD,
    NOWHERE,
    OUTSIDE_FORMS,
    SUBCLASSES,
    TWO_HOPS,
    Form,
    Step,
)
from benchmarks.pyramid_domain.world import DOCUMENTS, SEED, SYMMETRIC, Record, world

__all__ = ["NONE_OF_THESE", "DomainQuestion", "option_scores", "questions"]

Kind = Literal["schema", "facts", "text", "unanswerable"]

NONE_OF_THESE = "The documents do not say."
"""The option that is right for a question without an answer; some others have it, too."""

_OPTIONS = 8
_MOST_RIGHT = 5
_MANY = 10
_VALUES = ("launchDate", "length", "foundingYear", "population", "height")
"""Properties that lead to values."""

_FROM = {
    "Vessel": ("operator", "homePort", "builder", "captain", "launchDate", "length"),
    "Company": ("founder", "foundingYear", "headquarters"),
    "Lighthouse": ("keeper", "height", "island"),
}
"""What unanswerable questions ask of names that no document has."""

_SCHEMA_QUOTAS = {"one hop": 36, "two hops": 22, "count": 8, "subclass": 7, "many": 7}
_FACTS, _UNSTATED, _STRANGE, _NOWHERE = 80, 20, 10, 10


@dataclass(frozen=True, slots=True)
class DomainQuestion:
    """A question about the domain.

    Attributes:
        id: its identifier.
        text: the question.
        kind: what answers it: facts of the schema, facts outside it, a text, or nothing.
        form: of schema questions: `one hop`, `two hops`, `count`, `subclass`, or `many` for more than ten rows.
        hops: how many properties lead from what it names to the answer; 0 if none does.
        gold: all accepted answers: names, values as the documents write them, or words of a text.
        sparql: the query of a schema question; classes are closed over subclasses, properties over inverses.
        evidence: sentences of the documents that state what the answer rests on.
        documents: the identifiers of the documents with these sentences.
        options: eight answers to choose from.
        right: those of the options that are right, at least one.
    """

    id: str
    text: str
    kind: Kind
    form: str = ""
    hops: int = 0
    gold: tuple[str, ...] = ()
    sparql: str = ""
    evidence: tuple[str, ...] = ()
    documents: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    right: tuple[str, ...] = ()


def option_scores(chosen: Iterable[str], right: Iterable[str]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the options chosen for a question (PolyRAG, section V)."""
    own, wanted = set(chosen), set(right)
    precision = len(own & wanted) / len(own) if own else 0.0
    recall = len(own & wanted) / len(wanted)
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def questions(seed: int = SEED, count: int = DOCUMENTS) -> list[DomainQuestion]:
    """Return the questions: 80 of the schema, 80 of other facts, 40 of texts and 40 without an answer.

    Args:
        seed: of the world and the documents, and of what is asked.
        count: how many documents there are; fewer than 1,500 have fewer questions in the same shares.
    """
    return _Asker(seed, count).questions()


class _Asker:
    """Draws questions."""

    def __init__(self, seed: int, count: int) -> None:
        self._choose = random.Random(f"questions {seed}")
        self._world, self._seed, self._count = world(seed, count), seed, count
        self._sentences = _Sentences(documents(seed, count))
        self._asked: set[str] = set()

    def questions(self) -> list[DomainQuestion]:
        drawn = [*self._of_schema(), *self._of_facts(), *self._of_texts(), *self._of_nothing()]
        return [replace(each, id=f"q{place:03}") for place, each in enumerate(drawn)]

    def _share(self, number: int) -> int:
        return max(1, number * self._count // DOCUMENTS)

    def _of_schema(self) -> Iterator[DomainQuestion]:
        forward = [(text, ((name, True),), "") for name, texts in FORWARD.items() for text in texts]
        backward = [(text, ((name, False),), of) for name, texts in BACKWARD.items() for text, of in texts]
        # Each property is asked for before any is asked for again.
        turns = [[each for each in forms if each[1][0][0] == name] for name in FORWARD for forms in (forward, backward)]
        single = [turn[place] for place in range(4) for turn in turns if len(turn) > place]
        drawn = {"one hop": single, "two hops": TWO_HOPS, "count": COUNTS, "subclass": SUBCLASSES, "many": backward}
        for form, forms in drawn.items():
            yield from islice(self._asked_in(form, cycle(forms)), self._share(_SCHEMA_QUOTAS[form]))

    def _asked_in(self, form: str, forms: Iterable[Form]) -> Iterator[DomainQuestion]:
        """Yield questions of a form, each about a thing that has an answer; without an end."""
        barren = 0
        for text, steps, of in forms:
            starts = self._starts(steps, of, form)
            if not starts:
                barren += 1
                if barren > 500:
                    return
                continue
            question = self._about(text, steps, of, form, self._choose.choice(starts))
            if question.text not in self._asked:
                self._asked.add(question.text)
                yield question

    def _starts(self, steps: Sequence[Step], of: str, form: str) -> list[str]:
        """Return the things from which steps lead to answers, more than ten for `many`, else fewer."""
        name, is_forward = steps[0]
        ends = dict.fromkeys(
            each.subject if is_forward else each.object for each in self._all() if each.property == name
        )
        sizes = {start: len(self._ends(start, steps, of)) for start in ends}
        if form == "many":
            return [start for start, size in sizes.items() if size > _MANY]
        most = 99 if form == "count" else _MANY
        return [start for start, size in sizes.items() if 0 < size <= most]

    def _all(self) -> Iterator[Record]:
        return chain(self._world.records, self._world.outside)

    def _ends(self, start: str, steps: Sequence[Step], of: str = "") -> list[str]:
        """Return where steps lead, each end once, in the order of the alphabet."""
        reached = {start}
        for name, is_forward in steps:
            both = name in SYMMETRIC
            ahead = (
                {end for each in reached for end in self._world.objects(each, name)} if is_forward or both else set()
            )
            back = (
                {end for each in reached for end in self._world.subjects(name, each)}
                if not is_forward or both
                else set()
            )
            reached = ahead | back
        members = set(self._world.members(of)) if of else reached
        return sorted(reached & members)

    def _about(self, text: str, steps: tuple[Step, ...], of: str, form: str, start: str) -> DomainQuestion:
        gold = self._ends(start, steps, of)
        sparql = _sparql(start, steps, of, counts=form == "count")
        records = list(self._way(start, steps))
        own = (str(len(gold)),) if form == "count" else tuple(gold)
        asked = DomainQuestion("", self._worded(text, start), "schema", form, len(steps), own, sparql)
        wrong = self._numbers(len(gold)) if form == "count" else self._others(gold, steps)
        return self._with_options(self._evidenced(asked, records), wrong)

    def _way(self, start: str, steps: Sequence[Step]) -> Iterator[Record]:
        """Yield the facts on the way to the answers."""
        reached = {start}
        for name, is_forward in steps:
            fresh = set()
            for each in self._all():
                ends = [(each.subject, each.object), (each.object, each.subject)]
                ends = ends if name in SYMMETRIC else ends[:1] if is_forward else ends[1:]
                if each.property == name and (reached_now := [far for near, far in ends if near in reached]):
                    fresh.update(reached_now)
                    yield each
            reached = fresh

    def _worded(self, text: str, thing: str) -> str:
        is_line = self._world.classes.get(thing) == "Line" and thing.endswith("Line")
        return text.format(s=f"the {thing}" if is_line else thing)

    def _of_facts(self) -> Iterator[DomainQuestion]:
        forms = {name: cycle(each) for name, each in OUTSIDE_FORMS.items()}
        drawn = 0
        while drawn < self._share(_FACTS):
            for name, asked in forms.items():
                text, is_forward = next(asked)
                steps = ((name, is_forward),)
                start = self._choose.choice(self._starts(steps, "", "facts"))
                question = self._about(text, steps, "", "", start)
                if question.text not in self._asked and drawn < self._share(_FACTS):
                    self._asked.add(question.text)
                    drawn += 1
                    yield replace(question, kind="facts", sparql="")

    def _of_texts(self) -> Iterator[DomainQuestion]:
        texts = text_facts(self._seed, self._count)
        answers = sorted({each.answer for each in texts})
        for each in texts:
            asked = DomainQuestion("", each.question, "text", gold=(each.answer,), evidence=(each.sentence,))
            asked = replace(asked, documents=self._sentences.documents_of(asked.evidence))
            yield self._with_options(asked, [other for other in answers if other != each.answer])

    def _of_nothing(self) -> Iterator[DomainQuestion]:
        known, pick = self._world, self._choose.choice
        drawn = self._choose.sample(known.unstated, len(known.unstated))
        turns = {each: [one for one in drawn if one[1] == each[1]].index(each) for each in drawn}
        unstated = sorted(drawn, key=lambda each: (turns[each], each))[: self._share(_UNSTATED)]
        strange = list(islice(cycle(known.strangers), self._share(_STRANGE)))
        asked = [(thing, name) for thing, name in unstated]
        asked += [
            (name, _FROM[of][place // len(known.strangers) + place % 2]) for place, (name, of) in enumerate(strange)
        ]
        for thing, name in asked:
            wrong = self._others([], ((name, True),))
            yield self._with_options(
                DomainQuestion("", self._worded(pick(FORWARD[name]), thing), "unanswerable"), wrong
            )
        vessels, people = known.members("Vessel"), known.members("Person")
        for text in NOWHERE[: self._share(_NOWHERE)]:
            yield self._with_options(DomainQuestion("", text.format(s=pick(vessels)), "unanswerable"), people)

    def _evidenced(self, asked: DomainQuestion, records: Sequence[Record]) -> DomainQuestion:
        evidence = tuple(dict.fromkeys(text for each in records for text in self._sentences.of(each)))
        return replace(asked, evidence=evidence, documents=self._sentences.documents_of(evidence))

    def _others(self, gold: Sequence[str], steps: Sequence[Step]) -> list[str]:
        """Return wrong answers of the same kind, in the order of the alphabet."""
        name, is_forward = steps[-1]
        found = {each.object if is_forward else each.subject for each in self._all() if each.property == name}
        return sorted(found - set(gold))

    def _numbers(self, right: int) -> list[str]:
        return [str(each) for each in range(max(0, right - 6), right + 7) if each != right]

    def _with_options(self, asked: DomainQuestion, wrong: Sequence[str]) -> DomainQuestion:
        right = self._choose.sample(asked.gold, min(len(asked.gold), _MOST_RIGHT)) or [NONE_OF_THESE]
        more = [NONE_OF_THESE] if asked.gold and self._choose.random() < 0.3 else []
        others = self._choose.sample(wrong, min(len(wrong), _OPTIONS - len(right) - len(more)))
        spare = [each for each in self._world.classes if each not in (*asked.gold, *others)]
        spare = self._choose.sample(spare, _OPTIONS - len(right) - len(more) - len(others))
        options = [*right, *more, *others, *spare]
        self._choose.shuffle(options)
        return replace(asked, options=tuple(options), right=tuple(each for each in options if each in right))


class _Sentences:
    """Finds the sentences that state a fact, and the documents that have them."""

    def __init__(self, made: Sequence[DomainDocument]) -> None:
        self._of: dict[Record, list[str]] = {}
        self._documents: dict[str, list[str]] = {}
        for document in made:
            for statement in document.statements:
                self._documents.setdefault(statement.text, []).append(document.id)
                for each in statement.records:
                    self._of.setdefault(each, []).append(statement.text)

    def of(self, record: Record) -> list[str]:
        return self._of.get(record, [])

    def documents_of(self, sentences: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({id for text in sentences for id in self._documents.get(text, ())}))


def _sparql(start: str, steps: Sequence[Step], of: str, *, counts: bool) -> str:
    """Return the query that follows steps from a named thing."""
    patterns = [f'?x0 rdfs:label "{start}" .']
    for place, (name, is_forward) in enumerate(steps):
        near, far = (place, place + 1) if is_forward else (place + 1, place)
        patterns.append(f"?x{near} :{name} ?x{far} .")
    last = f"?x{len(steps)}"
    if of:
        patterns.append(f"{last} a :{of} .")
    if counts:
        return f"SELECT (COUNT(DISTINCT {last}) AS ?n) WHERE {{ {' '.join(patterns)} }}"
    if steps[-1][0] in _VALUES and steps[-1][1]:
        return f"SELECT DISTINCT {last} WHERE {{ {' '.join(patterns)} }}"
    return f"SELECT DISTINCT ?name WHERE {{ {' '.join(patterns)} {last} rdfs:label ?name . }}"
