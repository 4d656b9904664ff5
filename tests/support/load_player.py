"""Players at a server that may die at any moment, over real sockets. They record all responses.

After a restart they repeat the last command, and one that got a response before, under the same keys. The
response to the latter has to be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from functools import cache
from random import Random
from secrets import token_urlsafe
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

EDITION, ROWS, GAMES = "classic-1", 10, 100
CODE, GUESSES = "RRRR", ("BYGW", "YGWB", "GWBY", "WBYG")
LOST = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)


def post(url: str, path: str, body: Any, token: str | None) -> Any:
    """Send a request to a running server, and return its response."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def new_key() -> str:
    """Return a key to open or join a table with."""
    return token_urlsafe(16)


@cache
def tokens(url: str) -> tuple[str, str]:
    """Return the tokens of two players at a server."""
    one, two = (post(url, "/api/tokens", {}, None)["token"] for _ in range(2))
    return one, two


def get(url: str, path: str) -> Any:
    with urllib.request.urlopen(url + path, timeout=30) as answer:
        return json.load(answer)


class Match:
    """Table with two players who move in turn until they are cancelled."""

    def __init__(self, url: str) -> None:
        self.tokens = [post(url, "/api/tokens", {}, None)["token"] for _ in range(2)]
        body = {"key": new_key(), "edition": EDITION, "games": GAMES, "players": ["Ada", None]}
        opened = post(url, "/api/tables", body, self.tokens[0])
        self.table: str = opened["id"]
        joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
        post(url, f"/api/tables/{self.table}/join", joining, self.tokens[1])
        self.answers: list[bytes] = []
        """Acknowledgements in order."""
        self.wrong: list[str] = []

    def command(self, number: int) -> tuple[int, bytes]:
        """Return the player of a move, and the command for it."""
        game, place = divmod(number, ROWS + 1)
        text = f"guess {GUESSES[place % len(GUESSES)]}" if place else f"code {CODE}"
        return (game + (place > 0)) % 2, json.dumps(
            {"key": f"k{number}", "moves": number, "move": text}
        ).encode()

    def moves(self) -> Iterator[str]:
        for number in range(len(self.answers)):
            yield json.loads(self.command(number)[1])["move"]

    async def play(self, url: str, acknowledged: asyncio.Queue[None], random: Random) -> None:
        """Play until cancelled, through all restarts of the server."""
        while True:
            try:
                await self._connected(url, acknowledged, random)
            except LOST:
                await asyncio.sleep(0.01)

    async def _connected(self, url: str, acknowledged: asyncio.Queue[None], random: Random) -> None:
        sockets: list[ClientConnection] = []
        address = f"ws{url.removeprefix('http')}/api/tables/{self.table}/socket"
        try:
            for token in self.tokens:
                sockets.append(
                    await connect(
                        address,
                        additional_headers={"authorization": f"Bearer {token}"},
                        proxy=None,
                        compression=None,
                        ping_interval=None,
                    )
                )
            view = json.loads(await sockets[0].recv())["view"]
            if not len(self.answers) <= view["moves"] <= len(self.answers) + 1:
                self.wrong.append(f"{len(self.answers)} acknowledged, and {view['moves']} there")
            if self.answers:
                again = random.randrange(len(self.answers))
                answer = await self._sent(sockets, again)
                if answer != self.answers[again]:
                    self.wrong.append(f"sent again: {self.answers[again]!r}, then {answer!r}")
            while not self.wrong:
                number = len(self.answers)
                answer = await self._sent(sockets, number)
                if not answer.startswith(b'{"answer":') or json.loads(answer)["answer"]["number"] != number:
                    self.wrong.append(f"move {number}: {answer!r}")
                self.answers.append(answer)
                acknowledged.put_nowait(None)
            await asyncio.Event().wait()
        finally:
            for socket in sockets:
                socket.transport.abort()

    async def _sent(self, sockets: list[ClientConnection], number: int) -> bytes:
        player, text = self.command(number)
        await sockets[player].send(text.decode())
        while True:
            message = await sockets[player].recv(decode=False)
            if message.startswith((b'{"answer"', b'{"refused"')):
                return message
