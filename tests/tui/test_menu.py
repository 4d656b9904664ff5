"""The menu, and everything that hangs on it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.widgets import Static

from codepegs.errors import NoArchive
from codepegs.rules import Match, edition
from codepegs.storage import Archive
from codepegs.tui.menu import ITEMS
from tests.strategies import played, two
from tests.tui.rooms import LARGE, SMALL, Hands, keep, play, room, serve

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
def test_every_line_of_the_menu_opens_by_its_letter_and_escape_comes_back(tmp_path: Path, name: str) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press(ITEMS[name][0])
        assert seated.screen == SCREENS[name]
        await seated.press("escape")
        assert seated.screen == "MenuScreen"

    play(room(tmp_path), hands)


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("name", SCREENS)
def test_every_line_of_the_menu_opens_by_the_mouse(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    async def hands(seated: Hands) -> None:
        await seated.click("#items", offset=(6, 1 + [*ITEMS].index(name)))
        assert seated.screen == SCREENS[name]

    play(room(tmp_path), hands, size=size)


def test_the_arrows_and_enter_choose(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("down", "down", "down", "down", "down", "enter")
        assert seated.screen == "StatisticsScreen"

    play(room(tmp_path), hands)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_it_can_be_left(tmp_path: Path, key: str) -> None:
    async def hands(seated: Hands) -> None:
        await seated.pilot.press(key)

    assert play(room(tmp_path), hands).return_code == 0


def test_an_escape_too_many_leaves_nothing_and_says_what_does(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("n", "escape", "escape", "escape")
        assert seated.screen == "MenuScreen"
        assert {*seated.told} == {"q or Ctrl-Q quits."}
        await seated.press("h")
        assert seated.screen == "HelpScreen"

    play(room(tmp_path), hands)


@pytest.mark.parametrize("name", SCREENS)
def test_ctrl_c_leaves_from_everywhere(tmp_path: Path, name: str) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press(ITEMS[name][0])
        await seated.pilot.press("ctrl+c")

    assert play(room(tmp_path), hands).return_code == 0


@pytest.mark.parametrize("name", [name for name in SCREENS if name not in ("help", "review")])
def test_a_question_mark_lists_the_keys_everywhere(tmp_path: Path, name: str) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press(ITEMS[name][0], "question_mark")
        assert seated.screen == "HelpScreen"
        assert re.search("esc +Back", seated.seen)
        await seated.press("question_mark")
        assert seated.screen == SCREENS[name]

    play(room(tmp_path), hands)


def test_the_keys_of_the_menu_name_its_letters(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("question_mark")
        for key, label, _ in ITEMS.values():
            assert any(
                line.split() and key in line.split()[:-1] and label in line
                for line in seated.seen.splitlines()
            )

    play(room(tmp_path), hands, size=LARGE)


def test_help_tells_how_pegs_are_laid_at_the_table(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("h")
        seen = " ".join(seated.seen.split())
        assert "R B Y G W K place a colour" in seen
        assert "F3 claim that an answer was wrong" in seen
        assert "An answer by hand" in seen

    play(room(tmp_path), hands, size=LARGE)


@pytest.mark.parametrize("name", ["new", "puzzle", "settings"])
def test_no_key_runs_into_what_it_does(tmp_path: Path, name: str) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press(ITEMS[name][0], "enter", "question_mark")
        assert "Focus Previous" not in seated.seen
        keys = seated.app.screen.query(".topic").results(Static)
        assert all(len(str(key.render())) < key.size.width for key in keys)

    play(room(tmp_path), hands)


def test_help_leafs_through_the_editions(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("h")
        assert "The rules: Classic, game no. 1" in seated.seen
        await seated.press("right")
        assert "The rules: Classic, game no. 2" in seated.seen
        await seated.press("left", "left")
        assert "The rules: Pressman with score tracker" in seated.seen

    play(room(tmp_path), hands, size=LARGE)


def test_the_menu_says_whether_a_match_waits(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def hands(seated: Hands) -> None:
        assert "A match waits for you" in seated.seen

    keep(here, Match.start(two(edition("mini"))))
    keep(here, played(two(edition("mini"), 1), "code AAA", "guess AAA"))
    play(here, hands)


@pytest.mark.parametrize(
    ("kept", "words"), [(2, "  2 matches wait"), (50, "  50 matches wait"), (51, "More than 50 matches wait")]
)
def test_the_menu_says_how_many_matches_wait(tmp_path: Path, kept: int, words: str) -> None:
    here = room(tmp_path)
    for _ in range(kept):
        keep(here, Match.start(two(edition("mini"))))

    async def hands(seated: Hands) -> None:
        assert f"{words} for you: r goes on." in seated.seen

    play(here, hands)


def test_a_match_at_a_table_of_a_server_waits_for_nobody_here(tmp_path: Path) -> None:
    serve(tmp_path, Match.start(two(edition("mini"))))

    async def hands(seated: Hands) -> None:
        assert "wait" not in seated.seen

    play(room(tmp_path), hands)


def test_without_an_archive_the_menu_says_why(tmp_path: Path) -> None:
    def no_archive() -> Archive:
        raise NoArchive("in /nowhere\x1b[2J", "it is not there")

    here = room(tmp_path)
    here._open = no_archive

    async def hands(seated: Hands) -> None:
        assert "cannot be opened: it is not there" in seated.seen
        assert "\x1b" not in seated.seen
        for key in "rm":
            await seated.press(key)
            assert "cannot be opened: it is not there" in seated.told[-1]
            await seated.press("escape")
        await seated.press("s")
        assert "cannot be opened: it is not there" in seated.seen
        await seated.press("escape", "n", "enter", "enter")
        assert seated.screen == "MenuScreen"

    play(here, hands)


def test_an_archive_that_is_none_is_named_with_what_can_be_done(tmp_path: Path) -> None:
    (tmp_path / "archive.db").write_text("This is a letter, and no database at all. " * 50)

    async def hands(seated: Hands) -> None:
        seen = " ".join(seated.seen.split())
        assert "archive.db cannot be opened" in seen
        assert "the file is no database, so move it away or choose another name" in seen

    play(room(tmp_path), hands, size=(200, 40))


def test_damaged_settings_are_told_of(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text("{")

    async def hands(seated: Hands) -> None:
        assert "is damaged: the usual settings hold." in seated.told[0]

    play(room(tmp_path), hands, size=LARGE)
