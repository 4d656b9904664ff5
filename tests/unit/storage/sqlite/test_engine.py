"""The archive in a SQLite file: settings, errors, and changes by other programs."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from codepegs.rules import Match, find_edition
from codepegs.storage import open_archive
from codepegs.storage.errors import ArchiveUnavailable, CannotOpenArchive, Stale
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sqlite import engine
from tests.contracts.test_archive import store
from tests.support.strategies import played, spelled, two

MINI = two(find_edition("mini"))


def opened(path: Path, *, timeout: float = 5.0) -> SqlArchive:
    archive = open_archive(f"sqlite:///{path}", timeout=timeout)
    assert isinstance(archive, SqlArchive)
    return archive


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


@pytest.fixture
def archive(path: Path) -> Iterator[SqlArchive]:
    archive = opened(path)
    yield archive
    archive.close()


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


# Settings -------------------------------------------------------------------------------


def test_the_writer_has_durable_settings(archive: SqlArchive) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert archive.writer.submit(settings).result() == ["wal", 2, 1]


@pytest.mark.parametrize("name", ["journal_mode", "synchronous", "foreign_keys"])
def test_an_archive_without_durable_settings_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As on a file system without shared memory, where SQLite silently ignores the setting."""
    settings = {
        **engine.WRITER_PRAGMAS,
        name: ("0" if name != "journal_mode" else "DELETE", engine.WRITER_PRAGMAS[name][1]),
    }
    monkeypatch.setattr(engine, "WRITER_PRAGMAS", settings)
    with pytest.raises(CannotOpenArchive, match=f"cannot store it safely there, because {name} is"):
        opened(path)


def test_a_reading_connection_cannot_write(archive: SqlArchive) -> None:
    with archive._readers.connect() as connection, pytest.raises(Exception, match="readonly database"):
        connection.exec_driver_sql("DELETE FROM matches")


def test_only_its_user_can_read_a_new_archive(archive: SqlArchive, path: Path) -> None:
    archive.begin(MINI, at=0)
    files = list(path.parent.iterdir())
    assert path in files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


# What cannot be opened -----------------------------------------------------------------


def spoiled(path: Path) -> None:
    path.write_bytes(b"This is a letter, not a database. " * 50)


def foreign(path: Path) -> None:
    tamper(path, "CREATE TABLE recipes (name TEXT)")


def of_another_version(path: Path) -> None:
    opened(path).close()
    tamper(path, "UPDATE alembic_version SET version_num = '99'")


def without_version(path: Path) -> None:
    opened(path).close()
    tamper(path, "DELETE FROM alembic_version")


def torn(path: Path) -> None:
    opened(path).close()
    content = bytearray(path.read_bytes())
    content[100:4096] = bytes(3996)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda path: path.parent.rmdir(), "there is no folder .*, so create it first"),
        (lambda path: path.mkdir(), "it is a folder, so choose a file in it"),
        (spoiled, "the file is not a database"),
        (foreign, "it is a database of another program"),
        (of_another_version, "it was written by another version of codepegs"),
        (without_version, "its version is damaged"),
        (torn, "the file is damaged"),
    ],
)
def test_a_file_that_cannot_be_opened_is_refused_with_a_reason(
    tmp_path: Path, prepare: Callable[[Path], None], reason: str
) -> None:
    path = tmp_path / "folder" / "matches.db"
    path.parent.mkdir()
    prepare(path)
    with pytest.raises(CannotOpenArchive, match=reason) as refused:
        opened(path)
    assert refused.value.place == str(path)


@pytest.mark.parametrize(
    "url",
    ["", "matches.db", "sqlite:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite://folder/matches.db",
     "sqlite:///matches.db?mode=memory", "mysql://ada:hush@host/matches", "https://example.org"],
)  # fmt: skip
def test_a_url_without_a_file_is_refused_without_showing_its_password(url: str) -> None:
    with pytest.raises(CannotOpenArchive, match="use a URL") as refused:
        open_archive(url)
    assert "hush" not in str(refused.value)


@pytest.fixture
def nobody() -> Iterator[None]:
    """A user without permissions, if the tests run as root."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


def locked_up(path: Path) -> None:
    """Make the folder of `path` readable for everybody and writable for nobody."""
    for folder in path.parents:
        if folder.stat().st_uid == os.geteuid() and "pytest" in str(folder):
            folder.chmod(0o755)
    path.parent.chmod(0o555)


@pytest.mark.skipif(os.name != "posix", reason="permissions are others there")
@pytest.mark.parametrize("exists", [False, True])
def test_a_file_without_write_permission_is_refused(
    path: Path, exists: bool, request: pytest.FixtureRequest
) -> None:
    if exists:
        opened(path).close()
        path.chmod(0o444)
        path.with_name("matches.db-lock").chmod(0o666)
    locked_up(path)
    request.getfixturevalue("nobody")
    with pytest.raises(CannotOpenArchive, match=r"permission"):
        opened(path)


# Other programs ------------------------------------------------------------------------


@contextmanager
def sqlite_lock(path: Path) -> Iterator[None]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("COMMIT")


@contextmanager
def archive_lock(path: Path) -> Iterator[None]:
    other = opened(path)
    with other.writer._lock:  # type: ignore[attr-defined]
        yield
    other.close()


@pytest.mark.parametrize("lock", [sqlite_lock, archive_lock])
def test_a_writer_waits_for_another_writer_and_then_fails(
    path: Path, lock: Callable[[Path], AbstractContextManager[None]]
) -> None:
    archive = opened(path, timeout=0.1)
    name = archive.begin(MINI, at=0)
    with lock(path):
        with pytest.raises(ArchiveUnavailable, match="another program is writing to it"):
            archive.add(name, 0, spelled("code ABC"), at=1)
        with pytest.raises(CannotOpenArchive, match="another program is writing to it"):
            opened(path, timeout=0.1)
        assert archive.match(name) == Match.start(MINI)
    archive.add(name, 0, spelled("code ABC"), at=1)
    archive.close()


def test_a_move_with_a_known_match_reads_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that an event loop can call `add_later`."""
    begun, loaded = opened(path), opened(path)
    match = played(MINI, "code ABC")
    name = begun.begin(MINI, at=0)
    begun.add(name, 0, match.moves[0], at=1, before=Match.start(MINI))
    assert loaded.match(name) == match
    for archive in (begun, loaded):
        monkeypatch.setattr(archive, "connect", None)
        move = spelled("guess AAA")
        assert archive.add_later(name, match.length, move, at=5, before=match).result()
        match = match.play(move)
        archive.close()


def test_a_move_of_another_archive_makes_the_known_match_stale(path: Path) -> None:
    one, other = opened(path), opened(path)
    known = played(MINI, "code ABC")
    name = store(one, known)
    other.add(name, 1, spelled("guess AAA"), at=5)
    with pytest.raises(Stale) as refused:
        one.add(name, 1, spelled("guess BBB"), at=6, before=known)
    assert refused.value.moves == 2
    one.add(name, 2, spelled("guess CCC"), at=7)
    assert other.match(name) == one.match(name) == played(MINI, "code ABC", "guess AAA", "guess CCC")
    for archive in (one, other):
        archive.close()


def test_a_full_disk_loses_no_stored_moves(archive: SqlArchive) -> None:
    name = store(archive, played(MINI, "code ABC"))
    pages = archive.writer.submit(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar()).result()
    archive.writer.submit(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar()).result()
    with pytest.raises(ArchiveUnavailable, match="the disk is full"):
        deque((archive.begin(MINI, at=0) for _ in range(500)), maxlen=0)
    listed = len(archive.entries(limit=1000))
    assert archive.match(name) == played(MINI, "code ABC")
    archive.writer.submit(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 100000").scalar()).result()
    archive.add(name, 1, spelled("guess AAA"), at=1)
    assert len(archive.entries(limit=1000)) == listed
    assert archive.damaged() == []


# Secrecy -------------------------------------------------------------------------------


def test_the_file_does_not_contain_a_hidden_code_in_clear(archive: SqlArchive, path: Path) -> None:
    store(archive, played(MINI, "code ADB"))
    archive.close()
    content = path.read_bytes()
    assert b"code veiled 081811" in content
    assert b"RGB" not in content


@pytest.mark.skipif(os.name != "posix", reason="there is no flock there")
def test_a_failing_lock_makes_the_archive_unavailable(
    archive: SqlArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", failing)
    with pytest.raises(ArchiveUnavailable, match="no locks available"):
        archive.begin(MINI, at=0)
    monkeypatch.undo()
    assert archive.begin(MINI, at=0)


def test_an_archive_is_not_changed_by_opening(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    opened(path).close()
    before = path.read_bytes()
    opened(path).close()
    assert path.read_bytes() == before
