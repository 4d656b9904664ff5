"""`codepegs strategy prove`: the fewest guesses, proved."""

from __future__ import annotations

import json
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from codepegs.cli import cluster as clusters
from codepegs.cli import options
from codepegs.cli.cores import available_cores
from codepegs.errors import NotNow, Undecided
from codepegs.notation import edition_line, sentences
from codepegs.rules.board import Board
from codepegs.rules.claim import find_contradiction
from codepegs.rules.edition import MAX_ROWS, Edition

if TYPE_CHECKING:
    from codepegs.cli.cluster import ClusterExecutor
    from codepegs.engine.checkpoint import Checkpoint
    from codepegs.engine.codespace import CodeSpace, Indices
    from codepegs.engine.optimum import Bounds, Optimum

THREADS_FROM_CODES = 4_000
"""From this many codes on (a second), more than one thread is worth starting."""


@click.command()
@options.board
@click.option(
    "--objective",
    type=click.Choice(["expected", "worst"]),
    default="expected",
    show_default=True,
    help="Minimise the average number of guesses; or first the worst case, then the average.",
)
@click.option(
    "--rows", type=click.IntRange(1, MAX_ROWS), help="Maximum number of rows. Default: those of the edition."
)
@click.option("--consistent", is_flag=True, help="Allow only guesses that can be the code.")
@click.option("--seconds", type=click.FloatRange(min=0), help="Stop after this time and print the bounds.")
@click.option(
    "--workers",
    "number",
    type=click.IntRange(1, 256),
    help="Number of threads. Default: all cores on large boards, else 1.",
)
@clusters.option
@click.option(
    "--checkpoint",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save progress to this file. If the file exists, resume from it.",
)
@click.option(
    "--certificate",
    type=options.OUTPUT_FILE,
    help="Also write the proof to this file, for codepegs strategy check.",
)
@options.json
def command(
    board: Board,
    objective: str,
    rows: int | None,
    consistent: bool,
    seconds: float | None,
    number: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    certificate: Path | None,
    as_json: bool,
) -> None:
    """Prove the fewest guesses that any strategy needs.

    The result is the total of guesses over all codes, winning guesses included. It counts only
    strategies that break every code in the rows of the edition, or in those of --rows. If there are
    none, the result is how many codes can be broken. POSITION is an edition and the rows so far, in
    one line: then only the guesses still to come count, for the codes that are possible. --rows
    includes the rows already played.

    Press Ctrl-C to stop the search and print the bounds and the best first guess so far. Press it
    again to quit at once. With the C kernel (see codepegs about) a board of 1,296 codes takes a
    fraction of a second and one of 5,040 a few seconds. Without it they take a second and a few
    minutes. With --checkpoint, a proof that was stopped continues when you run the same command
    again. Writing a certificate takes longer than the proof: a second for 1,296 codes, minutes for
    5,040.

    \b
    codepegs strategy prove
    codepegs strategy prove -e classic-1 --rows 5
    codepegs strategy prove -e hasbro-2010 --objective worst
    codepegs strategy prove -e mini --certificate mini.certificate
    codepegs strategy prove -e "classic-1 colours=9" --checkpoint proof.txt
    codepegs strategy prove "super / RRBBY 1+2 / RGWBK 0+3"
    """
    from codepegs.engine.codespace import CodeSpace

    played = len(board.rows)
    if rows is not None and rows <= played:
        raise NotNow(
            f"This position already has {sentences.pluralize(played, 'row')}, which count for --rows. "
            "Choose a higher number."
        )
    if rows is not None:
        board = replace(board, edition=board.edition.with_rules(rows=rows))
    space = CodeSpace.of(board.edition)
    codes, history = _left(space, board)
    if played and (cluster is not None or checkpoint is not None):
        raise NotNow("--cluster and --checkpoint are for whole boards. Leave out the rows, or these options.")
    if certificate is not None:
        if played or consistent or cluster is not None or checkpoint is not None:
            raise click.UsageError(
                "--certificate is for whole boards and all guesses. "
                "Leave out rows, --consistent, --cluster and --checkpoint."
            )
        number = 1  # The search that writes the certificate must know what the proof found.
    if number is None:
        number = available_cores() if len(codes) >= THREADS_FROM_CODES else 1
    question = _Question(
        space, codes, history, played, consistent, number, _Stopping(seconds), _Progress(hidden=as_json)
    )
    before = signal.signal(signal.SIGINT, question.stopping.now)
    try:
        with (
            _open_checkpoint(checkpoint, board.edition, consistent) as saved,
            nullcontext() if cluster is None else clusters.connect(cluster) as workers,
        ):
            # The first number of rows that suffices is the lowest possible worst case.
            for most in range(
                played + 1 if objective == "worst" else board.edition.rows, board.edition.rows + 1
            ):
                answer = question.ask(most, workers, saved)
                if answer.bounds.possible:
                    break
            else:
                answer = question.find_most(most)
        if certificate is not None:
            options.write(question.certify(most, answer), certificate)
    finally:
        signal.signal(signal.SIGINT, before)
        question.progress.clear()
    if as_json:
        click.echo(json.dumps(_data(board, objective, most, len(codes), answer)))
        return
    for line in _sentences(answer, len(codes), most, begun=bool(history)):
        click.echo(line)


@dataclass(frozen=True, slots=True)
class _Answer:
    """Bounds of the optimum, the first guess of the best strategy found, and the most codes broken."""

    bounds: Bounds
    first: str | None
    broken: int | None = None
    """If not every code can be broken: how many can, if that is proved."""


class _Question:
    """Everything that defines the search, except the number of rows."""

    def __init__(
        self,
        space: CodeSpace,
        codes: Indices,
        history: list[int],
        played: int,
        consistent: bool,
        threads: int,
        stopping: _Stopping,
        progress: _Progress,
    ) -> None:
        self._space, self._codes, self._history, self._played = space, codes, history, played
        self._consistent, self._threads = consistent, threads
        self.stopping, self.progress = stopping, progress

    def ask(self, rows: int, workers: ClusterExecutor | None, saved: Checkpoint | None) -> _Answer:
        """Find the best strategy that breaks every code in `rows`."""
        from codepegs.engine import parallel

        lower = 0
        if workers is not None or saved is not None:
            bounds, first = parallel.solve(
                self._space.edition,
                workers,
                workers=0 if workers is None else workers.workers,
                rows=rows,
                consistent=self._consistent,
                optimum=None if workers else self._optimum,
                stop=self.stopping.due,
                progress=self.progress,
                checkpoint=saved,
            )
            if bounds.proved or bounds.upper is not None:
                return _Answer(bounds, self._spell(first))
            # Stopped before a strategy was found. There is one that needs no search.
            lower = bounds.lower
        left = rows - self._played
        bounds = self._optimum.solve(self._codes, self._history, rows=left, sure=True)
        bounds = replace(bounds, lower=max(lower, bounds.lower))
        found_one = bounds.possible and bounds.upper is not None
        return _Answer(bounds, self._spell(self._optimum.guess(self._codes, left)) if found_one else None)

    def find_most(self, rows: int) -> _Answer:
        """Find a strategy that breaks as many codes as possible, if not every one can be broken in `rows`."""
        from codepegs.engine.bounds import INFINITE
        from codepegs.engine.optimum import Bounds

        left, never = rows - self._played, Bounds(INFINITE, INFINITE)
        best = self._optimum.solve(self._codes, self._history, rows=left)
        if not best.proved:
            return _Answer(never, None)
        first = self._spell(self._optimum.guess(self._codes, left))
        return _Answer(never, first, len(self._codes) - best.lost)

    def certify(self, rows: int, answer: _Answer) -> str:
        """Return the certificate of an answer."""
        from codepegs.engine.certificate import write

        if not answer.bounds.proved or not answer.bounds.possible:
            raise NotNow("There is no certificate: the optimum is not proved, or some codes are not broken.")
        return write(self._space.edition, self._optimum, rows=rows, stop=self.stopping.due)

    @cached_property
    def _optimum(self) -> Optimum:
        from codepegs.engine.optimum import Optimum

        return Optimum(
            self._space,
            codes=self._codes if self._history else None,
            consistent=self._consistent,
            stop=self.stopping.due,
            progress=self.progress,
            threads=self._threads,
        )

    def _spell(self, guess: int | None) -> str | None:
        return None if guess is None else self._space.edition.spell(self._space.code(guess))


@contextmanager
def _open_checkpoint(path: Path | None, edition: Edition, consistent: bool) -> Iterator[Checkpoint | None]:
    if path is None:
        yield None
        return
    from codepegs.engine.checkpoint import Checkpoint

    try:
        with closing(Checkpoint(path, edition, consistent=consistent)) as checkpoint:
            yield checkpoint
    except OSError as error:
        raise click.ClickException(f"Cannot use {path} as a checkpoint: {error.strerror}.") from None


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


def _data(board: Board, objective: str, rows: int, codes: int, answer: _Answer) -> dict[str, object]:
    """Return the answer for programs."""
    bounds, possible = answer.bounds, answer.bounds.possible
    return {
        "edition": edition_line.write(board.edition),
        "objective": objective,
        "codes": codes,
        "rows": rows,
        "possible": possible,
        "broken": codes if possible and bounds.proved else answer.broken,
        "lower": bounds.lower if possible else None,
        "upper": bounds.upper if possible else None,
        "worst": bounds.worst if possible else None,
        "proved": bounds.proved,
        "first": answer.first,
    }


def _sentences(answer: _Answer, codes: int, rows: int, *, begun: bool) -> list[str]:
    bounds = answer.bounds
    first = f"{'Next' if begun else 'First'} guess {answer.first}."
    in_all = " in all" * begun
    if not bounds.possible:
        never = f"Proved: no strategy breaks every code with {sentences.pluralize(rows, 'row')}{in_all}."
        if answer.broken is None:
            return [never, "Stopped before it was known how many codes the best strategy breaks."]
        return [never, f"Proved: the best one breaks {answer.broken:,} of {codes:,} codes. {first}"]
    within = f", with at most {sentences.pluralize(rows, 'row')}{in_all}"
    more = "more " * begun
    if bounds.proved:
        guesses = sentences.pluralize(bounds.lower, f"{more}guess", f"{more}guesses")
        worst = "" if bounds.worst is None else f", and {bounds.worst} at worst"
        return [
            f"Proved: {guesses} for {sentences.pluralize(codes, 'code')}{within}.",
            f"That is {bounds.lower / codes:.4f} on average{worst}. {first}",
        ]
    sentence = f"Stopped. {codes:,} codes{within}, need at least {bounds.lower:,} {more}guesses"
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
