"""Process with the storage of a server, to be killed. It prints what is acknowledged.

Usage: table_writer ADDRESS safe|early|keyless STATE

Four threads play at tables, one table after another. STATE (JSON, a list of counts) is how many changes
of each table were acknowledged before. The next change is repeated under the same key. Each line is the
number of a table with one more acknowledged change.

Broken twins: `early` responds before the commit, `keyless` treats a repeated move as a new one.
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
from tests.support.table_history import Ask, Deed, already_stored, steps

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
            # A single write, so that lines of different threads do not mix.
            sys.stdout.write(f"{table}\n")
            sys.stdout.flush()
        table += THREADS


def do(tables: Tables, deed: Deed, ask: Ask, mode: str) -> None:
    if mode == "keyless" and deed.move is not None:
        ask = partial(tables.add_later, deed.table, tables.table(deed.table).moves, deed.move, at=0)
    try:
        ask().result()
    except CodepegsError as error:
        if not already_stored(tables, deed, error):
            raise


def main(address: str, mode: str, state: str) -> None:
    tables = open_tables(address)
    assert isinstance(tables, SqlTables)
    if mode == "early":
        assert isinstance(tables.archive.writer, GroupWriter)
        tables.archive.writer = AnswersFirst(tables.archive.writer._engine)
    for thread in range(THREADS):
        Thread(target=play, args=(tables, thread, json.loads(state), mode)).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
