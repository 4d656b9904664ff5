"""A power cut, which loses all writes that were not synced, loses nothing acknowledged."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy

from codepegs.storage import open_tables
from codepegs.storage.sqlite import engine
from tests.support.rounds import ROUNDS
from tests.support.table_history import Deed, missing, steps

pytest.importorskip("apsw", reason="the fake disk needs apsw, a development dependency")

from tests.support import power_cut

TABLES, LENGTH, CUTS = 4, 12, 30


def record_play(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[power_cut.Disk, int, list[tuple[int, Deed]]]:
    """Return a disk with its log, the length of the log after opening, and that at each acknowledgement."""
    disk, path = power_cut.Disk(), folder / "matches.db"

    def create(address: Any, **options: Any) -> sqlalchemy.Engine:
        return sqlalchemy.create_engine(
            address, creator=lambda: power_cut.Connection(path, pages=12), **options
        )

    monkeypatch.setattr(engine, "create_engine", create)
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
    disk, opened, acknowledged = record_play(folder / "disk", monkeypatch)
    assert len(acknowledged) == TABLES * (2 + LENGTH + LENGTH // 5)
    assert sum(step[0] == "sync" and step[1].endswith(".db") for step in disk.log[opened:]) >= 3
    random, lost = Random(cuts), []
    for number in range(cuts):
        image = folder / f"cut {number}"
        image.mkdir()
        at = random.randrange(opened, len(disk.log) + 1)
        for name, content in disk.after_cut(at, random).items():
            (image / Path(name).name).write_bytes(content)
        with closing(sqlite3.connect(image / "matches.db")) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            lost.append(f"cut at {at}: the file is damaged")
            continue
        tables = open_tables(f"sqlite:///{image}/matches.db")
        lost += missing(tables, [deed for position, deed in acknowledged if position <= at])
        tables.close()
    return lost


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert lost_in_cuts(tmp_path, monkeypatch, CUTS * ROUNDS) == []


@pytest.mark.night
def test_an_archive_with_fewer_syncs_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(engine.WRITER_PRAGMAS, "synchronous", ("NORMAL", 1))
    assert lost_in_cuts(tmp_path, monkeypatch, CUTS // 2)
