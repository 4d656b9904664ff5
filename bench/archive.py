#!/usr/bin/env -S uv run python
"""How fast an archive keeps matches. From the root of the project:

    bench/archive.py                              5,000 moves for each number of callers
    bench/archive.py --moves 20000 --folder DIR   more, and on another disk

Callers are threads of this process; each begins matches of classic-1 and plays ten moves in each, one after
the other, waiting for the answer to every one. `sync` is the disk's own time, for a page that is written.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from codepegs.rules import Agreement, Guess, Move, Secret, SetCode, edition
from codepegs.storage import Archive, open_archive

TERMS = edition("classic-1")
AGREED = Agreement(TERMS, ("Ada", "Bob"), games=2)
CODE = TERMS.code("RRRR")
MOVES: list[Move] = [
    SetCode(Secret(CODE)),
    *(Guess(TERMS.code(text)) for text in ("RBYG", "BBYG", "GGYW", "WWKK", "BYGW", "KYGW", "WYBG", "BGKY")),
    Guess(CODE),
]


def play(archive: Archive, matches: int) -> None:
    for _ in range(matches):
        name = archive.begin(AGREED, at=0)
        for number, move in enumerate(MOVES):
            archive.add(name, number, move, at=number)


def play_at_once(archive: Archive, callers: int, matches: int) -> None:
    with ThreadPoolExecutor(callers) as threads:
        for done in [threads.submit(play, archive, matches) for _ in range(callers)]:
            done.result()


def taken(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def synced(folder: Path, times: int = 200) -> float:
    """Seconds to have 4 KB on the disk."""
    with open(folder / "page", "wb", buffering=0) as file:
        start = perf_counter()
        for _ in range(times):
            file.write(bytes(4096))
            os.fsync(file.fileno())
        return (perf_counter() - start) / times


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--moves", type=int, default=5000)
    parser.add_argument("--folder")
    options = parser.parse_args()
    with TemporaryDirectory(dir=options.folder) as name:
        print(f"sync              {synced(Path(name)) * 1e3:8.2f} ms")
        url = f"sqlite:///{name}/matches.db"
        print(f"open, new         {taken(lambda: open_archive(url).close()) * 1e3:8.1f} ms")
        print(f"open, again       {taken(lambda: open_archive(url).close()) * 1e3:8.1f} ms")
        archive = open_archive(url)
        for callers in (1, 8, 64, 256):
            matches = max(1, options.moves // callers // len(MOVES))
            seconds = taken(partial(play_at_once, archive, callers, matches))
            print(f"{callers:3} callers       {callers * matches * len(MOVES) / seconds:8.0f} moves/s")
        games = sum(one.games for one in archive.statistics())
        print(f"statistics        {taken(archive.statistics) * 1e3:8.1f} ms, {games:,} games")
        print(f"entries           {taken(archive.entries) * 1e3:8.1f} ms, 50 matches")
        archive.close()


if __name__ == "__main__":
    main()
