"""LlamaIndex's language and embedding models as the engine takes them."""

from __future__ import annotations

from llama_index_lgm.models.chat_model import LlamaIndexChatModel
from llama_index_lgm.models.chosen_models import chosen_embeddings, chosen_model, host_model

__all__ = ["LlamaIndexChatModel", "chosen_embeddings", "chosen_model", "host_model"]
