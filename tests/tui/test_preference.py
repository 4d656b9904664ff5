"""Settings that last."""

from __future__ import annotations

from pathlib import Path

from codepegs.tui.settings import Settings
from codepegs.tui.stepper import LABEL
from tests.tui.rooms import Hands, play, room


def test_settings_are_changed_by_keys_and_last(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("e", "right", "down", "right", "down", "left", "escape")
        assert seated.screen == "MenuScreen"

    play(room(tmp_path), hands)
    assert room(tmp_path).store.settings == Settings("shapes", "clear", motion=False)


def test_settings_are_changed_by_mouse(tmp_path: Path) -> None:
    async def hands(seated: Hands) -> None:
        await seated.press("e")
        await seated.click("#symbols", offset=(LABEL + 3, 0))
        await seated.click("#palette", offset=(LABEL + 1, 0))

    play(room(tmp_path), hands)
    assert room(tmp_path).store.settings == Settings("shapes", "clear")


def test_what_is_set_holds_at_the_next_table(tmp_path: Path) -> None:
    here = room(tmp_path)

    async def hands(seated: Hands) -> None:
        await seated.press("e", "right", "escape", "n", "enter", "enter")
        assert seated.screen == "TableScreen"
        assert "▲" in seated.seen

    play(here, hands)


def test_settings_that_cannot_be_kept_hold_until_the_end(tmp_path: Path) -> None:
    here = room(tmp_path)
    (tmp_path / "settings.json").mkdir()

    async def hands(seated: Hands) -> None:
        await seated.press("e", "right")
        assert "This holds until you leave" in seated.told[-1]
        assert here.store.settings == Settings("shapes")

    play(here, hands)
