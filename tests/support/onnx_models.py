"""Tiny embedding models in folders, as real ones are exported: a token's vector is its row in a table."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer, models, pre_tokenizers, processors

WORDS = "[PAD] [UNK] [CLS] [SEP] apples are fruit pears trees query : what rich in represent this sentence".split()
TABLE = np.random.default_rng(7).normal(size=(len(WORDS), 6)).astype(np.float32)
"""The vector of each word."""


def row(word: str) -> np.ndarray:
    """Return the vector of a word."""
    return TABLE[WORDS.index(word)]


def write_model(folder: Path, *, name: str = "model.onnx", inputs: tuple[str, ...] = ("input_ids", "attention_mask")):
    """Write a model and its tokenizer into a folder; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = ["texts", "tokens"]
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "tiny",
        [helper.make_tensor_value_info(each, TensorProto.INT64, shape) for each in inputs],
        [helper.make_tensor_value_info("last_hidden_state", TensorProto.FLOAT, [*shape, TABLE.shape[1]])],
        [numpy_helper.from_array(TABLE, "table")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    onnx.save(model, str(path))
    tokenizer = Tokenizer(models.WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def write_settings(folder: Path, file: str, **settings: Any) -> None:
    """Write a file of settings of a model."""
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text(json.dumps(settings), encoding="utf-8")
