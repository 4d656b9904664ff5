"""Figures of a finished game, computed outside of the event loop. Has no widgets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from codepegs.errors import CodepegsError, TooLarge
from codepegs.notation import record
from codepegs.rules.view import MatchView

if TYPE_CHECKING:
    from codepegs.storage.statistics import Results
    from codepegs.tui.context import AppContext


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of the analysis about a game. None stands for an unknown one."""

    par: float | None = None
    skill: float | None = None
    luck: float | None = None
    codes_left: int | None = None
    """Codes that fitted all answers at the end."""
    settled: int | None = None
    """The row after which only one code was left, if the game went on."""


def compute_figures(text: str, index: int, stop: Callable[[], bool]) -> Figures:
    """Review the game at `index` of a record. Once `stop` returns true, the rest is only estimated."""
    # Imported here, because they load numpy.
    from codepegs.analysis.budget import QUICK
    from codepegs.analysis.review.review import review_game
    from codepegs.engine.par import find_par

    match = record.read(text)
    game, par = match.games[index], find_par(match.agreement.edition)
    if game.revealed is None:
        return Figures(par)
    try:
        found = review_game(match.agreement, game, QUICK, stop=stop)
    except TooLarge:
        return Figures(par)
    rows = found.rows[:-1]
    settled = next((row.row for row in rows if row.left_after == 1), None)
    left = found.rows[-1].left_after if found.rows else None
    return Figures(par, found.totals.skill, found.totals.fortune, left, settled)


@dataclass(frozen=True, slots=True)
class History:
    """Results of a player in games of this kind, and the average of perfect play."""

    results: Results
    par: float | None
    streak: int | None = None
    """Games or days in a row whose codes were cracked; None in matches, which have no streak."""


def load_history(context: AppContext, match: MatchView, player: str) -> History | None:
    """Return the player's results with the edition of a match, or as daily codes; None if there are none."""
    from codepegs.engine.par import find_par

    edition = match.agreement.edition
    try:
        found = _find_results(context, match, player)
    except CodepegsError:
        return None  # the archive cannot be read, which the menu says
    if found is None or not found.games:
        return None
    streak: int | None = getattr(found, "streak", None)
    return History(found, find_par(edition), streak)


def _find_results(context: AppContext, match: MatchView, player: str) -> Results | None:
    agreement, archive = match.agreement, context.archive
    if not agreement.solo:
        tallies = archive.statistics()
        own = (tally for tally in tallies if (tally.edition, tally.player) == (agreement.edition, player))
        return next(own, None)
    solo = archive.solo_statistics(player, today=context.today)
    if agreement.daily is not None:
        return solo.daily
    return next((tally for tally in solo.editions if tally.edition == agreement.edition), None)
