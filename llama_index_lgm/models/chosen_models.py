"""The models of an index: given ones, else those set in LlamaIndex's `Settings`."""

from __future__ import annotations

from functools import lru_cache
from os import PathLike

from llama_index.core.base.embeddings.base import BaseEmbedding
from llama_index.core.embeddings import MockEmbedding
from llama_index.core.llms import MockLLM
from llama_index.core.llms.llm import LLM
from llama_index.core.llms.structured_llm import StructuredLLM
from llama_index.core.settings import Settings

from lgm_core import Embeddings, InputError
from lgm_core.errors import LanguageModelSetupError
from lgm_core.ports import ChatModel
from llama_index_lgm.models.chat_model import LlamaIndexChatModel

__all__ = ["chosen_embeddings", "chosen_model", "host_model"]


_OPENAI_LIKE = (
    "for any OpenAI-compatible endpoint pass `llama_index.llms.openai_like.OpenAILike(model=…, api_base=…, api_key=…, "
    "is_chat_model=True)` (pip install llama-index-llms-openai-like)"
)


def chosen_model(llm: LLM | ChatModel | None, *, setting: str = "llm") -> ChatModel | None:
    """Return the model to use: the one given, else the one set in `Settings`, else None.

    `Settings.llm` is not read: if none is set, it would look for OpenAI's package and key. `Settings.llm = None` sets a
    plain `MockLLM`, which means no model.

    Args:
        llm: the given model.
        setting: the name of the setting, for the error.

    Raises:
        InputError: it is neither a LlamaIndex LLM nor a model of the engine.
    """
    if llm is None and type(Settings._llm) is MockLLM:
        return None
    model = llm if llm is not None else Settings._llm
    if isinstance(model, StructuredLLM):
        model = model.llm  # replies in the form of its class are for readers, not for the engine
    if isinstance(model, LLM):
        return LlamaIndexChatModel(model)
    if model is None or hasattr(model, "acomplete"):
        return model
    raise InputError(f"{setting}={model!r} is neither a LlamaIndex LLM nor a ChatModel of lgm_core")


def host_model(llm: LLM | ChatModel | None, own: LLM | ChatModel | None = None) -> LLM:
    """Return the LLM for LlamaIndex's own chat engines and synthesizers.

    That is the given one, else the index's own, else the one set in `Settings`.

    Raises:
        LanguageModelSetupError: none of them is a LlamaIndex LLM.
    """
    given = [model for model in ((own, Settings._llm) if llm is None else (llm,)) if model is not None]
    for model in given:
        if isinstance(model, LlamaIndexChatModel):
            return model.llm
        if isinstance(model, LLM):
            return model
    need = "chats and LlamaIndex's synthesizers need a LlamaIndex LLM"
    if not given:
        raise LanguageModelSetupError(f"{need}; pass `llm=…` or set `Settings.llm`")
    raise LanguageModelSetupError(
        f"{need}, but llm is a {type(given[0]).__name__}, which only works for answers with citations "
        f"(`as_query_engine(llm=…)` without settings of a synthesizer); {_OPENAI_LIKE}"
    )


def chosen_embeddings(given: BaseEmbedding | str | PathLike[str] | None) -> Embeddings | str | PathLike[str] | None:
    """Return the embedding model for the engine: the given one, else the one set in `Settings`, else None.

    A name is left to the engine. `Settings.embed_model` is not read: if none is set, it would look for OpenAI's package
    and key. `Settings.embed_model = None` sets a plain `MockEmbedding`, which means no model.

    Raises:
        InputError: it is not an embedding model of LlamaIndex.
    """
    if isinstance(given, str | PathLike):
        return given
    model = given if given is not None else Settings._embed_model
    if model is None or type(model) is MockEmbedding:
        return None
    if not isinstance(model, BaseEmbedding):
        raise InputError(f"embed_model={model!r} is neither a LlamaIndex embedding model nor a name")

    @lru_cache(maxsize=64)  # a question is ranked several times: to answer it, and to score citations
    def embed_question(question: str) -> list[float]:
        vector: list[float] = model.get_query_embedding(question)
        return vector

    def embed_questions(questions: list[str]) -> list[list[float]]:
        return [embed_question(question) for question in questions]

    return Embeddings(documents=model.get_text_embedding_batch, questions=embed_questions, name=model.model_name)
