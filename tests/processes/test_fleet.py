"""`codepegs serve` with PostgreSQL: what happens while the database is away or silent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.support.postgresql import MISSING, OwnCluster, programs
from tests.support.serving import RATES, Server, get, move, open_table, post
from tests.support.terminal import PATIENCE

if not Path("/proc/self/stat").exists():  # pragma: no cover
    pytest.skip("listing processes needs /proc", allow_module_level=True)

needs_postgresql = pytest.mark.skipif(programs() is None, reason=MISSING)


def wait_until(condition: Callable[[], bool]) -> None:
    until = monotonic() + PATIENCE
    while not condition():
        assert monotonic() < until
        sleep(0.05)


def is_ready(server: Server) -> bool:
    try:
        post(server.address, "/api/tokens", {}, None)
    except OSError:
        return False
    return True


def refused_as_unavailable(ask: Callable[[], Any]) -> bool:
    """Return whether a request is refused because the database does not answer."""
    try:
        ask()
    except HTTPError as error:
        with error:
            if error.code != 503 or b'"kind":"ArchiveUnavailable"' not in error.read():
                raise
        return True
    return False


@needs_postgresql
@pytest.mark.timeout(600)
@pytest.mark.parametrize("silent", [False, True], ids=["stopped", "silent"])
def test_a_server_without_its_database_says_so_and_recovers(tmp_path: Path, silent: bool) -> None:
    """A silent database keeps its connections open."""
    with OwnCluster() as cluster, Server(tmp_path, *RATES, archive=cluster.new_database()) as server:
        wait_until(lambda: is_ready(server))
        url = server.address
        table = open_table(url)
        code = move(url, table, 0, 0, "code RGB")
        with cluster.paused() if silent else cluster.stopped():
            assert refused_as_unavailable(lambda: move(url, table, 1, 1, "guess YYY"))
        wait_until(lambda: not refused_as_unavailable(lambda: move(url, table, 1, 1, "guess YYY")))
        # What was acknowledged before is still there, and nothing is there twice.
        assert move(url, table, 0, 0, "code RGB") == code
        assert get(url, f"/api/tables/{table}")["moves"] == 2
