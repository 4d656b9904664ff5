"""Errors of the client."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class NoConnection(CodepegsError):
    """The client cannot reach the server at `url`."""

    def __init__(self, url: str) -> None:
        super().__init__(f"Cannot connect to {url}. Check the address and that the server is running.")
        self.url = url
