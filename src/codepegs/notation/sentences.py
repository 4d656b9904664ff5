"""Sentences about a match, shared by all user interfaces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from typing import assert_never

from codepegs.notation import edition_line
from codepegs.rules.agreement import Agreement
from codepegs.rules.board import Row
from codepegs.rules.claim import Contradiction, Proof
from codepegs.rules.code import Code
from codepegs.rules.daily import daily_number
from codepegs.rules.edition import Edition
from codepegs.rules.feedback import Feedback
from codepegs.rules.game import Ending, Game
from codepegs.rules.match import MAX_VOID_GAMES, Match
from codepegs.rules.move import (
    AllowHints,
    Answer,
    Claim,
    GiveUp,
    Guess,
    Hint,
    Leave,
    Move,
    OwnUp,
    SetClock,
    SetCode,
    TakeBack,
    TimeOut,
)
from codepegs.rules.seat import PlayerNumber, Seat, other_player
from codepegs.rules.view import MatchView, View

COMPUTER = "computer"
"""Prefix of the names of computer players."""
PLAYED_LATER = "Played later, so it counts for no streak."


def escape_unprintable(text: str) -> str:
    """Return `text` with its control characters escaped, so that it is safe to print in a terminal."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def call_player(names: Sequence[str], player: int, *, inside: bool = False) -> str:
    """Return what people read for a player: the name of a person, or which computer it is.

    `inside` is for places other than the start of a sentence.

    >>> call_player(("computer easy", "Bob"), 0), call_player(("computer easy", "Bob"), 0, inside=True)
    ('The computer', 'the computer')
    >>> call_player(("computer easy", "computer easy 2"), 1), call_player(("computer easy", "Bob"), 1)
    ('Computer (easy 2)', 'Bob')
    """
    if is_computer(names[player]) and not is_computer(names[1 - player]):
        return "the computer" if inside else "The computer"
    return list_player(names[player])


def call_players(names: tuple[str, str]) -> tuple[str, str]:
    """Return what people read for both players, next to each other.

    >>> call_players(("computer easy", "Bob"))
    ('The computer', 'Bob')
    """
    return call_player(names, 0), call_player(names, 1)


def list_player(name: str) -> str:
    """Return what people read for a player in a list: the name of a person, or the level of a computer.

    >>> list_player("computer easy"), list_player("Bob")
    ('Computer (easy)', 'Bob')
    """
    if not is_computer(name):
        return name
    level = name[len(COMPUTER) :].strip()
    return f"Computer ({level})" if level else "Computer"


def is_computer(name: str) -> bool:
    """Return whether the name is reserved for computers."""
    return name.casefold().startswith(COMPUTER)


def name_code(edition: Edition, code: Code) -> str:
    """Return a code for a sentence of the analysis: in backticks, so that a user interface can draw pegs.

    >>> from codepegs.rules.catalogue import CATALOGUE
    >>> name_code(CATALOGUE["classic-1"], Code.parse("aabb"))
    '`RRBB`'
    """
    return f"`{edition.spell(code)}`"


def spell_out(sentence: str) -> str:
    """Return a sentence with its codes in plain letters.

    >>> spell_out("The code is `RRBB`.")
    'The code is RRBB.'
    """
    return re.sub("`([A-Z0-9-]+)`", r"\1", sentence)


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


def describe_duration(seconds: int) -> str:
    """Return a time in its largest whole unit.

    >>> describe_duration(90), describe_duration(180), describe_duration(3600)
    ('90 seconds', '3 minutes', '1 hour')
    """
    if seconds % 60:
        return pluralize(seconds, "second")
    minutes = seconds // 60
    return pluralize(minutes, "minute") if minutes % 60 else pluralize(minutes // 60, "hour")


def describe_feedback(edition: Edition, feedback: Feedback) -> str:
    """Return feedback in the words of the edition, such as "1 red, 2 white" or "1 bull, 2 cows"."""
    keys = edition.box.keys
    return f"{keys.black.count(feedback.black)}, {keys.white.count(feedback.white)}"


def describe_row(edition: Edition, number: int, row: Row) -> str:
    """Return a row as a sentence, such as "Row 1, RRBB: 1 black, 2 white."."""
    if row.guess is None:
        return f"Time ran out: row {number} is lost."
    answered = f": {describe_feedback(edition, row.feedback)}" if row.feedback else ""
    return f"Row {number}, {edition.spell(row.guess)}{answered}."


def describe_agreement(agreement: Agreement) -> str:
    one, two = call_player(agreement.players, 0), call_player(agreement.players, 1, inside=True)
    edition = edition_line.write(agreement.edition)
    hints = ", with hints" if agreement.hints else ""
    if agreement.daily is not None:
        return f"{two} plays the daily code for {agreement.daily.isoformat()}."
    if agreement.solo:
        return f"{two} plays a solo game of {edition}{hints}."
    friendly = " (friendly)" if agreement.friendly else ""
    return f"{one} and {two} play {pluralize(agreement.games, 'game')} of {edition}{hints}{friendly}."


def name_daily(day: date) -> str:
    """Return what the daily code of a day is called.

    >>> name_daily(date(2026, 11, 17))
    'Daily code No. 2, 2026-11-17'
    """
    return f"Daily code No. {daily_number(day)}, {day.isoformat()}"


def heading(agreement: Agreement, game: View) -> str:
    maker, breaker = _names(agreement, game, inside=True)
    if agreement.solo:
        return f"{breaker} tries to crack the code."
    again = " (replay)" if game.replay else ""
    made = f"{maker} makes the code, {breaker} guesses"
    return f"Game {game.number} of {agreement.games}{again}: {made}."


def describe_move(agreement: Agreement, game: Game | View, move: Move) -> str | None:
    """Return a sentence about a move, for everyone. None if the state of the game says it all."""
    rows = game.board.rows
    maker, breaker = _names(agreement, game)
    match move:
        case SetCode():
            return "The code is set." if agreement.solo else f"{maker} has set the code."
        case Guess() | Answer() | TimeOut():
            return describe_row(agreement.edition, len(rows), rows[-1])
        case Hint(step):
            return f"Hint {step} of 3 taken." if agreement.solo else f"{breaker} took hint {step} of 3."
        case AllowHints():
            return "Hints are now on."
        case SetClock(seconds):
            if seconds is None:
                return "There is no time limit any more."
            return f"The time limit is now {describe_duration(seconds)} per guess."
        case TakeBack():
            return f"{breaker} took back row {len(rows) + 1}."
        case Claim():
            return f"{breaker} claims that an answer is wrong."
        case OwnUp():
            return f"{maker} owned up to a wrong answer."
        case Leave(None):
            return "Both players agreed to stop."
        case Leave(seat):
            left = "game" if agreement.solo else "match"
            return f"{maker if seat is Seat.CODEMAKER else breaker} left the {left}."
        case GiveUp():
            return None
        case _:
            assert_never(move)


def describe_last_move(match: Match) -> tuple[str, ...]:
    """Return what the last move did, for everyone: the move, how the game or the match ended, the points."""
    agreement = match.agreement
    if not match.length:
        return ()
    # A game that has just begun has no moves yet.
    game = match.games[-1] if match.games[-1].moves else match.games[-2]
    move = describe_move(agreement, game, game.moves[-1])
    told = [] if move is None else [move]
    if game.over:
        told += describe_ending(agreement, View.of(game, Seat.SPECTATOR))
        told += [] if agreement.solo else [describe_points(agreement, match.points)]
        told += [describe_result(match)] if match.over and not agreement.solo else []
    return tuple(told)


def describe_late_codemaker(agreement: Agreement, game: View) -> str:
    """Return what the computer did for a codemaker whose time ran out, in the last move of `game`."""
    done = "marked the guess" if game.board.rows else "set a random code"
    return f"{call_player(agreement.players, game.codemaker)} ran out of time, so the computer {done}."


def describe_offer(name: str, offer: str) -> str:
    """Return a sentence about an open offer."""
    return f"{name} would like {name_offer(offer)}."


def name_offer(offer: str) -> str:
    """Return what is offered by `rematch`, `stop`, `hints`, `clock off` or `clock SECONDS`."""
    match offer.split():
        case ["rematch"]:
            return "a rematch"
        case ["stop"]:
            return "to stop the match without a winner"
        case ["hints"]:
            return "to turn hints on"
        case ["clock", "off"]:
            return "to play without a time limit"
        case _:
            return f"a time limit of {describe_duration(int(offer.split()[-1]))} per guess"


def describe_other_moves(agreement: Agreement, game: View, moves: Iterable[Move]) -> list[str]:
    """Return sentences about the moves that the board does not show, such as hints and changed terms."""
    shown = (move for move in moves if isinstance(move, Hint | AllowHints | SetClock | OwnUp))
    return [sentence for move in shown if (sentence := describe_move(agreement, game, move))]


def describe_ending(agreement: Agreement, game: View) -> list[str]:
    """Return sentences about how a game ended: what became of the code, and why the game is void."""
    _, breaker = _names(agreement, game)
    rows = pluralize(len(game.board.rows), "guess", "guesses")
    match game.ending:
        case Ending.BROKEN:
            return [f"{breaker} cracked the code in {rows}."]
        case Ending.HELD if game.given_up:
            return [f"{breaker} gave up after {rows}. The code was not cracked."]
        case Ending.HELD:
            return [f"{breaker} didn't crack the code in {rows}."]
        case Ending.VOID:
            return describe_void(agreement, game)
        case Ending.STOPPED | Ending.ABANDONED | None:
            # Every game that is over shows its code, if there is one.
            return ["No code was set." if game.code is None else "The code was not cracked."]
        case _:
            assert_never(game.ending)


def describe_void(agreement: Agreement, game: View, player: PlayerNumber | None = None) -> list[str]:
    """Return which guesses were marked wrongly, and what follows, in the words for a player or for all."""
    assert game.proof is not None
    edition, maker, breaker = agreement.edition, game.codemaker, other_player(game.codemaker)
    who = "You" if player == maker else call_player(agreement.players, maker)
    slips = [(wrong.row, describe_feedback(edition, wrong.true)) for wrong in game.proof.answers]
    if len(slips) == 1:
        [(row, true)] = slips
        said = [f"{who} marked guess {row} wrongly: it was {true}."]
    else:
        rows = join_words([str(row) for row, _ in slips])
        said = [f"{who} marked guesses {rows} wrongly.", *(f"Guess {row} was {true}." for row, true in slips)]
    winner = maker if edition.scoring.least_wins else breaker
    before = maker == player != winner and game.replay + 1 < MAX_VOID_GAMES
    gets = call_player(agreement.players, winner, inside=before)
    gets = f"{'You get' if winner == player else f'{gets} gets'} {pluralize(edition.box.award, 'point')}"
    if game.replay + 1 >= MAX_VOID_GAMES:
        return [*said, f"{gets}."]
    if before:
        return [*said, f"You play this game again, and {gets}."]
    return [*said, f"{gets}, and this game is played again."]


def describe_proof(edition: Edition, shown: Proof) -> list[str]:
    """Return a sentence for each fact that a claim proved."""
    if isinstance(shown, Contradiction):
        if len(shown.rows) == 1:
            return [f"Row {shown.rows[0]} has an impossible answer: no code fits it."]
        rows = join_words([*map(str, shown.rows)])
        return [f"The answers to rows {rows} contradict each other."]
    return [
        f"Row {wrong.row} was marked {describe_feedback(edition, wrong.given)}. "
        f"It should have been {describe_feedback(edition, wrong.true)}."
        for wrong in shown.answers
    ]


def describe_points(agreement: Agreement, totals: tuple[int, int]) -> str:
    one, two = (call_player(agreement.players, player, inside=True) for player in (0, 1))
    mine, yours = totals
    return f"Points: {one} {mine}, {two} {yours}."


def describe_result(match: Match | MatchView) -> str:
    """Return a sentence about how the match ended."""
    agreement, outcome = match.agreement, match.outcome
    if outcome is None:
        return "The match is not over yet."
    if agreement.solo:
        return (
            "Not cracked."
            if outcome.cracked_in is None
            else f"Cracked in {pluralize(outcome.cracked_in, 'guess', 'guesses')}."
        )
    if outcome.stopped:
        return "The match was stopped, so nobody wins."
    if outcome.winner is None:
        return "The match is a draw."
    winner = call_player(agreement.players, outcome.winner)
    if outcome.abandoned_by is not None:
        left = call_player(agreement.players, outcome.abandoned_by, inside=True)
        void = match.game.ending is Ending.VOID
        why = f"the {MAX_VOID_GAMES}th void game was {left}'s" if void else f"{left} left"
        return f"{winner} wins the match: {why}."
    least = " with the fewest points" if agreement.edition.scoring.least_wins else ""
    return f"{winner} wins the match{least}."


def _names(agreement: Agreement, game: Game | View, *, inside: bool = False) -> tuple[str, str]:
    """Return what to call codemaker and codebreaker."""
    maker = game.codemaker
    one, two = (call_player(agreement.players, seat, inside=inside) for seat in (maker, other_player(maker)))
    return one, two
