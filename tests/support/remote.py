"""Connections of remote seats to an application in the same event loop, which a test can cut."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Literal

import httpx

from tests.support.asgi import Site, Talk

Fault = Literal["unreachable", "lost before", "lost after"]
"""What becomes of a request: nobody listens, or the connection is lost before or after it is executed."""


class AppTransport(httpx.AsyncBaseTransport):
    """Passes requests to a site. `faults` are used up one by one, by requests other than streams."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self.faults: list[Fault] = []
        self.reachable = True
        self.requests: list[str] = []
        self.streams: set[_Body] = set()
        self.flowing = asyncio.Event()
        """Clear it to hold back what the streams deliver."""
        self.flowing.set()

    def cut(self) -> None:
        """Cut all streams."""
        for stream in list(self.streams):
            stream.cut()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        streaming = path.endswith("/stream")
        self.requests.append(f"{request.method} {path.rpartition('/')[2]}")
        fault = None if streaming or not self.faults else self.faults.pop(0)
        if fault == "unreachable" or not self.reachable:
            raise httpx.ConnectError("nobody there")
        if fault == "lost before":
            raise httpx.ReadError("lost")
        content = await request.aread()
        talk = Talk(
            self._site,
            path,
            query=request.url.query.decode(),
            body=json.loads(content) if request.method == "POST" else None,
        )
        talk.scope["headers"] = [(name.lower(), value) for name, value in request.headers.raw]
        await talk.__aenter__()
        body = _Body(self, talk)
        start = await talk.sent.get()
        if fault == "lost after":
            await talk.task
            raise httpx.ReadError("lost")
        if not streaming:
            return httpx.Response(start["status"], headers=start["headers"], content=await talk.whole())
        self.streams.add(body)
        return httpx.Response(start["status"], headers=start["headers"], stream=body)


class _Body(httpx.AsyncByteStream):
    def __init__(self, transport: AppTransport, talk: Talk) -> None:
        self._transport, self._talk = transport, talk

    def cut(self) -> None:
        self._talk.sent.put_nowait(None)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while (part := await self._talk.sent.get()) is not None:
            await self._transport.flowing.wait()
            yield part.get("body", b"")
            if not part.get("more_body"):
                return
        raise httpx.ReadError("lost")

    async def aclose(self) -> None:
        self._transport.streams.discard(self)
        await self._talk.__aexit__(None, asyncio.CancelledError(), None)
