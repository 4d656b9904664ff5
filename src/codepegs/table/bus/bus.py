"""Interface of a bus: it carries payloads between the server processes at one archive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Bus(Protocol):
    """Sends each payload to all processes, this one included. It may lose some when a connection breaks."""

    @property
    def connected(self) -> bool:
        """Whether this process receives the messages of the others now."""

    def send(self, payloads: list[str]) -> None:
        """Queue payloads, and return at once. The bus forgets them if it is not connected."""

    async def drain(self) -> None:
        """Wait a moment until everything is sent."""

    async def run(self, *, on_payload: Callable[[str], None], on_connect: Callable[[], None]) -> None:
        """Connect and listen until cancelled, and reconnect after a failure.

        Calls `on_connect` after each connection, and then `on_payload` for each payload.
        """
