"""Attacks on a server by one client from one address, with known bounds in count and time.

Each returns how often it got which status, or what else came of it. bench/abuse.py looks at what others
notice meanwhile:

    bench/attacks.py URL PID LOG LARGE ATTACK SOURCE SECONDS
"""

from __future__ import annotations

import asyncio
import base64
import json
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import perf_counter

from clients import Client, Target, seat_two
from websockets.exceptions import WebSocketException

HUGE = "super pegs=12 colours=26 rows=30 answers=hand"
LONG_PUZZLE = "/api/puzzles/new?edition=super&difficulty=hard&theme=best-guess"
"""A request that takes about a second."""
Tally = Counter[str]
Attack = Callable[..., Awaitable[Tally]]
Request = tuple[str, str, object]
"""Method, path and body."""


async def flood(
    target: Target,
    source: str,
    seconds: float,
    requests: Sequence[Request],
    *,
    token: str | None = None,
    connections: int = 16,
) -> Tally:
    """Send requests in turn over several connections, each as fast as it is answered."""
    tally, until = Tally(), perf_counter() + seconds

    async def work(number: int) -> None:
        async with Client(target, source, token=token) as client:
            while perf_counter() < until:
                method, path, body = requests[number % len(requests)]
                number += connections
                try:
                    tally[str((await client.call(method, path, body)).status)] += 1
                except ConnectionError:
                    tally["closed"] += 1

    await asyncio.gather(*(work(number) for number in range(connections)))
    return tally


async def play_long_match(target: Target, games: int) -> str:
    """Play the longest games with the longest codes, and return the table."""
    await target.describe()
    table, clients = await seat_two(target, "127.0.0.2", HUGE, games=max(2, games), hints=False)
    first, second = (letter * 12 for letter in (await clients[0].letters(HUGE))[:2])
    number = 0
    for game in range(games):
        maker, breaker = clients[game % 2], clients[(game + 1) % 2]
        texts = [(maker, f"code {first}"), *[(breaker, f"guess {second}"), (maker, "answer 0+0")] * 30]
        for client, text in texts:
            body = {"key": f"k{number}", "moves": number, "move": text}
            await client.done("POST", f"/api/tables/{table}/moves", body)
            number += 1
    for client in clients:
        client.close()
    return table


async def claims(target: Target, source: str, seconds: float, *, tables: int = 6) -> Tally:
    """Claim after every row of the largest boards that the answers, which are random, are wrong."""
    tally, random, until = Tally(), Random(1), perf_counter() + seconds
    letters = await Client(target, source).letters(HUGE)

    async def play() -> None:
        table, (maker, breaker) = await seat_two(target, source, HUGE)
        number, asked = 0, 0

        async def move(client: Client, text: str) -> int:
            nonlocal asked
            asked += 1
            body = {"key": f"k{asked}", "moves": number, "move": text}
            return (await client.call("POST", f"/api/tables/{table}/moves", body)).status

        number += await move(maker, f"code {letters[0] * 12}") == 200
        while (perf_counter() < until or not tally) and number < 60:
            guess = f"guess {''.join(random.choices(letters, k=12))}"
            for client, text in ((breaker, guess), (maker, f"answer {random.randint(0, 3)}+3")):
                number += await move(client, text) == 200
            if number > 24:
                tally[str(await move(breaker, "claim"))] += 1

    async def play_on() -> None:
        while perf_counter() < until:
            with suppress(ConnectionError, AssertionError):
                await play()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(play_on() for _ in range(tables)))
    return tally


async def unfinished_bodies(target: Target, source: str, seconds: float, *, count: int = 300) -> Tally:
    """Send long records without their last bytes."""
    tally, size = Tally(), 1_600_000
    content = b'{"record": "' + b"x" * (size - 40)
    until = perf_counter() + seconds

    async def send() -> None:
        client = Client(target, source)
        try:
            reader, writer = await client.open()
            writer.write(client.head("POST", "/api/records", size))
            writer.write(content)
            async with asyncio.timeout(max(0.1, until - perf_counter())):
                await writer.drain()
                tally[(await reader.readline()).decode().partition(" ")[2][:3] or "closed"] += 1
        except TimeoutError:
            tally["open"] += 1
        except OSError:
            tally["closed"] += 1
        finally:
            client.close()

    await asyncio.gather(*(send() for _ in range(count)))
    return tally


async def silent_connections(target: Target, source: str, seconds: float, *, count: int = 1300) -> Tally:
    """Open connections, send nothing, and open them again when they are closed."""
    tally, until = Tally(), perf_counter() + seconds

    async def hold() -> None:
        while (left := until - perf_counter()) > 0:
            client = Client(target, source)
            try:
                async with asyncio.timeout(left):
                    reader, _ = await client.open()
                    tally["opened"] += 1
                    await reader.read(1)
                    tally["closed"] += 1
            except TimeoutError:
                tally["open"] += 1
            except OSError:
                tally["refused"] += 1
                await asyncio.sleep(0.05)
            finally:
                client.close()
            await asyncio.sleep(0.02)

    await asyncio.gather(*(hold() for _ in range(count)))
    return tally


async def rematches(target: Target, source: str, seconds: float, *, count: int = 400) -> Tally:
    """Leave a match against a computer and ask for a rematch, again and again."""
    tally, until = Tally(), perf_counter() + seconds
    opening = {"edition": "mini", "games": 1, "players": ["Ada", "computer beginner"]}

    async def work() -> None:
        nonlocal count
        client = await Client(target, source).introduce()
        opened = await client.call("POST", "/api/tables", target.keyed("Opening", **opening))
        if opened.status >= 300:
            return
        table = opened.json()["id"]
        tally["tables"] += 1
        while perf_counter() < until and count > 0:
            count -= 1
            view = (await client.call("GET", f"/api/tables/{table}")).json()
            leaving = {"key": secrets.token_hex(8), "moves": view.get("moves", 0), "move": "leave"}
            await client.call("POST", f"/api/tables/{table}/moves", leaving)
            offer = {"key": secrets.token_hex(8), "offer": "rematch"}
            reply = await client.call("POST", f"/api/tables/{table}/offers", offer)
            tally[str(reply.status)] += 1
            if reply.status == 200:
                found = (await client.call("GET", f"/api/tables/{table}")).json()
                if found.get("rematch"):
                    table = found["rematch"]
                    tally["tables"] += 1
            await asyncio.sleep(0.02)

    await asyncio.gather(*(work() for _ in range(8)))
    return tally


async def large_views(target: Target, source: str, seconds: float) -> Tally:
    """Ask for the view of a long match."""
    return await flood(target, source, seconds, [("GET", f"/api/tables/{target.large}", None)])


async def large_records(target: Target, source: str, seconds: float) -> Tally:
    """Ask for the record of a long match."""
    return await flood(target, source, seconds, [("GET", f"/api/tables/{target.large}/record", None)])


async def large_reviews(target: Target, source: str, seconds: float) -> Tally:
    """Ask for reviews of all games of a long match."""
    path = f"/api/tables/{target.large}/review?game="
    return await flood(target, source, seconds, [("GET", f"{path}{number}", None) for number in range(1, 60)])


async def puzzles(target: Target, source: str, seconds: float) -> Tally:
    """Ask for new hard puzzles."""
    return await flood(target, source, seconds, [("GET", LONG_PUZZLE, None)])


async def hints(target: Target, source: str, seconds: float) -> Tally:
    """Ask for hints with ever new plans."""
    table, (maker, breaker) = await seat_two(target, source, "super", hints=True)
    letters = await maker.letters("super")
    for number, (client, text) in enumerate(((maker, f"code {letters[:5]}"), (breaker, "hint 1"))):
        body = {"key": f"k{number}", "moves": number, "move": text}
        with suppress(ConnectionError):
            await client.call("POST", f"/api/tables/{table}/moves", body)
    plans = ["".join(Random(number).choices(letters, k=5)) for number in range(500)]
    requests: list[Request] = [("GET", f"/api/tables/{table}/hint?plan={plan}", None) for plan in plans]
    return await flood(target, source, seconds, requests, token=breaker.token)


async def statistics(target: Target, source: str, seconds: float) -> Tally:
    """Ask for statistics."""
    client = await Client(target, source).introduce()
    return await flood(target, source, seconds, [("GET", "/api/statistics", None)], token=client.token)


async def refused_sockets(target: Target, source: str, seconds: float) -> Tally:
    """Open WebSockets at tables that are not there."""
    tally, until = Tally(), perf_counter() + seconds

    async def work() -> None:
        while perf_counter() < until:
            async with Client(target, source) as client:
                with suppress(OSError, EOFError, TimeoutError):
                    tally[await _shake_hands(client, "aaaaaaaaaa")] += 1

    await asyncio.gather(*(work() for _ in range(8)))
    return tally


async def broken_frames(target: Target, source: str, seconds: float, *, count: int = 400) -> Tally:
    """Send commands on a WebSocket, and then a text that is not UTF-8 while the answers are on their way."""
    table, (_, breaker) = await seat_two(target, source)
    tally, until = Tally(), perf_counter() + seconds
    command = json.dumps({"key": "k", "moves": 0, "move": "own up"}).encode()
    frames = _frame(command) * 8 + _frame(b"\xff\xfe") + _frame(command)

    async def work() -> None:
        nonlocal count
        while perf_counter() < until and count > 0:
            count -= 1
            async with Client(target, source, token=breaker.token) as client:
                with suppress(OSError, EOFError, TimeoutError):
                    tally[await _shake_hands(client, table)] += 1
                    reader, writer = await client.open()
                    writer.write(frames)
                    async with asyncio.timeout(5):
                        while await reader.read(65536):
                            pass

    await asyncio.gather(*(work() for _ in range(8)))
    return tally


async def _shake_hands(client: Client, table: str) -> str:
    """Ask for a WebSocket at a table, and return the status of the response."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    headers = {"upgrade": "websocket", "connection": "Upgrade", "sec_websocket_version": "13"}
    reader, writer = await client.open()
    path = f"/api/tables/{table}/socket"
    writer.write(client.head("GET", path, 0, **headers, sec_websocket_key=key))
    async with asyncio.timeout(5):
        return (await reader.readuntil(b"\r\n\r\n")).decode().split()[1]


def _frame(payload: bytes) -> bytes:
    """Return a masked text frame. A mask of zeros changes nothing."""
    return bytes((0x81, 0x80 | len(payload), 0, 0, 0, 0)) + payload


async def computers(target: Target, source: str, seconds: float, *, count: int = 50) -> Tally:
    """Watch tables at which two strong computers play."""
    client, tally = await Client(target, source).introduce(), Tally()
    until = perf_counter() + seconds

    async def watch() -> None:
        opening = {"edition": "super", "games": 100, "players": ["computer perfect", "computer expert"]}
        try:
            opener = Client(target, source, token=client.token)
            reply = await opener.call("POST", "/api/tables", target.keyed("Opening", **opening))
            tally[str(reply.status)] += 1
            if reply.status != 201:
                return
            socket = await client.socket(reply.json()["id"])
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.1, until - perf_counter())):
                    while True:
                        await socket.recv()
                        tally["messages"] += 1
            socket.transport.abort()
        except (OSError, WebSocketException):
            tally["refused"] += 1

    await asyncio.gather(*(watch() for _ in range(count)))
    return tally


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", "-"): attack
    for attack in (
        claims,
        unfinished_bodies,
        silent_connections,
        rematches,
        large_views,
        large_records,
        large_reviews,
        puzzles,
        hints,
        statistics,
        refused_sockets,
        broken_frames,
        computers,
    )
}


async def _main(url: str, pid: str, log: str, large: str, attack: str, source: str, seconds: str) -> None:
    target = await Target(url, int(pid), Path(log), large).describe()
    print(json.dumps(await ATTACKS[attack](target, source, float(seconds))))


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
