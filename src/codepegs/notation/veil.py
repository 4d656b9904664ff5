"""The veil: a code that a saved match needs, written so that a glance does not spoil the game.

It is no lock. Whoever takes the trouble can lift it: everything needed stands in the
file and on this page. It keeps a codebreaker who opens the file from reading the code.
"""

from __future__ import annotations

from hashlib import sha256

from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.game import Game
from codepegs.rules.match import Match

_COLOURS = BLANK + 1


def context(match: Match, game: Game) -> str:
    """What makes the veil of one game differ from that of another."""
    agreement = match.agreement
    return "\n".join(
        [edition_line.write(agreement.edition), *agreement.players, f"{game.number} {game.replay}"]
    )


def veil(code: Code, context: str) -> str:
    """The code as hexadecimal digits, two a peg, which differ from one `context` to another."""
    return bytes(
        (colour + key) % _COLOURS for colour, key in zip(code.pegs, _keys(context), strict=False)
    ).hex()


def unveil(text: str, context: str) -> Code:
    """The code that `veil` wrote in the same context."""
    try:
        word = bytes.fromhex(text)
    except ValueError:
        word = b""
    code = Code(
        tuple(Colour((byte - key) % _COLOURS) for byte, key in zip(word, _keys(context), strict=False))
    )
    if not word or veil(code, context) != text:
        raise NotationError(f"{text!r} is no veiled code.")
    return code


def _keys(context: str) -> bytes:
    """A number for each peg; there are more of them than a code has pegs."""
    return sha256(f"codepegs veil\n{context}".encode()).digest()
