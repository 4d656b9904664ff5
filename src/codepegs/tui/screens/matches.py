"""List of the matches in the archive, to continue, review or delete one."""

from __future__ import annotations

from asyncio import to_thread
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static
from textual.widgets.option_list import Option
from textual.worker import get_current_worker

from codepegs.errors import CodepegsError
from codepegs.notation.sentences import call_player, escape_unprintable
from codepegs.rules.view import MatchView, View
from codepegs.storage.archive import MatchId
from codepegs.storage.errors import PlayedOnServer
from codepegs.tui.context import AppContext
from codepegs.tui.screens.exporting import (
    SUFFIXES,
    WAYS,
    export_match,
    import_match,
    read_record_file,
    save_text,
)
from codepegs.tui.screens.match_lines import describe_entry, describe_terms, matches_search
from codepegs.tui.screens.path_dialog import PathDialog
from codepegs.tui.widgets.app_screen import OPENING, AppScreen, TitleBar
from codepegs.tui.widgets.board import BoardView
from codepegs.tui.widgets.confirm import ChoiceScreen, ConfirmScreen
from codepegs.tui.widgets.inputs import Chooser, PrintableInput
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.peg import SIZES
from codepegs.tui.widgets.status import notify_error

if TYPE_CHECKING:
    from codepegs.rules.match import Match
    from codepegs.storage.archive import Entry

MAX_LISTED = 500
"""Matches in the list. The command `codepegs matches` lists all."""
_SIDE = 32
"""Columns of the preview."""
EMPTY_TEXTS = {
    True: "There is no unfinished game. Choose Play to start one.",
    False: "You have not played here yet. Choose Play to start a game.",
}


class MatchesScreen(AppScreen[None]):
    """List of all matches or only `unfinished` ones, the latest first, with a preview of the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review", "Review"),
        Binding("x", "export", "Export"),
        Binding("d,delete", "delete", "Delete"),
        Binding("slash", "search", "Search"),
        Binding("escape", "back", "Back"),
        Binding("i", "import", "Import"),
    ]
    CSS = f"""
    MatchesScreen #list {{ width: 1fr; height: 1fr; border: none; padding: 1 0; background: $background; }}
    MatchesScreen #none {{ width: 1fr; padding: 1 2; display: none; }}
    MatchesScreen #side {{ width: {_SIDE}; padding: 1 0 0 1; }}
    MatchesScreen #about {{ height: auto; margin-bottom: 1; }}
    MatchesScreen #filter {{ display: none; dock: bottom; margin-bottom: 1; }}
    """

    def __init__(self, context: AppContext, *, unfinished: bool) -> None:
        super().__init__()
        self._app_context, self._unfinished = context, unfinished
        self._entries: dict[MatchId, Entry] = {}
        self._error = ""

    @property
    def edition(self) -> str | None:
        """Edition of the highlighted match, for the help screen."""
        entry = self._entry
        return None if entry is None else entry.agreement.edition.slug

    def compose(self) -> ComposeResult:
        yield TitleBar("Continue" if self._unfinished else "My games")
        with Horizontal():
            yield Chooser(id="list")
            yield Static("", id="none", markup=False)
            with Vertical(id="side"):
                yield Static(id="about", markup=False)
                yield BoardView(self._app_context.store.settings)
        yield PrintableInput(
            placeholder="search: a name, a board, a result, an ID", compact=True, id="filter"
        )
        yield KeyLine()

    def on_mount(self) -> None:
        self.query_one(BoardView).fits_itself = False

    def on_resize(self, event: events.Resize) -> None:
        self.query_one("#side").display = event.size.width >= _SIDE + 45

    def on_screen_resume(self) -> None:
        self._load_entries()
        self._fill()

    def _load_entries(self) -> None:
        archive, self._error = self._app_context, ""
        try:
            entries = (
                archive.unfinished(MAX_LISTED)
                if self._unfinished
                else archive.archive.entries(limit=MAX_LISTED)
            )
        except CodepegsError as refusal:
            entries, self._error = [], escape_unprintable(str(refusal))
        self._entries = {entry.id: entry for entry in entries}

    def _fill(self, select: MatchId | None = None) -> None:
        """Show the entries that the search finds. `select` is highlighted, or else the same line."""
        matches, now = self.query_one(Chooser), self._app_context.now()
        at = matches.highlighted or 0
        words = self.query_one("#filter", Input).value.casefold().split()
        shown = [entry for entry in self._entries.values() if matches_search(entry, now, words)]
        found = [entry.id for entry in shown]
        matches.clear_options()
        matches.add_options([Option(describe_entry(entry, now), id=entry.id) for entry in shown])
        matches.display = bool(found)
        none = self.query_one("#none", Static)
        none.display = not found
        none.update(Content(self._error or ("Nothing found." if words else EMPTY_TEXTS[self._unfinished])))
        if found:
            matches.highlighted = found.index(select) if select in found else min(at, len(found) - 1)
        else:
            self._show_preview(None, "")
        if found and not self.query_one("#filter").has_focus:
            matches.focus()
        self.refresh_bindings()

    @property
    def _entry(self) -> Entry | None:
        matches = self.query_one(Chooser)
        if matches.highlighted is None or not matches.option_count:
            return None
        name = matches.get_option_at_index(matches.highlighted).id
        return None if name is None else self._entries.get(MatchId(name))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("open", "review", "delete", "export") or self._entry is not None

    # Preview --------------------------------------------------------------------------

    def on_option_list_option_highlighted(self, event: Chooser.OptionHighlighted) -> None:
        entry = self._entry
        if entry is not None and event.option_id == entry.id:
            self._preview(entry)

    @work(thread=True, exclusive=True, group="preview", exit_on_error=False)
    def _preview(self, entry: Entry) -> None:
        """Load a match, and show its last board as a spectator sees it."""
        try:
            match = self._app_context.archive.match(entry.id)
            view, turn = MatchView.of(match, None), match.turn
            who = "" if turn is None else call_player(match.agreement.players, turn)
            turn_of = f"\n{escape_unprintable(who)} to move" if who else ""
            game, words = view.game, f"{describe_terms(entry)}{turn_of}"
        except CodepegsError as refusal:
            game, words = None, escape_unprintable(str(refusal))
        if not get_current_worker().is_cancelled:
            self.app.call_from_thread(self._show_preview, game, words)

    def _show_preview(self, game: View | None, words: str) -> None:
        if not self.is_mounted:
            return
        self.query_one("#about", Static).update(Content(words))
        board = self.query_one(BoardView)
        board.display = game is not None
        board.game = game
        if game is not None:
            height = self.app.size.height - words.count("\n") - 5
            edition = game.board.edition
            fitting = (size for size in SIZES if size.width(edition) < _SIDE)
            sizes = [size for size in fitting if size.number <= 2]
            whole = [size for size in sizes if size.height(edition, 2) <= height]
            board.fit((whole or sizes[-1:] or SIZES[-1:])[0], 2, max(4, height))

    # Search ---------------------------------------------------------------------------

    def action_search(self) -> None:
        """Open the search field. The list follows what is typed."""
        field = self.query_one("#filter")
        field.display = True
        field.focus()

    def on_input_changed(self) -> None:
        self._fill()

    def on_input_submitted(self) -> None:
        self.query_one(Chooser).focus()

    def action_back(self) -> None:
        """Close the search, or leave."""
        field = self.query_one("#filter", Input)
        if field.display:
            field.value, field.display = "", False
            self.query_one(Chooser).focus()
        else:
            self.dismiss()

    # Export and import ----------------------------------------------------------------

    def action_export(self) -> None:
        """Copy or save the match."""
        entry = self._entry
        match = self._load(entry)
        if entry is None or match is None:
            return

        def export(way: str | None) -> None:
            if way is not None and way in SUFFIXES:
                path = f"codepegs-{entry.id}{SUFFIXES[way]}"
                question = PathDialog("Save as:", path)
                self.app.push_screen(question, lambda path: self._save(match, entry.id, way, path))
            elif way is not None:
                self.app.copy_to_clipboard(export_match(match, entry.id, way))
                self.notify(
                    "Copied. If pasting doesn't work in your terminal, save it to a file instead.",
                    markup=False,
                )

        self.app.push_screen(ChoiceScreen("Export this match", WAYS), export)

    def _save(self, match: Match, match_id: MatchId, way: str, path: str | None) -> None:
        if path is None:
            return
        try:
            file = save_text(path, export_match(match, match_id, way))
        except CodepegsError as refusal:
            notify_error(self, refusal)
        else:
            self.notify(f"Saved as {escape_unprintable(str(file))}.", markup=False)

    def action_import(self) -> None:
        """Read a record from a file. A finished match is added to the list."""
        self.app.push_screen(PathDialog("Path of a record, such as match.pegs:"), self._import)

    def _import(self, path: str | None) -> None:
        if path is None:
            return
        try:
            match = read_record_file(path)
            name = import_match(self._app_context.archive, match, at=self._app_context.now())
        except CodepegsError as refusal:
            notify_error(self, refusal)
            return
        if name is None:
            self._review(match)
            return
        self._load_entries()
        self._fill(select=name)

    # The match ------------------------------------------------------------------------

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Continue the match, or review it if it is over. Refuse one that is played on a server."""
        entry = self._entry
        if entry is None:
            return
        if entry.outcome is not None:
            self.action_review()
            return
        if entry.table:
            notify_error(self, PlayedOnServer(entry.id))
            return
        from codepegs.tui.match.opening import open_match

        opening = open_match(self, self._app_context, lambda tables: tables.resume(entry.id))
        self.run_worker(opening, group=OPENING, exclusive=True)

    def action_review(self) -> None:
        match = self._load(self._entry)
        if match is not None:
            self._review(match)

    def action_delete(self) -> None:
        """Delete the match after a confirmation."""
        entry = self._entry
        if entry is None:
            return
        names = entry.agreement.players
        one, two = (call_player(names, player, inside=True) for player in (0, 1))
        what = f"solo game of {two}" if entry.agreement.solo else f"match between {one} and {two}"
        question = f"Delete the {what}? It will disappear from the statistics too."
        self.app.push_screen(ConfirmScreen(question), lambda yes: self._delete(entry, yes))

    def _delete(self, entry: Entry, yes: bool | None) -> None:
        if yes:
            self.run_worker(self._delete_match(entry.id))

    async def _delete_match(self, match_id: MatchId) -> None:
        try:
            await to_thread(self._app_context.archive.delete, match_id)
        except CodepegsError as refusal:
            notify_error(self, refusal)
        self._load_entries()
        self._fill()

    def _load(self, entry: Entry | None) -> Match | None:
        try:
            return None if entry is None else self._app_context.archive.match(entry.id)
        except CodepegsError as refusal:
            notify_error(self, refusal)
            return None

    def _review(self, match: Match) -> None:
        from codepegs.tui.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(match, settings=self._app_context.store.settings))
