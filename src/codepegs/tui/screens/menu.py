"""Main menu."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import escape_unprintable
from codepegs.tui.context import AppContext
from codepegs.tui.match_form import build_daily, build_solo
from codepegs.tui.paints import PEGS
from codepegs.tui.widgets.inputs import Chooser
from codepegs.tui.widgets.status import notify_error

if TYPE_CHECKING:
    from codepegs.rules.agreement import Agreement
    from codepegs.table.keyboard import Keyboard

ITEMS = {
    "play": ("p", "Play", "crack a code on your own"),
    "daily": ("d", "Daily code", "one try, the same code for everybody"),
    "new": ("n", "New match", "edition, players, house rules"),
    "resume": ("r", "Resume", "go on with a match or a solo game"),
    "recent": ("m", "Recent matches", "look at one, or delete it"),
    "review": ("v", "Review a record", "step through a .pegs file"),
    "puzzle": ("z", "Puzzle", "today's, or another: one answer to find"),
    "statistics": ("s", "Statistics", "games, averages, best"),
    "settings": ("e", "Settings", "theme, letters or shapes, motion"),
    "help": ("h", "Help", "the keys, and the rules of every edition"),
    "quit": ("q", "Quit", ""),
}
"""Items: key, label and description."""

MAX_COUNTED = 50
"""Waiting matches that are counted, at most."""

_LOGO = ("codepegs", ("red", "blue", "yellow", "green", "white", "black", "orange", "purple"))


class MenuScreen(Screen[None]):
    """List of items, each with a letter key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, f"choose('{name}')", label, show=False) for name, (key, label, _) in ITEMS.items()),
        Binding("escape", "stay", show=False),
    ]
    DEFAULT_CSS = """
    MenuScreen { align: center middle; }
    MenuScreen #menu { width: 66; max-width: 100%; height: auto; }
    MenuScreen #sign { width: 100%; text-align: center; margin-bottom: 1; }
    MenuScreen Chooser { height: auto; padding: 0 1; border: round $primary; }
    MenuScreen Chooser:focus { border: round $primary; }
    MenuScreen #waiting { width: 100%; text-align: center; color: $text-muted; margin-top: 1;
        height: auto; min-height: 1; max-height: 5; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context

    def compose(self) -> ComposeResult:
        with Vertical(id="menu"):
            yield Static(logo(), id="sign")
            yield Chooser(*(Option(_item(name), id=name) for name in ITEMS), id="items")
            yield Static("", id="waiting", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        if self._app_context.store.warning:
            self.notify(self._app_context.store.warning, severity="warning", timeout=10, markup=False)

    def on_screen_resume(self) -> None:
        # Draw the menu first, because the libraries of the archive take a while to load.
        self.call_after_refresh(self._count_unfinished)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _count_unfinished(self) -> None:
        """Open the archive in a thread, and show how many matches are unfinished."""
        try:
            words = _unfinished_text(len(self._app_context.unfinished(MAX_COUNTED + 1)))
        except CodepegsError as refusal:
            words = escape_unprintable(str(refusal))
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._say, words)

    def _say(self, words: str) -> None:
        if self.is_mounted:
            self.query_one("#waiting", Static).update(Content(words))

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        assert event.option_id is not None
        self.action_choose(event.option_id)

    def action_choose(self, name: str) -> None:
        """Open an item. Imports happen here, so that the menu appears quickly."""
        self.query_one(Chooser).highlighted = [*ITEMS].index(name)
        match name:
            case "play":
                self._begin(build_solo(self._app_context.store.match_form))
            case "daily":
                self._play_daily()
            case "new":
                self._new_match()
            case "resume" | "recent":
                from codepegs.tui.screens.matches import MatchesScreen

                self.app.push_screen(MatchesScreen(self._app_context, unfinished=name == "resume"))
            case "review":
                from codepegs.tui.review.open import OpenRecordScreen

                self.app.push_screen(OpenRecordScreen(settings=self._app_context.store.settings))
            case "puzzle":
                from codepegs.tui.puzzle.form import PuzzleFormScreen

                self.app.push_screen(PuzzleFormScreen(self._app_context))
            case "statistics":
                from codepegs.tui.screens.statistics import StatisticsScreen

                self.app.push_screen(StatisticsScreen(self._app_context))
            case "settings":
                from codepegs.tui.screens.settings import SettingsScreen

                self.app.push_screen(SettingsScreen(self._app_context.store))
            case "help":
                from codepegs.tui.screens.help import HelpScreen

                self.app.push_screen(HelpScreen(self._app_context.store.match_form.edition))
            case _:
                self.app.exit()

    def action_stay(self) -> None:
        """Ignore Esc, so that one Esc too many does not quit."""
        self.notify("q or Ctrl-Q quits.", timeout=3, markup=False)

    def _new_match(self) -> None:
        from codepegs.tui.setup.edition_screen import EditionScreen

        self.app.push_screen(EditionScreen(self._app_context.store), self._begin)

    def _play_daily(self) -> None:
        """Play today's code, or return to the game if it was begun before."""
        form, today = self._app_context.store.match_form, self._app_context.today
        try:
            agreement = build_daily(form, today)
            begun = self._app_context.archive.find_daily(today, agreement.players[1])
        except CodepegsError as refusal:
            notify_error(self, refusal)
            return
        if begun is None:
            self._begin(agreement)
        else:
            self._open(self._app_context.tables.resume(begun.id))

    def _begin(self, agreement: Agreement | None) -> None:
        if agreement is not None:
            self._open(self._app_context.tables.open(agreement))

    def _open(self, opening: Coroutine[None, None, Keyboard]) -> None:
        """Open a table, unless a second Enter came before the first one had its effect."""
        if any(worker.group == "open" and not worker.is_finished for worker in self.workers):
            opening.close()
            return
        from codepegs.tui.match.opening import open_match

        self.run_worker(open_match(self, self._app_context, opening), group="open")


def logo() -> Content:
    """Return the name of the game as a row of pegs."""
    word, paints = _LOGO
    return Content(" ").join(
        Content(f" {letter.upper()} ").stylize(f"bold {PEGS[paint].ink.true} on {PEGS[paint].fill.true}")
        for letter, paint in zip(word, paints, strict=True)
    )


def _unfinished_text(count: int) -> str:
    if count == 0:
        return ""
    if count == 1:
        return "A match waits for you: r goes on."
    many = f"More than {MAX_COUNTED}" if count > MAX_COUNTED else str(count)
    return f"{many} matches wait for you: r goes on."


def _item(name: str) -> Content:
    key, label, more = ITEMS[name]
    return Content.assemble((f" {key} ", "bold $accent"), f" {label:<17}", (more, "$foreground-muted"))
