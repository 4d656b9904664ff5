"""The agreement: what two players decide before a match."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date

from codepegs.errors import IllegalAgreement
from codepegs.rules.daily import DAILY_EDITION, daily_number
from codepegs.rules.edition import Answers, Edition
from codepegs.rules.look_alike import skeleton
from codepegs.rules.seat import PlayerNumber

NOBODY = ""
"""Name of the codemaker in a solo game."""
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
_JOINERS = {"\u200d", "\ufe0f"}
"""Invisible characters of which people know nothing: they are parts of some emoji."""
_MATCH_NAME = re.compile(rf"[A-Za-z0-9_-]{{1,{MAX_MATCH_NAME_LENGTH}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Agreement:
    """An edition, two players and the number of games. The first player makes the first code.

    In a solo game the first player is `NOBODY`: the code is random, and nobody scores.
    """

    edition: Edition
    players: tuple[str, str]
    games: int
    hints: bool = False
    """Whether the codebreaker may take hints from the first game on."""
    friendly: bool = False
    """Whether the codebreaker may take rows back, or a daily code is played on a later day."""
    daily: date | None = None
    """The day whose daily code this solo game is about."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", tuple(self.players))
        check_terms(
            self.edition,
            self.games,
            solo=self.solo,
            hints=self.hints,
            friendly=self.friendly,
            daily=self.daily,
        )
        if self.solo:
            check_name(self.players[1])
        else:
            check_players(*self.players)

    @property
    def solo(self) -> bool:
        """Whether one player breaks a random code."""
        return self.players[0] == NOBODY

    def codemaker(self, number: int) -> PlayerNumber:
        """Return the codemaker of game `number`, counted from 1. Roles change after every game."""
        return 0 if number % 2 else 1


def check_terms(
    edition: Edition,
    games: int,
    *,
    solo: bool = False,
    hints: bool = False,
    friendly: bool = False,
    daily: date | None = None,
) -> None:
    """Raise IllegalAgreement unless a match can have these terms."""
    if not solo:
        check_games(edition, games)
    elif games != 1:
        raise IllegalAgreement(f"Solo is always 1 game, not {games}.")
    elif edition.answers is Answers.HAND:
        raise IllegalAgreement(
            "A solo game has nobody to mark guesses by hand. Choose the house rule answers=referee."
        )
    if friendly and solo and daily is None:
        raise IllegalAgreement("You can't take guesses back in a solo game, so it can't be friendly.")
    if friendly and (edition.time_limit, edition.codemaker_time) != (None, None):
        raise IllegalAgreement(
            "A friendly match has no time limit. Choose time=none and codemaker-time=none, "
            "or leave out friendly."
        )
    if daily is not None:
        daily_number(daily)
        if not solo or hints or edition != DAILY_EDITION:
            raise IllegalAgreement("The daily code is a solo game of classic-1 without house rules or hints.")


def check_players(one: str, two: str) -> None:
    """Raise IllegalAgreement unless players with these names can play each other."""
    for name in (one, two):
        check_name(name)
    if one.casefold() == two.casefold():
        raise IllegalAgreement(f"Both players are called {one}. Choose another name for one of them.")
    if skeleton(one) == skeleton(two):
        raise IllegalAgreement(
            f"The names {one} and {two} look the same. Choose another name for one of them."
        )


def check_games(edition: Edition, games: int) -> None:
    """Raise IllegalAgreement unless a match of `edition` can have this many games."""
    if not 1 <= games <= MAX_GAMES:
        raise IllegalAgreement(f"A match can have 1 to {MAX_GAMES} games, not {games}.")
    if edition.even and games % 2:
        raise IllegalAgreement(
            f"This edition needs an even number of games, not {games}. "
            "Choose another number, or set Even game count to no (even=no)."
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
        raise IllegalAgreement(
            f"A name can have at most {MAX_NAME_LENGTH} characters. This one has {len(name)}."
        )
    if unicodedata.category(name[0]).startswith("M"):
        raise IllegalAgreement("A name cannot start with a combining accent.")
    if unicodedata.normalize("NFC", name) != name:
        raise IllegalAgreement("A name must use composed characters (Unicode NFC).")
    invisible = [c for c in name if c in _FILLERS or unicodedata.category(c) in _INVISIBLE_CATEGORIES]
    if invisible and invisible[0] in _JOINERS:
        raise IllegalAgreement(
            "That name contains a joined character or emoji, which some screens cannot show. "
            "Choose another name."
        )
    if invisible:
        character = f"U+{ord(invisible[0]):04X}"
        raise IllegalAgreement(
            f"That name contains an invisible character ({character}). Choose another name."
        )
