"""`codepegs replay`: a record checked and shown."""

from __future__ import annotations

import json
from typing import Any

import click

from codepegs.cli import options
from codepegs.cli.console_text import say
from codepegs.cli.picture import Picture
from codepegs.notation import edition_line, position, sentences
from codepegs.rules.match import Match
from codepegs.rules.points import tallies
from codepegs.rules.view import MatchView


@click.command()
@options.record_file
@options.json
@options.colour
@options.ascii_only
def command(match: Match, as_json: bool, ansi: bool, ascii_only: bool) -> None:
    """Check a record move by move and show its games.

    RECORD is a file, or - for standard input. A record that is not right is refused
    with the line and the reason. A code still hidden stays hidden.
    """
    show(match, as_json=as_json, ansi=ansi, ascii_only=ascii_only)


def show(match: Match, *, as_json: bool, ansi: bool, ascii_only: bool) -> None:
    """Write out a match as anyone may see it."""
    view = MatchView.of(match, None)
    totals = [*tallies(match.games)]
    if as_json:
        click.echo(json.dumps(_as_data(view, totals), indent=2))
        return
    agreement = view.agreement
    say(sentences.agreed(agreement))
    for index, (game, total) in enumerate(zip(view.games, totals, strict=True)):
        say(f"\n{sentences.heading(agreement, game)}\n")
        click.echo(Picture.of(match, index, total).text(ansi=ansi, ascii_only=ascii_only))
        for sentence in sentences.aside(agreement, game, match.games[index].moves):
            say(sentence)
        if game.turn is not None:
            say(f"The game waits for {game.phase.value}.")
            continue
        say(sentences.ending(agreement, game))
        for sentence in sentences.proof(agreement.edition, game.proof) if game.proof else ():
            say(sentence)
        say(sentences.points(agreement, total))
    say(f"\n{sentences.result(agreement, view.outcome)}")


def _as_data(view: MatchView, totals: list[tuple[int, int]]) -> dict[str, Any]:
    agreement, outcome = view.agreement, view.outcome
    return {
        "edition": edition_line.write(agreement.edition),
        "players": agreement.players,
        "games_agreed": agreement.games,
        "hints_agreed": agreement.hints,
        "games": [
            {
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
            for game, total in zip(view.games, totals, strict=True)
        ],
        "points": view.points,
        "winner": None if outcome is None or outcome.winner is None else agreement.players[outcome.winner],
        "over": outcome is not None,
        "abandoned_by": (
            None
            if outcome is None or outcome.abandoned_by is None
            else agreement.players[outcome.abandoned_by]
        ),
    }
