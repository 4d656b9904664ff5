"""Sentences about a match, shared by all user interfaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from codepegs.notation import edition_line
from codepegs.rules.agreement import Agreement
from codepegs.rules.claim import Contradiction, Proof, find_wrong_answers
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Ending, Phase
from codepegs.rules.match import Match, Outcome
from codepegs.rules.move import AllowHints, Answer, Guess, HiddenCode, Hint, Move, SetClock, SetCode, TimeOut
from codepegs.rules.seat import Seat
from codepegs.rules.view import View


def escape_unprintable(text: str) -> str:
    """Return `text` with its control characters escaped, so that it is safe to print in a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def join_words(words: Sequence[str], *, word: str = "and") -> str:
    """Return the words as a list in a sentence.

    >>> join_words(["red"]), join_words(["1", "2", "4"]), join_words(["red", "blue"], word="or")
    ('red', '1, 2 and 4', 'red or blue')
    """
    return f" {word} ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def pluralize(number: int, one: str, more: str = "") -> str:
    """Return the number with its noun.

    >>> pluralize(1, "row"), pluralize(1296, "code"), pluralize(2, "guess", "guesses")
    ('1 row', '1,296 codes', '2 guesses')
    """
    return f"{number:,} {one if number == 1 else more or f'{one}s'}"


def describe_feedback(edition: Edition, feedback: Feedback) -> str:
    """Return feedback in the key colours of the edition, such as "1 red, 2 white"."""
    keys = edition.box.keys
    return f"{feedback.black} {keys.black}, {feedback.white} {keys.white}"


def describe_agreement(agreement: Agreement) -> str:
    one, two = agreement.players
    games = pluralize(agreement.games, "game")
    hints = ", with hints" if agreement.hints else ""
    return f"{one} and {two} play {games} of {edition_line.write(agreement.edition)}{hints}."


def heading(agreement: Agreement, game: View) -> str:
    maker, breaker = _names(agreement, game)
    again = ", played again" if game.replay else ""
    made = f"{maker} is {agreement.edition.box.codemaker}, {breaker} is {agreement.edition.box.codebreaker}"
    return f"Game {game.number} of {agreement.games}{again}: {made}."


def describe_move(agreement: Agreement, game: View, move: Move) -> str | None:
    """Return a sentence about a move, for everyone. None if the state of the game says it all."""
    rows = game.board.rows
    match move:
        case SetCode() | HiddenCode():
            return f"{_names(agreement, game)[0]} has set the code."
        case Guess() | Answer():
            guess, feedback = rows[-1].guess, rows[-1].feedback
            assert guess is not None
            answered = f": {describe_feedback(agreement.edition, feedback)}" if feedback else ""
            return f"Row {len(rows)}, {agreement.edition.spell(guess)}{answered}."
        case TimeOut():
            return f"Time ran out: row {len(rows)} is lost."
        case Hint(step):
            return f"{_names(agreement, game)[1]} took a hint (step {step})."
        case AllowHints():
            return "Hints are allowed from now on."
        case SetClock(None):
            return "There is no time limit from now on."
        case SetClock(seconds):
            return f"The time limit is {seconds} seconds a turn from now on."
        case _:
            return None


def describe_last_move(match: Match) -> tuple[str, ...]:
    """Return what the last move did, for everyone: the move, how the game or the match ended, the points."""
    agreement = match.agreement
    index = max((place for place, game in enumerate(match.games) if game.moves), default=None)
    if index is None:
        return ()
    # The view of a spectator, so that no sentence depends on a hidden code.
    game = View.of(match.games[index], Seat.SPECTATOR)
    move = describe_move(agreement, game, match.games[index].moves[-1])
    told = [] if move is None else [move]
    if game.phase is Phase.JUDGING:
        told += describe_reveal(agreement, game)
    elif game.phase is Phase.OVER:
        told.append(describe_ending(agreement, game))
        told += () if game.proof is None else describe_proof(agreement.edition, game.proof)
        told.append(describe_points(agreement, match.points))
        told += [describe_result(agreement, match.outcome)] if match.over else []
    return tuple(told)


def describe_reveal(agreement: Agreement, game: View) -> list[str]:
    """Return the wrong answers that the reveal shows, and what a claim would do."""
    assert game.code is not None
    wrong = find_wrong_answers(game.board, game.code)
    assert wrong is not None
    edition = agreement.edition
    brings = "charges the codemaker" if edition.scoring.least_wins else "brings"
    return [
        *describe_proof(edition, wrong),
        f"A claim voids the game and {brings} {edition.box.award} points; accepting lets it count.",
    ]


def describe_offer(name: str, offer: str) -> str:
    """Return a sentence about an open offer."""
    return f"{name} offers {name_offer(offer)}."


def name_offer(offer: str) -> str:
    """Return what is offered by `rematch`, `hints`, `clock off` or `clock SECONDS`."""
    match offer.split():
        case ["rematch"]:
            return "a rematch"
        case ["hints"]:
            return "to allow hints"
        case ["clock", "off"]:
            return "to play without a time limit"
        case _:
            return f"a time limit of {offer.split()[-1]} seconds a turn"


def describe_other_moves(agreement: Agreement, game: View, moves: Iterable[Move]) -> list[str]:
    """Return sentences about the moves that the board does not show: hints and changed terms."""
    shown = (move for move in moves if isinstance(move, Hint | AllowHints | SetClock))
    return [sentence for move in shown if (sentence := describe_move(agreement, game, move))]


def describe_ending(agreement: Agreement, game: View) -> str:
    """Return a sentence about how a game ended."""
    maker, breaker = _names(agreement, game)
    rows = pluralize(len(game.board.rows), "row")
    match game.ending:
        case Ending.BROKEN:
            return f"{breaker} broke the code in {rows}."
        case Ending.HELD if game.given_up:
            return f"{breaker} gave up after {rows}: {maker}'s code held."
        case Ending.HELD:
            return f"{maker}'s code held through all {rows}."
        case Ending.VOID:
            return f"{breaker} showed that {maker} answered wrongly: the game is void and played again."
        case _:
            return "The match was abandoned in this game."


def describe_proof(edition: Edition, shown: Proof) -> list[str]:
    """Return a sentence for each fact that a claim proved."""
    if isinstance(shown, Contradiction):
        if len(shown.rows) == 1:
            return [f"The answer to row {shown.rows[0]} is impossible: no code fits it."]
        rows = join_words([*map(str, shown.rows)])
        return [f"The answers to rows {rows} contradict each other."]
    return [
        f"Row {wrong.row} was answered {describe_feedback(edition, wrong.given)}, "
        f"not {describe_feedback(edition, wrong.true)}."
        for wrong in shown.answers
    ]


def describe_points(agreement: Agreement, totals: tuple[int, int]) -> str:
    (one, two), (mine, yours) = agreement.players, totals
    return f"Points: {one} {mine}, {two} {yours}."


def describe_result(agreement: Agreement, outcome: Outcome | None) -> str:
    """Return a sentence about how the match ended."""
    if outcome is None:
        return "The match is not over yet."
    if outcome.abandoned_by is not None:
        return f"{agreement.players[outcome.abandoned_by]} abandoned the match: nobody wins."
    if outcome.winner is None:
        return "The match is a draw."
    least = " with the least points" if agreement.edition.scoring.least_wins else ""
    return f"{agreement.players[outcome.winner]} wins the match{least}."


def _names(agreement: Agreement, game: View) -> tuple[str, str]:
    """Return the names of codemaker and codebreaker."""
    one, two = agreement.players
    return (one, two) if game.codemaker == 0 else (two, one)
