"""Host application for a match screen, and helpers to play on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.code import Code
from codepegs.rules.move import Move
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.tray import Tray

SMALL, LARGE = (80, 24), (120, 40)


class Host(App[None]):
    """Opens a match screen, and stores its moves in a list."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(
        self,
        match: Match,
        *,
        settings: Settings | None = None,
        seed: int = 1,
        clock: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__()
        self.match, self.settings, self.seed, self.clock = match, settings or Settings(), seed, clock
        self.saved: list[Move] = []
        self.left: Match | None = None
        self.broken: Exception | None = None

    def save(self, match: Match, move: Move) -> None:
        if self.broken is not None:
            raise self.broken
        self.saved.append(move)
        self.match = match

    def on_mount(self) -> None:
        self.open()

    def open(self) -> None:
        """Open the match as it was saved last."""
        table = MatchScreen(
            self.match, save=self.save, settings=self.settings, random=Random(self.seed), clock=self.clock
        )
        self.push_screen(table, self._leave)

    def _leave(self, match: Match | None) -> None:
        self.left = match

    @property
    def match_screen(self) -> MatchScreen:
        return next(screen for screen in self.screen_stack if isinstance(screen, MatchScreen))

    @property
    def board(self) -> PlayBoard:
        return self.match_screen.query_one(PlayBoard)

    @property
    def text(self) -> str:
        """Text of the screen."""
        strips = self.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def match_of(slug: str, *, players: tuple[str, str] = ("Ada", "Bob"), games: int = 2, **rules: Any) -> Match:
    return Match.start(Agreement(find_edition(slug, **rules), players, games))


@asynccontextmanager
async def play(host: Host, *, size: tuple[int, int] = SMALL) -> AsyncIterator[Pilot[None]]:
    """Run the host, and yield its pilot."""
    async with host.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Wait for the effect of a thread or timer."""
    for _ in range(1000):
        if condition():
            return
        await pilot.pause(0.02)
    raise AssertionError("The condition was never met.")


async def claim_decided(pilot: Pilot[None], app: Host) -> None:
    """Wait until the search for a claim has ended and its result is visible."""
    await until(pilot, lambda: not any(worker.group == "claim" for worker in app.workers))
    await pilot.pause()


def letters(match: Match, code: str) -> list[str]:
    """Return the keys for a code spelled A, B, C …, in the letters of the edition."""
    return [*match.agreement.edition.spell(Code.parse(code)).lower()]


async def click_row(pilot: Pilot[None], host: Host, code: str, row: int) -> None:
    """Build a row (0 for the code) by mouse: click a hole, then the colours."""
    board, tray = host.board, host.match_screen.query_one(Tray)
    await click_hole(pilot, host, row, 0)
    for colour in Code.parse(code).pegs:
        x, y = tray.item_offset(colour)
        await pilot.click(tray, offset=(x + tray.gutter.left + 1, y))
    assert board.draft is not None
    assert board.draft.code == Code.parse(code)


def hole(host: Host, row: int, place: int) -> tuple[int, int]:
    """Return the centre of a hole on the board."""
    board = host.board
    region, scale = board.row_region(row), board.scale_
    x = region.x + place * (scale.width + scale.gap) + scale.width // 2
    return x + board.gutter.left, region.y + scale.lines // 2 + board.gutter.top


async def click_hole(pilot: Pilot[None], host: Host, row: int, place: int) -> None:
    await pilot.click(host.board, offset=hole(host, row, place))
