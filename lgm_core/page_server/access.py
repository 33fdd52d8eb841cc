"""Access to the pages of a server: by its token, and under a local name of this machine."""

from __future__ import annotations

import hmac
import secrets

__all__ = ["HOSTS", "Access"]

HOSTS = ("127.0.0.1", "localhost")
"""The names under which a machine reaches only itself; the first is an address."""


class Access:
    """The token of a server, and the host names of its address.

    Any web page in a browser can send requests to this machine, but it lacks the token. If it makes its own host name
    point here (DNS rebinding), the request contains that name and is refused.

    Attributes:
        token: the secret in the address that the user is given; never logged.
        cookie: the name of the cookie with the token, which includes the port, since cookies apply to all ports.
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self.cookie = f"lgm-{port}"
        self._hosts = {f"{name}:{port}" for name in HOSTS} | ({*HOSTS} if port == 80 else set())

    def is_host(self, names: list[str]) -> bool:
        """Tell whether the `Host` headers of a request name this server."""
        return len(names) == 1 and names[0].lower() in self._hosts

    def is_token(self, given: str) -> bool:
        """Tell whether a text is the token, in constant time."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    def has_cookie(self, header: str) -> bool:
        """Tell whether a `Cookie` header, perhaps with cookies of other programs on this machine, has the token."""
        pairs = (pair.strip().partition("=") for pair in header.split(";"))
        return any(name == self.cookie and self.is_token(value) for name, _, value in pairs)

    def cookie_header(self) -> str:
        """Return the header that sets the cookie, invisible to scripts and other sites."""
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
