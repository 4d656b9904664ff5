"""`codepegs strategy prove`: the fewest guesses, proved."""

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
from codepegs.notation import edition_line, sentences
from codepegs.rules.board import Board
from codepegs.rules.claim import find_contradiction
from codepegs.rules.edition import MAX_ROWS

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from codepegs.engine.codespace import CodeSpace, Indices
    from codepegs.engine.optimum import Bounds

WORKERS_FROM_CODES = 5_000
"""From this many codes on (a few seconds), worker processes are worth starting."""


@click.command()
@options.board
@click.option(
    "--objective",
    type=click.Choice(["expected", "worst"]),
    default="expected",
    show_default=True,
    help="Minimise the average number of guesses; or first the worst case, then the average.",
)
@click.option("--limit", type=click.IntRange(1, MAX_ROWS), help="Maximum number of guesses.")
@click.option("--consistent", is_flag=True, help="Allow only guesses that can be the code.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after this time and print the bounds.")
@click.option(
    "--workers",
    "number",
    type=click.IntRange(1, 256),
    help="Number of worker processes. Default: all cores on large boards, else none.",
)
@options.json
def command(
    board: Board,
    objective: str,
    limit: int | None,
    consistent: bool,
    seconds: float | None,
    number: int | None,
    as_json: bool,
) -> None:
    """Prove how few guesses a strategy can need.

    The result is the total of guesses over all codes, winning guesses included. POSITION is an
    edition and the rows so far, in one line: then only the guesses still to come count, for the
    codes that are possible. --limit includes the rows already played.

    Ctrl-C stops the search and prints the bounds and the best first guess so far; pressed again, it
    quits at once. With the C kernel (see codepegs about) a board of 1,296 codes takes no time and
    one of 5,040 a few seconds. Without it they take a second and a few minutes.

    \b
    codepegs strategy prove
    codepegs strategy prove -e classic-1 --limit 5
    codepegs strategy prove -e hasbro-2010 --objective worst
    codepegs strategy prove "super / RRBBY 1+2 / RGWBK 0+3"
    """
    from codepegs.engine.bounds import INFINITE
    from codepegs.engine.codespace import CodeSpace

    space = CodeSpace.of(board.edition)
    codes, history = _left(space, board)
    played = len(board.rows)
    if limit is not None and limit <= played:
        raise NotNow(
            f"This position already has {sentences.pluralize(played, 'row')}, which count for --limit. "
            "Choose a higher limit."
        )
    if number is None:
        number = available_cores() if len(codes) >= WORKERS_FROM_CODES else 1
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
            # The first limit that suffices is the lowest possible worst case.
            for most in [limit] if objective == "expected" else range(played + 1, (limit or MAX_ROWS) + 1):
                bounds, first = question.ask(most, pool)
                if bounds.lower < INFINITE and not bounds.proved:
                    raise _Enough  # stop the workers too
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
    """Everything that defines the search, except the limit of guesses."""

    space: CodeSpace
    codes: Indices
    history: list[int]
    consistent: bool
    spent: int
    """Rows lost on time. They have no guess, but count for the limit."""
    stopping: _Stopping
    progress: _Progress

    def ask(self, limit: int | None, executor: Executor | None) -> tuple[Bounds, int | None]:
        """Return the bounds, and the first guess of the best strategy found."""
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
    """Return the codes that fit a board, and the guesses on it."""
    codes = space.candidates(board)
    if not len(codes):
        shown = None
        with suppress(Undecided):
            shown = find_contradiction(board)
        proof = sentences.describe_proof(board.edition, shown) if shown else ["No code fits all the answers."]
        raise NotNow(" ".join([*proof, "Correct an answer."]))
    if board.broken:
        raise NotNow("The code of this position is already broken. Leave out the last row.")
    if board.open:
        raise NotNow("The last row of this position has no answer. Add the answer, or leave out the row.")
    if board.full:
        raise NotNow(
            f"This board is full. Give its edition more rows, up to {MAX_ROWS}, or leave out the last row."
        )
    return codes, [space.number(guess) for guess, _ in board.answered]


def _sentences(
    bounds: Bounds, codes: int, most: int | None, guess: str | None, *, possible: bool, begun: bool
) -> list[str]:
    within = "" if most is None else f", with at most {most} each"
    first = f"{'Next' if begun else 'First'} guess {guess}."
    if not possible:
        assert most is not None, "Without a limit every code is broken."
        return [
            f"No strategy breaks every code with {sentences.pluralize(most, 'guess', 'guesses')}: proved."
        ]
    more = "more " * begun
    if bounds.proved:
        guesses = sentences.pluralize(bounds.lower, f"{more}guess", f"{more}guesses")
        return [
            f"{guesses} for {sentences.pluralize(codes, 'code')}{within}: proved.",
            f"That is {bounds.lower / codes:.4f} on average. {first}",
        ]
    sentence = f"Stopped. {codes:,} codes{within} need at least {bounds.lower:,} {more}guesses"
    if bounds.upper is None:
        return [f"{sentence}. No strategy was found yet."]
    return [f"{sentence} and at most {bounds.upper:,}. {first}"]


class _Stopping:
    """Whether to stop the search: the time is up, or Ctrl-C was pressed."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._now = False

    def now(self, number: int, frame: FrameType | None) -> None:
        if self._now:
            raise KeyboardInterrupt
        self._now = True
        click.echo("\nStopping. Press Ctrl-C again to quit at once.", err=True)

    def due(self) -> bool:
        # NaN counts as a time that has passed.
        return self._now or (self._until is not None and not time.monotonic() <= self._until)


class _Progress:
    """Prints the bounds on standard error every now and then, if that is a terminal."""

    def __init__(self, *, hidden: bool) -> None:
        self._hidden = hidden or not sys.stderr.isatty()
        self._next = time.monotonic() + 0.5
        self._printed = False

    def __call__(self, bounds: Bounds) -> None:
        if not self._hidden and time.monotonic() >= self._next:
            self._next, self._printed = time.monotonic() + 0.2, True
            upper = "?" if bounds.upper is None else f"{bounds.upper:,}"
            click.echo(f"\rfrom {bounds.lower:,} to {upper} \r", err=True, nl=False)

    def clear(self) -> None:
        if self._printed:
            click.echo("\r\x1b[K", err=True, nl=False)
