"""Talking to the application message by message, so that a test decides who waits for whom."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from types import TracebackType
from typing import Any, Self

from starlette.applications import Starlette

from codepegs.protocol.view import View
from codepegs.server.http.tokens import TokenIssuer
from codepegs.server.ops.config import Config
from codepegs.storage.archive import MatchId
from codepegs.storage.tables import Tables
from codepegs.table import commands, seats
from codepegs.table.registry import TableRegistry
from codepegs.table.seats import ClientId
from codepegs.table.session import TableSession
from tests.support.memory_store import MemoryTables
from tests.support.world import CONFIG, Hands, make_app

INVITATION, KEY = "token in the link", "k" * 22


class Site:
    """Application in this event loop, with a table for Ada and Bob."""

    def __init__(self, made: Starlette, archive: Any, hands: Hands) -> None:
        self.app, self.archive, self.hands = made, archive, hands
        self.tokens: dict[str, str] = {}
        self.table = MatchId("")
        self.welcome("Ada", "Bob")

    @property
    def registry(self) -> TableRegistry[View, bytes]:
        registry: TableRegistry[View, bytes] = self.app.state.context.registry
        return registry

    def welcome(self, *people: str) -> None:
        """Give people tokens."""
        issuer: TokenIssuer = self.app.state.context.issuer
        self.tokens |= {who: issuer.issue(sha256(who.encode()).hexdigest()[:43]) for who in people}

    def client_id(self, who: str) -> ClientId:
        return seats.client_id(self.tokens[who])

    async def open(
        self, who: str, edition: str = "mini", *, players: commands.Names, games: int = 2, **terms: Any
    ) -> TableSession[View, bytes]:
        """Open a table for `who`. The invitation to it is INVITATION."""
        table = commands.open_table(
            table_id=self.app.state.context.random_source.match_id(),
            edition=edition,
            games=games,
            players=players,
            client=self.client_id(who),
            invitation=seats.invitation_hash(INVITATION),
            **terms,
        )
        return await self.registry.open(table, self.client_id(who), key="k", admit=lambda: None)

    async def seat(self, edition: str = "mini", *, games: int = 2) -> MatchId:
        self.table = (await self.open("Ada", edition, players=("Ada", None), games=games)).table.id
        joined = await self.post("join", {"invitation": INVITATION, "name": "Bob"}, who="Bob")
        assert joined[0] == 200, joined
        return self.table

    async def play(self, who: str, text: str, *, key: str | None = None, moves: int | None = None) -> Any:
        seen = (await self.registry.table(self.table)).table.moves if moves is None else moves
        return await self.post("moves", {"key": key or f"k{seen}", "moves": seen, "move": text}, who=who)

    async def post(self, what: str, body: Any, *, who: str) -> tuple[int, Any]:
        """Send a command to the table."""
        body = {"key": KEY} | body if what == "join" else body
        return await self.post_to(f"/api/tables/{self.table}/{what}", body, who=who)

    async def post_to(self, path: str, body: Any, *, who: str) -> tuple[int, Any]:
        async with Talk(self, path, who=who, body=body) as talk:
            text = await talk.whole()
        return talk.status, json.loads(text)


class Talk:
    """Request or WebSocket. Messages of the application go to `sent` while `open` is set."""

    def __init__(
        self,
        site: Site,
        path: str,
        *,
        who: str | None = None,
        query: str = "",
        body: Any = None,
        socket: bool = False,
    ) -> None:
        headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
        if who is not None:
            headers.append((b"authorization", f"Bearer {site.tokens[who]}".encode()))
        self.scope: dict[str, Any] = {
            "type": "websocket" if socket else "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "GET" if body is None else "POST",
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "server": ("testserver", 80),
            "extensions": {"websocket.http.response": {}},
        }
        self.sent: asyncio.Queue[Any] = asyncio.Queue()
        self.open = asyncio.Event()
        self.open.set()
        self.status = 0
        self.told: asyncio.Queue[Any] = asyncio.Queue()
        self._site = site
        if socket:
            self.told.put_nowait({"type": "websocket.connect"})
        else:
            content = b"" if body is None else json.dumps(body).encode()
            self.told.put_nowait({"type": "http.request", "body": content, "more_body": False})

    async def __aenter__(self) -> Self:
        self.task = asyncio.create_task(self._site.app(self.scope, self.told.get, self._send))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.open.set()
        gone = "websocket.disconnect" if self.scope["type"] == "websocket" else "http.disconnect"
        self.told.put_nowait({"type": gone, "code": 1005})
        if error is not None:
            self.task.cancel()
        await asyncio.wait([self.task])

    async def _send(self, message: Any) -> None:
        await self.open.wait()
        if message["type"].endswith("response.start"):
            self.status = message["status"]
        self.sent.put_nowait(message)

    async def whole(self) -> bytes:
        """Return the whole body of a response that ends."""
        await self.task
        parts = [self.sent.get_nowait() for _ in range(self.sent.qsize())]
        return b"".join(part.get("body", b"") for part in parts)

    def tell(self, message: Any) -> None:
        """Send a message over the socket, as JSON unless it is a string."""
        text = message if isinstance(message, str) else json.dumps(message)
        self.told.put_nowait({"type": "websocket.receive", "text": text})

    async def message(self) -> dict[str, Any]:
        """Return the next message of a stream or socket, except who is there or asks to play, or its end."""
        while True:
            sent = await self.sent.get()
            if sent["type"] in ("http.response.start", "websocket.accept"):
                continue
            if sent["type"] == "websocket.close":
                return {"close": sent["code"], "reason": sent["reason"]}
            text = sent.get("text") or sent.get("body", b"").decode()
            if text.strip():
                found: dict[str, Any] = json.loads(text)
                if not found.keys() & {"here", "asks"}:
                    return found


@asynccontextmanager
async def site(
    config: Config = CONFIG, *, archive: Tables | None = None, **limits: Any
) -> AsyncIterator[Site]:
    """Run an application in this event loop; `limits` are fields of `Limits`."""
    hands = Hands()
    kept: Tables = archive or MemoryTables()
    made = make_app(config, kept, hands, **limits)
    async with made.router.lifespan_context(made):
        yield Site(made, kept, hands)
