"""Rows for understanding (NLU): entities, types, relations, events, facts, and questions to plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from lgm_core.errors import PlanError
from lgm_core.llm.quoting import quoted
from lgm_core.model import Fact, Value, ValueKind
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_writer import quoted as in_quotes
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.tuning.formats import Record
from lgm_core.tuning.label_buckets import Bucket, Sample, confusable, polled
from lgm_core.tuning.stated_knowledge import Part
from lgm_core.tuning.tuning_rows import Rows

__all__ = ["Solve", "add_labelled", "add_plans", "labelled_tasks"]

Solve = Callable[[LogicalPlan], Sequence[str]]
"""Executes a plan on the facts of the graph, and returns the answers; none if it rests on anything else."""

_PLACES = frozenset(
    "place city town village country state island county province region district territory municipality".split()
)


class Labelled:
    """The samples of a task with labels, a sentence and perhaps a thing in it, and their records by label.

    Args:
        columns: the columns of the records, that of the label first.

    Attributes:
        records: by sample and label, records with the keys of their facts or relations, else None.
    """

    def __init__(self, *columns: str) -> None:
        self.columns = columns
        self.records: defaultdict[Sample, dict[str, list[tuple[Record, object]]]] = defaultdict(dict)
        self._signs: defaultdict[str, set[str]] = defaultdict(set)

    def add(self, sample: Sample, record: Record, sign: str, key: object = None) -> None:
        """Add a record of a sample, the thing that its label is said of, and the key of its fact or relation."""
        self.records[sample].setdefault(record[0], []).append((record, key))
        self._signs[record[0]].add(sign)

    def buckets(self) -> list[Bucket]:
        """Return buckets of labels that are easily confused; none if there is only one label."""
        found = confusable(self.records, self._signs)
        return found if sum(map(len, found)) > 1 else []


def labelled_tasks(part: Part) -> dict[str, Labelled]:
    """Return the samples of the tasks with labels."""
    entities, types, relations = Labelled("type", "entity"), Labelled("type"), Labelled("relation", "subject", "object")
    events, facts = Labelled("event", "subject", "object", "time", "place"), Labelled("predicate", "subject", "object")
    for id in part.mentions:
        for mention in part.written_in(id):
            for type in sorted(part.types.get(mention.concept, ())):
                entities.add((id, ""), (type, quoted(mention.surface)), mention.concept)
                types.add((id, mention.concept), (type,), mention.concept)
    for relation in part.relations:
        for id in dict.fromkeys(each.sentence_id for each in relation.evidence):
            record = (relation.kind.value, part.name(relation.subject, id), part.name(relation.object, id))
            relations.add((id, ""), record, relation.subject, relation.key)
    for id in part.sentences:
        for fact in part.facts_in.get(id, ()):
            label, subject = part.labels[fact.key], part.name(fact.subject, id)
            facts.add((id, ""), (label, subject, part.name(fact.object, id)), fact.subject, fact.key)
            if event := _event(part, fact, id):
                events.add((id, ""), (label, subject, *event), fact.subject, fact.key)
        if id not in part.facts_in:  # so that sentences without any label can be asked too
            facts.records[id, ""], events.records[id, ""] = {}, {}
    return {
        "nlu/entities": entities,
        "nlu/types": types,
        "nlu/relations": relations,
        "nlu/events": events,
        "nlu/facts": facts,
    }


def _event(part: Part, fact: Fact, id: str) -> Record:
    """Return object, time and place of an event; nothing for a fact that tells neither time nor place."""
    ends = [end for _, end in fact.qualifiers]
    times = [end for end in (*ends, fact.object) if isinstance(end, Value) and end.kind is ValueKind.DATE]
    places = [end for end in ends if isinstance(end, str) and _PLACES.intersection(part.types.get(end, ()))]
    if not times and not places:
        return ()
    told = [part.name(end[0], id) if end else "" for end in (times, places)]
    return ("" if times[:1] == [fact.object] else part.name(fact.object, id), *told)


def add_labelled(rows: Rows, part: Part, labelled: Labelled, buckets: Sequence[Bucket], most: int) -> None:
    """Add the rows of a task with labels, `most` about."""
    for (id, concept), bucket, label in polled(labelled.records, buckets, rows.chance, most):
        shown = rows.chance.sample(bucket, len(bucket))
        asked = f"{part.shown(id)}\n{labelled.columns[0].capitalize()}s: {'; '.join(map(quoted, shown))}"
        told: dict[str, object] = {"label": label, "bucket": bucket}
        if concept:
            asked = f"{asked}\nThing: {part.name(concept, id)}"
            told["concept"] = concept
        found = [each for one in bucket for each in labelled.records[id, concept].get(one, ())]
        if keys := [key for _, key in found if key is not None]:
            told["relations" if rows.task == "nlu/relations" else "facts"] = keys
        rows.records(asked, labelled.columns, [record for record, _ in found], [id], **told)


_OF_OBJECT = ("{s} {w} what?", "What does this say: {s} {w} …?", "Whom or what is it that {s} {w}?", "{s} {w} ___")
_OF_SUBJECT = ("What {w} {o}?", "Who or what {w} {o}?", "Which thing {w} {o}?", "Name what {w} {o}.")
_OF_CHAIN = (
    "{s} {w} something. What is it that this {v}?",
    "Take what {s} {w}: what does it {v}?",
    "What is {v} by that which {s} {w}?",
)


def add_plans(rows: Rows, part: Part, most: int, solve: Solve) -> None:
    """Add at most `most` questions made from facts and chains of two, with plans that find the known end."""
    about: defaultdict[str, list[Fact]] = defaultdict(list)
    for fact in part.facts:
        about[fact.subject].append(fact)
    named = [fact for fact in part.facts if fact.subject in part.named and fact.predicate != "be"]
    chains = [
        (fact, after)
        for fact in named
        if isinstance(fact.object, str) and fact.object in part.named
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
    s, o = part.name(first.subject, ids[0]), part.name(last.object, ids[-1])
    w, v = quoted(wording(first)), quoted(wording(last))
    wordings = _OF_CHAIN if len(facts) > 1 else _OF_OBJECT if of_object else _OF_SUBJECT
    question = rows.chance.choice(wordings).format(s=s, o=o, w=w, v=v)
    question = question[:1].upper() + question[1:]
    subject, known, answer = (f"s1[{in_quotes(s)}]", "o1", "o1") if of_object else ("s1", f"o1[{in_quotes(o)}]", "s1")
    lines = [f"Step 1: {question}", f"Retrieval(s={subject}, p=p1:{first.predicate}, o={known})"]
    if len(facts) > 1:
        answer = "o2"
        lines += [f"Step 2: What is it that o1 {v}?", f"Retrieval(s=o1, p=p2:{last.predicate}, o=o2)"]
    try:
        plan = LogicalPlan.parse("\n".join([*lines, f"Output({answer})"]))
        answers = list(solve(plan))
    except PlanError:
        return
    expected = {o, part.name(last.object)} if of_object else {s, part.name(first.subject)}
    if {each.casefold() for each in expected}.intersection(quoted(each).casefold() for each in answers):
        keys = [fact.key for fact in facts]
        rows.text(f"<question>\n{question}\n</question>", str(plan), ids, facts=keys, answers=answers)
