"""Settings that last."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.constants import TEXTUAL_ANIMATIONS

from codepegs.tui.settings import Settings
from codepegs.tui.widgets.inputs import Line
from codepegs.tui.widgets.stepper import LABEL
from tests.support.application import play, room


async def test_settings_are_changed_by_keys_and_last(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("e", "right", "down", "right", "down", "left", "escape")
        assert seated.screen == "MenuScreen"
    assert room(tmp_path).store.settings == Settings("shapes", "clear", motion=False)


async def test_settings_are_changed_by_mouse(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        await seated.press("e")
        await seated.click("#symbols", offset=(LABEL + 3, 0))
        await seated.click("#palette", offset=(LABEL + 1, 0))
    assert room(tmp_path).store.settings == Settings("shapes", "clear")


async def test_what_is_set_holds_at_the_next_table(tmp_path: Path) -> None:
    here = room(tmp_path)
    async with play(here) as seated:
        await seated.press("e", "right", "escape", "n", "enter", "enter")
        assert seated.screen == "TableScreen"
        assert "▲" in seated.seen


async def test_without_motion_nothing_is_animated_at_once_and_the_next_time(tmp_path: Path) -> None:
    async with play(room(tmp_path)) as seated:
        assert seated.app.animation_level == TEXTUAL_ANIMATIONS
        await seated.press("e", "up", "right")
        assert seated.app.animation_level == "none"
        await seated.press("right")
        assert seated.app.animation_level == TEXTUAL_ANIMATIONS
        await seated.press("right")
    async with play(room(tmp_path)) as seated:
        assert seated.app.animation_level == "none"


@pytest.mark.parametrize("motion", [True, False])
async def test_a_cursor_blinks_only_with_motion(tmp_path: Path, motion: bool) -> None:
    here = room(tmp_path)
    here.store.keep(settings=Settings(motion=motion))
    async with play(here) as seated:
        await seated.press("v")
        assert seated.app.screen.query_one(Line).cursor_blink is (motion and TEXTUAL_ANIMATIONS != "none")


async def test_settings_that_cannot_be_kept_hold_until_the_end(tmp_path: Path) -> None:
    here = room(tmp_path)
    (tmp_path / "settings.json").mkdir()
    async with play(here) as seated:
        await seated.press("e", "right")
        assert "settings could not be saved" in seated.told[-1]
        assert here.store.settings == Settings("shapes")
