"""An answer that tells of another thing than its question names is not supported, whatever its citation says."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from lgm_core import AskOptions, Document, LanguageGraph, LogicalFormOptions, PyramidOptions
from lgm_core.llm.port import Message
from lgm_core.llm.scripted import ScriptedChatModel
from lgm_core.reasoning.pyramid.pyramid_steps import LayerStep
from lgm_core.retrieval.answering.citing.answer_so_far import AnswerSoFar
from lgm_core.retrieval.answering.citing.cited_answer import CitedAnswer, cited_answer
from lgm_core.retrieval.answering.replies.answer_replies import AnswerReply, read_answer
from lgm_core.retrieval.concepts.graph_view import GraphView
from lgm_core.retrieval.numbered_sentences import NumberedSentence
from tests.support.shown_sentences import shown

PORTS = shown(
    ("", "Brell Lines operates MV Borea."),
    ("", "Elska Dornal comes from Jarorey."),
    ("", "Sund Lines operates MV Aldis."),
    ("", "Sund Lines is based in Tesanvik."),
    ("Kettle Dock", "It was opened in Madomby by Rurik Hagen."),
    ("", "The dock of Norby, says Luke Kuechly, is closed."),
    ("", "On Mondays MV Borea leaves late because its crew changes."),
)
OPERATOR, OTHER = "Which company operates MV Aldis?", "Brell Lines operates MV Borea [1]."


def answered(question: str, reply: str, sentences: list[NumberedSentence] = PORTS) -> CitedAnswer:
    return cited_answer(read_answer(reply), question, sentences, brief=False, numbered=True, language="en")


@pytest.mark.parametrize(
    ("question", "reply"),
    [
        (OPERATOR, OTHER),
        (OPERATOR, "Brell Lines operates MV Aldis [1]."),
        ("Which island does Elska Kogirdal come from?", "Elska Dornal comes from Jarorey [2]."),
        ("Why does MV Cetus leave late on Mondays?", "On Mondays MV Borea leaves late because its crew changes [7]."),
        ("Where is the company that operates MV Cetus based?", "Sund Lines is based in Tesanvik [4]."),
        (OPERATOR, f"{OTHER} Elska Dornal comes from Jarorey [2]."),
        ("By which company is MV Aldis operated?", "Brell Lines operates MV Aldis [1]."),
        ("On which island was Elska Kogirdal born?", "Elska Kogirdal comes from Jarorey [2]."),
    ],
)
def test_what_is_said_of_another_thing_is_not_supported(question: str, reply: str) -> None:
    found = answered(question, reply)
    assert (found.cited, found.is_supported) == ((), False)
    assert "[" not in found.text
    assert found.without_unsupported().text == ""


@pytest.mark.parametrize(
    ("question", "reply", "number"),
    [
        (OPERATOR, "Sund Lines operates MV Aldis [3].", 3),
        ("Who runs the Aldis?", "Sund Lines operates MV Aldis [3].", 3),
        ("Where is the company that operates MV Aldis based?", "Sund Lines is based in Tesanvik [4].", 4),
        ("Where is the owner of MV Aldis based?", "Sund Lines is based in Tesanvik [4].", 4),
        ("Where was Kettle Dock opened?", "Rurik Hagen opened it in Madomby [5].", 5),
        ("What does Kuechly say of the dock?", "The dock of Norby is closed [6].", 6),
        ("Which company operates a vessel?", OTHER, 1),
    ],
    ids=[
        "named",
        "part of a name",
        "over another sentence",
        "over one in other words",
        "title",
        "last word",
        "no name in the question",
    ],
)
def test_what_is_about_the_question_stays(question: str, reply: str, number: int) -> None:
    assert number in [each.number for each in answered(question, reply).cited]


@pytest.mark.parametrize(
    ("question", "sentence", "is_about"),
    [
        ("What does the FTA require?", "The Federal Trade Agency requires a licence.", True),
        ("What does the Federal Trade Agency require?", "The FTA requires a licence.", True),
        ("What does the FTA require?", "The FDA requires a licence.", False),
        ("When was JFK born?", "John F. Kennedy was born in 1917.", True),
        ("Who is the CEO of the chain?", "Irma Vold is the chief executive of the chain.", True),
        ("How is a report exported as PDF?", "A report is exported by Save As.", True),
        ("Where was Mrs Vold born?", "Irma Vold was born in Skarby.", True),
        ("Where was Mrs Vold born?", "Otto Brenn was born in Alund.", False),
        ("What was the revenue of Acme Holdings?", "The Company had revenue of 30 million dollars.", True),
        ("How heavy is the Galaxy Tab 3?", "The Galaxy Tab 3 is 300 grams heavy.", True),
        ("How heavy is the Galaxy Tab 3?", "The Galaxy Tab 4 is 300 grams heavy.", False),
        ("Which parser does Python 3.12 use?", "The language Python 3 does use a PEG parser.", True),
        ("Who won Super Bowl XLII?", "The Steelers won Super Bowl XLIII.", False),
    ],
)
def test_names_are_compared_as_they_are_written(question: str, sentence: str, is_about: bool) -> None:
    assert bool(answered(question, f"{sentence[:-1]} [1].", shown(("", sentence))).cited) == is_about


@pytest.mark.parametrize(
    ("question", "is_supported"),
    [
        ("Does the Hill Shop sell Seed Square?", True),
        ("Does the Harbour Shop sell Seed Square?", False),
        ("Does Ann Bell sell Seed Square?", False),
    ],
)
def test_yes_needs_all_names_of_its_question(question: str, is_supported: bool) -> None:
    selling = "The Hill Shop sells Seed Square."
    assert answered(question, "Yes [1].", shown(("", selling))).is_supported == is_supported
    others = ("Harbour Shop", "The Harbour Shop sells Rye Crown."), ("Seed Square", "Seed Square is a bread.")
    assert answered(question, "Yes [1].", shown(("Hill Shop", selling), *others)).is_supported == is_supported


def test_a_chain_needs_the_sentence_that_leads_on() -> None:
    question, reply = "Where is the company that operates MV Aldis based?", "Sund Lines is based in Tesanvik [4]."
    assert answered(question, reply, [each for each in PORTS if each.number != 3]).cited == ()


def test_a_sentence_that_adds_nothing_to_the_question_does_not_lead_on() -> None:
    sentences = shown(("", "Brell Lines operates MV Borea."), ("", "Brell Lines painted MV Aldis."))
    assert answered(OPERATOR, OTHER, sentences).cited == ()


def test_a_sentence_that_the_model_cites_and_that_names_the_thing_is_enough() -> None:
    question, reply = "Where is MV Aldis based?", "Sund Lines is based in Tesanvik [3][4]."
    assert [each.number for each in answered(question, reply).cited] == [4]
    assert answered(question, reply.replace("[3]", "")).cited == ()


def test_a_statement_that_names_the_thing_frees_the_others() -> None:
    found = answered(OPERATOR, f"{OTHER} Sund Lines operates MV Aldis [3].")
    assert [each.number for each in found.cited] == [1, 3]


def test_streamed_text_never_cites_what_is_said_of_another_thing() -> None:
    reader = AnswerSoFar(
        OPERATOR,
        PORTS,
        numbered=True,
        language="en",
        as_json=False,
        names_missing=False,
        reasons_unmarked=False,
        is_withheld=False,
        must_cite=False,
        is_last=True,
    )
    reply = f"{OTHER} It is a company. Sund Lines operates MV Aldis [3]. It has ferries."
    texts = [reader(reply[:length]).text for length in range(len(reply) + 1)]
    whole = answered(OPERATOR, reply).text
    assert all(whole.startswith(text) for text in texts)
    assert not any("[1]" in text and "Aldis" not in text for text in texts)
    assert "[1]" in whole
    assert "[1]" in texts[-1]


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LanguageGraph]:
    text = (
        "Brell Lines operates MV Borea. MV Borea is a ferry. MV Aldis is a ferry. MV Aldis is 30 metres long. "
        "The Castle Pump, also known as Old Betty, was built in Leith. Rolf Sund gave the Castle Pump green paint."
    )
    with LanguageGraph(tmp_path_factory.mktemp("graph") / "ferries.lgm") as graph:
        graph.build(Document.from_text(text, id="ferries"), facts="open", workers=1)
        yield graph


def test_asking_and_solving_do_not_call_it_supported(graph: LanguageGraph) -> None:
    model = ScriptedChatModel(lambda _: json.dumps({"missing": "", "answer": "Brell Lines operates MV Borea [1]."}))
    for options in (AskOptions(), LogicalFormOptions(planner="llm")):
        answer = graph.with_llm(model).ask(OPERATOR, options)
        assert not answer.supported
        assert not any(each.citations for each in answer.statements)


def test_an_alias_that_the_graph_knows_is_the_name(graph: LanguageGraph) -> None:
    question, sentences = "Who gave Old Betty its paint?", shown(("", "Rolf Sund gave the Castle Pump green paint."))
    reply = AnswerReply("Rolf Sund gave the Castle Pump green paint [1].")
    cite = partial(cited_answer, reply, question, sentences, brief=False, numbered=True, language="en")
    assert cite().cited == ()
    view = GraphView(graph.store, where=None, languages=("en",))
    assert cite(view=view).is_supported


def test_a_layer_that_tells_of_another_thing_does_not_answer(graph: LanguageGraph) -> None:
    def reply(messages: Sequence[Message]) -> str:
        (number,) = re.findall(r'^\[(\d)\].*\n  "Brell', messages[-1].content, re.MULTILINE)
        return json.dumps({"missing": "", "answer": f"Brell Lines operates MV Borea [{number}]."})

    answer = graph.with_llm(ScriptedChatModel(reply)).ask(OPERATOR, PyramidOptions(layers=("facts", "text")))
    steps = [step for step in answer.trace if isinstance(step, LayerStep)]
    assert (steps[0].layer, steps[0].problem) == ("facts", "not in it")
    assert not answer.supported
