"""Documents and an LLM for the tests of the LlamaIndex door."""

import json
import re
from collections.abc import Callable
from typing import Any

from llama_index.core import Document
from llama_index.core.llms import CompletionResponse, CompletionResponseGen, CustomLLM, LLMMetadata
from pydantic import PrivateAttr

APPLE = Document(
    text="Apples are rich in vitamins. An apple is a fruit. Apples are also known as Malus domestica.",
    id_="apple",
    metadata={"title": "Apple", "year": 2020, "tags": ["red", "round"]},
    excluded_llm_metadata_keys=["year"],
)
FRUIT = Document(
    text="Fruits contain sugar. A fruit has seeds.", id_="fruit", metadata={"title": "Fruit", "year": 2019}
)
BOAT = Document(
    text="A boat is a vessel. Boats have hulls, and a hull is made of wood.", id_="boat", metadata={"title": "Boat"}
)
DOCUMENTS = [APPLE, FRUIT, BOAT]
QUESTION = "What are apples rich in?"


def replies(prompt: str) -> str:
    """Reply to each kind of request: repeat a chat's question, answer from the window, cite the first sentence."""
    if "<Follow Up Message>" in prompt:
        return prompt.partition("<Follow Up Message>\n")[2].partition("\n")[0]
    if "Answer the question from the text" in prompt:
        return "Vitamins [1]."
    if "Which of <sentences>" in prompt:
        return json.dumps({"supporting": [int(_shown(prompt)[0])]})
    if "<question>" in prompt:
        first = int(_shown(prompt)[0])
        return json.dumps({"answer": f"Vitamins [{first}].", "citations": [first], "missing": []})
    return "[]"


def _shown(prompt: str) -> list[str]:
    return re.findall(r"^\[(\d+)\]", prompt[prompt.rindex("<sentences>\n") :], re.MULTILINE)


class ScriptedLLM(CustomLLM):
    """A LlamaIndex LLM without a model, which remembers what it was asked."""

    _reply: Callable[[str], str] = PrivateAttr()
    _prompts: list[str] = PrivateAttr(default_factory=list)

    def __init__(self, reply: Callable[[str], str] = replies) -> None:
        super().__init__()
        self._reply = reply

    @property
    def prompts(self) -> list[str]:
        return self._prompts

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata(model_name="scripted")

    def complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponse:
        self._prompts.append(prompt)
        return CompletionResponse(text=self._reply(prompt))

    def stream_complete(self, prompt: str, formatted: bool = False, **kwargs: Any) -> CompletionResponseGen:
        text = ""
        for word in re.findall(r"\s*\S+", self.complete(prompt).text):
            text += word
            yield CompletionResponse(text=text, delta=word)
