"""The `lgm` command, run as a user runs it."""

import json
import os
import pty
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, Response, completion, failure, streamed
from tests.support.terminal import lgm_on_terminal


@pytest.mark.parametrize("command", ["ask", "retrieve"])
def test_finding_nothing_is_told(command: str, graph: Path) -> None:
    told = lgm(command, "Zzyzx?", "--graph", graph)
    assert (told.returncode, told.stdout) == (0, "")
    assert "Nothing in the graph is about that question." in told.stderr
    assert "language" not in told.stderr
    told = lgm(command, "Wer hat den Zzyzx und die Qwzx gebaut?", "--graph", graph)
    assert "The question seems to be in another language than the documents, which are in English." in told.stderr
    told = lgm(command, "What are apples?", "--graph", graph, "--where", '{"year": 1066}')
    said = "No document passes the filter" if command == "ask" else "Nothing in the documents that pass --where"
    assert said in told.stdout + told.stderr


@pytest.mark.parametrize("command", [["status"], ["export"], ["delete", "apples"], ["concept", "apple"]])
def test_a_mistyped_graph_is_told_and_not_made(command: list[str], tmp_path: Path) -> None:
    told = lgm(*command, "--graph", tmp_path / "typo.lgm")
    assert (told.returncode, told.stdout) == (1, "")
    assert f"there is no graph at {tmp_path / 'typo.lgm'}; make one with: lgm build" in told.stderr
    told = lgm("build", tmp_path / "nowhere", "--graph", tmp_path / "typo.lgm")
    assert told.returncode == 1
    assert list(tmp_path.iterdir()) == []


def test_status_tells_what_there_is_and_what_is_stale(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "apples.md").write_text("Apples are a type of fruit.", encoding="utf-8")
    graph = tmp_path / "g.lgm"
    assert lgm("build", tmp_path / "docs", "--graph", graph).returncode == 0
    told = lgm("status", "--graph", graph).stdout
    assert re.search(r"^  documents +1   en 1$", told, re.MULTILINE)
    assert re.search(r"^  index +.*fresh$", told, re.MULTILINE)
    assert told.endswith("Up to date with the files.\n")
    (tmp_path / "docs" / "apples.md").write_text("Apples are no vegetables.", encoding="utf-8")
    status = json.loads(lgm("status", "--graph", graph, "--json").stdout)
    assert status["stale"]["changed"] == ["apples.md"]
    assert status["index"]["state"] == "fresh"
    assert json.loads(lgm("status", "--no-files", "--graph", graph, "--json").stdout)["stale"]["changed"] == []


def test_documents_are_listed(graph: Path) -> None:
    listed = json.loads(lgm("documents", "--graph", graph, "--json").stdout)
    assert [record["id"] for record in listed] == ["apples", "boats", "orchard"]
    first = json.loads(lgm("documents", "--limit", "1", "--graph", graph, "--json").stdout)
    assert first == listed[:1]


def test_relations_come_with_their_sentences(graph: Path) -> None:
    found = json.loads(lgm("relations", "Apples", "--graph", graph, "--json").stdout)
    assert [(relation["kind"], relation["subject"], relation["object"]) for relation in found] == [
        ("is_a", "apple", "fruit")
    ]
    assert found[0]["evidence"][0]["text"] == "Apples are a type of fruit."


def test_relations_that_nobody_judged_have_no_verdict(graph: Path) -> None:
    told = lgm("relations", "dinghies", "--graph", graph).stdout
    assert "dinghy — is a — boat\n" in told


def test_relations_can_be_filtered_by_kind(graph: Path) -> None:
    found = json.loads(lgm("relations", "--kind", "has_part", "--graph", graph, "--json").stdout)
    assert {relation["kind"] for relation in found} == {"has_part"}


def test_export_writes_json_lines_and_well_formed_graphml(graph: Path, tmp_path: Path) -> None:
    lines = [json.loads(line) for line in lgm("export", "--graph", graph).stdout.splitlines()]
    exported = [line["id"] for line in lines if line["type"] == "document"]
    assert exported == ["apples", "boats", "orchard"]
    types = {"graph", "document", "section", "sentence", "concept", "relation", "end"}
    assert {line["type"] for line in lines} == types
    out = tmp_path / "graph.graphml"
    assert lgm("export", "--graph", graph, "--format", "graphml", "--out", out).returncode == 0
    assert {"Apples are sweet.", "She grows pears."} <= {element.text for element in ElementTree.parse(out).iter()}


def test_a_graph_is_exported_as_rdf(graph: Path, tmp_path: Path) -> None:
    out = tmp_path / "graph.ttl"
    assert lgm("export", "--graph", graph, "--out", out, "--base", "https://example.org/").returncode == 0
    assert "<https://example.org/document/apples> a lgm:Document" in out.read_text(encoding="utf-8")


def test_an_exported_graph_is_imported(graph: Path, tmp_path: Path) -> None:
    out, copy = tmp_path / "graph.jsonl", tmp_path / "copy.lgm"
    assert lgm("export", "--graph", graph, "--out", out).returncode == 0
    told = lgm("import", out, "--graph", copy)
    assert told.stdout.startswith(f"{copy}: 3 documents (0 replaced): ")
    assert lgm("export", "--graph", copy).stdout == out.read_text(encoding="utf-8")
    out.write_text(out.read_text(encoding="utf-8")[:-2], encoding="utf-8")
    refused = lgm("import", out, "--graph", copy, "--json")
    assert refused.returncode == 1
    assert re.match(r"Error: .*graph.jsonl: line \d+: is not JSON", refused.stderr)


def test_delete_removes_a_document_and_tells_what_was_not_there(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.lgm"
    lgm("build", corpus, "--graph", path)
    told = lgm("delete", "apples", "nothing", "--graph", path)
    assert told.returncode == 1
    assert "deleted 1 document." in told.stdout
    assert "nothing" in told.stderr
    assert json.loads(lgm("status", "--graph", path, "--json").stdout)["counts"]["documents"] == 2


def test_retrieve_returns_passages_with_where_they_stand(graph: Path) -> None:
    found = json.loads(lgm("retrieve", "Who runs the orchard?", "--graph", graph, "-k", "1", "--json").stdout)
    assert found[0]["document_id"] == "orchard"
    assert found[0]["start"] == 0


def test_retrieve_finds_the_best_sentences_within_a_number_of_words(graph: Path) -> None:
    asking = ("Who runs the orchard?", "--graph", graph, "--words", "12")
    found = json.loads(lgm("retrieve", *asking, "--json").stdout)
    assert 0 < sum(len(passage["text"].split()) for passage in found) <= 12
    refused = lgm("retrieve", *asking, "--mode", "sentences")
    assert (refused.returncode, "--words focuses passages" in refused.stderr) == (1, True)


def test_retrieve_lets_a_language_model_select(graph: Path) -> None:
    found = json.loads(lgm("retrieve", "What are apples and boats?", "--graph", graph, "--json").stdout)
    with OpenAIServer([completion('{"passages": [2]}')]) as server:
        asking = ["What are apples and boats?", "--graph", graph, "--model", "m", "--base-url", server.base_url]
        told = lgm("retrieve", *asking, "--select", "--json")
        refused = lgm("retrieve", *asking, "--mode", "sentences")
    assert [passage["id"] for passage in json.loads(told.stdout)][:2] == [found[1]["id"], found[0]["id"]]
    assert f"selection: shown: {len(found)}, chosen: {found[1]['id']}" in told.stderr
    assert (refused.returncode, "--select chooses passages" in refused.stderr) == (1, True)


def test_ask_without_a_language_model_shows_evidence_and_calls_it_that(graph: Path) -> None:
    told = lgm("ask", "What are apples rich in?", "--graph", graph)
    assert told.returncode == 0
    assert "Fruits contain many vitamins." in told.stdout
    assert told.stdout.startswith("Evidence:")


def test_ask_with_a_language_model_tells_no_ids_of_sentences_on_the_way(graph: Path) -> None:
    with OpenAIServer([completion('{"answer": "Vitamins [1].", "citations": [1], "missing": []}')]) as server:
        asking = ["What are apples rich in?", "--graph", graph, "--model", "m", "--base-url", server.base_url]
        told = lgm("ask", *asking, "--llm")
    assert "· reading: sentences: " in told.stderr
    assert "#0" not in told.stderr


def test_ask_traces_each_step_once(graph: Path) -> None:
    traced = lgm("ask", "What are apples rich in?", "--trace", "--graph", graph)
    steps = [line.partition(":")[0] for line in traced.stderr.splitlines()]
    assert steps == ["· concepts", "· expansion", "· reading"]
    assert lgm("ask", "What are apples rich in?", "--graph", graph).stderr == ""


@pytest.mark.parametrize(
    ("arguments", "marks", "answer"),
    [
        (["--brief"], False, "Vitamins"),
        (["--mode", "local"], False, "Vitamins [1]."),
        (["--mode", "paper", "--brief"], True, "Vitamins"),
    ],
    ids=["brief", "local", "paper"],
)
def test_ask_reads_as_it_is_told(graph: Path, arguments: list[str], marks: bool, answer: str) -> None:
    replies = [completion('{"supporting": []}')] * marks + [completion("Vitamins.")]
    with OpenAIServer(replies) as server:
        asking = ["What are apples rich in?", "--llm", "--model", "m", "--base-url", server.base_url]
        told = lgm("ask", *asking, *arguments, "--graph", graph)
    assert told.stdout.splitlines()[0] == answer
    assert len(server.bodies) == 1 + marks


def test_ask_prints_text_as_it_comes_on_a_terminal(graph: Path) -> None:
    read, waited = threading.Event(), []

    def events() -> Iterator[bytes]:
        for number, event in enumerate(
            streamed("Apples are rich in vitamins [1].", " They are", " rich", " in vitamins.").events or ()
        ):
            if number == 4:
                waited.append(read.wait(60))
            yield event

    with OpenAIServer([Response(events=events())]) as server:
        terminal, end = pty.openpty()
        arguments = ["ask", "What are apples rich in?", "--model", "m", "--base-url", server.base_url, "--graph", graph]
        command = subprocess.Popen([sys.executable, "-m", "lgm_core.cli", *map(str, arguments)], stdout=end)
        os.close(end)
        text = ""
        try:
            while piece := os.read(terminal, 1000):
                text += piece.decode()
                if "vitamins [1]" in text:
                    read.set()
        except OSError:  # how the end of a terminal is told
            pass
        finally:
            os.close(terminal)
        assert command.wait(60) == 0
    assert waited == [True]
    assert text.startswith("Apples are rich in vitamins [1]. They are rich")
    assert text.count("Apples are rich") == 1


def test_ask_tells_a_failure_from_an_answer(graph: Path) -> None:
    with OpenAIServer([failure(400, "no such thing")]) as server:
        told = lgm("ask", "What are apples?", "--llm", "--model", "m", "--base-url", server.base_url, "--graph", graph)
    assert told.stdout.startswith("Evidence:")
    assert "the language model failed once while answering" in told.stderr


@pytest.fixture(scope="module")
def dated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a graph whose documents have metadata."""
    folder = tmp_path_factory.mktemp("dated")
    rows = [
        {"id": f"harbour-{year}", "text": f"The harbour of {place} has a lighthouse.", "metadata": {"year": year}}
        for place, year in [("Porto", 1990), ("Cork", 2021)]
    ]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert lgm("build", folder / "corpus.jsonl", "--graph", folder / "dated.lgm").returncode == 0
    return folder / "dated.lgm"


WHERE = ["--where", '{"year": {"$gte": 2000}}']


@pytest.mark.parametrize(
    "command",
    [
        ["ask", "Which harbour has a lighthouse?"],
        ["retrieve", "Which harbour has a lighthouse?"],
        ["retrieve", "Which harbour has a lighthouse?", "--mode", "sentences"],
        ["concept", "harbour"],
        ["documents"],
    ],
    ids=" ".join,
)
def test_where_limits_a_command_to_some_documents(dated: Path, command: list[str]) -> None:
    assert {"harbour-1990", "harbour-2021"} <= set(re.findall(r"harbour-\d+", lgm(*command, "--graph", dated).stdout))
    limited = lgm(*command, *WHERE, "--graph", dated)
    assert set(re.findall(r"harbour-\d+", limited.stdout)) == {"harbour-2021"}


@pytest.mark.parametrize(
    ("where", "message"),
    [("year", "is not JSON"), ("[2020]", "is not a JSON object"), ('{"year": {"$like": 2}}', "unknown operator")],
)
def test_a_filter_that_cannot_be_understood_is_a_clear_error(dated: Path, where: str, message: str) -> None:
    refused = lgm("retrieve", "harbour", "--where", where, "--graph", dated)
    assert refused.returncode == 1
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_file_that_is_not_a_graph_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "poem.lgm"
    path.write_text("Roses are red.\n" * 100, encoding="utf-8")
    told = lgm("status", "--graph", path)
    assert told.returncode == 1
    assert "poem.lgm" in told.stderr
    assert "Traceback" not in told.stderr


def test_demo_needs_no_key_and_no_server(tmp_path: Path) -> None:
    told = lgm("demo", cwd=tmp_path)
    assert told.returncode == 0
    assert "Q: " in told.stdout
    assert "[1]" in told.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_depth_of_inheritance_is_refused_for_two_concepts(graph: Path) -> None:
    result = lgm("concept", "dinghies", "boats", "--depth", "2", "--graph", graph)
    assert result.returncode == 1
    assert "--depth 2" in result.stderr


def test_concept_tells_what_one_is_and_how_two_are_related(graph: Path) -> None:
    told = lgm("concept", "dinghies", "--graph", graph)
    assert "dinghy — is a — boat [1]" in told.stdout
    assert "[1] A dinghy is a small boat." in told.stdout
    related = json.loads(lgm("concept", "apple", "pear", "--graph", graph, "--json").stdout)
    assert [(step["subject"], step["object"]) for step in related["path"]] == [("apple", "fruit"), ("pear", "fruit")]
    stated = json.loads(lgm("concept", "apple", "--graph", graph, "--json").stdout)["statements"]
    assert {statement["source"] for statement in stated} >= {"own", "parent"}
    assert [statement for statement in stated if not statement["citations"]] == []
    unknown = lgm("concept", "submarine", "--graph", graph)
    assert unknown.returncode == 1
    assert "no concept named 'submarine'" in unknown.stderr


def test_relating_names_the_concept_that_is_missing(graph: Path) -> None:
    told = lgm("concept", "apple", "submarine", "--graph", graph)
    assert told.returncode == 1
    assert "no concept named 'submarine'" in told.stderr
    assert "apple" not in told.stderr


def test_http_implies_the_server(tmp_path: Path) -> None:
    told = lgm("serve", "--http", "--graph", tmp_path / "none.lgm")
    assert "there is no graph at" in told.stderr


@pytest.mark.parametrize("command", [[], ["bench"]], ids=["lgm", "lgm bench"])
def test_the_list_of_commands_fits_a_terminal_with_whole_sentences(command: list[str]) -> None:
    lines = lgm_on_terminal(*command, "--help").stdout.partition("Commands:\n")[2].splitlines()
    assert len(lines) >= 2
    assert [line for line in lines if len(line) > 80 or not line.endswith(".") or line.endswith("...")] == []


def test_completion_can_be_installed() -> None:
    assert "--install-completion" in lgm("--help").stdout
