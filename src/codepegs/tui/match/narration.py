"""Sentences of the match screen: whose turn it is, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Collection

from codepegs.errors import CodepegsError
from codepegs.notation import sentences
from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.rules.game import Ending, Phase
from codepegs.rules.move import Act
from codepegs.rules.seat import PlayerNumber, Seat
from codepegs.rules.view import MatchView, View
from codepegs.storage.errors import ArchiveError, Stale, VersionConflict
from codepegs.table.offers import REMATCH, Offer
from codepegs.table.view import TableView

_TASKS = {
    Phase.SETTING: "set the code",
    Phase.GUESSING: "guess",
    Phase.ANSWERING: "answer",
}

HANDOVER_REASONS = {
    Phase.SETTING: "Your turn: set the code. Nobody else may see it.",
    Phase.ANSWERING: "Your turn: answer. The code will be on the screen.",
    Phase.GUESSING: "Your turn: guess.",
}
"""Why the next player should take the keyboard, by phase of the game."""


def heading(view: MatchView, index: int) -> str:
    """Return the edition and the number of the game at `index`."""
    agreement, game = view.agreement, view.games[index]
    again = ", played again" if game.replay else ""
    return f"{agreement.edition.box.title} · game {game.number} of {agreement.games}{again}"


def describe_turn(view: MatchView, index: int, *, thinking: bool) -> str:
    """Return whose turn it is and what to do, or the result if the match is over."""
    game = view.game
    if game.turn is None:
        return sentences.describe_result(view.agreement, view.outcome)
    if view.games[index] is not game:
        void = view.games[index].ending is Ending.VOID
        return "Enter: the game is played again" if void else "Enter: the next game"
    name = view.agreement.players[_player(game)]
    rows = (
        f", row {_row(game)} of {game.board.edition.rows}"
        if game.phase in (Phase.GUESSING, Phase.ANSWERING)
        else ""
    )
    if level_of(name) is not None:
        return f"{name} {'thinks' if thinking else 'waits'}{rows}"
    return f"{name}, {_TASKS[game.phase]}{rows}"


def _player(game: View) -> int:
    return game.codemaker if game.turn is Seat.CODEMAKER else 1 - game.codemaker


def _row(game: View) -> int:
    return len(game.board.rows) + (game.phase is Phase.GUESSING)


def describe_ending(view: MatchView, index: int) -> list[str]:
    """Return how a game ended, and the points."""
    agreement, game = view.agreement, view.games[index]
    points = [] if agreement.solo else [sentences.describe_points(agreement, view.points)]
    return sentences.describe_ending(agreement, game) + points


def describe_table(view: TableView, here: Collection[PlayerNumber]) -> list[str]:
    """Return what is going on around the game: the connection, players who are away, open offers.

    `here` are the players at this keyboard.
    """
    lines = [] if view.online else ["Connection lost. Trying again …"]
    for player, name in enumerate(view.names):
        if name is not None and level_of(name) is None and player not in here and not view.present[player]:
            lines.append(f"{name} is not connected.")
    return lines + [describe_offer(view, offer) for offer in view.offers]


def describe_offer(view: TableView, offer: Offer) -> str:
    return sentences.describe_offer(view.names[offer.by] or "Somebody", offer.text)


QUESTIONS = {
    Act.GIVE_UP: "Give up this game? The code counts as unbroken.",
    Act.LEAVE: "Leave the match for good? The other player wins. To keep it, choose No and press Esc.",
}
"""Confirmations of moves that cannot be undone."""
TOO_LATE = "The match has changed meanwhile. Nothing was done."
"""Shown if the match changed before the player's command reached it."""
NOT_SEATED = "You are a spectator here. To play, start a new match."
NO_HINT_NOW = "Only the codebreaker can ask for a hint, and only before a guess."
NO_MORE_HINTS = "You have taken all hints for this row."
LOOKING_FOR_HINT = "Looking for a hint …"
LOOKING_FOR_CLAIM = "Looking for wrong answers …"
WAITING = "Waiting for the second player."
CLOSED = "This table is closed. Press Esc to leave."


def describe_failure(error: Exception) -> str:
    """Return what to tell a player whose command was refused or failed."""
    match error:
        case Stale() | VersionConflict():
            return TOO_LATE
        case ArchiveError():
            return f"This could not be saved: {sentences.escape_unprintable(str(error))} Try again."
        case CodepegsError():
            return sentences.escape_unprintable(str(error))
        case _:  # the message of an unexpected error may contain the code
            return f"This could not be done: {type(error).__name__}."


def ask_here(agreement: Agreement, offer: str, *, both: bool) -> str:
    """Return the question whether those who are here agree. `both` says whether both players are."""
    one, two = agreement.players
    if offer == REMATCH:
        return f"{one} and {two}, do you want a rematch? You change roles."
    who = f"{one} and {two}, do both of you" if both else "Do you"
    return (
        f"Hints are not allowed in this match. {who} allow them from now on? "
        "The record shows each hint that is taken."
    )


def ask_for_clock(agreement: Agreement, *, both: bool) -> str:
    """Return the question for a time limit. `both` says whether both players are here."""
    one, two = agreement.players
    who = f"{one} and {two}, how" if both else "How"
    breaker = agreement.edition.box.codebreaker
    return f"{who} many seconds does the {breaker} have for each guess from now on?"


def explain_game_over(view: MatchView) -> str:
    """Return why nothing can be done in a finished game."""
    if view.outcome is not None:
        return "The match is over. Press Esc to leave."
    return "This game is over. Press Enter to continue; you can give up or leave once the next game starts."
