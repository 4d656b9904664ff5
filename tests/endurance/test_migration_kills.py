"""Killing a process that creates or migrates an archive leaves a file that the next one can use."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import Match, find_edition
from codepegs.storage import Entry, open_archive
from codepegs.storage.sql.schema import HEAD
from tests.contracts.test_archive import store
from tests.support.databases import open_sqlite
from tests.support.killed_migration import write_revision
from tests.support.rounds import ROUNDS
from tests.support.strategies import play_out, played, two

ROOT = Path(__file__).resolve().parents[2]
AGREED = two(find_edition("mini"))
STEP = max(1, 4 // ROUNDS)
"""Statements between two kills."""
pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork there")


def kill(folder: Path, mode: str, manner: str = "safe", *, step: int = STEP) -> list[Path]:
    """Kill processes before different statements, and return the files that they have left."""
    command = ["tests.support.killed_migration", str(folder), mode, manner, str(step)]
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [Path(line) for line in done.stdout.splitlines()]
    assert len(files) >= 3
    return files


def unusable(files: list[Path]) -> Iterator[str]:
    """Open new archives after their creation was killed, and yield what is wrong with them."""
    for path in files:
        try:
            tables = open_sqlite(path)
        except CodepegsError as error:
            yield f"{path}: {error}"
            continue
        archive = tables.archive
        assert (archive.entries(), archive.damaged(), len(tables.token_key())) == ([], [], 32)
        assert archive.match(archive.begin(AGREED, at=0)) == Match.start(AGREED)
        tables.close()


def test_a_killed_creation_leaves_a_file_that_can_be_used(tmp_path: Path) -> None:
    assert [*unusable(kill(tmp_path, "create"))] == []


@pytest.mark.night
def test_a_creation_without_a_transaction_is_caught(tmp_path: Path) -> None:
    assert next(unusable(kill(tmp_path, "create", "torn")))


@pytest.fixture
def stored(tmp_path: Path) -> list[Entry]:
    """The matches of an archive of this version."""
    archive = open_archive(f"sqlite:///{tmp_path}/matches.db")
    for match in (play_out(Match.start(AGREED)), played(AGREED, "code ABC", "guess AAA")):
        store(archive, match)
    entries = archive.entries()
    archive.close()
    return entries


@pytest.fixture
def migrated(
    stored: list[Entry], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> list[Entry]:
    """The same matches, once the next version of this program runs, which migrates the archive."""
    folder = tmp_path_factory.mktemp("next") / "migrations"
    write_revision(folder)
    monkeypatch.setattr("codepegs.storage.sql.migrate.SCRIPTS", folder)
    monkeypatch.setattr("codepegs.storage.sql.migrate.HEAD", "r2")
    monkeypatch.setattr("codepegs.storage.sqlite.engine.HEAD", "r2")
    return stored


def half_migrated(files: list[Path], stored: list[Entry]) -> Iterator[str]:
    """Yield what is wrong with archives after their migration was killed, and after the next one."""
    for path in files:
        with closing(sqlite3.connect(path)) as connection:
            schema = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
            (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        if version != ("r2" if "notes" in schema else HEAD):
            yield f"{path} is at {version}, with another schema"
            continue
        try:
            tables = open_sqlite(path)
        except CodepegsError as error:
            yield f"{path}: {error}"
            continue
        assert (tables.archive.entries(), tables.archive.damaged()) == (stored, [])
        tables.close()


def test_a_killed_migration_changes_everything_or_nothing(tmp_path: Path, migrated: list[Entry]) -> None:
    assert [*half_migrated(kill(tmp_path, "migrate"), migrated)] == []


@pytest.mark.night
def test_a_migration_without_a_transaction_is_caught(tmp_path: Path, migrated: list[Entry]) -> None:
    assert next(half_migrated(kill(tmp_path, "migrate", "torn", step=1), migrated))
