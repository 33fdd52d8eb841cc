"""Questions about what a chain of relations leads to: `Where was the wife of X born?`, `Who directed X?`."""

from __future__ import annotations

from dataclasses import replace

from lgm_core.language.lexicons.english_inflection import singular
from lgm_core.language.lexicons.lexicon import words
from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.plan.plan_parts import (
    Action,
    Constant,
    Constraint,
    Count,
    Output,
    PlanStep,
    PredicateTerm,
    Retrieval,
    Term,
    Variable,
)
from lgm_core.reasoning.planning.rules.english_relations import (
    BIRTH_PLACE,
    COUNTRY,
    COUNTRY_OF_ORIGIN,
    DATE_NOUNS,
    INHABITANTS,
    LOCATION,
    NATIONALITY,
    PLACE_NOUNS,
    RELATIONS,
    Inverse,
    Named,
    Reference,
    Related,
    Relation,
    counted,
    follow,
    is_person,
    shares_kind,
)
from lgm_core.reasoning.planning.rules.english_verbs import AGENT_VERBS, VERBS, active_relation
from lgm_core.reasoning.planning.rules.reference_reader import (
    AUXILIARIES,
    BE,
    DO,
    INTERROGATIVES,
    PARTICLES,
    PREPOSITIONS,
    STRUCTURE,
    ReferenceReader,
    is_verb,
    type_name,
)

__all__ = ["PlanBuilder", "as_start", "read_asking"]


class PlanBuilder:
    """Collects steps; the variables of a retrieval have its number: `s1`, `p1`, `o1`."""

    def __init__(self) -> None:
        self.steps: list[PlanStep] = []
        self._retrievals = 0

    def add(self, action: Action, question: str = "", result: str = "") -> None:
        """Add a step."""
        self.steps.append(PlanStep(action, question, result))

    def find(self, reference: Reference) -> str:
        """Add the retrievals that find what a reference means, and return its variable.

        Raises:
            ValueError: the reference is only a name, so that there is nothing to retrieve.
        """
        if isinstance(reference, Related):
            return self.relate(self.start(reference.of), reference.relation, reference.year)
        if isinstance(reference, Inverse):
            target, said = self.start(reference.to)
            self._retrievals += 1
            number = self._retrievals
            object_ = Term(f"o{number}", target.types, target.names) if target.names else Term(target.variable)
            limits = _in(reference.year)
            if reference.operator != "=":
                object_ = Term(object_.variable, (reference.relation.type,))
                compared = "date" if reference.relation.type == "Date" else "amount"
                limits += (Constraint("o", compared, reference.operator, Constant(said)),)
            subject = Term(f"s{number}", (reference.type,) if reference.type else ())
            predicate = PredicateTerm(f"p{number}", (reference.relation.predicate, *reference.relation.also))
            question = f"Which {reference.type.lower() or 'thing'} has the {reference.relation.predicate} {said}?"
            if reference.question:
                question = reference.question.replace("{s}", said)
            self.add(Retrieval(subject, predicate, object_, limits), _asked_in(question, reference.year))
            return subject.variable
        raise ValueError(f"there is nothing to retrieve for {', '.join(reference.names)}")

    def start(self, reference: Reference) -> tuple[Term, str]:
        """Return the start of a retrieval, and the name or variable that a sub-question uses for it."""
        if isinstance(reference, Named):
            types = (reference.type,) if reference.type else ()
            said = reference.names[0] if len(reference.names) == 1 else f"s{self._retrievals + 1}"
            return Term("", types, reference.names), said
        return as_start(self.find(reference))

    def relate(self, start: tuple[Term, str], relation: Relation, year: str = "") -> str:
        """Add a retrieval of what a relation leads to, and return the variable for it."""
        term, said = start
        self._retrievals += 1
        number = self._retrievals
        subject = replace(term, variable=term.variable or f"s{number}")
        object_ = Term(f"o{number}", tuple(filter(None, relation.type.split("|"))))
        predicate = PredicateTerm(f"p{number}", (relation.predicate, *relation.also))
        self.add(Retrieval(subject, predicate, object_, _in(year)), _asked_in(relation.ask(said), year))
        return object_.variable

    def plan(self) -> LogicalPlan:
        """Return the plan."""
        return LogicalPlan(tuple(self.steps))


def as_start(variable: str) -> tuple[Term, str]:
    """Return a variable as the start of a retrieval."""
    return Term(variable), variable


def _in(year: str) -> tuple[Constraint, ...]:
    return (Constraint("p", "year", "=", Constant(year)),) if year else ()


def _asked_in(question: str, year: str) -> str:
    return f"{question.removesuffix('?')} in {year}?" if year else question


_TYPES = {"who": "Person", "whom": "Person", "where": "Place", "when": "Date"}
_PLACES = ("Place", *(noun.capitalize() for noun in PLACE_NOUNS))


def read_asking(reader: ReferenceReader) -> LogicalPlan | None:
    """Return the plan of a question that asks for something or counts something; None for another question."""
    question = reader.question
    end = len(question.words)
    first = 0
    folded = question.folded((0, end))
    year = ""
    dated = end > 3 and folded[-2] == "in" and len(folded[-1]) == 4 and folded[-1].isdigit()
    if dated and not any(question.is_known((start, end)) for start in range(1, end - 2)):
        year, end = folded[-1], end - 2
    if folded[0] in PREPOSITIONS and len(folded) > 1 and folded[1] in INTERROGATIVES:
        first = 1
    if folded[first] == "name" and folded[first + 1 : first + 2] == ["the"]:
        return _planned(reader.read((first + 1, end)), year)
    if folded[first : first + 2] == ["how", "many"]:
        return _count(reader, first + 2, end, year)
    stop = first + 1 + (folded[first : first + 2] in (["how", "much"], ["how", "long"]))
    if folded[first] in ("how", "what") and (amount := _amount(reader, folded[first:stop], stop, end)) is not None:
        return _planned(amount, year)
    if folded[first] in ("what", "which") and first + 1 < end and folded[first + 1] not in (*AUXILIARIES, *DO):
        return _planned(_of_noun(reader, first + 1, end), year)
    if folded[first] in INTERROGATIVES:
        return _planned(_of_word(reader, folded[first], first + 1, end), year)
    return None


def _planned(asked: Reference | None, year: str = "") -> LogicalPlan | None:
    if asked is None or isinstance(asked, Named):
        return None
    if year:
        asked = replace(asked, year=year)
    builder = PlanBuilder()
    variable = builder.find(asked)
    builder.add(Output((Variable(variable),)))
    return builder.plan()


def _of_word(reader: ReferenceReader, word: str, first: int, end: int) -> Reference | None:
    """Read what follows `who`, `what`, `where`, `when`, `why` or `how`."""
    question = reader.question
    folded = question.folded((0, end))
    if first >= end:
        return None
    if folded[first] in BE or folded[first] in DO:
        if folded[first] in BE:
            start = first + 3 if folded[first + 1 : first + 4] == ["the", "name", "of"] else first
            asked = _thing(reader, word, start + 1, end)
            if asked is not None:
                return asked
            if word == "who" and folded[first + 1 : first + 3] == ["born", "in"] and not folded[end - 1].isdigit():
                place = reader.read((first + 3, end))
                question_of = "Who was born in {s}?"
                return Inverse("Person", BIRTH_PLACE, place, question=question_of) if place is not None else None
        return _by_verb(reader, word, "", first + 1, end)
    if word in ("who", "what", "which"):
        return _done_to(reader, "Person" if word == "who" else "", first, end)
    return None


def _amount(reader: ReferenceReader, asks: list[str], first: int, end: int) -> Reference | None:
    """Read `does X cost` after `what`, and any verb after `how much` and `how long`."""
    auxiliary = reader.question.words[first].folded
    read = reader.subject_and_verb((first + 1, end)) if auxiliary in DO else None
    if read is None:
        return None
    subject, verb = read
    if verb in VERBS or (len(asks) == 1 and (asks == ["how"] or verb not in _AMOUNTS)):
        return None
    said = " ".join((*asks, auxiliary, "{s}", verb))
    return follow(subject, (Relation(verb, "Quantity", question=f"{said[:1].upper()}{said[1:]}?"),))


_EMPTY = words("do have mean like")
"""Verbs that do not say after `what` which relation is asked for."""

_AMOUNTS = words("cost weigh measure last total")
"""Verbs whose object is an amount."""


def _thing(reader: ReferenceReader, word: str, first: int, end: int) -> Reference | None:
    """Read `is the place of birth of X`, in which a noun says what is asked for."""
    asked = reader.read((first, end))
    if isinstance(asked, Inverse):
        return asked
    if not isinstance(asked, Related) or word not in ("who", "whom", "what", "where", "when", "which"):
        return None
    relation = asked.relation
    if not relation.type and word in _TYPES:
        asked = replace(asked, relation=replace(relation, type=_TYPES[word]))
    elif (word == "where") > (relation.type in _PLACES):
        return follow(asked, (LOCATION,)) if shares_kind(LOCATION, asked) else None
    return asked


def _by_verb(reader: ReferenceReader, word: str, type_: str, first: int, end: int) -> Reference | None:
    """Read `X born`, `X die`, `X work at`, `X directed by` after the auxiliary."""
    folded = reader.question.folded((0, end))
    if folded[first - 1] in BE and "by" in (folded[0], folded[end - 1]) and word in ("who", "whom", "what"):
        done = reader.subject_and_verb((first, end - (folded[end - 1] == "by")))
        if done is not None and f"{done[1]} by" not in VERBS:
            asked = f"By whom {folded[first - 1]} {{s}} {done[1]}?"
            own = Relation(f"{done[1]} by", _TYPES.get(word, ""), question=asked)
            return follow(done[0], (AGENT_VERBS.get(done[1], own),), type_)
    read = reader.subject_and_verb((first, end))
    if read is None:
        return None
    subject, verb = read
    relation = VERBS.get(verb, {}).get(word)
    if relation is None:
        is_done = word == "what" and folded[first - 1] in DO and verb not in _EMPTY
        if verb in VERBS or not (type_ or word in ("when", "where") or is_done):
            return None
        asks = "which" if type_ else word
        said = " ".join(filter(None, (asks, type_.lower(), folded[first - 1], "{s}", verb)))
        relation = Relation(verb, _TYPES.get(word, ""), question=f"{said[:1].upper()}{said[1:]}?")
    if relation is COUNTRY_OF_ORIGIN:
        relation = origin(subject)
    return follow(subject, (relation,), type_) if shares_kind(relation, subject) else None


def origin(reference: Reference) -> Relation:
    """Return what `from` means: the nationality of persons, the country of origin of other things."""
    return NATIONALITY if is_person(reference) is not False else COUNTRY_OF_ORIGIN


def _done_to(reader: ReferenceReader, type_: str, first: int, end: int) -> Reference | None:
    """Read `directed X` and `was directed by X` after a question word or noun."""
    question = reader.question
    folded = question.folded((0, end))
    for length in (2, 1):
        verb = " ".join(folded[first : first + length])
        if verb in AGENT_VERBS and first + length < end:
            done = reader.read((first + length, end))
            relation = AGENT_VERBS[verb]
            if done is not None and shares_kind(relation, done):
                return follow(done, (relation,), relation.type and type_)
    if folded[first] in BE and "by" in folded[first + 2 : min(first + 4, end - 1)]:
        place = folded.index("by", first + 2)
        done_by = " ".join(folded[first + 1 : place])
        if done_by in AGENT_VERBS or (type_ != "Person" and is_verb(done_by)):
            doer = reader.read((place + 1, end))
            relation = AGENT_VERBS.get(done_by) or Relation(f"{done_by} by")
            return Inverse(type_, relation, doer) if doer is not None else None
    return _in_own_words(reader, first, end) if type_ == "Person" else None


def _in_own_words(reader: ReferenceReader, first: int, end: int) -> Reference | None:
    """Read `runs the orchard`: a verb outside the word tables is used as a predicate as it is."""
    words = reader.question.words
    for length in (2, 1):
        stop = first + length
        verb = " ".join(reader.question.folded((first, stop)))
        if stop >= end or any(word.is_marked for word in words[first:stop]):
            continue
        if verb in VERBS or not is_verb(verb) or not (length == 1 or verb.split()[1] in PREPOSITIONS | PARTICLES):
            continue
        done = reader.read((stop, end))
        if done is not None:
            return Inverse("Person", Relation(verb), done, question=f"Who {verb} {{s}}?")
    return None


def _of_noun(reader: ReferenceReader, first: int, end: int) -> Reference | None:
    """Read what follows `which` or `what` and a noun: `country is X from`, `award did X win`, `company made X`."""
    question = reader.question
    folded = question.folded((0, end))
    for stop in range(first + 1, min(first + 4, end)):
        if question.words[stop - 1].is_marked or folded[stop - 1] in STRUCTURE:
            return None
        noun = " ".join(folded[first:stop])
        asked = _after_noun(reader, noun, stop, end)
        if asked is not None:
            return asked
    return None


def _after_noun(reader: ReferenceReader, noun: str, first: int, end: int) -> Reference | None:
    folded = reader.question.folded((0, end))
    one = singular(noun)
    type_ = type_name(noun)
    word = "where" if one in PLACE_NOUNS else "when" if one in DATE_NOUNS else "what"
    type_ = "Date" if word == "when" else "Place" if one == "place" else type_
    if (limited := reader.limited(noun, (first, end))) is not None:
        return limited
    if folded[first] in (*BE, *DO):
        said = RELATIONS.get(one, ())
        if folded[first] in BE and len(said) == 1 and said[0] is not COUNTRY:
            subject = reader.read((first + 1, end))
            if subject is not None and shares_kind(said[0], subject):
                return follow(subject, said)
        if (
            word == "where"
            and folded[end - 1] == "in"
            and (placed := _by_verb(reader, word, type_, first + 1, end - 1))
        ):
            return placed
        asked = _by_verb(reader, word, type_, first + 1, end)
        return asked if asked is not None else _done_to(reader, type_, first, end)
    if (done := _done_to(reader, type_, first, end)) is not None:
        return done
    # Questions without an auxiliary: `Which award the director of X received?`
    read = reader.subject_and_verb((first, end))
    relation = VERBS.get(read[1], {}).get(word) if read is not None else None
    if read is None or relation is None:
        return None
    relation = origin(read[0]) if relation is COUNTRY_OF_ORIGIN else relation
    return follow(read[0], (relation,), type_) if shares_kind(relation, read[0]) else None


def _count(reader: ReferenceReader, first: int, end: int, year: str) -> LogicalPlan | None:
    """Read `How many children did X have?`, `How many people live in X?`."""
    question = reader.question
    folded = question.folded((0, end))
    for place in range(first + 1, min(first + 4, end - 1)):
        noun = " ".join(folded[first:place])
        if question.words[place - 1].is_marked or folded[place - 1] in STRUCTURE:
            return None
        one = singular(noun)
        if noun in INHABITANTS:
            start = place + (folded[place : place + 2] in (["live", "in"], ["lived", "in"])) * 2
            where = reader.read((start, end)) if start > place else None
            return _planned(follow(where, RELATIONS["population"]), year) if where is not None else None
        relations = counted(noun)
        asked: Related | Inverse | None = reader.limited(noun, (place, end))
        if asked is None and folded[place] not in (*DO, *BE, "has", "have", "had"):
            continue
        first_name = place + 1 + (folded[place + 1] == "there") + (folded[place + 1 : place + 3] == ["there", "in"])
        last = end - 1 if folded[end - 1] in ("have", "has", "had", "there") else end
        if folded[place] in BE and first_name == place + 1 and folded[place + 1] == "in":
            first_name += 1
        subject = reader.read((first_name, last))
        if asked is None and folded[place] in DO and (done := active_relation(folded[end - 1])):
            doer = reader.read((first_name, end - 1))
            asked = Inverse(type_name(one), done, doer) if doer is not None else None
        elif asked is None and subject is not None and shares_kind(relations[0], subject):
            found = follow(subject, relations) if last < end or folded[place] in BE else None
            asked = found if isinstance(found, Related) else None
        if asked is not None:
            builder = PlanBuilder()
            things = Variable(builder.find(replace(asked, year=year)))
            builder.add(Count(things), f"How many {noun} are {things.name}?", "n1")
            builder.add(Output((Variable("n1"),)))
            return builder.plan()
    return None
