"""Objects that users name by import path (`MODULE:NAME`): retrievers of other systems, options, and embedding models.

Nothing here imports a framework: what a retriever returns is recognised by the attributes it has.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from lgm_core.errors import InputError
from lgm_core.evaluation.question_answering.benchmark_corpus import BenchmarkCorpus
from lgm_core.evaluation.question_answering.plain_reader import Excerpt, Retrieve
from lgm_core.facade.question import AnswerOptions
from lgm_core.vectors.port import Embeddings

__all__ = ["imported_embeddings", "imported_options", "imported_retrieval", "source_fingerprint"]


def imported_embeddings(path: str) -> Embeddings:
    """Return the embedding model at an import path.

    It is `Embeddings`, a function from texts to vectors, or an object with `embed_documents` and `embed_query`.

    Raises:
        InputError: there is nothing of the kind.
    """
    model = _imported(path)
    if isinstance(model, Embeddings):
        return model
    if hasattr(model, "embed_documents") and hasattr(model, "embed_query"):
        return Embeddings(model.embed_documents, lambda texts: [model.embed_query(text) for text in texts])
    if callable(model):
        return Embeddings.of(model)
    raise InputError(f"{path} is neither a function from texts to vectors nor an embedding model: {model!r}")


def imported_options(path: str) -> AnswerOptions | None:
    """Return the options for `ask` at an import path, or None when something else is there.

    Raises:
        InputError: there is nothing.
    """
    found = _imported(path)
    return found if isinstance(found, AnswerOptions) else None


def imported_retrieval(path: str, corpus: BenchmarkCorpus) -> Retrieve:
    """Make a way to retrieve by the factory at an import path.

    The factory takes the corpus (`passages`, `embeddings`, `model`) and returns a function from a question to excerpts,
    or a retriever with an `invoke` that returns documents with `page_content` and `metadata` (LangChain's interface).

    Raises:
        InputError: there is no such factory, or it returns something else.
    """
    factory = _imported(path)
    if not callable(factory):
        raise InputError(f"{path} is not callable; a function is needed that takes the corpus and returns a retriever")
    retriever = factory(corpus)
    retrieve = getattr(retriever, "invoke", retriever)
    if not callable(retrieve):
        raise InputError(f"{path} returned {retriever!r}, which is neither a function nor has it a method `invoke`")

    def excerpts(question: str) -> Sequence[Excerpt]:
        return [_excerpt(path, result) for result in retrieve(question)]

    return excerpts


def source_fingerprint(path: str) -> str:
    """Hash the source of the module of an import path, so that answers made by an older version are not reused."""
    file = getattr(_module(path), "__file__", None)
    return hashlib.sha256(Path(file).read_bytes()).hexdigest() if file else ""


def _imported(path: str) -> Any:  # noqa: ANN401  # whatever the user names
    module, name = _module(path), path.partition(":")[2]
    if not hasattr(module, name):
        raise InputError(f"{path}: the module {module.__name__} has no {name!r}")
    return getattr(module, name)


def _module(path: str) -> Any:  # noqa: ANN401  # a module
    name, colon, attribute = path.partition(":")
    if not (name and colon and attribute):
        raise InputError(f"{path!r} is no import path; write MODULE:NAME, such as my_retrievers:dense")
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))  # as `python -m` does, so that a file beside the user is found
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise InputError(f"{path}: {error}; is it in the current folder, or installed?") from error


def _excerpt(path: str, result: Any) -> Excerpt:  # noqa: ANN401  # whatever a retriever returns
    if isinstance(result, Excerpt):
        return result
    text, metadata = getattr(result, "page_content", None), getattr(result, "metadata", None)
    if not isinstance(text, str) or not isinstance(metadata, dict):
        raise InputError(f"{path} returned {result!r}; an Excerpt or a document with page_content is needed")
    passage_id = metadata.get("id", getattr(result, "id", None))
    return Excerpt(str(passage_id or ""), str(metadata.get("title", "")), text)
