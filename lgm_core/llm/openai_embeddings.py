"""Embedding models of any endpoint that speaks OpenAI's embeddings API, through the `openai` package."""

from __future__ import annotations

from lgm_core.errors import LanguageModelError
from lgm_core.llm.openai_endpoint import OpenAIEndpoint

__all__ = ["OpenAIEmbeddingModel"]

_MOST_BYTES = 8191
"""Longer texts are cut: OpenAI's models take 8,191 tokens, and no token is less than a byte of UTF-8."""

_MOST_BYTES_OF_REQUEST = 250_000
"""Texts of more bytes are sent in several requests: OpenAI takes 300,000 tokens in one."""


class OpenAIEmbeddingModel:
    """An embedding model behind an OpenAI-compatible endpoint; safe to share between threads.

    Retries with back-off after rate limits, server errors and time-outs are the `openai` package's own.

    Args:
        model: name of the model.
        base_url: address of the endpoint; else OPENAI_BASE_URL, else OpenAI's own.
        api_key: else OPENAI_API_KEY; may be missing when the endpoint is not OpenAI's own.
        timeout: seconds without any data after which an attempt is given up.
        max_retries: attempts after the first.

    Raises:
        LanguageModelSetupError: there is no key for an endpoint that needs one.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        max_retries: int = 5,
    ) -> None:
        self._model = model
        self._endpoint = OpenAIEndpoint(base_url, api_key, timeout, max_retries)

    def __repr__(self) -> str:
        """Show the model and its address, never the key."""
        return f"OpenAIEmbeddingModel({self._model!r}, base_url={str(self._endpoint)!r})"

    def __call__(self, texts: list[str]) -> list[list[float]]:
        """Return a vector for each text; long texts are cut.

        Raises:
            LanguageModelSetupError: the endpoint refuses the key or knows no such model.
            LanguageModelError: no usable response after all attempts.
        """
        vectors: list[list[float]] = []
        request: list[str] = []
        size = 0
        for text in map(_cut, texts):
            length = len(text.encode())
            if request and size + length > _MOST_BYTES_OF_REQUEST:
                vectors += self._requested(request)
                request, size = [], 0
            request.append(text)
            size += length
        return vectors + self._requested(request) if request else vectors

    def _requested(self, texts: list[str]) -> list[list[float]]:
        import openai

        try:
            response = self._endpoint.client().embeddings.create(model=self._model, input=texts)
            found = {each.index: each.embedding for each in response.data}
        except (openai.OpenAIError, ValueError, TypeError, AttributeError) as error:  # the package checks no shapes
            self._endpoint.fail(error, f"{self._model!r} in `openai:{self._model}`")
        if set(found) != set(range(len(texts))):
            raise LanguageModelError(f"{self._endpoint} sent {len(found)} vectors for {len(texts)} texts")
        return [found[place] for place in range(len(texts))]


def _cut(text: str) -> str:
    return text.encode("utf-8", "replace")[:_MOST_BYTES].decode("utf-8", "ignore")
