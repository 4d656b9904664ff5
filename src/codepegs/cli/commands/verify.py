"""`codepegs verify`: whether the codes of a record are those that were committed to."""

from __future__ import annotations

import json

import click

from codepegs.cli import options
from codepegs.cli.console_text import say
from codepegs.notation import commitment
from codepegs.rules.game import Game
from codepegs.rules.match import Match

_SAID = {
    "opens": "the code is the one that was committed to.",
    "fails": "the code is NOT the one that was committed to.",
    "hidden": "committed to a code that is not yet revealed.",
    "none": "no commitment.",
}
_UNCHECKED = "Nothing could be checked: no code here was committed to. Matches at a server have commitments."


@click.command()
@click.argument("name", metavar="RECORD")
@options.json
def command(name: str, as_json: bool) -> None:
    """Check that no code of a record was changed after it was set.

    RECORD is a file, or - for standard input. It is checked move by move, as by replay;
    then, for each game, whether its code opens its commitment. This needs nothing but the
    record. Compare the commitments with those you saw while you played: a record that
    was made up as a whole can be right in itself.

    Exit status 1 says that a code was changed, or that the record is not right; 0 says
    that neither was found, also where there is no commitment to check. Matches that were
    played at a server have them.
    """
    match = options.read_record(name, opened=False)
    states = [_state(match, game) for game in match.games]
    if as_json:
        click.echo(json.dumps(_as_data(match, states), indent=2))
    else:
        for game, state in zip(match.games, states, strict=True):
            again = ", played again" if game.replay else ""
            click.echo(f"Game {game.number}{again}: {_SAID[state]}")
            if game.commitment is not None:
                click.echo(f"  {game.commitment.hex()}")
        if all(state == "none" for state in states):
            say(_UNCHECKED)
    if "fails" in states:
        click.get_current_context().exit(1)


def _state(match: Match, game: Game) -> str:
    if game.commitment is None:
        return "none"
    if commitment.opens(match, game) is False:
        return "fails"
    return "hidden" if game.revealed is None else "opens"


def _as_data(match: Match, states: list[str]) -> dict[str, object]:
    edition, players = match.agreement.edition, match.agreement.players
    return {
        "match": match.name,
        "fails": "fails" in states,
        "games": [
            {
                "number": game.number,
                "replay": game.replay,
                "codemaker": players[game.codemaker],
                "code": None if game.revealed is None else edition.spell(game.revealed),
                "salt": None if game.salt is None else game.salt.hex(),
                "commitment": None if game.commitment is None else game.commitment.hex(),
                "state": state,
            }
            for game, state in zip(match.games, states, strict=True)
        ],
    }
