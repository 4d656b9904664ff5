"""The code of a game as part of a line: hidden, veiled or revealed, with its commitment if it has one.

A veil obfuscates a code that a saved match needs, so that a codebreaker who opens the file
does not read it by accident. It is not encryption: anyone can undo it with this module.
"""

from __future__ import annotations

import re
from hashlib import sha256

from codepegs.errors import NotationError
from codepegs.notation import edition_line
from codepegs.rules.code import BLANK, Code, Colour
from codepegs.rules.edition import Edition
from codepegs.rules.game import Game
from codepegs.rules.match import Match
from codepegs.rules.move import SetCode
from codepegs.rules.secret import Secret

_VEILED = "veiled "
_HIDDEN = re.compile(r"hidden(?: commitment ([0-9a-f]{64}))?", re.ASCII)
_COMMITTED = re.compile(r"(.+) salt ([0-9a-f]{64}) commitment ([0-9a-f]{64})", re.ASCII)
_COLOURS = BLANK + 1


def write_hidden(commitment: bytes | None) -> str:
    """Return the text for a code that the reader may not know."""
    return "hidden" if commitment is None else f"hidden commitment {commitment.hex()}"


def write_veiled(match: Match, game: Game, secret: Secret) -> str:
    """Return the text for a code that a saved match needs to continue."""
    return _VEILED + veil(secret.reveal(), veil_context(match, game)) + _commitment(secret)


def write_revealed(edition: Edition, secret: Secret) -> str:
    """Return the text for a code that has been revealed."""
    return edition.spell(secret.reveal()) + _commitment(secret)


def read(match: Match, text: str) -> SetCode:
    """Return the move that hides the code of the game in play. Does not verify its commitment."""
    if found := _HIDDEN.fullmatch(text):
        return SetCode(None, bytes.fromhex(found[1]) if found[1] else None)
    salt = commitment = None
    if found := _COMMITTED.fullmatch(text):
        text, salt, commitment = found[1], bytes.fromhex(found[2]), bytes.fromhex(found[3])
    if text.startswith(_VEILED):
        code = unveil(text.removeprefix(_VEILED), veil_context(match, match.game))
    else:
        code = match.agreement.edition.code(text)
    return SetCode(Secret(code, salt=salt, commitment=commitment))


def _commitment(secret: Secret) -> str:
    salt, commitment = secret.salt(), secret.commitment
    return "" if salt is None or commitment is None else f" salt {salt.hex()} commitment {commitment.hex()}"


# The veil -----------------------------------------------------------------------------


def veil_context(match: Match, game: Game) -> str:
    """Return the text that makes the veil of each game different."""
    agreement = match.agreement
    return "\n".join(
        [edition_line.write(agreement.edition), *agreement.players, f"{game.number} {game.replay}"]
    )


def veil(code: Code, context: str) -> str:
    """Return the code as hexadecimal digits, two per peg, that depend on `context`."""
    return bytes(
        (colour + key) % _COLOURS for colour, key in zip(code.pegs, _keys(context), strict=False)
    ).hex()


def unveil(text: str, context: str) -> Code:
    """Return the code that `veil` wrote in the same context."""
    try:
        word = bytes.fromhex(text)
    except ValueError:
        word = b""
    code = Code(
        tuple(Colour((byte - key) % _COLOURS) for byte, key in zip(word, _keys(context), strict=False))
    )
    if not word or veil(code, context) != text:
        raise NotationError(f"{text!r} is not a veiled code.")
    return code


def _keys(context: str) -> bytes:
    """Return a number for each peg. There are more of them than a code has pegs."""
    return sha256(f"codepegs veil\n{context}".encode()).digest()
