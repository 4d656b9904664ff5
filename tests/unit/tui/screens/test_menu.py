"""The menu, and everything that hangs on it."""

from __future__ import annotations

import asyncio
import re
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from codepegs.rules import Agreement, Match, find_edition
from codepegs.storage import Archive
from codepegs.storage.archive import Entry
from codepegs.storage.errors import CannotOpenArchive, UnknownTable
from codepegs.table.keyboard import Keyboard
from codepegs.table.local import LocalTables
from codepegs.tui.app import CodepegsApp
from codepegs.tui.context import AppContext
from codepegs.tui.screens.menu import ITEMS
from tests.support.application import (
    LARGE,
    SMALL,
    User,
    archive_match,
    archive_server_match,
    open_context,
    play,
)
from tests.support.strategies import alone, played, two

NOVEMBER = int(datetime(2026, 11, 17, tzinfo=UTC).timestamp()) * 1_000_000
SCREENS = {
    "people": "MatchFormScreen",
    "computer": "MatchFormScreen",
    "daily": "DailyScreen",
    "continue": "MatchesScreen",
    "custom": "EditionScreen",
    "join": "JoinScreen",
    "games": "MatchesScreen",
    "puzzle": "PuzzleFormScreen",
    "statistics": "StatisticsScreen",
    "settings": "SettingsScreen",
    "help": "HelpScreen",
}


@pytest.mark.parametrize("name", SCREENS)
async def test_every_menu_item_opens_by_its_letter(tmp_path: Path, name: str) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(ITEMS[name][0])
        assert user.screen == SCREENS[name]
        await user.press("escape")
        assert user.screen == "MenuScreen"


@pytest.mark.parametrize(("play_key", "enter"), [("enter", "enter"), ("p", "enter"), ("ctrl+j", "ctrl+j")])
async def test_keys_typed_before_the_table_is_open_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, play_key: str, enter: str
) -> None:
    """A terminal sends Ctrl+J for an Enter that came before the application had set its mode."""
    may_open, open_table = asyncio.Event(), LocalTables.open

    async def open_slowly(tables: LocalTables, agreement: Agreement) -> Keyboard:
        await may_open.wait()
        return await open_table(tables, agreement)

    monkeypatch.setattr(LocalTables, "open", open_slowly)
    async with play(open_context(tmp_path)) as user:
        await user.pilot.press(play_key, *"rrbb", enter, *"yyg")
        assert user.screen == "MenuScreen"
        may_open.set()
        await user.wait_for("guess 2 of 10")
        assert "1 more peg to place" in user.words
        await user.press("w", "enter", "escape")
        assert user.screen == "MenuScreen"
        await user.press("s")
        assert user.screen == "StatisticsScreen", "The menu has its keys again."
    assert open_context(tmp_path).archive.entries()[0].moves == 3


async def test_keys_typed_for_a_table_that_does_not_open_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_open = asyncio.Event()

    async def refuse(tables: LocalTables, agreement: Agreement) -> Keyboard:
        await may_open.wait()
        raise UnknownTable("lost")

    monkeypatch.setattr(LocalTables, "open", refuse)
    async with play(open_context(tmp_path)) as user:
        await user.pilot.press("p", *"rrbs", "enter")
        may_open.set()
        await user.settle()
        assert user.screen == "MenuScreen"
        await user.press("s")
        assert user.screen == "StatisticsScreen"


async def test_a_menu_item_opens_by_mouse(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.click("#items", offset=(6, [*ITEMS].index("help")))
        assert user.screen == "HelpScreen"


async def test_the_arrows_and_enter_choose(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(*["down"] * 8, "enter")
        assert user.screen == "StatisticsScreen"
        await user.press("escape", *"kkkk", "enter")
        assert user.screen == "EditionScreen"
        await user.press("escape", *"jjj", "enter")
        assert user.screen == "PuzzleFormScreen"


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_the_application_can_quit(tmp_path: Path, key: str) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.pilot.press(key)
    assert user.app.return_code == 0


async def test_one_escape_too_many_does_not_quit(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("c", "escape", "escape", "escape")
        assert user.screen == "MenuScreen"
        assert {*user.notifications} == {"q or Ctrl-Q quits."}
        await user.press("h")
        assert user.screen == "HelpScreen"


@pytest.mark.parametrize("name", ["custom", "people", "help"])
async def test_ctrl_c_quits_from_every_screen(tmp_path: Path, name: str) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(ITEMS[name][0])
        await user.pilot.press("ctrl+c")
    assert user.app.return_code == 0


@pytest.mark.parametrize("name", ["custom", "games"])
async def test_a_question_mark_lists_the_keys_everywhere(tmp_path: Path, name: str) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press(ITEMS[name][0], "question_mark")
        assert user.screen == "HelpScreen"
        assert re.search("(?i)esc +Back", user.words)
        await user.press("question_mark")
        assert user.screen == SCREENS[name]


@pytest.mark.parametrize(("kept", "words"), [(1, "1 game"), (2, "2 games"), (51, "over 50 games")])
async def test_the_menu_says_how_many_games_are_unfinished(tmp_path: Path, kept: int, words: str) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(two(find_edition("mini"), 1), "code AAA", "guess AAA"))
    for _ in range(kept):
        archive_match(context, Match.start(two(find_edition("mini"))))
    async with play(context) as user:
        assert re.search(f"Continue +{words}", user.seen)
        assert user.seen.index("Continue") < user.seen.index("Play")


async def test_the_only_unfinished_game_is_one_key_away(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    archive_match(context, played(alone(find_edition("mini")), "code AAA", "guess BBB"))
    async with play(context) as user:
        await user.press("up", "enter")
        assert "Your turn: guess 2 of 8" in user.seen
        await user.press(*"rrr", "enter", "escape")
        assert "Continue" not in user.seen


async def test_the_menu_says_nothing_that_it_takes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_read, read = threading.Event(), AppContext.unfinished

    def read_slowly(context: AppContext, most: int) -> list[Entry]:
        may_read.wait(10)
        return read(context, most)

    monkeypatch.setattr(AppContext, "unfinished", read_slowly)
    context = open_context(tmp_path, now=NOVEMBER)
    archive_match(context, Match.start(two(find_edition("mini"))))
    app = CodepegsApp(context)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        before = User(app, pilot).seen.splitlines()
        may_read.set()
        user = User(app, pilot)
        await user.settle()
        after = user.seen.splitlines()
    changed = [(old.rstrip(), new) for old, new in zip(before, after, strict=True) if old != new]
    assert len(changed) == 3, "Continue, the daily code, and the help."
    assert all(new.startswith(old) for old, new in changed)
    context.close()


async def test_ctrl_y_changes_the_theme_for_good(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("ctrl+y")
        assert user.app.look.theme == "light"
    assert open_context(tmp_path).store.settings.theme == "light"


async def test_a_match_on_a_server_is_not_counted(tmp_path: Path) -> None:
    archive_server_match(tmp_path, Match.start(two(find_edition("mini"))))
    async with play(open_context(tmp_path)) as user:
        assert "Continue" not in user.seen


async def test_without_an_archive_the_menu_says_why(tmp_path: Path) -> None:
    def no_archive() -> Archive:
        raise CannotOpenArchive("in /nowhere\x1b[2J", "it is not there")

    context = open_context(tmp_path)
    context._open = no_archive
    async with play(context) as user:
        assert "it is not there" in user.seen
        assert "\x1b" not in user.seen
        for key in "rms":
            await user.press(key)
            assert "it is not there" in user.seen
            assert "not played here yet" not in user.seen
            assert user.notifications == [], "It is said once."
            await user.press("escape")
        await user.press("c", "enter", "enter")
        assert user.screen == "ConfirmScreen"


async def test_without_an_archive_a_game_can_be_played_unsaved(tmp_path: Path) -> None:
    (tmp_path / "archive.db").write_text("This is a letter, and no database at all. " * 50)
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("p")
        assert "Play without saving your games?" in user.seen
        await user.press("n")
        assert user.screen == "MenuScreen"
        await user.press("p", "y", *"rrbb", "enter")
        assert user.screen == "MatchScreen"
        assert "guess 2 of 10" in user.seen
        await user.press("escape", "p")
        assert user.screen == "MatchScreen", "It asks only once."
        assert user.notifications == []


async def test_damaged_settings_cause_a_warning(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    async with play(open_context(tmp_path), size=LARGE) as user:
        assert "is damaged. Using the defaults." in user.notifications[0]
