"""`codepegs puzzle`: positions with one answer to find."""

from __future__ import annotations

import json
import sys
from datetime import UTC, date, datetime
from secrets import token_hex
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.repl.console import EXIT_CODES, Console, Leave
from codepegs.notation import edition_line, position
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules.edition import Edition

if TYPE_CHECKING:
    from codepegs.analysis.puzzle.puzzle import Puzzle

MAKING = ("edition", "difficulty", "today", "day")
"""Options that say which puzzle to make, and have no place beside an ID."""


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        return datetime.strptime(value, "%Y-%m-%d").date()
    except ValueError:
        raise click.BadParameter(f"{value!r} is no day, written YYYY-MM-DD.") from None


@click.command()
@click.argument("puzzle_id", metavar="[ID]", required=False)
@options.edition
@click.option(
    "--difficulty",
    type=click.Choice([difficulty.value for difficulty in Difficulty]),
    default=Difficulty.MEDIUM.value,
    show_default=True,
    help="How many rows have to be taken together before they settle a hole: up to two, three, or more.",
)
@click.option("--today", is_flag=True, help="The puzzle of the day, which begins at midnight UTC.")
@click.option("--date", "day", metavar="YYYY-MM-DD", callback=_day, help="The puzzle of that day.")
@options.json
@options.colour
@options.ascii_only
def command(
    puzzle_id: str | None,
    edition: Edition,
    difficulty: str,
    today: bool,
    day: date | None,
    as_json: bool,
    ansi: bool,
    ascii_only: bool,
) -> None:
    """Solve a puzzle: find the one code that fits some rows, or the best guess.

    An ID brings its puzzle back; without one you get a new puzzle that asks for the code.
    --json writes it, without its answer, and plays none.

    \b
    codepegs puzzle
    codepegs puzzle --today
    codepegs puzzle -e classic-2 --difficulty hard
    codepegs puzzle one-code:mini:YYK=1+0,BYW=0+1,KYR=0+1,KKG=0+1:df21
    """
    if puzzle_id is not None and any(map(options.given, MAKING)):
        raise click.UsageError("An ID says which puzzle it is: give no other option beside it.")
    if today and day is not None:
        raise click.UsageError("Choose one of --today and --date.")
    # This loads numpy, which --help has no use for.
    from codepegs.analysis.puzzle import puzzle

    if puzzle_id is not None:
        made = puzzle.read(puzzle_id.strip())
    else:
        day = _today() if today else day
        seed = token_hex(8) if day is None else puzzle.day_seed(day)
        made = puzzle.make(edition, Theme.ONE_CODE, Difficulty(difficulty), seed)
    if as_json:
        click.echo(json.dumps(_facts(made)))
    else:
        _play(made, ansi=ansi, ascii_only=ascii_only)


def _today() -> date:
    return datetime.now(UTC).date()


def _facts(made: Puzzle) -> dict[str, str]:
    return {
        "id": made.id,
        "theme": made.theme.value,
        "difficulty": made.difficulty.value,
        "edition": edition_line.write(made.board.edition),
        "position": position.write(made.board),
    }


def _play(made: Puzzle, *, ansi: bool, ascii_only: bool) -> None:
    from codepegs.cli.repl.puzzle import PuzzleRunner

    click.echo(f"This puzzle is {made.id}", err=True)
    try:
        PuzzleRunner(Console(sys.stdin, sys.stdout, ansi=ansi, ascii_only=ascii_only), made).run()
    except tuple(EXIT_CODES) as leaving:
        if not isinstance(leaving, Leave):
            click.echo(err=True)
        click.echo(f"Go on with: codepegs puzzle {made.id}", err=True)
        sys.exit(EXIT_CODES[type(leaving)])
