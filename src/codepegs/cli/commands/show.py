"""`codepegs show`: a match or a position, checked and drawn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from codepegs.cli import options
from codepegs.cli.console_text import Style, say
from codepegs.cli.picture import Picture
from codepegs.errors import NotNow
from codepegs.notation import edition_line, position, sentences
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Board
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import Leave
from codepegs.rules.points import running_totals
from codepegs.rules.view import MatchView, View


@click.command()
@click.argument("source", metavar="MATCH", shell_complete=options.complete_match)
@click.option("--game", "number", type=int, help="Show only this game.")
@click.option(
    "--svg", type=options.OUTPUT_FILE, help="Draw the board of --game, or of the last game, into an SVG file."
)
@options.json
@options.style
def command(source: str, number: int | None, svg: Path | None, as_json: bool, style: Style) -> None:
    """Show a match or a position.

    MATCH is the file of a record, the ID of a match in your archive, a position in one line, or -
    to read a record from standard input. A record is checked move by move; if it is wrong, the
    error names the line and the reason. Hidden codes stay hidden.

    \b
    codepegs show match.pegs
    codepegs show match.pegs --game 2 --svg board.svg
    codepegs show "classic-1 / RRBB 1+1 / RYGK 0+2"
    """
    if svg is not None and as_json:
        raise click.UsageError("Choose one of --svg and --json.")
    if options.is_position(source):
        if number is not None:
            raise click.UsageError("A position has only one game. Leave out --game.")
        board = position.read(source)
        if svg is not None:
            options.write(Picture(board).svg() + "\n", svg)
        elif as_json:
            click.echo(json.dumps(_board_data(board)))
        else:
            click.echo(Picture(board).text(style))
        return
    match = options.read_match(source)
    if svg is not None:
        index = _indices(match, number)[-1]
        options.write(Picture.of(match, index, [*running_totals(match.games)][index]).svg() + "\n", svg)
    else:
        show_match(match, number, as_json=as_json, style=style)


def show_match(match: Match, number: int | None = None, *, as_json: bool, style: Style) -> None:
    """Write out a match, or one of its games, as a spectator sees it."""
    indices = _indices(match, number)
    view = MatchView.of(match, None)
    totals = [*running_totals(match.games)]
    if as_json:
        click.echo(json.dumps(_match_data(view, totals, indices)))
        return
    agreement = view.agreement
    say(sentences.describe_agreement(agreement))
    for index in indices:
        game, total = view.games[index], totals[index]
        say(f"\n{sentences.heading(agreement, game)}\n")
        click.echo(Picture.of(match, index, total).text(style))
        for sentence in sentences.describe_other_moves(agreement, game, match.games[index].moves):
            say(sentence)
        if game.turn is not None:
            say(game.phase.describe(agreement.edition.box))
            continue
        last = match.games[index].moves[-1]
        if isinstance(last, Leave) and (left := sentences.describe_move(agreement, game, last)):
            say(left)
        for sentence in sentences.describe_ending(agreement, game):
            say(sentence)
        if not agreement.solo:
            say(sentences.describe_points(agreement, total))
    # How a solo game ended has been said.
    if number is None and not agreement.solo:
        say(f"\n{sentences.describe_result(view)}")


def _indices(match: Match, number: int | None) -> list[int]:
    """Return the places in `match.games` of all games, or of every play of game `number`."""
    found = [index for index, game in enumerate(match.games) if number in (None, game.number)]
    if not found:
        raise NotNow(f"This match has no game {number}. Choose one from 1 to {match.game.number}.")
    return found


def _board_data(board: Board) -> dict[str, Any]:
    return {
        "edition": edition_line.write(board.edition),
        "rows": [position.write_row(board.edition, row) for row in board.rows],
    }


def _match_data(view: MatchView, totals: list[tuple[int, int]], indices: list[int]) -> dict[str, Any]:
    agreement = view.agreement
    return {
        **terms_data(agreement),
        "games": [_game_data(view, view.games[index], totals[index]) for index in indices],
        "points": view.points,
        "outcome": outcome_data(agreement, view.outcome),
    }


def terms_data(agreement: Agreement) -> dict[str, Any]:
    """Return an agreement for JSON."""
    return {
        "edition": edition_line.write(agreement.edition),
        "players": [name or None for name in agreement.players],
        "games_agreed": agreement.games,
        "hints_agreed": agreement.hints,
        "solo": agreement.solo,
        "friendly": agreement.friendly,
        "daily": None if agreement.daily is None else agreement.daily.isoformat(),
    }


def outcome_data(agreement: Agreement, outcome: Outcome | None) -> dict[str, Any] | None:
    """Return an outcome for JSON, with the names of the players. None if the match is not over."""
    if outcome is None:
        return None
    winner, left = outcome.winner, outcome.abandoned_by
    return {
        "winner": None if winner is None else agreement.players[winner],
        "abandoned_by": None if left is None else agreement.players[left],
        "stopped": outcome.stopped,
        "cracked_in": outcome.cracked_in,
    }


def _game_data(view: MatchView, game: View, total: tuple[int, int]) -> dict[str, Any]:
    agreement = view.agreement
    return {
        "number": game.number,
        "replay": game.replay,
        "codemaker": agreement.players[game.codemaker],
        "code": None if game.code is None else agreement.edition.spell(game.code),
        "rows": [position.write_row(agreement.edition, row) for row in game.board.rows],
        "hints": game.hints,
        "time_limit": game.time_limit,
        "phase": game.phase.name.lower(),
        "ending": game.ending.value if game.ending else None,
        "proof": game.proof.rows if game.proof else None,
        "points": total,
    }
