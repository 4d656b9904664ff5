"""`codepegs serve` with PostgreSQL: what happens while the database is away or silent."""

from __future__ import annotations

import os
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
from tests.support.postgresql import MISSING, OwnCluster, programs
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
