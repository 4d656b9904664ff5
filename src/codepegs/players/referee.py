"""Referee: the loop that asks each player in turn until the match is over."""

from __future__ import annotations

from collections.abc import Callable

from codepegs.errors import RuleError
from codepegs.players.player import Player
from codepegs.rules.match import Match
from codepegs.rules.move import Move
from codepegs.rules.seat import PlayerNumber as Seated
from codepegs.rules.view import MatchView


def play_match(
    match: Match,
    players: tuple[Player, Player],
    *,
    after: Callable[[Match, Move], None] = lambda match, move: None,
    refused: Callable[[Seated, RuleError], None] | None = None,
) -> Match:
    """Play `match` to its end and return it. Each player sees only what its seat may see.

    Calls `after` after every move. If a move breaks the rules, calls `refused` and asks the
    same player again. Without a `refused` callback it raises the RuleError.
    """
    while match.turn is not None:
        player = match.turn
        move = players[player].move(MatchView.of(match, player))
        try:
            match = match.play(move)
        except RuleError as error:
            if refused is None:
                raise
            refused(player, error)
        else:
            after(match, move)
    return match
