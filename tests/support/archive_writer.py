"""Process that stores moves and prints each acknowledged one, to be killed or to race with another.

Usage: archive_writer ADDRESS loop|early     play matches in four threads, without end
       archive_writer ADDRESS race MATCH N   continue a match until it has N moves

Each line is an acknowledged move: the match, the number and the move. `early` is the broken twin that
acknowledges a move before its commit.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from threading import Lock, Thread
from typing import TypeVar

from sqlalchemy import Engine

from codepegs.errors import CodepegsError
from codepegs.notation import move_line
from codepegs.rules import Agreement, Guess, Match, Move, Secret, SetCode, find_edition
from codepegs.storage import Archive, MatchId, open_archive
from codepegs.storage.errors import Stale
from codepegs.storage.sql.archive import SqlArchive
from codepegs.storage.sql.writer import BatchFunction, GroupWriter, Work

T = TypeVar("T")
P = TypeVar("P")
TERMS = find_edition("super", rows=30)
AGREED = Agreement(TERMS, ("Ada", "Bob"), games=2)


class AnswersFirst:
    """Broken writer that acknowledges immediately and commits only every thousand jobs."""

    def __init__(self, engine: Engine) -> None:
        self._connection, self._lock, self._done = engine.connect(), Lock(), 0

    def submit(self, work: Work[T]) -> Future[T]:
        return self._run(lambda: work(self._connection))

    def submit_to_batch(self, function: BatchFunction[P, T], item: P) -> Future[T]:
        return self._run(lambda: function(self._connection, [item])[0])

    def _run(self, work: Callable[[], T | CodepegsError]) -> Future[T]:
        answer: Future[T] = Future()
        with self._lock:
            result = work()
            self._done += 1
            if self._done % 1000 == 0:
                self._connection.commit()
        if isinstance(result, CodepegsError):
            answer.set_exception(result)
        else:
            answer.set_result(result)
        return answer

    def close(self) -> None:
        self._connection.close()


def say(match: MatchId, number: int, before: Match, move: Move) -> None:
    # A single write, so that lines of different threads do not mix.
    sys.stdout.write(f"{match} {number} {move_line.write(before, move)}\n")
    sys.stdout.flush()


def guess(random: Random) -> Guess:
    """Return a guess that does not break the code, which is all of the last colour."""
    return Guess(TERMS.code("".join(random.choices([hue.letter for hue in TERMS.hues[:-1]], k=TERMS.pegs))))


def loop(archive: Archive, random: Random) -> None:
    while True:
        name, match = archive.begin(AGREED, at=0), Match.start(AGREED)
        for number in range(30):
            code = SetCode(Secret(TERMS.code(TERMS.hues[-1].letter * TERMS.pegs)))
            move = guess(random) if number else code
            archive.add(name, number, move, at=number, before=match)
            say(name, number, match, move)
            match = match.play(move)


def race(archive: Archive, name: MatchId, moves: int) -> None:
    random = Random()
    match = archive.match(name)
    while len(match.moves) < moves:
        number, move = len(match.moves), guess(random)
        try:
            archive.add(name, number, move, at=number, before=match)
            say(name, number, match, move)
            match = match.play(move)
        except Stale:
            match = archive.match(name)


def main(address: str, mode: str, *rest: str) -> None:
    archive = open_archive(address, timeout=30)
    if mode == "race":
        race(archive, MatchId(rest[0]), int(rest[1]))
        archive.close()
        return
    if mode == "early":
        assert isinstance(archive, SqlArchive)
        assert isinstance(archive.writer, GroupWriter)
        archive.writer = AnswersFirst(archive.writer._engine)
    threads = [Thread(target=loop, args=(archive, Random(seed))) for seed in range(4)]
    for thread in threads:
        thread.start()


if __name__ == "__main__":
    main(*sys.argv[1:])
