"""A retrieval: facts first, then text (KAG, algorithm 2)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from lgm_core.flow import Flow, together
from lgm_core.model import SectionEnd, Value, ValueKind
from lgm_core.reasoning.execution.binding_tables import (
    Binding,
    BindingTables,
    Row,
    Table,
    distinct_bindings,
    evidence_of,
    sentences_of,
)
from lgm_core.reasoning.execution.retrieving.constraint_checking import (
    UNSTATED,
    compared_rows,
    compared_variables,
    constraint_score,
    wanted_of,
)
from lgm_core.reasoning.execution.retrieving.fact_matching import (
    FactMatch,
    best_of_each,
    facts_between,
    types_read_in_part,
)
from lgm_core.reasoning.execution.retrieving.known_ends import (
    KnownEnd,
    StepNotes,
    is_read_in_part,
    step_ends,
    wider_ends,
)
from lgm_core.reasoning.execution.retrieving.schema_answers import rows_by_schema
from lgm_core.reasoning.execution.retrieving.text_asking import asking, fitting_answers, wanted_end
from lgm_core.reasoning.execution.step_context import StepContext
from lgm_core.reasoning.execution.step_result import Basis, Linked, StepResult
from lgm_core.reasoning.plan.plan_parts import PlanStep, Retrieval
from lgm_core.reasoning.text.passage_ranking import WeightedRanking, fused
from lgm_core.reasoning.text.sub_question import SUPPORT_CHUNKS, filled_question
from lgm_core.reasoning.text.text_conditions import names_words
from lgm_core.retrieval.facts.fact_text import wording

__all__ = ["retrieve"]

_MOST_TEXTS = 8
"""Rows whose sub-question is asked of text."""


def retrieve(
    step: PlanStep, tables: BindingTables, context: StepContext, *, binds_predicate: bool = False
) -> Flow[tuple[StepResult, Table]]:
    """Find what fits a retrieval; return the result of the step, and the rows found for its own variables.

    Facts with a score of at least the threshold answer. Where there are none, text is read, unless the options say
    otherwise. Rows of earlier steps for which nothing is found are dropped when the tables are joined. With
    `binds_predicate` the predicate's variable stands for the wording of each fact.
    """
    action = step.action
    assert isinstance(action, Retrieval)
    told = StepNotes()
    if SUPPORT_CHUNKS in action.predicate.names:
        return (yield from _sections(step, action, tables, context, told))
    found: list[FactMatch] = []
    if context.options.facts != "none":
        found = _by_facts(action, tables, context, told)
    sure = [match for match in found if match.fit >= context.options.threshold]
    rows = [_row(action, match, binds_predicate) for match in sure]
    told.rules.update(dict.fromkeys(rule for match in sure for each in match.because for rule in each.rules))
    if context.options.facts != "none" and not binds_predicate:
        rows += rows_by_schema(action, tables, rows, context, told)
    texts: list[str] = []
    rankings: list[WeightedRanking] = []
    error = ""
    basis: Basis = "fact" if rows else "none"
    mode = context.options.text
    if mode != "never":
        open_rows = _open_rows(action, tables, rows if mode == "missing" else [], context)
        read = open_rows[:_MOST_TEXTS]
        texts = [filled_question(step, before) or context.question for before in read]
        asked = [asking(question, action, before, found, context) for question, before in zip(texts, read, strict=True)]
        findings = yield from together(asked)
        for before, finding in zip(read, findings, strict=True):
            wanted, known = wanted_end(action, before)
            starts = {name: before.bindings[name] for name in known}
            rankings.append(WeightedRanking(finding.passages, before.weight))
            error = error or finding.error
            told.doubt(finding.gap)
            for answer in fitting_answers(finding, wanted, context):
                compared = {
                    name: before.bindings[name] for name in compared_variables(action) if name in before.bindings
                }
                bindings = {**compared, wanted.variable: answer.binding, **starts}
                if binds_predicate:
                    said = "|".join(action.predicate.names)
                    bindings[action.predicate.variable] = Binding(Value(said, ValueKind.TEXT), said)
                rows.append(Row(bindings, (), answer.sentences, answer.weight))
                basis = "model" if finding.by_model else "text"
        if len(open_rows) > len(read):
            told.doubt(f"text was read for {_MOST_TEXTS} of {len(open_rows)} rows")
    if rankings and basis in ("fact", "none"):
        told.note("the text that was read names nothing that fits")
    if not rows and not error:
        error = _nothing(action, found, tables, context)
    gap = told.gap or _unanswered(action, tables, rows, context) if rows else error
    ranked = tuple(sorted(rows, key=lambda row: -row.weight))
    table, is_cut = Table(_variables(action, binds_predicate), ranked, gap=gap).cut(context.most_rows)
    if is_cut:
        told.note(table.gap)
    variable = _asked(action, tables)
    answers = [binding.name for binding, _ in distinct_bindings(table.rows, variable, context.identity)]
    question = texts[0] if len(texts) == 1 else _question(step, tables)
    result = _result(step, question, basis, table, answers, told, error)
    return replace(result, passages=tuple(fused(rankings))), table


def _by_facts(action: Retrieval, tables: BindingTables, context: StepContext, told: StepNotes) -> list[FactMatch]:
    """Return the facts that fit the retrieval and its constraints, the best for each known end."""
    subjects, objects = (step_ends(term, tables, context, told) for term in (action.subject, action.object))
    found = _constrained(action, facts_between(action, subjects, objects, context), tables, context, told)
    found = best_of_each(found, by_object=subjects is None)
    known = objects if subjects is None else subjects
    if known is None and (in_part := types_read_in_part(action, context)):
        told.doubt(f"not everything known about each {in_part[0]} was read")
    answered = _answered(found, context, by_object=subjects is None)
    for end in dict.fromkeys(known or ()):
        if end.binding.name in answered or isinstance(end.binding.end, Value):
            continue
        for find in (_other_names, wider_ends):
            others = find(end.binding, end.names, context)
            again = facts_between(
                action, others if known is subjects else subjects, objects if known is subjects else others, context
            )
            again = _constrained(action, again, tables, context, told)
            found += best_of_each(again, by_object=known is not subjects)
            if again:
                told.link(Linked(end.binding.name, "name", others[0].level, others[0].names[:1], others[0].score))
                break
    answered = _answered(found, context, by_object=subjects is None)
    for end in known or ():
        if answered and end.binding.name not in answered:
            told.note(f"no fact fits for {end.binding.name}")
        # Facts with the concept as subject are read first, so a single match is complete.
        is_one = known is subjects and sum(match.fit >= context.options.threshold for match in found) == 1
        if not is_one and is_read_in_part(end, context):
            told.doubt(f"only the first facts about {end.binding.name} were read")
    for match in found:
        if match.fit >= context.options.threshold:
            text = "|".join(action.predicate.names)
            told.link(Linked(text, "predicate", match.predicate.level, (match.fact.predicate,), match.predicate.score))
            wanted = (action.subject if subjects is None else action.object).types
            if wanted:
                told.link(Linked("|".join(wanted), "type", match.type.level, (), match.type.score))
    return found


def _answered(found: Iterable[FactMatch], context: StepContext, *, by_object: bool) -> set[str]:
    """Return the names of the known ends that have a fact with at least the threshold."""
    return {
        (match.object if by_object else match.subject).name for match in found if match.fit >= context.options.threshold
    }


def _constrained(
    action: Retrieval, found: Iterable[FactMatch], tables: BindingTables, context: StepContext, told: StepNotes
) -> list[FactMatch]:
    kept = []
    ends = [term.variable for term in (action.subject, action.object) if tables.knows(term.variable)]
    rows = compared_rows(action, ends, tables, context)
    for match in found:
        own = {action.subject.variable: match.subject, action.object.variable: match.object}
        for row in rows:
            if any(
                context.identity(row.bindings[name].end) != context.identity(own[name].end)
                for name in ends
                if row.bindings
            ):
                continue
            score, unstated = match.score, match.unstated
            for constraint in action.constraints:
                wanted = wanted_of(constraint, row, context)
                holds = 0.0 if wanted is None else constraint_score(constraint, wanted, match, context)
                score *= holds
                if not holds or wanted is None:
                    break
                unstated *= holds if holds == UNSTATED else 1.0
                level = "key" if holds == 1.0 else "unstated" if holds == UNSTATED else "words"
                told.link(
                    Linked(f"{constraint.property}{constraint.operator}{wanted.name}", "constraint", level, (), holds)
                )
            if score:
                compared = tuple((name, row.bindings[name]) for name in compared_variables(action))
                kept.append(replace(match, score=score, compared=compared, unstated=unstated))
    return kept


def _first_row(action: Retrieval, tables: BindingTables, context: StepContext) -> Row:
    """Return the surest row of the variables that constraints compare with."""
    table, _ = tables.joined(compared_variables(action), context.identity, context.most_rows)
    return table.rows[0] if table.rows else Row()


def _other_names(binding: Binding, known: tuple[str, ...], context: StepContext) -> list[KnownEnd]:
    """Return other concepts that a name may mean, without those whose names are only similar."""
    links = context.link(binding.name)
    others = (link for link in links if link.level != "similar" and set(link.names).isdisjoint(known))
    return [KnownEnd(binding, link.names, link.score, link.level) for link in others]


def _row(action: Retrieval, match: FactMatch, binds_predicate: bool) -> Row:
    bindings = {**dict(match.compared), action.subject.variable: match.subject, action.object.variable: match.object}
    if binds_predicate:
        text = wording(match.fact)
        bindings[action.predicate.variable] = Binding(Value(text, ValueKind.TEXT), text)
    own = Row({}, (match.fact,), sentences_of(match.fact), min(match.score, 1.0))
    return replace(evidence_of([own, *(each.row for each in match.because)]), bindings=bindings)


def _open_rows(action: Retrieval, tables: BindingTables, rows: Sequence[Row], context: StepContext) -> list[Row]:
    """Return the different rows of known ends for which nothing was found; one empty row if no end is known.

    Each name that the plan gives an unbound end makes a row of its own.
    """
    bound = [term.variable for term in (action.subject, action.object) if tables.knows(term.variable)]
    compared = compared_variables(action)
    if bound or compared:
        before, _ = tables.joined([*bound, *compared], context.identity, context.most_rows)
        starts = list(before.rows)
    else:
        starts = [Row()]
    for term in (action.subject, action.object):
        if term.names and not tables.knows(term.variable):
            starts = [
                replace(row, bindings={**row.bindings, term.variable: _named(name, context)})
                for row in starts
                for name in term.names
            ]
    ends = [term for term in (action.subject, action.object) if starts and term.variable in starts[0].bindings]
    names = [term.variable for term in ends]
    starts = [row for row in starts if all(name in row.bindings for name in names)]
    answered = {tuple(row.bindings[name].name for name in names) for row in rows}
    starts = [row for row in starts if tuple(row.bindings[name].name for name in names) not in answered]
    names += [name for name in compared if all(name in row.bindings for row in starts)]
    different = {tuple(row.bindings[name].name for name in names): row for row in reversed(starts)}
    return list(different.values())[::-1]


def _unanswered(action: Retrieval, tables: BindingTables, rows: Sequence[Row], context: StepContext) -> str:
    """Return which known things nothing was found for, or an empty text.

    If both ends are known, or there are constraints, it is the retrieval that leaves things out, and no gap.
    """
    known = [bool(term.names) or tables.knows(term.variable) for term in (action.subject, action.object)]
    if all(known) or action.constraints:
        return ""
    variable = (action.subject if known[0] else action.object).variable
    names = dict.fromkeys(
        row.bindings[variable].name for row in _open_rows(action, tables, rows, context) if variable in row.bindings
    )
    return f"nothing was found for {' or '.join(list(names)[:3])}" if names else ""


def _named(name: str, context: StepContext) -> Binding:
    linked = context.link(name)
    keys = linked[0].names if linked else tuple(context.view.keys_of(name)) or (name.casefold(),)
    return Binding(keys[0], name)


def _sections(
    step: PlanStep, action: Retrieval, tables: BindingTables, context: StepContext, told: StepNotes
) -> Flow[tuple[StepResult, Table]]:
    """Bind the best sections for the sub-question that name all values of the constraints."""
    yield from ()
    rows: list[Row] = []
    view, ranker = context.view, context.ranker
    first_row = _first_row(action, tables, context)
    values = [wanted.name for each in action.constraints if (wanted := wanted_of(each, first_row, context)) is not None]
    for before in _open_rows(action, tables, [], context)[:_MOST_TEXTS]:
        question = " ".join(dict.fromkeys((filled_question(step, before) or context.question, *values)))
        hits = ranker.passages(question, context.options.passages, allowed=view.allowed)
        titles = {section.id: section.title for section in view.store.sections([hit.id for hit in hits])}
        for place, hit in enumerate(hits):
            ids = ranker.index.sentence_ids_of(hit.id)
            text = "\n".join((titles.get(hit.id, ""), *(each.resolved for each in view.store.sentences(list(ids)))))
            if all(names_words(text, value, view.language) for value in values):
                binding = Binding(SectionEnd(hit.id), titles.get(hit.id) or hit.id)
                bindings = {**before.bindings, action.object.variable: binding}
                rows.append(Row(bindings, (), ids, 1 / (1 + 0.1 * place)))
    error = "" if rows else _nothing(action, (), tables, context, "no section of the documents fits")
    table = Table(_variables(action), tuple(rows), gap=error)
    passages = tuple(
        dict.fromkeys(
            end.section_id for row in rows if isinstance(end := row.bindings[action.object.variable].end, SectionEnd)
        )
    )
    answers = [row.bindings[action.object.variable].name for row in rows]
    result = _result(step, _question(step, tables), "text" if rows else "none", table, answers, told, error)
    return replace(result, passages=passages), table


def _variables(action: Retrieval, binds_predicate: bool = False) -> frozenset[str]:
    names = {action.subject.variable, action.object.variable, *compared_variables(action)}
    return frozenset(names | {action.predicate.variable}) if binds_predicate else frozenset(names)


def _asked(action: Retrieval, tables: BindingTables) -> str:
    """Return the variable that the step looks for: the object, unless only the object is known."""
    known = [bool(term.names) or tables.knows(term.variable) for term in (action.subject, action.object)]
    return action.subject.variable if known == [False, True] else action.object.variable


def _nothing(
    action: Retrieval,
    found: Sequence[FactMatch],
    tables: BindingTables,
    context: StepContext,
    otherwise: str = "no fact fits",
) -> str:
    for term in (action.subject, action.object):
        if tables.knows(term.variable):
            table, _ = tables.joined([term.variable], context.identity, context.most_rows)
            if not table.rows:
                return f"nothing was found for {term.variable}, which this step needs"
        elif term.names and not found and not any(context.link(name) for name in term.names):
            return f"the graph has no concept named {' or '.join(map(repr, term.names))}"
    if found:
        best = max(match.score for match in found)
        return f"no fact is sure enough: the best has a score of {best:.2f}, below {context.options.threshold:g}"
    return otherwise


def _question(step: PlanStep, tables: BindingTables) -> str:
    """Return the sub-question, with the variables filled in whose tables have only one row."""
    rows = [table.rows[0].bindings for table in tables.tables if len(table.rows) == 1]
    bindings = {name: binding for each in rows for name, binding in each.items()}
    return filled_question(step, Row(bindings))


def _result(
    step: PlanStep, question: str, basis: Basis, table: Table, answers: Sequence[str], told: StepNotes, error: str
) -> StepResult:
    evidence = evidence_of(table.rows)
    return StepResult(
        step,
        question,
        basis,
        tuple(dict.fromkeys(answers)),
        evidence.facts,
        evidence.sentences,
        linked=tuple(told.linked.values()),
        notes=tuple(told.notes),
        error=error,
        rules=tuple(told.rules),
    )
