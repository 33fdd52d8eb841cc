"""A folder with an ONNX model and its tokenizer is an embedding model, used as its files or its name say."""

import sys
from pathlib import Path

import numpy as np
import pytest

from lgm_core.errors import InputError, MissingDependencyError
from lgm_core.vectors.onnx_folder import onnx_embeddings
from lgm_core.vectors.port import Embeddings
from tests.support.onnx_models import row, write_model, write_settings


def opened(folder: Path) -> Embeddings:
    return onnx_embeddings(folder, str(folder))


def test_a_vector_is_the_mean_of_a_texts_tokens_whatever_it_is_batched_with(tmp_path: Path) -> None:
    model = opened(write_model(tmp_path / "tiny"))
    expected = np.mean([row(word) for word in "[CLS] apples are fruit [SEP]".split()], axis=0)
    longer = " ".join(["pears are fruit"] * 9)
    for texts in (["apples are fruit"], [longer, "apples are fruit"]):
        np.testing.assert_allclose(model.documents(texts)[-1], expected, rtol=1e-5)
    assert model.name == str(tmp_path / "tiny")


@pytest.mark.parametrize(
    ("mode", "words"),
    [("cls_token", "[CLS]"), ("lasttoken", "[SEP]"), ("mean_tokens", "[CLS] pears [SEP]")],
)
def test_pooling_is_as_the_folder_says(tmp_path: Path, mode: str, words: str) -> None:
    folder = write_model(tmp_path / "bge-small-en")
    modes = dict.fromkeys(["cls_token", "lasttoken", "mean_tokens"], False) | {mode: True}
    write_settings(folder, "1_Pooling/config.json", **{f"pooling_mode_{each}": on for each, on in modes.items()})
    expected = np.mean([row(word) for word in words.split()], axis=0)
    found = opened(folder).documents(["pears", "apples are fruit"])
    np.testing.assert_allclose(found[0], expected, rtol=1e-5)


def test_prompts_precede_questions_and_documents(tmp_path: Path) -> None:
    model = opened(write_model(tmp_path / "tiny"))
    folder = write_model(tmp_path / "prompted")
    write_settings(folder, "config_sentence_transformers.json", prompts={"query": "query: ", "passage": "this "})
    prompted = opened(folder)
    np.testing.assert_array_equal(prompted.questions(["pears"]), model.documents(["query: pears"]))
    np.testing.assert_array_equal(prompted.documents(["pears"]), model.documents(["this pears"]))


def test_a_family_is_known_by_its_name(tmp_path: Path) -> None:
    plain, e5 = opened(write_model(tmp_path / "plain")), opened(write_model(tmp_path / "e5-small-v2"))
    np.testing.assert_array_equal(e5.questions(["pears"]), plain.documents(["query: pears"]))
    bge = opened(write_model(tmp_path / "models--BAAI--bge-small-en-v1.5" / "snapshots" / "0f3"))
    np.testing.assert_array_equal(bge.documents(["pears", "fruit"]), [row("[CLS]")] * 2)


@pytest.mark.parametrize(
    ("file", "settings", "kept"),
    [
        ("tokenizer_config.json", {"model_max_length": 4}, 2),
        ("sentence_bert_config.json", {"max_seq_length": 3}, 1),
        ("tokenizer_config.json", {"model_max_length": int(1e30)}, 510),
    ],
)
def test_long_texts_are_cut_at_the_limit(tmp_path: Path, file: str, settings: dict[str, int], kept: int) -> None:
    folder = write_model(tmp_path / "tiny")
    write_settings(folder, file, **settings)
    words = ["apples", "pears", *["trees"] * 600]
    model = opened(folder)
    np.testing.assert_array_equal(model.documents([" ".join(words)]), model.documents([" ".join(words[:kept])]))
    assert (model.documents([" ".join(words[:kept])]) != model.documents([" ".join(words[: kept - 1])])).any()


@pytest.mark.parametrize("name", ["onnx/model.onnx", "model_quantized.onnx"])
def test_the_model_may_be_in_the_folder_of_its_export_or_have_another_name(tmp_path: Path, name: str) -> None:
    assert opened(write_model(tmp_path / "tiny", name=name)).documents(["pears"]).shape == (1, 6)


def test_a_folder_without_its_files_is_refused_with_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"has no model\.onnx .*: none"):
        opened(tmp_path)
    folder = write_model(tmp_path / "tiny", name="a.onnx")
    write_model(folder, name="b.onnx")
    with pytest.raises(InputError, match=r"not exactly one other \.onnx: a\.onnx, b\.onnx"):
        opened(folder)
    write_model(folder)
    (folder / "tokenizer.json").unlink()
    with pytest.raises(InputError, match=r"has no tokenizer\.json"):
        opened(folder)


def test_files_that_are_no_model_are_named(tmp_path: Path) -> None:
    folder = write_model(tmp_path / "tiny")
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(InputError, match=r"tokenizer\.json is not a tokenizer"):
        opened(folder).documents(["pears"])
    write_model(folder, inputs=("input_ids", "pixels"))
    with pytest.raises(InputError, match=r"model\.onnx needs the inputs pixels"):
        opened(folder).documents(["pears"])
    (folder / "model.onnx").write_bytes(b"not a model")
    with pytest.raises(InputError, match=r"model\.onnx is not a model that onnxruntime can load"):
        opened(folder).documents(["pears"])
    write_settings(folder, "1_Pooling/config.json", pooling_mode_max_tokens=True)
    with pytest.raises(InputError, match=r"1_Pooling asks for max_tokens"):
        opened(folder)
    (folder / "1_Pooling" / "config.json").write_text("{")
    with pytest.raises(InputError, match=r"config\.json cannot be read"):
        opened(folder)


def test_without_the_extra_the_error_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_model(tmp_path / "tiny")
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(MissingDependencyError, match=r"tiny.*extra `fastembed`"):
        opened(folder)
