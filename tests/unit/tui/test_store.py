"""Settings and forms that last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import Choices
from codepegs.tui.settings import Settings
from codepegs.tui.store import LONGEST, LONGEST_ID, MOST_SOLVED, Solved, Store


def test_what_was_kept_is_there_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings, choices = Settings("shapes", "clear", motion=False), Choices("mini", {"rows": "8"}, "people")
    store = Store(path)
    store.keep(settings=settings)
    store.keep(choices=choices)
    again = Store(path)
    assert (again.settings, again.choices, again.notice) == (settings, choices, "")


def test_without_a_file_the_usual_settings_hold(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    assert (store.settings, store.choices, store.notice) == (Settings(), Choices(), "")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\xff\xfe",
        b'{"settings": 3}',
        b'{"settings": {"symbols": "runes"}}',
        b'{"settings": {"motion": "yes"}}',
        b'{"settings": {"palette": ["edition"]}}',
        b'{"match": {"games": 2}}',
        b'{"match": {"rules": ["rows"]}}',
        b'{"match": {"one": "' + b"x" * 500 + b'"}}',
        b"[" * 50_000,
        b" " * 200_000 + b"{}",
    ],
)
def test_a_damaged_file_is_told_of_and_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = Store(path)
    assert store.settings == Settings()
    assert store.choices == Choices()
    assert "is damaged: the usual settings hold" in store.notice
    store.keep(settings=Settings("shapes"))
    assert path.with_suffix(".damaged").read_bytes() == content
    assert Store(path).settings == Settings("shapes")


def test_a_file_of_a_later_version_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"settings": {"symbols": "shapes", "sound": 3}, "match": {"moon": "full"}, "more": []}')
    store = Store(path)
    assert (store.settings, store.notice) == (Settings("shapes"), "")


def test_a_folder_that_is_a_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("")
    store = Store(tmp_path / "config" / "settings.json")
    assert "cannot be read" in store.notice
    with pytest.raises(SettingsNotSaved, match="settings could not be saved"):
        store.keep(settings=Settings("shapes"))
    assert store.settings == Settings("shapes")


def test_settings_that_cannot_be_written_leave_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    path.mkdir()
    with pytest.raises(SettingsNotSaved):
        store.keep(settings=Settings("shapes"))
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name != "posix", reason="links are for few users there")
def test_settings_elsewhere_stay_there_under_their_own_name(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "settings.json", tmp_path / "dotfiles.json"
    elsewhere.write_text("{}")
    path.symlink_to(elsewhere)
    Store(path).keep(settings=Settings("shapes"))
    assert path.is_symlink()
    assert Store(elsewhere).settings == Settings("shapes")


def test_solved_puzzles_are_remembered_as_they_were_solved_first(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.keep(solved={"one": Solved(3, 1)})
    store.keep(solved={"two": Solved(1, 0), "one": Solved(1, 0)}, settings=Settings("shapes"))
    assert Store(path).solved == {"one": Solved(3, 1), "two": Solved(1, 0)}
    assert Store(path).settings == Settings("shapes")


def test_the_file_stays_small_however_many_puzzles_are_solved(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.keep(solved={f"{number}".rjust(LONGEST_ID, "x"): Solved(1, 0) for number in range(MOST_SOLVED + 5)})
    store.keep(solved={"y" * (LONGEST_ID + 1): Solved(1, 0)})
    assert path.stat().st_size < LONGEST
    again = Store(path)
    assert again.notice == ""
    assert [*again.solved][-1].endswith("x204")
    assert len(again.solved) == MOST_SOLVED


@pytest.mark.parametrize(
    "puzzles", ["[]", '{"x": 3}', '{"x": {"tries": 1}}', '{"x": {"tries": "1", "hints": 0}}']
)
def test_puzzles_that_make_no_sense_are_damage(tmp_path: Path, puzzles: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"puzzles": {puzzles}}}')
    store = Store(path)
    assert store.solved == {}
    assert "is damaged" in store.notice
