"""Statistics as text and as data, with par next to the averages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from codepegs.engine.par import find_par
from codepegs.notation import edition_line
from codepegs.notation.sentences import escape_unprintable, pluralize
from codepegs.rules.edition import Edition
from codepegs.storage.statistics import DailyTally, Results, SoloStatistics, SoloTally, Tally

LAST_DAYS = 7
"""Daily codes that are listed as text."""


def describe(solo: Mapping[str, SoloStatistics], tallies: Sequence[Tally]) -> Iterator[str]:
    """Yield lines of text: solo games and daily codes by player, then matches by edition and player."""
    for name, found in solo.items():
        player = escape_unprintable(name)
        if found.overall.games:
            yield f"Solo games of {player}"
            for tally in (found.overall, *found.editions) if len(found.editions) > 1 else found.editions:
                yield f"  {_edition(tally.edition)}: {_results(tally, tally.edition)}, {_streaks(tally)}"
                yield f"    {_distribution(tally)}"
        if found.daily.games or found.daily.later:
            yield f"Daily codes of {player}"
            yield f"  {_results(found.daily)}, {_streaks(found.daily)}"
            yield f"    {_distribution(found.daily)}"
            for day, guesses in sorted({**found.daily.later, **found.daily.calendar}.items())[-LAST_DAYS:]:
                later = ", played later" if day in found.daily.later else ""
                yield f"  {day}: {f'cracked in {guesses}' if guesses else 'not cracked'}{later}"
    if tallies:
        yield "Matches, as codebreaker"
    for each in tallies:
        player = escape_unprintable(each.player or "")
        yield f"  {player}, {_edition(each.edition)}: {_results(each, each.edition)}"
        yield f"    {_distribution(each)}"


def _edition(edition: Edition | None) -> str:
    return "all editions" if edition is None else edition_line.write(edition)


def _results(results: Results, edition: Edition | None = None) -> str:
    words = [f"{results.games} played", f"{results.broken} cracked"]
    if results.average is not None:
        par = None if edition is None else find_par(edition)
        words.append(f"average {results.average:.2f}" + ("" if par is None else f" (par {par:.2f})"))
    if results.best is not None:
        words.append(f"best {results.best}")
    if results.hints:
        words.append(pluralize(results.hints, "hint"))
    return ", ".join(words)


def _streaks(tally: SoloTally | DailyTally) -> str:
    return f"streak {tally.streak}, longest streak {tally.longest_streak}"


def _distribution(results: Results) -> str:
    parts = [f"in {guesses}: {games}" for guesses, games in results.distribution.items()]
    return ", ".join([*parts, f"not cracked: {results.held}"])


def as_data(solo: Mapping[str, SoloStatistics], tallies: Sequence[Tally]) -> dict[str, Any]:
    """Return the statistics as data for JSON."""
    return {
        "solo": [
            {
                "player": name,
                "overall": _solo_data(found.overall),
                "editions": [_solo_data(tally) for tally in found.editions],
                "daily": {
                    **_results_data(found.daily),
                    "streak": found.daily.streak,
                    "longest_streak": found.daily.longest_streak,
                    "calendar": _calendar(found.daily.calendar),
                    "later": _calendar(found.daily.later),
                },
            }
            for name, found in solo.items()
        ],
        "matches": [
            {"player": tally.player, **_edition_data(tally.edition), **_results_data(tally)}
            for tally in tallies
        ],
    }


def _calendar(days: Mapping[date, int]) -> dict[str, int | None]:
    return {day.isoformat(): guesses or None for day, guesses in days.items()}


def _solo_data(tally: SoloTally) -> dict[str, Any]:
    return {
        **({} if tally.edition is None else _edition_data(tally.edition)),
        **_results_data(tally),
        "streak": tally.streak,
        "longest_streak": tally.longest_streak,
    }


def _edition_data(edition: Edition) -> dict[str, Any]:
    return {"edition": edition_line.write(edition), "par": find_par(edition)}


def _results_data(results: Results) -> dict[str, Any]:
    return {
        "played": results.games,
        "cracked": results.broken,
        "average": results.average,
        "best": results.best,
        "hints": results.hints,
        "distribution": {str(guesses): games for guesses, games in results.distribution.items()},
    }
