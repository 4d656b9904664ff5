"""Headlines from one viewer's side: whose turn it is, how a game ended, and how the match did.

`player` is the number of the viewer, or None for a spectator.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import assert_never

from codepegs.notation.sentences import PLAYED_LATER, call_player, describe_void, pluralize
from codepegs.rules.agreement import Agreement
from codepegs.rules.game import Ending, Game, Phase
from codepegs.rules.match import Outcome
from codepegs.rules.seat import PlayerNumber, other_player
from codepegs.rules.view import View

CLOSE = 10
"""Codes left at the end of a lost game, at most, for "So close!"."""
_PRAISE = {
    1: "Unbelievable!",
    2: "Astonishing!",
    3: "Brilliant!",
    4: "Great play.",
    5: "Nicely done.",
    6: "Good work.",
    7: "Got there.",
    8: "Phew!",
    9: "Just in time!",
}


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended: a headline, and more sentences."""

    headline: str
    sentences: tuple[str, ...]


def describe_turn(agreement: Agreement, game: Game | View, player: PlayerNumber | None) -> str:
    """Return whose turn it is in a game, or that it is over."""
    maker, breaker = game.codemaker, other_player(game.codemaker)
    name = partial(call_player, agreement.players)
    number = len(game.board.rows) + (game.phase is not Phase.ANSWERING)
    match game.phase:
        case Phase.SETTING:
            if agreement.solo:
                return "Getting a code ready"
            return "Make a secret code" if player == maker else f"{name(maker)} is making a code"
        case Phase.GUESSING:
            if player != breaker:
                return f"{name(breaker)} is guessing"
            of = f"{number} of {agreement.edition.rows}"
            return f"Guess {of}" if agreement.solo else f"Your turn: guess {of}"
        case Phase.ANSWERING:
            if player == maker:
                return f"Mark {name(breaker, inside=True)}’s guess"
            return f"{name(maker)} is marking {'your guess' if player == breaker else f'guess {number}'}"
        case Phase.OVER:
            return f"Game {game.number} is over"
        case _:
            assert_never(game.phase)


def describe_progress(
    agreement: Agreement, player: PlayerNumber | None, *, game: int, guesses: int, points: tuple[int, int]
) -> str:
    """Return how far a match is: the guess of a single game, or the game and the points of the viewer first.

    `guesses` are those in game number `game`, which is in play.
    """
    if agreement.games == 1:
        return f"Guess {min(guesses + 1, agreement.edition.rows)} of {agreement.edition.rows}"
    one, two = points if player in (0, None) else points[::-1]
    return f"Game {game} of {agreement.games}" + (f", {one} to {two}" if game > 1 else "")


def describe_outcome(
    agreement: Agreement,
    points: tuple[int, int],
    outcome: Outcome,
    player: PlayerNumber | None,
    *,
    void: bool = False,
) -> str:
    """Return how a match ended: who won, or what became of the code of a solo game.

    `void` says that it ended because too many games were void.
    """
    if agreement.solo:
        return "Not cracked" if outcome.cracked_in is None else f"Cracked in {outcome.cracked_in}"
    if outcome.stopped:
        return "Stopped by agreement: nobody wins"
    winner, left = outcome.winner, outcome.abandoned_by
    match = " the match" if agreement.games > 1 else ""
    if winner is None:
        return f"{'The match is a' if match else 'A'} draw, {points[0]} to {points[1]}"
    name = call_player(agreement.players, winner, inside=left is not None)
    if left is not None:
        leaver = "You" if left == player else call_player(agreement.players, left)
        why = "Too many void games" if void else f"{leaver} left"
        return f"{why}: {'you win' if winner == player else f'{name} wins'}"
    least = " (fewest points win)" if agreement.edition.scoring.least_wins else ""
    score = f"{points[winner]} to {points[other_player(winner)]}{least}"
    return f"{'You' if winner == player else name} won{match}, {score}"


def describe_game_result(
    agreement: Agreement,
    game: View,
    player: PlayerNumber | None,
    *,
    codes_left: int | None = None,
    par: float | None = None,
    more: bool = False,
) -> GameResult:
    """Return how a finished game ended. `more` says that another game follows.

    `codes_left` is the number of codes that still fit all answers, and `par` the average of
    perfect play, if they are known.
    """
    headline, sentences = _end(agreement, game, player, codes_left)
    if par is not None and game.ending is Ending.BROKEN:
        sentences.append(f"Perfect play averages {par:.2f}.")
    sentences += describe_hints(agreement, game, player)
    if agreement.daily is not None and agreement.friendly:
        sentences.append(PLAYED_LATER)
    if not agreement.solo and game.ending is not Ending.VOID:
        sentences += _points(agreement, game, player)
        if more:
            sentences.append(_next(agreement, game, player))
    return GameResult(headline, tuple(sentences))


def describe_hints(agreement: Agreement, game: View, player: PlayerNumber | None) -> list[str]:
    """Return a sentence about the hints taken in a game, or none."""
    breaker = other_player(game.codemaker)
    who = "You" if player == breaker else call_player(agreement.players, breaker)
    return [f"{who} took {pluralize(len(game.hints), 'hint')}."] if game.hints else []


def _end(
    agreement: Agreement, game: View, player: PlayerNumber | None, codes_left: int | None
) -> tuple[str, list[str]]:
    maker, breaker = game.codemaker, other_player(game.codemaker)
    rows, name = len(game.board.rows), call_player(agreement.players, breaker)
    match game.ending:
        case Ending.BROKEN:
            if player == breaker:
                return f"You cracked it in {rows}!", [_praise(rows, agreement.edition.rows)]
            return f"{name} cracked it in {rows}.", []
        case Ending.HELD:
            who = "You" if player == breaker else name
            gave_up = [f"{who} gave up after {pluralize(rows, 'guess', 'guesses')}."] if game.given_up else []
            if player == maker:
                return "Your code held!", gave_up
            if player != breaker:
                return f"{name} didn’t crack it.", gave_up
            if gave_up or codes_left is None or codes_left > CLOSE:
                return "Not this time.", gave_up
            return "So close!", [f"You had it down to {pluralize(codes_left, 'code')}."]
        case Ending.VOID:
            return "This game doesn’t count.", describe_void(agreement, game, player)
        case Ending.STOPPED | Ending.ABANDONED | None:
            return "This game wasn’t finished.", []
        case _:
            assert_never(game.ending)


def _praise(rows: int, limit: int) -> str:
    return "On your last guess!" if rows == limit > 1 else _PRAISE.get(rows, "Got there.")


def _points(agreement: Agreement, game: View, player: PlayerNumber | None) -> list[str]:
    """Return who gets points for a game, a sentence each."""
    maker = game.codemaker
    given = ((maker, game.points.codemaker), (other_player(maker), game.points.codebreaker))
    names = agreement.players
    who = {seat: "You get" if seat == player else f"{call_player(names, seat)} gets" for seat, _ in given}
    return [f"{who[seat]} {pluralize(points, 'point')}." for seat, points in given if points]


def _next(agreement: Agreement, game: View, player: PlayerNumber | None) -> str:
    """Return who makes the next code."""
    maker = other_player(game.codemaker)
    name = call_player(agreement.players, maker, inside=True)
    return "Your turn to make a code." if maker == player else f"Now {name} makes a code."
