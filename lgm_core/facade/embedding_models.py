"""Embedding models as a caller gives them: by name, as the folder of an ONNX model, or as functions."""

from __future__ import annotations

import os
from functools import lru_cache
from os import PathLike
from pathlib import Path

from lgm_core.errors import InputError, shown
from lgm_core.facade.import_paths import imported_object
from lgm_core.vectors.port import Embed, Embeddings

__all__ = ["embedding_model", "named_embeddings"]

_KINDS = ("fastembed", "openai")

_MODEL_NAMES = (
    "fastembed:MODEL (such as fastembed:BAAI/bge-small-en-v1.5), openai:MODEL (openai:text-embedding-3-small), or the "
    "folder of an ONNX model"
)
"""The names of embedding models, for error messages."""

_REMEMBERED = 64
"""Questions whose vectors are kept: to answer one is to rank it several times."""


def embedding_model(embed: Embed | Embeddings | str | PathLike[str]) -> Embeddings:
    """Return an embedding model; a model given by its name is only loaded when it gets its first text.

    Args:
        embed: `fastembed:MODEL`, `openai:MODEL`, the folder of an ONNX model, a function, or `Embeddings`.

    Raises:
        InputError: there is no model of that name, no such folder, or a file is missing in it.
        MissingDependencyError: the extra `fastembed` is needed and not installed.
        LanguageModelSetupError: OpenAI's endpoint needs a key, and there is none.
    """
    if not isinstance(embed, str | PathLike):
        if not (isinstance(embed, Embeddings) or callable(embed)):
            raise InputError(f"{shown(embed)} is no embedding model; use {_MODEL_NAMES}, a function, or Embeddings")
        return Embeddings.of(embed)
    model = _named(os.fspath(embed))
    remembered = lru_cache(_REMEMBERED)(lambda texts: model.questions(list(texts)))
    return Embeddings(model.documents, lambda texts: remembered(tuple(texts)), model.name)


def named_embeddings(name: str) -> Embeddings:
    """Return the embedding model that a command names: as for `LanguageGraph`, or by an import path.

    At the path may be `Embeddings`, a function from texts to vectors, or an object with `embed_documents` and
    `embed_query`.

    Raises:
        InputError: there is no such model or object.
        MissingDependencyError: the model needs the extra `fastembed`, which is not installed.
        LanguageModelSetupError: the model is OpenAI's, and there is no key.
    """
    if _is_model_name(name):
        return embedding_model(name)
    try:
        model = imported_object(name)
    except InputError as error:
        raise InputError(f"{error} (without an import path: {_MODEL_NAMES})") from error
    if isinstance(model, Embeddings):
        return model
    if hasattr(model, "embed_documents") and hasattr(model, "embed_query"):
        return Embeddings(model.embed_documents, lambda texts: [model.embed_query(text) for text in texts], name)
    if callable(model):
        return Embeddings(model, model, name)
    raise InputError(f"{name} is neither a function from texts to vectors nor an embedding model: {model!r}")


def _is_model_name(name: str) -> bool:
    """Tell whether `embedding_model` takes a text as the name of a model or folder, and not as an import path."""
    return name.partition(":")[0] in _KINDS or ":" not in name or Path(name).exists()


def _named(name: str) -> Embeddings:
    kind, _, model = name.partition(":")
    if kind in _KINDS and not model:
        raise InputError(f"{name!r} names no embedding model; use {_MODEL_NAMES}")
    if kind == "fastembed":
        from lgm_core.vectors.fastembed_model import fastembed_embeddings

        return fastembed_embeddings(model)
    if kind == "openai":
        from lgm_core.llm.openai_embeddings import OpenAIEmbeddingModel

        endpoint = OpenAIEmbeddingModel(model)
        return Embeddings(endpoint, endpoint, name)
    folder = Path(name).expanduser()
    if not name or not folder.is_dir():
        raise InputError(f"{shown(name)} is neither the name of an embedding model nor a folder; use {_MODEL_NAMES}")
    from lgm_core.vectors.onnx_folder import onnx_embeddings

    return onnx_embeddings(folder, name)
