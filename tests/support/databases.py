"""Fixtures of the databases in which an archive can be.

A test that uses `address` runs once with each of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from codepegs.storage import open_tables
from codepegs.storage.sql.tables import SqlTables
from tests.support.postgresql import MISSING, Cluster, OwnCluster, programs

DATABASES = ("sqlite", "postgresql")


def open_sqlite(path: Path) -> SqlTables:
    """Open the tables of an archive in a file."""
    tables = open_tables(f"sqlite:///{path}")
    assert isinstance(tables, SqlTables)
    return tables


@contextmanager
def shared_cluster(folder: Path) -> Iterator[Cluster]:
    """Share a server with all processes that name the same folder.

    The first one starts it, and stops it when the others have finished.
    """
    from fcntl import LOCK_EX, LOCK_SH, LOCK_UN, flock  # which Windows does not have

    with (folder / "postgresql").open("a+") as place, (folder / "postgresql-users").open("a") as users:
        flock(place, LOCK_EX)
        place.seek(0)
        if running := place.read():
            flock(users, LOCK_SH)
            flock(place, LOCK_UN)
            yield Cluster(Path(running))
            return
        with OwnCluster() as cluster:
            place.write(str(cluster.folder))
            place.flush()
            flock(place, LOCK_UN)
            yield cluster
            flock(place, LOCK_EX)
            flock(users, LOCK_EX)
            place.truncate(0)


@pytest.fixture(scope="session")
def postgresql(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    """A database of this process in the PostgreSQL server of all of them."""
    if programs() is None:
        pytest.skip(MISSING)
    folder = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):
        folder = folder.parent
    # Not in the teardown of the last test, which has a time limit: others may still use the server.
    stack = ExitStack()
    request.config.add_cleanup(stack.close)
    cluster = stack.enter_context(shared_cluster(folder))
    cluster.use_own_database()
    return cluster


@pytest.fixture(params=DATABASES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a new archive in each kind of database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/matches.db"
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.new_schema()


@pytest.fixture
def other_address(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a second archive of the same kind."""
    if address.startswith("sqlite"):
        return f"sqlite:///{tmp_path}/other.db"
    return str(request.getfixturevalue("postgresql").new_schema())
