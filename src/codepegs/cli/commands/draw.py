"""`codepegs draw`: a board as a picture."""

from __future__ import annotations

import os
from pathlib import Path

import click

from codepegs.cli import options
from codepegs.cli.picture import Picture
from codepegs.errors import NotNow
from codepegs.notation import position
from codepegs.rules.catalogue import CATALOGUE
from codepegs.rules.match import Match
from codepegs.rules.points import tallies


@click.command()
@click.argument("source", metavar="RECORD")
@click.option("--game", "number", type=int, help="Which game to draw; the last one begun if not given.")
@click.option("--svg", "as_svg", is_flag=True, help="Draw SVG instead of characters.")
@options.output
@options.colour
@options.ascii_only
def command(
    source: str, number: int | None, as_svg: bool, output: Path | None, ansi: bool, ascii_only: bool
) -> None:
    """Draw a board of a record, in characters or as SVG.

    RECORD is a file, - for standard input, or a position in one line. Of a game that
    was void and played again, the last play is drawn.

    \b
    codepegs draw match.pegs --game 2 --svg -o board.svg
    codepegs draw "classic-1 / RRBB 1+1 / RYGK 0+2"
    """
    picture = _picture(source, number)
    drawn = picture.svg() if as_svg else picture.text(ansi=ansi and not output, ascii_only=ascii_only)
    options.write(drawn + "\n", output)


def _picture(source: str, number: int | None) -> Picture:
    if _is_position(source):
        if number is not None:
            raise click.UsageError("A position is of one game: --game goes with a record.")
        return Picture(position.read(source))
    match = options.read_record(source)
    index = _index(match, number)
    return Picture.of(match, index, [*tallies(match.games)][index])


def _is_position(source: str) -> bool:
    """Whether this is meant as a position and not as a file: it begins with an edition, or has rows."""
    head = source.partition("/")[0].split()
    return " / " in source or bool(head and head[0] in CATALOGUE and not os.path.exists(source))


def _index(match: Match, number: int | None) -> int:
    if number is None:
        return len(match.games) - 1
    found = [index for index, game in enumerate(match.games) if game.number == number]
    if not found:
        raise NotNow(f"This match has no game {number}: choose from 1 to {match.game.number}.")
    return found[-1]
