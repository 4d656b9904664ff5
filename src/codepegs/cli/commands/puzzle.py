"""`codepegs puzzle`: positions with one right answer."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from secrets import token_hex
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style
from codepegs.cli.repl.console import EARLY_EXITS, Console, explain_exit
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules.edition import Edition

if TYPE_CHECKING:
    from codepegs.analysis.puzzle.puzzle import Puzzle

_MAKING = ("edition", "difficulty", "today", "day")
"""Options for a new puzzle, which conflict with an ID."""


def _day(ctx: click.Context, param: click.Parameter, value: str | None) -> date | None:
    if value is None:
        return None
    try:
        return datetime.strptime(value, "%Y-%m-%d").date()
    except ValueError:
        raise click.BadParameter(f"{value!r} is not a date in the form YYYY-MM-DD.") from None


@click.command()
@click.argument("puzzle_id", metavar="[ID]", required=False)
@options.edition
@click.option(
    "--difficulty",
    type=click.Choice([difficulty.value for difficulty in Difficulty]),
    default=Difficulty.MEDIUM.value,
    show_default=True,
    help="How many rows you have to combine to settle a hole: up to two, three, or more.",
)
@click.option("--today", is_flag=True, help="The puzzle of the day (UTC), one for everyone.")
@click.option("--date", "day", metavar="YYYY-MM-DD", callback=_day, help="The puzzle of that day.")
@options.json
@options.style
def command(
    puzzle_id: str | None,
    edition: Edition,
    difficulty: str,
    today: bool,
    day: date | None,
    as_json: bool,
    style: Style,
) -> None:
    """Solve a puzzle: find the only code that fits some rows, or the best guess.

    With an ID you get that puzzle again; without one, a new puzzle for practice. With --json the puzzle is
    printed, without its answer, instead of played.

    \b
    codepegs puzzle
    codepegs puzzle --today
    codepegs puzzle -e classic-2 --difficulty hard
    codepegs puzzle one-code:mini:YYK=1+0,BYW=0+1,KYR=0+1,KKG=0+1:df21
    """
    if puzzle_id is not None and any(map(options.given, _MAKING)):
        raise click.UsageError("An ID already names a puzzle. Leave out the options for a new one.")
    if today and day is not None:
        raise click.UsageError("Choose one of --today and --date.")
    if (today or day is not None) and any(map(options.given, ("edition", "difficulty"))):
        raise click.UsageError("A day has one puzzle for everyone. Leave out --edition and --difficulty.")
    # This loads numpy, which --help does not need.
    from codepegs.analysis.puzzle import puzzle

    if puzzle_id is not None:
        made = puzzle.read(puzzle_id.strip())
    elif today or day is not None:
        day = day or _today()
        made = puzzle.daily(day)
    else:
        made = puzzle.make(edition, Theme.ONE_CODE, Difficulty(difficulty), token_hex(8))
    if as_json:
        from codepegs.protocol import learn, messages

        click.echo(messages.encode(learn.make_puzzle(made, day=day)))
    else:
        _play(made, style)


def _today() -> date:
    return datetime.now(UTC).date()


def _play(made: Puzzle, style: Style) -> None:
    from codepegs.cli.repl.puzzle import PuzzleRunner

    click.echo(f"Puzzle ID: {made.id}", err=True)
    try:
        PuzzleRunner(Console(sys.stdin, sys.stdout, style), made).run()
    except EARLY_EXITS as reason:
        exit_code = explain_exit(reason)
        click.echo(f"To try again, run: codepegs puzzle {made.id}", err=True)
        sys.exit(exit_code)
