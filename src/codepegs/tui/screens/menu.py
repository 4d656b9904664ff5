"""Main menu: a board as a logo, and what you can play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.worker import get_current_worker

from codepegs.errors import CodepegsError
from codepegs.notation.feel import name_board
from codepegs.notation.sentences import escape_unprintable, pluralize
from codepegs.tui.context import AppContext
from codepegs.tui.match_form import build_solo, person_name
from codepegs.tui.screens.logo import Logo
from codepegs.tui.widgets.app_screen import OPENING, AppScreen
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.lines import Line, Lines
from codepegs.tui.widgets.peg import Size
from codepegs.tui.widgets.wordmark import Wordmark

if TYPE_CHECKING:
    from codepegs.rules.agreement import Agreement
    from codepegs.storage.archive import Entry, MatchId
    from codepegs.tui.match.opening import Opening

ITEMS = {
    "continue": ("r", "Continue"),
    "play": ("p", "Play"),
    "people": ("t", "Two players"),
    "computer": ("a", "Against the computer"),
    "daily": ("d", "Daily code"),
    "": ("", ""),
    "custom": ("c", "Custom"),
    "join": ("o", "Join a game"),
    "games": ("m", "My games"),
    "puzzle": ("z", "Puzzles"),
    "statistics": ("s", "Statistics"),
    "settings": ("e", "Settings"),
    "help": ("h", "How to play"),
    "quit": ("q", "Quit"),
}
"""Key and label of each item. The nameless one is a line between the games and the rest.

*Continue* is an empty line unless there is an unfinished game, so that nothing moves when it appears.
"""
NOTES = {
    "people": "one keyboard",
    "custom": "boards, rules",
    "join": "online",
    "games": "review, export",
    "puzzle": "one answer each",
    "settings": "theme, name",
}
"""Notes next to the items before the archive is read."""
WELCOME = "Crack the secret code of coloured pegs."
MAX_COUNTED = 50
"""Unfinished games that are counted, at most."""


class MenuList(Lines, can_focus=True):
    """The items, one per line. A letter, a click, or the arrows and Enter choose one."""

    GROUND = "ground"
    DEFAULT_CSS = "MenuList { width: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "Move", key_display="↑↓"),
        Binding("down,j", "move(1)", show=False),
        Binding("home", "go_to(0)", show=False),
        Binding("end", "go_to(-1)", show=False),
        # At once, without a message: the next keys may be for the board.
        Binding("enter", "screen.choose", "Choose"),
    ]

    def __init__(self) -> None:
        super().__init__(id="items")
        self.notes = dict(NOTES)
        self.chosen = "play"

    def lines(self, width: int) -> list[Line]:
        return [self._line(name, width) for name in ITEMS]

    def _line(self, name: str, width: int) -> Line:
        if name not in self.choices:
            return [self.say(" " if name else "─" * width, "line")]
        key, label = ITEMS[name]
        note = self.notes.get(name, "")
        if name == self.chosen:
            return [self.highlight(f" {key}  {label:<22}{note}"[:width].ljust(width))]
        first = [*ITEMS].index(name) < [*ITEMS].index("")
        return [
            self.say(f" {key}  ", "accent", bold=True),
            self.say(f"{label:<22}", bold=first),
            self.say(note[: width - 26], "muted"),
        ]

    def note(self, **notes: str) -> None:
        """Change what stands next to some items."""
        self.notes |= notes
        self.go(self.chosen)

    @property
    def choices(self) -> list[str]:
        """The items that can be chosen."""
        return [name for name in ITEMS if name and (name != "continue" or self.notes.get(name))]

    def action_move(self, by: int) -> None:
        names = self.choices
        self.go(names[(names.index(self.chosen) + by) % len(names)])

    def action_go_to(self, place: int) -> None:
        self.go(self.choices[place])

    def go(self, name: str) -> None:
        self.chosen = name if name in self.choices else "play"
        self.refresh()

    async def on_click(self, event: events.Click) -> None:
        name = [*ITEMS][event.y] if event.y < len(ITEMS) else ""
        if name in self.choices:
            await self.run_action(f"screen.choose('{name}')")


class MenuScreen(AppScreen[None]):
    """First screen. Enter plays a solo game at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(key, f"choose('{name}')", label, show=name == "quit")
            for name, (key, label) in ITEMS.items()
            if name
        ),
        Binding("2", "choose('people')", show=False),
        Binding("escape", "stay", show=False),
    ]
    DEFAULT_CSS = """
    MenuScreen #middle { height: 1fr; align: center middle; }
    MenuScreen #row { width: auto; height: auto; }
    MenuScreen #menu { width: 48; height: auto; }
    MenuScreen #says { height: auto; margin: 1 0; color: $text-muted; }
    MenuScreen Logo { margin-right: 4; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context
        self._only: MatchId | None = None
        """The unfinished game, if there is exactly one."""

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"), Horizontal(id="row"):
            yield Logo(self._app_context.store.settings)
            with Vertical(id="menu"):
                yield Wordmark()
                yield Static(WELCOME, id="says", markup=False)
                yield MenuList()
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(MenuList).focus()
        if self._app_context.store.warning:
            self.notify(self._app_context.store.warning, severity="warning", timeout=10, markup=False)

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        logo = self.query_one(Logo)
        logo.show_in(Size(3 if height >= 36 and width >= 110 else 2))
        logo.display = width >= logo.width + 4 + 44
        self.query_one("#menu").styles.width = min(48, width - 4 - (logo.width + 4 if logo.display else 0))

    def on_screen_resume(self) -> None:
        form = self._app_context.store.match_form
        board = name_board(form.edition)
        self.query_one(MenuList).note(play=f"solo, {board.lower()}", computer=form.level)
        self._only = None
        # Draw the menu first, because the libraries of the archive take a while to load.
        self.call_after_refresh(self._count_games)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _count_games(self) -> None:
        """Open the archive in a thread, and show what is in it."""
        context, notes, words = self._app_context, {"continue": ""}, WELCOME
        unfinished: list[Entry] = []
        try:
            unfinished = context.unfinished(MAX_COUNTED + 1)
            solo = context.archive.solo_statistics(person_name(context.store.match_form), today=context.today)
        except CodepegsError as refusal:
            words = escape_unprintable(str(refusal))
        else:
            count = len(unfinished)
            many = f"over {MAX_COUNTED} games" if count > MAX_COUNTED else pluralize(count, "game")
            average, streak = solo.overall.average, solo.daily.streak
            notes["continue"] = many if unfinished else ""
            notes["statistics"] = "" if average is None else f"average {average:.2f}"
            notes["daily"] = f"streak {streak}" if streak else "one try a day"
            played = solo.overall.games or solo.daily.games or unfinished
            notes["help"] = "one minute" if played else "new? start here"
        if not get_current_worker().is_cancelled:
            only = unfinished[0].id if len(unfinished) == 1 else None
            self.app.call_from_thread(self._show, words, notes, only)

    def _show(self, words: str, notes: dict[str, str], only: MatchId | None) -> None:
        if self.is_mounted:
            self._only = only
            self.query_one("#says", Static).update(Content(words))
            self.query_one(MenuList).note(**notes)

    def action_choose(self, name: str = "") -> None:
        """Open an item, by default the chosen one. Imports happen here, so that the menu appears quickly."""
        if self.opening_table:
            return  # it was meant for the table that is about to appear
        items = self.query_one(MenuList)
        name = name or items.chosen
        items.go(name)
        match name:
            case "play":
                self._begin(build_solo(self._app_context.store.match_form))
            case "continue" if self._only is not None:
                only = self._only
                self._open(lambda tables: tables.resume(only))
            case "people" | "computer":
                from codepegs.tui.setup.form_screen import MatchFormScreen

                store = self._app_context.store
                form = replace(store.match_form, company=name)
                self.app.push_screen(MatchFormScreen(store, form), self._begin)
            case "custom":
                from codepegs.tui.setup.edition_screen import EditionScreen

                self.app.push_screen(EditionScreen(self._app_context.store), self._begin)
            case "quit":
                self.app.exit()
            case _:
                self.app.push_screen(_make_screen(name, self._app_context))

    def action_stay(self) -> None:
        """Ignore Esc, so that one Esc too many does not quit."""
        self.notify("q or Ctrl-Q quits.", timeout=3, markup=False)

    def _begin(self, agreement: Agreement | None) -> None:
        if agreement is not None:
            self._open(lambda tables: tables.open(agreement))

    def _open(self, opening: Opening) -> None:
        from codepegs.tui.match.opening import open_match

        self.run_worker(open_match(self, self._app_context, opening), group=OPENING)


def _make_screen(name: str, context: AppContext) -> Screen[Any]:
    """Return the screen of an item. The modules are imported here, so that the menu appears quickly."""
    match name:
        case "daily":
            from codepegs.tui.screens.daily import DailyScreen

            return DailyScreen(context)
        case "continue" | "games":
            from codepegs.tui.screens.matches import MatchesScreen

            return MatchesScreen(context, unfinished=name == "continue")
        case "join":
            from codepegs.tui.screens.join import JoinScreen

            return JoinScreen(context)
        case "puzzle":
            from codepegs.tui.puzzle.form import PuzzleFormScreen

            return PuzzleFormScreen(context)
        case "statistics":
            from codepegs.tui.screens.statistics import StatisticsScreen

            return StatisticsScreen(context)
        case "settings":
            from codepegs.tui.screens.settings import SettingsScreen

            return SettingsScreen(context.store)
        case _:
            from codepegs.tui.screens.help import HelpScreen

            return HelpScreen(context, context.store.match_form.edition)
