"""Statistics of codebreakers, per edition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Static

from codepegs.errors import CodepegsError
from codepegs.notation import sentences
from codepegs.notation.edition_facts import title
from codepegs.notation.sentences import escape_unprintable
from codepegs.tui.context import AppContext

if TYPE_CHECKING:
    from codepegs.storage.statistics import Tally

BAR_WIDTH = 30
"""Width of the longest bar, in cells."""


class StatisticsScreen(Screen[None]):
    """One block per edition. Left and right change the player."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "player(-1)", "Player", key_display="← →", priority=True),
        Binding("right", "player(1)", show=False, priority=True),
        Binding("escape", "dismiss", "Back"),
    ]
    CSS = """
    StatisticsScreen .heading { padding: 0 1; height: 1; background: $panel; text-style: bold; }
    StatisticsScreen VerticalScroll { height: 1fr; padding: 1 2; }
    StatisticsScreen .block { margin-bottom: 1; height: auto; }
    """

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self._app_context = context
        self._tallies: list[Tally] = []
        self._players: list[str | None] = [None]
        self._at = 0
        self._refusal = ""

    def compose(self) -> ComposeResult:
        yield Static("", classes="heading", id="whose", markup=False)
        yield VerticalScroll()
        yield Footer()

    async def on_mount(self) -> None:
        from codepegs.storage.statistics import totals

        try:
            each = self._app_context.archive.statistics()
            self._tallies = [*totals(each), *each]
        except CodepegsError as refusal:
            self._refusal = escape_unprintable(str(refusal))
        names = {tally.player for tally in self._tallies if tally.player is not None}
        self._players = [None, *sorted(names, key=str.casefold)]
        await self._show()
        self.query_one(VerticalScroll).focus()

    async def action_player(self, by: int) -> None:
        """Show the next player, or everybody."""
        self._at = (self._at + by) % len(self._players)
        await self._show()

    async def _show(self) -> None:
        player = self._players[self._at]
        whose = "everybody" if player is None else escape_unprintable(player)
        self.query_one("#whose", Static).update(Content(f"Statistics of {whose} as codebreaker"))
        page = self.query_one(VerticalScroll)
        await page.remove_children()
        blocks = [_describe_edition(tally) for tally in self._tallies if tally.player == player]
        none = self._refusal or "No game has been finished yet: play one, and it counts here."
        await page.mount_all(Static(words, classes="block") for words in blocks or [Content(none)])


def _describe_edition(tally: Tally) -> Content:
    """Return the summary of an edition, and a bar per number of guesses."""
    return Content("\n").join([Content(title(tally.edition)).stylize("bold"), *_lines(tally)])


def _lines(tally: Tally) -> Iterator[Content]:
    games = sentences.pluralize(tally.games, "game")
    words = f"{games}, {tally.broken} broken, {tally.held} held"
    if tally.average is not None:
        words += f"; {tally.average:.2f} guesses on average, {tally.best} at best"
    yield Content(words)
    most = max([*tally.distribution.values(), tally.held], default=0)
    if tally.distribution:
        guesses = range(min(tally.distribution), max(tally.distribution) + 1)
        for number in guesses:
            yield _bar(str(number), tally.distribution.get(number, 0), most, "$success")
    if tally.held:
        yield _bar("held", tally.held, most, "$warning")


def _bar(label: str, count: int, most: int, paint: str) -> Content:
    """Return a bar, at least one cell wide unless the count is 0."""
    cells = -(-BAR_WIDTH * count // most)
    return Content.assemble(
        (f"{label:>5} ", "$foreground-muted"), ("█" * cells, paint), f" {count}" if count else " ·"
    )
