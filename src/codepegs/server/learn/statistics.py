"""Endpoint for the statistics of a client."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from codepegs.notation import edition_line
from codepegs.notation.record import read_day
from codepegs.players.level import LEVELS
from codepegs.protocol import learn
from codepegs.rules.daily import DAILY_EDITION, dates_today
from codepegs.rules.edition import Edition
from codepegs.server.context import Json, context_of
from codepegs.server.http.auth import address_of
from codepegs.server.http.compression import compressed
from codepegs.server.learn import jobs
from codepegs.server.learn.routes import run_job
from codepegs.server.ops import costs
from codepegs.storage.statistics import (
    DailyTally,
    OpponentTally,
    Results,
    SoloStatistics,
    SoloTally,
    Tally,
    count_solo,
)
from codepegs.table.seats import computer_level


async def statistics(request: Request) -> Response:
    """Return the statistics of the client who asks. Without a token or cookie they are empty."""
    context = context_of(request)
    owner, today = context.sender_of(request).client, _today(request)
    matches: list[Tally] = []
    opponents: list[OpponentTally] = []
    solo = count_solo((), today=today)
    if owner is not None:
        context.charge(address_of(request), costs.STATISTICS)
        matches = await asyncio.to_thread(context.archive.statistics, owner)
        opponents = await asyncio.to_thread(context.archive.opponents, owner)
        solo = await asyncio.to_thread(context.archive.solo_statistics, owner, today=today)
    editions = (DAILY_EDITION, *(tally.edition for tally in solo.editions if tally.edition is not None))
    pars = await run_job(request, ("pars", editions), jobs.find_pars, editions)
    found = _statistics(matches, opponents, solo, dict(zip(editions, pars, strict=True)))
    return compressed(request, Json(found))


def _today(request: Request) -> date:
    """Return the date of the client from the query, or the nearest one that is today somewhere on earth."""
    context, text = context_of(request), request.query_params.get("today")
    first, last = dates_today(context.time())
    return context.today() if text is None else min(max(read_day(text), first), last)


def _statistics(
    matches: list[Tally],
    opponents: list[OpponentTally],
    solo: SoloStatistics,
    pars: dict[Edition, float | None],
) -> learn.Statistics:
    return learn.Statistics(
        tuple(
            learn.Tally(
                edition=edition_line.write(each.edition),
                title=each.edition.box.title,
                **_results(each, each.edition.rows),
            )
            for each in matches
        ),
        _solo_tally(solo.overall, None, rows=max(solo.overall.distribution, default=0)),
        tuple(
            _solo_tally(each, pars[each.edition], rows=each.edition.rows)
            for each in solo.editions
            if each.edition is not None
        ),
        _daily_tally(solo.daily, pars[DAILY_EDITION]),
        _level_tallies(opponents),
    )


def _level_tallies(opponents: list[OpponentTally]) -> tuple[learn.LevelTally, ...]:
    """Return the matches against computers by level, the weakest first."""
    found = {level: [0, 0, 0] for level in LEVELS}
    for each in opponents:
        if (level := computer_level(each.opponent)) is not None:
            counted = zip(found[level.name], (each.won, each.drawn, each.lost), strict=True)
            found[level.name] = [before + more for before, more in counted]
    return tuple(learn.LevelTally(level, *counts) for level, counts in found.items() if any(counts))


def _results(found: Results, rows: int) -> dict[str, Any]:
    return {
        "games": found.games,
        "cracked": found.broken,
        "average": found.average,
        "best": found.best,
        "hints": found.hints,
        "distribution": dict(found.distribution),
        "rows": rows,
    }


def _solo_tally(found: SoloTally, par: float | None, *, rows: int) -> learn.SoloTally:
    edition = found.edition
    return learn.SoloTally(
        edition=None if edition is None else edition_line.write(edition),
        title=None if edition is None else edition.box.title,
        par=par,
        streak=found.streak,
        longest_streak=found.longest_streak,
        **_results(found, rows),
    )


def _daily_tally(found: DailyTally, par: float | None) -> learn.DailyTally:
    return learn.DailyTally(
        par=par,
        streak=found.streak,
        longest_streak=found.longest_streak,
        calendar={day.isoformat(): guesses for day, guesses in found.calendar.items()},
        later={day.isoformat(): guesses for day, guesses in found.later.items()},
        **_results(found, DAILY_EDITION.rows),
    )
