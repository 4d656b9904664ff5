"""`codepegs bench`: how fast the engine is on this machine."""

from __future__ import annotations

import json
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING

import click

from codepegs.cli import beside, option
from codepegs.cli.workers import stopping

if TYPE_CHECKING:
    from codepegs.analysis.bench import Figure, Stopwatch

NAMES = ("marks", "marks-large", "tree", "proof", "moves", *beside.BOARDS)


@click.command()
@click.option(
    "--only", type=click.Choice(NAMES), multiple=True, help="Measure this; may be given more than once."
)
@click.option(
    "--beside",
    "file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Build a solver in C and run it beside ours.",
)
@click.option(
    "--repeat", type=click.IntRange(1), default=5, show_default=True, help="Measure so often, if it is quick."
)
@option.json
def command(only: tuple[str, ...], file: Path | None, repeat: int, as_json: bool) -> None:
    """Measure how fast the engine is on this machine.

    marks are those of a whole board of four pegs and six colours, marks-large some of
    five pegs and eight colours; tree writes out a strategy that looks one step ahead; proof
    proves the optimum; moves finds the exact best move from random positions. Given are
    CPU seconds, the best and the median of several runs: other programs disturb the rest.

    With --beside, a solver in C is compiled (bench/README.md says what it must have) and
    proves the optimum of 4x6, 4of8, 4x7 and 4of10 (of: without repeats), as ours does.
    Ctrl-C stops; figures already shown stand.

    \b
    codepegs bench
    codepegs bench --only proof --repeat 9
    codepegs bench --beside exact.c --only 4x7
    """
    names = tuple(dict.fromkeys(only)) or (NAMES if file else NAMES[: -len(beside.BOARDS)])
    if file is None and set(names) & set(beside.BOARDS):
        raise click.UsageError(f"{', '.join(beside.BOARDS)} need a solver to stand --beside.")
    figures: list[Figure] = []
    with stopping("Stopped before everything was measured."):
        for figure in _figures(names, file, repeat):
            _tell("")
            if not as_json:
                _show(figure, next((first for first in figures if first.name == figure.name), None))
            figures.append(figure)
    if as_json:
        click.echo(
            json.dumps({"python": platform.python_version(), "figures": [*map(_data, figures)]}, indent=2)
        )


def _figures(names: tuple[str, ...], file: Path | None, repeat: int) -> Iterator[Figure]:
    from codepegs.analysis.bench import ITEMS, Stopwatch

    watch = Stopwatch(process_time, repeat, _tell)
    with TemporaryDirectory() as folder:
        # First of all, as it may be refused.
        library = None if file is None else beside.build(file, Path(folder))
        for name in names:
            if name in ITEMS:
                yield from ITEMS[name](watch)
            elif file is not None and library is not None:
                yield from _both(name, file.name, library, watch)


def _both(name: str, theirs: str, library: Path, watch: Stopwatch) -> Iterator[Figure]:
    """Our proof of a board, and the other's."""
    from codepegs.analysis.bench import Figure, board, proof, ways

    figure, total = proof(name, name, ways()[-1], watch)
    yield figure
    watch.tell(f"{name} by {theirs}")
    found = beside.solved(library, board(name), len(figure.seconds))
    yield Figure(name, theirs, tuple(seconds for _, seconds in found))
    if found[0][0] != total:
        raise click.ClickException(f"{name}: {total:,} is our optimum, and {found[0][0]:,} that of {theirs}.")


def _data(figure: Figure) -> dict[str, object]:
    return {
        "name": figure.name,
        "by": figure.by,
        "best": figure.best,
        "median": figure.median,
        "runs": len(figure.seconds),
        "pairs": figure.pairs,
    }


def _show(figure: Figure, first: Figure | None) -> None:
    """A figure, and how it compares with the first of its name."""
    click.echo(_line(figure))
    if first is not None:
        ratio = first.best / figure.best
        click.echo(f"{'':14}{first.by} takes {ratio:.2f} times the time of {figure.by}")


def _line(figure: Figure) -> str:
    name, runs = (
        f"{figure.name:14}{figure.by:10}",
        f"{len(figure.seconds)} run{'s' * (len(figure.seconds) > 1)}",
    )
    if figure.pairs is None:
        return f"{name}{_time(figure.best)} best {_time(figure.median)} median  {runs}"
    best, middle = (figure.pairs / seconds / 1e6 for seconds in (figure.best, figure.median))
    return f"{name}{best:7,.0f} M pairs/s best {middle:7,.0f} M pairs/s median  {runs}"


def _time(seconds: float) -> str:
    return f"{seconds:9.3f} s " if seconds >= 0.1 else f"{seconds * 1000:9.3f} ms"


def _tell(text: str) -> None:
    """A line on standard error that the next one overwrites; on a terminal only."""
    if sys.stderr.isatty():
        click.echo(f"\r\x1b[K{text}", err=True, nl=False)
