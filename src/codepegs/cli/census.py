"""`codepegs census`: a strategy against every code."""

from __future__ import annotations

import json
import sys
from random import Random

import click

from codepegs.cli import option
from codepegs.rules.edition import Edition


@click.command()
@click.argument("name", metavar="STRATEGY")
@option.edition
@click.option("--seed", type=int, default=0, show_default=True, help="For strategies that choose at random.")
@option.json
def command(name: str, edition: Edition, seed: int, as_json: bool) -> None:
    """Play a strategy against every code of an edition.

    STRATEGY is first-consistent, random-consistent, optimal, or the measure by which each guess
    is the best: largest, expected, entropy or parts. Counted are the guesses, the winning
    one included.

    \b
    codepegs census largest
    codepegs census entropy -e hasbro-2010 --json
    """
    from codepegs.analysis.census import census
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.strategy import strategy

    chosen = strategy(name, Random(seed))
    space = CodeSpace.of(edition)
    with click.progressbar(length=len(space.codes), label=name, file=sys.stderr, hidden=as_json) as bar:
        found = census(space, chosen, done=bar.update)
    if as_json:
        data = {
            "strategy": name,
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


def bars(histogram: tuple[int, ...]) -> list[str]:
    """How many codes took how many guesses, a line each."""
    most = max(histogram)
    return [
        f"{guesses:>3} {codes:>7,} {'#' * round(50 * codes / most)}".rstrip()
        for guesses, codes in enumerate(histogram, start=1)
    ]
