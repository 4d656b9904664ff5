"""Clients of a real server on this machine, each with an address of its own in 127.0.0.0/8.

The server sees them as different addresses, so that an attacker and an innocent player have limits
of their own. All of them run in one event loop.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Self
from urllib.parse import quote, urlsplit

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds after which a server is not serving at all."""
CODE, GUESSES, ROWS = "RRRR", ("BYGW", "YGWB", "GWBY", "WBYG"), 10


@dataclass
class Target:
    """A running server: where it is, and what the system says about its process."""

    url: str
    pid: int
    log: Path
    large: str = ""
    """A table with a long match."""
    schemas: dict[str, Any] = field(default_factory=dict)

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 80

    def memory(self) -> int:
        """Return the bytes that the server has in memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    def log_size(self) -> int:
        return self.log.stat().st_size

    async def describe(self) -> Self:
        """Read the API description, from which clients learn which messages need a key."""
        async with Client(self, "127.0.0.9") as client:
            description = (await client.call("GET", "/api/openapi.json")).json()
        self.schemas = description["components"]["schemas"]
        return self

    def keyed(self, kind: str, **body: Any) -> dict[str, Any]:
        """Return a message, with a new key if messages of this kind have one."""
        has_key = "key" in self.schemas[kind]["properties"]
        return body | ({"key": secrets.token_hex(16)} if has_key and "key" not in body else {})

    async def internal_errors(self) -> int:
        async with Client(self, "127.0.0.9") as client:
            text = (await client.call("GET", "/metrics")).body.decode()
        return int(float(text.partition("\ncodepegs_internal_errors_total ")[2].split()[0]))


@dataclass(frozen=True)
class Reply:
    """Response to a request."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    cookie: str = ""
    """The cookies that it sets, as a browser sends them back."""

    def json(self) -> Any:
        return json.loads(self.body)


class Client:
    """HTTP client with one connection, which is opened again if the server closes it."""

    def __init__(self, target: Target, source: str, *, token: str | None = None) -> None:
        self.target, self.source, self.token = target, source, token
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].transport.abort()
            self._streams = None

    async def introduce(self) -> Self:
        """Get a token."""
        self.token = (await self.done("POST", "/api/tokens", {}))["token"]
        return self

    async def open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return the streams of the connection."""
        if self._streams is None:
            self._streams = await asyncio.open_connection(
                "127.0.0.1", self.target.port, local_addr=(self.source, 0), limit=1 << 24
            )
        return self._streams

    def head(self, method: str, path: str, size: int, **headers: str) -> bytes:
        """Return the head of a request."""
        lines = {"host": f"127.0.0.1:{self.target.port}", "content-length": str(size)}
        lines |= {"content-type": "application/json"} if size else {}
        lines |= {"authorization": f"Bearer {self.token}"} if self.token else {}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        told = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{told}\r\n".encode()

    async def call(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Send a request and return its response. Raises ConnectionError if there is none."""
        content = b"" if body is None else json.dumps(body).encode()
        return await self.send(self.head(method, path, len(content), **headers) + content)

    async def send(self, request: bytes) -> Reply:
        """Send the bytes of a request and return its response."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self.open()
                writer.write(request)
                await writer.drain()
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                first, *lines = head.strip().split("\r\n")
                fields = [(line.split(": ", 1)[0].lower(), line.split(": ", 1)[1]) for line in lines]
                found = dict(fields)
                body = await reader.readexactly(int(found.get("content-length", 0)))
        except (EOFError, OSError, TimeoutError) as error:
            self.close()
            raise ConnectionError(f"no answer: {error!r}") from error
        if found.get("connection") == "close":
            self.close()
        cookie = "; ".join(value.partition(";")[0] for name, value in fields if name == "set-cookie")
        return Reply(int(first.split()[1]), found, body, cookie)

    async def done(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request that must succeed, and return its message."""
        reply = await self.call(method, path, body)
        assert reply.status < 300, (method, path, reply)
        return reply.json()

    async def letters(self, edition: str) -> str:
        """Return the letters of the colours of an edition."""
        found = await self.done("GET", f"/api/editions/{quote(edition)}")
        return "".join(colour["letter"] for colour in found["terms"]["colours"])

    async def socket(self, table: str) -> ClientConnection:
        """Return a WebSocket at a table, after the first view."""
        connection = await connect(
            f"ws://127.0.0.1:{self.target.port}/api/tables/{table}/socket",
            additional_headers={"authorization": f"Bearer {self.token}"} if self.token else {},
            local_addr=(self.source, 0),
            proxy=None,
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
        )
        await connection.recv()
        return connection


async def seat_two(
    target: Target, source: str, edition: str = "classic-1", *, games: int = 100, **terms: Any
) -> tuple[str, tuple[Client, Client]]:
    """Open a table for two new clients of one address, and return it with them."""
    maker = await Client(target, source).introduce()
    breaker = await Client(target, source).introduce()
    opening = target.keyed("Opening", edition=edition, games=games, players=["Ada", None], **terms)
    opened = await maker.done("POST", "/api/tables", opening)
    table: str = opened["id"]
    joining = target.keyed("Joining", invitation=opened["invitation"], name="Bob")
    await breaker.done("POST", f"/api/tables/{table}/join", joining)
    return table, (maker, breaker)


class Innocent:
    """Two people who play at one table over WebSockets, and who also play against a computer."""

    def __init__(self, target: Target, source: str = "127.0.0.2") -> None:
        self._target, self._source, self._made = target, source, 0
        self._sockets: list[ClientConnection] = []
        self._clients: tuple[Client, ...] = ()

    async def __aenter__(self) -> Self:
        table, self._clients = await seat_two(self._target, self._source)
        self._sockets = [await client.socket(table) for client in self._clients]
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self._sockets:
            socket.transport.abort()
        for client in self._clients:
            client.close()

    async def move(self) -> float:
        """Make the next move, and return the seconds until it is acknowledged."""
        number = self._made
        game, place = divmod(number, ROWS + 1)
        text = f"guess {GUESSES[place % len(GUESSES)]}" if place else f"code {CODE}"
        socket, begun = self._sockets[(game + (place > 0)) % 2], perf_counter()
        await socket.send(json.dumps({"key": f"k{number}", "moves": number, "move": text}))
        async with asyncio.timeout(PATIENCE):
            while not (message := str(await socket.recv())).startswith(('{"answer"', '{"refused"')):
                pass
        assert message.startswith('{"answer"'), message
        self._made += 1
        return perf_counter() - begun

    async def computer_guess(self, level: str = "expert") -> float:
        """Set a code for a computer, and return the seconds until its first guess."""
        async with await Client(self._target, self._source).introduce() as client:
            opening = self._target.keyed(
                "Opening", edition="classic-1", games=1, players=["Ada", f"computer {level}"]
            )
            opened = await client.done("POST", "/api/tables", opening)
            socket = await client.socket(opened["id"])
            begun = perf_counter()
            await socket.send(json.dumps({"key": "code", "moves": 0, "move": f"code {CODE}"}))
            async with asyncio.timeout(PATIENCE):
                while '"line":"guess ' not in str(await socket.recv()):
                    pass
            socket.transport.abort()
            return perf_counter() - begun
