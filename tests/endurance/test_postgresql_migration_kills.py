"""Killing a process that creates or migrates a PostgreSQL archive leaves one that the next can use."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import Match, find_edition
from codepegs.storage import open_archive
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.schema import HEAD
from tests.contracts.test_archive import store
from tests.support.killed_migration import write_revision
from tests.support.postgresql import Cluster
from tests.support.restarts import ROOT
from tests.support.rounds import ROUNDS
from tests.support.strategies import play_out, played, two

AGREED = two(find_edition("mini"))
STEP = max(1, 4 // ROUNDS)
"""Statements between two kills."""
MATCHES = (play_out(Match.start(AGREED)), played(AGREED, "code ABC", "guess AAA"))


def kill(cluster: Cluster, folder: Path, mode: str, manner: str = "safe", *, step: int = STEP) -> list[str]:
    """Kill processes before different statements, and return the databases that they have left."""
    template = "template0"
    if mode == "migrate":
        url = cluster.new_database()
        archive = open_archive(url)
        for match in MATCHES:
            store(archive, match)
        archive.close()
        template = url.partition("@/")[2].partition("?")[0]
    command = ["tests.support.killed_migration", str(folder), mode, manner]
    with subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        left = []
        for number in count(step=step):
            url = cluster.new_database(template)
            process.stdin.write(f"{url} {number}\n")
            process.stdin.flush()
            if process.stdout.readline() != "killed\n":
                break
            left.append(url)
        process.stdin.close()
    assert len(left) >= 3
    return left


def read(url: str, *, number: int) -> Iterator[str]:
    """Open an archive after a kill, and yield what is wrong with it. It should have some matches."""
    try:
        archive = open_archive(url)
    except CodepegsError as error:
        yield f"{url}: {error}"
        return
    assert isinstance(archive, SqlArchive)
    if len(archive.entries()) != number or archive.damaged():
        yield f"{url}: {len(archive.entries())} matches, damaged: {archive.damaged()}"
    assert archive.match(archive.begin(AGREED, at=0)) == Match.start(AGREED)
    archive.close()


def half_migrated(url: str) -> Iterator[str]:
    """Yield what is wrong with an archive whose migration was killed."""
    with psycopg.connect(url) as connection:
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        (notes,) = connection.execute("SELECT to_regclass('notes')").fetchone() or (None,)
    if version != (HEAD if notes is None else "r2"):
        yield f"{url} is at {version}, with another schema"
    yield from read(url, number=len(MATCHES))


@pytest.fixture
def next_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next version of this program runs, which migrates archives."""
    write_revision(tmp_path / "next")
    monkeypatch.setattr("codepegs.storage.sql.migrate.SCRIPTS", tmp_path / "next")
    monkeypatch.setattr("codepegs.storage.sql.migrate.HEAD", "r2")
    monkeypatch.setattr("codepegs.storage.postgresql.engine.HEAD", "r2")


def test_a_killed_creation_leaves_a_database_that_can_be_used(postgresql: Cluster, tmp_path: Path) -> None:
    left = kill(postgresql, tmp_path, "create")
    assert [wrong for url in left for wrong in read(url, number=0)] == []


@pytest.mark.night
def test_a_creation_without_a_transaction_is_caught(postgresql: Cluster, tmp_path: Path) -> None:
    left = kill(postgresql, tmp_path, "create", "torn")
    assert [wrong for url in left for wrong in read(url, number=0)]


def test_a_killed_migration_changes_everything_or_nothing(
    postgresql: Cluster, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    left = kill(postgresql, tmp_path, "migrate")
    request.getfixturevalue("next_version")
    assert [wrong for url in left for wrong in half_migrated(url)] == []


@pytest.mark.night
def test_a_migration_without_a_transaction_is_caught(
    postgresql: Cluster, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    left = kill(postgresql, tmp_path, "migrate", "torn", step=1)
    request.getfixturevalue("next_version")
    assert [wrong for url in left for wrong in half_migrated(url)]
