"""The archive in a SQLite file: how it is set, what it refuses, what other hands may do to it."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import stat
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection

from codepegs.errors import CodepegsError
from codepegs.rules import Match, Secret, SetCode, find_edition
from codepegs.storage import MatchId, open_archive
from codepegs.storage.errors import ArchiveUnavailable, CannotOpenArchive, DamagedMatch, Stale
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sqlite import engine as adapter
from tests.contracts.test_archive import entry, keep
from tests.support.strategies import code, play_out, played, spelled, two

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


# How it is set -------------------------------------------------------------------------


def test_the_writer_is_set_to_lose_nothing(archive: SqlArchive) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    assert archive.writer.submit(settings).result() == ["wal", 2, 1]


@pytest.mark.parametrize("name", ["journal_mode", "synchronous", "foreign_keys"])
def test_an_archive_that_cannot_be_set_so_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """As on a file system that shares no memory: SQLite then stays as it was, without a word."""
    settings = {
        **adapter.WRITER,
        name: ("0" if name != "journal_mode" else "DELETE", adapter.WRITER[name][1]),
    }
    monkeypatch.setattr(adapter, "WRITER", settings)
    with pytest.raises(CannotOpenArchive, match=f"cannot keep it safely there: {name} is"):
        opened(path)


def test_a_reading_connection_cannot_write(archive: SqlArchive) -> None:
    with archive._readers.connect() as connection, pytest.raises(Exception, match="readonly database"):
        connection.exec_driver_sql("DELETE FROM matches")


def test_a_new_archive_is_for_its_user_alone(archive: SqlArchive, path: Path) -> None:
    archive.begin(MINI, at=0)
    files = list(path.parent.iterdir())
    assert path in files
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


# What cannot be opened -----------------------------------------------------------------


def spoiled(path: Path) -> None:
    path.write_bytes(b"This is a letter, and no database at all. " * 50)


def foreign(path: Path) -> None:
    tamper(path, "CREATE TABLE recipes (name TEXT)")


def of_another_version(path: Path) -> None:
    opened(path).close()
    tamper(path, "UPDATE alembic_version SET version_num = '99'")


def torn(path: Path) -> None:
    opened(path).close()
    content = bytearray(path.read_bytes())
    content[100:4096] = bytes(3996)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda path: path.parent.rmdir(), "there is no folder .*, so make it first"),
        (lambda path: path.mkdir(), "that is a folder, so name a file in it"),
        (spoiled, "the file is no database, so move it away or choose another name"),
        (foreign, "it is a database of another program"),
        (of_another_version, "another version of codepegs wrote it, so open it with that one"),
        (torn, "the file is damaged, so go on from a copy of it"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_a_sentence(
    tmp_path: Path, prepare: Callable[[Path], None], reason: str
) -> None:
    path = tmp_path / "folder" / "matches.db"
    path.parent.mkdir()
    prepare(path)
    with pytest.raises(CannotOpenArchive, match=rf"^The archive .* cannot be opened: {reason}\.$") as refused:
        opened(path)
    assert refused.value.place == str(path)


@pytest.mark.parametrize(
    "url",
    ["", "matches.db", "sqlite:", "sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite://folder/matches.db",
     "sqlite:///matches.db?mode=memory", "postgresql://ada:hush@host/matches", "https://example.org"],
)  # fmt: skip
def test_an_address_that_names_no_file_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(CannotOpenArchive, match="its address") as refused:
        open_archive(url)
    assert "hush" not in str(refused.value)


@pytest.fixture
def nobody() -> Iterator[None]:
    """Someone who owns nothing, if whoever runs the tests may do anything."""
    if os.geteuid() == 0:
        os.seteuid(65534)
        yield
        os.seteuid(0)
    else:
        yield


def locked_up(path: Path) -> None:
    """Everybody may come to the folder of `path`, and nobody may write there."""
    for folder in path.parents:
        if folder.stat().st_uid == os.geteuid() and "pytest" in str(folder):
            folder.chmod(0o755)
    path.parent.chmod(0o555)


@pytest.mark.skipif(os.name != "posix", reason="permissions are others there")
@pytest.mark.parametrize("exists", [False, True])
def test_a_file_that_may_not_be_written_is_refused(
    path: Path, exists: bool, request: pytest.FixtureRequest
) -> None:
    if exists:
        opened(path).close()
        path.chmod(0o444)
        path.with_name("matches.db-lock").chmod(0o666)
    locked_up(path)
    request.getfixturevalue("nobody")
    with pytest.raises(CannotOpenArchive, match=r"permission denied|may not"):
        opened(path)


# What happens meanwhile ----------------------------------------------------------------


def test_another_program_that_writes_is_waited_for_and_then_refused(path: Path) -> None:
    archive = opened(path, timeout=0.1)
    name = archive.begin(MINI, at=0)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveUnavailable, match="another program is writing to it"):
            archive.add(name, 0, spelled("code ABC"), at=1)
        with pytest.raises(CannotOpenArchive, match="another program is writing to it"):
            opened(path, timeout=0.1)
        assert archive.match(name) == Match.start(MINI)
        other.execute("COMMIT")
    archive.add(name, 0, spelled("code ABC"), at=1)
    archive.close()


def test_another_archive_that_writes_is_waited_for_and_then_refused(path: Path) -> None:
    archive, other = opened(path, timeout=0.1), opened(path)
    name = archive.begin(MINI, at=0)
    with other.writer._turn:  # type: ignore[attr-defined]
        with pytest.raises(ArchiveUnavailable, match="another program is writing to it"):
            archive.add(name, 0, spelled("code ABC"), at=1)
        with pytest.raises(CannotOpenArchive, match="another program is writing to it"):
            opened(path, timeout=0.1)
    archive.add(name, 0, spelled("code ABC"), at=1)
    for one in (archive, other):
        one.close()


def test_of_two_archives_in_one_file_one_makes_the_move_and_the_other_is_stale(path: Path) -> None:
    """Each has the match in memory as it was; the file knows better."""
    one, other = opened(path), opened(path)
    name = keep(one, played(MINI, "code ABC"))
    other.add(name, 1, spelled("guess AAA"), at=5)
    with pytest.raises(Stale) as refused:
        one.add(name, 1, spelled("guess BBB"), at=6)
    assert refused.value.moves == 2
    one.add(name, 2, spelled("guess CCC"), at=7)
    assert other.match(name) == one.match(name) == played(MINI, "code ABC", "guess AAA", "guess CCC")
    for archive in (one, other):
        archive.close()


def test_a_full_disk_is_refused_and_what_was_kept_stays(archive: SqlArchive) -> None:
    name = keep(archive, played(MINI, "code ABC"))
    pages = archive.writer.submit(lambda c: c.exec_driver_sql("PRAGMA page_count").scalar()).result()
    archive.writer.submit(lambda c: c.exec_driver_sql(f"PRAGMA max_page_count = {pages}").scalar()).result()
    with pytest.raises(ArchiveUnavailable, match="the disk is full, so make room first"):
        deque((archive.begin(MINI, at=0) for _ in range(500)), maxlen=0)
    listed = len(archive.entries(limit=1000))
    assert archive.match(name) == played(MINI, "code ABC")
    archive.writer.submit(lambda c: c.exec_driver_sql("PRAGMA max_page_count = 100000").scalar()).result()
    archive.add(name, 1, spelled("guess AAA"), at=1)
    assert len(archive.entries(limit=1000)) == listed
    assert archive.damaged() == []


# Other hands ---------------------------------------------------------------------------

TAMPERED = {
    "UPDATE moves SET text = 'guess QQQ' WHERE number = 1": "move 1 is not one that was made there",
    "UPDATE moves SET text = 'castle' WHERE number = 1": "move 1 is not one that was made there",
    "UPDATE moves SET text = 'reveal' WHERE number = 1": "move 1 is not one that was made there",
    "UPDATE moves SET text = 'code veiled 081FFF' WHERE number = 0": "move 0 is not one that was made there",
    "UPDATE moves SET text = x'ff00' WHERE number = 1": "move 1 is not there",
    "UPDATE moves SET text = CAST(x'ff00' AS TEXT) WHERE number = 1": "move 1 is not one that was made there",
    "DELETE FROM moves WHERE number = 0": "move 0 is not there",
    "DELETE FROM moves WHERE number = 2": "its moves do not make what is noted as its moves",
    "UPDATE moves SET number = 7 WHERE number = 2": "move 2 is not there",
    "UPDATE matches SET points_two = 50": "its moves do not make what is noted as its points_two",
    "UPDATE matches SET edition = 'chess'": "its terms do not read",
    "UPDATE matches SET codemaker = 'Bob'": "its terms do not read",
    "UPDATE matches SET codebreaker = CAST(x'ff00' AS TEXT)": "its terms do not read",
    "UPDATE matches SET codebreaker = x'ff00'": "its codebreaker is nothing of the kind",
    "UPDATE matches SET games = 'many'": "its games is nothing of the kind",
    "UPDATE matches SET begun = 'once'": "its begun is nothing of the kind",
    "UPDATE matches SET over = 'perhaps'": "its moves do not make what is noted as its over",
    "UPDATE matches SET over = 1": "its moves do not make what is noted as its over",
    "UPDATE matches SET winner = 'all'": "its moves do not make what is noted as its winner",
}


@pytest.mark.parametrize("statement", TAMPERED)
def test_a_match_that_was_tampered_with_is_named_and_the_others_are_listed(
    archive: SqlArchive, path: Path, statement: str
) -> None:
    bad = keep(archive, played(MINI, "code ABC", "guess AAA", "guess BBB"))
    tamper(path, statement)
    good = keep(archive, play_out(Match.start(MINI)))
    with pytest.raises(DamagedMatch, match=TAMPERED[statement]) as refused:
        archive.match(bad)
    assert refused.value.match == bad
    assert bad in str(refused.value)
    assert good in [entry.id for entry in archive.entries()]
    assert [damage.match for damage in archive.damaged()] == [bad]
    assert sum(one.games for one in archive.statistics()) == 2
    archive.delete(bad)
    assert archive.damaged() == []


# Secrecy -------------------------------------------------------------------------------


def chain(error: BaseException | None) -> Iterator[str]:
    while error is not None:
        yield f"{error!r} {error} {vars(error)}"
        error = error.__cause__ or error.__context__


def test_no_hidden_code_is_in_a_log_line_or_a_refusal(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Neither as it is nor behind its veil, whatever the database does, and however much is logged."""
    caplog.set_level(logging.DEBUG)
    for name in ("sqlalchemy", "sqlalchemy.engine", "sqlalchemy.pool", "alembic"):
        caplog.set_level(logging.DEBUG, logger=name)
    archive = opened(path)
    secret = SetCode(Secret(code("ADB")))
    faults: list[str] = []

    def attempt(action: Callable[[], object]) -> None:
        with pytest.raises(CodepegsError) as refused:
            action()
        faults.extend(chain(refused.value))

    name = archive.begin(MINI, at=0)
    archive.add(name, 0, secret, at=1)
    assert archive.match(name) == played(MINI, "code ADB")
    attempt(lambda: archive.add(name, 0, secret, at=1))
    attempt(lambda: archive.add(name, 1, secret, at=1))
    other = archive.begin(MINI, at=0)
    tamper(path, "CREATE TRIGGER no BEFORE INSERT ON moves BEGIN SELECT RAISE(ABORT, 'no'); END")
    attempt(lambda: archive.add(other, 0, secret, at=1))
    tamper(path, "DROP TRIGGER no", "UPDATE moves SET text = 'code Veiled 081811'")
    attempt(lambda: archive.match(name))
    tamper(path, "ALTER TABLE moves RENAME COLUMN text TO words")
    attempt(lambda: archive.add(other, 0, secret, at=1))
    attempt(lambda: archive.match(name))
    archive.close()
    written = "\n".join([caplog.text, *(record.getMessage() for record in caplog.records), *faults])
    assert len(faults) >= 6
    for spelling in ("081811", "RGB", "ADB", "(0, 3, 1)"):
        assert spelling not in written


def test_the_file_does_not_spell_a_hidden_code(archive: SqlArchive, path: Path) -> None:
    keep(archive, played(MINI, "code ADB"))
    archive.close()
    content = path.read_bytes()
    assert b"code veiled 081811" in content
    assert b"RGB" not in content


def test_an_entry_is_found_by_its_match(archive: SqlArchive) -> None:
    name = keep(archive, played(MINI, "code ABC"))
    assert entry(archive, MatchId(name)).moves == 1


@pytest.mark.skipif(os.name != "posix", reason="there is no flock there")
def test_a_lock_that_fails_is_refused_like_one_that_is_taken(
    archive: SqlArchive, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", failing)
    with pytest.raises(ArchiveUnavailable, match="no locks available"):
        archive.begin(MINI, at=0)
    monkeypatch.undo()
    assert archive.begin(MINI, at=0)
