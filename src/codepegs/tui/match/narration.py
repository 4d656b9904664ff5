"""Sentences of the match screen: whose turn it is, what happened, how it ended."""

from __future__ import annotations

from collections.abc import Sequence

from codepegs.notation import sentences
from codepegs.players.level import level_of
from codepegs.rules.agreement import Agreement
from codepegs.rules.claim import Proof, find_wrong_answers
from codepegs.rules.game import Ending, Phase
from codepegs.rules.match import Match
from codepegs.rules.move import Act, Hint
from codepegs.rules.seat import Seat
from codepegs.rules.view import MatchView, View

_TASKS = {
    Phase.SETTING: "set the code",
    Phase.GUESSING: "guess",
    Phase.ANSWERING: "answer",
    Phase.REVEALING: "reveal the code",
    Phase.JUDGING: "claim or accept",
}

HANDOVER_REASONS = {
    Phase.SETTING: "It is for you to set the code. Nobody else may see it.",
    Phase.ANSWERING: "It is for you to answer. The code will be in view.",
    Phase.GUESSING: "It is for you to guess.",
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


def visible_proof(game: View) -> Proof | None:
    """Return the proof of a claim, or the one that a claim would show after the reveal."""
    if game.proof is None and game.phase is Phase.JUDGING and game.code is not None:
        return find_wrong_answers(game.board, game.code)
    return game.proof


def describe_ending(view: MatchView, index: int) -> list[str]:
    """Return how a game ended, the proof if a claim ended it, and the points."""
    agreement, game = view.agreement, view.games[index]
    lines = [sentences.describe_ending(agreement, game)]
    if game.proof is not None:
        lines += sentences.describe_proof(agreement.edition, game.proof)
    lines.append(sentences.describe_points(agreement, view.points))
    return lines


def describe_reveal(agreement: Agreement, game: View) -> list[str]:
    """Return the wrong answers that the reveal shows, and what a claim would do."""
    proof = visible_proof(game)
    assert proof is not None
    edition = agreement.edition
    brings = "charges the codemaker" if edition.scoring.least_wins else "brings"
    return [
        *sentences.describe_proof(edition, proof),
        f"A claim voids the game and {brings} {edition.box.award} points; accepting lets it count.",
    ]


def describe(match: Match, view: MatchView, index: int, hints: Sequence[str]) -> list[str]:
    """Return the narration of the game at `index`. `hints` are those for the current row."""
    if match.games[index].over:
        return describe_ending(view, index)
    if view.game.phase is Phase.JUDGING:
        return describe_reveal(view.agreement, view.game)
    return [*reversed(hints), *describe_last_moves(match, view)]


def describe_last_moves(match: Match, view: MatchView) -> list[str]:
    """Return the last move of the current game, and the hints taken just before it."""
    moves = [*match.game.moves]
    last = moves[-1:]
    while len(last) < len(moves) and isinstance(moves[-len(last) - 1], Hint):
        last.insert(0, moves[-len(last) - 1])
    told = (sentences.describe_move(match.agreement, view.game, move) for move in last)
    return [sentence for sentence in told if sentence is not None]


QUESTIONS = {
    Act.GIVE_UP: "Give up this game? The code counts as unbroken.",
    Act.ABANDON: "Abandon the match for good, so that nobody wins? No, and then Esc, keeps it for later.",
}
"""Confirmations of moves that cannot be undone."""
TOO_LATE = "The match has changed meanwhile. Nothing was done."
"""Shown if the match changed before the player confirmed."""


def explain_game_over(match: Match) -> str:
    """Return why nothing can be done in a finished game."""
    if match.over:
        return "The match is over. Press Esc to leave."
    return "This game is over. Press Enter to continue; you can give up or leave once the next game starts."
