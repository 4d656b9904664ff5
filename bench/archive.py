#!/usr/bin/env -S uv run --dev python
"""Measure how fast an archive stores moves. Run it from the root of the project:

    bench/archive.py                              5,000 moves per line
    bench/archive.py --moves 20000 --folder DIR   more moves, on another disk

`callers` are threads of this process. Each of them plays matches of classic-1 with ten moves, waits for
each move to be stored, and lets the archive check it by the rules. `tables` is a server: one thread that
plays this many matches at the same time. `batched` passes the match after each move, `checked` lets the
archive play the move, and `unbatched` shares only the transaction, for comparison. `core` is the CPU time
of all threads of this process, without the processes of PostgreSQL. `sync` is the time of the disk for one
page. The cluster of PostgreSQL is in the system's temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from codepegs.notation import move_line
from codepegs.rules import Agreement, Guess, Match, Move, Secret, SetCode, find_edition
from codepegs.rules.seat import PlayerNumber
from codepegs.storage import Archive, MatchId, TableRow, backup, copy, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM_RANDOM, Added
from codepegs.storage.sql.append import NewMove, append
from codepegs.storage.sql.tables import SqlTables

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.support.postgresql import SAFE, OwnCluster, programs

TERMS = find_edition("classic-1")
AGREED = Agreement(TERMS, ("Ada", "Bob"), games=2)
CODE = TERMS.code("RRRR")
MOVES: list[Move] = [
    SetCode(Secret(CODE)),
    *(Guess(TERMS.code(text)) for text in ("RBYG", "BBYG", "GGYW", "WWKK", "BYGW", "KYGW", "WYBG", "BGKY")),
    Guess(CODE),
]


def _steps() -> Iterator[tuple[Match, Move, Match]]:
    before = Match.start(AGREED)
    for move in MOVES:
        after = before.play(move)
        yield before, move, after
        before = after


STEPS = [*_steps()]
Adding = Callable[[SqlTables, MatchId, int, Move, Match, Match], Future[Added]]


def play(archive: Archive, matches: int) -> None:
    for _ in range(matches):
        name = archive.begin(AGREED, at=0)
        for number, (before, move, after) in enumerate(STEPS):
            archive.add(name, number, move, at=number, before=before, after=after)


def play_at_once(archive: Archive, callers: int, matches: int) -> None:
    with ThreadPoolExecutor(callers) as threads:
        for done in [threads.submit(play, archive, matches) for _ in range(callers)]:
            done.result()


def batched(
    tables: SqlTables, name: MatchId, number: int, move: Move, before: Match, after: Match
) -> Future[Added]:
    return tables.add_later(
        name, number, move, at=number, seat=_sender(number), key=f"k{number}", before=before, after=after
    )


def checked(
    tables: SqlTables, name: MatchId, number: int, move: Move, before: Match, after: Match
) -> Future[Added]:
    return tables.add_later(
        name, number, move, at=number, seat=_sender(number), key=f"k{number}", before=before
    )


def unbatched(
    tables: SqlTables, name: MatchId, number: int, move: Move, before: Match, after: Match
) -> Future[Added]:
    text = move_line.write(before, move)
    one = NewMove(name, number, move, text, number, before, after, _sender(number), f"k{number}")
    return tables.archive.writer.submit(lambda connection: append(connection, [one])[0])  # type: ignore[arg-type,return-value]


def _sender(number: int) -> PlayerNumber:
    return 1 if number else 0


def serve(tables: SqlTables, add: Adding, at_once: int, moves: int) -> tuple[float, float]:
    """Return moves per second and CPU microseconds per move, with `at_once` matches at the same time."""
    answers: SimpleQueue[tuple[MatchId, int]] = SimpleQueue()
    names = [new_id(SYSTEM_RANDOM) for _ in range(max(at_once, moves // len(MOVES)))]
    rows = [TableRow(name, TERMS, 2, ("Ada", "Bob"), ("a", "b"), ("a", "b")) for name in names]
    for opened in [tables.open(row, at=0) for row in rows]:
        opened.result()

    def play_next(name: MatchId, number: int) -> None:
        before, move, after = STEPS[number]
        add(tables, name, number, move, before, after).add_done_callback(
            lambda added: answers.put((name, added.result().number + 1))
        )

    start, cpu = perf_counter(), process_time()
    waiting = iter(names)
    for _ in range(at_once):
        play_next(next(waiting), 0)
    stored, wanted = 0, len(names) * len(MOVES)
    while stored < wanted:
        name, number = answers.get()
        stored += 1
        if number < len(MOVES):
            play_next(name, number)
        elif (fresh := next(waiting, None)) is not None:
            play_next(fresh, 0)
    return stored / (perf_counter() - start), (process_time() - cpu) / stored * 1e6


def measure(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def measure_sync(folder: Path, times: int = 200) -> float:
    """Return the seconds to sync 4 KB to the disk."""
    with open(folder / "page", "wb", buffering=0) as file:
        start = perf_counter()
        for _ in range(times):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return (perf_counter() - start) / times


def run(url: str, moves: int, ways: Sequence[Adding]) -> None:
    """Print the figures of one database, with these ways to add a move at a table."""
    print(f"open, new                 {measure(lambda: open_archive(url).close()) * 1e3:8.1f} ms")
    print(f"open, again               {measure(lambda: open_archive(url).close()) * 1e3:8.1f} ms")
    archive = open_archive(url)
    for callers in (1, 8, 64, 256):
        matches = max(1, moves // callers // len(MOVES))
        cpu = process_time()
        seconds = measure(partial(play_at_once, archive, callers, matches))
        stored = callers * matches * len(MOVES)
        core = (process_time() - cpu) / stored * 1e6
        print(f"{callers:4} callers              {stored / seconds:8.0f} moves/s, core {core:5.0f} us/move")
    tables = open_tables(url)
    assert isinstance(tables, SqlTables)
    for at_once in (1, 16, 64, 512):
        for add in ways:
            rate, core = serve(tables, add, at_once, moves)
            label = f"{at_once:4} tables, {add.__name__}"
            print(f"{label:26}{rate:8.0f} moves/s, core {core:5.0f} us/move")
    games = sum(one.games for one in archive.statistics())
    print(f"statistics                {measure(archive.statistics) * 1e3:8.1f} ms, {games:,} games")
    print(f"entries                   {measure(archive.entries) * 1e3:8.1f} ms, 50 matches")
    tables.close()
    archive.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    with TemporaryDirectory(dir=options.folder) as name:
        print(f"sync                      {measure_sync(Path(name)) * 1e3:8.2f} ms")
        url = f"sqlite:///{name}/matches.db"
        print("SQLite")
        run(url, options.moves, (unbatched, checked, batched))
        copying = measure(lambda: backup(url, Path(name, "copy.db")))
        print(f"backup                    {copying * 1e3:8.1f} ms")
        if programs() is None:
            print("PostgreSQL is not installed.")
            return
        with OwnCluster(SAFE) as cluster:
            print("PostgreSQL")
            run(cluster.new_database(), options.moves, (checked, batched))
            there = cluster.new_database()
            rows: list[int] = []
            copying = measure(lambda: copy(url, there, progress=lambda _, total: rows.append(total)))
            print(f"copy from SQLite          {copying * 1e3:8.1f} ms, {rows[0] // 2:,} rows")


if __name__ == "__main__":
    main()
