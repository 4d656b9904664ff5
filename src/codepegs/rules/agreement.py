"""The agreement: what two players settle before they start."""

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

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that print nothing, or that turn the text around them."""
_FILLERS = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
"""Characters of other categories that print nothing either, and variation selectors."""
_MATCH_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_MATCH_NAME_LENGTH}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agreement:
    """An edition, two players, and how many games; the first player named makes the first code."""

    edition: Edition
    players: tuple[str, str]
    games: int
    hints: bool = False
    """Whether the codebreaker may take hints from the first game on."""

    def __post_init__(self) -> None:
        check_players(*self.players)
        check_games(self.edition, self.games)

    def codemaker(self, number: int) -> PlayerNumber:
        """Who makes the code of game `number`, counted from 1: roles change after every game."""
        return 0 if number % 2 else 1


def check_players(one: str, two: str) -> None:
    """Raise IllegalAgreement unless players of these names can play each other."""
    for name in (one, two):
        check_name(name)
    if one.casefold() == two.casefold():
        raise IllegalAgreement(f"Both players are called {one}: one needs another name.")


def check_games(edition: Edition, games: int) -> None:
    """Raise IllegalAgreement unless anybody can agree on so many games of `edition`."""
    if not 1 <= games <= MAX_GAMES:
        raise IllegalAgreement(f"Agree on 1 to {MAX_GAMES} games, not {games}.")
    if edition.even and games % 2:
        raise IllegalAgreement(
            f"This edition is played over an even number of games, so that both make as many codes: "
            f"{games} is odd. Agree on another number, or on the house rule even=no."
        )


def check_match_name(name: str) -> None:
    """Raise IllegalAgreement unless a match can be called `name`."""
    if not _MATCH_NAME.fullmatch(name):
        raise IllegalAgreement(
            f"The name of a match has 1 to {MAX_MATCH_NAME_LENGTH} letters A to Z, a to z, digits, - and _."
        )


def check_name(name: str) -> None:
    """Raise IllegalAgreement unless `name` can stand in a record and on a screen as it is."""
    if not name or name != " ".join(name.split()):
        raise IllegalAgreement("A name has something to show at both ends, and single spaces in between.")
    if len(name) > MAX_NAME_LENGTH:
        raise IllegalAgreement(f"A name has {MAX_NAME_LENGTH} characters at most; that one has {len(name)}.")
    if unicodedata.category(name[0]).startswith("M"):
        raise IllegalAgreement("A name begins with a character that stands by itself, not with an accent.")
    if unicodedata.normalize("NFC", name) != name:
        raise IllegalAgreement("A name is written in composed characters (Unicode NFC).")
    unseen = [c for c in name if c in _FILLERS or unicodedata.category(c) in _UNSEEN]
    if unseen:
        raise IllegalAgreement(f"A name is made of characters that show: U+{ord(unseen[0]):04X} does not.")
