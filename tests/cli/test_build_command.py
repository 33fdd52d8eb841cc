"""`lgm build`, run as a user runs it."""

import json
from pathlib import Path

from lgm_core import Document
from tests.support.command_line import lgm
from tests.support.openai_server import OpenAIServer, completion
from tests.support.texts import write_corpus


def test_build_tells_what_it_did(corpus: Path, tmp_path: Path) -> None:
    done = lgm("build", corpus, "--graph", tmp_path / "x.lgm")
    assert done.returncode == 0
    assert "learned 3 documents" in done.stdout
    assert done.stderr == ""  # no progress bar where there is no terminal


def test_build_prints_json_for_programs(corpus: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.lgm"
    first = json.loads(lgm("build", corpus, "--graph", path, "--json").stdout)
    second = json.loads(lgm("build", corpus, "--graph", path, "--json").stdout)
    assert (first["learned"], first["skipped"]) == (3, 0)
    assert (second["learned"], second["skipped"]) == (0, 3)
    assert first["usage"]["calls"] == 0


def test_build_learns_the_good_files_and_names_the_bad(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("# Carts\n\nA cart is a vehicle.\n", encoding="utf-8")
    (tmp_path / "bad.txt").write_bytes(b"caf\xe9 is not UTF-8")
    told = lgm("build", tmp_path, tmp_path / "nowhere.txt", "--graph", tmp_path / "x.lgm")
    assert told.returncode == 1
    assert "learned 1 documents" in told.stdout
    assert f"Not learned: {tmp_path}/bad.txt: is not UTF-8: byte 0xe9" in told.stderr
    assert f"Not learned: {tmp_path}/nowhere.txt: does not exist\n" in told.stderr


def test_files_of_one_name_from_two_folders_are_kept_apart(tmp_path: Path) -> None:
    for folder, text in (("a", "Bees are insects."), ("b", "Cars are vehicles.")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "readme.md").write_text(text, encoding="utf-8")
        told = lgm("build", tmp_path / folder, "--graph", tmp_path / "x.lgm")
        assert (told.returncode, told.stderr) == (0, "")
    listed = json.loads(lgm("documents", "--graph", tmp_path / "x.lgm", "--json").stdout)
    assert [(record["id"], record["source"]) for record in listed] == [
        ("b/readme.md", "b/readme.md"),
        ("readme.md", "a/readme.md"),
    ]


def test_build_tells_what_it_replaced_and_by_what(tmp_path: Path) -> None:
    for folder, text in (("a", "Bees are insects."), ("b", "Cars are vehicles."), ("b", "Cars have wheels.")):
        (tmp_path / folder).mkdir(exist_ok=True)
        corpus = write_corpus(tmp_path / folder / "rows.jsonl", [Document.from_text(text, id="row")])
        told = lgm("build", corpus, "--graph", tmp_path / "x.lgm")
        lines = told.stderr.splitlines()
        if "wheels" in text:
            assert lines == ["Replaced: row."]
        elif "Cars" in text:
            former = tmp_path / "a" / "rows.jsonl"
            assert lines == [f"Replaced: row, formerly from {former} before; different ids would keep both."]
    assert "1 replaced, 0 unchanged" in told.stdout


def test_build_keeps_the_files_of_folders_of_one_name_and_tells_copies_and_moves(tmp_path: Path) -> None:
    graph = tmp_path / "x.lgm"
    for part in ("pump", "valve"):
        docs = tmp_path / "mono" / part / "docs"
        docs.mkdir(parents=True)
        (docs / "README.md").write_text(f"The {part} is a machine.")
        (docs / "LICENSE.md").write_text("Everybody may use it.")
        told = lgm("build", docs, "--graph", graph).stderr
    assert told == (
        "Held twice, as the same text comes from another place: valve/docs/LICENSE.md (the text of LICENSE.md).\n"
        "If their folder has moved or has a new name: --root FORMER_FOLDER --prune keeps the former ids.\n"
    )
    listed = lgm("documents", "--graph", graph, "--json").stdout
    assert [document["id"] for document in json.loads(listed)] == [
        "LICENSE.md",
        "README.md",
        "valve/docs/LICENSE.md",
        "valve/docs/README.md",
    ]
    (tmp_path / "mono").rename(tmp_path / "moved")
    docs = tmp_path / "moved" / "pump" / "docs"
    (docs / "README.md").write_text("The pump is old.")
    former = tmp_path / "mono" / "pump" / "docs" / "README.md"
    assert lgm("build", docs, "--graph", graph).stderr == (
        f"Replaced: README.md, formerly from {former} before; different ids would keep both.\n"
    )
    renamed = docs.rename(tmp_path / "handbook")
    assert lgm("build", renamed, "--graph", graph, "--root", docs).stdout.endswith(
        "2 unchanged, 0 failed, 0 incomplete.\n"
    )


def test_a_language_model_that_always_fails_is_told_once(corpus: Path, tmp_path: Path) -> None:
    path, endpoint = tmp_path / "x.lgm", ["--model", "m", "--base-url", "http://127.0.0.1:1/v1"]
    told = lgm("build", corpus, "--graph", path, *endpoint)
    assert told.returncode == 1
    assert "learned 3 documents" in told.stdout
    assert "0 failed, 3 incomplete." in told.stdout
    errors = [line for line in told.stderr.splitlines() if not line.startswith("learning: ")]  # on a busy machine
    assert [line.partition(": ")[0] for line in errors] == ["all 3 requests to the language model failed"]
    assert ": cannot reach http://127.0.0.1:1/v1" in errors[0]


def test_files_that_are_passed_over_are_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    for name, text in (("a.xlsx", "1,2"), ("b.xlsx", "3,4"), ("empty.md", ""), ("pears.md", "A pear is a fruit.")):
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    told = lgm("build", tmp_path / "docs", "--graph", tmp_path / "x.lgm")
    assert (told.returncode, told.stderr) == (0, "Passed over: 2 .xlsx (a.xlsx, b.xlsx), 1 empty (empty.md)\n")


def test_a_build_that_learns_nothing_says_that_there_is_no_graph(tmp_path: Path) -> None:
    told = lgm("build", tmp_path / "none", "--graph", tmp_path / "x.lgm")
    assert (told.returncode, (tmp_path / "x.lgm").exists()) == (1, False)
    assert told.stdout == f"Nothing was learned, and no graph was made at {tmp_path / 'x.lgm'}.\n"


def test_build_with_prune_removes_what_is_gone_from_the_folder(tmp_path: Path) -> None:
    docs, graph = tmp_path / "docs", tmp_path / "x.lgm"
    docs.mkdir()
    for name in ("apple", "pear"):
        (docs / f"{name}.md").write_text(f"The {name} is a fruit.")
    assert lgm("build", docs, "--graph", graph).returncode == 0
    (docs / "pear.md").unlink()
    done = lgm("build", docs, "--graph", graph, "--prune")
    assert (done.returncode, done.stderr) == (0, "Removed, because their files are gone: pear.md.\n")
    assert lgm("documents", "--graph", graph).stdout.split()[0] == "apple.md"
    refused = lgm("build", docs / "apple.md", "--graph", graph, "--prune")
    assert refused.returncode == 1
    assert "none of the sources is a folder" in refused.stderr


def test_the_command_stops_and_says_how_to_go_on(tmp_path: Path) -> None:
    for number in range(6):
        (tmp_path / f"d{number}.txt").write_text(f"The kite number {number} is a toy. It has a tail of cloth.")
    nothing = completion(json.dumps({"relations": []}), usage=False)
    command = ["build", *sorted(tmp_path.glob("*.txt")), "--graph", tmp_path / "graph.lgm", "--model", "local"]
    with OpenAIServer([nothing]) as server:
        first = lgm(*command, "--base-url", server.base_url, "--token-budget", "2000")
        assert first.returncode == 1
        assert "Stopped: the budget of 2,000 tokens is spent: " in first.stderr
        assert "documents are unchanged; the same build continues with them" in first.stderr
        told = json.loads(
            lgm(*command, "--base-url", server.base_url, "--requests-per-minute", "1000", "--json").stdout
        )
        assert (told["left"], told["stopped"]) == ([], "")
        assert told["skipped"] > 0
        assert len(server.bodies) == 6


def test_workers_are_not_let_write_a_graph_file(corpus: Path, tmp_path: Path) -> None:
    refused = lgm("build", corpus, "--graph", tmp_path / "x.lgm", "--write-in-workers")
    assert refused.returncode == 1
    assert "for graphs that several processes can open by address" in refused.stderr
