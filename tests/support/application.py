"""Application for tests: a real archive in a folder, seeded randomness and stopped clocks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Input, Static

from codepegs.rules import Match
from codepegs.storage import MatchId, TableRow, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.tui.app import CodepegsApp
from codepegs.tui.context import AppContext
from codepegs.tui.match.result_card import ResultCard
from codepegs.tui.match.screen import FOLLOWING
from codepegs.tui.store import Store
from codepegs.tui.widgets.key_line import KeyLine
from tests.support.match_host import until

NOW = 1_700_000_000_000_000
SMALL, LARGE = (80, 24), (120, 40)


def open_context(folder: Path, *, now: int = NOW, ids: Random = SYSTEM_RANDOM) -> AppContext:
    """Open a context with the archive of `folder`. IDs of new matches come from `ids`."""
    return AppContext(
        archive=lambda: open_archive(_address(folder), random=ids),
        store=Store(folder / "settings.json"),
        random=Random(1),
        monotonic=lambda: 0,
        now=lambda: now,
    )


def archive_match(room: AppContext, match: Match, *, at: int = NOW) -> MatchId:
    """Store a whole match in the archive."""
    name = room.archive.begin(match.agreement, at=at)
    for number, move in enumerate(match.moves):
        room.archive.add(name, number, move, at=at)
    return name


def archive_server_match(folder: Path, match: Match) -> MatchId:
    """Store a match that is played on a server, in the archive of `folder`."""
    tables, terms = open_tables(_address(folder)), match.agreement
    row = TableRow(
        new_id(SYSTEM_RANDOM), terms.edition, terms.games, terms.players, ("ada", "bob"), ("ada", "bob")
    )
    name = tables.open(row, at=NOW).result().id
    for number, move in enumerate(match.moves):
        tables.add_later(name, number, move, at=NOW).result()
    tables.close()
    return name


def _address(folder: Path) -> str:
    return f"sqlite:///{folder}/archive.db"


class User:
    """User of the application: presses keys, clicks and reads the screen."""

    def __init__(self, app: CodepegsApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for background work after each."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def type(self, text: str) -> None:
        """Replace the text of the focused field by pasting."""
        field = self.app.focused
        assert isinstance(field, Input)
        field.value = ""
        field.post_message(Paste(text))
        await self.settle()

    async def click(self, selector: str, offset: tuple[int, int] | None = None) -> None:
        assert await self.pilot.click(selector, offset=offset or (2, 0))
        await self.settle()

    async def click_key(self, action: str) -> None:
        """Click a key of the key line."""
        line = self.app.screen.query_one(KeyLine)
        assert await self.pilot.click(line, offset=line.offset_of(action))
        await self.settle()

    async def settle(self) -> None:
        """Wait until no worker is running. One worker may start another."""
        await self.pilot.pause()
        while working := [worker for worker in self.app.workers if worker.group != FOLLOWING]:
            await self.app.workers.wait_for_complete(working)
            await self.pilot.pause()

    async def wait_for(self, words: str) -> None:
        """Wait until the screen shows something that a match tells its followers."""
        await until(self.pilot, lambda: words in self.seen)

    @property
    def seen(self) -> str:
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def words(self) -> str:
        """All sentences of the screen in front, on one line, however they are wrapped."""
        texts = [str(widget.render()) for widget in self.app.screen.query(Static)]
        texts += [card.words for card in self.app.screen.query(ResultCard)]
        return " ".join(" ".join(texts).split())

    @property
    def notifications(self) -> list[str]:
        """Texts of all notifications."""
        return [notice.message for notice in self.app._notifications]

    @property
    def screen(self) -> str:
        """Class name of the current screen."""
        return type(self.app.screen).__name__


@asynccontextmanager
async def play(room: AppContext, *, size: tuple[int, int] = SMALL) -> AsyncIterator[User]:
    """Run the application, and yield its user."""
    app = CodepegsApp(room)
    try:
        async with app.run_test(size=size) as pilot:
            user = User(app, pilot)
            await user.settle()
            yield user
    finally:
        room.close()
