#!/usr/bin/env -S uv run --dev python
"""Load test of a server. From the root of the project:

    bench/load.py                                  5,000 matches, 10,000 sockets, 1,000 moves a second
    bench/load.py --matches 500 --rate 200         less of it
    bench/load.py --seconds 60 --folder DIR        for longer, and on another disk
    bench/load.py --archive URL                    in an empty PostgreSQL database
    bench/load.py --url URL --pid PID              at a server of tests/support/limited.py that runs already

It starts `codepegs serve` with a new archive and without rate limits, opens the matches, and connects two
sockets to each, one per player. Moves are sent at fixed times, even if earlier ones have not been answered,
and latency counts from there, so a server that falls behind cannot hide it. `answer` is when the player who
moved knows that the move is stored, `change` is when the other player sees it. bench/load_ratio.py compares
servers by turns.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import gc
import os
import resource
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import create_engine, text

EDITION, ROWS, GAMES = "classic-1", 10, 100
CODE, GUESSES = "RRRR", ("BYGW", "YGWB", "GWBY", "WBYG")
AT_ONCE = 50
"""Requests, or handshakes, under way at one time while the matches are opened."""
RATES = ("rate", "address-rate", "address-sockets")
LIMITED = Path(__file__).resolve().parents[1] / "tests" / "support" / "limited.py"
LIMITS = '{"address_tables": 1000000}'


class Socket(asyncio.Protocol):
    """A WebSocket of a client with next to no cost of its own: it shares the machine with the server."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None]) -> None:
        self._request, self._hear, self._rest = request, hear, b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("The server has closed the socket."))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self.opened.set_result(None)
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : start])
            if len(data) < start + size:
                break
            if data[at] & 15 == 1:
                self._hear(data[start : start + size])
            elif data[at] & 15 == 9:
                self._send(10, data[start : start + size])
            at = start + size
        self._rest = data[at:]

    def send(self, message: bytes) -> None:
        self._send(1, message)

    def _send(self, kind: int, message: bytes) -> None:
        # Clients mask what they send; a mask of zeros changes nothing and costs nothing.
        self._transport.write(bytes((128 | kind, 128 | len(message), 0, 0, 0, 0)) + message)

    def close(self) -> None:
        self._transport.abort()


class Times:
    """When each move was due, and how long after that it was answered and seen."""

    def __init__(self) -> None:
        self.due: dict[bytes, float] = {}
        self.answer: list[float] = []
        self.change: list[float] = []
        self.refused: list[bytes] = []


class Match:
    """Two sockets at one table, and whose move it is."""

    def __init__(self, table: str, times: Times) -> None:
        self.table, self._times = table, times
        self.sockets: list[Socket] = []
        self.moves, self._last, self._open = 0, b"", False

    def hear(self, player: int, message: bytes) -> None:
        now = perf_counter()
        if message.startswith(b'{"answer"'):
            key = message.partition(b'"key":"')[2].partition(b'"')[0]
            self._times.answer.append(now - self._times.due[key])
            self._open = False
        elif message.startswith(b'{"change"') and player != self._mover(self.moves - 1):
            self._times.change.append(now - self._times.due[self._last])
        elif message.startswith(b'{"refused"'):
            self._times.refused.append(message)
            self._open = False

    def move(self, due: float) -> bool:
        """Make the next move; False where the one before is still to be answered."""
        if self._open:
            return False
        place = self.moves % (ROWS + 1)
        sent = f"guess {GUESSES[place % len(GUESSES)]}" if place else f"code {CODE}"
        self._last = b"%d" % len(self._times.due)
        self._times.due[self._last] = due
        socket, self._open = self.sockets[self._mover(self.moves)], True
        socket.send(b'{"key":"%s","moves":%d,"move":"%s"}' % (self._last, self.moves, sent.encode()))
        self.moves += 1
        return True

    @staticmethod
    def _mover(number: int) -> int:
        game, place = divmod(number, ROWS + 1)
        return (game + (place > 0)) % 2


class Server:
    """The server under load: its address, and what the system says of its process."""

    def __init__(self, url: str, pid: int) -> None:
        self.url, self._pid = url, pid
        found = urlsplit(url)
        self.host, self.port = found.hostname or "127.0.0.1", found.port or 80

    @property
    def memory(self) -> int:
        """Bytes in memory."""
        return _memory(self._pid)

    @property
    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return _cpu(self._pid)


def _memory(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Introduced(msgspec.Struct):
    token: str


class Opened(msgspec.Struct):
    id: str
    invitation: str


async def open_matches(server: Server, number: int, times: Times) -> list[Match]:
    """So many matches, and two sockets for each."""
    matches: list[Match] = []
    left = iter(range(number))

    async def work() -> None:
        reader, writer = await asyncio.open_connection(server.host, server.port)

        async def post(address: str, token: str | None, body: object) -> bytes:
            content = msgspec.json.encode(body)
            writer.write(_head(server, "POST", address, token, len(content)) + content)
            head = await reader.readuntil(b"\r\n\r\n")
            size = int(head.lower().partition(b"content-length:")[2].partition(b"\r")[0])
            answer = await reader.readexactly(size)
            if not head.startswith((b"HTTP/1.1 200", b"HTTP/1.1 201")):
                raise ConnectionError(answer.decode())
            return answer

        for _ in left:
            made = [await post("/api/tokens", None, {}) for _ in range(2)]
            tokens = [msgspec.json.decode(answer, type=Introduced).token for answer in made]
            key = secrets.token_urlsafe(16)
            opening = {"key": key, "edition": EDITION, "games": GAMES, "players": ("Ada", None)}
            opened = msgspec.json.decode(await post("/api/tables", tokens[0], opening), type=Opened)
            joining = {"key": key, "invitation": opened.invitation, "name": "Bob"}
            await post(f"/api/tables/{opened.id}/join", tokens[1], joining)
            match = Match(opened.id, times)
            for player, token in enumerate(tokens):
                match.sockets.append(await _socket(server, match, player, token))
            matches.append(match)
        writer.close()

    await asyncio.gather(*(work() for _ in range(min(AT_ONCE, number))))
    return matches


async def _socket(server: Server, match: Match, player: int, token: str) -> Socket:
    head = _head(server, "GET", f"/api/tables/{match.table}/socket", token)
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(head, lambda message: match.hear(player, message)), server.host, server.port
    )
    await socket.opened
    return socket


def _head(server: Server, method: str, address: str, token: str | None, size: int | None = None) -> bytes:
    lines = [f"{method} {address} HTTP/1.1", f"Host: {server.host}:{server.port}"]
    if token is not None:
        lines.append(f"Authorization: Bearer {token}")
    if size is None:
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        lines += ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"]
        lines.append(f"Sec-WebSocket-Key: {key}")
    else:
        lines += ["Content-Type: application/json", f"Content-Length: {size}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def play(matches: list[Match], *, rate: float, seconds: float) -> int:
    """Moves at that rate, over the matches in turn; how many could not be made, as one was unanswered."""
    begun, sent, held_up = perf_counter(), 0, 0
    total = round(rate * seconds)
    while sent < total:
        due = min(total, int((perf_counter() - begun) * rate) + 1)
        for number in range(sent, due):
            held_up += not matches[number % len(matches)].move(begun + number / rate)
        sent = due
        await asyncio.sleep(0.001)
    return held_up


def spread(times: list[float]) -> str:
    in_order = sorted(times)
    shown = []
    for name, part in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0)):
        place = min(len(in_order) - 1, int(part * len(in_order)))
        shown.append(f"{name} {1000 * in_order[place]:.1f}" if in_order else f"{name} -")
    return "  ".join(shown)


async def load(server: Server, *, matches: int, rate: float, seconds: float) -> int:
    """Put the load on and print what came of it; how many moves were answered in all."""
    times = Times()
    before, begun = server.memory, perf_counter()
    tables = await open_matches(server, matches, times)
    took = perf_counter() - begun
    say("machine", f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before")
    say("matches", f"{matches:,}, {2 * matches:,} sockets, opened in {took:.1f} s")
    each = (server.memory - before) / (2 * matches)
    say("memory", f"{server.memory >> 20} MB, {each / 1024:.1f} KB a socket with its half of a match")
    gc.collect()
    gc.freeze()
    await play(tables, rate=rate, seconds=min(5, seconds))  # so that all is warm
    await settled(times)
    answered = len(times.answer)
    times.answer, times.change = [], []
    cpu, own, begun = server.cpu, own_cpu(), perf_counter()
    held_up = await play(tables, rate=rate, seconds=seconds)
    await settled(times, answered)
    took = perf_counter() - begun
    say("moves", f"{len(times.answer):,} answered in {took:.1f} s, {len(times.answer) / took:.0f} a second")
    say("answer", f"{spread(times.answer)} ms")
    say("change", f"{spread(times.change)} ms")
    say("held up", f"{held_up:,} that came while the match had one unanswered; {len(times.refused)} refused")
    used, mine = server.cpu - cpu, own_cpu() - own
    say("processor", f"server {100 * used / took:.0f} %, loader {100 * mine / took:.0f} %")
    say("a move", f"{1000 * used / max(1, len(times.answer)):.2f} ms of the server's processor time")
    say("memory", f"{server.memory >> 20} MB in the end")
    lost = sum(socket.closed for match in tables for socket in match.sockets)
    say("sockets", f"{lost} lost")
    for refusal in times.refused[:3]:
        print(refusal.decode(), file=sys.stderr)
    for match in tables:
        for socket in match.sockets:
            socket.close()
    return answered + len(times.answer)


async def settled(times: Times, before: int = 0) -> None:
    """Until every move is answered, or nothing has come for five seconds."""
    seen, since = -1, perf_counter()
    while before + len(times.answer) + len(times.refused) < len(times.due) and perf_counter() - since < 5:
        if seen != len(times.answer):
            seen, since = len(times.answer), perf_counter()
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.2)


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def say(name: str, facts: str) -> None:
    print(f"{name:<10} {facts}", flush=True)


@contextmanager
def served(archive: str, log: Path) -> Iterator[Server]:
    """A server of our own."""
    rates = [f"--{name}=1000000" for name in RATES]
    options = ["--port=0", f"--archive={archive}", *rates]
    with (
        open(log, "w") as said,
        subprocess.Popen(
            [sys.executable, "-P", str(LIMITED), LIMITS, *options],
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
        ) as process,
    ):
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        if not url:
            raise SystemExit(log.read_text())
        try:
            yield Server(url, process.pid)
        finally:
            process.terminate()


def count_moves(archive: str) -> int:
    """How many moves are stored."""
    with create_engine(archive.replace("postgresql:", "postgresql+psycopg:")).connect() as connection:
        count: int = connection.execute(text("SELECT count(*) FROM moves")).scalar_one()
    return count


def main() -> None:
    parser = argparse.ArgumentParser(description="How much a codepegs server can bear.")
    parser.add_argument("--matches", type=int, default=5000)
    parser.add_argument("--rate", type=float, default=1000, help="moves per second")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--folder", type=Path, help="where the SQLite file is made; its disk matters")
    parser.add_argument("--archive", help="URL of an empty archive, instead of a new SQLite file")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--pid", type=int, help="its process")
    asked = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for the server, too
    asks = {"matches": asked.matches, "rate": asked.rate, "seconds": asked.seconds}
    if asked.url:
        asyncio.run(load(Server(asked.url, asked.pid), **asks))
        return
    with TemporaryDirectory(dir=asked.folder) as folder:
        archive = asked.archive or f"sqlite:///{folder}/load.db"
        with served(archive, Path(folder) / "log") as server:
            answered = asyncio.run(load(server, **asks))
        say("kept", f"{count_moves(archive):,} moves are in the archive, {answered:,} were answered")


if __name__ == "__main__":
    main()
