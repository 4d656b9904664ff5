"""`codepegs optimal`: the fewest guesses, proved."""

from __future__ import annotations

import json
import signal
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING

import click

from codepegs.cli import option
from codepegs.rules.edition import Edition

if TYPE_CHECKING:
    from codepegs.engine.optimal import Bounds


@click.command()
@option.edition
@click.option(
    "--objective",
    type=click.Choice(["expected", "worst"]),
    default="expected",
    show_default=True,
    help="The fewest guesses on average; or the fewest in the worst case, and on average among those.",
)
@click.option("--limit", type=click.IntRange(1, 30), help="Allow this many guesses at most.")
@click.option("--consistent", is_flag=True, help="Allow only guesses that fit every answer so far.")
@click.option("--seconds", type=float, help="Stop after this time with what is known by then.")
@option.json
def command(
    edition: Edition,
    objective: str,
    limit: int | None,
    consistent: bool,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Prove the fewest guesses that any strategy can need.

    Counted are the guesses for all codes together, the winning ones included. Ctrl-C
    stops with the bounds so far. A board of 1,296 codes takes a second, one of 2,401
    a minute, one of 5,040 some minutes.

    \b
    codepegs optimal
    codepegs optimal -e classic-1 --limit 5
    codepegs optimal -e hasbro-2010 --objective worst
    """
    from codepegs.engine.bound import INFINITE
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.optimal import Optimum

    space = CodeSpace.of(edition)
    stopping = _Stopping(seconds)
    progress = _Progress(hidden=as_json)
    before = signal.signal(signal.SIGINT, stopping.now)
    try:
        # Limits are raised from 1 until one is enough; the first that is is the least worst case.
        for most in [limit] if objective == "expected" else range(1, (limit or 30) + 1):
            optimum = Optimum(space, limit=most, consistent=consistent, stop=stopping.due, progress=progress)
            bounds = optimum.solve(space.codes)
            if bounds.lower < INFINITE:
                break
    finally:
        signal.signal(signal.SIGINT, before)
    possible = bounds.lower < INFINITE
    first = edition.spell(space.code(optimum.guess(space.codes))) if bounds.proved and possible else None
    if as_json:
        data = {
            "codes": len(space.codes),
            "possible": possible,
            "limit": most,
            "lower": bounds.lower if possible else None,
            "upper": bounds.upper if possible else None,
            "proved": bounds.proved,
            "first": first,
        }
        click.echo(json.dumps(data, indent=2))
        return
    within = "" if most is None else f", {most} at the most"
    if not possible:
        click.echo(f"No strategy breaks every code with {most} guesses: proved.")
    elif bounds.proved:
        average = bounds.lower / len(space.codes)
        click.echo(f"{bounds.lower:,} guesses for {len(space.codes):,} codes{within}: proved.")
        click.echo(f"That is {average:.4f} on average. First guess {first}.")
    else:
        reached = "nothing was found yet" if bounds.upper is None else f"{bounds.upper:,} is reached"
        click.echo(f"Stopped: no strategy{within} needs fewer than {bounds.lower:,} guesses, and {reached}.")


class _Stopping:
    """Whether it is time to stop: a while has passed, or Ctrl-C was pressed."""

    def __init__(self, seconds: float | None) -> None:
        self._until = None if seconds is None else time.monotonic() + seconds
        self._now = False

    def now(self, number: int, frame: FrameType | None) -> None:
        self._now = True

    def due(self) -> bool:
        return self._now or (self._until is not None and time.monotonic() > self._until)


class _Progress:
    """Tells the bounds on standard error, on a terminal and not too often."""

    def __init__(self, *, hidden: bool) -> None:
        self._hidden = hidden or not sys.stderr.isatty()
        self._next = 0.0

    def __call__(self, bounds: Bounds) -> None:
        if not self._hidden and time.monotonic() >= self._next:
            self._next = time.monotonic() + 0.2
            upper = "?" if bounds.upper is None else f"{bounds.upper:,}"
            click.echo(f"\rfrom {bounds.lower:,} to {upper} \r", err=True, nl=False)
