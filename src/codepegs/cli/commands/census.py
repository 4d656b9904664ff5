"""`codepegs census`: a strategy against every code."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.process_pool import available_cores, exit_on_interrupt, worker_pool
from codepegs.notation import edition_line
from codepegs.rules.edition import Edition

if TYPE_CHECKING:
    from codepegs.analysis.census import Census

LARGE = 40_000_000
"""Marks from which on worker processes are worth their start: some three seconds of work."""
CHEAP = 1_000
"""Marks that take the time of a guess by a strategy that does not look at every guess."""


@click.command()
@click.argument("name", metavar="STRATEGY")
@options.edition
@click.option("--seed", type=int, default=0, show_default=True, help="For strategies that choose at random.")
@click.option(
    "--workers",
    "number",
    type=click.IntRange(1, 256),
    help="Share the work among so many processes; 1 starts none. Not given, large boards use every core.",
)
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path), help="Draw a plot into a file.")
@options.json
def command(
    name: str, edition: Edition, seed: int, number: int | None, svg: Path | None, as_json: bool
) -> None:
    """Play a strategy against every code of an edition.

    STRATEGY is first-consistent, random-consistent, optimal, or the measure by which each guess
    is the best: largest, expected, entropy or parts. Counted are the guesses, the winning
    one included.

    \b
    codepegs census largest
    codepegs census entropy -e hasbro-2010 --json
    codepegs census parts -e bulls-and-cows --svg parts.svg
    """
    with exit_on_interrupt("Stopped before every code was broken, so there is nothing to show."):
        found = _counted(name, edition, seed, number, hidden=as_json or not sys.stderr.isatty())
    _show(found, name, edition, as_json=as_json)
    if svg is not None:
        _draw(found, name, edition, svg)


def _show(found: Census, name: str, edition: Edition, *, as_json: bool) -> None:
    if as_json:
        data = {
            "strategy": name,
            "edition": edition_line.write(edition),
            "codes": found.codes,
            "first": edition.spell(found.first),
            "total": found.total,
            "average": found.average,
            "worst": found.worst,
            "histogram": found.histogram,
        }
        click.echo(json.dumps(data, indent=2))
        return
    first = edition.spell(found.first)
    click.echo(f"{name} breaks {found.codes:,} codes with {found.total:,} guesses.")
    click.echo(f"First guess {first}, average {found.average:.4f}, at worst {found.worst}.")
    for line in bars(found.histogram):
        click.echo(line)


def _counted(name: str, edition: Edition, seed: int, number: int | None, *, hidden: bool) -> Census:
    from codepegs.analysis.census import take_census
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.strategy import FirstConsistent, RandomConsistent, find_strategy

    chosen = find_strategy(name, Random(seed))
    space = CodeSpace.of(edition)
    if number is None:
        looks = CHEAP if isinstance(chosen, FirstConsistent | RandomConsistent) else len(space.guesses)
        number = available_cores() if looks * len(space.codes) >= LARGE else 1
    with (
        click.progressbar(length=len(space.codes), label=name, file=sys.stderr, hidden=hidden) as bar,
        worker_pool(number) if number > 1 else nullcontext() as executor,
    ):
        return take_census(space, chosen, executor=executor, done=bar.update)


def _draw(found: Census, name: str, edition: Edition, file: Path) -> None:
    from codepegs.analysis.plot import census_plot

    options.write(census_plot(found, strategy=name, edition=edition) + "\n", file)


def bars(histogram: tuple[int, ...]) -> list[str]:
    """How many codes took how many guesses, a line each."""
    most = max(histogram)
    return [
        f"{guesses:>3} {codes:>7,} {'#' * round(50 * codes / most)}".rstrip()
        for guesses, codes in enumerate(histogram, start=1)
    ]
