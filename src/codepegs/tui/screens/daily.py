"""Screen of the daily code: today's game, the streak, and a calendar."""

from __future__ import annotations

from calendar import Calendar
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.rules.daily import FIRST_DAY, daily_number
from codepegs.rules.view import MatchView
from codepegs.tui.context import AppContext
from codepegs.tui.match_form import build_daily, person_name
from codepegs.tui.widgets.app_screen import OPENING, AppScreen, TitleBar
from codepegs.tui.widgets.key_line import KeyLine

if TYPE_CHECKING:
    from codepegs.storage.archive import Entry
    from codepegs.storage.statistics import DailyTally

DAY_SECONDS = 24 * 60 * 60
DAYS = " Mo    Tu    We    Th    Fr    Sa    Su"
_CELL = 6
"""Columns of a day."""


class DailyScreen(AppScreen[None]):
    """One try per day. Enter plays it, or shows the game that was played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,p", "play", "Play"),
        Binding("enter,p", "show", "Show the game"),
        Binding("c", "copy", "Copy result"),
        Binding("left", "month(-1)", "Month", key_display="←→"),
        Binding("right", "month(1)", show=False),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    DailyScreen #middle { height: 1fr; align: center middle; }
    DailyScreen #middle Static { width: 46; }
    DailyScreen #title { text-style: bold; color: $accent; }
    DailyScreen #calendar, DailyScreen #left { margin-top: 1; }
    DailyScreen #left { color: $text-muted; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context
        self._month = context.today.replace(day=1)
        self._played: Entry | None = None
        self._tally: DailyTally | None = None

    def compose(self) -> ComposeResult:
        yield TitleBar("Daily code")
        with VerticalScroll(id="middle", can_focus=False):
            yield Static(id="title", markup=False)
            yield Static(id="state", markup=False)
            yield Static(id="calendar")
            yield Static(id="left")
        yield KeyLine()

    def on_mount(self) -> None:
        self.set_interval(1, self._show_countdown)

    def on_screen_resume(self) -> None:
        self._load()

    def _load(self) -> None:
        context = self._app_context
        today, name = context.today, person_name(context.store.match_form)
        title, state = "", "The same code for everybody. You have one try, and ten guesses."
        try:
            title = f"Daily code No. {daily_number(today)}"
            self._played = context.archive.find_daily(today, name)
            self._tally = context.archive.solo_statistics(name, today=today).daily
        except CodepegsError as refusal:
            state = escape_unprintable(str(refusal))
        if self._played is not None:
            state = _describe_today(self._played)
        self.query_one("#title", Static).update(Content(title or "Daily code"))
        self.query_one("#state", Static).update(Content(state))
        self._show_calendar()
        self._show_countdown()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self._played is not None and self._played.over
        return {"play": not over, "show": over, "copy": over}.get(action, True)

    def action_play(self) -> None:
        """Play today's code, or return to the game if it was begun before."""
        from codepegs.tui.match.opening import open_match

        context, begun = self._app_context, self._played
        try:
            agreement = build_daily(context.store.match_form, context.today)
        except CodepegsError as refusal:
            self.query_one("#state", Static).update(Content(str(refusal)))
            return
        if self.opening_table:
            return
        opening = open_match(
            self,
            context,
            lambda tables: tables.open(agreement) if begun is None else tables.resume(begun.id),
        )
        self.run_worker(opening, group=OPENING)

    def action_show(self) -> None:
        """Return to the game that is over."""
        self.action_play()

    def action_copy(self) -> None:
        """Copy the result as text that does not spoil the code."""
        # Imported here, because it loads numpy.
        from codepegs.analysis.solo_result import share_solo_game

        assert self._played is not None
        text = share_solo_game(MatchView.of(self._app_context.archive.match(self._played.id), None)).text
        self.app.copy_to_clipboard(text)
        self.query_one("#state", Static).update(Content(f"{text}\n\nCopied. Paste it anywhere."))

    def action_month(self, by: int) -> None:
        """Show another month. The last one is this month."""
        number = self._month.year * 12 + self._month.month - 1 + by
        month = date(number // 12, number % 12 + 1, 1)
        if month <= self._app_context.today:
            self._month = month
            self._show_calendar()

    def _show_calendar(self) -> None:
        if self._tally is not None:
            calendar = draw_calendar(self._tally, self._month, self._app_context.today)
            self.query_one("#calendar", Static).update(calendar)

    def _show_countdown(self) -> None:
        seconds = DAY_SECONDS - self._app_context.now() // 1_000_000 % DAY_SECONDS
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        self.query_one("#left", Static).update(f"The next code comes in {clock}.")


def draw_calendar(tally: DailyTally, month: date, today: date) -> Content:
    """Return the streaks and a month, with the guesses of each day that was played."""
    lines = [
        Content(f"{month:%B %Y}").stylize("bold $accent"),
        Content(DAYS).stylize("$foreground-muted"),
    ]
    for week in Calendar().monthdatescalendar(month.year, month.month):
        lines.append(Content("").join(_cell(day, tally, today, month) for day in week))
    if tally.games:
        cracked = f"{tally.broken} of {tally.games} cracked"
        streaks = Content(f"{cracked} · streak {tally.streak} · longest {tally.longest_streak}")
        legend = "Numbers are guesses, and x means not cracked."
        lines += [Content(""), streaks, Content(legend).stylize("$foreground-muted")]
    return Content("\n").join(lines)


def _cell(day: date, tally: DailyTally, today: date, month: date) -> Content:
    """Return a day and its result: how many guesses, x, or ? for today."""
    if day.month != month.month:
        return Content(" " * _CELL)
    guesses = tally.calendar.get(day)
    open_today = guesses is None and day == today
    mark = "?" if open_today else "·" if guesses is None else str(guesses or "x")
    mark = mark if FIRST_DAY <= day <= today else ""
    return Content.assemble(
        (f"{day.day:>3} ", "$foreground-muted"),
        (f"{mark:<{_CELL - 4}}", "bold $accent" if open_today or guesses else "$foreground-muted"),
    )


def _describe_today(entry: Entry) -> str:
    outcome = entry.outcome
    if outcome is None:
        return "You have started it. Press Enter to continue."
    if outcome.cracked_in is None:
        return "Not cracked today. Press Enter to see your game."
    return f"You cracked it in {outcome.cracked_in}! Press Enter to see your game."
