"""History of a match: the games that can be reviewed."""

from __future__ import annotations

from codepegs.errors import NotNow
from codepegs.rules.game import Game
from codepegs.rules.match import Match


def reviewable_games(match: Match) -> tuple[Game, ...]:
    """Return every game that can be reviewed, including void ones."""
    return tuple(game for game in match.games if game.revealed is not None)


def find_games(match: Match, number: int | None) -> tuple[Game, ...]:
    """Return each attempt at the game with this number, by default the last game.

    Raises NotNow if it cannot be reviewed.
    """
    games = reviewable_games(match)
    if not games:
        raise NotNow(nothing_to_review(match))
    meant = games[-1].number if number is None else number
    found = tuple(game for game in games if game.number == meant)
    if not found:
        raise NotNow(_why_not(match, meant))
    return found


def find_ended_game(match: Match, number: int | None) -> Game:
    """Return the last attempt at the game with this number that is over, by default the last game.

    Raises NotNow if there is none.
    """
    ended = [game for game in match.games if game.over and number in (None, game.number)]
    if not ended:
        raise NotNow("The game is not over yet." if number is None else f"Game {number} is not over yet.")
    return ended[-1]


def nothing_to_review(match: Match) -> str:
    """Return the reason why no game can be reviewed."""
    if match.over:
        return "There is nothing to review: the match ended before a code was revealed."
    return "There is nothing to review yet. You can review a game once it's over."


def _why_not(match: Match, number: int) -> str:
    last = match.game
    if not 1 <= number <= last.number:
        return f"There is no game {number} in this match. Choose from 1 to {last.number}."
    if match.over:
        return f"Game {number} can't be reviewed, because its code was never revealed. Choose another game."
    return f"Game {number} isn't over yet. You can review it when it is."
