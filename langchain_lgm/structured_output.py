"""Structured output by the means of LangChain's chat models, also of those wrapped in retries and fallbacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import Runnable, RunnableWithFallbacks
from langchain_core.runnables.base import RunnableBindingBase

__all__ = ["structured"]

_Model = Runnable[Any, Any]


def structured(model: _Model, schema: Mapping[str, Any]) -> _Model:
    """Return a model that replies by a JSON schema, wrapped as it is: what it returns has `raw` and `parsed`.

    Args:
        model: a chat model, or what `with_retry`, `with_config` or `with_fallbacks` make of some.
        schema: the schema of an object.

    Raises:
        NotImplementedError: a model of these has no structured output, or arguments bound to it, which would be lost.
        ValueError: a model has it only for schemas of another kind.
    """
    if isinstance(model, RunnableWithFallbacks):
        first, *others = (structured(each, schema) for each in (model.runnable, *model.fallbacks))
        return model.model_copy(update={"runnable": first, "fallbacks": others})
    if isinstance(model, RunnableBindingBase):
        if model.kwargs:
            raise NotImplementedError(f"{model.kwargs} are bound to the model, which structured output would lose")
        return model.model_copy(update={"bound": structured(model.bound, schema)})
    if not hasattr(model, "with_structured_output"):
        raise NotImplementedError(f"{type(model).__name__} has no structured output")
    named = {"title": "reply", "description": "The reply, in the form asked for.", **schema}
    made: _Model = model.with_structured_output(named, include_raw=True)
    return made
