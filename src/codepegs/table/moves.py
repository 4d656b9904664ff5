"""A move as players send it to a table, and as a table tells it to everybody."""

from __future__ import annotations

from codepegs.errors import NotationError
from codepegs.notation import move_line
from codepegs.rules.edition import Edition
from codepegs.rules.match import Match
from codepegs.rules.move import Abandon, Accept, Claim, GiveUp, Move, Reveal, SetCode
from codepegs.rules.seat import Seat
from codepegs.rules.secret import Secret

CLAIM = "claim"
"""A claim without rows: the server finds them before it is played."""
WORDS: dict[str, Move] = {
    "give up": GiveUp(),
    "reveal": Reveal(),
    CLAIM: Claim(()),
    "accept": Accept(),
}
_SHOWN = ("guess ", "answer ", "hint ", "claim ")
HIDDEN = "code hidden"


def read(text: str, match: Match, seat: Seat) -> Move:
    """The move that a player at `seat` sends.

    A code comes as it is, since only its codemaker can send it, and no refusal spells it.
    Moves that the table makes itself, such as a time-out, nobody can send.
    """
    if text in WORDS:
        return WORDS[text]
    if text == "abandon":
        return Abandon(seat)
    if text.startswith(_SHOWN):
        return move_line.read(match, text)
    if text.startswith("code "):
        return SetCode(_secret(text.removeprefix("code "), match.agreement.edition))
    raise NotationError(
        "That is no move. One is: code or guess and its pegs, answer and its key pegs, hint and its step, "
        "give up, reveal, claim, accept, abandon."
    )


def write(match: Match, move: Move) -> str:
    """The move as anybody may read it."""
    return HIDDEN if isinstance(move, SetCode) else move_line.write(match, move)


def _secret(text: str, edition: Edition) -> Secret:
    try:
        return Secret(edition.code(text))
    except NotationError:
        letters = " ".join(hue.letter for hue in edition.hues)
        raise NotationError(f"That code has a letter that is no colour here: they are {letters}.") from None
