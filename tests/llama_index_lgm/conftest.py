"""What the tests of the LlamaIndex door share."""

from collections.abc import Iterator

import pytest
from llama_index.core import Settings


@pytest.fixture(autouse=True)
def no_settings() -> Iterator[None]:
    """Let no test see the models that another one has set."""
    before = Settings._llm, Settings._embed_model
    Settings._llm = Settings._embed_model = None
    yield
    Settings._llm, Settings._embed_model = before
