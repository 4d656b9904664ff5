"""Appending moves in batches: the archive ends up as if each move had been stored alone."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, event, select

from codepegs.errors import CodepegsError
from codepegs.notation import move_line
from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.agreement import NOBODY
from codepegs.storage import Added, MatchId, TableRow, Tables, new_id
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.postgresql.append import append as append_to_postgresql
from codepegs.storage.sql import append as general
from codepegs.storage.sql import tables as sqltables
from codepegs.storage.sql.append import NewMove
from codepegs.storage.sql.schema import METADATA
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sqlite import append as sqlite
from codepegs.storage.sqlite import engine as adapter
from tests.support.postgresql import Cluster
from tests.support.rival_writer import shared
from tests.support.strategies import played, prefixes, two

AGREED = two(find_edition("mini"))
WHOLE = ("code ABC", "guess AAA", "guess ABC", "code BBB", "guess AAA", "guess BBB")


Append = Callable[[Connection, Sequence[NewMove]], list[Added | CodepegsError]]


@pytest.fixture(params=[general.append, sqlite.append], ids=["general", "sqlite"])
def append(request: pytest.FixtureRequest) -> Append:
    chosen: Append = request.param
    return chosen


def store(tables: SqlTables, append: Append, moves: list[NewMove]) -> list[Added | CodepegsError]:
    return tables.archive.writer.submit(lambda connection: append(connection, moves)).result()


def open_tables(tables: Tables, count: int) -> list[MatchId]:
    names = [new_id(SYSTEM_RANDOM) for _ in range(count)]
    for name in names:
        tables.open(TableRow(name, AGREED.edition, 2, ("Ada", "Bob"), ("a", "b"), ("a", "b")), at=0).result()
    return names


def test_results_name_hints_only_if_some_were_taken() -> None:
    solo = Agreement(find_edition("mini"), (NOBODY, "Ada"), 1, hints=True)
    results = [
        general.result_columns(MatchId("a" * 10), played(solo, "code ABC", *moves, "guess ABC"))["results"]
        for moves in ([], ["hint 1"])
    ]
    assert results == ["1:1", "1:1:1"], "An archive from before hints were counted is not damaged."


def new_moves(name: MatchId, match: Match) -> list[NewMove]:
    return [
        NewMove(name, number, move, move_line.write(before, move), number, before, before.play(move))
        for number, (before, move) in enumerate(zip(prefixes(match), match.moves, strict=False))
    ]


@pytest.mark.parametrize("length", range(1, len(WHOLE) + 1))
def test_a_batch_can_hold_several_moves_of_each_match(tmp_path: Path, length: int, append: Append) -> None:
    """Reading a match compares its derived columns with its moves."""
    tables = shared(f"sqlite:///{tmp_path}/matches.db")
    match = played(AGREED, *WHOLE[:length])
    names = open_tables(tables, 3)
    moves = [move for name in names for move in new_moves(name, match)]
    statements: list[str] = []
    engine = tables.archive.writer._engine  # type: ignore[attr-defined]
    event.listen(engine, "before_cursor_execute", lambda *about: statements.append(about[2]))
    answers = store(tables, append, moves)
    assert answers == [Added(move.number, repeated=False) for move in moves]
    # One more if the statements for SQLite were tried before.
    executed = [text for text in statements if text.strip().startswith(("SELECT", "INSERT", "UPDATE"))]
    assert len(executed) <= 5 + (append is sqlite.append)
    for name in names:
        assert tables.match(name) == match
        assert tables.table(name).changed == length - 1
    assert sum(one.games for one in tables.archive.statistics()) == 3 * sum(game.over for game in match.games)
    tables.close()


def test_no_statement_scans_a_table(tmp_path: Path, append: Append) -> None:
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
        store(tables, append, moves)
    tables.close()
    plans = []
    with sqlite3.connect(path) as connection:
        for statement, values in done:
            if statement.strip().startswith(("SELECT", "UPDATE", "INSERT")):
                one = values[0] if isinstance(values, list) else values
                plans += [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", one)]
    assert any(plan.startswith("SEARCH moves") for plan in plans)
    assert not [plan for plan in plans if plan.startswith(("SCAN moves", "SCAN matches", "SCAN tables"))]


def test_a_batch_respects_the_limit_of_sql_variables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, append: Append
) -> None:
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


# Both ways to append ------------------------------------------------------------------

FOUR = ("one", "two", "three", "four")


@st.composite
def histories(draw: st.DrawFn) -> list[list[NewMove]]:
    """Return batches of moves of four matches: mostly next moves with new keys, some stale or repeated."""
    lengths = dict.fromkeys((*FOUR, "unknown"), 0)
    steps = new_moves(MatchId(""), played(AGREED, *WHOLE))
    names = st.permutations(FOUR) | st.lists(st.sampled_from([*FOUR, "unknown"]), max_size=8)
    history = []
    for batch in draw(st.lists(names, max_size=4)):
        found = []
        for name in batch:
            usual = draw(st.integers(0, 4)) > 0
            number = lengths[name] if usual else draw(st.integers(0, len(WHOLE) - 1))
            if number == len(WHOLE):
                continue
            lengths[name] += number == lengths[name]
            key = draw(st.sampled_from([None, "k", f"k{number}", f"{number} \0", f"'{number}\\"]))
            offers = draw(st.sampled_from([None, None, "clock off"]))
            one = replace(steps[number], match=MatchId(name), key=key, offers=offers)
            after = one.after if usual or draw(st.booleans()) else None
            found.append(replace(one, seat=None if key is None else 1, after=after))
        history.append(found)
    return history


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories())
def test_both_ways_to_append_store_the_same(writing: Connection, history: list[list[NewMove]]) -> None:
    stored, fast = [], sqlite.append
    if writing.dialect.name == "postgresql":
        # PostgreSQL cannot store a NUL, and the server accepts none in a key.
        history = [
            [replace(one, key=one.key and one.key.replace("\0", "")) for one in all_] for all_ in history
        ]
        fast = append_to_postgresql
    for append in (general.append, fast):
        for name in FOUR:
            row = TableRow(MatchId(name), AGREED.edition, 2, ("Ada", "Bob"), ("a", "b"), ("a", "b"))
            sqltables._insert(writing, row)
        answers = [one for batch in history for one in append(writing, batch)]
        rows = [{*writing.execute(select(kind)).all()} for kind in METADATA.sorted_tables]
        stored.append((rows, [(repr(one), getattr(one, "__dict__", {})) for one in answers]))
        writing.rollback()
    assert stored[0] == stored[1]


@pytest.fixture
def writing(address: str) -> Iterator[Connection]:
    """A connection whose transaction never commits."""
    tables = shared(address)
    with tables.archive.writer._engine.connect() as connection:  # type: ignore[attr-defined]
        yield connection
    tables.close()


def test_a_batch_for_postgresql_is_two_statements(postgresql: Cluster) -> None:
    tables = shared(postgresql.new_schema())
    names, done = open_tables(tables, 40), list[str]()
    moves = [replace(new_moves(name, played(AGREED, WHOLE[0]))[0], seat=0, key="k") for name in names]
    engine = tables.archive.writer._engine  # type: ignore[attr-defined]
    event.listen(engine, "before_cursor_execute", lambda *about: done.append(about[2]))
    store(tables, append_to_postgresql, moves)
    assert len([statement for statement in done if "SAVEPOINT" not in statement]) == 2
    assert {tables.table(name).moves for name in names} == {1}
    tables.close()


def test_an_old_sqlite_appends_in_the_general_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []
    for version in ((3, 37, 2), (3, 38, 0)):
        monkeypatch.setattr("sqlite3.sqlite_version_info", version)
        archive = adapter.open_archive(f"sqlite:///{tmp_path}/matches.db", timeout=5)
        chosen.append(archive._append)
        archive.close()
    assert chosen == [general.append, sqlite.append]
