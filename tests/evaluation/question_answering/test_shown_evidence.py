"""The ways to show evidence that `benchmarks/shown_evidence.py` compares: what each puts before the reader."""

import pytest

from benchmarks import shown_evidence
from lgm_core.evaluation.datasets import Passage, Question
from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.question_sets import QuestionSet
from lgm_core.evaluation.question_answering.recorded_model import Journal, RecordedModel
from lgm_core.llm.scripted import ScriptedChatModel

WHO = "Where was Ada Lindqvist born?"
PASSAGES = (
    Passage("ada", "Ada Lindqvist", "Ada Lindqvist was an engineer. She was born in Lund. Her bridges still stand."),
    Passage("lund", "Lund", "Lund is a town in Sweden. It is old."),
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> BenchmarkCorpus:
    folder = tmp_path_factory.mktemp("shown")
    model = RecordedModel(ScriptedChatModel([]), Journal(folder / "replies.jsonl"))
    questions = QuestionSet("ada", PASSAGES, (Question("1", WHO, ("Lund",), ("ada",)),))
    return BenchmarkCorpus(questions, model, graphs=folder)


def shown(corpus: BenchmarkCorpus, way: str) -> list[str]:
    excerpts = getattr(shown_evidence, way)(corpus)(WHO)
    return [f"{excerpt.title}: {excerpt.text}" if excerpt.title else excerpt.text for excerpt in excerpts]


def test_by_rank_and_best_last_are_each_others_reverse(corpus: BenchmarkCorpus) -> None:
    best = shown(corpus, "by_rank")
    assert "Ada Lindqvist: She was born in Lund." in best
    assert best == shown(corpus, "best_last")[::-1]


def test_numbers_stand_before_or_behind_the_same_lines(corpus: BenchmarkCorpus) -> None:
    best = shown(corpus, "by_rank")
    assert shown(corpus, "numbers_first") == [f"[{number}] {line}" for number, line in enumerate(best, 1)]
    assert shown(corpus, "numbers_last") == [f"{line} [{number}]" for number, line in enumerate(best, 1)]


def test_the_title_takes_the_place_of_a_pronoun_at_the_beginning_only(corpus: BenchmarkCorpus) -> None:
    lines = "\n".join(shown(corpus, "title_as_subject"))
    assert "Ada Lindqvist was born in Lund." in lines
    assert "Ada Lindqvist's bridges still stand." in lines
    assert "She" not in lines


def test_titles_can_be_left_out_and_coreference_be_marked(corpus: BenchmarkCorpus) -> None:
    assert any(line.startswith("Ada Lindqvist was an engineer.") for line in shown(corpus, "without_titles"))
    assert any("She [: Ada Lindqvist] was born" in line for line in shown(corpus, "with_coreference"))


def test_neighbours_complete_the_sections_of_the_best_sentences(corpus: BenchmarkCorpus) -> None:
    first = shown(corpus, "with_neighbours")[0]
    assert first == "Ada Lindqvist: Ada Lindqvist was an engineer. She was born in Lund. Her bridges still stand."


def test_relations_stand_before_the_sentences_and_paths_behind_each(corpus: BenchmarkCorpus) -> None:
    plain, with_paths = shown(corpus, "by_rank"), shown(corpus, "with_paths")
    assert all(line.startswith(before) for line, before in zip(with_paths, plain, strict=True))
    assert set(shown(corpus, "without_titles")) <= {line.partition(": ")[2] for line in shown(corpus, "with_relations")}
