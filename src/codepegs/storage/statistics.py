"""Statistics of codebreakers: in matches, by edition and player, and in one player's solo games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from codepegs.rules.edition import Edition
from codepegs.rules.game import Ending, Game


@dataclass(frozen=True, slots=True)
class Results:
    """Counted results of games.

    Each row counts as a guess, also one that was lost because time ran out.
    """

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
    """The last games in a row whose codes were broken."""
    longest_streak: int


@dataclass(frozen=True, slots=True)
class DailyTally(Results):
    """Results of a player's daily codes. Streaks count days."""

    streak: int
    """Days in a row with a broken code, up to today, or to yesterday if today is not over."""
    longest_streak: int
    calendar: Mapping[date, int]
    """Guesses of each day that was played, or 0 if its code was not broken, in ascending order."""


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
    guesses: int
    """As `count_guesses` returns them."""


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
    return Tally(*_count(games), edition, player)


def totals(tallies: Iterable[Tally]) -> list[Tally]:
    """Return one tally per edition, for all players together."""
    found: dict[Edition, Counter[int]] = {}
    for one in tallies:
        found.setdefault(one.edition, Counter()).update({0: one.held, **one.distribution})
    return [make_tally(edition, None, games) for edition, games in found.items()]


def count_solo(results: Iterable[SoloResult], *, today: date) -> SoloStatistics:
    """Return the statistics of one player's solo games, which are in the order in which they ended.

    If a day's code was played more than once, the first result counts.
    """
    games: list[int] = []
    by_edition: dict[Edition, list[int]] = {}
    calendar: dict[date, int] = {}
    for one in results:
        if one.daily is not None:
            calendar.setdefault(one.daily, one.guesses)
        else:
            games.append(one.guesses)
            by_edition.setdefault(one.edition, []).append(one.guesses)
    editions = [_make_solo_tally(edition, theirs) for edition, theirs in by_edition.items()]
    return SoloStatistics(
        _make_solo_tally(None, games),
        tuple(sorted(editions, key=lambda tally: -tally.games)),
        _make_daily_tally(calendar, today),
    )


def _make_solo_tally(edition: Edition | None, games: list[int]) -> SoloTally:
    streak = longest = 0
    for guesses in games:
        streak = streak + 1 if guesses else 0
        longest = max(longest, streak)
    return SoloTally(*_count(Counter(games)), edition, streak, longest)


def _make_daily_tally(calendar: dict[date, int], today: date) -> DailyTally:
    streaks: dict[int, int] = {}
    """Length of the streak that ends on a day, by the day's ordinal."""
    for day in sorted(calendar):
        here = day.toordinal()
        streaks[here] = streaks.get(here - 1, 0) + 1 if calendar[day] else 0
    now = today.toordinal()
    streak = streaks.get(now, streaks.get(now - 1, 0))
    longest = max(streaks.values(), default=0)
    return DailyTally(*_count(Counter(calendar.values())), streak, longest, dict(sorted(calendar.items())))


def _count(games: Mapping[int, int]) -> tuple[int, dict[int, int]]:
    """Return the fields of `Results`, from the number of games for each result."""
    return games.get(0, 0), {guesses: games[guesses] for guesses in sorted(games) if guesses}
