"""Screen of the daily code: today's game, the streak, and a calendar of earlier days."""

from __future__ import annotations

from calendar import Calendar
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, ClassVar

from textual import events
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

DAYS = " Mo    Tu    We    Th    Fr    Sa    Su"
_CELL = 6
"""Columns of a day."""


class DailyScreen(AppScreen[None]):
    """One try per day. Enter plays the chosen day, or shows the game that was played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,p", "play", "Play"),
        Binding("enter,p", "show", "Show the game"),
        Binding("c", "copy", "Copy result"),
        Binding("left", "move(-1)", "Day", key_display="←→"),
        Binding("right", "move(1)", show=False),
        Binding("up", "move(-7)", show=False),
        Binding("down", "move(7)", show=False),
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
        self._today = self._day = context.today
        """Today, and the day whose game is shown."""
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
        day, name = self._day, person_name(context.store.match_form)
        title, state = "", "Everyone gets the same code. One try, ten guesses."
        if day < self._today:
            state = "Play it now: it counts for no streak."
        try:
            title = f"Daily code No. {daily_number(day)} · {day.day} {day:%B}"
            self._played = context.archive.find_daily(day, name)
            self._tally = context.archive.solo_statistics(name, today=self._today).daily
        except CodepegsError as refusal:
            state = escape_unprintable(str(refusal))
        if self._played is not None:
            state = _describe_game(self._played)
        self.query_one("#title", Static).update(Content(title or "Daily code"))
        self.query_one("#state", Static).update(Content(state))
        self._show_calendar()
        self._show_countdown()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        over = self._played is not None and self._played.over
        return {"play": not over, "show": over, "copy": over}.get(action, True)

    def action_play(self) -> None:
        """Play the code of the chosen day, or return to the game if it was begun before."""
        from codepegs.tui.match.opening import open_match

        context, begun = self._app_context, self._played
        try:
            agreement = build_daily(context.store.match_form, self._day, today=self._today)
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

    def action_move(self, by: int) -> None:
        """Choose another day, so many days later."""
        self._choose(self._day + timedelta(days=by))

    def on_click(self, event: events.Click) -> None:
        """Choose the day under a click."""
        if event.widget is not self.query_one("#calendar"):
            return
        # The month and the weekdays are above the first week.
        weeks = Calendar().monthdatescalendar(self._day.year, self._day.month)
        week, place = event.y - 2, event.x // _CELL
        if 0 <= week < len(weeks) and place < 7:
            self._choose(weeks[week][place])

    def _choose(self, day: date) -> None:
        if FIRST_DAY <= day <= self._today:
            self._day = day
            self._load()

    def _show_calendar(self) -> None:
        if self._tally is not None:
            calendar = draw_calendar(self._tally, self._day, self._today)
            self.query_one("#calendar", Static).update(calendar)

    def _show_countdown(self) -> None:
        if self._today != self._app_context.today:
            self._today = self._day = self._app_context.today
            self._load()
        # Days of 23 and 25 hours are counted right between two times in UTC.
        midnight = datetime.combine(self._today + timedelta(days=1), time()).astimezone(UTC)
        seconds = int((midnight - self._app_context.time).total_seconds())
        clock = f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
        self.query_one("#left", Static).update(f"Next code in {clock}.")


def draw_calendar(tally: DailyTally, chosen: date, today: date) -> Content:
    """Return the streaks and the month of a day, with the guesses of each day that was played."""
    lines = [
        Content(f"{chosen:%B %Y}").stylize("bold $accent"),
        Content(DAYS).stylize("$foreground-muted"),
    ]
    for week in Calendar().monthdatescalendar(chosen.year, chosen.month):
        lines.append(Content("").join(_cell(day, tally, today, chosen) for day in week))
    if tally.games or tally.later:
        cracked = f"{tally.broken} of {tally.games} cracked"
        streaks = Content(f"{cracked} · streak {tally.streak} · longest {tally.longest_streak}")
        later = "x means not cracked, and * played later."
        legend = later if tally.later else "Numbers are guesses, and x means not cracked."
        lines += [Content(""), streaks, Content(legend).stylize("$foreground-muted")]
    return Content("\n").join(lines)


def _cell(day: date, tally: DailyTally, today: date, chosen: date) -> Content:
    """Return a day and its result: how many guesses, x, or ? for today. The chosen day is reversed."""
    if day.month != chosen.month:
        return Content(" " * _CELL)
    later = "*" if day in tally.later else " "
    guesses = {**tally.later, **tally.calendar}.get(day)
    open_today = guesses is None and day == today
    mark = "?" if open_today else "·" if guesses is None else str(guesses or "x")
    mark = mark if FIRST_DAY <= day <= today else ""
    number = (f"{day.day:>2}", "reverse" if day == chosen else "$foreground-muted")
    result = (f"{mark:<{_CELL - 4}}", "bold $accent" if open_today or guesses else "$foreground-muted")
    return Content.assemble(" ", number, later, result)


def _describe_game(entry: Entry) -> str:
    outcome = entry.outcome
    if outcome is None:
        return "You've started this code. Press Enter to carry on."
    if outcome.cracked_in is None:
        return "Not cracked. Press Enter to see your game."
    return f"You cracked it in {outcome.cracked_in}! Press Enter to see your game."
