"""Settings and forms that last."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codepegs.tui.errors import SettingsNotSaved
from codepegs.tui.match_form import MatchForm
from codepegs.tui.settings import Settings
from codepegs.tui.store import MAX_FILE_SIZE, MAX_ID_LENGTH, MAX_SOLVED, Solved, Store


def test_saved_settings_are_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "settings.json"
    settings, match_form = (
        Settings("shapes", "light", motion=False),
        MatchForm("mini", {"rows": "8"}, "people"),
    )
    store = Store(path)
    store.save(settings=settings)
    store.save(match_form=match_form)
    again = Store(path)
    assert (again.settings, again.match_form, again.warning) == (settings, match_form, "")


def test_without_a_file_defaults_apply(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    assert (store.settings, store.match_form, store.warning) == (Settings(), MatchForm(), "")


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
        b'{"settings": {"theme": ["dark"]}}',
        b'{"match": {"games": 2}}',
        b'{"match": {"rules": ["rows"]}}',
        b'{"match": {"one": "' + b"x" * 500 + b'"}}',
        b"[" * 50_000,
        b" " * 200_000 + b"{}",
    ],
)
def test_a_damaged_file_is_reported_and_renamed(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = Store(path)
    assert store.settings == Settings()
    assert store.match_form == MatchForm()
    assert "is damaged. Using the defaults." in store.warning
    store.save(settings=Settings("shapes"))
    assert path.with_suffix(".damaged").read_bytes() == content
    assert Store(path).settings == Settings("shapes")


def test_unknown_fields_of_a_later_version_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"settings": {"symbols": "shapes", "sound": 3}, "match": {"moon": "full"}, "more": []}')
    store = Store(path)
    assert (store.settings, store.warning) == (Settings("shapes"), "")


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("")
    store = Store(tmp_path / "config" / "settings.json")
    assert "couldn't be read" in store.warning
    with pytest.raises(SettingsNotSaved, match="settings could not be saved"):
        store.save(settings=Settings("shapes"))
    assert store.settings == Settings("shapes")


def test_settings_that_cannot_be_written_leave_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    path.mkdir()
    with pytest.raises(SettingsNotSaved):
        store.save(settings=Settings("shapes"))
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.skipif(os.name != "posix", reason="links are for few users there")
def test_settings_elsewhere_stay_there_under_their_own_name(tmp_path: Path) -> None:
    path, elsewhere = tmp_path / "settings.json", tmp_path / "dotfiles.json"
    elsewhere.write_text("{}")
    path.symlink_to(elsewhere)
    Store(path).save(settings=Settings("shapes"))
    assert path.is_symlink()
    assert Store(elsewhere).settings == Settings("shapes")


def test_solved_puzzles_are_remembered_as_they_were_solved_first(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.save(solved={"one": Solved(3, 1)})
    store.save(solved={"two": Solved(1, 0), "one": Solved(1, 0)}, settings=Settings("shapes"))
    assert Store(path).solved == {"one": Solved(3, 1), "two": Solved(1, 0)}
    assert Store(path).settings == Settings("shapes")


def test_the_file_stays_small_however_many_puzzles_are_solved(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.save(
        solved={f"{number}".rjust(MAX_ID_LENGTH, "x"): Solved(1, 0) for number in range(MAX_SOLVED + 5)}
    )
    store.save(solved={"y" * (MAX_ID_LENGTH + 1): Solved(1, 0)})
    assert path.stat().st_size < MAX_FILE_SIZE
    again = Store(path)
    assert again.warning == ""
    assert [*again.solved][-1].endswith("x204")
    assert len(again.solved) == MAX_SOLVED


@pytest.mark.parametrize(
    "puzzles", ["[]", '{"x": 3}', '{"x": {"tries": 1}}', '{"x": {"tries": "1", "hints": 0}}']
)
def test_invalid_puzzles_count_as_damage(tmp_path: Path, puzzles: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"puzzles": {puzzles}}}')
    store = Store(path)
    assert store.solved == {}
    assert "is damaged" in store.warning
