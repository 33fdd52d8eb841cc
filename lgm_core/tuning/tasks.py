"""The rows of each task: understanding (NLU), inference (NLI) and generation (NLG)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from lgm_core.errors import PlanError
from lgm_core.language.words import content_stems
from lgm_core.llm.quoting import plain, quoted
from lgm_core.model import EntityProfile, Fact, FactEnd, MetaRelation, RelationKind, Value, ValueKind
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_writer import quoted as in_quotes
from lgm_core.retrieval.facts.fact_text import wording
from lgm_core.schema.predicate_matching import predicate_wording
from lgm_core.tuning.label_buckets import Bucket, Sample, Samples, polled
from lgm_core.tuning.stated_knowledge import Claim, Part, grouped
from lgm_core.tuning.tuning_rows import Record, Rows

__all__ = ["ADDING", "COLUMNS", "Solve", "add_labelled", "add_plans", "labelled"]

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "nlu/entities": ("type", "entity"),
    "nlu/types": ("type",),
    "nlu/relations": ("relation", "subject", "object"),
    "nlu/events": ("event", "subject", "object", "time"),
    "nlu/facts": ("predicate", "subject", "object"),
}
"""The columns of the tasks with labels, that of the label first."""

Solve = Callable[[LogicalPlan], Sequence[str]]
"""Executes a plan on the facts of the graph, and returns the answers; none if it rests on anything else."""

_RELATION_BUCKETS = (("isA", "belongTo", "synonym"), ("isPartOf", "contains", "causes"))
"""The six relations of KAG, those that are easily confused together."""

_APART = (" by", " in", " at", " on", " from")
"""Ends of predicates that lead to something of another kind."""

_CANDIDATES = 6
"""The most candidates for the classes of a concept; half of them may be right."""

_LONGEST, _TOLD = 6, 2 / 3
"""The most sentences of a text, and the share of each one's words in its facts, so that no more need be invented."""

_STATING, _DISTRACTORS = 3, 4
"""The most sentences that state an answer, and the number of others."""


def labelled(task: str, part: Part) -> Samples:
    """Return the samples of a task with labels: sentences, and for types a thing in each, with what they state."""
    found: defaultdict[Sample, list[tuple[Record, object]]] = defaultdict(list)
    if task == "nlu/relations":
        for relation in part.relations:
            for id in part.stating(relation):
                record = (relation.kind.value, part.name(relation.subject, id), part.name(relation.object, id))
                found[id, ""].append((record, relation.key))
    elif task in ("nlu/facts", "nlu/events"):
        for fact in part.facts:
            times = [each for each in fact.ends if isinstance(each, Value) and each.kind is ValueKind.DATE]
            is_event = bool(times) and not fact.predicate.startswith("be ")
            for id in part.stating(fact) if is_event or task == "nlu/facts" else ():
                label, subject, end = part.labels[fact.key], part.name(fact.subject, id), part.name(fact.object, id)
                event = (label, subject, "" if fact.object in times else end, *map(part.name, times[:1]))
                found[id, ""].append(((label, subject, end) if task == "nlu/facts" else event, fact.key))
    else:
        told: list[tuple[MetaRelation | EntityProfile, str, str]] = []
        told += [(each, each.subject, part.name(each.object).lower()) for each in part.is_a]
        told += [(each, each.concept, quoted(type)) for each in part.profiles for type in each.types]
        for stated, concept, type in told:
            for id in part.stating(stated):
                own: Record = (type,) if task == "nlu/types" else (type, part.name(concept, id))
                found[id, concept if task == "nlu/types" else ""].append((own, concept))
    return found


def add_labelled(rows: Rows, part: Part, samples: Samples, buckets: Sequence[Bucket], most: int) -> None:
    """Add the rows of a task with labels, `most` about."""
    columns = COLUMNS[rows.task]
    for (id, concept), bucket, label in polled(samples, buckets, rows.chance, most):
        shown = "; ".join(quoted(each) for each in rows.drawn(bucket, len(bucket)))
        thing = f"\nThing: {part.name(concept, id)}" if concept else ""
        asked = f"{part.shown(id)}\n{columns[0].capitalize()}s: {shown}{thing}"
        found = [each for each in samples[id, concept] if each[0][0] in bucket]
        keys = [key for _, key in found]
        rows.records(asked, columns, [record for record, _ in found], [id], keys=keys, label=label, bucket=bucket)


def add_plans(rows: Rows, part: Part, most: int, solve: Solve) -> None:
    """Add at most `most` questions made from facts and chains of two, with plans that find the known end."""
    named = [each for each in part.claims if each.fact.subject in part.named]
    about: dict[FactEnd, list[Claim]] = grouped((each.fact.subject, each) for each in named)
    chains = [[first, last] for first in named for last in about.get(first.fact.object, ())[:3]]
    chains = [[first, last] for first, last in chains if last.fact.object not in first.fact.ends]
    told = [*([each] for each in named), *rows.drawn(chains, len(named) // 2)]
    for place, (first, *after) in enumerate(rows.drawn(told, 2 * most)):
        if len(rows.made) < most:
            of_object = place % 2 == 0 or bool(after) or first.fact.object not in part.named
            _add_plan(rows, part, solve, first, after, of_object=of_object)


def _add_plan(rows: Rows, part: Part, solve: Solve, first: Claim, after: Sequence[Claim], *, of_object: bool) -> None:
    told = [first, *after]
    s, o = part.name(first.fact.subject, first.sentence_id), part.name(told[-1].fact.object, told[-1].sentence_id)
    subject, end, found = (f"s1[{in_quotes(s)}]", "o1", "o1") if of_object else ("s1", f"o1[{in_quotes(o)}]", "s1")
    question = first.question(of_object=of_object)
    steps = [f"Step 1: {question}\nRetrieval(s={subject}, p=p1:{first.fact.predicate}, o={end})"]
    for last in after:
        question = f"What completes this: {first.said(end=f'someone or something that {last.predicate} …')}?"
        steps.append(f"Step 2: {last.question('o1')}\nRetrieval(s=o1, p=p2:{last.fact.predicate}, o=o2)")
        found = "o2"
    try:
        plan = LogicalPlan.parse("\n".join([*steps, f"Output({found})"]))
        answers = list(solve(plan))
    except PlanError:
        return
    expected = {o, part.name(told[-1].fact.object)} if of_object else {s, part.name(first.fact.subject)}
    if {each.casefold() for each in expected}.intersection(quoted(each).casefold() for each in answers):
        ids, keys = [each.sentence_id for each in told], [each.fact.key for each in told]
        rows.text(f"<question>\n{question}\n</question>", str(plan), ids, keys=keys, answers=answers)


def add_relations(rows: Rows, part: Part, most: int) -> None:
    """Add which of the relations of a bucket a sentence states from one thing to another, in either order, or none."""
    samples: defaultdict[Sample, list[tuple[Record, tuple[str, object]]]] = defaultdict(list)
    for label, pair, told in _directed(part):
        samples[pair].append(((label,), (told.evidence[0].sentence_id, told.key)))
    for number, (pair, bucket, label) in enumerate(polled(samples, _RELATION_BUCKETS, rows.chance, most)):
        found = [each for each in samples[pair] if each[0][0] in bucket]
        id, key = (found or samples[pair])[0][1]
        answers, keys = [record for record, _ in found], [key]
        if not label or number % 3 == 2:
            facts = part.facts_in.get(id, ()) if bucket == _RELATION_BUCKETS[0] else ()
            beside = [each.object for each in facts if each.subject == pair[0] and each.predicate.endswith(_APART)]
            others = [each for each in _negatives(rows, part, *pair, beside) if each not in samples]
            if not others:
                continue
            label, pair, answers, keys = "", others[number // 3 % len(others)], [("none",)], []
        given = rows.written(("first", "second"), [(part.name(pair[0], id), part.name(pair[1], id))])
        shown = "; ".join([*rows.drawn(bucket, len(bucket)), "none"])
        asked = f"{part.shown(id)}\n<pairs>\n{given}\n</pairs>\nRelations: {shown}"
        rows.records(asked, ("relation",), answers, [id], label=label, bucket=bucket, ends=pair, keys=keys)


def _directed(part: Part) -> Iterator[tuple[str, Sample, MetaRelation | Fact]]:
    """Yield the labels of pairs of things in their order, with what states them."""
    for each in part.relations:
        pair, turned = (each.subject, each.object), (each.object, each.subject)
        if each.kind is RelationKind.IS_A and part.is_common(each.subject, part.stating(each)[0]):
            yield "isA", pair, each
        elif each.kind is RelationKind.IS_A and each.subject in part.named:
            yield "belongTo", pair, each
        elif each.kind is not RelationKind.IS_A:
            names = ("contains", "isPartOf") if each.kind is RelationKind.HAS_PART else ("synonym", "synonym")
            yield from ((names[0], pair, each), (names[1], turned, each))
    for fact in part.facts:
        if isinstance(fact.object, str) and part.labels[fact.key] == "causes":
            yield "causes", (fact.subject, fact.object), fact


def _negatives(rows: Rows, part: Part, first: str, second: str, beside: Sequence[FactEnd] = ()) -> Iterator[Sample]:
    """Yield the pair turned round, if only one order can hold, then the first with strangers: beside it, and others."""
    if first not in part.reached(second):
        yield second, first
    related = part.reached(first)
    for others in (beside, part.below.get(second, ()), [each.object for each in rows.drawn(part.relations, 8)]):
        strangers = [each for each in others if isinstance(each, str) and each not in related]
        if found := [each for each in strangers if first not in part.reached(each)]:
            yield first, rows.chance.choice(found)


def add_hypernyms(rows: Rows, part: Part, most: int) -> None:
    """Add which of several candidates are classes of a common noun; others are below it, beside it or strangers."""
    classes = sorted(part.below.keys() & part.common)
    lower = [each for each in part.is_a if part.is_common(each.subject, part.stating(each)[0])]
    for concept, stated in rows.drawn(list(grouped((each.subject, each) for each in lower).items()), most):
        stated, reached = stated[: _CANDIDATES // 2], part.reached(concept)
        own = [each.object for each in stated]
        near = [*part.below.get(concept, ())[:1], *(each for one in own for each in part.below[one][:2])]
        wrong = dict.fromkeys(each for each in [*near, *rows.drawn(classes, 20)] if each in part.common - reached)
        if wrong:
            candidates = [*own, *wrong][:_CANDIDATES]
            shown = "; ".join(part.name(each) for each in rows.drawn(candidates, _CANDIDATES))
            asked = f"<terms>\nConcept: {part.name(concept)}\nCandidates: {shown}\n</terms>"
            records = [(part.name(each),) for each in own]
            ids, keys = [id for each in stated for id in part.stating(each)], [each.key for each in stated]
            rows.records(asked, ("class",), records, ids, keys=keys, candidates=candidates)


def add_chains(rows: Rows, part: Part, most: int) -> None:
    """Add whether a thing is of a class, given two premises in a chain; half of the conclusions do not follow."""
    of_subject = grouped((each.subject, each) for each in part.is_a)
    chains = [(low, high) for low in part.is_a for high in of_subject.get(low.object, ())]
    chains = [(low, high) for low, high in chains if high.object != low.subject]
    for number, (low, high) in enumerate(rows.drawn(chains, most)):
        right = (low.subject, high.object)
        if others := list(_negatives(rows, part, *right)) if number % 2 else [right]:
            ends = others[number // 2 % len(others)]
            known, statement = (
                rows.written(("narrower", "broader"), [(part.name(pair[0]), part.name(pair[1])) for pair in pairs])
                for pairs in (((low.subject, low.object), (high.subject, high.object)), (ends,))
            )
            asked = f"<known>\n{known}\n</known>\n<statement>\n{statement}\n</statement>"
            ids, answer = [*part.stating(low), *part.stating(high)], "no" if number % 2 else "yes"
            rows.records(asked, ("answer",), [(answer,)], ids, keys=[low.key, high.key], ends=ends)


def add_entailment(rows: Rows, part: Part, most: int) -> None:
    """Add whether a sentence states a fact: one of its own, or one turned round, with another object, or of another."""
    told = [each for each in part.claims if isinstance(each.fact.object, str)]
    alike = grouped((each.fact.predicate, each) for each in told)
    stated = {(fact.subject, fact.predicate, fact.object) for fact in part.facts}
    for number, claim in enumerate(rows.drawn(told, most)):
        fact, id = claim.fact, claim.sentence_id
        ends: tuple[FactEnd, str, FactEnd] = (fact.subject, fact.predicate, fact.object)
        said = claim.said()
        if number % 2:
            is_one_way = not predicate_wording(fact.predicate, part.language).is_symmetric
            if number % 6 == 1 and is_one_way and fact.predicate.endswith((*_APART, " of")):
                ends, said, mentioned = (ends[2], *ends[1::-1]), claim.said(claim.object, claim.subject), set[FactEnd]()
            else:
                other = rows.chance.choice(alike[fact.predicate] if number % 6 == 3 else told)
                ends, said = (*ends[:2], other.fact.object), claim.said(end=other.object)
                mentioned = {each.concept for each in part.mentions[id]}
            if ends in stated or ends[2] in mentioned:
                continue
        asked = f"{part.shown(id)}\n<statement>\n{said[:1].upper()}{said[1:]}.\n</statement>"
        answer = "no" if number % 2 else "yes"
        rows.records(asked, ("answer",), [(answer,)], [id], keys=[fact.key], ends=ends)


def add_texts(rows: Rows, part: Part, most: int) -> None:
    """Add facts to their text (the reverse of extraction, as in K-LoRA): a section's sentences that say little else."""

    def record(fact: Fact, id: str) -> Record:
        return quoted(wording(fact)), part.name(fact.subject, id), part.name(fact.object, id)

    def is_told(id: str) -> bool:
        given = " ".join([part.headings[id], *(text for fact in part.facts_in[id] for text in record(fact, id))])
        words = {*content_stems(part.sentences[id].text, part.language)}
        return len(words.intersection(content_stems(given, part.language))) >= _TOLD * len(words)

    told = [each for id, each in part.sentences.items() if id in part.facts_in and is_told(id)]
    sections = grouped((each.section_id, each.id) for each in told).values()
    pieces = [ids[start : start + _LONGEST] for ids in sections for start in range(0, len(ids), _LONGEST)]
    for ids in rows.drawn(pieces, most):
        facts = [(fact, id) for id in ids for fact in part.facts_in[id]]
        given = rows.written(COLUMNS["nlu/facts"], [record(*each) for each in facts])
        asked = f"<facts>\n{given}\n</facts>\nHeading: {quoted(part.headings[ids[0]]) or 'none'}"
        reply = " ".join(quoted(part.sentences[id].text) for id in ids)
        rows.text(asked, reply, ids, keys=list(dict.fromkeys(fact.key for fact, _ in facts)))


def add_answers(rows: Rows, part: Part, most: int) -> None:
    """Add questions with numbered sentences, of which one or more say the answer, to an answer that cites them."""
    claim_of = {(each.fact.key, each.sentence_id): each for each in part.claims}
    by_question = grouped(((each.subject, each.predicate), each) for each in part.facts if each.subject in part.named)
    of_document = grouped((id.rpartition("#")[0], id) for id in part.sentences)
    for facts in rows.drawn(list(by_question.values()), most):
        saying = {id for fact in facts for id in part.stating(fact)}
        stating = list(dict.fromkeys(part.stating(fact)[0] for fact in facts))[:_STATING]
        facts = [fact for fact in facts if part.stating(fact)[0] in stating]
        told = [claim for fact in facts if (claim := claim_of.get((fact.key, part.stating(fact)[0])))]
        if len(told) == len(facts):
            own = of_document[stating[0].rpartition("#")[0]]
            others = [*rows.drawn(own, 3), *rows.drawn(list(part.sentences), 2 * _DISTRACTORS)]
            others = [id for id in dict.fromkeys(others) if id not in saying]
            shown = rows.drawn([*stating, *others[:_DISTRACTORS]], _STATING + _DISTRACTORS)
            lines = "\n".join(
                f"# {plain(part.headings[id])}\n[{place}] {plain(part.sentences[id].resolved)}"
                for place, id in enumerate(shown, 1)
            )
            asked = f"<sentences>\n{lines}\n</sentences>\n<question>\n{told[0].question()}\n</question>"
            said = [f"{one.said(told[0].subject)} [{shown.index(one.sentence_id) + 1}]." for one in told]
            reply = " ".join(each[:1].upper() + each[1:] for each in dict.fromkeys(said))
            rows.text(asked, reply, shown, keys=[fact.key for fact in facts], cited=stating)


def add_descriptions(rows: Rows, part: Part, most: int) -> None:
    """Add sentences about a thing to its description, where a language model has described it for the graph."""
    told = [each for each in part.profiles if each.description and each.evidence and each.origin.startswith("llm")]
    for profile in rows.drawn(told, most):
        ids = part.stating(profile)
        asked = "\n".join([*map(part.shown, ids), f"Thing: {part.name(profile.concept, ids[0])}"])
        rows.text(asked, quoted(profile.description), ids, concept=profile.concept)


ADDING: Mapping[str, Callable[[Rows, Part, int], None]] = {
    "nli/relations": add_relations,
    "nli/hypernyms": add_hypernyms,
    "nli/chains": add_chains,
    "nli/entailment": add_entailment,
    "nlg/texts": add_texts,
    "nlg/answers": add_answers,
    "nlg/descriptions": add_descriptions,
}
"""What adds the rows of the other tasks, about so many."""
