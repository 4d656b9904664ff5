"""Races: two concurrent commands at a table have the same effect as one after the other.

`after` is a plain model of the commands. The store must end in a state that some order of
the two gives. The commands come from two threads with one or two archives, or from two
processes.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import RowMapping
from sqlalchemy.exc import DatabaseError

from codepegs.notation import move_line
from codepegs.rules import Agreement, Match
from codepegs.storage import MatchId, Tables, new_id
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import DamagedMatch
from codepegs.storage.postgresql import engine
from codepegs.storage.postgresql.append import append
from codepegs.storage.sql import tables as sqltables
from codepegs.storage.sql.append import NewMove
from codepegs.storage.sql.table_rows import load_table
from tests.support.postgresql import Cluster
from tests.support.rival_writer import CODES, COMMANDS, MINI, done, owner, seated, shared, waiting
from tests.support.rounds import ROUNDS

ROOT = Path(__file__).resolve().parents[2]
BEFORE = Match.start(Agreement(MINI, ("Ada", "Bob"), games=2))
PAIRS = [*combinations_with_replacement(COMMANDS, 2)]


# The model -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """The part of a table that commands can change."""

    friend: str | None
    moves: tuple[str, ...] = ()
    offers: str = ""
    version: int = 0
    rematch: bool = False
    host: str | None = "ada"
    hidden: bool = False


def after(state: State | None, command: str, version: int) -> tuple[State | None, str]:
    """Return the state after a command, and the result of the command."""
    word, _, rest = command.partition(" ")
    if word == "open":
        return (State(None), "done") if state is None else (state, "ArchiveUnavailable")
    if state is None:
        return None, "UnknownMatch" if word in ("add", "delete") else "UnknownTable"
    if word == "delete":
        return None, "done"
    if word == "join":
        if state.friend is None:
            return replace(state, friend=rest, version=state.version + 1), "done"
        return state, "done" if state.friend == rest else "SeatTaken"
    if word == "hide":
        return replace(state, hidden=True), "done"
    if word in ("note", "rematch", "seat"):
        if state.version != version:
            return state, "VersionConflict"
        changed = replace(state, version=version + 1)
        if word == "note":
            return replace(changed, offers=rest), "done"
        if word == "seat":
            return replace(changed, host=rest), "done"
        return replace(changed, offers="", rematch=True), "done"
    if state.friend is None:
        return state, "UnknownMatch"
    if state.moves:
        return state, "done" if state.moves == (rest,) else "Stale"
    return replace(state, moves=(rest,), version=state.version + 1), "done"


def orders(start: State, pair: tuple[str, str]) -> list[tuple[State | None, tuple[str, str]]]:
    """Return the possible outcomes of two commands: the last state and both results."""
    one, two = pair
    first, said_one = after(start, one, start.version)
    end, said_two = after(first, two, start.version)
    second, two_said = after(start, two, start.version)
    other_end, one_said = after(second, one, start.version)
    return [(end, (said_one, said_two)), (other_end, (one_said, two_said))]


def state_of(tables: Tables, name: MatchId) -> State | None:
    """Return the stored state. Reading the match compares its derived columns with its moves."""
    try:
        row = tables.table(name)
    except LookupError:
        return None
    except DamagedMatch:
        return State("damaged")
    moves: tuple[str, ...] = ()
    if row.begun:
        match = tables.match(name)
        moves = tuple(text for move in match.moves for text, code in CODES.items() if move == code)
        if len(moves) != row.moves:
            return State("inconsistent")
    listed = tables.tables_of(owner(name))
    return State(
        row.clients[1], moves, row.offers, row.version, row.rematch is not None, row.clients[0], not listed
    )


# The store -----------------------------------------------------------------------------

Doing = Callable[[str, MatchId, int], str]


@contextmanager
def together(address: str, kind: str) -> Iterator[tuple[Tables, Doing, Doing]]:
    """Open tables, and two independent ways to run a command at them."""
    one = shared(address)
    if kind == "processes":
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.rival_writer", address],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        reading, writing = process.stdout, process.stdin
        assert reading is not None
        assert writing is not None
        assert reading.readline() == "ready\n"

        def elsewhere(command: str, name: MatchId, version: int) -> str:
            writing.write(f"{command}\t{name}\t{version}\n")
            writing.flush()
            return reading.readline().strip()

        try:
            yield one, partial(done, one), elsewhere
        finally:
            process.communicate()
    else:
        other = one if kind == "threads" else shared(address)
        yield one, partial(done, one), partial(done, other)
        other.close()
    one.close()


def impossible(address: str, kind: str, rounds: int) -> list[str]:
    """Return the pairs of commands whose outcome no order explains."""
    found = []
    with together(address, kind) as (tables, one, two), ThreadPoolExecutor(2) as threads:
        for start, row in ((State(None), waiting), (State("bob"), seated)):
            for pair in PAIRS * rounds:
                name, gate = new_id(SYSTEM_RANDOM), Barrier(2)
                tables.open(row(name), at=0).result()

                def do(way: Doing, command: str, gate: Barrier = gate, name: MatchId = name) -> str:
                    gate.wait()
                    return way(command, name, 0)

                said = tuple(threads.map(do, (one, two), pair))
                end = (state_of(tables, name), said)
                if end not in orders(start, pair):
                    found.append(f"{pair} at {start}: {end}")
    return found


@pytest.mark.parametrize("kind", ["threads", "archives", "processes"])
def test_concurrent_commands_are_serializable(address: str, kind: str) -> None:
    assert impossible(address, kind, ROUNDS) == []


@pytest.mark.night
def test_a_store_that_ignores_versions_is_caught(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqltables, "_check_version", lambda table, version: None)
    found = impossible(address, "threads", 1)
    assert any("note one" in line and "note two" in line for line in found)


@pytest.mark.night
def test_a_store_that_trusts_an_old_read_is_caught(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The classic bug: the write relies on what was read before its transaction."""
    load, seen = load_table, dict[MatchId, RowMapping]()
    monkeypatch.setattr(
        sqltables, "lock_table", lambda connection, table: seen.setdefault(table, load(connection, table))
    )
    found = impossible(address, "threads", 1)
    assert any("join bob" in line and "join eve" in line for line in found)


@pytest.mark.night
def test_a_store_without_row_locks_is_caught(postgresql: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only PostgreSQL lets two transactions write at the same time."""
    monkeypatch.setattr(sqltables, "lock_table", load_table)
    assert impossible(postgresql.new_schema(), "archives", 3) != []


def test_two_stores_never_wait_for_each_other_in_a_circle(
    postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each stores a move with an offer at the same tables, in another order, in one transaction."""
    conflicts: list[DatabaseError] = []
    monkeypatch.setattr(engine, "can_retry", conflicts.append)
    url = postgresql.new_schema()
    stores = [shared(url), shared(url)]
    for _ in range(3 * ROUNDS):
        names = [new_id(SYSTEM_RANDOM) for _ in range(40)]
        for name in names:
            stores[0].open(seated(name), at=0)
        stores[0].open(seated(new_id(SYSTEM_RANDOM)), at=0).result()
        gate = Barrier(2)

        def store(number: int, gate: Barrier = gate, names: list[MatchId] = names) -> dict[MatchId, str]:
            tables, code = stores[number], [*CODES][number]
            text, end = move_line.write(BEFORE, CODES[code]), BEFORE.play(CODES[code])
            moves = [
                NewMove(name, 0, CODES[code], text, 1, BEFORE, end, 0, code, "draw")
                for name in names[:: -1 if number else 1]
            ]
            gate.wait()
            added = tables.archive.writer.submit(lambda connection: append(connection, moves)).result()
            return {move.match: type(one).__name__ for move, one in zip(moves, added, strict=True)}

        with ThreadPoolExecutor(2) as threads:
            one, two = threads.map(store, range(2))
        assert all({one[name], two[name]} == {"Added", "Stale"} for name in names)
    assert conflicts == []
    for tables in stores:
        tables.close()
