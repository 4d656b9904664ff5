"""The application with one match and no menu, as `codepegs join` opens it."""

from __future__ import annotations

from pathlib import Path

from codepegs.rules import find_edition
from codepegs.storage.errors import UnknownTable
from codepegs.table.keyboard import Keyboard
from codepegs.tui.app import MatchApp
from tests.support.application import User, open_context
from tests.support.strategies import two


async def test_one_match_is_played_without_a_menu(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    app = MatchApp(context, lambda: context.tables.open(two(find_edition("mini"))))
    async with app.run_test() as pilot:
        user = User(app, pilot)
        await user.settle()
        await user.press("f2", *"rby", "enter")
        assert user.screen == "HandoverScreen"
        await pilot.press("escape")
    assert app.return_code == 0
    assert context.archive.entries()[0].moves == 1
    context.close()


async def test_a_match_that_cannot_be_opened_ends_the_application(tmp_path: Path) -> None:
    async def refuse() -> Keyboard:
        raise UnknownTable("lost")

    app = MatchApp(open_context(tmp_path), refuse)
    async with app.run_test() as pilot:
        await pilot.pause()
    assert isinstance(app.error, UnknownTable)
    assert app.return_code == 1
