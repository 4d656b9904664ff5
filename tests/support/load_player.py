"""Plays at a server that may die at any moment, over real sockets, and notes what it was told.

What is not answered is sent again under its key when the server is back, and so is a command that was
answered before: its answer has to be the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Iterator
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

EDITION, ROWS, GAMES = "classic-1", 10, 100
CODE, GUESSES = "RRRR", ("BYGW", "YGWB", "GWBY", "WBYG")
LOST = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, EOFError, TimeoutError)


def asked(url: str, path: str, body: Any, token: str | None) -> Any:
    """What a request is answered; the server is there."""
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(url + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def looked_at(url: str, path: str) -> Any:
    with urllib.request.urlopen(url + path, timeout=30) as answer:
        return json.load(answer)


class Match:
    """A table with its two players, who move in turn for as long as they can."""

    def __init__(self, url: str) -> None:
        self.tokens = [asked(url, "/api/tokens", {}, None)["token"] for _ in range(2)]
        body = {"edition": EDITION, "games": GAMES, "players": ["Ada", None]}
        opened = asked(url, "/api/tables", body, self.tokens[0])
        self.table: str = opened["id"]
        joining = {"invitation": opened["invitation"], "name": "Bob"}
        asked(url, f"/api/tables/{self.table}/join", joining, self.tokens[1])
        self.answers: list[bytes] = []
        """What was acknowledged, one after the other."""
        self.wrong: list[str] = []

    def command(self, number: int) -> tuple[int, bytes]:
        """Who makes the move of that number, and the command for it."""
        game, place = divmod(number, ROWS + 1)
        text = f"guess {GUESSES[place % len(GUESSES)]}" if place else f"code {CODE}"
        return (game + (place > 0)) % 2, json.dumps(
            {"key": f"k{number}", "moves": number, "move": text}
        ).encode()

    def moves(self) -> Iterator[str]:
        for number in range(len(self.answers)):
            yield json.loads(self.command(number)[1])["move"]

    async def play(self, url: str, heard: asyncio.Queue[None], random: Random) -> None:
        """Play on until cancelled, through every death of the server."""
        while True:
            try:
                await self._connected(url, heard, random)
            except LOST:
                await asyncio.sleep(0.01)

    async def _connected(self, url: str, heard: asyncio.Queue[None], random: Random) -> None:
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
                heard.put_nowait(None)
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
