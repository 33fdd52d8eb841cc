"""check="model": one request judges the statements that the rules doubt, and those alone."""

from pathlib import Path

import pytest

from lgm_core import (
    AnswerText,
    AskOptions,
    Document,
    FeedbackOptions,
    InputError,
    LanguageGraph,
    LogicalFormOptions,
    Support,
    SupportCheck,
)
from lgm_core.llm.scripted import ScriptedChatModel

TOWER = Document.from_text(
    "The tower was drawn up by William Douglass. The tower stands in Cork.", id="tower", title="Tower"
)
QUESTION = "Who designed the tower?"
REPLY = "The tower stands in Cork [2]. William Douglass was its architect. It cost 90 pounds."
WAYS = {
    "adaptive": AskOptions(check="model"),
    "local": AskOptions(protocol="text", numbered=False, names_missing=False, check=SupportCheck.MODEL),
    "paper": AskOptions(exhaustive=True, check=SupportCheck.MODEL),
    "forms": LogicalFormOptions(ask=AskOptions(check=SupportCheck.MODEL)),
}


@pytest.fixture
def graph(tmp_path: Path) -> LanguageGraph:
    graph = LanguageGraph(tmp_path / "graph.lgm")
    graph.build([TOWER])
    return graph


class Model(ScriptedChatModel):
    """Replies with marks, verdicts or the answer, as it is asked; keeps what it was to check."""

    def __init__(self, verdicts: str, reply: str = REPLY) -> None:
        self.checks: list[str] = []
        super().__init__(lambda messages: self.other_than_answer(messages, verdicts) or reply)

    def other_than_answer(self, messages, verdicts: str) -> str:
        if "pick out the sentences" in messages[0].content:
            return '{"supporting": [1, 2]}'
        if "check the statements of an answer" not in messages[0].content:
            return ""
        self.checks.append(messages[-1].content)
        return verdicts or " "


def supports(answer) -> list[Support]:
    return [statement.support for statement in answer.statements]


@pytest.mark.parametrize("way", WAYS)
def test_one_request_judges_the_statements_that_the_rules_doubt(graph, way) -> None:
    llm = Model("1: supported [1]\n2: unsupported")
    answer = graph.with_llm(llm).ask(QUESTION, WAYS[way])
    assert supports(answer) == [Support.SUPPORTED, Support.SUPPORTED, Support.UNSUPPORTED]
    (asked,) = llm.checks
    statements = asked[asked.rindex("<statement>") :]
    assert "1: William Douglass was its architect.\n2: It cost 90 pounds." in statements
    assert "stands in Cork" not in statements
    assert {citation.document_id for citation in answer.citations} == {"tower"}
    assert answer.statements[1].citations
    assert "architect [" in answer.text


def test_nothing_is_asked_where_the_rules_doubt_nothing_or_are_not_to_be_checked(graph) -> None:
    sure, unchecked = Model("", "The tower stands in Cork [2]."), Model("")
    assert graph.with_llm(sure).ask("Where is the tower?", AskOptions(check="model")).supported
    graph.with_llm(unchecked).ask(QUESTION)
    assert not sure.checks
    assert not unchecked.checks


def test_nothing_is_asked_where_nothing_was_shown(graph) -> None:
    llm = Model("1: supported [1]", "By William Douglass.")
    answer = graph.with_llm(llm).ask(QUESTION, FeedbackOptions(max_rounds=0, ask=AskOptions(check="model")))
    assert not llm.checks
    assert not answer.supported


@pytest.mark.parametrize("verdicts", ["1: supported [7]\n2: supported", "1: supported\n2: partly [0]"])
def test_a_verdict_without_a_sentence_that_was_shown_supports_nothing(graph, verdicts) -> None:
    answer = graph.with_llm(Model(verdicts)).ask(QUESTION, AskOptions(check="model"))
    assert supports(answer) == [Support.SUPPORTED, Support.UNSUPPORTED, Support.UNSUPPORTED]
    assert all(statement.not_borne_out for statement in answer.statements[1:])


@pytest.mark.parametrize("verdicts", ["I cannot tell.", "", "9: supported [1]"])
def test_the_rules_stand_where_the_model_gives_no_verdict_and_the_answer_tells(graph, verdicts) -> None:
    answer = graph.with_llm(Model(verdicts)).ask(QUESTION, AskOptions(check="model"))
    assert answer.failure is not None
    assert answer.failure.phase == "checking"
    assert supports(answer) == supports(graph.with_llm(Model("")).ask(QUESTION))


def test_what_the_model_finds_supported_is_not_withheld(graph) -> None:
    alone = AskOptions(llm_knowledge=False, check="model")
    answer = graph.with_llm(Model("1: supported [1]\n2: unsupported")).ask(QUESTION, alone)
    assert "architect" in answer.text
    assert "90 pounds" not in answer.text
    assert answer.supported


def test_a_streamed_answer_ends_as_the_whole_one(graph) -> None:
    llm = Model("1: supported [1]\n2: unsupported")
    *events, answer = graph.with_llm(llm).stream(QUESTION, AskOptions(check="model"), settled=True)
    told = "".join(event.text for event in events if isinstance(event, AnswerText))
    assert (
        told
        == answer.text
        == graph.with_llm(Model("1: supported [1]\n2: unsupported")).ask(QUESTION, AskOptions(check="model")).text
    )


def test_a_check_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="check is 'judge'; it must be one of rules, model"):
        AskOptions(check="judge")
