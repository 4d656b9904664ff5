"""A move as one line of text, to store and send matches move by move.

Moves are written as in a record, but without their results, such as the referee's
answer. A code stays veiled in its line even after its game has revealed it, because
stored lines are never rewritten.
"""

from __future__ import annotations

import re
from typing import assert_never

from codepegs.errors import NotationError
from codepegs.notation import commitment, hidden_code
from codepegs.notation.position import TIME_OUT
from codepegs.rules.feedback import Feedback
from codepegs.rules.match import Match
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
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret

WORDS: dict[str, Move] = {
    "hints allowed": AllowHints(),
    "clock off": SetClock(None),
    TIME_OUT: TimeOut(),
    "give up": GiveUp(),
    "own up": OwnUp(),
    "take back": TakeBack(),
    "leave codemaker": Leave(Seat.CODEMAKER),
    "leave codebreaker": Leave(Seat.CODEBREAKER),
    "stop": Leave(None),
}
"""Moves that have a fixed text."""

_SPELLINGS = {move: word for word, move in WORDS.items()}
_LINE = re.compile(
    r"(code) ((?:veiled|hidden).*)|(guess|answer) (\S+)|(hint) ([1-3])|(clock) ([1-9][0-9]{0,4})"
    r"|(claim rows) ([1-9][0-9]?(?: [1-9][0-9]?)*)",
    re.ASCII,
)


def write(match: Match, move: Move) -> str:
    """Return the line for `move`, which must be one that `match` accepts now.

    Raises NotationError for a code that does not match its commitment, because `read`
    would refuse its line.

    >>> from codepegs.rules import Agreement, Secret, find_edition
    >>> mini = find_edition("mini")
    >>> match = Match.start(Agreement(mini, ("Ada", "Bob"), games=1))
    >>> write(match, SetCode(Secret(mini.code("RGB"))))
    'code veiled 081811'
    >>> write(match, Guess(mini.code("RBY")))
    'guess RBY'
    """
    match move:
        case SetCode(Secret() as secret):
            commitment.check(match, secret)
            return f"code {hidden_code.write_veiled(match, match.game, secret)}"
        case SetCode(_, committed):
            return f"code {hidden_code.write_hidden(committed)}"
        case Guess(code):
            return f"guess {match.agreement.edition.spell(code)}"
        case Answer(feedback):
            return f"answer {feedback}"
        case Hint(step):
            return f"hint {step}"
        case SetClock(seconds):
            return "clock off" if seconds is None else f"clock {seconds}"
        case Claim(rows):
            return f"claim rows {' '.join(map(str, rows))}"
        case AllowHints() | TimeOut() | GiveUp() | OwnUp() | TakeBack() | Leave():
            return _SPELLINGS[move]
        case _:
            assert_never(move)


def read(match: Match, text: str) -> Move:
    """Return the move that `write` wrote at this point of `match`. Does not check that it is legal.

    No error message quotes the line, because it might contain a veiled code.
    """
    if text in WORDS:
        return WORDS[text]
    found = _LINE.fullmatch(text)
    if found is None:
        raise NotationError("This line is not a move. Write a word such as 'give up', or 'guess' and a code.")
    word, rest = filter(None, found.groups())
    if word == "guess":
        return Guess(match.agreement.edition.code(rest))
    if word == "answer":
        return Answer(Feedback.parse(rest))
    if word == "hint":
        return Hint(int(rest))
    if word == "clock":
        return SetClock(int(rest))
    if word == "claim rows":
        return Claim(tuple(map(int, rest.split())))
    try:
        hidden = hidden_code.read(match, rest)
    except NotationError:
        raise NotationError("The code in this line is not veiled correctly.") from None
    if hidden.secret is not None:
        commitment.check(match, hidden.secret)
    return hidden
