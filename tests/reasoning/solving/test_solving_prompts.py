"""The prompt that judges and answers, for full and for brief answers."""

from lgm_core.reasoning.solving.solver import JUDGE_AND_ANSWER, judge_and_answer
from lgm_core.retrieval.answering.ask_options import AskOptions


def test_a_brief_answer_has_a_brief_example() -> None:
    full, brief = (judge_and_answer(AskOptions(brief=brief)).examples[0][1] for brief in (False, True))
    assert full == JUDGE_AND_ANSWER.examples[0][1]
    assert "was born in Portsmouth [2]." in full
    assert brief == '{"missing": "", "answer": "Portsmouth [2]"}'
