"""Sentences of the match screen: whose turn it is, what happened, how it ended."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from math import log

from codepegs.errors import CodepegsError
from codepegs.notation import sentences
from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.rules.box import KeyStyle
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Phase
from codepegs.rules.move import Act
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.view import MatchView, View
from codepegs.storage.errors import ArchiveError, Stale, VersionConflict
from codepegs.table.offers import REMATCH, STOP, Offer
from codepegs.table.view import TableView
from codepegs.tui.widgets.play_board import PlayBoard

_METER = 8
"""Columns of the bar of codes left."""
_HINT_TAKEN = re.compile(r"Hint .*taken|.* took (a )?hint ")
HANDOVER_REASONS = {
    Phase.SETTING: "Your turn: make a code. Keep it secret.",
    Phase.ANSWERING: "Your turn: mark the guess. Your code will be on the screen.",
    Phase.GUESSING: "Your turn: guess.",
}
"""Why the next player should take the keyboard, by phase of the game."""


def heading(view: MatchView, index: int) -> str:
    """Return the edition and the number of the game at `index`."""
    agreement, game = view.agreement, view.games[index]
    title = agreement.edition.box.title
    if agreement.daily is not None:
        return f"{sentences.name_daily(agreement.daily)} · {title}"
    if agreement.solo:
        return f"{title} · solo"
    again = " (replay)" if game.replay else ""
    return f"{title} · game {game.number} of {agreement.games}{again}"


_TASKS = {
    Phase.SETTING: "make a code",
    Phase.GUESSING: "guess {row} of {rows}",
    Phase.ANSWERING: "mark row {row}",
}
"""The task in each phase of the game."""


def describe_turn(view: MatchView, index: int, *, here: Collection[PlayerNumber], thinking: bool) -> str:
    """Return whose turn it is and what to do; nothing if the game is over.

    `here` are the players at this keyboard. `thinking` says whether computers play at the moment.
    """
    game = view.game
    if game.turn is None or view.games[index] is not game:
        return ""  # the result card says it
    if view.agreement.solo and game.phase is Phase.SETTING:
        return "Hiding a random code …"
    player = _player(game)
    name = view.agreement.players[player]
    if level_of(name) is not None:
        name = sentences.call_player(view.agreement.players, player)
        return f"{name} {'is thinking' if thinking else 'is waiting'}: row {_row(game)}"
    task = _TASKS.get(game.phase, game.phase.value).format(row=_row(game), rows=game.board.edition.rows)
    if player not in here:
        return f"{name}'s turn: {task}"
    return f"Your turn: {task}" if len(here) == 1 else f"{name}, your turn: {task}"


def describe_draft(board: PlayBoard) -> str:
    """Return what to do next with the row or answer on the board, or nothing."""
    if board.answer_draft is not None:
        arms = board.game is not None and board.game.board.edition.box.keys.style is KeyStyle.ARMS
        what = "Set both numbers" if arms else "Place the key pegs"
        return f"Compare the guess with your code at the top. {what}, then press Enter."
    if board.draft is None or board.locked:
        return ""
    if board.striking:
        return f"Notes: type what can't be in hole {board.draft.hole + 1}. ←→ changes hole, Enter finishes."
    empty = sum(colour is None for colour in board.draft.pegs)
    if empty == 0:
        return f"Press Enter to {'hide this code' if board.asked is Act.SET_CODE else 'play this row'}."
    if empty == len(board.draft.pegs):
        setting = board.asked is Act.SET_CODE
        return f"Type letters or numbers to {'choose your code' if setting else 'fill the row'}."
    return f"{sentences.pluralize(empty, 'more peg')} to place."


def question_answer(edition: Edition, feedback: Feedback) -> str:
    """Return why an answer is probably a slip."""
    keys, pegs = edition.box.keys, sentences.pluralize(edition.pegs, "peg")
    counts = f"{keys.black.count(feedback.black)} and {keys.white.count(feedback.white)}"
    return f"{counts} is impossible with {pegs}. Press Enter again to send it anyway."


def draw_meter(count: int, of: int) -> str:
    """Return the number of codes left with a bar on a log scale."""
    done = round(_METER * log(max(1, count)) / log(max(2, of)))
    return f"{'━' * done}{'─' * (_METER - done)} {sentences.pluralize(count, 'code')} left"


def describe_meter(*, on: bool, size: int | None) -> str:
    """Return what was switched. `size` is the number of all codes, if no answer was given yet."""
    if not on:
        return "Codes left: off."
    return "Codes left: on." if size is None else f"All {size:,} codes are possible before the first answer."


def describe_news(told: Iterable[str], *, hints: bool, guessing: bool) -> list[str]:
    """Return the news without what players know: rows, that the code is set, and perhaps that `hints` are on.

    A player who is `guessing` knows which hints they took.
    """
    known = ("Row ", "The code is set.", *(["Hints are "] if hints else []))
    return [line for line in told if not (line.startswith(known) or (guessing and _HINT_TAKEN.match(line)))]


def _player(game: View) -> int:
    return game.codemaker if game.turn is Seat.CODEMAKER else 1 - game.codemaker


def _row(game: View) -> int:
    return len(game.board.rows) + (game.phase is Phase.GUESSING)


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
    Act.GIVE_UP: "Give up this game? It will count as not cracked.",
    Act.OWN_UP: "Own up to a wrong answer? {winner} gets {award} points, and you play this game again.",
}
"""Confirmations of moves that cannot be undone."""
OWN_UP_ALONE = "Do you want to own up to a wrong answer?"
NO_CLOCK = "Friendly matches and the daily code have no time limit."
OTHER_SAVED = "This is a new game. The other one is saved. You find it under Continue in the menu."
CODE_IS_NEW = "You haven't guessed yet, so this code is as good as new."
NO_NEW_GAME = "You can start another game only from a solo game on this computer."
NO_METER = "You can see the number of codes left only during a game."
NO_NOTES = "You can take notes and keep pegs only while you're guessing."
LEAVE, GONE = "leave-", "gone"
"""Names of the ways to leave a match. The first is followed by the number of the player who leaves."""
TOO_LATE = "The match has moved on, so that didn't happen."
"""Shown if the match changed before the player's command reached it."""
WATCHING = "You are watching."
NOT_SEATED = "You are a spectator here. To play, start a new match."
NO_MORE_HINTS = "You've had all the hints for this guess."
LOOKING_FOR_HINT = "Looking for a hint …"
LOOKING_FOR_CLAIM = "Looking for wrong answers …"
WAITING = "Waiting for the second player."
CLOSED = "This game has been closed. Press Esc to leave."


def ask_act(match: MatchView, act: Act) -> str:
    """Return the question before a move that cannot be undone, and what it costs."""
    edition, maker = match.agreement.edition, match.game.codemaker
    seat = maker if edition.scoring.least_wins else other_player(maker)
    winner = sentences.call_player(match.agreement.players, seat)
    return QUESTIONS[act].format(winner=winner, award=edition.box.award)


def describe_failure(error: Exception) -> str:
    """Return what to tell a player whose command was refused or failed."""
    match error:
        case Stale() | VersionConflict():
            return TOO_LATE
        case ArchiveError():
            return f"Couldn't save that: {sentences.escape_unprintable(str(error))} Try again."
        case CodepegsError():
            return sentences.escape_unprintable(str(error))
        case _:  # the message of an unexpected error may contain the code
            return f"That didn't work: {type(error).__name__}."


def ask_here(agreement: Agreement, offer: str, *, both: bool) -> str:
    """Return the question whether those who are here agree. `both` says whether both players are."""
    one, two = agreement.players
    if offer == REMATCH:
        return f"{one} and {two}, do you want a rematch? You'll swap roles."
    if offer == STOP:
        return f"{one} and {two}, do you both want to stop the match? Nobody will win."
    seen = "Every hint is noted in the record."
    if agreement.solo:
        return f"Hints are off in this game. Turn them on? {seen}"
    who = f"{one} and {two}, do you both" if both else "Do you"
    return f"Hints are off in this match. {who} want to turn them on? {seen}"


def ask_for_clock(agreement: Agreement, *, both: bool) -> str:
    """Return the question for a time limit. `both` says whether both players are here."""
    one, two = agreement.players
    who = f"{one} and {two}, how" if both else "How"
    breaker = agreement.edition.box.codebreaker
    return f"{who} many seconds should the {breaker} have for each guess?"


def ask_to_leave(view: TableView, here: Collection[PlayerNumber]) -> tuple[str, dict[str, str]]:
    """Return the question how to leave a match for good, and the choices. A single one needs only a yes."""
    assert view.match is not None
    agreement, keep = view.match.agreement, "To play on later, go back and press Esc."
    names = agreement.players
    choices = {f"{LEAVE}{player}": f"{names[player]} leaves: {names[1 - player]} wins" for player in here}
    if agreement.solo:
        return f"Leave this game for good? It will count as not cracked. {keep}", choices
    if any(map(level_of, names)):
        return f"Leave the match for good? The computer wins. {keep}", choices
    choices[STOP] = "Stop with no winner, if you both agree"
    for player, name in enumerate(names):
        if player not in here and not (view.present[player] and view.turn != player):
            what = "makes no move" if view.present[player] else "is away"
            choices[GONE] = f"{name} {what}: claim the win"
    return f"How do you want to end the match? {keep}", choices


def explain_no_hint(edition: Edition) -> str:
    """Return why no hint can be taken."""
    return f"Only the {edition.box.codebreaker} can ask for a hint, and only before a guess."


def explain_game_over(view: MatchView) -> str:
    """Return why nothing can be done in a finished game."""
    if view.outcome is not None:
        return "The match is over. Press Esc to leave."
    return "This game is over. Press Enter to continue; you can give up or leave once the next game starts."
