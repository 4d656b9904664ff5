"""Errors of the server process."""

from __future__ import annotations

from codepegs.errors import CodepegsError


class CannotListen(CodepegsError):
    """No server can listen at `host` and `port`, for `reason`."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        at = f"{host}, port {port}"
        super().__init__(f"No server can listen at {at}: {reason}. Choose --port, or --port 0.")
        self.host, self.port, self.reason = host, port, reason
