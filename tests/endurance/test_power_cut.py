"""A power cut, which loses all writes that were not synced, loses nothing acknowledged and tears nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future, wait
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from codepegs.errors import CodepegsError
from codepegs.rules import find_edition
from codepegs.storage import open_archive, open_tables
from codepegs.storage.sql.schema import SCHEMA_VERSION
from codepegs.storage.sqlite import engine
from tests.support.rounds import ROUNDS
from tests.support.strategies import two
from tests.support.table_history import Deed, missing, steps

pytest.importorskip("apsw", reason="the fake disk needs apsw, a development dependency")

from tests.support.power_cut import Cursor, Disk

TABLES, LENGTH, CUTS = 4, 12, 30
AGREED = two(find_edition("mini"))


def files_after_cuts(disk: Disk, folder: Path, cuts: int, *, since: int = 0) -> Iterator[tuple[int, Path]]:
    """Yield the moments of power cuts, and the file that each has left."""
    random = Random(cuts)
    for number in range(cuts):
        image = folder / f"cut {number}"
        image.mkdir()
        at = random.randrange(since, len(disk.log) + 1)
        for name, content in disk.after_cut(at, random).items():
            (image / Path(name).name).write_bytes(content)
        yield at, image / "matches.db"


# Changes --------------------------------------------------------------------------------


def record_play(path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Disk, int, list[tuple[int, Deed]]]:
    """Return a disk with its log, the length of the log after opening, and that at each acknowledgement."""
    disk = Disk(monkeypatch, path)
    tables = open_tables(f"sqlite:///{path}")
    opened = len(disk.log)
    acknowledged: list[tuple[int, Deed]] = []

    def record(deed: Deed) -> Callable[[Future[Any]], None]:
        # Called by the thread of the writer, which also writes to the disk.
        return lambda _: acknowledged.append((len(disk.log), deed))

    going = [steps(tables, length=LENGTH) for _ in range(TABLES)]
    while now := [step for one in going if (step := next(one, None))]:
        answers: list[Future[Any]] = []
        for deed, ask in now:
            answers.append(ask())
            answers[-1].add_done_callback(record(deed))
        wait(answers)
        assert [answer.exception() for answer in answers] == [None] * len(answers)
    ended = len(disk.log)
    tables.close()
    del disk.log[ended:]
    monkeypatch.undo()
    return disk, opened, acknowledged


def lost_in_cuts(folder: Path, monkeypatch: pytest.MonkeyPatch, cuts: int) -> list[str]:
    """Return what is lost or damaged after power cuts, although it was acknowledged."""
    (folder / "disk").mkdir()
    disk, opened, acknowledged = record_play(folder / "disk" / "matches.db", monkeypatch)
    assert len(acknowledged) == TABLES * (2 + LENGTH + LENGTH // 5)
    assert sum(step[0] == "sync" and step[1].endswith(".db") for step in disk.log[opened:]) >= 3
    lost = []
    for at, path in files_after_cuts(disk, folder, cuts, since=opened):
        with closing(sqlite3.connect(path)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            lost.append(f"cut at {at}: the file is damaged")
            continue
        tables = open_tables(f"sqlite:///{path}")
        lost += missing(tables, [deed for position, deed in acknowledged if position <= at])
        tables.close()
    return lost


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost_in_cuts(tmp_path, monkeypatch, CUTS * ROUNDS) == []


@pytest.mark.night
def test_an_archive_with_fewer_syncs_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.WRITER_PRAGMAS, "synchronous", ("NORMAL", 1))
    assert lost_in_cuts(tmp_path, monkeypatch, CUTS // 2)


# Creation -------------------------------------------------------------------------------


@pytest.fixture(params=["safe", pytest.param("torn", marks=pytest.mark.night)])
def torn(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the transaction is left out, which must be caught."""
    if request.param == "torn":
        execute = Cursor.execute

        def skip(cursor: Cursor, text: str, *values: Any) -> Cursor:
            return execute(cursor, "SELECT 1" if text in ("BEGIN IMMEDIATE", "COMMIT") else text, *values)

        monkeypatch.setattr(Cursor, "execute", skip)
    return str(request.param) == "torn"


def is_half_made(file: Path) -> bool:
    """Return whether the version of an archive is not that of its tables."""
    with closing(sqlite3.connect(file)) as connection:
        schema = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        found = connection.execute("SELECT version_num FROM alembic_version") if schema else []
        return [version for (version,) in found] != ([SCHEMA_VERSION] if schema else [])


def half_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Cut the power while an archive is opened, and yield what is wrong when it is opened again."""
    path = folder / "disk" / "matches.db"
    with monkeypatch.context() as patch:
        disk = Disk(patch, path)
        open_archive(f"sqlite:///{path}").close()
    for at, file in files_after_cuts(disk, folder, CUTS * ROUNDS):
        if is_half_made(file):
            yield f"cut at {at}: the version is not that of the tables"
            continue
        try:
            archive = open_archive(f"sqlite:///{file}")
        except CodepegsError as error:
            yield f"cut at {at}: {error}"
            continue
        assert (archive.entries(), archive.damaged()) == ([], [])
        archive.close()


def test_a_cut_creation_leaves_a_file_that_can_be_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, torn: bool
) -> None:
    (tmp_path / "disk").mkdir()
    assert ([*half_made(tmp_path, monkeypatch)] == []) is not torn
