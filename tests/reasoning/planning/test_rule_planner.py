"""Plans by rules of language: what is asked for, of whom, and in which order."""

import pytest

from lgm_core.reasoning.plan.logical_plan import LogicalPlan
from lgm_core.reasoning.planning.planner import plan_by_rules
from lgm_core.retrieval.concepts.graph_view import GraphView


def _forms(plan: LogicalPlan | None) -> list[str]:
    """Return the actions of a plan without sub-questions."""
    assert plan is not None
    lines = (line.partition(": ") for line in str(plan).splitlines())
    said = (after for before, _, after in lines if before == "Logical Form" or after.startswith("Output("))
    return list(said)


def test_a_plan_has_sub_questions_with_variables_and_parses_back(view: GraphView) -> None:
    plan = plan_by_rules("Where was the wife of Rui Dias born?", view)
    assert str(plan) == (
        "Step 1: Who is the wife of Rui Dias?\n"
        "Logical Form: Retrieval(s=s1[Rui Dias], p=p1:wife, o=o1:Person)\n"
        "Step 2: Where was o1 born?\n"
        "Logical Form: Retrieval(s=o1, p=p2:place of birth, o=o2:Place)\n"
        "Step 3: Output(o2)"
    )
    assert LogicalPlan.parse(str(plan)) == plan


_TWO_STEPS = [
    ("What is the place of death of the director of film Fog?", "Film[Fog]", "director", "place of death"),
    ("Where was the place of death of Anna, Queen Of Lund's father?", '["Anna, Queen Of Lund"]', "father",
     "place of death"),
    ("Who is the director of film Red Harbour's mother?", "Film[Red Harbour]", "director", "mother"),
    ("When is Anna Petrova's husband's birthday?", "[Anna Petrova]", "husband", "date of birth"),
    ("Why did Anna Petrova's wife die?", "[Anna Petrova]", "wife", "cause of death"),
    ("When did the founder of Lund University die?", "[Lund University]", "founder", "date of death"),
    ("Where did the performer of song Night Ferry graduate from?", "Song[Night Ferry]", "performer", "educated at"),
    ("Which country Anna Petrova's father is from?", "[Anna Petrova]", "father", "nationality"),
    ("What nationality is the composer of film Red Harbour?", "Film[Red Harbour]", "composer", "nationality"),
    ("Which award the director of film Red Harbour received?", "Film[Red Harbour]", "director", "award received"),
    ("Where is the company that published The Amber Gate based?", "[The Amber Gate]", "publisher", "headquarters"),
    ("Who is the wife of the man who founded Lund?", "[Lund]", "founder", "wife"),
    ("What is the capital of the country where Jan Novak was born?", "[Jan Novak]", "place of birth", "capital"),
    ("Who was the first mayor of the city where Jan Novak died?", "[Jan Novak]", "place of death", "first mayor"),
    ("Who is Jan Novak's paternal grandfather?", "[Jan Novak]", "father", "father"),
    ("Who is the maternal grandfather of Jan Novak?", "[Jan Novak]", "mother", "father"),
    ("Who is the father-in-law of Jan Novak?", "[Jan Novak]", "spouse", "father"),
    ("Who is the stepchild of Jan Novak?", "[Jan Novak]", "spouse", "child"),
    ("Who is Jan Novak's uncle?", "[Jan Novak]", "parent", "brother"),
    ("Who is the sister-in-law of Jan Novak?", "[Jan Novak]", "spouse", "sister"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "start", "first", "second"), _TWO_STEPS)
def test_two_relations_make_two_retrievals(question: str, start: str, first: str, second: str, view: GraphView) -> None:
    forms = _forms(plan_by_rules(question, view))
    assert forms[0].startswith(f"Retrieval(s=s1{':' if start[0] != '[' else ''}{start}, p=p1:{first}, o=o1")
    assert forms[1].startswith(f"Retrieval(s=o1, p=p2:{second}, o=o2")
    assert forms[2:] == ["Output(o2)"]


_ONE_STEP = [
    ("Who directed the film Red Harbour?", "Retrieval(s=s1:Film[Red Harbour], p=p1:director, o=o1:Person)"),
    ("Who was Red Harbour directed by?", "Retrieval(s=s1[Red Harbour], p=p1:director, o=o1:Person)"),
    ("Who is Jan Novak married to?", "Retrieval(s=s1[Jan Novak], p=p1:spouse, o=o1:Person)"),
    ("In which city was Jan Novak born?", "Retrieval(s=s1[Jan Novak], p=p1:place of birth, o=o1:City)"),
    ("In what year was Jan Novak born?", "Retrieval(s=s1[Jan Novak], p=p1:date of birth, o=o1:Date)"),
    ("Who was the mayor of Lund in 1998?", "Retrieval(s=s1[Lund], p=p1:mayor, o=o1:Person, p.year=1998)"),
    ("Which team did Jan Novak play for in 2011?", "Retrieval(s=s1[Jan Novak], p=p1:play for, o=o1:Team, p.year=2011)"),
    ("Which film was directed by Jan Novak in 1970?",
     "Retrieval(s=s1:Film, p=p1:director, o=o1[Jan Novak], p.year=1970)"),
    ("How many people live in Lund?", "Retrieval(s=s1[Lund], p=p1:population, o=o1:Number)"),
    ("How much does Red Harbour cost?", "Retrieval(s=s1[Red Harbour], p=p1:cost, o=o1:Quantity)"),
    ("What did the Red Harbour weigh?", "Retrieval(s=s1[Red Harbour], p=p1:weigh, o=o1:Quantity)"),
    ("What did Jan Novak invent?", "Retrieval(s=s1[Jan Novak], p=p1:invent, o=o1)"),
    ("How long does Red Harbour last?", "Retrieval(s=s1[Red Harbour], p=p1:last, o=o1:Quantity)"),
    ("By whom is Red Harbour carried out?", "Retrieval(s=s1[Red Harbour], p=p1:carried out by, o=o1:Person)"),
    ("Who is Red Harbour painted by?", "Retrieval(s=s1[Red Harbour], p=p1:painter, o=o1:Person)"),
    ("By which office is Red Harbour run?", "Retrieval(s=s1[Red Harbour], p=p1:run by, o=o1:Office)"),
    ("Which permits are issued by Lund?", "Retrieval(s=s1:Permit, p=p1:issued by, o=o1[Lund])"),
    ("Which services cost less than 20 euros?",
     'Retrieval(s=s1:Service, p=p1:cost, o=o1:Quantity, o.amount<"20 euros")'),
    ("Which ships weigh at least 300 tonnes?",
     'Retrieval(s=s1:Ship, p=p1:weigh, o=o1:Quantity, o.amount>="300 tonnes")'),
    ("What courses last no more than two weeks?",
     'Retrieval(s=s1:Course, p=p1:last, o=o1:Quantity, o.amount<="two weeks")'),
    ("Which mills have more than 30 looms?", "Retrieval(s=s1:Mill, p=p1:looms, o=o1:Number, o.amount>30)"),
    ("Which towns have fewer than 900 inhabitants?",
     "Retrieval(s=s1:Town, p=p1:population, o=o1:Number, o.amount<900)"),
    ("Which mills have a wheel diameter of at least 2 metres?",
     'Retrieval(s=s1:Mill, p=p1:wheel diameter, o=o1:Quantity, o.amount>="2 metres")'),
    ("Which mills were founded before 1900?",
     'Retrieval(s=s1:Mill, p=p1:"inception" | "founded", o=o1:Date, o.date<1900)'),
    ("Which mills burned down since May 1900?",
     'Retrieval(s=s1:Mill, p=p1:burned down, o=o1:Date, o.date>="May 1900")'),
]  # fmt: skip


@pytest.mark.parametrize(("question", "retrieval"), _ONE_STEP)
def test_a_verb_or_noun_asks_for_a_relation(question: str, retrieval: str, view: GraphView) -> None:
    wanted = "o1" if "s=s1[" in retrieval or "s=s1:Film[" in retrieval else "s1"
    assert _forms(plan_by_rules(question, view)) == [retrieval, f"Output({wanted})"]


def test_a_verb_that_no_table_has_is_a_predicate_of_who_does_it(view: GraphView) -> None:
    plan = plan_by_rules("Who runs Lund?", view)
    assert _forms(plan) == ["Retrieval(s=s1:Person, p=p1:runs, o=o1[Lund])", "Output(s1)"]
    carried_out = plan_by_rules("Who carries out Red Harbour?", view)
    assert _forms(carried_out) == ["Retrieval(s=s1:Person, p=p1:carries out, o=o1[Red Harbour])", "Output(s1)"]
    assert plan is not None
    assert plan.steps[0].question == "Who runs Lund?"


def test_who_was_born_somewhere_is_asked_of_the_place(view: GraphView) -> None:
    plan = plan_by_rules("Who was born in Lund?", view)
    assert _forms(plan) == ["Retrieval(s=s1:Person, p=p1:place of birth, o=o1[Lund])", "Output(s1)"]


_COMPARED = [
    ("Which film came out first, {}?", "Film", ["release date"], "orderby=o1, direction=min"),
    ("Which film was released more recently, {}?", "Film", ["release date"], "orderby=o1, direction=max"),
    ("Which magazine was founded earlier, {}?", "Magazine", ['"inception" | "founded"'], "orderby=o1, direction=min"),
    ("Which mill is older, {}?", "Mill", ['"date of birth" | "inception" | "founded" | "opened"'],
     "orderby=o1, direction=min"),
    ("Which is newer, {}?", "", ['"date of birth" | "inception" | "founded" | "opened"'],
     "orderby=o1, direction=max"),
    ("Which mill has the higher elevation, {}?", "Mill", ["elevation"], "orderby=o1, direction=max"),
    ("Who is older, {}?", "Person", ["date of birth"], "orderby=o1, direction=min"),
    ("Who is younger, {}?", "Person", ["date of birth"], "orderby=o1, direction=max"),
    ("Who died later, {}?", "Person", ["date of death"], "orderby=o1, direction=max"),
    ("Which river is longer, {}?", "River", ["length"], "orderby=o1, direction=max"),
    ("Which film has more directors, {}?", "Film", ["director"],
     "orderby=Count(o1), direction=max"),
    ("Which film has the director born later, {}?", "Film", ["director", "date of birth"], "orderby=o2, direction=max"),
    ("Which film has the director who died first, {}?", "Film", ["director", "date of death"],
     "orderby=o2, direction=min"),
    ("Which film whose director is younger, {}?", "Film", ["director", "date of birth"], "orderby=o2, direction=max"),
    ("Which film's director is older, {}?", "Film", ["director", "date of birth"], "orderby=o2, direction=min"),
    ("Which film has the director who is older than the other, {}?", "Film", ["director", "date of birth"],
     "orderby=o2, direction=min"),
    ("Which film, {}, was released first?", "Film", ["release date"], "orderby=o1, direction=min"),
    ("Between {}, which film was released first?", "Film", ["release date"], "orderby=o1, direction=min"),
    ("Did {} come out first?", "", ["release date"], "orderby=o1, direction=min"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "type", "chain", "order"), _COMPARED)
def test_comparing_keeps_the_greatest_or_least(
    question: str, type: str, chain: list[str], order: str, view: GraphView
) -> None:
    *retrievals, sort, output = _forms(plan_by_rules(question.format("Night Ferry or Red Harbour"), view))
    kind = f":{type}" if type else ""
    assert retrievals[0].startswith(f's=s1{kind}["Night Ferry" | "Red Harbour"]', len("Retrieval("))
    assert [form.split(", p=")[1].split(":")[1].split(",")[0] for form in retrievals] == chain
    assert sort == f"Sort(set=s1, {order}, limit=1)"
    assert output == "Output(s1)"


def test_living_longer_subtracts_dates(view: GraphView) -> None:
    forms = _forms(plan_by_rules("Who lived longer, Jan Novak or Olga Brandt?", view))
    assert forms[1:] == [
        "Retrieval(s=s1, p=p2:date of death, o=o2:Date)",
        "m1 = Math(o2 - o1)",
        "Sort(set=s1, orderby=m1, direction=max, limit=1)",
        "Output(s1)",
    ]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which film came out first, Salt or Sand or Rain and Wind?", ["Salt or Sand", "Rain and Wind"]),
        ("Which film came out first, No, No, Nora or Red Harbour?", ["No, No, Nora", "Red Harbour"]),
        ("Which film came out first, ingen annen vei or Red Harbour?", ["ingen annen vei", "Red Harbour"]),
        ("Which film came out first, Red Harbour or Who'S That, Then??", ["Red Harbour", "Who'S That, Then?"]),
        ("Which film came out first, Red & Blue (1999 Film) or Harbour?", ["Red & Blue (1999 Film)", "Harbour"]),
        ("Who is older, Inês Moura, Rui Dias or Peter Lund?", ["Inês Moura", "Rui Dias", "Peter Lund"]),
        ("Who was born first out of Jan Novak and Olga Brandt?", ["Jan Novak", "Olga Brandt"]),
        ("Which band was formed first The Lanterns or Night Ferry ?", ["The Lanterns", "Night Ferry"]),
    ],
)  # fmt: skip
def test_names_are_split_where_the_graph_or_capitals_say(question: str, names: list[str], view: GraphView) -> None:
    written = " | ".join(f'"{name}"' for name in names)
    assert f"[{written}]" in _forms(plan_by_rules(question, view))[0]


@pytest.mark.parametrize(
    ("question", "left", "right"),
    [
        ("Are both Lund and Arla located in the same country?", ["country"], ["country"]),
        ("Do Jan Novak and Olga Brandt share the same nationality?", ["nationality"], ["nationality"]),
        ("Were both Jan Novak and Olga Brandt, born in the same place?", ["place of birth"], ["place of birth"]),
        ("Do both films Night Ferry and Red Harbour have the directors that share the same nationality?",
         ["director", "nationality"], ["director", "nationality"]),
        ("Do both Night Ferry and Red Harbour films have the directors from the same country?",
         ["director", "nationality"], ["director", "nationality"]),
        ("Are director of film Night Ferry and director of film Rain and Wind both from the same country?",
         ["director", "nationality"], ["director", "nationality"]),
        ("Are both movies, Night Ferry and Red Harbour (Film), from the same country?",
         ["country of origin"], ["country of origin"]),
    ],
)  # fmt: skip
def test_what_two_have_in_common_is_compared_last(
    question: str, left: list[str], right: list[str], view: GraphView
) -> None:
    *retrievals, deduce = _forms(plan_by_rules(question, view))
    assert [form.split(", p=")[1].split(":")[1].split(",")[0] for form in retrievals] == left + right
    assert deduce == f"Deduce(left=o{len(left)}, right=o{len(left) + len(right)}, op=equal)"


def test_older_than_is_an_earlier_birth(view: GraphView) -> None:
    assert _forms(plan_by_rules("Is Jan Novak older than Olga Brandt?", view))[-1] == (
        "Deduce(left=o1, right=o2, op=less)"
    )


def test_how_many_counts_what_is_found(view: GraphView) -> None:
    assert _forms(plan_by_rules("How many children did Jan Novak have?", view)) == [
        "Retrieval(s=s1[Jan Novak], p=p1:child, o=o1:Person|Number)",
        "n1 = Count(o1)",
        "Output(n1)",
    ]
    assert _forms(plan_by_rules("How many films did Jan Novak direct?", view))[:2] == [
        "Retrieval(s=s1:Film, p=p1:director, o=o1[Jan Novak])",
        "n1 = Count(s1)",
    ]
    assert _forms(plan_by_rules("How many services cost more than 20 euros?", view))[:2] == [
        'Retrieval(s=s1:Service, p=p1:cost, o=o1:Quantity, o.amount>"20 euros")',
        "n1 = Count(s1)",
    ]


@pytest.mark.parametrize(
    ("question", "relation", "order"),
    [
        ("Which mill has the most looms?", "p=p1:loom, o=o1", "orderby=Count(o1), direction=max"),
        ("Which mill has the lowest elevation?", "p=p1:elevation, o=o1:Quantity", "orderby=o1, direction=min"),
        ("Which mill has the most inhabitants?", "p=p1:population, o=o1:Number", "orderby=o1, direction=max"),
        ("Which mill is the longest?", "p=p1:length, o=o1:Quantity", "orderby=o1, direction=max"),
        ("Which mill was opened last?", "p=p1:opened, o=o1:Date", "orderby=o1, direction=max"),
        ("What is the oldest mill?", 'p=p1:"date of birth" | "inception" | "founded" | "opened", o=o1:Date',
         "orderby=o1, direction=min"),
    ],
)  # fmt: skip
def test_a_superlative_compares_all_things_of_a_type(question: str, relation: str, order: str, view: GraphView) -> None:
    assert _forms(plan_by_rules(question, view)) == [
        f"Retrieval(s=s1:Mill, {relation})", f"Sort(set=s1, {order}, limit=1)", "Output(s1)",
    ]  # fmt: skip


def test_how_many_counts_things_with_a_date(view: GraphView) -> None:
    assert _forms(plan_by_rules("How many mills were founded after 1900?", view)) == [
        'Retrieval(s=s1:Mill, p=p1:"inception" | "founded", o=o1:Date, o.date>1900)',
        "n1 = Count(s1)",
        "Output(n1)",
    ]


def test_a_year_is_a_condition_of_what_is_counted(view: GraphView) -> None:
    forms = _forms(plan_by_rules("How many films did Jan Novak direct in 1990?", view))
    assert forms[:2] == ["Retrieval(s=s1:Film, p=p1:director, o=o1[Jan Novak], p.year=1990)", "n1 = Count(s1)"]


def test_brackets_of_a_title_stay_with_it(view: GraphView) -> None:
    question = "Are the directors of Night Ferry and Laura (1962 film) from the same country?"
    assert 's=s3["Laura (1962 film)"]' in _forms(plan_by_rules(question, view))[2]
    question = "Where did James Holt (bishop)'s father die?"
    assert 's=s1["James Holt (bishop)"]' in _forms(plan_by_rules(question, view))[0]


@pytest.mark.parametrize(
    "question",
    [
        "",
        "Jan Novak",
        "Who is Jan Novak?",
        "Tell me about Jan Novak.",
        "Why is the sky blue?",
        "What did Jan Novak say about the harbour that was closed?",
        "Were Jan Novak and Olga Brandt born in the same year?",
        "Which singer is Norwegian, Jan Novak or Peter Lund?",
        "What author was more popular in the 70's, Jan Novak or Peter Lund?",
        "How many times did Jan Novak win?",
        "Wo wurde die Frau von Jan Novak geboren?",
        "Step 1: Output(o1)",
        "When was the first film directed by Jan Novak released?",
        "When was the latest film directed by Jan Novak released?",
        "Where was the other director of Night Ferry born?",
        "How many films did Jan Novak direct before 1990?",
        "Which services cost less than Red Harbour?",
        "Which services cost between 3 and 5 euros?",
        "What does Red Harbour mean?",
        "What does Red Harbour look like?",
        "What did Jan Novak do?",
        "Who is older than Jan Novak, Olga Brandt or Peter Lund?",
        "Who directed Salt or Sand and Rain and Wind?",
        "Which mills do not have more than 30 looms?",
        "Which mills have had more than 30 looms?",
        "Which mills have more looms than Red Harbour?",
        "Which mills have more than 30 looms in Lund?",
        "Which mills were not founded before 1900?",
        "Which mills were founded before the flood?",
        "Which mills were nearly founded before 1900?",
        "Which mills were founded before 1900 and after 1850?",
        "Which mill has more looms?",
        "Which mill has the second most looms?",
        "Which mill has the most looms in Lund?",
        "Which mill has the most?",
        "Which is the oldest?",
        "Which ones are the oldest?",
        "Who is the father of " + "the father of " * 40 + "Jan Novak?",
    ],
)
def test_what_no_rule_reads_wholly_has_no_plan(question: str, view: GraphView) -> None:
    assert plan_by_rules(question, view) is None
