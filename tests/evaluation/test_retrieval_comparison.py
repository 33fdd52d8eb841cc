"""What methods retrieve is compared over documents as users have them, by whatever is known of the answers."""

import json
from pathlib import Path

import pytest

from lgm_core import LanguageGraph
from lgm_core.errors import InputError, StoreError
from lgm_core.evaluation.retrieval_benchmark import ABLATIONS
from lgm_core.evaluation.retrieval_comparison import compare_retrieval
from lgm_core.llm.scripted import ScriptedChatModel
from tests.documents.test_documents_pdf import body, pdf
from tests.support.command_line import lgm

FILLER = " ".join(f"The bees of hive {number} fly out early." for number in range(1, 41))


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    folder.mkdir()
    pages = [body("Bees make honey from nectar."), body("Wasps build grey paper nests."), body("Ants dig tunnels.")]
    (folder / "insects.pdf").write_bytes(pdf(*pages))
    (folder / "harbour.md").write_text(f"# Harbour\n\n{FILLER}\n\nThe harbour master Runa Belov came from Karsk.\n")
    (folder / "mill.html").write_text("<h1>Mill</h1><p>The mill of Osk grinds rye.</p>")
    return folder


def asked(tmp_path: Path, **row: object) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text(json.dumps({"id": "1"} | row) + "\n")
    return path


def methods(documents: Path, tmp_path: Path, **row: object) -> dict[str, dict[str, float]]:
    return compare_retrieval([documents], [asked(tmp_path, **row)])["methods"]


def test_a_page_may_be_counted_from_0_or_from_1(documents, tmp_path) -> None:
    question = "What do wasps build?"
    for row in ({"doc": "insects.pdf", "pages": [1]}, {"doc": "insects", "page_numbers": [2]}):
        for figures in methods(documents, tmp_path, question=question, **row).values():
            assert figures["page@1"] == figures["page@300w"] == figures["recall@1"] == figures["mrr"] == 1


def test_any_of_the_headings_that_answer_is_found_by_its_words(documents, tmp_path) -> None:
    headings = [{"doc": "mill.html", "heading": "the mill"}, {"doc": "mill", "heading": "*MILL*"}]
    with pytest.raises(InputError, match=r"'mill\.html' has no heading 'the mill', which question '1' names"):
        methods(documents, tmp_path, question="What grinds rye?", sections=headings)
    for figures in methods(documents, tmp_path, question="What grinds rye?", sections=headings[1:]).values():
        assert figures["section@1"] == figures["section@5"] == 1
    other = methods(documents, tmp_path, question="What do wasps build?", sections=headings[1:])
    assert other["passages"]["section@1"] == 0


def test_of_one_sentence_and_one_window_only_the_sentence_is_on_the_page_alone(documents, tmp_path) -> None:
    # A window of a hundred words has all three pages, so that it is a hit for each of them.
    found = methods(documents, tmp_path, question="What do wasps build?", doc="insects", pages=[2])
    assert (found["sentences"]["page@1"], found["BM25"]["page@1"]) == (0, 1)


def test_a_larger_sample_has_the_questions_of_a_smaller_one(documents, tmp_path) -> None:
    path = tmp_path / "questions.jsonl"
    rows = [{"id": str(n), "question": f"Do bees of hive {n} or the mill grind rye?", "doc": "mill"} for n in range(9)]
    path.write_text("\n".join(map(json.dumps, rows)))
    samples = []
    for sample in (3, 5, 10):
        model = ScriptedChatModel(lambda _: "[]")
        assert compare_retrieval([documents], [path], sample=sample, select=model)["questions"] == min(sample, 9)
        samples.append([request.messages[-1].content.partition("<question>")[2] for request in model.requests])
    assert samples[0] == samples[1][:3]
    assert samples[1] == samples[2][:5]
    assert len(set(samples[2])) == 9
    assert samples[2] != sorted(samples[2])


def test_an_answer_is_covered_by_the_first_words_without_those_of_the_question(documents, tmp_path) -> None:
    row = {"question": "Who was the harbour master?", "answer": "The master was Runa Belov"}
    found = methods(documents, tmp_path, **row)
    assert found["sentences"]["answer@100w"] == 1
    assert set(found["sentences"]) == {"answer@100w", "answer@300w", "answer@600w", "ms_p50", "ms_p95"}
    unrelated = methods(documents, tmp_path, question="Who was the harbour master?", answer="Ilmari Tarkka, Belov")
    assert unrelated["sentences"]["answer@600w"] == pytest.approx(1 / 3)


def test_words_beyond_the_budget_do_not_count(documents, tmp_path) -> None:
    # The passage has 320 words about hives before the sentence that answers.
    figures = methods(documents, tmp_path, question="Which bees fly out early?", answer="Karsk")["passages"]
    assert (figures["answer@100w"], figures["answer@300w"], figures["answer@600w"]) == (0, 0, 1)


def test_evidence_is_preferred_to_an_answer_in_other_words(documents, tmp_path) -> None:
    row = {"question": "What does the mill grind?", "evidence": ["The mill of Osk grinds rye."], "answer": "a cereal"}
    figures = methods(documents, tmp_path, doc="mill", **row)["passages"]
    assert figures["evidence@100w"] == figures["recall@1"] == 1
    assert "answer@100w" not in figures


def test_a_given_document_is_the_only_one_searched(documents, tmp_path) -> None:
    row = {"question": "Which bees fly out early by the mill?", "doc": "mill.html", "answer": "rye"}
    everywhere, given = (
        compare_retrieval([documents], [asked(tmp_path, **row)], given_document=given)["methods"]
        for given in (False, True)
    )
    assert everywhere["BM25"]["recall@1"] == everywhere["BM25"]["answer@100w"] == 0
    for name in ("passages", "sentences", "BM25"):
        assert given[name]["answer@100w"] == 1
        assert "recall@1" not in given[name]


def test_a_graph_is_searched_as_the_documents_it_was_built_from(documents, tmp_path) -> None:
    questions = asked(tmp_path, question="What does the mill grind?", doc="mill", answer="rye")
    with LanguageGraph(str(tmp_path / "g.lgm")) as graph:
        graph.build(documents)
    from_graph = compare_retrieval([], [questions], graph=str(tmp_path / "g.lgm"))
    from_files = compare_retrieval([documents], [questions])
    assert "build_seconds" in from_files
    assert "build_seconds" not in from_graph
    for name, figures in from_files["methods"].items():
        same = from_graph["methods"][name]
        assert {key: value for key, value in figures.items() if not key.startswith("ms")} == {
            key: value for key, value in same.items() if not key.startswith("ms")
        }


def test_an_embedding_model_adds_dense_search_fusion_and_a_signal(documents, tmp_path) -> None:
    def embed(texts: list[str]) -> list[list[float]]:
        return [[1.0, 5.0 * ("rye" in text or "cereal" in text)] for text in texts]

    questions = asked(tmp_path, question="Which cereal is it?", doc="mill")
    found = compare_retrieval([documents], [questions], embed=embed)["methods"]
    assert found["dense"]["recall@1"] == found["BM25 + dense"]["recall@1"] == 1
    assert found["BM25"]["recall@5"] == 0
    assert found["passages, embedded"]["recall@1"] > found["passages"]["recall@1"]


def test_ablations_are_rows_beside_the_passages(documents, tmp_path) -> None:
    questions = asked(tmp_path, question="What does the mill grind?", doc="mill")
    rows = compare_retrieval([documents], [questions], variants=ABLATIONS)["methods"]
    assert {name for name in rows if name.startswith("passages, ")} == {f"passages, {name}" for name in ABLATIONS}


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ({}, "needs `doc`, `gold_passages`, `sections`, `evidence` or `answer`"),
        ({"doc": "nowhere"}, "the document 'nowhere' of question '1' is not there"),
        ({"doc": "harbour", "pages": [0]}, "the pages of 'harbour.md' are not known"),
        ({"doc": "insects", "pages": [3]}, "page 4 of question '1' is after page 3, the last with text"),
        ({"pages": [0], "answer": "rye"}, "`doc` must be text"),
        ({"doc": "insects", "page_numbers": [0]}, "whole numbers of at least 1"),
    ],
)
def test_what_cannot_be_measured_is_refused(documents, tmp_path, row, problem) -> None:
    with pytest.raises(InputError, match=problem):
        compare_retrieval([documents], [asked(tmp_path, question="Who?", **row)])


def test_only_questions_that_name_a_document_can_be_asked_within_it(documents, tmp_path) -> None:
    with pytest.raises(InputError, match="names no document"):
        compare_retrieval([documents], [asked(tmp_path, question="Who?", answer="rye")], given_document=True)


def test_a_name_of_two_files_is_ambiguous(documents, tmp_path) -> None:
    (documents / "mill.txt").write_text("A mill.")
    with pytest.raises(InputError, match=r"may be any of mill\.html, mill\.txt"):
        compare_retrieval([documents], [asked(tmp_path, question="Who?", doc="mill")])


def test_documents_and_a_graph_are_not_compared_at_once(documents, tmp_path) -> None:
    questions = asked(tmp_path, question="Who?", answer="rye")
    for corpus, graph in (([], None), ([documents], "g.lgm")):
        with pytest.raises(InputError, match="either documents or a graph"):
            compare_retrieval(corpus, [questions], graph=graph)


def test_without_questions_documents_or_a_graph_nothing_is_measured(documents, tmp_path) -> None:
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(InputError, match=r"there are no questions in .*none\.jsonl"):
        compare_retrieval([documents], [tmp_path / "none.jsonl"])
    questions = asked(tmp_path, question="Who?", answer="rye")
    with pytest.raises(InputError, match="nowhere does not exist"):
        compare_retrieval([tmp_path / "nowhere"], [questions])
    with pytest.raises(StoreError, match="there is no such graph"):
        compare_retrieval([], [questions], graph=str(tmp_path / "none.lgm"))


def test_the_command_prints_methods_side_by_side(documents, tmp_path) -> None:
    questions = asked(tmp_path, question="What do wasps build?", doc="insects", pages=[1])
    told = lgm("bench", "retrieval", "--corpus", documents, "--questions", questions)
    assert told.returncode == 0, told.stderr
    header, *rows = told.stdout.split("\n\n")[-1].strip().splitlines()
    assert header.split()[:4] == ["recall@1", "recall@2", "recall@5", "recall@20"]
    assert "page@300w" in header
    assert [row.split()[0] for row in rows][-1] == "BM25"
    assert [row.split()[-len(header.split())] for row in rows] == ["1.000"] * len(rows)
