"""The measures of one answer, each computed by hand."""

from dataclasses import asdict, replace

import pytest

from lgm_core.evaluation.datasets import GoldSentence, Passage, Question
from lgm_core.evaluation.metrics import claims_answer, contains_answer
from lgm_core.evaluation.question_answering.recorded_answer import MethodAnswer, measured

PASSAGE = Passage(
    "bridge", "Marten Bridge", "Ada designed it. It opened in 1904.", ("Ada designed it.", "It opened in 1904.")
)
QUESTION = Question("q", "When?", ("bridge", "designer"), (GoldSentence("bridge", 1),), ("1904",))


def record(text: str, citations=(), **changes) -> MethodAnswer:
    cost = {"calls": 1, "prompt_tokens": 11, "completion_tokens": 7, "seconds": 0.5}
    return MethodAnswer(text, citations, first_text=text, **(cost | changes))


def scores(answer: MethodAnswer) -> dict:
    return dict(measured("set", QUESTION, answer, {"bridge": PASSAGE}).scores)


def test_an_answer_is_compared_with_the_gold_answers() -> None:
    wordy = scores(record("It opened in 1904."))
    assert (wordy["exact_match"], wordy["contained"]) == (0.0, 1.0)
    assert wordy["token_f1"] == pytest.approx(2 * (1 / 4) * 1 / (1 / 4 + 1))
    assert scores(record("1904."))["exact_match"] == 1.0


def test_citations_are_compared_by_passage_and_by_sentence() -> None:
    cited = (("bridge", 17, 35), ("bees", 0, 10), ("bees", 11, 20))
    measures = scores(record("1904", cited))
    assert measures["citation_precision"] == 1 / 2
    assert measures["citation_recall"] == 1 / 2
    assert measures["sentence_citation_precision"] == pytest.approx(1 / 3)
    assert measures["sentence_citation_recall"] == 1.0


def test_what_the_model_itself_cites_is_compared_likewise() -> None:
    told = record("1904", (("bridge", 17, 35),), own_citations=(("bridge", 0, 16), ("bees", 0, 10)))
    measures = scores(told)
    assert (measures["citation_precision"], measures["own_citation_precision"]) == (1.0, 1 / 2)
    assert (measures["sentence_citation_precision"], measures["own_sentence_citation_precision"]) == (1.0, 0.0)
    assert MethodAnswer.from_row(asdict(told)) == told
    assert scores(record("1904", own_citations=()))["own_citation_recall"] is None


def test_the_other_sentence_of_a_gold_passage_is_not_the_gold_sentence() -> None:
    measures = scores(record("1904", (("bridge", 0, 16),)))
    assert measures["citation_precision"] == 1.0
    assert measures["sentence_citation_precision"] == measures["sentence_citation_recall"] == 0.0


def test_without_citations_there_is_recall_but_no_precision() -> None:
    measures = scores(record("1904", ()))
    assert (measures["citation_precision"], measures["citation_recall"]) == (None, 0.0)


def test_a_method_that_never_cites_has_neither() -> None:
    measures = scores(record("1904", None))
    assert (measures["citation_precision"], measures["citation_recall"]) == (None, None)


@pytest.mark.parametrize(
    ("answer", "supported", "answered"),
    [
        ("1904", False, 1.0),
        ("1904", True, 1.0),
        ("", False, 0.0),
        ("The text does not mention it.", False, 0.0),
        ("The text does not mention it.", True, 1.0),
        ("Nothing in the sentences that were read supports an answer.", False, 0.0),
    ],
)
def test_whatever_claims_an_answer_has_answered(answer: str, supported: bool, answered: float) -> None:
    assert scores(record(answer, (), supported=supported))["answered"] == answered


@pytest.mark.parametrize(
    "refusal", ["unknown", "Not mentioned.", "It is not stated in the text", "I cannot answer that.", "No information"]
)
def test_usual_words_of_not_knowing_are_no_answer(refusal: str) -> None:
    assert not claims_answer(refusal)


@pytest.mark.parametrize(
    "answer", ["no", "None of your business by Ann", "Notting Hill", "Canton", "Nothing Compares 2 U"]
)
def test_answers_that_look_like_refusals_are_answers(answer: str) -> None:
    assert claims_answer(answer)


def test_a_contained_answer_is_a_run_of_whole_words() -> None:
    assert contains_answer("It was Ada Lindqvist, born in Lund.", ["The Ada Lindqvist"]) == 1.0
    assert contains_answer("Lundberg", ["Lund"]) == 0.0
    assert contains_answer("anything", [""]) == 0.0


def test_a_record_survives_its_row() -> None:
    kept = record("1904", (("bridge", 17, 35),), supported=True)
    assert MethodAnswer.from_row(asdict(kept)) == kept


def test_statements_are_counted_by_their_support() -> None:
    told = record("It opened in 1904. It is red.", statements=("supported", "partly"))
    assert (scores(told)["statements"], scores(told)["statements_supported"]) == (2.0, 0.5)
    assert MethodAnswer.from_row(asdict(told)) == told
    assert scores(record("1904"))["statements_supported"] is None


def test_a_question_that_cannot_be_answered_is_measured_by_declining() -> None:
    unanswerable = replace(QUESTION, answerable=False)
    declined, claimed = (
        measured("set", unanswerable, record(text), {"bridge": PASSAGE}).scores for text in ("I do not know.", "1904")
    )
    assert (declined["declined"], claimed["declined"]) == (1.0, 0.0)
    assert claimed["exact_match"] is claimed["contained"] is None
    assert scores(record("1904"))["declined"] is None
