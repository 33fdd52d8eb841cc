"""An LLM of LlamaIndex with the name and the arguments of the one in `llama-index-llms-openai`."""

from typing import Any

import openai
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata


class OpenAI(CustomLLM):
    """Asks the endpoint that the environment names."""

    model: str

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name=self.model)

    def complete(self, prompt: str, formatted: bool = False, **options: Any) -> CompletionResponse:
        messages: list[Any] = [{"role": "user", "content": prompt}]
        reply = openai.OpenAI().chat.completions.create(model=self.model, messages=messages)
        return CompletionResponse(text=reply.choices[0].message.content or "")

    def stream_complete(self, prompt: str, formatted: bool = False, **options: Any) -> CompletionResponseGen:
        yield self.complete(prompt)
