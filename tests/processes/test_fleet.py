"""`codepegs serve --workers`: several processes at one port, and what happens without the database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.support.load_player import get, new_key, post
from tests.support.postgresql import MISSING, Cluster, OwnCluster, programs
from tests.support.redis_server import RedisServer, installed
from tests.support.serving import RATES

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

PATIENCE = 100.0
"""Seconds, for servers that start at the same time."""
needs_postgresql = pytest.mark.skipif(programs() is None, reason=MISSING)


@contextmanager
def serve(archive: str, log: Path, *options: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run a server. It must stop with 0."""
    with log.open("w") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "codepegs", "serve", "--port", "0", *RATES, *options],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "CODEPEGS_ARCHIVE": archive},
        )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
        process.terminate()
        assert process.wait(PATIENCE) == 0, log.read_text()
        assert process.stdout.read() == ""
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def servers(parent: int) -> set[int]:
    """Return the workers of a server, which are its children that listen."""
    found = set()
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, above = file.read_text().rpartition(")")[2].split()[:2]
            command = (file.parent / "cmdline").read_text()
        except OSError:  # It has just exited.
            continue
        if int(above) == parent and "spawn_main" in command:
            found.add(int(file.parent.name))
    return found


def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < until
        sleep(0.05)


def is_ready(url: str) -> bool:
    try:
        post(url, "/api/tokens", {}, None)
    except OSError:
        return False
    return True


def play(url: str, *, games: int = 1) -> None:
    """Play a match with requests that any worker may get, until each of them shows its four moves."""
    tokens = [post(url, "/api/tokens", {}, None)["token"] for _ in range(2)]
    body = {"key": new_key(), "edition": "classic-1 rows=3", "games": games, "players": ["Ada", None]}
    opened = post(url, "/api/tables", body, tokens[0])
    path = f"/api/tables/{opened['id']}"
    post(
        url, f"{path}/join", {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}, tokens[1]
    )
    for number, move in enumerate(("code RRRR", "guess BYGW", "guess BYGW", "guess BYGW")):
        post(url, f"{path}/moves", {"key": f"k{number}", "moves": number, "move": move}, tokens[number > 0])
    # A worker hears of another one's moves a moment after they are stored.
    wait_until(lambda: all(get(url, path)["moves"] == 4 for _ in range(10)))


@needs_postgresql
@pytest.mark.timeout(600)
def test_workers_share_a_port_and_are_replaced(tmp_path: Path, postgresql: Cluster) -> None:
    archive = postgresql.new_database()
    with serve(archive, tmp_path / "log", "--workers", "2") as (url, process):
        wait_until(lambda: len(servers(process.pid)) >= 2 and is_ready(url))
        play(url)
        # The workers have children of their own, for computations.
        victim = min(servers(process.pid))
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: victim not in servers(process.pid) and len(servers(process.pid)) >= 2)
        wait_until(lambda: is_ready(url))
        play(url)
        assert '"worker died"' in (tmp_path / "log").read_text()


@needs_postgresql
@pytest.mark.timeout(600)
def test_a_server_without_its_database_says_so_and_recovers(tmp_path: Path) -> None:
    with OwnCluster() as cluster, serve(cluster.new_database(), tmp_path / "log") as (url, _):
        wait_until(lambda: is_ready(url))
        token = post(url, "/api/tokens", {}, None)["token"]
        body = {"key": new_key(), "edition": "mini", "games": 2, "players": ["Ada", None]}
        cluster.stop()
        with pytest.raises(HTTPError) as refused:
            post(url, "/api/tables", body, token)
        assert refused.value.code == 503
        assert b'"kind":"ArchiveUnavailable"' in refused.value.read()
        cluster.start()

        def is_open() -> bool:
            try:
                return "id" in post(url, "/api/tables", body, token)
            except HTTPError:
                return False

        wait_until(is_open)


@needs_postgresql
@pytest.mark.timeout(600)
def test_a_server_whose_database_is_silent_says_so_and_recovers(tmp_path: Path) -> None:
    """All processes of PostgreSQL stop, and their connections stay open."""
    with OwnCluster() as cluster, serve(cluster.new_database(), tmp_path / "log") as (url, _):
        wait_until(lambda: is_ready(url))
        token = post(url, "/api/tokens", {}, None)["token"]
        # A code of this edition has no repeats, so this guess does not crack it by chance.
        body = {"key": new_key(), "edition": "hasbro-2010", "games": 1, "players": ["", "Ada"]}
        path = f"/api/tables/{post(url, '/api/tables', body, token)['id']}"
        wait_until(lambda: get(url, path)["moves"] == 1)
        first, second = ({"key": f"k{number}", "moves": number, "move": "guess RRBB"} for number in (1, 2))
        answer = post(url, f"{path}/moves", first, token)
        with cluster.paused():
            with pytest.raises(HTTPError) as refused:
                post(url, f"{path}/moves", second, token)
            with refused.value as error:
                assert error.code == 503
                assert b'"kind":"ArchiveUnavailable"' in error.read()
            assert not is_saved(url, path, second, token)
        wait_until(lambda: is_saved(url, path, second, token))
        # What was acknowledged before is still there, and nothing is there twice.
        assert post(url, f"{path}/moves", first, token) == answer
        assert get(url, path)["moves"] == 3


def is_saved(url: str, path: str, move: dict[str, Any], token: str) -> bool:
    """Send a move again, and return whether the server has saved it."""
    try:
        return "number" in post(url, f"{path}/moves", move, token)
    except HTTPError as error:
        with error:
            if error.code != 503:
                raise AssertionError(error.read()) from None
        return False


@needs_postgresql
@pytest.mark.skipif(not installed(), reason="Redis is not installed")
@pytest.mark.timeout(600)
def test_a_server_without_its_bus_only_takes_longer(tmp_path: Path, postgresql: Cluster) -> None:
    with RedisServer() as redis:
        archive, bus = postgresql.new_database(), ("--bus", redis.url)
        with (
            serve(archive, tmp_path / "one", *bus) as (one, _),
            serve(archive, tmp_path / "two", *bus) as (two, _),
        ):
            wait_until(lambda: is_ready(one) and is_ready(two))
            redis.kill()
            token = post(one, "/api/tokens", {}, None)["token"]
            body = {"key": new_key(), "edition": "mini", "games": 2, "players": ["Ada", None]}
            opened = post(one, "/api/tables", body, token)
            path = f"/api/tables/{opened['id']}"
            assert get(two, path)["version"] == 0
            joining = {"key": new_key(), "invitation": opened["invitation"], "name": "Bob"}
            other = post(one, "/api/tokens", {}, None)["token"]
            post(one, f"{path}/join", joining, other)
            wait_until(lambda: get(two, path)["version"] == 1)
