"""Host application for a match screen, and helpers to play on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from random import Random
from typing import Any, TypeVar, TypeVarTuple

from textual.pilot import Pilot
from textual.widgets import Static

from codepegs.rules import Agreement, Match, find_edition
from codepegs.rules.code import Code
from codepegs.rules.move import Move
from codepegs.storage.archive import MatchId
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables, ThreadCompute
from codepegs.table.persistence import MemoryStore, make_local_table
from codepegs.table.table import Table, Transition
from codepegs.tui.look import PaintedApp
from codepegs.tui.match.result_card import ResultCard
from codepegs.tui.match.screen import MatchScreen
from codepegs.tui.pace import Pace
from codepegs.tui.settings import Settings
from codepegs.tui.widgets.key_line import KeyLine
from codepegs.tui.widgets.play_board import PlayBoard
from codepegs.tui.widgets.tray import Tray

SMALL, LARGE = (80, 24), (120, 40)

T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class InlineCompute(ThreadCompute):
    """Computes at once instead of in a thread, so that tests need not wait."""

    async def run(self, function: Callable[[*Ts], T], *args: *Ts, address: str = "") -> T:
        return function(*args)


class Store(MemoryStore):
    """Store that a test can look at, delay and break."""

    broken: Exception | None = None
    delayed = False

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Callable[[], None]] = []

    @property
    def latest(self) -> Table:
        return [*self._tables.values()][-1]

    def save(self, before: Table, transition: Transition, *, at: int) -> Future[Any]:
        saving: Future[Any] = Future()
        if self.broken is not None:
            saving.set_exception(self.broken)
        elif self.delayed:
            save = super().save
            self._waiting.append(lambda: saving.set_result(save(before, transition, at=at).result()))
        else:
            return super().save(before, transition, at=at)
        return saving

    def save_delayed(self) -> None:
        """Save everything that waits."""
        for save in self._waiting:
            save()


class Host(PaintedApp):
    """Opens a match screen at a table in memory. Nothing runs in a thread, and time stands still."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, match: Match, *, far: bool = False, settings: Settings | None = None) -> None:
        """If `far`, only the second player is here, and `far` is the keyboard of the first."""
        self.settings = settings or Settings()
        super().__init__(self.settings.theme)
        self.start, self._far = match, far
        self.time, self.pace, self.store = 0, Pace(), Store()
        self.tables = LocalTables(
            self.store,
            random=Random(1),
            now=lambda: 0,
            monotonic=lambda: self.time,
            pause=lambda _: self.pace.wait(),
        )
        self.tables.compute.run = InlineCompute().run  # type: ignore[method-assign]
        self.over: bool | None = None
        """Whether the match was over when the player left; None before."""

    async def on_mount(self) -> None:
        await self.store.open(make_local_table(MatchId("match"), self.start), at=0)
        await self.open()

    async def open(self) -> None:
        """Open the match as it was saved last."""
        keyboard = self.keyboard = await self.tables.resume(self.store.latest.id)
        if self._far:
            one, two = keyboard._seats[0], keyboard._seats[1]
            keyboard, self.far = Keyboard({1: two}, two), Keyboard({0: one}, one)
        await self.show(keyboard)

    async def show(self, keyboard: Keyboard) -> None:
        await self.push_screen(MatchScreen(keyboard, settings=self.settings, pace=self.pace), self._leave)

    async def on_unmount(self) -> None:
        await self.tables.close()

    @property
    def match(self) -> Match:
        """The match as it was saved last."""
        return self.store.latest.require_match()

    @property
    def saved(self) -> list[Move]:
        """The moves that were made here."""
        return [*self.match.moves[self.start.length :]]

    def _leave(self, over: bool | None) -> None:
        self.over = over

    def tick(self, seconds: float) -> None:
        """Let time pass in small steps, as it does while the process is awake."""
        for _ in range(round(seconds * 10)):
            self.time += 100_000_000
            self.tables.registry.tick()

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

    @property
    def words(self) -> str:
        """All sentences of the screen in front, on one line, however they are wrapped."""
        texts = [str(widget.render()) for widget in self.screen.query(Static) if widget.region]
        texts += [card.words for card in self.screen.query(ResultCard)]
        return " ".join(" ".join(texts).split())


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


def letters(match: Match, code: str) -> list[str]:
    """Return the keys for a code spelled A, B, C …, in the letters of the edition."""
    return [*match.agreement.edition.spell(Code.parse(code.lower())).lower()]


def tray_of(host: Host) -> Tray:
    """Return the tray on the screen, below the board or in the panel."""
    return next(tray for tray in host.match_screen.query(Tray) if tray.display)


def shown_keys(host: Host) -> list[str]:
    """Return the actions on the key line."""
    return host.match_screen.query_one(KeyLine).shown


async def click_key(pilot: Pilot[None], host: Host, action: str) -> None:
    """Click a key of the key line."""
    line = host.match_screen.query_one(KeyLine)
    assert await pilot.click(line, offset=line.offset_of(action))


async def click_row(pilot: Pilot[None], host: Host, code: str, row: int) -> None:
    """Build a row (0 for the code) by mouse: click a hole, then the colours."""
    board = host.board
    await click_hole(pilot, host, row, 0)
    for colour in Code.parse(code.lower()).pegs:
        await pilot.click(tray_of(host), offset=item(host, colour))
    assert board.draft is not None
    assert board.draft.code == Code.parse(code.lower())


def item(host: Host, number: int) -> tuple[int, int]:
    """Return the middle of a colour in the tray."""
    x, y = tray_of(host).item_offset(number)
    return x + 1, y


def hole(host: Host, row: int, place: int) -> tuple[int, int]:
    """Return the centre of a hole on the board."""
    board = host.board
    region, size = board.row_region(row), board.scale_
    return region.x + 1 + place * (size.peg + size.gap) + size.peg // 2, region.y + size.middle


async def click_hole(pilot: Pilot[None], host: Host, row: int, place: int, *, button: int = 1) -> None:
    await pilot.click(host.board, offset=hole(host, row, place), button=button)
