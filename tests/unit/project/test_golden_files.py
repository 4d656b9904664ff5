"""Golden files are compared to the byte, and only written when asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.golden_files import Golden


@pytest.mark.parametrize("text", ["one\nthree\n", "one\ntwo", "one\r\ntwo\r\n", ""])
def test_another_text_fails_with_a_diff_and_the_way_to_update(tmp_path: Path, text: str) -> None:
    file = tmp_path / "lines.txt"
    file.write_bytes(b"one\ntwo\n")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)^lines.txt is not .* --update-golden"):
        Golden(update=False, folder=tmp_path)(file.name, text)
    assert file.read_bytes() == b"one\ntwo\n"


def test_a_diff_shows_both_lines(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(pytest.fail.Exception, match=r"(?s)-two\n\+three"):
        Golden(update=False, folder=tmp_path)("lines.txt", "one\nthree\n")


def test_a_missing_file_fails(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"\+one"):
        Golden(update=False, folder=tmp_path)("lines.txt", "one\n")


def test_a_file_is_written_when_asked(tmp_path: Path) -> None:
    Golden(update=True, folder=tmp_path)("new/lines.txt", "one\n")
    Golden(update=False, folder=tmp_path)("new/lines.txt", "one\n")
    assert (tmp_path / "new" / "lines.txt").read_bytes() == b"one\n"
