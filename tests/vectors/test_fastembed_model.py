"""Models of FastEmbed by their names: loaded by FastEmbed itself, from a folder where it keeps what it fetched."""

import sys
from pathlib import Path

import numpy as np
import pytest
from fastembed import TextEmbedding
from fastembed.common.model_description import ModelSource, PoolingType

from lgm_core.errors import InputError, MissingDependencyError
from lgm_core.vectors.fastembed_model import fastembed_embeddings
from lgm_core.vectors.onnx_folder import onnx_embeddings
from lgm_core.vectors.unit_vectors import unit_vectors
from tests.support.onnx_models import write_model, write_settings

TEXTS = ["apples are fruit", "pears", "what are trees rich in"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let FastEmbed keep models here, and know one more, from where nothing answers."""
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    if "tiny/e5-small" not in (each["model"] for each in TextEmbedding.list_supported_models()):
        source = ModelSource(url="http://127.0.0.1:9/e5-small.tar.gz")
        TextEmbedding.add_custom_model(
            "tiny/e5-small", PoolingType.MEAN, normalization=True, sources=source, dim=6, model_file="model.onnx"
        )
    return tmp_path


def test_a_model_is_loaded_and_used_with_the_prefixes_of_its_family(cache: Path) -> None:
    folder = write_model(cache / "e5-small")
    write_settings(folder, "tokenizer_config.json", model_max_length=8, pad_token="[PAD]")
    write_settings(folder, "config.json", pad_token_id=0)
    write_settings(folder, "special_tokens_map.json", pad_token="[PAD]")
    model, own = fastembed_embeddings("Tiny/E5-small"), onnx_embeddings(folder, "own")
    assert model.name == "fastembed:Tiny/E5-small"
    for embed, expected in ((model.documents, own.documents), (model.questions, own.questions)):
        np.testing.assert_allclose(unit_vectors(embed, TEXTS), unit_vectors(expected, TEXTS), atol=1e-6)
    assert (unit_vectors(model.documents, TEXTS) != unit_vectors(model.questions, TEXTS)).any()


def test_a_model_that_cannot_be_fetched_is_named_with_what_to_do(cache: Path) -> None:
    model = fastembed_embeddings("tiny/e5-small")
    with pytest.raises(MissingDependencyError, match=r"tiny/e5-small could not be fetched.*FASTEMBED_CACHE_PATH"):
        model.documents(["pears"])


def test_an_unknown_model_is_named_with_a_similar_one() -> None:
    with pytest.raises(InputError, match=r"no model 'BAAI/bge-smal-en-v1.5' \(perhaps BAAI/bge-small-en-v1\.5\)"):
        fastembed_embeddings("BAAI/bge-smal-en-v1.5")


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(MissingDependencyError, match=r"fastembed:BAAI/bge-small-en-v1\.5.*extra `fastembed`"):
        fastembed_embeddings("BAAI/bge-small-en-v1.5")
