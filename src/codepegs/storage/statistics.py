"""Statistics: how well codes were broken, by edition and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending, Game


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one edition, under its house rules, that a player had as codebreaker.

    Void and abandoned games are left out. A guess is a row: a turn that ran out of time
    counts, since it spends one.
    """

    edition: Edition
    player: str | None
    """None for everybody together."""
    held: int
    """Codes that were not broken."""
    distribution: Mapping[int, int]
    """How many codes were broken with so many guesses, fewest guesses first."""

    @property
    def broken(self) -> int:
        return sum(self.distribution.values())

    @property
    def games(self) -> int:
        return self.broken + self.held

    @property
    def average(self) -> float | None:
        """Guesses for a code that was broken; None where none was."""
        guesses = sum(guesses * games for guesses, games in self.distribution.items())
        return guesses / self.broken if self.broken else None

    @property
    def best(self) -> int | None:
        """The fewest guesses that broke a code."""
        return min(self.distribution, default=None)


def counted(game: Game) -> int | None:
    """The guesses of a game that statistics count: 0 for a code that held, None for no such game."""
    if game.over and game.ending is Ending.BROKEN:
        return len(game.board.rows)
    return 0 if game.over and game.ending is Ending.HELD else None


def tally(edition: Edition, player: str | None, games: Mapping[int, int]) -> Tally:
    """The tally of so many games for each number of guesses, as `counted` counts them."""
    broken = {guesses: games[guesses] for guesses in sorted(games) if guesses}
    return Tally(edition, player, games.get(0, 0), broken)


def totals(tallies: Iterable[Tally]) -> list[Tally]:
    """One tally for each edition, all players together."""
    found: dict[Edition, Counter[int]] = {}
    for one in tallies:
        found.setdefault(one.edition, Counter()).update({0: one.held, **one.distribution})
    return [tally(edition, None, games) for edition, games in found.items()]
