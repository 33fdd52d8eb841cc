"""Planning a question by rules or with a language model, as the options say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lgm_core.flow import Flow
from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.execution.step_result import StepResult
from lgm_core.reasoning.logical_form_options import LogicalFormOptions
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import Action, Constant, Deduce, Retrieval, Sort, Variable
from lgm_core.reasoning.planning.model_planner import PlannedBy, PlanningResult, plan_by_model
from lgm_core.reasoning.planning.rules.asking_reader import PlanBuilder, read_asking
from lgm_core.reasoning.planning.rules.comparison_reader import read_comparison, split_choices
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_PLACE,
    BOUNDS,
    CLASS_NOUNS,
    COMPARED_VERBS,
    COMPARING,
    COUNTRY,
    COUNTRY_OF_ORIGIN,
    DATE_NOUNS,
    DEATH_PLACE,
    FILLERS,
    LOCATION,
    NATIONALITY,
    PLACE_NOUNS,
    RELATIONS,
    Named,
    Reference,
    Relation,
    follow,
    is_person,
)
from lgm_core.reasoning.planning.rules.english_verbs import AGENT_VERBS, OBJECT_VERBS, VERBS, active_relation
from lgm_core.reasoning.planning.rules.question_text import QuestionText, split_words_of
from lgm_core.reasoning.planning.rules.reference_reader import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
    RELATIVES,
    STRUCTURE,
    ReferenceReader,
    type_name,
)
from lgm_core.reasoning.planning.rules.schema_reader import read_by_schema
from lgm_core.retrieval.concepts.graph_view import GraphView

__all__ = ["make_plan", "plan_by_rules"]

_SHARING = frozenset(
    "share shared sharing have has had both each located situated based born die died originate originated come came "
    "made released produced belong headquartered buried work studied of from in at".split()
)
_FROM = replace(COUNTRY, also=("nationality",))
"""What `from` means if the things may be persons or not."""
_PLACED = frozenset({"located", "situated", "based", "headquartered"})


def read_sameness(reader: ReferenceReader) -> LogicalPlan | None:
    """Return the plan of a question whether two things share something; None for another question."""
    question = reader.question
    folded = question.folded((0, len(question.words)))
    if folded[0] not in AUXILIARIES or "same" not in folded or "and" not in folded:
        return None
    same = len(folded) - 1 - folded[::-1].index("same")
    shared = " ".join(word for word in folded[same + 1 :] if word not in ("as", "each", "other"))
    end = same
    while end > 1 and _is_tail(reader, end - 1):
        end -= 1
    tail = folded[end:same]
    sides = _sides(reader, 1, end, tail)
    if not shared or sides is None:
        return None
    relation = _shared(shared, tail, sides)
    if relation is None:
        return None
    builder = PlanBuilder()
    variables = [Variable(builder.find(follow(side, (relation,)))) for side in sides]
    left, right = variables
    builder.add(Deduce(left, right, "equal"), f"Are {left.name} and {right.name} the same?")
    return builder.plan()


def _is_tail(reader: ReferenceReader, place: int) -> bool:
    """Tell whether a word is part of the way to say that something is shared, and not of a name."""
    word = reader.question.words[place]
    if word.is_marked:
        return False
    common = {*_SHARING, *AUXILIARIES, *DETERMINERS, *RELATIVES}
    return (
        word.folded in common
        or bool(reader.relations((place, place + 1)) and _known(word.folded))
        or (singular(word.folded) in CLASS_NOUNS)
    )


def _known(noun: str) -> bool:
    return noun in RELATIONS or singular(noun) in RELATIONS


def _sides(reader: ReferenceReader, first: int, end: int, tail: list[str]) -> tuple[Reference, Reference] | None:
    """Return the two things, or what a relation leads to from them: the directors of two films."""
    words = reader.question.words
    relation: tuple[Relation, ...] = ()
    type_ = next((type_name(word) for word in tail if singular(word) in CLASS_NOUNS and not _known(word)), "")
    for word in tail:
        relation = RELATIONS.get(singular(word), relation) if word != "country" else relation
    while first < end and not words[first].is_marked:
        folded = words[first].folded
        one = singular(folded)
        plural = one != folded
        if reader.question.is_known((first, end)) or (not plural and folded not in (*DETERMINERS, "both", "of")):
            break
        if one in RELATIONS and one not in PLACE_NOUNS:
            relation = RELATIONS[one]
        elif one in CLASS_NOUNS:
            type_ = type_name(one)
        elif plural:
            break
        first += 1
    for names in split_choices(reader.question, (first, end), "and"):
        left, right = (reader.read(span) for span in names) if len(names) == 2 else (None, None)
        if left is not None and right is not None:
            if relation and isinstance(left, Named) and isinstance(right, Named):
                return follow(_typed(left, type_), relation), follow(_typed(right, type_), relation)
            return _typed(left, type_), _typed(right, type_)
    return None


def _typed(side: Reference, type_: str) -> Reference:
    return replace(side, type=type_) if isinstance(side, Named) and not side.type else side


def _shared(noun: str, tail: list[str], sides: tuple[Reference, Reference]) -> Relation | None:
    """Return the relation that leads to what is shared."""
    if not PREPOSITIONS.isdisjoint(noun.split()) or noun in DATE_NOUNS:
        return None
    type_ = type_name(noun)
    persons = [is_person(side) for side in sides]
    if "born" in tail:
        return Relation(BIRTH_PLACE.predicate, type_ if noun != "place" else "Place", "person", BIRTH_PLACE.question)
    if "died" in tail or "die" in tail:
        return Relation(DEATH_PLACE.predicate, type_ if noun != "place" else "Place", "person", DEATH_PLACE.question)
    if noun in ("country", "nation", "nationality"):
        if noun == "nationality" or True in persons:
            return NATIONALITY
        types = {side.type.lower() for side in sides if isinstance(side, Named)}
        if not _PLACED.isdisjoint(tail) or PLACE_NOUNS & types:
            return COUNTRY
        return COUNTRY_OF_ORIGIN if False in persons else _FROM
    if noun in PLACE_NOUNS:
        return Relation(LOCATION.predicate, type_, "any", LOCATION.question)
    relations = RELATIONS.get(noun) or (Relation(noun),)
    return relations[0] if len(relations) == 1 and len(noun.split()) <= 3 else None


_ORDER = COMPARING | words(
    "second third fourth fifth sixth seventh eighth ninth tenth final next previous best worst other others same"
)
"""Words that choose some of several things."""

_UNMATCHED = words("other others another next previous same else not no never")
"""Words that choose, but that the matching of predicates would ignore."""

_TABLES = frozenset(
    word for phrase in (*VERBS, *AGENT_VERBS, *OBJECT_VERBS, *COMPARED_VERBS, *RELATIONS) for word in phrase.split()
)
_KNOWN = frozenset((*_TABLES, *STRUCTURE, *PREPOSITIONS, *FILLERS, *CLASS_NOUNS, *DATE_NOUNS, *PLACE_NOUNS)) | words(
    "many much people inhabitants residents citizens live lived name and or there between among both each also as "
    "number amount share shared sharing have having originated made belong whose long"
)
"""Words that the rules understand: verbs for relations, nouns for types and kinds, and so on."""


_BOUNDING = frozenset(word for bound in BOUNDS for word in bound.split())


def uses_all_words(question: QuestionText, plan: LogicalPlan) -> bool:
    """Tell whether a plan accounts for each word of its question.

    A word must occur in a name, type, predicate or constraint of the plan, or be one that the rules know. Words that
    choose (*first*, *oldest*, *other*) must occur in a name, a predicate or a constraint, or the plan must sort or
    compare. Numbers must occur in the plan.
    """
    said = frozenset(word for text in _texts(plan, types=False) for word in split_words_of(text))
    types = frozenset(word for text in _texts(plan, types=True) for word in split_words_of(text))
    is_limited = any(_is_limited(step.action) for step in plan.steps)
    orders = is_limited or any(isinstance(step.action, Sort | Deduce) for step in plan.steps)
    known = _KNOWN | types | (_BOUNDING if is_limited else frozenset())
    predicates = {word for text in _predicates(plan) for word in split_words_of(text)}
    if not predicates.isdisjoint(_UNMATCHED):
        return False
    for word in question.words:
        forms = {word.folded, singular(word.folded)}
        if not forms.isdisjoint(said) or not any(map(str.isalnum, word.folded)):
            continue
        if not forms.isdisjoint(_ORDER):
            if not orders:
                return False
        elif any(map(str.isdigit, word.folded)) or (forms.isdisjoint(known) and not active_relation(word.folded)):
            return False
    return True


def _is_limited(action: Action) -> bool:
    return isinstance(action, Retrieval) and any(each.operator != "=" for each in action.constraints)


def _texts(plan: LogicalPlan, *, types: bool) -> Iterator[str]:
    for step in plan.steps:
        if isinstance(action := step.action, Retrieval):
            for end in (action.subject, action.object):
                yield from end.types if types else end.names
            if not types:
                yield from action.predicate.names
                yield from (each.value.text for each in action.constraints if isinstance(each.value, Constant))


def _predicates(plan: LogicalPlan) -> Iterator[str]:
    for step in plan.steps:
        if isinstance(step.action, Retrieval):
            yield from step.action.predicate.names


_MOST_WORDS = 60
"""The most words of a question; a longer text is not a single question."""


def plan_by_rules(question: str, view: GraphView) -> LogicalPlan | None:
    """Return the plan of a question in English; None if the rules do not account for all of its words.

    The rules read chains of *of*, possessives and relative clauses; question words with verbs; comparisons of named
    things, or of all of a type; what two things have in common; and how many there are. Names are taken as written; if
    capitals do not show where one ends, the concepts of the graph decide. Calls the store once, and no language model.
    """
    text = QuestionText(question, view)
    if not 2 < len(text.words) <= _MOST_WORDS:
        return None
    if (plan := read_by_schema(text, view.conformance)) is not None:
        return plan
    reader = ReferenceReader(text)
    for read in (read_sameness, read_comparison, read_asking):
        plan = read(reader)
        if plan is not None:
            return plan if uses_all_words(text, plan) else None
    return None


NO_RULE = "no rule reads the whole question"
NO_MODEL = "no rule reads the whole question, and there is no language model"
ONLY_MODEL = "the planner is 'llm', and there is no language model"


def make_plan(
    question: str,
    *,
    view: GraphView,
    options: LogicalFormOptions,
    has_model: bool,
    history: Sequence[StepResult] = (),
) -> Flow[PlanningResult]:
    """Plan a question by rules, by a language model, or (`auto`) by rules and then by the model.

    Yields a `PlannedStep`. If there is no plan, the result says why; nothing is raised.

    Args:
        question: the question.
        view: the visible part of the graph.
        options: the settings; only `planner` is used.
        has_model: whether a language model can be asked.
        history: results of steps of earlier rounds, for the model.
    """
    plan = None if options.planner == "llm" else plan_by_rules(question, view)
    if plan is None and has_model and options.planner != "rules":
        return (yield from plan_by_model(question, view, history=history))
    problem = {"rules": NO_RULE, "llm": ONLY_MODEL, "auto": NO_MODEL}[options.planner]
    planner: PlannedBy = "llm" if options.planner == "llm" else "rules"
    result = PlanningResult(plan, planner, error="" if plan is not None else problem)
    yield result.trace_step()
    return result
