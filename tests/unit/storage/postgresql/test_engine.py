"""The archive in PostgreSQL: settings, errors, and what other programs do."""

from __future__ import annotations

import logging
import shutil
import signal
import subprocess
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Barrier, Event
from time import sleep

import psycopg
import pytest
from sqlalchemy import Connection, event, insert

from codepegs.rules import Match, find_edition
from codepegs.storage import MatchId, backup, check, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import ArchiveUnavailable, BackupFailed, CannotOpenArchive
from codepegs.storage.postgresql.reasons import FULL
from codepegs.storage.sql.archive import SqlArchive, new_match_row
from codepegs.storage.sql.schema import MATCHES
from codepegs.storage.sql.table_rows import lock_tables
from codepegs.storage.sql.tables import SqlTables
from tests.contracts.test_archive import store
from tests.support.postgresql import LOCKED, MISSING, Cluster, OwnCluster, programs
from tests.support.rival_writer import seated
from tests.support.strategies import played, spelled, two

MINI = two(find_edition("mini"))


def opened(url: str, *, timeout: float = 5.0) -> SqlArchive:
    archive = open_archive(url, timeout=timeout)
    assert isinstance(archive, SqlArchive)
    return archive


@pytest.fixture
def url(postgresql: Cluster) -> str:
    return postgresql.new_schema()


@pytest.fixture
def archive(url: str) -> Iterator[SqlArchive]:
    archive = opened(url)
    yield archive
    archive.close()


def tamper(url: str, *statements: str) -> None:
    with psycopg.connect(url) as connection:
        for statement in statements:
            connection.execute(statement.encode())


# Settings -------------------------------------------------------------------------------


def test_another_archive_does_not_load_the_driver(tmp_path: Path) -> None:
    program = (
        "import sys; from codepegs.storage import open_tables\n"
        f"open_tables('sqlite:///{tmp_path}/matches.db').close(); print('psycopg' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("use", [open_archive, open_tables, check, lambda url: backup(url, Path("x"))])
def test_without_the_driver_the_error_says_what_to_install(
    use: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotOpenArchive, match=r"pip install 'codepegs\[postgres\]'") as refused:
        use("postgresql://ada:hush@localhost/pegs")
    assert "hush" not in str(refused.value)


def test_a_session_keeps_its_durable_setting(postgresql: Cluster) -> None:
    """Even if somebody changes the configuration while it is open."""

    def setting(connection: Connection) -> object:
        return connection.exec_driver_sql("SHOW synchronous_commit").scalar()

    archive = opened(f"{postgresql.new_schema()}%20-csynchronous_commit%3Dlocal")
    assert archive.writer.submit(setting).result() == "local"
    archive.close()


def test_a_reading_connection_cannot_write(archive: SqlArchive) -> None:
    with archive._readers.connect() as connection, pytest.raises(Exception, match="read-only transaction"):
        connection.exec_driver_sql("DELETE FROM matches")


def test_two_programs_can_create_the_archive_at_the_same_time(postgresql: Cluster) -> None:
    for _ in range(3):
        url, gate = postgresql.new_schema(), Barrier(4)

        def create(_: int, url: str = url, gate: Barrier = gate) -> bytes:
            gate.wait()
            archive = opened(url)
            key = archive.token_key()
            archive.close()
            return key

        with ThreadPoolExecutor(4) as threads:
            assert len({*threads.map(create, range(4))}) == 1


# What cannot be opened -----------------------------------------------------------------


def foreign(_: Cluster, url: str) -> str:
    tamper(url, "CREATE TABLE recipes (name TEXT)")
    return url


def of_another_program_with_versions(_: Cluster, url: str) -> str:
    tamper(url, "CREATE TABLE alembic_version (version_num TEXT)", "CREATE TABLE recipes (name TEXT)")
    return url


def of_another_version(_: Cluster, url: str) -> str:
    opened(url).close()
    tamper(url, "UPDATE alembic_version SET version_num = '99'")
    return url


def full_of_connections(cluster: Cluster, _: str) -> str:
    cluster.execute("CREATE ROLE crowded LOGIN CONNECTION LIMIT 0")
    return cluster.url("postgres", role="crowded")


def in_latin_1(cluster: Cluster, _: str) -> str:
    cluster.execute("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    return cluster.url("latin")


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (foreign, "it is a database of another program"),
        (of_another_program_with_versions, "it is a database of another program"),
        (of_another_version, "it was written by another version of codepegs"),
        (in_latin_1, "its encoding is LATIN1"),
        (full_of_connections, "too many connections"),
        (lambda cluster, _: cluster.url("nowhere"), 'database "nowhere" does not exist'),
        (lambda cluster, _: cluster.url("postgres", role="stranger"), 'role "stranger" does not exist'),
        (lambda cluster, _: cluster.url("postgres", role=f"{LOCKED}:hush"), "password authentication failed"),
        (lambda cluster, _: cluster.url("postgres"), "this role may not write to its tables"),
        (lambda cluster, _: cluster.url("postgres") + "-missing", "No such file or directory. Check the URL"),
        (lambda _, url: f"{url}missing", "it has no schema"),
        (lambda _, url: f"{url}%20-cdefault_transaction_read_only%3Don", "the database is read-only"),
        (lambda _, url: f"{url}%20-csynchronous_commit%3Doff", "synchronous_commit is off"),
        (lambda *_: "postgresql://ada:hush@[::1", "use a URL such as postgresql://"),
        (lambda *_: "postgresql://ada:hush%zz@localhost/pegs", "use a URL such as postgresql://"),
        (lambda *_: "postgresql://ada:hush@localhost/pegs?colour=red", "use a URL such as postgresql://"),
        (lambda *_: "postgresql://ada:hush@127.0.0.1:1/pegs", "Connection refused. Check the URL"),
    ],
)
def test_a_database_that_cannot_be_opened_is_refused_with_a_reason(
    postgresql: Cluster,
    url: str,
    prepare: Callable[[Cluster, str], str],
    reason: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    with pytest.raises(CannotOpenArchive, match=reason) as refused:
        opened(prepare(postgresql, url))
    assert "hush" not in "\n".join([caplog.text, *traceback.format_exception(refused.value)])
    assert "hush" not in f"{refused.value!r} {vars(refused.value)}"


def test_a_check_of_a_database_without_an_archive_creates_none(url: str) -> None:
    for _ in range(2):
        with pytest.raises(CannotOpenArchive, match="has no archive"):
            check(url)
    opened(url).close()
    assert check(url) == []


def test_a_backup_names_the_command_without_the_password(postgresql: Cluster, tmp_path: Path) -> None:
    url = postgresql.new_schema().replace("codepegs@", "codepegs:hush@")
    tables = open_tables(url)
    for attempt in (tables.backup, lambda path: backup(url, path)):
        with pytest.raises(
            BackupFailed, match=f"pg_dump .*--file={tmp_path}/copy 'postgresql://codepegs@/"
        ) as said:
            attempt(tmp_path / "copy")
        assert "hush" not in str(said.value)
    tables.close()


def test_a_list_is_read_in_pages_until_enough_are_readable(archive: SqlArchive, url: str) -> None:
    """The driver would load a whole list, however long it is."""
    names = [archive.begin(MINI, at=at) for at in range(6)]
    tamper(url, "UPDATE matches SET games = games + 1 WHERE begun >= 3")
    assert [entry.id for entry in archive.entries(limit=2)] == [names[2], names[1]]
    statements: list[str] = []
    event.listen(archive._readers, "before_cursor_execute", lambda *about: statements.append(about[2]))
    assert archive.entries(limit=1)[0].id == names[2]
    assert len(statements) == 4
    assert all("LIMIT" in statement for statement in statements)


# Other programs ------------------------------------------------------------------------


def test_a_writer_waits_for_another_writer_and_then_fails(url: str) -> None:
    archive = opened(url, timeout=0.2)
    name = archive.begin(MINI, at=0)
    with psycopg.connect(url) as other:
        other.execute("SELECT * FROM matches FOR UPDATE")
        with pytest.raises(ArchiveUnavailable, match="other programs are changing the same data"):
            archive.add(name, 0, spelled("code ABC"), at=1)
        assert archive.match(name) == Match.start(MINI)
    archive.add(name, 0, spelled("code ABC"), at=1)
    archive.close()


def test_a_deadlock_is_retried(postgresql: Cluster, url: str) -> None:
    """The other program holds table two and wants table one. The writer does it the other way round."""
    tables = open_tables(url)
    assert isinstance(tables, SqlTables)
    one, two = (tables.open(seated(MatchId(name)), at=0).result().id for name in ("one", "two"))
    ready, go, attempts = Event(), Event(), Counter[str]()

    def lock_both(connection: Connection) -> str:
        attempts["begun"] += 1
        lock_tables(connection, [one])
        ready.set()
        go.wait()
        lock_tables(connection, [two])
        return "done"

    with psycopg.connect(url.replace("codepegs@", "postgres@")) as other, ThreadPoolExecutor(1) as thread:
        # The writer must be the one that notices.
        other.execute("SET deadlock_timeout = '10s'")
        other.execute(_LOCK, [two])
        saved = tables.archive.writer.submit(lock_both)
        ready.wait()
        waiting = thread.submit(other.execute, _LOCK, [one])
        wait_until_one_waits_for_a_lock(postgresql)
        go.set()
        waiting.result()
        other.commit()
        assert saved.result() == "done"
    assert attempts["begun"] >= 2
    tables.close()


_LOCK = b"SELECT id FROM tables WHERE id = %s FOR UPDATE"


def wait_until_one_waits_for_a_lock(cluster: Cluster) -> None:
    waiting = b"SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with cluster.connect() as connection:
        while connection.execute(waiting).fetchone() is None:
            sleep(0.01)


@pytest.fixture
def own() -> Iterator[OwnCluster]:
    """A server that a test may stop."""
    if programs() is None:
        pytest.skip(MISSING)
    with OwnCluster() as cluster:
        yield cluster


def test_a_full_disk_loses_no_stored_moves(own: OwnCluster) -> None:
    folder = own.folder / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=24m", "none", folder], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this user cannot mount a small disk")
    shutil.chown(folder, "postgres", "postgres")
    try:
        own.execute(f"CREATE TABLESPACE small LOCATION '{folder}'")
        own.execute("CREATE DATABASE small OWNER codepegs TEMPLATE template0 TABLESPACE small")
        archive = opened(own.url("small"))
        name = store(archive, played(MINI, "code ABC"))
        ballast = folder / "ballast"
        with suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while file.write(bytes(4096)) == 4096:
                pass
        begun = [archive.begin_later(new_id(SYSTEM_RANDOM), MINI, at=0) for _ in range(5000)]
        errors = [error for each in begun if (error := each.exception()) is not None]
        assert {str(error) for error in errors} == {str(ArchiveUnavailable(FULL))}
        stored = len(begun) - len(errors)
        assert archive.match(name) == played(MINI, "code ABC")
        assert len(archive.entries(limit=10_000)) == stored + 1
        ballast.unlink()
        archive.add(name, 1, spelled("guess AAA"), at=1)
        assert len(archive.entries(limit=10_000)) == stored + 1
        assert archive.damaged() == []
        archive.close()
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


# A database that goes away --------------------------------------------------------------


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_an_archive_recovers_when_its_database_is_back(own: OwnCluster, how: signal.Signals) -> None:
    archive = opened(own.new_database())
    name = archive.begin(MINI, at=0)
    own.stop(how=how)
    for attempt in (
        lambda: archive.begin(MINI, at=0),
        lambda: archive.match(name),
        archive.entries,
        archive.token_key,
        lambda: archive.add(name, 0, spelled("code ABC"), at=1),
        lambda: archive.delete(name),
    ):
        with pytest.raises(ArchiveUnavailable, match="the database does not answer"):
            attempt()
    own.start()
    assert archive.match(name) == Match.start(MINI)
    archive.add(name, 0, spelled("code ABC"), at=1)
    assert archive.match(name) == played(MINI, "code ABC")
    own.restart(how=how)
    # Nobody notices a restart between two operations.
    archive.add(name, 1, spelled("guess AAA"), at=2)
    own.restart(how=how)
    assert len(archive.entries()) == 1
    own.stop()
    archive.close()
    with pytest.raises(ArchiveUnavailable, match="closed"):
        archive.entries()


def test_a_connection_lost_in_a_transaction_stores_nothing_of_it(postgresql: Cluster, url: str) -> None:
    archive = opened(url)

    def begin_and_die(connection: Connection) -> None:
        connection.execute(insert(MATCHES), new_match_row(MatchId("one"), MINI, at=0))
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
        postgresql.execute(f"SELECT pg_terminate_backend({pid}, 5000)")
        connection.execute(insert(MATCHES), new_match_row(MatchId("two"), MINI, at=0))

    with pytest.raises(ArchiveUnavailable, match="does not answer"):
        archive.writer.submit(begin_and_die).result()
    assert archive.entries() == []
    archive.begin(MINI, at=0)
    assert len(archive.entries()) == 1
    archive.close()


# Secrecy -------------------------------------------------------------------------------
