"""An embedding model in a folder, as exported to ONNX, run by onnxruntime on this machine's processor.

The folder holds `model.onnx` (or `onnx/model.onnx`, or one file of another name) and `tokenizer.json`. What Sentence
Transformers write beside them is followed if it is there: `1_Pooling/config.json`, the prompts of
`config_sentence_transformers.json`, and the limits of `sentence_bert_config.json` and `tokenizer_config.json`.
"""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from lgm_core.errors import InputError, missing_extra
from lgm_core.vectors.model_families import ModelFamily, family_of
from lgm_core.vectors.port import Embeddings
from lgm_core.vectors.text_batches import embedded_in_batches
from lgm_core.worker_threads import available_cores

__all__ = ["model_threads", "onnx_embeddings"]

_MOST_THREADS = 8
"""Small models gain little from more threads."""

_USUAL_LIMIT = 512
"""Tokens of a text, if no file of the model says how many it can take."""

_INPUTS = {"input_ids", "attention_mask", "token_type_ids"}

_POOLINGS = {"cls_token": "cls", "mean_tokens": "mean", "lasttoken": "last"}
"""Poolings by their keys in `1_Pooling/config.json`, there after `pooling_mode_`."""


def model_threads() -> int:
    """Return how many threads a model on this machine takes."""
    return min(available_cores(), _MOST_THREADS)


def onnx_embeddings(folder: Path, name: str) -> Embeddings:
    """Return the embedding model of a folder, which is loaded when it gets its first text; long texts are cut.

    Args:
        folder: the folder of the model.
        name: the name of the model, for messages.

    Raises:
        InputError: a file is missing in the folder, or unreadable; later, onnxruntime cannot run the model.
        MissingDependencyError: the extra `fastembed` is not installed.
    """
    if find_spec("onnxruntime") is None or find_spec("tokenizers") is None:
        raise missing_extra(f"the embedding model {name}", "fastembed")
    family = _family(folder)
    model = _OnnxModel(_model_file(folder), _tokenizer_file(folder), family.pooling, _limit(folder))
    return family.embeddings(model, model, name)


class _OnnxModel:
    """A model, loaded on first use; safe to use from several threads."""

    def __init__(self, file: Path, tokenizer: Path, pooling: str, limit: int) -> None:
        self._file, self._tokenizer_file, self._pooling, self._limit = file, tokenizer, pooling, limit
        self._lock = Lock()
        self._loaded: tuple[Any, Any, set[str]] | None = None

    def __call__(self, texts: list[str]) -> npt.NDArray[np.float32]:
        """Return vectors of texts, of shape (texts, dimensions)."""
        return embedded_in_batches(self._batch, texts)

    def _batch(self, texts: list[str]) -> npt.NDArray[np.float32]:
        session, tokenizer, inputs = self._load()
        encoded = tokenizer.encode_batch(texts)
        ids = np.array([each.ids for each in encoded], dtype=np.int64)
        mask = np.array([each.attention_mask for each in encoded], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            output = session.run(None, {name: given[name] for name in inputs})[0]
        except Exception as error:  # onnxruntime's own, of no common class
            raise InputError(f"{self._file}: onnxruntime cannot run this model: {error}") from error
        return np.asarray(output) if output.ndim == 2 else _pooled(output, mask, self._pooling)

    def _load(self) -> tuple[Any, Any, set[str]]:
        with self._lock:
            if self._loaded is None:
                session, tokenizer = _session(self._file), _tokenizer(self._tokenizer_file, self._limit)
                inputs = {each.name for each in session.get_inputs()}
                if unknown := inputs - _INPUTS:
                    raise InputError(
                        f"{self._file} needs the inputs {', '.join(sorted(unknown))}, so it is not a model that embeds "
                        f"texts; those take {', '.join(sorted(_INPUTS))}"
                    )
                self._loaded = session, tokenizer, inputs
            return self._loaded


def _session(file: Path) -> Any:  # noqa: ANN401  # onnxruntime tells no types
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = model_threads(), 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # no core is busy with waiting
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime's own, of no common class
        raise InputError(f"{file} is not a model that onnxruntime can load: {error}") from error


def _tokenizer(file: Path, limit: int) -> Any:  # noqa: ANN401  # the package tells no types
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(file))
    except Exception as error:  # the package raises plain exceptions
        raise InputError(f"{file} is not a tokenizer of the package `tokenizers`: {error}") from error
    padding = tokenizer.padding or {}
    token = next((t for t in ("[PAD]", "<pad>") if tokenizer.token_to_id(t) is not None), "[PAD]")
    token = padding.get("pad_token", token)
    tokenizer.enable_truncation(limit)
    tokenizer.enable_padding(pad_id=padding.get("pad_id", tokenizer.token_to_id(token) or 0), pad_token=token)
    return tokenizer


def _pooled(tokens: npt.NDArray[Any], mask: npt.NDArray[np.int64], pooling: str) -> npt.NDArray[np.float32]:
    """Return a vector for each text from those of its tokens, of shape (texts, tokens, dimensions)."""
    if pooling == "cls":
        return np.asarray(tokens[:, 0])
    if pooling == "last":
        return np.asarray(tokens[np.arange(len(tokens)), mask.sum(axis=1) - 1])
    return np.asarray((tokens * mask[:, :, None]).sum(axis=1) / np.maximum(mask.sum(axis=1, keepdims=True), 1))


def _model_file(folder: Path) -> Path:
    """Return the model of a folder: `model.onnx`, else the only other one."""
    files = [file for place in (folder, folder / "onnx") for file in sorted(place.glob("*.onnx"))]
    chosen = [file for file in files if file.name == "model.onnx"][:1] or files
    if len(chosen) != 1:
        found = ", ".join(file.name for file in files) or "none"
        raise InputError(f"{folder} has no model.onnx (nor onnx/model.onnx), and not exactly one other .onnx: {found}")
    return chosen[0]


def _tokenizer_file(folder: Path) -> Path:
    file = folder / "tokenizer.json"
    if not file.is_file():
        raise InputError(f"{folder} has no tokenizer.json, which comes with the model; copy it there too")
    return file


def _family(folder: Path) -> ModelFamily:
    """Return how the model is used: as its files say, else like others of its name."""
    path = folder.resolve()
    family = family_of(path.parents[1].name if path.parent.name == "snapshots" else path.name)  # as hubs keep models
    modes = _settings(folder / "1_Pooling" / "config.json")
    chosen = [key.removeprefix("pooling_mode_") for key, value in modes.items() if value is True and "mode" in key]
    if (chosen and chosen[0] not in _POOLINGS) or len(chosen) > 1:
        raise InputError(f"{folder}/1_Pooling asks for {', '.join(chosen)}; one of {', '.join(_POOLINGS)} is supported")
    prompts = _settings(folder / "config_sentence_transformers.json").get("prompts") or {}
    return replace(
        family,
        pooling=_POOLINGS[chosen[0]] if chosen else family.pooling,
        question=prompts.get("query") or family.question,
        document=prompts.get("document") or prompts.get("passage") or family.document,
    )


def _limit(folder: Path) -> int:
    """Return how many tokens of a text the model takes."""
    for file, key in (("sentence_bert_config.json", "max_seq_length"), ("tokenizer_config.json", "model_max_length")):
        limit = _settings(folder / file).get(key)
        if isinstance(limit, int) and 0 < limit < 1_000_000:  # larger ones mean that none is known
            return limit
    return _USUAL_LIMIT


def _settings(file: Path) -> dict[str, Any]:
    """Return the settings of a file, none if it does not exist."""
    if not file.is_file():
        return {}
    try:
        settings = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{file} cannot be read: {error}") from error
    return settings if isinstance(settings, dict) else {}
