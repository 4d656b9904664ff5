"""Errors of the server process."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class CannotListen(CodepegsError):
    """The server cannot listen on `host` and `port`, for `reason`."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(
            f"Cannot listen on {host} port {port}: {reason}. "
            "Choose another port, or use --port 0 for any free one."
        )
        self.host, self.port, self.reason = host, port, reason
