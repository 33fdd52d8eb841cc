"""The recipe that tunes a model: its rows without PyTorch, and a run with it, where it is installed."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TRAINING = Path(__file__).parents[2] / "training"


@pytest.fixture
def recipe(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TRAINING))
    return import_module("tuning_rows")


def row(task: str, reply: str, **told: object) -> dict[str, Any]:
    texts = (("system", "Read the facts."), ("user", "<pairs>\nfig | fruit\n</pairs>"), ("assistant", reply))
    messages = [{"role": role, "content": content} for role, content in texts]
    return {"messages": messages, "task": task, "provenance": told}


BUCKET = ["isA", "synonym"]
IS_A, NONE = (
    row("nli/relations", "isA", label="isA", bucket=BUCKET),
    row("nli/relations", "none", label="", bucket=BUCKET),
)
BOTH = row("nli/relations", "isA\nsynonym", label="isA", bucket=BUCKET)
TEXT = row("nlg/texts", "A fig is a fruit.")


def test_only_the_reply_is_learned_and_texts_from_facts_first(recipe: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "train.jsonl").write_text("\n".join(map(json.dumps, [IS_A, TEXT])) + "\n", encoding="utf-8")
    rows = recipe.read_lines(tmp_path / "train.jsonl")
    assert recipe.reverse_rows(rows) == [TEXT]
    (learned,) = recipe.prompt_rows(recipe.reverse_rows(rows))
    assert [message["role"] for message in learned["prompt"]] == ["system", "user"]
    assert learned["completion"] == [{"role": "assistant", "content": "A fig is a fruit."}]
    assert "A fig is a fruit." in recipe.words_of(rows)


def test_a_relation_is_chosen_among_its_bucket_and_none(recipe: ModuleType) -> None:
    one, other = recipe.choices([IS_A, BOTH, TEXT, NONE])
    assert (one.replies, one.right) == (["isA", "synonym", "none"], 0)
    assert (other.labels, other.right) == (["isA", "synonym", "none"], 2)
    assert recipe.majority([one, one, other], [one, other]) == 0.5
    assert recipe.majority([one], []) == 0.0


@pytest.mark.neural
def test_a_tiny_model_goes_through_all_stages(tmp_path: Path) -> None:
    for name in ("torch", "transformers", "peft", "trl"):
        pytest.importorskip(name)
    for name in ("train", "held_out"):
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, [IS_A, NONE, TEXT] * 4)), encoding="utf-8")
    prompt = [{"role": "user", "content": "What is a fig?"}]
    sides = {
        side: [{"role": "assistant", "content": text}]
        for side, text in (("chosen", "A fruit."), ("rejected", "A car."))
    }
    (tmp_path / "pairs.jsonl").write_text("\n".join([json.dumps({"prompt": prompt, **sides})] * 5), encoding="utf-8")
    command = [
        sys.executable,
        TRAINING / "tune.py",
        tmp_path,
        "--pairs",
        tmp_path / "pairs.jsonl",
        "--out",
        tmp_path / "out",
    ]
    ran = subprocess.run([*command, "--steps", "8", "--length", "128"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-2000:]
    figures = json.loads(ran.stdout[ran.stdout.index('{\n  "before"') :])
    assert figures["supervised"]["held_out_loss"] < figures["before"]["held_out_loss"]
    assert (tmp_path / "out" / "adapter_config.json").exists()
