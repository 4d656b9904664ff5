"""Settings that last."""

from __future__ import annotations

from pathlib import Path

from codepegs.tui.settings import Settings
from tests.support.application import open_context, play


async def test_settings_are_changed_by_keys_and_last(tmp_path: Path) -> None:
    async with play(open_context(tmp_path)) as user:
        await user.press("e", "right", "down", "right", "down", "left", "down", "right", "down")
        await user.type("Zoë")
        await user.press("escape")
        assert user.screen == "MenuScreen"
    assert open_context(tmp_path).store.settings == Settings("shapes", "light", motion=False, bell=True)
    assert open_context(tmp_path).store.match_form.one == "Zoë"


async def test_motion_off_stops_animations(tmp_path: Path, moving: None) -> None:
    async with play(open_context(tmp_path)) as user:
        levels = [user.app.animation_level]
        await user.press("e", "down", "down")
        for _ in range(2):
            await user.press("right")
            levels.append(user.app.animation_level)
        assert levels == ["full", "none", "full"]
        await user.press("right")
    async with play(open_context(tmp_path)) as user:
        assert user.app.animation_level == "none"


async def test_settings_that_cannot_be_saved_still_apply(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    (tmp_path / "settings.json").mkdir()
    async with play(context) as user:
        await user.press("e", "right")
        assert "settings could not be saved" in user.notifications[-1]
        assert context.store.settings == Settings("shapes")


async def test_an_invalid_name_is_refused_and_not_saved(tmp_path: Path) -> None:
    context = open_context(tmp_path)
    async with play(context) as user:
        await user.press("e", *["down"] * 4)
        await user.type("computer perfect")
        assert "computer" in str(user.app.screen.query_one("#refusal").render())
        assert context.store.match_form.one == "Player"
