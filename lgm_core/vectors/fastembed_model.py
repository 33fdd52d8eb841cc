"""Embedding models by FastEmbed, which fetches their ONNX files once and runs them on this machine, without PyTorch."""

from __future__ import annotations

from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError, MissingDependencyError, missing_extra, nearest_name
from lgm_core.vectors.model_families import family_of
from lgm_core.vectors.onnx_folder import model_threads
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.text_batches import embedded_in_batches

if TYPE_CHECKING:
    from fastembed import TextEmbedding

__all__ = ["fastembed_embeddings"]


def fastembed_embeddings(model: str) -> Embeddings:
    """Return a model of FastEmbed, which is fetched and loaded when it gets its first text; long texts are cut.

    Args:
        model: its name in FastEmbed, such as `BAAI/bge-small-en-v1.5`.

    Raises:
        InputError: FastEmbed has no model of that name.
        MissingDependencyError: the extra `fastembed` is not installed; later, the model cannot be fetched.
    """
    try:
        from fastembed import TextEmbedding
    except ImportError as error:
        raise missing_extra(f"the embedding model fastembed:{model}", "fastembed") from error
    known = {each["model"].lower(): each["model"] for each in TextEmbedding.list_supported_models()}
    if model.lower() not in known:
        near = nearest_name(model.lower(), known)
        raise InputError(
            f"FastEmbed has no model {model!r}{f' (perhaps {known[near]})' if near else ''}; its models are those of "
            "`fastembed.TextEmbedding.list_supported_models()`; for any other name the folder of its ONNX files"
        )
    loaded = _LoadedOnce(known[model.lower()])
    return family_of(model).embeddings(
        partial(_embedded, loaded, "passage_embed"), partial(_embedded, loaded, "query_embed"), f"fastembed:{model}"
    )


class _LoadedOnce:
    """A model, loaded on first use by whichever thread comes first."""

    def __init__(self, model: str) -> None:
        self._name, self._lock = model, Lock()
        self._model: TextEmbedding | None = None

    def get(self) -> TextEmbedding:
        """Return the loaded model."""
        from fastembed import TextEmbedding

        with self._lock:
            if self._model is None:
                try:
                    self._model = TextEmbedding(self._name, threads=model_threads())
                except Exception as error:  # of its own, of its network library, of onnxruntime
                    raise MissingDependencyError(
                        f"the embedding model {self._name} could not be fetched or loaded ({error}); check the "
                        "network, set FASTEMBED_CACHE_PATH to a folder that has it, or name a folder with its files"
                    ) from error
            return self._model


def _embedded(model: _LoadedOnce, method: str, texts: list[str]) -> npt.NDArray[np.float32]:
    """Return vectors of texts, of shape (texts, dimensions), by a method of FastEmbed for documents or questions."""
    embed = getattr(model.get(), method)
    return embedded_in_batches(lambda batch: list(embed(batch)), texts)
