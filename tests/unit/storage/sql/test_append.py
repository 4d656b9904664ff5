"""Appending moves in batches: the archive ends up as if each move had been stored alone."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection, event

from codepegs.notation import move_line
from codepegs.rules import Match, find_edition
from codepegs.storage import Added, MatchId, TableRow, Tables, new_id
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.sql.append import NewMove, append
from codepegs.storage.sqlite import engine as adapter
from tests.support.rival_writer import shared
from tests.support.strategies import played, prefixes, two

AGREED = two(find_edition("mini"))
WHOLE = ("code ABC", "guess AAA", "guess ABC", "code BBB", "guess AAA", "guess BBB")


def open_tables(tables: Tables, count: int) -> list[MatchId]:
    names = [new_id(SYSTEM_RANDOM) for _ in range(count)]
    for name in names:
        tables.open(TableRow(name, AGREED.edition, 2, ("Ada", "Bob"), ("a", "b")), at=0).result()
    return names


def new_moves(name: MatchId, match: Match) -> list[NewMove]:
    return [
        NewMove(name, number, move, move_line.write(before, move), number, before, before.play(move))
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False))
    ]


@pytest.mark.parametrize("length", range(1, len(WHOLE) + 1))
def test_a_batch_can_hold_several_moves_of_each_match(tmp_path: Path, length: int) -> None:
    """Reading a match compares its derived columns with its moves."""
    tables = shared(f"sqlite:///{tmp_path}/matches.db")
    match = played(AGREED, *WHOLE[:length])
    names = open_tables(tables, 3)
    moves = [move for name in names for move in new_moves(name, match)]
    statements: list[str] = []
    engine = tables.archive.writer._engine  # type: ignore[attr-defined]
    event.listen(engine, "before_cursor_execute", lambda *about: statements.append(about[2]))
    answers = tables.archive.writer.submit(lambda connection: append(connection, moves)).result()
    assert answers == [Added(move.number, repeated=False) for move in moves]
    assert len([text for text in statements if not text.startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]) <= 5
    for name in names:
        assert tables.match(name) == match
        assert tables.table(name).changed == length - 1
    assert sum(one.games for one in tables.archive.statistics()) == 3 * sum(game.over for game in match.games)
    tables.close()


def test_no_statement_scans_a_table(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    tables = shared(f"sqlite:///{path}")
    names = open_tables(tables, 3)
    moves = [
        replace(move, seat=0, key=str(move.number), offers="")
        for name in names
        for move in new_moves(name, played(AGREED, *WHOLE))
    ]
    done: list[tuple[str, Any]] = []
    engine = tables.archive.writer._engine  # type: ignore[attr-defined]
    event.listen(engine, "before_cursor_execute", lambda *about: done.append((about[2], about[3])))
    for _ in ("new", "sent again"):
        tables.archive.writer.submit(lambda connection: append(connection, moves)).result()
    tables.close()
    plans = []
    with sqlite3.connect(path) as connection:
        for statement, values in done:
            if statement.startswith(("SELECT", "UPDATE", "INSERT")):
                one = values[0] if isinstance(values, list) else values
                plans += [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", one)]
    assert any(plan.startswith("SEARCH moves") for plan in plans)
    assert not [plan for plan in plans if plan.startswith(("SCAN moves", "SCAN matches", "SCAN tables"))]


def test_a_batch_takes_as_many_statements_as_one_move(tmp_path: Path) -> None:
    """Python's global lock makes each separate row expensive."""
    tables = shared(f"sqlite:///{tmp_path}/matches.db")
    engine = tables.archive.writer._engine  # type: ignore[attr-defined]
    match, counts = played(AGREED, *WHOLE[:2]), []
    for many in (1, 40):
        names = open_tables(tables, many)
        moves = [new_moves(name, match)[0] for name in names]
        done: list[Any] = []

        def note(*about: Any, done: list[Any] = done) -> None:
            done.append(about[3])

        event.listen(engine, "before_cursor_execute", note)
        tables.archive.writer.submit(partial(append, moves=moves)).result()
        event.remove(engine, "before_cursor_execute", note)
        assert not [values for values in done if isinstance(values, list)], "one statement per row"
        counts.append(len(done))
    assert counts[0] == counts[1]
    tables.close()


def test_a_batch_respects_the_limit_of_sql_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before SQLite 3.32 it was 999 per statement."""
    unlimited = adapter._configure_writer

    def limited(connection: sqlite3.Connection, place: str) -> None:
        unlimited(connection, place)
        connection.setlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER, 100)

    monkeypatch.setattr(adapter, "_configure_writer", limited)
    tables = shared(f"sqlite:///{tmp_path}/matches.db")
    names = open_tables(tables, 60)
    busy, go = Event(), Event()

    def hold(_: Connection) -> None:
        busy.set()
        go.wait()

    match = played(AGREED, *WHOLE[:1])
    tables.archive.writer.submit(hold)
    busy.wait()
    answers = [
        tables.archive.writer.submit_to_batch(
            append, replace(new_moves(name, match)[0], seat=0, key="k", offers="")
        )
        for name in names
    ]
    go.set()
    assert [answer.result() for answer in answers] == [Added(0, repeated=False)] * len(names)
    tables.close()
