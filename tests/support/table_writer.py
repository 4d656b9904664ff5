"""A server's storage in a process of its own, to be killed: it says what is acknowledged, and goes on after.

Usage: tabler ADDRESS safe|early|keyless STATE

Four threads play at tables, one table after another. STATE says how much of each table its client has
seen acknowledged (JSON, a list of counts); the deed after that is asked for again, under the same key.
Every line it prints is the number of a table of which one more deed is acknowledged.

`early` is the twin that answers before the commit, `keyless` the one to which a move that is sent again
is a new one.
"""

from __future__ import annotations

import json
import sys
from functools import partial
from threading import Thread

from codepegs.errors import CodepegsError
from codepegs.storage import MatchId, Tables, open_tables
from codepegs.storage.sql.tables import SqlTables
from codepegs.storage.sql.writer import GroupWriter
from tests.support.archive_writer import AnswersFirst
from tests.support.table_history import Ask, Deed, kept_before, steps

THREADS, LENGTH = 4, 30


def name_of(table: int) -> MatchId:
    return MatchId(f"table{table}")


def play(tables: Tables, thread: int, seen: list[int], mode: str) -> None:
    table = thread
    while True:
        past = seen[table] if table < len(seen) else 0
        for number, (deed, ask) in enumerate(steps(tables, length=LENGTH, name=name_of(table))):
            if number < past:
                continue
            do(tables, deed, ask, mode)
            # One write, so that threads do not mix their lines.
            sys.stdout.write(f"{table}\n")
            sys.stdout.flush()
        table += THREADS


def do(tables: Tables, deed: Deed, ask: Ask, mode: str) -> None:
    if mode == "keyless" and deed.move is not None:
        ask = partial(tables.add_later, deed.table, tables.table(deed.table).moves, deed.move, at=0)
    try:
        ask().result()
    except CodepegsError as error:
        if not kept_before(tables, deed, error):
            raise


def main(address: str, mode: str, state: str) -> None:
    tables = open_tables(address)
    assert isinstance(tables, SqlTables)
    if mode == "early":
        assert isinstance(tables.archive.writer, GroupWriter)
        tables.archive.writer = AnswersFirst(tables.archive.writer._engine, often=1000)
    for thread in range(THREADS):
        Thread(target=play, args=(tables, thread, json.loads(state), mode)).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
