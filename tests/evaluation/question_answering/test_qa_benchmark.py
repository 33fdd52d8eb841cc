"""The benchmark of answers, end to end: real client, real graph, a scripted reader behind a local server."""

import json
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from lgm_core.errors import InputError
from lgm_core.evaluation.question_answering.answer_report import write_report
from lgm_core.evaluation.question_answering.methods import Method, asking, method_named
from lgm_core.evaluation.question_answering.qa_benchmark import question_answering_benchmark
from lgm_core.llm.openai import OpenAIChatModel
from lgm_core.retrieval.answering.ask_options import AskOptions
from tests.support.openai_server import OpenAIServer, Response, completion
from tests.support.question_folders import METHODS, asked_reader, benchmark, plain_reader, rows


def test_figures_of_a_tiny_folder_computed_by_hand(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, baseline="none"))
    assert list(figures) == METHODS
    # Without text the reader says that it does not know; from sentences it says "1904." and "in Lund".
    assert figures["none"]["exact_match"] == figures["none"]["answered"] == 0.0
    sentences = figures["sentences"]
    assert (sentences["questions"], sentences["failures"]) == (2, 0)
    assert sentences["exact_match"] == 0.5
    assert sentences["token_f1"] == pytest.approx((1 + 2 / 3) / 2, abs=1e-4)
    assert sentences["contained"] == sentences["answered"] == 1.0
    assert sentences["calls"] == 1.0
    assert sentences["prompt_tokens"] == sentences["first_round_prompt_tokens"] == 11.0
    assert sentences["completion_tokens"] == 7.0
    assert sentences["citation_precision"] is None
    assert sentences["folders"]["bridges"]["exact_match"] == 0.5
    assert sentences["intervals"]["exact_match"] == [0.0, 1.0]
    against = sentences["against"]
    assert (against["baseline"], against["questions"]) == ("none", 2)
    assert against["exact_match"] == {"difference": 0.5, "interval": [0.0, 1.0], "gained": 1, "lost": 0}
    assert figures["none"]["against"]["token_f1"] == {"difference": 0.0, "interval": [0.0, 0.0], "gained": 0, "lost": 0}


def test_all_methods_of_retrieval_get_the_same_prompt(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        question_answering_benchmark(benchmark(folder, server, ["bm25", "passages", "sentences"]))
    prompts = [body["messages"][-1]["content"] for body in server.bodies]
    assert len(prompts) == len(set(prompts)) == 4  # both ways to rank passages return the same ones
    assert {prompt.partition("Text:\n")[0] for prompt in prompts} == {prompts[0].partition("Text:\n")[0]}
    assert all(prompt.endswith("\nAnswer:") for prompt in prompts)
    assert all(body["temperature"] == 0 for body in server.bodies)
    title = "Marten Bridge: The Marten Bridge was designed by Ada Lindqvist. It opened in 1904."
    assert title in prompts[0]
    assert title in prompts[1]


@pytest.mark.parametrize("method", ["ask", "local"])
def test_asking_the_graph_cites_and_is_measured_by_its_citations(folder: Path, method: str) -> None:
    with OpenAIServer(asked_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, [method]))[method]
    assert figures["exact_match"] == 1.0
    assert figures["supported"] == 1.0
    assert figures["citation_precision"] == 1.0
    assert figures["citation_recall"] >= 0.75
    assert figures["rounds"] == figures["calls"] == 1.0
    assert figures["prompt_tokens"] == 11.0
    assert figures["later_rounds"] == {"questions": 0, "gained": 0, "lost": 0}


def test_the_papers_mode_reads_in_rounds(folder: Path) -> None:
    def reader(body: dict) -> Response:
        response = asked_reader(body)
        return completion("Missing: Ada Lindqvist") if b"unknown" in response.body else response

    with OpenAIServer(reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["paper"]))["paper"]
    assert (figures["exact_match"], figures["rounds"], figures["calls"]) == (1.0, 1.5, 3.0)


def test_answering_from_facts_is_a_method_with_and_without_their_context(folder: Path) -> None:
    def reader(body: dict) -> Response:
        asks_for_questions = "questions" in str(body.get("response_format", ""))
        return completion(json.dumps({"questions": []})) if asks_for_questions else asked_reader(body)

    with OpenAIServer(reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["facts", "facts-context", "feedback"]))
        shown = [body["messages"][-1]["content"] for body in server.bodies]
    assert figures["facts-context"]["exact_match"] == 0.5  # no fact says when the bridge was opened
    assert [figures[name]["calls"] for name in ("facts", "facts-context", "feedback")] == [1.0, 1.0, 2.0]
    sentence = "Ada Lindqvist was born in Lund."
    about_designer = [text for text in shown if "designer of" in text]
    assert [sentence in text for text in about_designer[:2]] == [False, True]


def test_what_a_second_round_puts_right_is_counted_and_its_tokens_are_kept_apart(folder: Path) -> None:
    def reader_of_two_rounds(body: dict) -> Response:
        last = body["messages"][-1]["content"]
        if "When did" in last:
            return completion("1904")
        return completion("Lund" if "born in Lund" in last else "Missing: Ada Lindqvist")

    narrow = Method("narrow", "", partial(asking, options=AskOptions(brief=True, window=1, growth=2)))
    with OpenAIServer(reader_of_two_rounds) as server:
        asked = replace(benchmark(folder, server, ["none"]), methods=[narrow])
        figures = question_answering_benchmark(asked)["narrow"]
    assert figures["exact_match"] == 1.0
    assert figures["later_rounds"] == {"questions": 2, "gained": 1, "lost": 0}  # the other one was right at once
    assert (figures["rounds"], figures["calls"]) == (2.0, 2.0)
    assert (figures["first_round_prompt_tokens"], figures["prompt_tokens"]) == (11.0, 22.0)


def test_a_judge_counts_yes_no_and_unsupported_and_agrees_or_not_with_exact_match(folder: Path) -> None:
    def reader_and_judge(body: dict) -> Response:
        if body["model"] == "reader":
            return plain_reader(body)
        return completion("Yes." if "Answer: in Lund" in body["messages"][-1]["content"] else "No")

    with OpenAIServer(reader_and_judge) as server:
        judge = OpenAIChatModel("judge", base_url=server.base_url)
        figures = question_answering_benchmark(benchmark(folder, server, ["none", "sentences"], judge=judge))
        asked = len(server.bodies)
        question_answering_benchmark(benchmark(folder, server, ["none", "sentences"], judge=judge))
    assert asked == len(server.bodies) == 4 + 2  # what does not claim an answer is not judged by a request
    assert figures["none"]["judge"]["unsupported"] == 2
    assert figures["none"]["judge"]["agreement_with_exact_match"] == 1.0
    judged = figures["sentences"]["judge"]
    assert (judged["model"], judged["yes"], judged["no"], judged["unsupported"]) == ("judge", 1, 1, 0)
    assert judged["accuracy"] == 0.5
    assert judged["agreement_with_exact_match"] == 0.0


RETRIEVERS = """
class Document:
    def __init__(self, passage):
        self.page_content, self.metadata = passage.text, {"id": passage.id, "title": passage.title}

class Retriever:
    def __init__(self, passages): self.passages = passages
    def invoke(self, question): return [Document(passage) for passage in self.passages if "Lund" in passage.text]

def about_lund(corpus): return Retriever(corpus.passages)

def embed(texts): return [[float(text.count(word)) for word in ("Marten", "nectar", "e")] for text in texts]

number = 3
"""


def test_retrievers_and_embeddings_by_import_path(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lgm_core.facade.embedding_models import named_embeddings

    (folder / "lund_retrievers.py").write_text(RETRIEVERS)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    embeddings = named_embeddings("lund_retrievers:embed")
    methods = ["lund_retrievers:about_lund", "dense"]
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, methods, embeddings=embeddings))
    assert figures["lund_retrievers:about_lund"]["contained"] == 0.5
    assert "Ada Lindqvist: Ada Lindqvist was an engineer." in server.bodies[0]["messages"][-1]["content"]
    assert figures["dense"]["contained"] == 1.0
    with OpenAIServer(plain_reader) as server:
        with pytest.raises(InputError, match="needs an embedding model; name one with --embed"):
            question_answering_benchmark(benchmark(folder, server, ["dense"], model="another"))
        for path, problem in (("lund_retrievers:number", "not callable"), ("lund_retrievers:no", "has no 'no'")):
            with pytest.raises(InputError, match=problem):
                question_answering_benchmark(benchmark(folder, server, [path]))
    with pytest.raises(InputError, match="in the current folder, or installed"):
        method_named("nowhere_to_be_found:x")
    with pytest.raises(InputError, match="no method 'guess'; use none, bm25"):
        method_named("guess")


def test_options_by_import_path_are_asked_for_brief_answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = "from lgm_core import AskOptions\nNARROW = AskOptions(window=1, names_missing=False)\n"
    (folder / "lund_options.py").write_text(source)
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with OpenAIServer(asked_reader) as server:
        question_answering_benchmark(benchmark(folder, server, ["lund_options:NARROW", "ask"]))
    narrow, default = (body["messages"][-1]["content"] for body in server.bodies[:2])
    assert "a short phrase, or yes or no" in narrow
    assert "Missing:" not in narrow
    assert len(narrow.partition("Text:")[2]) < len(default.partition("Text:")[2])


def test_equal_names_and_an_unknown_baseline_are_refused(folder: Path) -> None:
    with OpenAIServer(plain_reader) as server:
        with pytest.raises(InputError, match="at least one of the methods, and each only once"):
            benchmark(folder, server, ["bm25", "bm25"])
        with pytest.raises(InputError, match="baseline 'ask' is not among"):
            benchmark(folder, server, ["bm25"], baseline="ask")


def test_the_report_has_tables_json_and_plots(folder: Path) -> None:
    with OpenAIServer(asked_reader) as server:
        judge = OpenAIChatModel("judge", base_url=server.base_url)
        asked = benchmark(folder, server, ["none", "ask"], baseline="none", judge=judge)
        figures = question_answering_benchmark(asked)
    tables, problem = write_report(figures, folder.parent / "out", model="reader")
    assert problem == ""
    assert json.loads((folder.parent / "out" / "figures.json").read_text()) == json.loads(json.dumps(figures))
    assert (folder.parent / "out" / "tables.md").read_text() == tables
    assert "| ask | 2 | 1.000 [1.000, 1.000] | 1.000 [1.000, 1.000] | 1.000 |" in tables
    assert "| ask against none | 2 | +1.000 [+1.000, +1.000] (2 : 0) |" in tables
    assert "| judged by judge | Yes | No |" in tables
    plots = sorted((folder.parent / "out" / "plots").iterdir())
    assert [plot.name for plot in plots] == ["exact_match.png", "exact_match_by_tokens.png"]
    assert all(plot.read_bytes().startswith(b"\x89PNG") for plot in plots)


def test_without_matplotlib_there_are_tables_and_a_clear_word(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["bm25"]))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    tables, problem = write_report(figures, folder.parent / "out", model="reader")
    assert "| bm25 | 2 |" in tables
    assert "only tables: drawing plots needs the extra `bench`" in problem
    assert not (folder.parent / "out" / "plots").exists()


@pytest.mark.parametrize(("reply", "verdict"), [("Unsupport", "unsupported"), ("Unsupported.", "unsupported")])
def test_the_judge_takes_the_words_of_the_papers_prompt(folder: Path, reply: str, verdict: str) -> None:
    def reader(body: dict) -> Response:
        return completion(reply) if "You compare an answer" in str(body["messages"]) else plain_reader(body)

    with OpenAIServer(reader) as server:
        judge = OpenAIChatModel("judge", base_url=server.base_url, max_retries=0)
        figures = question_answering_benchmark(benchmark(folder, server, ["sentences"], judge=judge))
    assert figures["sentences"]["judge"][verdict] == 2


@pytest.mark.parametrize("name", ["ask", "sentences"])
def test_full_answers_are_asked_for_and_kept_apart_from_brief_ones(folder: Path, name: str) -> None:
    def reader(body: dict) -> Response:
        is_full = "answer alone" not in str(body["messages"]) and "bare" not in str(body["messages"])
        return completion("The Marten Bridge opened in 1904.\nAda designed it." if is_full else "1904")

    with OpenAIServer(reader) as server:
        question_answering_benchmark(benchmark(folder, server, [name]))
        briefly = len(rows(folder))
        full = replace(benchmark(folder, server, [name]), methods=[method_named(name, full=True)])
        figures = question_answering_benchmark(full)[name]
    answers = rows(folder)[briefly:]
    assert len(answers) == briefly == 2
    assert all(row["text"].startswith("The Marten Bridge opened in 1904") for row in answers)
    assert (figures["exact_match"], figures["contained"]) == (0.0, 0.5)


def test_a_set_without_answers_is_measured_by_how_many_are_declined(folder: Path) -> None:
    asked = [json.loads(line) for line in (folder / "questions.jsonl").read_text().splitlines()]
    (folder / "questions.jsonl").write_text("\n".join(json.dumps(row | {"answerable": False}) for row in asked))
    with OpenAIServer(plain_reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["none", "sentences"], baseline="none"))
    assert (figures["none"]["declined"], figures["sentences"]["declined"]) == (1.0, 0.0)
    assert figures["none"]["exact_match"] is None
    tables, _ = write_report(figures, folder.parent / "report", model="reader")
    assert "| none | 1.000 |" in tables


def test_a_pyramid_tells_which_layers_answered(folder: Path) -> None:
    def reader(body: dict) -> Response:
        last = body["messages"][-1]["content"]
        word = "1904" if "When did" in last else "Lund"
        return completion(json.dumps({"answer": f"{word} [1]"} if word in last else {"missing": "the answer"}))

    with OpenAIServer(reader) as server:
        figures = question_answering_benchmark(benchmark(folder, server, ["none", "pyramid"]))
    layers = ("answered_by_schema", "answered_by_facts", "answered_by_text")
    assert [figures["pyramid"][layer] for layer in layers] == [0.0, 0.5, 0.5]
    assert [figures["none"][layer] for layer in layers] == [None, None, None]
    tables, _ = write_report(figures, folder.parent / "report", model="reader")
    assert (
        "| answered by layer | schema | facts | text |\n| --- | --- | --- | --- |\n| pyramid | .000 | .500 | .500 |"
        in tables
    )
