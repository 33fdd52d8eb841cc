"""What the tests of the LangChain door share."""

import pytest


@pytest.fixture(params=["sync", "async"])
def convert(request):
    """Turn documents into graph documents either way."""

    async def through(transformer, documents):
        if request.param == "sync":
            return transformer.convert_to_graph_documents(documents)
        return await transformer.aconvert_to_graph_documents(documents)

    return through
