"""List of the matches in the archive, to resume, review or delete one."""

from __future__ import annotations

from asyncio import to_thread
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static
from textual.widgets.option_list import Option

from codepegs.errors import CodepegsError
from codepegs.notation import edition_line, sentences
from codepegs.notation.sentences import escape_unprintable
from codepegs.storage.errors import PlayedOnServer
from codepegs.tui.context import AppContext
from codepegs.tui.widgets.app_screen import AppScreen, KeyLine, TitleBar
from codepegs.tui.widgets.confirm import ConfirmScreen
from codepegs.tui.widgets.inputs import Chooser
from codepegs.tui.widgets.status import notify_error

if TYPE_CHECKING:
    from codepegs.rules.agreement import Agreement
    from codepegs.rules.match import Match
    from codepegs.storage.archive import Entry, MatchId

MAX_LISTED = 200
"""Matches in the list. The command `codepegs matches` lists all."""


class MatchesScreen(AppScreen[None]):
    """List of all matches or only `unfinished` ones, the latest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("v", "review", "Review"),
        Binding("d,delete", "delete", "Delete"),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    MatchesScreen Chooser { height: 1fr; border: none; padding: 1 0; }
    MatchesScreen #none { padding: 1 2; display: none; }
    """

    def __init__(self, context: AppContext, *, unfinished: bool) -> None:
        super().__init__()
        self._app_context, self._unfinished = context, unfinished
        self._entries: dict[MatchId, Entry] = {}

    @property
    def edition(self) -> str | None:
        """Edition of the highlighted match, for the help screen."""
        entry = self._entry
        return None if entry is None else entry.agreement.edition.slug

    def compose(self) -> ComposeResult:
        yield TitleBar("Resume" if self._unfinished else "My games")
        yield Chooser()
        yield Static("", id="none", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self._reload()

    def on_screen_resume(self) -> None:
        self._reload()

    def _reload(self) -> None:
        matches = self.query_one(Chooser)
        at = matches.highlighted or 0
        try:
            entries = (
                self._app_context.unfinished(MAX_LISTED)
                if self._unfinished
                else self._app_context.archive.entries(limit=MAX_LISTED)
            )
        except CodepegsError as refusal:
            entries = []
            notify_error(self, refusal)
        self._entries = {entry.id: entry for entry in entries}
        matches.clear_options()
        matches.add_options([Option(self._describe(entry), id=entry.id) for entry in entries])
        matches.display = bool(entries)
        none = self.query_one("#none", Static)
        none.display = not entries
        none.update(Content(EMPTY_TEXTS[self._unfinished]))
        if entries:
            matches.highlighted = min(at, len(entries) - 1)
            matches.focus()
        self.refresh_bindings()

    def _describe(self, entry: Entry) -> Content:
        agreement = entry.agreement
        points = "" if agreement.solo else f"  {entry.points[0]} : {entry.points[1]}"
        return Content.assemble(
            f" {_name_players(agreement)}",
            (points, "bold"),
            (f"  {_describe_state(entry)}\n", "$accent"),
            (f"   {edition_line.write(agreement.edition)}, ", "$foreground-muted"),
            (f"{sentences.pluralize(agreement.games, 'game')}, ", "$foreground-muted"),
            (f"{sentences.pluralize(entry.moves, 'move')}, ", "$foreground-muted"),
            (ago(entry.changed, self._app_context.now()), "$foreground-muted"),
        )

    @property
    def _entry(self) -> Entry | None:
        matches = self.query_one(Chooser)
        if matches.highlighted is None or not self._entries:
            return None
        return [*self._entries.values()][matches.highlighted]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action not in ("open", "review", "delete") or bool(self._entries)

    def on_option_list_option_selected(self, event: Chooser.OptionSelected) -> None:
        self.action_open()

    def action_open(self) -> None:
        """Resume the match, or review it if it is over. Refuse one that is played on a server."""
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
        self.run_worker(opening, group="open", exclusive=True)

    def action_review(self) -> None:
        match = self._load(self._entry)
        if match is not None:
            self._review(match)

    def action_delete(self) -> None:
        """Delete the match after a confirmation."""
        entry = self._entry
        if entry is None:
            return
        one, two = entry.agreement.players
        what = f"solo game of {two}" if entry.agreement.solo else f"match of {one} and {two}"
        question = f"Delete the {what}? It leaves the statistics too."
        self.app.push_screen(ConfirmScreen(question), lambda yes: self._delete(entry, yes))

    def _delete(self, entry: Entry, yes: bool | None) -> None:
        if yes:
            self.run_worker(self._delete_match(entry.id))

    async def _delete_match(self, match_id: MatchId) -> None:
        try:
            await to_thread(self._app_context.archive.delete, match_id)
        except CodepegsError as refusal:
            notify_error(self, refusal)
        self._reload()

    def _load(self, entry: Entry | None) -> Match | None:
        try:
            return None if entry is None else self._app_context.archive.match(entry.id)
        except CodepegsError as refusal:
            notify_error(self, refusal)
            return None

    def _review(self, match: Match) -> None:
        from codepegs.tui.review.screen import ReviewScreen

        self.app.push_screen(ReviewScreen(match, settings=self._app_context.store.settings))


MINUTE = 60_000_000
HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE

EMPTY_TEXTS = {
    True: "No match waits to be gone on with. New match begins one.",
    False: "No match has been played here yet. New match begins one.",
}


def _describe_state(entry: Entry) -> str:
    outcome = entry.outcome
    if outcome is None:
        return "goes on at a table" if entry.table else "goes on"
    if entry.agreement.solo:
        rows = outcome.cracked_in
        return "not cracked" if rows is None else f"cracked in {sentences.pluralize(rows, 'row')}"
    if outcome.winner is None:
        return "stopped" if outcome.stopped else "a draw"
    one, two = map(escape_unprintable, entry.agreement.players)
    winner, loser = (one, two) if outcome.winner == 0 else (two, one)
    return f"{winner} won" if outcome.abandoned_by is None else f"{winner} won, {loser} left"


def _name_players(agreement: Agreement) -> str:
    one, two = map(escape_unprintable, agreement.players)
    if agreement.daily is not None:
        return f"{two}, daily code of {agreement.daily}"
    return f"{two}, solo" if agreement.solo else f"{one} – {two}"


def ago(moment: int, now: int) -> str:
    """Return the time since `moment` in words, or its date if that is over a month ago.

    Both times are in microseconds of UTC.

    >>> [ago(0, now) for now in (0, 90 * 1_000_000, 3 * HOUR, 5 * DAY)]
    ['just now', '1 minute ago', '3 hours ago', '5 days ago']
    """
    since = max(0, now - moment)
    if since < MINUTE:
        return "just now"
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        count = since // unit
        if name == "day" and count > 30:
            return f"{datetime.fromtimestamp(moment // 1_000_000):%Y-%m-%d}"
        if count:
            return f"{sentences.pluralize(count, name)} ago"
    raise AssertionError("a minute is the least")
