"""A server in this process, with clocks that tests move and known randomness."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, TypeVar, TypeVarTuple

from httpx import Response
from starlette.applications import Starlette

from codepegs.players import Computer, Level
from codepegs.protocol.view import View
from codepegs.rules.move import Move
from codepegs.rules.view import MatchView
from codepegs.server.app import app
from codepegs.server.ops.config import Config, Limits
from codepegs.storage.tables import Tables
from codepegs.table.bus.peers import BusPeers
from codepegs.table.registry import TableRegistry
from tests.support.memory_store import MemoryTables

with warnings.catch_warnings():
    # starlette warns about the version of httpx, but works with it.
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession

__all__ = [
    "CONFIG",
    "ORIGIN",
    "Hands",
    "Ready",
    "WebSocketDenialResponse",
    "World",
    "make_app",
    "world",
]

ORIGIN = "http://testserver"
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
CONFIG = Config(origins=(ORIGIN,), rate=1e6, address_rate=1e6)


class Ready:
    """Worker pool that runs jobs at once in this process."""

    async def guess(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        return Computer(Random(seed), level=level).move(view)

    async def guess_quickly(self, view: MatchView, level: Level, seed: int, *, address: str = "") -> Move:
        return Computer(Random(seed), level=level, quick=True).move(view)

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        return function(*args)


@dataclass
class Hands:
    """Clocks that stand still until a test moves them."""

    day: int = 1_700_000_000_000_000
    nanoseconds: int = 0

    def now(self) -> int:
        return self.day

    def monotonic(self) -> int:
        return self.nanoseconds

    def pass_seconds(self, seconds: float) -> None:
        self.nanoseconds += round(seconds * 1e9)


@dataclass
class World:
    """Running application with helpers for requests."""

    client: TestClient
    archive: Any
    hands: Hands
    tokens: dict[str, str] = field(default_factory=dict)
    keys: Iterator[str] = field(default_factory=lambda: (f"{number:022}" for number in count()))
    """New keys to open and join tables with, the same in every world."""

    @property
    def registry(self) -> TableRegistry[View, bytes]:
        registry: TableRegistry[View, bytes] = self.client.app.state.context.registry  # type: ignore[attr-defined]
        return registry

    def headers(self, who: str | None) -> dict[str, str]:
        """Return the bearer header of `who`, with a new token at first use; none for None."""
        if who is None:
            return {}
        if who not in self.tokens:
            made = self.client.post("/api/tokens", headers={"origin": ORIGIN})
            self.tokens[who] = made.json()["token"]
        return {"authorization": f"Bearer {self.tokens[who]}"}

    def post(self, path: str, body: Any, *, who: str | None = None, **headers: str) -> Response:
        """Send a command. One that opens or joins a table gets a new key, unless it has one."""
        if path.endswith(("/tables", "/join")) and isinstance(body, dict):
            body = {"key": next(self.keys)} | body
        answer: Response = self.client.post(path, json=body, headers=self.headers(who) | headers)
        return answer

    def look(self, table: str, who: str | None = None) -> dict[str, Any]:
        shown = self.client.get(f"/api/tables/{table}", headers=self.headers(who))
        assert shown.status_code == 200, shown.text
        view: dict[str, Any] = shown.json()
        return view

    def open(self, edition: str = "mini", *, games: int = 2, **more: Any) -> dict[str, Any]:
        """Open a table as Ada."""
        body = {"edition": edition, "games": games, "players": ["Ada", None]} | more
        made = self.post("/api/tables", body, who="Ada")
        assert made.status_code == 201, made.text
        opened: dict[str, Any] = made.json()
        return opened

    def seated(self, edition: str = "mini", **more: Any) -> str:
        """Open a table for Ada and Bob. Ada makes the first code."""
        opened = self.open(edition, **more)
        body = {"invitation": opened["invitation"], "name": "Bob"}
        joined = self.post(f"/api/tables/{opened['id']}/join", body, who="Bob")
        assert joined.status_code == 200, joined.text
        table: str = opened["id"]
        return table

    def move(
        self, table: str, who: str, text: str, *, key: str | None = None, moves: int | None = None
    ) -> Response:
        seen = self.look(table)["moves"] if moves is None else moves
        body = {"key": key or f"k{seen}", "moves": seen, "move": text}
        return self.post(f"/api/tables/{table}/moves", body, who=who)

    def play(self, table: str, who: str, text: str) -> dict[str, Any]:
        """Make a move that must succeed, and return its reply."""
        made = self.move(table, who, text)
        assert made.status_code == 200, made.text
        answer: dict[str, Any] = made.json()
        return answer

    def socket(
        self, table: str, who: str | None = None, *, headers: Mapping[str, str] = {}
    ) -> WebSocketTestSession:
        path = f"/api/tables/{table}/socket"
        return self.client.websocket_connect(path, headers={**self.headers(who), **headers})


def make_app(
    config: Config, archive: Tables, hands: Hands, *, peers: BusPeers | None = None, **limits: Any
) -> Starlette:
    """Return an application with these clocks and limits, known randomness and no processes."""
    return app(
        config,
        archive=archive,
        compute=Ready(),
        random=Random(1),
        now=hands.now,
        monotonic=hands.monotonic,
        limits=Limits(**{"address_tables": 10**6, "probe_rate": 1e6, "pace": 0, **limits}),
        peers=peers,
    )


@contextmanager
def world(
    config: Config = CONFIG,
    *,
    archive: Tables | None = None,
    hands: Hands | None = None,
    **limits: Any,
) -> Iterator[World]:
    """Run an application during the block; `limits` are fields of :class:`Limits`."""
    kept: Tables = archive or MemoryTables()
    hands = hands or Hands()
    with TestClient(make_app(config, kept, hands, **limits), base_url=ORIGIN) as client:
        yield World(client, kept, hands)
