"""`codepegs strategy tree`: strategies as files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import click

from codepegs.cli import options
from codepegs.cli.commands.strategy_census import bars
from codepegs.errors import NotationError
from codepegs.notation import sentences
from codepegs.rules.edition import MAX_ROWS, Edition


@click.group()
def command() -> None:
    """Build, show and verify strategy trees.

    A tree is a file with a whole strategy: the next guess after every series of answers.
    """


@command.command()
@options.edition
@click.option(
    "--rows", type=click.IntRange(1, MAX_ROWS), help="Maximum number of rows. Default: those of the edition."
)
@click.option(
    "--strategy",
    "name",
    metavar="NAME",
    help="A strategy of codepegs strategy census. Default: find and prove the optimal one.",
)
@options.output
def build(edition: Edition, rows: int | None, name: str | None, output: Path | None) -> None:
    """Write the optimal strategy, or another one, as a tree.

    The optimal strategy breaks every code in the rows of the edition, and needs the fewest guesses on
    average.
    """
    if name is not None and rows is not None:
        raise click.UsageError("Choose one of --rows and --strategy.")
    from codepegs.engine import tree
    from codepegs.engine.codespace import CodeSpace
    from codepegs.engine.optimum import Optimum
    from codepegs.engine.strategy import find_strategy
    from codepegs.engine.tree import build_tree

    if rows is not None:
        edition = edition.with_rules(rows=rows)
    space, most = CodeSpace.of(edition), edition.rows
    if name is None:
        optimum = Optimum(space)
        if not optimum.solve(space.codes, rows=most, sure=True).possible:
            raise click.ClickException(
                f"No strategy breaks every code with {sentences.pluralize(most, 'row')}."
            )
        text = tree.write(build_tree(edition, lambda codes, depth: optimum.guess(codes, most - depth)))
    else:
        chosen = find_strategy(name, Random(0))
        text = tree.write(build_tree(edition, lambda candidates, depth: chosen.guess(space, candidates)))
    options.write(text, output)


@command.command()
@click.argument("file", metavar="TREE")
def show(file: str) -> None:
    """Show how many guesses a tree needs.

    TREE is a file, or the name of a built-in tree, such as classic-1.
    """
    from codepegs.engine import tree

    histogram = tree.read(_text(file)).histogram()
    codes, guesses = sum(histogram), tree.total(histogram)
    click.echo(f"{guesses:,} guesses for {codes:,} codes, {guesses / codes:.4f} on average.")
    for line in bars(histogram):
        click.echo(line)


@command.command()
@click.argument("file", metavar="TREE")
@options.output
def export(file: str, output: Path | None) -> None:
    """Write a tree as nested text, for other programs.

    TREE is a file, or the name of a built-in tree, such as super. The grammar is that of "Mastermind
    strategy" on Code Golf: {AB:{01:BA,10:...}}, a guess with the strategy after each answer.
    """
    from codepegs.engine import tree

    options.write(tree.write_nested(tree.read(_text(file))), output)


@command.command()
@click.argument("files", nargs=-1, metavar="[TREE]...")
def verify(files: tuple[str, ...]) -> None:
    """Play trees against every code and check their totals.

    This uses only the rules, not the engine. A tree that needs more rows than its edition has is
    refused. Default: all built-in trees.
    """
    from codepegs.engine import tree
    from codepegs.engine.tree import bundled_trees

    texts = {file: _text(file) for file in files} or bundled_trees()
    for name, text in texts.items():
        try:
            found = tree.read(text)
        except NotationError as refusal:
            raise NotationError(f"{name}: {refusal}") from None
        histogram = found.histogram()
        if len(histogram) > found.edition.rows:
            raise NotationError(
                f"{name}: This tree needs {len(histogram)} rows, but its edition has {found.edition.rows}."
            )
        click.echo(f"{name}: {tree.total(histogram):,} guesses, {len(histogram)} at worst: correct")


def _text(file: str) -> str:
    """Return the text of a file, or of the built-in tree with that name."""
    from codepegs.engine.tree import bundled_trees

    if not Path(file).exists() and file in bundled_trees():
        return bundled_trees()[file]
    try:
        return Path(file).read_bytes().decode("utf-8")
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise NotationError(f"{file} is not a tree: it is not UTF-8 text.") from None
