#!/usr/bin/env -S uv run --dev python
"""Measure a guess at a table of this process. Run it from the root of the project:

    bench/local_table.py                  three rounds of 300 guesses, by turns

`direct` plays and stores each guess without a table, and makes the views of both players: it is what the
application did before it had one, and it blocks its event loop meanwhile. `table` sends the guess through a
keyboard, which returns when the guess is stored and both seats see it. A long match has ten games of 30 rows.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic_ns, perf_counter, process_time, time_ns
from typing import Any

from codepegs.rules import Agreement, Guess, Match, Secret, SetCode, find_edition
from codepegs.rules.view import MatchView
from codepegs.storage import Archive, open_archive
from codepegs.table.local import LocalTables
from codepegs.table.persistence import ArchiveStore

SHORT, LONG = (find_edition("classic-1"), 2), (find_edition("classic-1", rows=30), 10)
PLAYERS = ("Ada", "Bob")

Figures = tuple[list[float], float]
"""Seconds of each guess, and CPU seconds of all."""


def agreement(kind: tuple[Any, int]) -> Agreement:
    return Agreement(kind[0], PLAYERS, kind[1])


async def direct(archive: Archive, terms: Agreement, guesses: int) -> Figures:
    code, guess = (terms.edition.code(text) for text in ("RBYG", "WWWK"))
    seconds: list[float] = []
    cpu = process_time()
    while len(seconds) < guesses:
        match, name = Match.start(terms), archive.begin(terms, at=0)
        while not match.over:
            setting = match.turn == match.game.codemaker
            move = SetCode(Secret(code)) if setting else Guess(guess)
            started = perf_counter()
            after = match.play(move)
            archive.add_later(name, match.length, move, at=0, before=match, after=after).result()
            match = after
            for player in (0, 1):
                MatchView.of(match, player)
            if not setting:
                seconds.append(perf_counter() - started)
    return seconds, process_time() - cpu


async def table(archive: Archive, terms: Agreement, guesses: int) -> Figures:
    code, guess = (terms.edition.code(text) for text in ("RBYG", "WWWK"))
    tables = LocalTables(
        ArchiveStore(lambda: archive),
        random=Random(1),
        now=lambda: time_ns() // 1000,
        monotonic=monotonic_ns,
    )
    seconds: list[float] = []
    cpu = process_time()
    while len(seconds) < guesses:
        keyboard = await tables.open(terms)
        while not keyboard.view.over:
            view = keyboard.view
            assert view.turn is not None
            assert view.match is not None
            setting = view.turn == view.match.game.codemaker
            move = SetCode(Secret(code)) if setting else Guess(guess)
            started = perf_counter()
            await keyboard.play(move, view.turn, at=view.moves)
            keyboard.sit(keyboard.wanted)
            _ = keyboard.view, keyboard.acts()
            if not setting:
                seconds.append(perf_counter() - started)
    await tables.close()
    return seconds, process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--guesses", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    ways: dict[str, Callable[[Archive, Agreement, int], Coroutine[Any, Any, Figures]]] = {
        "direct": direct,
        "table": table,
    }
    with TemporaryDirectory() as folder:
        for name, kind in (("short", SHORT), ("long", LONG)):
            found: dict[str, list[float]] = {way: [] for way in ways}
            for number in range(options.rounds):
                for way, play in ways.items():
                    file = Path(folder) / f"{name}-{way}-{number}.db"
                    with closing(open_archive(f"sqlite:///{file}")) as archive:
                        seconds, cpu = asyncio.run(play(archive, agreement(kind), options.guesses))
                    found[way].append(median(seconds))
                    each = 1000 * cpu / len(seconds)
                    print(f"{name} match, {way}: median {1000 * median(seconds):.2f} ms, CPU {each:.2f} ms")
            print(f"{name} match, ratio of medians: {median(found['table']) / median(found['direct']):.2f}")


if __name__ == "__main__":
    main()
