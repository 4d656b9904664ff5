"""`codepegs strategy census`: a strategy against every code."""

from __future__ import annotations

import json
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from random import Random
from typing import TYPE_CHECKING

import click

from codepegs.cli import cluster as clusters
from codepegs.cli import options
from codepegs.cli.cores import available_cores, exit_on_interrupt
from codepegs.notation import edition_line
from codepegs.rules.edition import Edition

if TYPE_CHECKING:
    from codepegs.analysis.census import Census

THREADS_FROM_MARKS = 40_000_000
"""From this many marks on (about three seconds), more than one thread is worth starting."""
CONSISTENT_GUESS_COST = 1_000
"""Cost, in marks, of a guess by a strategy that does not evaluate every guess."""


@click.command()
@click.argument("name", metavar="STRATEGY")
@options.edition
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed for strategies that choose at random."
)
@click.option(
    "--workers",
    "number",
    type=click.IntRange(1, 256),
    help="Number of threads. Default: all cores on large boards, else 1.",
)
@clusters.option
@options.json
def command(
    name: str,
    edition: Edition,
    seed: int,
    number: int | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play a strategy against every code of an edition.

    STRATEGY is first-consistent, random-consistent, optimal, or a measure that each guess optimises:
    largest, expected, entropy or parts. The winning guess counts too.

    \b
    codepegs strategy census largest
    codepegs strategy census entropy -e hasbro-2010 --json
    """
    with exit_on_interrupt("Stopped. There is no result until every code has been broken."):
        census = _take(name, edition, seed, number, cluster, hidden=as_json or not sys.stderr.isatty())
    _show(census, name, edition, as_json=as_json)


def _show(census: Census, name: str, edition: Edition, *, as_json: bool) -> None:
    if as_json:
        data = {
            "strategy": name,
            "edition": edition_line.write(edition),
            "codes": census.codes,
            "first": edition.spell(census.first),
            "total": census.total,
            "average": census.average,
            "worst": census.worst,
            "histogram": census.histogram,
        }
        click.echo(json.dumps(data))
        return
    first = edition.spell(census.first)
    click.echo(f"{name} breaks {census.codes:,} codes with {census.total:,} guesses.")
    click.echo(f"First guess {first}, average {census.average:.4f}, at worst {census.worst}.")
    for line in bars(census.histogram):
        click.echo(line)


def _take(
    name: str, edition: Edition, seed: int, number: int | None, cluster: str | None, *, hidden: bool
) -> Census:
    from codepegs.analysis.census import take_census
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.strategy import FirstConsistent, RandomConsistent, find_strategy

    chosen = find_strategy(name, Random(seed))
    space = CodeSpace.of(edition)
    if number is None:
        looks = (
            CONSISTENT_GUESS_COST
            if isinstance(chosen, FirstConsistent | RandomConsistent)
            else len(space.guesses)
        )
        number = available_cores() if looks * len(space.codes) >= THREADS_FROM_MARKS else 1
    with (
        click.progressbar(length=len(space.codes), label=name, file=sys.stderr, hidden=hidden) as bar,
        _open_workers(cluster, number) as executor,
    ):
        return take_census(space, chosen, executor=executor, done=bar.update)


def _open_workers(cluster: str | None, threads: int) -> AbstractContextManager[Executor | None]:
    if cluster is not None:
        return clusters.connect(cluster)
    return ThreadPoolExecutor(threads) if threads > 1 else nullcontext()


def bars(histogram: tuple[int, ...]) -> list[str]:
    """Return a bar chart: for each number of guesses, how many codes needed it."""
    most = max(histogram)
    return [
        f"{guesses:>3} {codes:>7,} {'#' * round(50 * codes / most)}".rstrip()
        for guesses, codes in enumerate(histogram, start=1)
    ]
