"""Referee: the loop that asks each player in turn until the match is over."""

from __future__ import annotations

from codepegs.players.player import Player
from codepegs.rules.match import Match
from codepegs.rules.view import MatchView


def play_match(match: Match, players: tuple[Player, Player]) -> Match:
    """Play `match` to its end and return it. Each player sees only what its seat may see.

    Raises the RuleError of an illegal move.
    """
    while match.turn is not None:
        player = match.turn
        match = match.play(players[player].move(MatchView.of(match, player)))
    return match
