"""`codepegs tree`: strategies written out."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from codepegs.cli import options
from codepegs.cli.commands.census import bars
from codepegs.errors import NotationError
from codepegs.notation import sentences
from codepegs.rules.edition import MOST_ROWS, Edition


@click.group()
def command() -> None:
    """Write, read and verify strategies written out.

    A tree is a whole strategy in a small file: the guess for everything that can be
    left. Verifying one plays it against every code by the rules alone.
    """


@command.command()
@options.edition
@click.option("--limit", type=click.IntRange(1, MOST_ROWS), help="Allow this many guesses at most.")
@click.option(
    "--strategy",
    "name",
    metavar="NAME",
    help="Write out a strategy that codepegs census knows; without it, the optimum is proved first.",
)
@options.output
def build(edition: Edition, limit: int | None, name: str | None, output: Path | None) -> None:
    """Write out the optimal strategy of an edition, or another one."""
    if name is not None and limit is not None:
        raise click.UsageError("A strategy by name keeps to no limit: give --limit or --strategy.")
    from codepegs.engine import tree
    from codepegs.engine.bounds import INFINITE
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.optimum import Optimum
    from codepegs.engine.plan import plan
    from codepegs.engine.strategy import find_strategy

    space = CodeSpace.of(edition)
    if name is None:
        optimum = Optimum(space, limit=limit)
        if optimum.solve(space.codes).lower >= INFINITE:
            assert limit is not None, "Without a limit every code is broken."
            guesses = sentences.counted(limit, "guess", "guesses")
            raise click.ClickException(f"No strategy breaks every code with {guesses}.")
        text = tree.write(plan(edition, optimum.guess))
    else:
        chosen = find_strategy(name, Random(0))
        text = tree.write(plan(edition, lambda candidates, depth: chosen.guess(space, candidates)))
    options.write(text, output)


@command.command()
@click.argument("file", metavar="TREE")
def show(file: str) -> None:
    """Show what a tree needs: its total, its average, its worst case.

    TREE is a file, or the name of one that comes with codepegs, such as classic-1.
    """
    from codepegs.engine import tree

    found = tree.read(_text(file))
    histogram = found.histogram()
    codes, guesses = sum(histogram), tree.total(histogram)
    click.echo(f"{guesses:,} guesses for {codes:,} codes, {guesses / codes:.4f} on average.")
    for line in bars(histogram):
        click.echo(line)


@command.command()
@click.argument("files", nargs=-1, metavar="[TREE]...")
def verify(files: tuple[str, ...]) -> None:
    """Play trees against every code by the rules alone.

    Without a file it plays those that come with codepegs.
    """
    from codepegs.engine import tree
    from codepegs.engine.shelf import shelf

    texts = {file: _text(file) for file in files} or shelf()
    for name, text in texts.items():
        try:
            histogram = tree.read(text).histogram()
        except NotationError as refusal:
            raise NotationError(f"{name}: {refusal}") from None
        click.echo(f"{name}: {tree.total(histogram):,} guesses, {len(histogram)} at worst: right")


def _text(file: str) -> str:
    """What is in a file, or in the tree of that name that comes with codepegs."""
    from codepegs.engine.shelf import shelf

    if not Path(file).exists() and file in shelf():
        return shelf()[file]
    try:
        return Path(file).read_bytes().decode("utf-8")
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise NotationError(f"{file} is no tree: it is not text in UTF-8.") from None
