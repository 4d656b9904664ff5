"""Text of a move: as a client sends it, and as the table publishes it."""

from __future__ import annotations

from codepegs.errors import NotationError
from codepegs.notation import move_line
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Answer, Claim, GiveUp, Guess, Hint, Leave, Move, OwnUp, SetCode, TakeBack
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret

CLAIM = "claim"
"""A claim without rows. The table finds the rows before it plays the claim."""
HINT = "hint "
LEAVE = "leave"
GONE = "opponent gone"
"""Says that the other player has been away for too long and has left the match."""
WORDS: dict[str, Move] = {
    "give up": GiveUp(),
    CLAIM: Claim(()),
    "own up": OwnUp(),
    "take back": TakeBack(),
}
_SHOWN = ("guess ", "answer ", HINT, "claim ")
HIDDEN = "code hidden"


def sets_code(text: str) -> bool:
    """Return whether a player sent a code. Only that needs a salt."""
    return text.startswith("code ")


def read(text: str, match: Match, seat: Seat) -> Move:
    """Return the move that a player at `seat` sent, or raise NotationError.

    A code is sent openly, because only its codemaker sends it; error messages never contain it.
    Moves of the table itself, such as a time-out, cannot be sent.
    """
    if text in WORDS:
        return WORDS[text]
    if text == LEAVE:
        return Leave(seat)
    if text == GONE:
        return Leave(Seat.CODEBREAKER if seat is Seat.CODEMAKER else Seat.CODEMAKER)
    if text.startswith(_SHOWN):
        return move_line.read(match, text)
    if sets_code(text):
        return SetCode(_secret(text.removeprefix("code "), match.agreement.edition))
    raise NotationError(
        "This is not a move. Send one of: code PEGS, guess PEGS, answer KEYS, hint STEP, "
        "give up, claim, own up, take back, leave, opponent gone."
    )


def spell(edition: Edition, move: Move, seat: Seat) -> str:
    """Return the move as the player at `seat` sends it; :func:`read` reads it back.

    That the other seat leaves means that the opponent is gone.
    """
    match move:
        case SetCode(Secret() as secret):
            return f"code {edition.spell(secret.reveal())}"
        case Guess(code):
            return f"guess {edition.spell(code)}"
        case Answer(feedback):
            return f"answer {feedback}"
        case Hint(step):
            return f"{HINT}{step}"
        case Leave(left):
            return LEAVE if left is seat else GONE
        case _:
            return next(word for word, sent in WORDS.items() if sent == move)


def write(match: Match, move: Move) -> str:
    """Return the move as text for everybody. A code is hidden."""
    return HIDDEN if isinstance(move, SetCode) else move_line.write(match, move)


def _secret(text: str, edition: Edition) -> Secret:
    try:
        return Secret(edition.code(text))
    except NotationError:
        letters = " ".join(hue.letter for hue in edition.hues)
        raise NotationError(f"The code contains an unknown colour. The colours are {letters}.") from None
