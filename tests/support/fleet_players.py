"""Players whose sockets are at the servers of one archive, any of which may die at any moment.

A player moves when its own server shows that it is its turn, as people do. So a server that misses a
change makes the match hang, which is noticed. A command is sent until it is answered, and some are sent
again later, under the same key. The answer has to be the same then, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from http.client import HTTPException
from random import Random
from time import monotonic
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.support.serving import new_key, post

LOST = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)
HANGS = 60.0
"""Seconds without progress after which something is wrong."""
AWAY = {"ArchiveUnavailable", "Busy"}


def is_over(view: dict[str, Any]) -> bool:
    return view.get("outcome") is not None


class Watcher:
    """Connection of one client to a table, at any server that answers."""

    def __init__(self, urls: list[str], table: str, token: str, random: Random) -> None:
        self._urls, self._table, self._token, self._random = urls, table, token, random
        self._socket: ClientConnection | None = None
        self.view: dict[str, Any] = {"moves": -1}
        self.answers: asyncio.Queue[bytes] = asyncio.Queue()
        self.changed = asyncio.Event()

    async def run(self) -> None:
        """Stay connected until cancelled."""
        while True:
            try:
                await self._listen(self._random.choice(self._urls))
            except LOST:
                await asyncio.sleep(0.02)
            self._socket = None

    async def _listen(self, url: str) -> None:
        address = f"ws{url.removeprefix('http')}/api/tables/{self._table}/socket"
        options: dict[str, Any] = {
            "proxy": None,
            "compression": None,
            "ping_interval": None,
            "close_timeout": 1,
        }
        headers = {"authorization": f"Bearer {self._token}"}
        async with connect(address, additional_headers=headers, **options) as socket:
            self._socket = socket
            async for message in socket:
                data = message if isinstance(message, bytes) else message.encode()
                found = json.loads(data)
                if "view" in found:
                    self.view = found["view"]
                elif "change" in found:
                    self.view = self.view | found["change"]
                elif "answer" in found or "refused" in found:
                    self.answers.put_nowait(data)
                self.changed.set()

    async def wait_for(self, condition: Callable[[dict[str, Any]], bool], what: str) -> None:
        """Wait until the view fulfils a condition, or raise TimeoutError."""
        until = monotonic() + HANGS
        while not condition(self.view):
            self.changed.clear()
            try:
                async with asyncio.timeout(1):
                    await self.changed.wait()
            except TimeoutError:
                if monotonic() > until:
                    raise TimeoutError(f"{what}, {self.view.get('moves')} moves shown") from None

    async def send(self, command: dict[str, Any]) -> bytes:
        """Send a command until it is answered, through all failures, and return the answer."""
        until = monotonic() + HANGS
        while monotonic() < until:
            socket = self._socket
            if socket is None:
                await asyncio.sleep(0.01)
                continue
            try:
                while not self.answers.empty():
                    self.answers.get_nowait()
                await socket.send(json.dumps(command))
                async with asyncio.timeout(2):
                    answer = await self.answers.get()
            except LOST:
                # A late answer must not be taken for that of the next command.
                await socket.close()
                await asyncio.sleep(0.01)
                continue
            if json.loads(answer).get("refused", {}).get("kind") not in AWAY:
                return answer
            await asyncio.sleep(0.05)
        raise TimeoutError(f"no answer to {command}")


class FleetMatch:
    """A match of two people, or of one against a computer, at several servers. It plays until it is over."""

    EDITION = "classic-1 rows=3"

    def __init__(self, urls: list[str], random: Random, *, computer: bool = False) -> None:
        self._urls, self._random, self.computer = urls, random, computer
        self.table = ""
        self.answers: dict[int, bytes] = {}
        """Acknowledgements by the number of the move."""
        self.sent: dict[int, str] = {}
        self.over = False

    async def open(self) -> None:
        """Open the table, and join it at another server."""
        self.tokens = [(await self._post("/api/tokens", {}, None))["token"] for _ in range(2)]
        second = "computer easy" if self.computer else None
        body = {"key": new_key(), "edition": self.EDITION, "games": 2}
        opened = await self._post("/api/tables", body | {"players": ["Ada", second]}, self.tokens[0])
        self.table = opened["id"]
        if not self.computer:
            joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
            await self._post(f"/api/tables/{self.table}/join", joining, self.tokens[1])

    async def _post(self, path: str, body: Any, token: str | None) -> Any:
        """Send a request until a server answers it. The key makes that safe."""
        until = monotonic() + HANGS
        while True:
            try:
                return await asyncio.to_thread(post, self._random.choice(self._urls), path, body, token)
            except (OSError, HTTPException) as error:
                status = getattr(error, "code", 503)
                if status not in (503, 404, 409) or monotonic() > until:
                    raise
                await asyncio.sleep(0.05)

    async def play(self, acknowledged: asyncio.Queue[None]) -> None:
        await self.open()
        # Nobody else is at the seat of a computer, but somebody watches at another server.
        watchers = [Watcher(self._urls, self.table, token, self._random) for token in self.tokens]
        running = [asyncio.create_task(watcher.run()) for watcher in watchers]
        try:
            await self._play(watchers, acknowledged)
            for watcher in watchers:
                await watcher.wait_for(lambda view: is_over(view), "the end is not shown")
            self.over = True
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _play(self, watchers: list[Watcher], acknowledged: asyncio.Queue[None]) -> None:
        commands: list[tuple[int, dict[str, Any], bytes]] = []
        while True:
            seen: dict[str, Any] = {}

            def mine(view: dict[str, Any], seen: dict[str, Any] = seen) -> bool:
                # Both servers show at least what was acknowledged, and it is somebody's turn.
                seen.update(view)
                known = view["moves"] > max(self.answers, default=-1)
                return known and (is_over(view) or view.get("turn") in self._people())

            await watchers[0].wait_for(mine, "it is nobody's turn")
            if is_over(seen):
                return
            number, player = seen["moves"], seen["turn"]
            await watchers[player].wait_for(
                lambda view, number=number: view["moves"] >= number, f"move {number - 1} is not shown"
            )
            move = self._choose(watchers[player].view, number)
            self.sent[number] = move
            command = {"key": f"k{number}", "moves": number, "move": move}
            answer = await watchers[player].send(command)
            if json.loads(answer).get("answer", {}).get("number") != number:
                raise AssertionError(f"move {number}: {answer!r}")
            self.answers[number] = answer
            acknowledged.put_nowait(None)
            commands.append((player, command, answer))
            if self._random.random() < 0.2:
                player, command, answer = self._random.choice(commands)
                again = await watchers[player].send(command)
                if again != answer:
                    raise AssertionError(f"sent again: {answer!r}, then {again!r}")

    def _people(self) -> tuple[int, ...]:
        return (0,) if self.computer else (0, 1)

    def _choose(self, view: dict[str, Any], number: int) -> str:
        if "code" in view["legal"]:
            return "code RRRR"
        return f"guess {self._random.choice(('BYGW', 'YGWB', 'GWBY', 'WBYG'))}"


class TimedMatch(FleetMatch):
    """A match in which nobody moves: the clock plays it to its end."""

    EDITION = "classic-1 rows=2 time=1 codemaker-time=1"

    async def _play(self, watchers: list[Watcher], acknowledged: asyncio.Queue[None]) -> None:
        shown = -1
        while not is_over(watchers[0].view):

            def moved(view: dict[str, Any], shown: int = shown) -> bool:
                return view["moves"] > shown or is_over(view)

            await watchers[0].wait_for(moved, "the clock stands still")
            acknowledged.put_nowait(None)
            shown = watchers[0].view["moves"]
