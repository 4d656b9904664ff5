"""`codepegs optimal`: the fewest guesses, proved."""

from __future__ import annotations

import json
import signal
import sys
import time
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from types import FrameType
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.process_pool import available_cores, worker_pool
from codepegs.errors import NotNow, Undecided
from codepegs.notation import edition_line, position, sentences
from codepegs.rules.board import Board
from codepegs.rules.claim import find_contradiction
from codepegs.rules.edition import MOST_ROWS, Edition

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from codepegs.engine.codespace import CodeSpace, Indices
    from codepegs.engine.optimum import Bounds

LARGE = 5_000
"""Codes from which on worker processes are worth their start: some seconds of work."""


@click.command()
@options.edition
@click.option("--position", "start", metavar="LINE", help="An edition and rows already played, in one line.")
@click.option(
    "--objective",
    type=click.Choice(["expected", "worst"]),
    default="expected",
    show_default=True,
    help="The fewest guesses on average; or the fewest in the worst case, and on average among those.",
)
@click.option("--limit", type=click.IntRange(1, MOST_ROWS), help="Allow this many guesses at most.")
@click.option("--consistent", is_flag=True, help="Allow only guesses that fit every answer so far.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), help="Stop after this time with what is known by then."
)
@click.option(
    "--workers",
    "number",
    type=click.IntRange(1, 256),
    help="Share the work among so many processes; 1 starts none. Not given, large boards use every core.",
)
@options.json
def command(
    edition: Edition,
    start: str | None,
    objective: str,
    limit: int | None,
    consistent: bool,
    seconds: float | None,
    number: int | None,
    as_json: bool,
) -> None:
    """Prove the fewest guesses that any strategy can need.

    Counted are the guesses for all codes together, the winning ones included; from a
    position those still to come for all codes that fit it, while --limit counts the rows
    already played too. Ctrl-C stops with the bounds so far, and the guess that begins
    the best strategy so far; pressed again, it leaves. With the C kernel (see codepegs
    about) a board of 1,296 codes takes no time, one of 5,040 some seconds; without it
    they take a second and some minutes.

    \b
    codepegs optimal
    codepegs optimal -e classic-1 --limit 5
    codepegs optimal -e hasbro-2010 --objective worst
    codepegs optimal --position "super / RRBBY 1+2 / RGWBK 0+3"
    """
    if start is not None and options.given("edition"):
        raise click.UsageError("A position begins with its edition: give no --edition beside it.")
    from codepegs.engine.bounds import INFINITE
    from codepegs.engine.codespace import CodeSpace

    board = Board(edition) if start is None else position.read(start)
    space = CodeSpace.of(board.edition)
    codes, history = _left(space, board)
    played = len(board.rows)
    if limit is not None and limit <= played:
        raise NotNow(
            f"This position has {sentences.counted(played, 'row')} already, which --limit counts too: "
            "give a higher one."
        )
    if number is None:
        number = available_cores() if len(codes) >= LARGE else 1
    question = _Question(
        space,
        codes,
        history,
        consistent,
        played - len(history),
        _Stopping(seconds),
        _Progress(hidden=as_json),
    )
    before = signal.signal(signal.SIGINT, question.stopping.now)
    try:
        with (
            suppress(_Enough),
            worker_pool(number) if number > 1 and not played else nullcontext() as pool,
        ):
            # Limits are raised from the least until one is enough: that is the least worst case.
            for most in [limit] if objective == "expected" else range(played + 1, (limit or MOST_ROWS) + 1):
                bounds, first = question.ask(most, pool)
                if bounds.lower < INFINITE and not bounds.proved:
                    raise _Enough  # whatever the workers are at is of no use any more
                if bounds.lower < INFINITE:
                    break
    finally:
        signal.signal(signal.SIGINT, before)
        question.progress.clear()
    possible = bounds.lower < INFINITE
    guess = None if first is None else board.edition.spell(space.code(first))
    if as_json:
        data = {
            "edition": edition_line.write(board.edition),
            "objective": objective,
            "codes": len(codes),
            "possible": possible,
            "limit": most,
            "lower": bounds.lower if possible else None,
            "upper": bounds.upper if possible else None,
            "proved": bounds.proved,
            "first": guess,
        }
        click.echo(json.dumps(data, indent=2))
        return
    for line in _sentences(bounds, len(codes), most, guess, possible=possible, begun=bool(history)):
        click.echo(line)


class _Enough(Exception):
    """The search was stopped."""


@dataclass(frozen=True, slots=True)
class _Question:
    """What is to be proved, but for the limit of guesses."""

    space: CodeSpace
    codes: Indices
    history: list[int]
    consistent: bool
    spent: int
    """Rows that were played without a guess: they count for the limit."""
    stopping: _Stopping
    progress: _Progress

    def ask(self, limit: int | None, executor: Executor | None) -> tuple[Bounds, int | None]:
        """What is known of the value in the end, and the guess that begins the best strategy found."""
        from codepegs.engine import parallel
        from codepegs.engine.bounds import INFINITE
        from codepegs.engine.optimum import Optimum

        if executor is not None:
            answer = parallel.solve(
                self.space.edition,
                executor,
                limit=limit,
                consistent=self.consistent,
                stop=self.stopping.due,
                progress=self.progress,
            )
            return answer.bounds, answer.first
        optimum = Optimum(
            self.space,
            codes=self.codes if self.history else None,
            limit=None if limit is None else limit - self.spent,
            consistent=self.consistent,
            stop=self.stopping.due,
            progress=self.progress,
        )
        bounds = optimum.solve(self.codes, self.history)
        reached = bounds.upper is not None and bounds.upper < INFINITE
        return bounds, optimum.guess(self.codes, len(self.history)) if reached else None


def _left(space: CodeSpace, board: Board) -> tuple[Indices, list[int]]:
    """The codes that fit a board, and the guesses on it."""
    codes = space.candidates(board)
    if not len(codes):
        shown = None
        with suppress(Undecided):
            shown = find_contradiction(board)
        proof = sentences.proof(board.edition, shown) if shown else ["No code fits all the answers."]
        raise NotNow(" ".join([*proof, "Correct an answer."]))
    if board.broken:
        raise NotNow("The code of this position is broken already: leave out the last row.")
    if board.open:
        raise NotNow(
            "The last row of this position waits for its answer: write the answer, or leave the row out."
        )
    if board.full:
        raise NotNow(
            f"This board is full, so no guess comes next: give its edition more rows, up to {MOST_ROWS}, "
            "or leave out the last row."
        )
    return codes, [space.number(guess) for guess, _ in board.answered]


def _sentences(
    bounds: Bounds, codes: int, most: int | None, guess: str | None, *, possible: bool, begun: bool
) -> list[str]:
    within = "" if most is None else f", with {most} at the most"
    first = f"{'Next' if begun else 'First'} guess {guess}."
    if not possible:
        assert most is not None, "Without a limit every code is broken."
        return [f"No strategy breaks every code with {sentences.counted(most, 'guess', 'guesses')}: proved."]
    more = "more " * begun
    if bounds.proved:
        guesses = sentences.counted(bounds.lower, f"{more}guess", f"{more}guesses")
        return [
            f"{guesses} for {sentences.counted(codes, 'code')}{within}: proved.",
            f"That is {bounds.lower / codes:.4f} on average. {first}",
        ]
    sentence = f"Stopped. At least {bounds.lower:,} {more}guesses are needed for {codes:,} codes{within}; "
    if bounds.upper is None:
        return [f"{sentence}nothing was found yet."]
    return [f"{sentence}{bounds.upper:,} are enough. {first}"]


class _Stopping:
    """Whether it is time to stop: a while has passed, or Ctrl-C was pressed."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._now = False

    def now(self, number: int, frame: FrameType | None) -> None:
        if self._now:
            raise KeyboardInterrupt
        self._now = True
        click.echo("\nStopping with what is known by now. Ctrl-C again leaves at once.", err=True)

    def due(self) -> bool:
        # Written so that a time which is no number has passed.
        return self._now or (self._until is not None and not time.monotonic() <= self._until)


class _Progress:
    """Tells the bounds on standard error, on a terminal and not too often."""

    def __init__(self, *, hidden: bool) -> None:
        self._hidden = hidden or not sys.stderr.isatty()
        self._next = time.monotonic() + 0.5
        self._told = False

    def __call__(self, bounds: Bounds) -> None:
        if not self._hidden and time.monotonic() >= self._next:
            self._next, self._told = time.monotonic() + 0.2, True
            upper = "?" if bounds.upper is None else f"{bounds.upper:,}"
            click.echo(f"\rfrom {bounds.lower:,} to {upper} \r", err=True, nl=False)

    def clear(self) -> None:
        if self._told:
            click.echo("\r\x1b[K", err=True, nl=False)
