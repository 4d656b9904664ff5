"""The agreement: what two players decide before a match."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from codepegs.errors import IllegalAgreement
from codepegs.rules.edition import Edition
from codepegs.rules.seat import PlayerNumber

MAX_GAMES = 100
MAX_NAME_LENGTH = 24
MAX_MATCH_NAME_LENGTH = 64

_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that print nothing, or that change the direction of the text."""
_FILLERS = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""Invisible characters of other categories, and variation selectors."""
_MATCH_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_MATCH_NAME_LENGTH}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agreement:
    """An edition, two players and the number of games. The first player makes the first code."""

    edition: Edition
    players: tuple[str, str]
    games: int
    hints: bool = False
    """Whether the codebreaker may take hints from the first game on."""

    def __post_init__(self) -> None:
        check_players(*self.players)
        check_games(self.edition, self.games)

    def codemaker(self, number: int) -> PlayerNumber:
        """Return the codemaker of game `number`, counted from 1. Roles change after every game."""
        return 0 if number % 2 else 1


def check_players(one: str, two: str) -> None:
    """Raise IllegalAgreement unless players with these names can play each other."""
    for name in (one, two):
        check_name(name)
    if one.casefold() == two.casefold():
        raise IllegalAgreement(f"Both players are called {one}. Choose another name for one of them.")


def check_games(edition: Edition, games: int) -> None:
    """Raise IllegalAgreement unless a match of `edition` can have this many games."""
    if not 1 <= games <= MAX_GAMES:
        raise IllegalAgreement(f"A match has 1 to {MAX_GAMES} games, not {games}.")
    if edition.even and games % 2:
        raise IllegalAgreement(
            f"This edition needs an even number of games, not {games}. "
            "Choose another number, or the house rule even=no."
        )


def check_match_name(name: str) -> None:
    """Raise IllegalAgreement unless `name` can be the name of a match."""
    if not _MATCH_NAME.fullmatch(name):
        raise IllegalAgreement(
            f"A match name has 1 to {MAX_MATCH_NAME_LENGTH} characters: A to Z, a to z, 0 to 9, - and _."
        )


def check_name(name: str) -> None:
    """Raise IllegalAgreement unless `name` can be written in a record and shown on a screen."""
    if not name or name != " ".join(name.split()):
        raise IllegalAgreement(
            "A name cannot be empty, start or end with a space, or contain two spaces in a row."
        )
    if len(name) > MAX_NAME_LENGTH:
        raise IllegalAgreement(f"A name has at most {MAX_NAME_LENGTH} characters, not {len(name)}.")
    if unicodedata.category(name[0]).startswith("M"):
        raise IllegalAgreement("A name cannot start with a combining accent.")
    if unicodedata.normalize("NFC", name) != name:
        raise IllegalAgreement("A name must use composed characters (Unicode NFC).")
    invisible = [c for c in name if c in _FILLERS or unicodedata.category(c) in _INVISIBLE_CATEGORIES]
    if invisible:
        raise IllegalAgreement(f"A name cannot contain the invisible character U+{ord(invisible[0]):04X}.")
