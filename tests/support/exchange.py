"""One request, stream or socket of an application, message by message, with every byte that it sends."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from starlette.types import ASGIApp

SECONDS = 20
"""After this time an application that sends nothing is stuck."""


@dataclass(frozen=True)
class Call:
    """A request, or the handshake of a socket with the texts that are sent on it."""

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    texts: tuple[str, ...] = ()
    guessed: bool = False
    """Whether it has parameters that nobody documented."""

    def scope(self) -> dict[str, Any]:
        socket = self.method == "SOCKET"
        return {
            "type": "websocket" if socket else "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET" if socket else self.method,
            "scheme": "ws" if socket else "http",
            "path": self.path,
            "raw_path": quote(self.path).encode(),
            "query_string": urlencode(self.query).encode(),
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in self.headers],
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
            "extensions": {"websocket.http.response": {}},
            "subprotocols": [],
        }

    def __str__(self) -> str:
        shown = ", ".join(name for name, _ in self.query[:3])
        return f"{self.method} {self.path}" + (f" with {shown}" if shown else "")


@dataclass
class Answer:
    """What the application sent: the status, and every byte of every message."""

    status: int = 0
    sent: list[str] = field(default_factory=list)


async def exchange(app: ASGIApp, call: Call) -> Answer:
    """Send a call and return its answer. An endless answer is left after its first part."""
    answer, news = Answer(), asyncio.Condition()
    waiting = _incoming(call)

    async def receive() -> dict[str, Any]:
        message, after = waiting.pop(0) if len(waiting) > 1 else waiting[0]
        async with news:
            await news.wait_for(lambda: len(answer.sent) >= after)
        return message

    async def send(message: Any) -> None:
        if message["type"].endswith("response.start"):
            answer.status = message["status"]
        elif message["type"] == "websocket.accept":
            answer.status = 101
        async with news:
            answer.sent.append(repr(sorted(message.items())))
            news.notify_all()

    async with asyncio.timeout(SECONDS):
        await app(call.scope(), receive, send)
    return answer


def _incoming(call: Call) -> list[tuple[dict[str, Any], int]]:
    """Return what the application receives, each with the number of messages that it sends before.

    A socket accepts, shows the table, and answers each text. Then the client leaves.
    """
    if call.method != "SOCKET":
        request = {"type": "http.request", "body": call.body, "more_body": False}
        return [(request, 0), ({"type": "http.disconnect"}, 2)]
    texts: Sequence[Any] = [{"type": "websocket.receive", "text": text} for text in call.texts]
    messages = [{"type": "websocket.connect"}, *texts, {"type": "websocket.disconnect", "code": 1005}]
    return [(message, place + 1 if place else 0) for place, message in enumerate(messages)]
