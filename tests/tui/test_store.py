"""Settings and forms that last."""

from __future__ import annotations

from pathlib import Path

import pytest

from codepegs.errors import NotRemembered
from codepegs.tui.choice import Choices
from codepegs.tui.settings import Settings
from codepegs.tui.store import Store


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
        b" " * 100_000 + b"{}",
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
    with pytest.raises(NotRemembered, match="This holds until you leave"):
        store.keep(settings=Settings("shapes"))
    assert store.settings == Settings("shapes")
