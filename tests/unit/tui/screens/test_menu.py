"""The menu, and everything that hangs on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.widgets import Static

from codepegs.rules import Match, find_edition
from codepegs.storage import Archive
from codepegs.storage.errors import CannotOpenArchive
from codepegs.tui.screens.menu import ITEMS
from tests.support.application import LARGE, SMALL, keep, play, room, serve
from tests.support.strategies import played, two

SCREENS = {
    "new": "NewMatchScreen",
    "resume": "MatchesScreen",
    "recent": "MatchesScreen",
    "review": "RecordScreen",
    "puzzle": "PuzzleFormScreen",
    "statistics": "StatisticsScreen",
    "settings": "PreferenceScreen",
    "help": "HelpScreen",
}


@pytest.mark.parametrize("name", SCREENS)
async def test_every_line_of_the_menu_opens_by_its_letter_and_escape_comes_back(
    tmp_path: Path, name: str
) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(ITEMS[name][0])
        assert seated.screen == SCREENS[name]
        await seated.press("escape")
        assert seated.screen == "MenuScreen"


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", SCREENS)
async def test_every_line_of_the_menu_opens_by_the_mouse(
    tmp_path: Path, name: str, size: tuple[int, int]
) -> None:
    async with play(room(tmp_path), size=size) as seated:
        await seated.click("#items", offset=(6, 1 + [*ITEMS].index(name)))
        assert seated.screen == SCREENS[name]


async def test_the_arrows_and_enter_choose(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("down", "down", "down", "down", "down", "enter")
        assert seated.screen == "StatisticsScreen"


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
async def test_it_can_be_left(tmp_path: Path, key: str) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.pilot.press(key)
    assert seated.app.return_code == 0


async def test_an_escape_too_many_leaves_nothing_and_says_what_does(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("n", "escape", "escape", "escape")
        assert seated.screen == "MenuScreen"
        assert {*seated.told} == {"q or Ctrl-Q quits."}
        await seated.press("h")
        assert seated.screen == "HelpScreen"


@pytest.mark.parametrize("name", SCREENS)
async def test_ctrl_c_leaves_from_everywhere(tmp_path: Path, name: str) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(ITEMS[name][0])
        await seated.pilot.press("ctrl+c")
    assert seated.app.return_code == 0


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in ("help", "review")])
async def test_a_question_mark_lists_the_keys_everywhere(tmp_path: Path, name: str) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(ITEMS[name][0], "question_mark")
        assert seated.screen == "HelpScreen"
        assert re.search("esc +Back", seated.seen)
        await seated.press("question_mark")
        assert seated.screen == SCREENS[name]


async def test_the_keys_of_the_menu_name_its_letters(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("question_mark")
        for key, label, _ in ITEMS.values():
            assert any(
                line.split() and key in line.split()[:-1] and label in line
                for line in seated.seen.splitlines()
            )


async def test_help_tells_how_pegs_are_laid_at_the_table(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("h")
        seen = " ".join(seated.seen.split())
        assert "R B Y G W K place a colour" in seen
        assert "F3 claim that an answer was wrong" in seen
        assert "An answer by hand" in seen


@pytest.mark.parametrize("name", ["new", "puzzle", "settings"])
async def test_no_key_runs_into_what_it_does(tmp_path: Path, name: str) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press(ITEMS[name][0], "enter", "question_mark")
        assert "Focus Previous" not in seated.seen
        keys = seated.app.screen.query(".topic").results(Static)
        assert all(len(str(key.render())) < key.size.width for key in keys)


async def test_help_leafs_through_the_editions(tmp_path: Path) -> None:
    async with play(room(tmp_path), size=LARGE) as seated:
        await seated.press("h")
        assert "The rules: Classic, game no. 1" in seated.seen
        await seated.press("right")
        assert "The rules: Classic, game no. 2" in seated.seen
        await seated.press("left", "left")
        assert "The rules: Pressman with score tracker" in seated.seen


async def test_the_menu_says_whether_a_match_waits(tmp_path: Path) -> None:
    here = room(tmp_path)
    keep(here, Match.start(two(find_edition("mini"))))
    keep(here, played(two(find_edition("mini"), 1), "code AAA", "guess AAA"))
    async with play(here) as seated:
        assert "A match waits for you" in seated.seen


@pytest.mark.parametrize(
    ("kept", "words"), [(2, "  2 matches wait"), (50, "  50 matches wait"), (51, "More than 50 matches wait")]
)
async def test_the_menu_says_how_many_matches_wait(tmp_path: Path, kept: int, words: str) -> None:
    here = room(tmp_path)
    for _ in range(kept):
        keep(here, Match.start(two(find_edition("mini"))))
    async with play(here) as seated:
        assert f"{words} for you: r goes on." in seated.seen


async def test_a_match_at_a_table_of_a_server_waits_for_nobody_here(tmp_path: Path) -> None:
    serve(tmp_path, Match.start(two(find_edition("mini"))))
    async with play(room(tmp_path)) as seated:
        assert "wait" not in seated.seen


async def test_without_an_archive_the_menu_says_why(tmp_path: Path) -> None:
    def no_archive() -> Archive:
        raise CannotOpenArchive("in /nowhere\x1b[2J", "it is not there")

    here = room(tmp_path)
    here._open = no_archive
    async with play(here) as seated:
        assert "it is not there" in seated.seen
        assert "\x1b" not in seated.seen
        for key in "rm":
            await seated.press(key)
            assert "it is not there" in seated.told[-1]
            await seated.press("escape")
        await seated.press("s")
        assert "it is not there" in seated.seen
        await seated.press("escape", "n", "enter", "enter")
        assert seated.screen == "MenuScreen"


async def test_an_archive_that_is_none_is_named_with_what_can_be_done(tmp_path: Path) -> None:
    (tmp_path / "archive.db").write_text("This is a letter, and no database at all. " * 50)
    async with play(room(tmp_path), size=(200, 40)) as seated:
        seen = " ".join(seated.seen.split())
        assert "archive.db" in seen
        assert "the file is not a database" in seen


async def test_damaged_settings_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")
    async with play(room(tmp_path), size=LARGE) as seated:
        assert "is damaged: the usual settings hold." in seated.told[0]
