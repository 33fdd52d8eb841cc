"""The client of the MCP SDK, of either major version, with what it is told in the protocol's own names."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from mcp import StdioServerParameters

from lgm_core.mcp_server import IS_VERSION_1, MCPServer


class Listening:
    """A session with a server."""

    def __init__(self, session: Any) -> None:
        self._session = session

    async def tools(self) -> list[dict[str, Any]]:
        return [tool.model_dump(by_alias=True) for tool in (await self._session.list_tools()).tools]

    async def names(self) -> list[str]:
        return [tool["name"] for tool in await self.tools()]

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Return the result of a tool, with its text as `text`."""
        told = (await self._session.call_tool(tool, arguments)).model_dump(by_alias=True)
        return told | {"text": "\n".join(part["text"] for part in told["content"])}


@asynccontextmanager
async def client_of(server: MCPServer | StdioServerParameters | str) -> AsyncIterator[Listening]:
    """Connect to a server in this process, to one that a command starts, or to one at an address."""
    async with AsyncExitStack() as stack:
        if not IS_VERSION_1:
            from mcp import Client

            yield Listening(await stack.enter_async_context(Client(server)))
            return
        yield Listening(await _session_of_version_1(stack, server))


async def _session_of_version_1(stack: AsyncExitStack, server: Any) -> Any:
    from mcp import ClientSession
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.memory import create_connected_server_and_client_session

    if isinstance(server, MCPServer):
        return await stack.enter_async_context(create_connected_server_and_client_session(server))
    transport = streamable_http_client(server) if isinstance(server, str) else stdio_client(server)
    reading, writing, *_ = await stack.enter_async_context(transport)
    session = await stack.enter_async_context(ClientSession(reading, writing))
    await session.initialize()
    return session
