"""The application: one match without a menu, as `codepegs join` opens it, and two windows."""

from __future__ import annotations

from pathlib import Path

from codepegs.rules import Agreement, find_edition
from codepegs.storage.errors import UnknownTable
from codepegs.table.keyboard import Keyboard
from codepegs.tui.app import MatchApp
from codepegs.tui.context import AppContext
from codepegs.tui.widgets.play_board import PlayBoard
from tests.support.application import NOW, User, open_context, play
from tests.support.match_host import until
from tests.support.strategies import spelled, two


class Here:
    """Visitor at a table of this process."""

    def __init__(self, context: AppContext, agreement: Agreement | None) -> None:
        self._context, self._agreement = context, agreement

    def look(self) -> None:
        return None

    def sit_down(self, name: str) -> None: ...

    async def open_keyboard(self) -> Keyboard:
        if self._agreement is None:
            raise UnknownTable("lost")
        return await self._context.tables.open(self._agreement)

    def link_to(self, table: str) -> str:
        return f"http://pegs.example/t/{table}"


async def test_one_match_is_played_without_a_menu(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    app = MatchApp(context, Here(context, two(find_edition("mini"))))
    async with app.run_test() as pilot:
        user = User(app, pilot)
        await user.settle()
        await user.press("f2", *"rby", "enter")
        assert user.screen == "HandoverScreen"
        await pilot.press("escape")
    assert app.return_code == 0
    (entry,) = context.archive.entries()
    assert entry.moves == 1
    assert context.seats == {entry.id: f"http://pegs.example/t/{entry.id}"}, "There is a way back."
    context.close()


async def test_there_is_no_way_back_to_a_match_that_is_over(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    context.visit = lambda _: Here(context, Agreement(find_edition("mini"), ("computer easy", "Ada"), 1))
    async with play(context) as user:
        await user.press("o")
        await user.type("http://pegs.example")
        await user.press("enter")
        await user.wait_for("Your turn: guess 1 of 8")
        (table,) = context.seats
        await user.press("escape")
        assert f"http://pegs.example/t/{table}" in user.notifications[-1]
        await user.press("enter")
        await user.wait_for("Your turn: guess 1 of 8")
        await user.press("f8", "y")
        await user.wait_for("Not this time")
        assert {*context.seats} == {table}


async def test_a_match_that_cannot_be_opened_ends_the_application(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    app = MatchApp(context, Here(context, None))
    async with app.run_test() as pilot:
        await pilot.pause()
    assert isinstance(app.error, UnknownTable)
    assert app.return_code == 1


async def test_a_move_of_another_window_is_shown_instead_of_a_row(tmp_path: Path, moving: None) -> None:
    context, other = open_context(tmp_path), open_context(tmp_path)
    async with play(context) as user:
        await user.press("p", *"rrbb", "enter")
        await still(user)
        match = context.archive.entries()[0].id
        moves = context.archive.match(match).length
        other.archive.add(match, moves, spelled("guess AABC"), at=NOW)
        other.close()
        await user.press(*"yygg", "enter")
        await still(user)
        assert "Your turn: guess 3 of 10" in user.words
        assert "The match has moved on" in user.words
        await user.press("y")
        assert "The match has moved on" not in user.words


async def still(user: User) -> None:
    """Wait until nothing on the board moves."""
    await until(user.pilot, lambda: not user.app.screen.query_one(PlayBoard).motion.running)
    await user.settle()
