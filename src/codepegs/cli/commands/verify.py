"""`codepegs verify`: check codes against their commitments."""

from __future__ import annotations

import json

import click

from codepegs.cli import options
from codepegs.cli.console_text import say
from codepegs.notation import commitment
from codepegs.rules.game import Game
from codepegs.rules.match import Match

_MEANING = {
    "opens": "the code matches its commitment.",
    "fails": "the code does NOT match its commitment.",
    "hidden": "has a commitment, but the code is not revealed yet.",
    "none": "has no commitment.",
}
_NO_COMMITMENTS = (
    "The record is consistent. There is nothing to verify: this match has no commitments. "
    "Only matches between players at a server have them."
)
_SOLO = "The record is consistent. There is nothing to verify: a solo game has no commitment."


@click.command()
@click.argument("name", metavar="MATCH", shell_complete=options.complete_match)
@options.json
def command(name: str, as_json: bool) -> None:
    """Check that no code in a match was changed after it was set.

    MATCH is the file of a record, the ID of a match in your archive, or - to read a record from
    standard input. Each move is checked, and then each code against the commitment that the server
    published before the first guess. Compare the commitments with those that you saw during the
    match: a record forged from start to finish can still be consistent.

    The exit status is 1 if a code was changed or the record is wrong, else 0, even if the match has
    no commitments.
    """
    match = options.read_match(name, verify=False)
    states = [_state(match, game) for game in match.games]
    if as_json:
        click.echo(json.dumps(_as_data(match, states)))
    elif all(state == "none" for state in states):
        say(_SOLO if match.agreement.solo else _NO_COMMITMENTS)
    else:
        for game, state in zip(match.games, states, strict=True):
            again = " (replay)" if game.replay else ""
            click.echo(f"Game {game.number}{again}: {_MEANING[state]}")
            if game.commitment is not None:
                click.echo(f"  {game.commitment.hex()}")
    if "fails" in states:
        click.get_current_context().exit(1)


def _state(match: Match, game: Game) -> str:
    if game.commitment is None:
        return "none"
    if commitment.verify(match, game) is False:
        return "fails"
    return "hidden" if game.revealed is None else "opens"


def _as_data(match: Match, states: list[str]) -> dict[str, object]:
    edition, players = match.agreement.edition, match.agreement.players
    return {
        "match": match.name,
        "solo": match.agreement.solo,
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
