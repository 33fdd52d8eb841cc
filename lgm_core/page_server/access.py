"""Who may read the pages of a server: whoever has its token, under a name of this machine."""

from __future__ import annotations

import hmac
import secrets

__all__ = ["HOSTS", "Access"]

HOSTS = ("127.0.0.1", "localhost")
"""The names under which a machine reaches itself alone; the first is an address."""


class Access:
    """The token of a server, and the names it answers to.

    A web page of anyone that a browser shows can send requests to this machine. It has no token, and where its own name
    is made to lead here, the request tells that name (DNS rebinding).

    Attributes:
        token: what the address has that the person is told; it is in no log.
        cookie: the name of the cookie that keeps it; cookies know no ports, so that the name has the port.
    """

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self.cookie = f"lgm-{port}"
        self._hosts = {f"{name}:{port}" for name in HOSTS} | ({*HOSTS} if port == 80 else set())

    def is_host(self, names: list[str]) -> bool:
        """Tell whether a request was sent to this machine by its own name, from its `Host` headers."""
        return len(names) == 1 and names[0].lower() in self._hosts

    def is_token(self, given: str) -> bool:
        """Tell whether a text is the token, in the same time for all texts of a length."""
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    def has_cookie(self, header: str) -> bool:
        """Tell whether a `Cookie` header has the token.

        Cookies of this machine know no ports: those of other programs on it come too, in whatever form they have.
        """
        pairs = (pair.strip().partition("=") for pair in header.split(";"))
        return any(name == self.cookie and self.is_token(value) for name, _, value in pairs)

    def cookie_header(self) -> str:
        """Return what sets the cookie, for this server alone, out of reach of scripts and of other sites."""
        return f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
