"""`codepegs review`: an analysis of finished games."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from codepegs.cli import options
from codepegs.cli.console_text import say
from codepegs.cli.cores import exit_on_interrupt
from codepegs.notation import sentences
from codepegs.rules.game import Game
from codepegs.rules.history import find_games, reviewable_games
from codepegs.rules.match import Match

if TYPE_CHECKING:
    from codepegs.notation.review import Column, GameReview, MatchReview


@click.command()
@options.match
@click.option("--game", "number", type=int, help="Review this game only.")
@click.option(
    "--seconds", type=click.FloatRange(min=0), help="Time limit for the exact search; the rest is estimated."
)
@click.option(
    "--svg",
    type=options.OUTPUT_FILE,
    help="Draw a plot of --game, or of the last game, into an SVG file.",
)
@options.json
def command(match: Match, number: int | None, seconds: float | None, svg: Path | None, as_json: bool) -> None:
    """Review a match: best guesses, mistakes and luck.

    MATCH is the file of a record, the ID of a match in your archive, or - to read a record from
    standard input. For each row you see how many codes were possible before and after it, the best
    guess and how many codes it leaves on average, how many guesses yours cost, and how many a lucky
    answer saved. Figures are proved, except those marked ~, which are estimates for large boards.
    Unfinished games are left out.

    \b
    codepegs review match.pegs
    codepegs review match.pegs --game 2 --svg game.svg
    """
    games = reviewable_games(match) if number is None else find_games(match, number)
    with exit_on_interrupt("Stopped. There is no result until every row has been analysed."):
        review = _review(match, games, seconds, hidden=as_json or not sys.stderr.isatty())
    if as_json:
        from codepegs.engine.par import find_par
        from codepegs.protocol import learn, messages

        par = find_par(match.agreement.edition)
        click.echo(messages.encode(learn.make_reviewed(match, review, par=par)))
    else:
        _show(match, review)
    if svg is not None:
        from codepegs.analysis.review.plot import review_plot

        options.write(review_plot(review.games[-1]) + "\n", svg)


def _review(match: Match, games: Sequence[Game], seconds: float | None, *, hidden: bool) -> MatchReview:
    from codepegs.analysis.review.review import review_match

    until = None if seconds is None else time.monotonic() + seconds
    rows = sum(len(game.board.rows) + 1 for game in games)
    with click.progressbar(length=rows, label="rows", file=sys.stderr, hidden=hidden) as bar:
        return review_match(
            match,
            games=games,
            # NaN counts as a time that has passed.
            stop=lambda: until is not None and not time.monotonic() <= until,
            done=lambda: bar.update(1),
        )


def _show(match: Match, review: MatchReview) -> None:
    from codepegs.analysis.review.text import find_costliest

    say(sentences.describe_agreement(match.agreement))
    for game in review.games:
        say(f"\n{game.title}")
        for line in _table(review.columns, game):
            click.echo(line)
        for sentence in (*game.words, *game.made.words):
            say(sentences.spell_out(sentence))
        dearest = find_costliest(game)
        if dearest is not None:
            why = sentences.spell_out(" ".join(dearest.words))
            say(f"Row {dearest.row} was the costliest guess. {why}")
    if review.words:
        say()
    for sentence in review.words:
        say(sentence)


def _table(columns: Sequence[Column], game: GameReview) -> list[str]:
    """Return the rows as a table, with words on the left and numbers on the right of their columns."""
    lines = [tuple(column.name for column in columns), *(row.cells for row in game.rows)]
    widths = [max(map(len, cells)) for cells in zip(*lines, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column.number else cell.ljust(width)
            for cell, width, column in zip(line, widths, columns, strict=True)
        ).rstrip()
        for line in lines
    ]
