"""Rows for understanding (NLU): entities, types, relations, events, facts, and questions to plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from lgm_core.errors import PlanError
from lgm_core.llm.quoting import quoted
from lgm_core.model import Fact, MentionSource, Value, ValueKind
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_writer import quoted as in_quotes
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.tuning.formats import Record
from lgm_core.tuning.label_buckets import confusable, polled
from lgm_core.tuning.stated_knowledge import Part
from lgm_core.tuning.tuning_rows import Rows

__all__ = ["Solve", "add_plans", "bucket_rows", "labelled_tasks"]

Solve = Callable[[LogicalPlan], Sequence[str]]
"""Executes a plan on the facts of the graph, and returns the answers; none if it rests on anything else."""

_PLACES = frozenset(
    "place city town village country state island county province region district territory municipality".split()
)


@dataclass
class Labelled:
    """The samples of a task with labels: a text, records by label, and what bears them out.

    Attributes:
        columns: the columns of the records; the label is in the column `label`.
        label: the name of the labels in instructions.
        records: by sample, which is the id of a sentence, perhaps with the key of a thing behind a tab, by label.
        keys: the keys of the facts or relations behind the records, by sample and label.
        signs: the things that each label is said of.
    """

    columns: tuple[str, ...]
    label: str
    records: defaultdict[str, defaultdict[str, list[Record]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    keys: defaultdict[tuple[str, str], list[object]] = field(default_factory=lambda: defaultdict(list))
    signs: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, sample: str, label: str, record: Record, sign: str, key: object = None) -> None:
        """Add a record of a sample."""
        self.records[sample][label].append(record)
        self.signs[label].add(sign)
        if key is not None:
            self.keys[sample, label].append(key)


def labelled_tasks(part: Part, label_of: Callable[[Fact], str]) -> dict[str, Labelled]:
    """Return the samples of the tasks with labels; `label_of` returns the label of a fact."""
    tasks = {
        "nlu/entities": Labelled(("type", "entity"), "types"),
        "nlu/types": Labelled(("type",), "types"),
        "nlu/relations": Labelled(("relation", "subject", "object"), "relations"),
        "nlu/events": Labelled(("event", "subject", "object", "time", "place"), "events"),
        "nlu/facts": Labelled(("predicate", "subject", "object"), "predicates"),
    }
    types = part.types()
    for id, mentions in part.mentions.items():
        for mention in mentions:
            for type in sorted(types.get(mention.concept, ())) if mention.source is MentionSource.TEXT else ():
                name = quoted(mention.surface)
                tasks["nlu/entities"].add(id, type, (type, name), mention.concept)
                tasks["nlu/types"].add(f"{id}\t{mention.concept}", type, (type,), mention.concept)
    for relation in part.relations:
        for id in dict.fromkeys(each.sentence_id for each in relation.evidence if not each.is_joint):
            ends = (part.name(relation.subject, id), part.name(relation.object, id))
            kind = relation.kind.value
            tasks["nlu/relations"].add(id, kind, (kind, *ends), relation.subject, list(relation.key))
    for id, facts in part.facts_in.items():
        for fact in facts:
            label = label_of(fact)
            subject, end = part.name(fact.subject, id), part.name(fact.object, id)
            tasks["nlu/facts"].add(id, label, (label, subject, end), fact.subject, fact.key)
            if (event := _event(part, fact, id, types)) is not None:
                tasks["nlu/events"].add(id, label, (label, subject, *event), fact.subject, fact.key)
    for id in part.sentences:  # so that texts without any label can be asked too
        if id not in part.facts_in:
            tasks["nlu/facts"].records[id], tasks["nlu/events"].records[id] = defaultdict(list), defaultdict(list)
    return tasks


def _event(part: Part, fact: Fact, id: str, types: Mapping[str, Collection[str]]) -> tuple[str, str, str] | None:
    """Return object, time and place of an event; None for a fact that tells neither time nor place."""
    time = place = ""
    for _, end in fact.qualifiers:
        if isinstance(end, Value) and end.kind is ValueKind.DATE:
            time = time or part.name(end, id)
        elif isinstance(end, str) and _PLACES.intersection(types.get(end, ())):
            place = place or part.name(end, id)
    if isinstance(fact.object, Value) and fact.object.kind is ValueKind.DATE and not time:
        return ("", part.name(fact.object, id), place)
    return (part.name(fact.object, id), time, place) if time or place else None


def bucket_rows(
    rows: Rows, part: Part, labelled: Labelled, most: int, buckets: Sequence[tuple[str, ...]] | None = None
) -> Sequence[tuple[str, ...]]:
    """Add the rows of a task with labels, `most` about, and return its buckets, made from the samples if not given."""
    labels_of = {sample: frozenset(by_label) for sample, by_label in labelled.records.items()}
    if buckets is None:
        buckets = confusable(labels_of, {label: frozenset(signs) for label, signs in labelled.signs.items()})
        if sum(map(len, buckets)) < 2:
            return []
    for sample, bucket, label in polled(labels_of, buckets, rows.chance, most):
        id, _, concept = sample.partition("\t")
        shown = rows.chance.sample(bucket, len(bucket))
        asked = f"{part.shown(id)}\n{labelled.label.capitalize()}: {'; '.join(map(quoted, shown))}"
        if concept:
            asked = f"{asked}\nThing: {part.name(concept, id)}"
        found = [record for each in bucket for record in labelled.records[sample].get(each, ())]
        keys = [key for each in bucket for key in labelled.keys.get((sample, each), ())]
        behind = {"relations" if rows.task == "nlu/relations" else "facts": keys} if keys else {}
        thing = {"concept": concept} if concept else {}
        rows.records(asked, labelled.columns, found, [id], label=label, bucket=list(bucket), **thing, **behind)
    return buckets


_OF_OBJECT = ("{s} {w} what?", "What does this say: {s} {w} …?", "Whom or what is it that {s} {w}?", "{s} {w} ___")
_OF_SUBJECT = ("What {w} {o}?", "Who or what {w} {o}?", "Which thing {w} {o}?", "Name what {w} {o}.")
_OF_CHAIN = (
    "{s} {w} something. What is it that this {v}?",
    "Take what {s} {w}: what does it {v}?",
    "What is {v} by that which {s} {w}?",
)


def add_plans(rows: Rows, part: Part, solve: Solve, most: int) -> None:
    """Add at most `most` questions made from facts and chains of two, with plans that find the known end."""
    about: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in part.facts:
        about[fact.subject].append(fact)
    named = [fact for fact in part.facts if part.is_named(fact.subject) and fact.predicate != "be"]
    chains = [
        (fact, after)
        for fact in named
        if isinstance(fact.object, str) and part.is_named(fact.object)
        for after in about[fact.object][:3]
        if after.object not in (fact.subject, fact.object) and after.predicate != "be"
    ]
    rows.chance.shuffle(named)
    rows.chance.shuffle(chains)
    for place, fact in enumerate(named[: 2 * most]):
        if len(rows.made) >= most:
            break
        _add_plan(rows, part, solve, [fact], of_object=place % 2 == 0)
        if place < len(chains) and place % 2:
            _add_plan(rows, part, solve, chains[place], of_object=True)


def _add_plan(rows: Rows, part: Part, solve: Solve, facts: Sequence[Fact], *, of_object: bool) -> None:
    first, last = facts[0], facts[-1]
    ids = [fact.evidence[0].sentence_id for fact in facts]
    names = {"s": part.name(first.subject, ids[0]), "o": part.name(last.object, ids[-1])}
    words = {"w": quoted(wording(first)), "v": quoted(wording(last))}
    wordings = _OF_CHAIN if len(facts) > 1 else _OF_OBJECT if of_object else _OF_SUBJECT
    question = rows.chance.choice(wordings).format(**names, **words)
    question = question[:1].upper() + question[1:]
    subject, known = (f"s1[{in_quotes(names['s'])}]", "o1") if of_object else ("s1", f"o1[{in_quotes(names['o'])}]")
    lines = [f"Step 1: {question}", f"Retrieval(s={subject}, p=p1:{first.predicate}, o={known})"]
    if len(facts) > 1:
        lines += [f"Step 2: What is it that o1 {words['v']}?", f"Retrieval(s=o1, p=p2:{last.predicate}, o=o2)"]
    answer = f"o{len(facts)}" if of_object else "s1"
    try:
        plan = LogicalPlan.parse("\n".join([*lines, f"Output({answer})"]))
        answers = solve(plan)
    except PlanError:
        return
    wanted = last.object if of_object else first.subject
    expected = {name.casefold() for name in (part.name(wanted), names["o" if of_object else "s"])}
    if expected.isdisjoint(quoted(each).casefold() for each in answers):
        return
    keys = [fact.key for fact in facts]
    asked = f"<question>\n{question}\n</question>"
    rows.text(asked, str(plan), ids, facts=keys, answers=list(answers))
