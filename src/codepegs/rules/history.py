"""The past of a match: the games that can be looked back at, and which of them is meant."""

from __future__ import annotations

from codepegs.errors import NotNow
from codepegs.rules.code import Code
from codepegs.rules.game import Game
from codepegs.rules.match import Match


def reviewable_code(game: Game) -> Code | None:
    """The code of a game that can be looked back at: one that is over and had a code. None for any other."""
    return game.revealed if game.over else None


def reviewable_games(match: Match) -> tuple[Game, ...]:
    """Every game that can be looked back at. A void one can, also while it is played again."""
    return tuple(game for game in match.games if reviewable_code(game) is not None)


def find_games(match: Match, number: int | None) -> tuple[Game, ...]:
    """Each time that the game of that number was played, or without one the last game.

    Raises NotNow where there is none to look back at.
    """
    games = reviewable_games(match)
    if not games:
        raise NotNow(nothing_to_review(match))
    meant = games[-1].number if number is None else number
    found = tuple(game for game in games if game.number == meant)
    if not found:
        raise NotNow(_why_not(match, meant))
    return found


def nothing_to_review(match: Match) -> str:
    """Why there is no game to look back at."""
    if match.over:
        return "This match ended before a game had shown its code: there is nothing to review."
    return "No game of this match has shown its code yet: games can be reviewed when they are over."


def _why_not(match: Match, number: int) -> str:
    last = match.game
    if not 1 <= number <= last.number:
        return f"This match has no game {number}: choose from 1 to {last.number}."
    if match.over:
        return f"Game {number} ended without showing a code: review another one."
    return f"Game {number} goes on: it can be reviewed when it is over."
