"""One server per file, and backups while it runs."""

from __future__ import annotations

import multiprocessing
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from codepegs.rules import find_edition
from codepegs.storage import Tables, backup, open_archive, open_tables
from codepegs.storage.errors import BackupFailed, CannotOpenArchive
from codepegs.storage.sqlite.lock import FileLock
from tests.support.strategies import two
from tests.support.table_history import Deed, missing, steps

SERVER = """
import sys, time
from codepegs.storage import open_tables
tables = open_tables(sys.argv[1])
print("serving", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "matches.db"


def server(path: Path) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, f"sqlite:///{path}"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "serving\n"
    return process


def ended(process: subprocess.Popen[str]) -> None:
    process.communicate()


def play(tables: Tables, length: int = 6) -> list[Deed]:
    """Play at a table, and return the acknowledged steps."""
    deeds = []
    for deed, ask in steps(tables, length=length):
        ask().result()
        deeds.append(deed)
    return deeds


# One server ----------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock there")
def test_a_second_server_is_refused_until_the_first_is_killed(path: Path) -> None:
    first = server(path)
    with pytest.raises(CannotOpenArchive, match="another server is using it"):
        open_tables(f"sqlite:///{path}")
    archive = open_archive(f"sqlite:///{path}")
    assert archive.entries() == []
    archive.close()
    first.kill()
    ended(first)
    open_tables(f"sqlite:///{path}").close()


@pytest.mark.skipif(not hasattr(os, "link"), reason="there are no hard links there")
def test_a_file_with_a_hard_link_is_refused(path: Path) -> None:
    """SQLite would keep a WAL for each name, and lose what is in the other one."""
    first = open_tables(f"sqlite:///{path}")
    os.link(path, path.with_name("other.db"))
    for name in (path, path.with_name("other.db")):
        for attempt in (open_archive, open_tables):
            with pytest.raises(CannotOpenArchive, match="hard link"):
                attempt(f"sqlite:///{name}")
    first.close()
    path.with_name("other.db").unlink()
    open_tables(f"sqlite:///{path}").close()


def other_names(path: Path) -> list[Path]:
    """Return other names of the file: links to it, and names through a link to its folder."""
    path.with_name("alias.db").symlink_to(path.name)
    path.with_name("again.db").symlink_to("alias.db")
    folder = path.parent.with_name(path.parent.name + " by another name")
    folder.symlink_to(path.parent)
    return [path.with_name("alias.db"), path.with_name("again.db"), folder / path.name, folder / "alias.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock there")
def test_servers_and_writers_take_turns_by_any_name_of_the_file(path: Path) -> None:
    for number, alias in enumerate(other_names(path)):
        for one, other in ((path, alias), (alias, path)):
            first = open_tables(f"sqlite:///{one}")
            with pytest.raises(CannotOpenArchive, match="another server is using it") as refused:
                open_tables(f"sqlite:///{other}")
            assert refused.value.place == str(other)
            first.close()
        archive = open_archive(f"sqlite:///{path}")
        with archive.writer._lock, pytest.raises(CannotOpenArchive, match="another program is writing"):  # type: ignore[attr-defined]
            open_archive(f"sqlite:///{alias}", timeout=0)
        name = archive.begin(two(find_edition("mini")), at=0)
        backup(f"sqlite:///{alias}", path.with_name(f"copy{number}.db"))
        with closing(open_archive(f"sqlite:///{path.with_name(f'copy{number}.db')}")) as copy:
            assert copy.match(name).length == 0
        archive.close()
    beside = {file.name for file in path.parent.iterdir() if not file.is_symlink()}
    assert {name for name in beside if not name.startswith("copy")} <= {
        *(path.name + end for end in ("", "-lock", "-serve", "-shm", "-wal"))
    }


def _sleep(pipe: int) -> None:
    os.read(pipe, 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork there")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_process_does_not_hold_the_lock_of_its_parent(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    lock = FileLock(tmp_path / "lock", timeout=0)
    with lock:
        child = multiprocessing.get_context("fork").Process(target=_sleep, args=(reading,))
        child.start()
        other = FileLock(tmp_path / "lock", timeout=0)
        with pytest.raises(Exception, match="another program"):
            other.__enter__()
        # As if the parent had died: its own lock is gone, that of a child is not.
        os.close(lock._file)
        lock._file = os.open(os.devnull, os.O_RDWR)
        # Waits, because the child closes its lock some time after the fork.
        patient = FileLock(tmp_path / "lock", timeout=200)
        with patient:
            assert child.is_alive()
    os.write(writing, b".")
    child.join()
    for one in (lock, other, patient):
        one.close()
    os.close(reading)
    os.close(writing)


# Backups -------------------------------------------------------------------------------


def lost_in_backups(path: Path, copies: int) -> list[str]:
    """Make backups while moves are stored; return acknowledged moves that are missing from them."""
    tables = open_tables(f"sqlite:///{path}")
    going = [steps(tables, length=30) for _ in range(6)]
    acknowledged: list[Deed] = []
    lost = []
    for number in range(copies):
        for _ in range(6):
            now = [next(one) for one in going]
            for answer in [ask() for _, ask in now]:
                answer.result()
            acknowledged += [deed for deed, _ in now]
        now = [next(one) for one in going]
        answers = [ask() for _, ask in now]
        copy = path.with_name(f"copy{number}.db")
        tables.backup(copy)
        for answer in answers:
            answer.result()
        acknowledged, before = acknowledged + [deed for deed, _ in now], [*acknowledged]
        assert os.name != "posix" or stat.S_IMODE(copy.stat().st_mode) == 0o600
        archive = open_tables(f"sqlite:///{copy}")
        lost += missing(archive, before)
        archive.close()
        with closing(sqlite3.connect(copy)) as connection:
            lost += [
                verdict for (verdict,) in connection.execute("PRAGMA integrity_check") if verdict != "ok"
            ]
    tables.close()
    return lost


def test_backups_during_play_lose_nothing(path: Path) -> None:
    assert lost_in_backups(path, 4) == []


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (lambda target: target.write_text("mine"), "already exists"),
        (lambda target: target.symlink_to("nowhere"), "already exists"),
        (
            lambda target: target.with_name("copy.db.part").touch(),
            "already exists, so remove it",
        ),
        (lambda target: target.parent.rmdir(), "cannot be written: no such file or directory"),
    ],
)
def test_a_backup_never_replaces_a_file(
    path: Path, tmp_path: Path, prepare: Callable[[Path], None], reason: str
) -> None:
    tables = open_tables(f"sqlite:///{path}")
    target = tmp_path / "folder" / "copy.db"
    target.parent.mkdir()
    prepare(target)
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(BackupFailed, match=reason):
        tables.backup(target)
    assert sorted(tmp_path.rglob("*")) == before
    tables.close()


def test_only_an_existing_archive_can_be_backed_up(path: Path, tmp_path: Path) -> None:
    with pytest.raises(CannotOpenArchive, match="does not exist"):
        backup(f"sqlite:///{path}", tmp_path / "copy.db")
    path.write_text("This is a letter, not a database. " * 50)
    with pytest.raises(BackupFailed, match="the file is not a database"):
        backup(f"sqlite:///{path}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()
