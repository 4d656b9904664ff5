"""How a code stands in a line, before its reveal and after; with its commitment where it has one."""

from __future__ import annotations

import re

from codepegs.notation.veil import context, unveil, veil
from codepegs.rules.edition import Edition
from codepegs.rules.game import Game
from codepegs.rules.match import Match
from codepegs.rules.move import HiddenCode, SetCode
from codepegs.rules.secret import Secret

VEILED = "veiled "
_HIDDEN = re.compile(r"hidden(?: commitment ([0-9a-f]{64}))?", re.ASCII)
_SEALED = re.compile(r"(.+) salt ([0-9a-f]{64}) commitment ([0-9a-f]{64})", re.ASCII)


def hidden(commitment: bytes | None) -> str:
    """A code that whoever reads the line may not know."""
    return "hidden" if commitment is None else f"hidden commitment {commitment.hex()}"


def veiled(match: Match, game: Game, secret: Secret) -> str:
    """A code to go on with later."""
    return VEILED + veil(secret.reveal(), context(match, game)) + _seal(secret)


def plain(edition: Edition, secret: Secret) -> str:
    """A code that was revealed."""
    return edition.spell(secret.reveal()) + _seal(secret)


def read(match: Match, text: str) -> SetCode | HiddenCode:
    """The move that hides the code of the game in play; whether it opens its commitment is not asked."""
    if found := _HIDDEN.fullmatch(text):
        return HiddenCode(bytes.fromhex(found[1]) if found[1] else None)
    salt = commitment = None
    if found := _SEALED.fullmatch(text):
        text, salt, commitment = found[1], bytes.fromhex(found[2]), bytes.fromhex(found[3])
    if text.startswith(VEILED):
        code = unveil(text.removeprefix(VEILED), context(match, match.game))
    else:
        code = match.agreement.edition.code(text)
    return SetCode(Secret(code, salt=salt, commitment=commitment))


def _seal(secret: Secret) -> str:
    salt, commitment = secret.salt(), secret.commitment
    return "" if salt is None or commitment is None else f" salt {salt.hex()} commitment {commitment.hex()}"
