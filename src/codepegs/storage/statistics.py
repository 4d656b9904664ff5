"""Statistics of codebreakers: in matches, by edition and player, and in one player's solo games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending, Game


class GameResult(NamedTuple):
    """Result of a game that counts."""

    guesses: int
    """Guesses that broke the code, or 0 if it held."""
    hints: int = 0


@dataclass(frozen=True, slots=True)
class Results:
    """Counted results of games.

    Each row counts as a guess, also one that was lost because time ran out.
    """

    counts: Mapping[GameResult, int]
    """Number of games by result."""

    @property
    def held(self) -> int:
        """Codes that were not broken."""
        return sum(games for result, games in self.counts.items() if not result.guesses)

    @property
    def distribution(self) -> dict[int, int]:
        """Number of broken codes by number of guesses, in ascending order."""
        found = Counter[int]()
        for result, games in sorted(self.counts.items()):
            found[result.guesses] += games
        return {guesses: games for guesses, games in found.items() if guesses}

    @property
    def hints(self) -> int:
        """Hints taken in all games together."""
        return sum(result.hints * games for result, games in self.counts.items())

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
        """Fewest guesses that broke a code without hints, or None if none did."""
        alone = (result.guesses for result in self.counts if result.guesses and not result.hints)
        return min(alone, default=None)


@dataclass(frozen=True, slots=True)
class Tally(Results):
    """Results of a player as codebreaker in matches, in one edition with its house rules.

    Solo, friendly, void and abandoned games do not count.
    """

    edition: Edition
    player: str | None
    """None for all players together."""


@dataclass(frozen=True, slots=True)
class OpponentTally:
    """Finished matches of a player against one opponent. Friendly matches do not count."""

    opponent: str
    won: int
    drawn: int
    """Matches without a winner."""
    lost: int


@dataclass(frozen=True, slots=True)
class SoloTally(Results):
    """Results of a player's solo games, in one edition with its house rules or in all of them."""

    edition: Edition | None
    """None for all editions together."""
    streak: int
    """The last games in a row whose codes were broken. Games with hints are skipped."""
    longest_streak: int


@dataclass(frozen=True, slots=True)
class DailyTally(Results):
    """Results of a player's daily codes. Streaks count days."""

    streak: int
    """Days in a row with a broken code, up to today, or to yesterday if today is not over."""
    longest_streak: int
    calendar: Mapping[date, int]
    """Guesses of each day that was played, or 0 if its code was not broken, in ascending order."""
    later: Mapping[date, int]
    """The same of the codes that were played after their day. They count nowhere else."""


@dataclass(frozen=True, slots=True)
class SoloStatistics:
    """Statistics of one player's solo games. Daily codes count only in `daily`."""

    overall: SoloTally
    editions: tuple[SoloTally, ...]
    """One tally per edition, the most played first."""
    daily: DailyTally


@dataclass(frozen=True, slots=True)
class SoloResult:
    """Result of one solo game that is over."""

    edition: Edition
    daily: date | None
    """The day of its daily code."""
    result: GameResult
    later: bool = False
    """Whether the daily code was played after its day."""


def find_result(game: Game) -> GameResult | None:
    """Return the result of a game, or None if it does not count.

    Friendly matches do not count. Leaving a solo game counts as not breaking its code.
    """
    if game.friendly and not game.solo:
        return None
    if game.ending is Ending.BROKEN:
        return GameResult(len(game.board.rows), len(game.hints))
    held = game.ending is Ending.HELD or (game.solo and game.ending is Ending.ABANDONED)
    return GameResult(0, len(game.hints)) if held else None


def totals(tallies: Iterable[Tally]) -> list[Tally]:
    """Return one tally per edition, for all players together."""
    found: dict[Edition, Counter[GameResult]] = {}
    for one in tallies:
        found.setdefault(one.edition, Counter()).update(one.counts)
    return [Tally(counts, edition, None) for edition, counts in found.items()]


def count_solo(results: Iterable[SoloResult], *, today: date) -> SoloStatistics:
    """Return the statistics of one player's solo games, which are in the order in which they ended.

    If a day's code was played more than once, the first result counts.
    """
    games: list[GameResult] = []
    by_edition: dict[Edition, list[GameResult]] = {}
    calendar: dict[date, int] = {}
    later: dict[date, int] = {}
    for one in results:
        if one.daily is not None:
            (later if one.later else calendar).setdefault(one.daily, one.result.guesses)
        else:
            games.append(one.result)
            by_edition.setdefault(one.edition, []).append(one.result)
    editions = [_make_solo_tally(edition, theirs) for edition, theirs in by_edition.items()]
    return SoloStatistics(
        _make_solo_tally(None, games),
        tuple(sorted(editions, key=lambda tally: -tally.games)),
        _make_daily_tally(calendar, later, today),
    )


def _make_solo_tally(edition: Edition | None, games: list[GameResult]) -> SoloTally:
    streak = longest = 0
    for guesses, hints in games:
        if not hints:
            streak = streak + 1 if guesses else 0
            longest = max(longest, streak)
    return SoloTally(Counter(games), edition, streak, longest)


def _make_daily_tally(calendar: dict[date, int], later: dict[date, int], today: date) -> DailyTally:
    streaks: dict[int, int] = {}
    """Length of the streak that ends on a day, by the day's ordinal."""
    for day in sorted(calendar):
        here = day.toordinal()
        streaks[here] = streaks.get(here - 1, 0) + 1 if calendar[day] else 0
    now = today.toordinal()
    streak = streaks.get(now, streaks.get(now - 1, 0))
    longest = max(streaks.values(), default=0)
    counts = Counter(map(GameResult, calendar.values()))
    return DailyTally(counts, streak, longest, dict(sorted(calendar.items())), later)
