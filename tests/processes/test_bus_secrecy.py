"""Two real servers at PostgreSQL: nothing on the bus and in any log depends on a hidden code.

The same story is played in two worlds that differ only in the codes. The test listens on the bus with its
own connection. How many heartbeats a server sends, and which messages share a payload, depends on timing. So
the test compares the sets of lines.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import digest
from itertools import count
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError
from websockets.sync.client import ClientConnection, connect

from codepegs.table.asks import make_ask_id
from codepegs.table.bus import messages
from codepegs.table.seats import client_id
from tests.support.load_player import get, post
from tests.support.postgresql import FAST, OwnCluster, programs
from tests.support.postgresql import MISSING as NO_POSTGRESQL
from tests.support.redis_server import MISSING as NO_REDIS
from tests.support.redis_server import RedisServer, installed
from tests.support.restarts import ROOT
from tests.support.serving import RATES
from tests.support.terminal import PATIENCE
from tests.support.world_server import CODES

pytestmark = [
    pytest.mark.skipif(programs() is None, reason=NO_POSTGRESQL),
    pytest.mark.skipif(not installed(), reason=NO_REDIS),
    pytest.mark.timeout(600),
]

GUESS = "guess RYY"
"""It has the same answer in both worlds."""


@dataclass
class World:
    """What strangers could read: the bus, the logs of both servers, and that of PostgreSQL."""

    bus: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    logs: set[str] = field(default_factory=set)
    database: set[str] = field(default_factory=set)

    def add(self, payload: str) -> None:
        """Add a payload. Its MAC is that of the known key, and so tells nothing more than the rest."""
        mac, _, text = payload.partition("\n")
        assert mac == digest(bytes(32), b"bus " + text.encode(), sha256).hex()[:32]
        sender, *lines = text.split("\n")
        for line in lines:
            kind, *facts = json.loads(line)
            self.kinds.add(kind)
            if kind == "present":
                # Who was seen without a connection, and when nobody is left, depends on the time.
                facts = facts[:4]
                if not any(facts[1:]):
                    continue
            self.bus.add(f"{sender} {json.dumps([kind, *facts])}")


class Player:
    """Sends requests to one server, with keys that are the same in every world."""

    def __init__(self, server: str, keys: Iterator[int]) -> None:
        self._server, self._keys = server, keys
        self.token: str = post(server, "/api/tokens", {}, None)["token"]

    def post(self, path: str, **body: Any) -> Any:
        return post(self._server, path, {"key": f"{next(self._keys):022}"} | body, self.token)

    def move(self, table: str, moves: int, move: str) -> None:
        self.wait(table, moves)
        key = f"{next(self._keys):022}"
        for _ in range(3):
            try:
                self.post(f"/api/tables/{table}/moves", key=key, moves=moves, move=move)
                return
            except HTTPError as error:
                with error:
                    if error.code != 503:
                        raise AssertionError(error.read()) from None
        raise AssertionError("the database stays away")

    def fail(self, table: str, moves: int, move: str, *, status: int) -> None:
        """Make a move that the server refuses."""
        with pytest.raises(HTTPError) as refused:
            self.post(f"/api/tables/{table}/moves", moves=moves, move=move)
        with refused.value as error:
            assert error.code == status, error.read()

    def wait(self, table: str, moves: int) -> None:
        """Wait until the server shows a number of moves."""
        until = monotonic() + PATIENCE
        while get(self._server, f"/api/tables/{table}")["moves"] < moves:
            assert monotonic() < until
            sleep(0.02)

    def sit(self, table: str) -> ClientConnection:
        return connect(
            f"ws{self._server.removeprefix('http')}/api/tables/{table}/socket",
            additional_headers={"authorization": f"Bearer {self.token}"},
            proxy=None,
        )


def hear(socket: ClientConnection, word: str) -> None:
    """Wait until a socket gets a message with a word."""
    until = monotonic() + PATIENCE
    while word not in str(socket.recv(timeout=PATIENCE)):
        assert monotonic() < until


@contextmanager
def servers(world: int, archive: str, bus: list[str], mode: str, folder: Path) -> Iterator[list[str]]:
    """Run two servers of a world, and return their addresses."""
    with ExitStack() as stack:
        running = []
        for process in ("one", "two"):
            log = stack.enter_context((folder / process).open("w"))
            command = ["tests.support.world_server", str(world), process, mode, "--port", "0"]
            command += ["--archive", archive, *bus, *RATES]
            one = subprocess.Popen(
                [sys.executable, "-m", *command], cwd=ROOT, stdout=subprocess.PIPE, stderr=log, text=True
            )
            assert one.stdout is not None
            stack.callback(one.stdout.close)
            stack.callback(one.wait)
            stack.callback(one.kill)
            running.append(one)
        urls = [one.stdout.readline().strip() for one in running if one.stdout is not None]
        until = monotonic() + 5 * PATIENCE
        while not all("bus connected" in (folder / process).read_text() for process in ("one", "two")):
            assert monotonic() < until
            sleep(0.05)
        yield urls
        for one in running:
            one.terminate()
        assert [one.wait(PATIENCE) for one in running] == [0, 0]


@contextmanager
def notifications(archive: str, world: World) -> Iterator[None]:
    """Read everything that is sent with NOTIFY."""
    with psycopg.connect(archive, autocommit=True) as connection:
        connection.execute("LISTEN codepegs")
        yield
        for notification in connection.notifies(timeout=1):
            world.add(notification.payload)


@contextmanager
def commands(redis: RedisServer, world: World) -> Iterator[None]:
    """Read every command that Redis gets."""
    with Redis.from_url(redis.url, socket_timeout=None) as client, client.monitor() as monitor:
        heard: list[str] = []

        def listen() -> None:
            try:
                heard.extend(command["command"] for command in monitor.listen())
            except (RedisError, OSError, ValueError):
                return

        thread = Thread(target=listen)
        thread.start()
        yield
        redis.kill()
        thread.join()
    for command in heard:
        if command.startswith("PUBLISH codepegs "):
            world.add(command.removeprefix("PUBLISH codepegs ").replace("\\n", "\n").replace('\\"', '"'))
        else:
            world.bus.add(command)


def play(urls: list[str], archive: str, code: str) -> None:
    """Play a story with everything that goes over the bus, while a code is hidden."""
    keys = count()
    ada, bob, eve = Player(urls[0], keys), Player(urls[1], keys), Player(urls[1], keys)
    tables = []
    for edition in ("mini", "mini answers=hand"):
        opened = ada.post("/api/tables", edition=edition, games=2, players=["Ada", None])
        invitation = opened["invitation"]
        bob.post(f"/api/tables/{opened['id']}/join", invitation=invitation, name="Bob")
        tables.append(opened["id"])
    marked, by_hand = tables
    with ada.sit(marked) as maker, bob.sit(marked) as breaker:
        # A codemaker shows nobody the row that she is laying.
        maker.send(json.dumps({"moves": 0, "laid": code}))
        with psycopg.connect(archive) as rival:
            # Storing the code fails, and PostgreSQL logs that statement.
            rival.execute("LOCK TABLE moves IN SHARE MODE")
            ada.fail(marked, 0, f"code {code}", status=503)
        ada.move(marked, 0, f"code {code}")
        bob.move(marked, 1, GUESS)
        ada.wait(marked, 2)
        breaker.send(json.dumps({"moves": 2, "laid": "RY."}))
        hear(maker, '"laid":"RY."')
        maker.send(json.dumps({"say": "Thanks"}))
        hear(breaker, "Thanks")
        ada.post(f"/api/tables/{marked}/offers", offer="clock 600")
        post(urls[0], f"/api/tables/{marked}/transfers", None, ada.token)
        ada.fail(marked, 1, f"code {code}", status=409)
    ada.move(by_hand, 0, f"code {code}")
    bob.move(by_hand, 1, GUESS)
    ada.move(by_hand, 2, "answer 1+0")
    for players in (["computer expert", "Bob"], ["", "Bob"]):
        table = bob.post("/api/tables", edition="mini", games=1, players=players)["id"]
        bob.move(table, 1, GUESS)
    waiting = ada.post("/api/tables", edition="mini", games=2, players=["Ada", None], challenge=True)["id"]
    eve.post(f"/api/tables/{waiting}/asks", name="Eve")
    declining = {"key": "declined", "admit": make_ask_id(waiting, client_id(eve.token)), "yes": False}
    post(urls[1], f"/api/tables/{waiting}/admissions", declining, ada.token)
    # By now both servers have repeated who is there, and told that they are alive.
    sleep(4)


def run(world: int, folder: Path, *, redis: bool, leak: bool = False) -> World:
    """Play the story in a world, and return what was seen of it."""
    (folder / str(world)).mkdir()
    seen = World()
    with ExitStack() as stack:
        # It logs what it does by default.
        cluster = stack.enter_context(OwnCluster(FAST | {"log_min_messages": "warning"}))
        archive, bus = cluster.new_database(), []
        started = (cluster.folder / "log").stat().st_size
        listening = stack.enter_context(ExitStack())
        if redis:
            broker = stack.enter_context(RedisServer())
            bus = ["--bus", broker.url]
            listening.enter_context(commands(broker, seen))
        else:
            listening.enter_context(notifications(archive, seen))
        with servers(world, archive, bus, "leak" if leak else "none", folder / str(world)) as urls:
            play(urls, archive, CODES[world])
            # How connections end is a matter of time.
            logged = (cluster.folder / "log").read_text()[started:]
        listening.close()
        for name in ("one", "two"):
            for line in (folder / str(world) / name).read_text().splitlines():
                seen.logs.add(f"{name} {mask(line)}")
        seen.database = {mask(line) for line in logged.splitlines()}
    return seen


def mask(line: str) -> str:
    """Return a line of a log without times, ports and numbers of processes."""
    if line.startswith("{"):
        facts = json.loads(line)
        return json.dumps({name: facts[name] for name in facts if name not in ("time", "milliseconds")})
    line = re.sub(r"^[\d-]+ [\d:.]+ \w+ \[\d+\] ", "", line)
    return re.sub(r"127\.0\.0\.1:\d+|codepegs-pg-\w+|process \d+| at [\d-]+ [\d:]+ UTC", "…", line)


@pytest.mark.parametrize(
    "redis", [pytest.param(False, id="notify"), pytest.param(True, id="redis", marks=pytest.mark.night)]
)
def test_nothing_between_servers_depends_on_a_code(redis: bool, tmp_path: Path) -> None:
    one, two = (run(world, tmp_path, redis=redis) for world in (0, 1))
    assert one.kinds == {*messages._KINDS}
    assert any("canceling statement due to lock timeout" in line for line in one.database)
    assert one.bus ^ two.bus == set()
    assert one.logs ^ two.logs == set()
    assert one.database ^ two.database == set()


@pytest.mark.night
def test_a_server_that_tells_something_about_a_code_is_caught(tmp_path: Path) -> None:
    one, two = (run(world, tmp_path, redis=False, leak=True) for world in (0, 1))
    assert one.bus != two.bus
    assert one.logs != two.logs
