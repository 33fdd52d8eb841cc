"""What the tests of extractors share."""

import asyncio
from typing import Any

import pytest
from llama_index.core.schema import TextNode, TransformComponent


@pytest.fixture(params=["sync", "async"])
def extract(request: pytest.FixtureRequest) -> Any:
    """Extract from nodes either way."""

    def through(extractor: TransformComponent, nodes: list[TextNode]) -> Any:
        return extractor(nodes) if request.param == "sync" else asyncio.run(extractor.acall(nodes))

    return through
