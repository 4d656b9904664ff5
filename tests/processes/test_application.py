"""The application as people meet it: a terminal, a key, a killed process."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from codepegs.rules import Match
from codepegs.storage import open_archive

if sys.platform == "win32":  # pragma: no cover
    pytest.skip("a pseudo-terminal needs POSIX", allow_module_level=True)

from tests.support.terminal import Terminal

ENTER, HOME, DOWN = b"\r", b"\x1b[H", b"\x1b[B"


def begin(data: Path, **variables: str) -> Terminal:
    """A match against a computer, ready for the first row.

    A code of this edition has no repeats, so that a guess with some does not break it by chance.
    """
    terminal = Terminal(data=data, **variables)
    terminal.wait_for("Statistics")
    terminal.press(b"c")
    terminal.wait_for("which board")
    terminal.press(HOME + DOWN + DOWN + ENTER)
    terminal.wait_for("8 colours, each once")
    terminal.wait_for("makes the first code")
    terminal.press(ENTER)
    terminal.wait_for("guess 1 of 9")
    return terminal


def row(terminal: Terminal, letters: str, number: int) -> None:
    terminal.press(letters.encode() + ENTER)
    terminal.wait_for(f"guess {number + 1} of 9")


def kept(data: Path) -> Match:
    archive = open_archive(f"sqlite:///{data}/codepegs/archive.db")
    try:
        (entry,) = archive.entries()
        return archive.match(entry.id)
    finally:
        archive.close()


def test_keys_typed_with_the_enter_of_the_menu_are_for_the_board(tmp_path: Path) -> None:
    terminal = Terminal(data=tmp_path)
    terminal.wait_for("Statistics")
    terminal.press(ENTER + b"rrbb" + ENTER + b"yyg")
    terminal.wait_for("guess 2 of 10")
    terminal.wait_for("1 more peg")
    terminal.press(b"\x03")
    assert terminal.exit_code() == 0


def test_a_match_resumes_after_a_kill(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    row(terminal, "rrbb", 1)
    row(terminal, "wwkk", 2)
    terminal.press(b"rb")
    terminal.wait_for("R")
    terminal.kill()
    assert terminal.exit_code() < 0
    before = kept(tmp_path)
    assert [before.agreement.edition.spell(row.guess) for row in before.game.board.rows if row.guess] == [
        "RRBB",
        "WWKK",
    ]
    again = Terminal(data=tmp_path)
    again.wait_for("1 game")
    again.press(b"r")
    again.wait_for("guess 3 of 9")
    row(again, "rrrr", 3)
    again.press(b"\x03")
    again.rest()
    assert again.exit_code() == 0
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", again.shown)
    assert re.search(r"2\W+W\W+W\W+K\W+K", shown)
    assert re.search(r"1\W+R\W+R\W+B\W+B", shown)
    assert kept(tmp_path).game.board.rows[:2] == before.game.board.rows


def test_ctrl_c_loses_nothing_and_restores_the_terminal(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    row(terminal, "rrbb", 1)
    terminal.press(b"\x03")
    terminal.rest()
    assert terminal.exit_code() == 0
    assert "Traceback" not in terminal.shown
    assert terminal.shown.rstrip().rfind("\x1b[?1049l") > terminal.shown.rfind("\x1b[?1049h")
    assert len(kept(tmp_path).game.board.rows) == 1


def test_a_closed_terminal_loses_nothing(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    row(terminal, "rrbb", 1)
    terminal.hang_up()
    terminal.exit_code()
    assert len(kept(tmp_path).game.board.rows) == 1


def test_sigterm_restores_the_terminal(tmp_path: Path) -> None:
    terminal = begin(tmp_path)
    terminal.end()
    terminal.rest()
    assert terminal.exit_code() == 0
    assert "\x1b[?1049l" in terminal.shown
    assert "Traceback" not in terminal.shown


def test_an_impossible_data_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "codepegs").write_text("")
    terminal = Terminal(data=tmp_path)
    terminal.wait_for("Cannot open the archive")
    terminal.press(b"q")
    terminal.rest()
    assert terminal.exit_code() == 0


def test_a_dumb_terminal_gets_line_mode(tmp_path: Path) -> None:
    terminal = Terminal(data=tmp_path, term="dumb")
    terminal.wait_for("Guess 1 of 10")
    terminal.type("quit")
    terminal.rest()
    assert terminal.exit_code() == 0
