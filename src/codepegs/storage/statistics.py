"""Statistics of codebreakers, by edition and player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending, Game


@dataclass(frozen=True, slots=True)
class Tally:
    """Results of a player as codebreaker, in one edition with its house rules.

    Void and abandoned games do not count. Each row counts as a guess, also one that was
    lost because time ran out.
    """

    edition: Edition
    player: str | None
    """None for all players together."""
    held: int
    """Codes that were not broken."""
    distribution: Mapping[int, int]
    """Number of broken codes by number of guesses, in ascending order."""

    @property
    def broken(self) -> int:
        return sum(self.distribution.values())

    @property
    def games(self) -> int:
        return self.broken + self.held

    @property
    def average(self) -> float | None:
        """Average guesses per broken code, or None if no code was broken."""
        guesses = sum(guesses * games for guesses, games in self.distribution.items())
        return guesses / self.broken if self.broken else None

    @property
    def best(self) -> int | None:
        """Fewest guesses for a broken code, or None if no code was broken."""
        return min(self.distribution, default=None)


def count_guesses(game: Game) -> int | None:
    """Return the guesses that broke the code, 0 if it held, or None if the game does not count.

    Friendly games do not count. Leaving a solo game counts as not breaking its code.
    """
    if game.friendly:
        return None
    if game.ending is Ending.BROKEN:
        return len(game.board.rows)
    held = game.ending is Ending.HELD or (game.solo and game.ending is Ending.ABANDONED)
    return 0 if held else None


def make_tally(edition: Edition, player: str | None, games: Mapping[int, int]) -> Tally:
    """Return the tally of `games`: the number of games for each result of `count_guesses`."""
    broken = {guesses: games[guesses] for guesses in sorted(games) if guesses}
    return Tally(edition, player, games.get(0, 0), broken)


def totals(tallies: Iterable[Tally]) -> list[Tally]:
    """Return one tally per edition, for all players together."""
    found: dict[Edition, Counter[int]] = {}
    for one in tallies:
        found.setdefault(one.edition, Counter()).update({0: one.held, **one.distribution})
    return [make_tally(edition, None, games) for edition, games in found.items()]
