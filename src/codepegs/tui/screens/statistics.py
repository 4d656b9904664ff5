"""Statistics of codebreakers: solo games, daily codes and matches, per edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.errors import CodepegsError
from codepegs.notation import sentences
from codepegs.notation.edition_facts import title
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.daily import DAILY_EDITION
from codepegs.tui.context import AppContext
from codepegs.tui.look import look_of
from codepegs.tui.widgets.app_screen import AppScreen, TitleBar
from codepegs.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from codepegs.rules.edition import Edition
    from codepegs.storage.statistics import DailyTally, Results, SoloStatistics, SoloTally, Tally

BAR_WIDTH = 30
"""Width of the longest bar, in cells."""


class StatisticsScreen(AppScreen[None]):
    """Blocks of solo games, daily codes and matches. Left and right change the player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "player(-1)", "Player", key_display="←→", priority=True),
        Binding("right", "player(1)", show=False, priority=True),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    StatisticsScreen VerticalScroll { height: 1fr; padding: 1 2; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context
        self._tallies: list[Tally] = []
        self._solo: dict[str, SoloStatistics] = {}
        self._players: list[str | None] = [None]
        self._at = 0
        self._refusal = ""

    def compose(self) -> ComposeResult:
        yield TitleBar("Statistics")
        with VerticalScroll():
            yield Static(id="page")
        yield KeyLine()

    def on_mount(self) -> None:
        try:
            self._load()
        except CodepegsError as refusal:
            self._refusal = escape_unprintable(str(refusal))
        names = {tally.player for tally in self._tallies if tally.player is not None} | self._solo.keys()
        self._players = [None, *sorted(names, key=str.casefold)]
        you = self._app_context.store.match_form.one
        self._at = self._players.index(you) if you in self._players else 0
        self._show()
        self.query_one(VerticalScroll).focus()

    def _load(self) -> None:
        from codepegs.storage.statistics import totals

        archive, today = self._app_context.archive, self._app_context.today
        each = archive.statistics()
        self._tallies = [*totals(each), *each]
        self._solo = {name: archive.solo_statistics(name, today=today) for name in archive.solo_players()}

    def action_player(self, by: int) -> None:
        """Show the next player, or everybody."""
        self._at = (self._at + by) % len(self._players)
        self._show()

    def _show(self) -> None:
        player = self._players[self._at]
        whose = "everybody in matches" if player is None else escape_unprintable(player)
        self.query_one(TitleBar).write(f"Statistics for {whose}, as codebreaker")
        paint = look_of(self)["faint"]
        blocks = [] if player not in self._solo else [*_describe_solo(self._solo[player], paint)]
        blocks += [
            _block(f"Matches, {title(tally.edition)}", tally, paint, edition=tally.edition)
            for tally in self._tallies
            if tally.player == player
        ]
        none = self._refusal or "No finished games yet. Play one, and it will show up here."
        self.query_one("#page", Static).update(Content("\n\n").join(blocks or [Content(none)]))
        self.query_one(VerticalScroll).scroll_home(animate=False)


def _describe_solo(solo: SoloStatistics, paint: str) -> Iterator[Content]:
    """Yield a block for all solo games, one for daily codes, and one per edition."""
    if solo.daily.games:
        yield _block("Daily codes", solo.daily, paint, edition=DAILY_EDITION, streaks=solo.daily)
    if len(solo.editions) > 1:
        yield _block("Solo, all editions", solo.overall, paint, streaks=solo.overall)
    for tally in solo.editions:
        assert tally.edition is not None
        heading = f"Solo, {title(tally.edition)}"
        yield _block(heading, tally, paint, edition=tally.edition, streaks=tally)


def _block(
    heading: str,
    results: Results,
    paint: str,
    *,
    edition: Edition | None = None,
    streaks: SoloTally | DailyTally | None = None,
) -> Content:
    """Return a heading, a summary next to the par of `edition`, and a bar per number of rows."""
    lines = [Content(heading).stylize("bold $accent"), Content(_summary(results, edition))]
    if streaks is not None:
        lines.append(Content(f"Streak {streaks.streak} · longest streak {streaks.longest_streak}"))
    return Content("\n").join([*lines, Content(""), *_bars(results, paint)])


def _summary(results: Results, edition: Edition | None) -> str:
    words = f"{results.broken} of {sentences.pluralize(results.games, 'game')} cracked"
    if results.average is None:
        return words
    # Imported here, because it loads numpy.
    from codepegs.engine.par import find_par

    par = None if edition is None else find_par(edition)
    near = "" if par is None else f" (par {par:.2f})"
    words += f" · average {results.average:.2f}{near}"
    words += "" if results.best is None else f" · best {results.best}"
    return words + (f" · {sentences.pluralize(results.hints, 'hint')}" if results.hints else "")


def _bars(results: Results, paint: str) -> Iterator[Content]:
    most = max([*results.distribution.values(), results.held], default=0)
    if results.distribution:
        rows = range(min(results.distribution), max(results.distribution) + 1)
        for number in rows:
            yield _bar(str(number), results.distribution.get(number, 0), most, paint)
    if results.held:
        yield _bar("not cracked", results.held, most, paint)


def _bar(label: str, count: int, most: int, paint: str) -> Content:
    """Return a bar, at least one cell wide unless the count is 0."""
    cells = -(-BAR_WIDTH * count // most)
    return Content.assemble((f"{label:>11} ", "$foreground-muted"), ("▇" * cells or "▏", paint), f" {count}")
