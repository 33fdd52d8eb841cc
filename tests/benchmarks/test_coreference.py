import json

from typer.testing import CliRunner

from benchmarks.__main__ import app
from benchmarks.coreference import coreference_benchmark
from lgm_core.language.lite.lite_annotator import LiteAnnotator

HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"


def row(text, pronoun, a, b, *, meant, title="Cork"):
    """Return an example as GAP writes it; the pronoun is the last one in the text, names are found from the left."""
    columns = [
        "x-1",
        text,
        pronoun,
        str(text.rindex(f" {pronoun} ") + 1),
        a,
        str(text.index(a)),
        str(meant == a).upper(),
        b,
        str(text.index(b)),
        str(meant == b).upper(),
        f"https://example.org/wiki/{title}",
    ]
    return "\t".join(columns)


def gap_file(tmp_path, *rows):
    path = tmp_path / "gap.tsv"
    path.write_text("\n".join([HEADER, *rows]) + "\n", encoding="utf-8")
    return path


EASY = row(
    "Maria Costa met Thomas Reed in Turin. There she taught law.", "she", "Maria Costa", "Thomas", meant="Maria Costa"
)
EASY_TOO = row(
    "Maria Costa met Thomas Reed in Turin. There he taught law.", "he", "Maria Costa", "Thomas", meant="Thomas"
)
NEITHER = row(
    "Lili Wang painted. Her son Peter knew Anna, and Lili loved him when he was ill.", "he", "Wang", "Anna", meant=""
)


def test_a_name_counts_when_it_overlaps_with_the_entity_chosen(tmp_path):
    report = coreference_benchmark(gap_file(tmp_path, EASY, EASY_TOO), LiteAnnotator(pronouns=False))
    assert (report["f1"], report["f1_masculine"], report["f1_feminine"]) == (1.0, 1.0, 1.0)
    assert report["pronouns"] == 2


def test_a_wrong_label_costs_f1_of_its_gender_only(tmp_path):
    wrong = row(
        "Maria Costa met Thomas Reed in Turin. There he taught law.", "he", "Maria Costa", "Thomas", meant="Maria Costa"
    )
    report = coreference_benchmark(gap_file(tmp_path, EASY, wrong), LiteAnnotator(pronouns=False))
    assert (report["f1"], report["f1_masculine"], report["f1_feminine"]) == (0.5, 0.0, 1.0)


def test_a_third_person_where_neither_is_meant_is_no_mistake(tmp_path):
    report = coreference_benchmark(gap_file(tmp_path, EASY, NEITHER), LiteAnnotator(pronouns=False))
    assert report["f1"] == 1.0
    assert (report["pronouns"], report["marked"], report["judged"]) == (2, 2, 1)


def test_pronouns_without_a_mark_are_told(tmp_path):
    unclear = row(
        "Thomas Reed and Peter Hallam met in Cork. Then he was ill.", "he", "Thomas Reed", "Peter", meant="Peter"
    )
    report = coreference_benchmark(gap_file(tmp_path, unclear), LiteAnnotator(pronouns=False))
    assert (report["unresolved"], report["marked"]) == (1.0, 0)


def test_the_command_prints_the_figures_as_json(tmp_path):
    result = CliRunner().invoke(app, ["coreference", "--gap", str(gap_file(tmp_path, EASY)), "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert {"f1", "f1_masculine", "f1_feminine", "precision", "unresolved"} <= set(report)
    assert set(report["with_title"]) == set(report) - {"with_title"}
