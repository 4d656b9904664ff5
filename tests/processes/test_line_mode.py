"""Line mode in a terminal, through a pipe, and when it is killed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":  # pragma: no cover
    pytest.skip("a pseudo-terminal needs POSIX", allow_module_level=True)

from tests.support.terminal import Terminal

COMMAND = [sys.executable, "-m", "codepegs"]
TWO = ("--two", "Ada", "Bob")


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def assert_hidden(shown: str, *spellings: str) -> None:
    for spelling in spellings:
        assert spelling not in without_colour(shown)


def test_two_players_at_one_terminal_see_the_code_only_behind_the_shield(tmp_path: Path) -> None:
    terminal = Terminal("play", "-e", "classic-1 answers=hand", *TWO, "-n", "1", data=tmp_path)
    terminal.wait_for("Bob, look away. Ada, press Enter when only you can see the screen.")
    terminal.type("")
    terminal.wait_for("The code has 4 pegs in these colours. Type help for more.")
    terminal.wait_for("Ada, make a code: ")
    assert "R red  B blue  Y yellow  G green  W white  K black" in without_colour(terminal.shown)
    terminal.type("RBYG")
    terminal.wait_for("Bob, guess 1 of 10: ")
    terminal.type("WKWK")
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, mark WKWK: ")
    assert "R B Y G" in without_colour(terminal.shown)  # the codemaker sees it
    terminal.type("0 0")
    terminal.wait_for("Bob, guess 2 of 10: ")
    assert_hidden(terminal.seen_by_both, "RBYG", "R B Y G")
    # Nothing that is typed can be had back with a key.
    terminal.press(b"\x1b[A\x1b[A")
    terminal.type("")
    terminal.wait_for("Bob, guess 2 of 10: ")
    assert_hidden(terminal.seen_by_both, "RBYG", "R B Y G")
    terminal.type("give up")
    terminal.wait_for("Give up this game? [y/N]: ")
    terminal.type("y")
    terminal.wait_for("Points: Ada 11, Bob 0.")
    assert "R B Y G" in without_colour(terminal.seen_by_both)
    terminal.wait_for("Rematch? [y/N]: ")
    terminal.type("y")
    terminal.wait_for("Ada, look away. Bob, press Enter when only you can see the screen.")
    terminal.type("")
    terminal.wait_for("Bob, make a code: ")
    terminal.type("quit")
    terminal.rest()
    assert terminal.exit_code() == 0


def test_lines_typed_ahead_are_neither_echoed_nor_used(tmp_path: Path) -> None:
    terminal = Terminal("play", *TWO, "-n", "1", data=tmp_path)
    terminal.wait_for("Ada, press Enter when only you can see the screen.")
    terminal.type("RBYG")  # too early: she has not pressed Enter yet
    terminal.wait_for("Ada, make a code: ")
    terminal.press(b"RBYG\nRBYG\n")  # and too much: the second line would be Bob's guess
    terminal.wait_for("Bob, guess 1 of 10: ")
    terminal.type("WKWK")
    terminal.wait_for("Row 1, WKWK: 0 black, 0 white.")
    assert_hidden(terminal.seen_by_both, "RBYG", "R B Y G")
    terminal.wait_for("Bob, guess 2 of 10: ")
    terminal.kill()
    terminal.exit_code()


def test_a_dumb_terminal_does_not_echo_the_code(tmp_path: Path) -> None:
    terminal = Terminal("play", "-e", "classic-1 answers=hand", *TWO, data=tmp_path, term="dumb")
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, make a code: ")
    terminal.type("RBYG")
    terminal.wait_for("Bob, guess 1 of 10: ")
    terminal.type("WKWK")
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, mark WKWK: ")
    terminal.type("0 0")
    terminal.wait_for("Bob, guess 2 of 10: ")
    assert_hidden(terminal.shown, "RBYG", "R B Y G")
    terminal.kill()
    terminal.exit_code()


def test_a_signal_behind_the_shield_restores_the_screen(tmp_path: Path) -> None:
    terminal = Terminal("play", "-e", "classic-1 answers=hand", *TWO, data=tmp_path)
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, make a code: ")
    terminal.press(b"\x1a")  # Ctrl-Z
    terminal.type("RBYG")
    terminal.wait_for("Bob, guess 1 of 10: ")
    terminal.type("WKWK")
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, mark WKWK: ")
    terminal.end()
    assert "To resume, run: codepegs play --resume" in terminal.rest()
    assert terminal.exit_code() == 143
    assert terminal.shown.count("\x1b[?1049h") == terminal.shown.count("\x1b[?1049l")
    assert_hidden(terminal.seen_by_both, "RBYG", "R B Y G")


def test_owning_up_happens_behind_the_shield(tmp_path: Path) -> None:
    terminal = Terminal("play", "-e", "mini answers=hand", *TWO, "-n", "1", data=tmp_path)
    for line in ("", "RGB"):
        terminal.wait_for("Ada, press Enter" if not line else "Ada, make a code: ")
        terminal.type(line)
    terminal.wait_for("Bob, guess 1 of 8: ")
    terminal.type("RRR")
    terminal.wait_for("Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, mark RRR: ")
    terminal.type("1 0")
    terminal.wait_for("Bob, guess 2 of 8: ")
    terminal.type("own up")
    terminal.wait_for("Bob, look away. Ada, press Enter")
    terminal.type("")
    terminal.wait_for("Ada, was one of your answers wrong?")
    terminal.type("yes")
    terminal.wait_for("All your answers were right")
    terminal.type("")
    terminal.wait_for("The game goes on.")
    terminal.wait_for("Bob, guess 2 of 8: ")
    assert_hidden(terminal.seen_by_both, "All your answers were right", "R G B", "RGB")
    terminal.type("quit")
    terminal.rest()
    assert terminal.exit_code() == 0


@pytest.mark.parametrize("behind_shield", [True, False])
def test_ctrl_c_prints_how_to_resume(tmp_path: Path, behind_shield: bool) -> None:
    terminal = Terminal("play", *TWO, data=tmp_path)
    terminal.wait_for("press Enter")
    terminal.type("")
    terminal.wait_for("make a code: ")
    if not behind_shield:
        terminal.type("RBYG")
        terminal.wait_for("guess 1 of 10: ")
    terminal.press(b"\x03")
    rest = terminal.rest()
    assert terminal.exit_code() == 130
    # Before the first move, there is nothing to resume.
    assert ("To resume, run: codepegs play --resume" in rest) is not behind_shield
    assert "Traceback" not in rest
    assert terminal.shown.count("\x1b[?1049h") == terminal.shown.count("\x1b[?1049l")


def test_ctrl_c_ends_the_wait_for_a_computer(tmp_path: Path) -> None:
    computers = ("--codemaker", "computer perfect", "--codebreaker", "computer perfect 2")
    terminal = Terminal("play", "-e", "classic-1 pegs=8 colours=12 rows=15", *computers, data=tmp_path)
    terminal.wait_for("Row 1, ")
    terminal.press(b"\x03")
    assert "To resume, run: codepegs play --resume" in terminal.rest()
    assert terminal.exit_code() == 130
    assert "Traceback" not in terminal.shown


@pytest.mark.parametrize("end", [Terminal.kill, Terminal.hang_up])
def test_moves_survive_a_killed_process(tmp_path: Path, end: object) -> None:
    # A code of this edition has no repeats, so that the guesses below do not break it by chance.
    computer = ("-e", "hasbro-2010", "--codemaker", "computer", "--codebreaker", "Ada")
    terminal = Terminal("play", *computer, data=tmp_path)
    for row in (1, 2, 3):
        terminal.wait_for(f"Ada, guess {row} of 9: ")
        terminal.type("RRBB")
    terminal.wait_for("Ada, guess 4 of 9: ")
    terminal.press(b"RB")  # in the middle of a turn
    assert callable(end)
    end(terminal)
    assert terminal.exit_code() < 0
    again = Terminal("play", "--resume", data=tmp_path)
    again.wait_for("Ada, guess 4 of 9: ")
    again.type("quit")
    again.rest()
    assert again.exit_code() == 0


@pytest.mark.night
def test_ctrl_c_stops_a_proof_with_its_bounds(tmp_path: Path) -> None:
    terminal = Terminal("strategy", "prove", "-e", "bulls-and-cows", data=tmp_path)
    terminal.wait_for("from ")
    terminal.press(b"\x03")
    assert "Stopped. 5,040 codes, with at most 10 rows, need at least " in terminal.rest()
    assert "Traceback" not in terminal.shown
    assert terminal.exit_code() == 0


def test_pegs_are_coloured_in_a_terminal(tmp_path: Path) -> None:
    terminal = Terminal("show", "classic-1 / RBYG 1+1", data=tmp_path)
    assert "\x1b[" in terminal.rest()
    assert terminal.exit_code() == 0


HINT = ("solve", "--once", "classic-1 / RRBB 1+1 / RYGK 0+2", "--step", "guess")


@pytest.mark.parametrize("words", [HINT, ("review", "examples/classic-1.pegs")])
def test_a_terminal_gets_wrapped_lines(tmp_path: Path, words: tuple[str, ...]) -> None:
    terminal = Terminal(*words, data=tmp_path, COLUMNS="80")
    shown = terminal.rest().splitlines()
    assert terminal.exit_code() == 0
    assert max(map(len, shown)) <= 80


def test_a_pipe_gets_unwrapped_lines() -> None:
    shown = subprocess.run([*COMMAND, *HINT], capture_output=True, check=True, encoding="utf-8")
    assert max(map(len, shown.stdout.splitlines())) > 80


@pytest.mark.parametrize(
    ("closed", "words", "code", "said"),
    [
        ("<&-", ("play", "--no-save"), 1, b"The input has ended.\n"),
        ("<&- >&-", ("play", "--no-save"), 1, b"The input has ended.\n"),
        ("</dev/null >&-", ("solve",), 1, b"The input has ended.\n"),
        ("<&- >&- 2>&-", ("play", "--no-save"), 1, b""),
        (">&-", ("editions",), 0, b""),
        ("2>&-", ("editions", "chess"), 1, b""),
    ],
)
def test_a_command_works_without_its_streams(
    closed: str, words: tuple[str, ...], code: int, said: bytes
) -> None:
    shown = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *COMMAND, *words], capture_output=True, check=False
    )
    assert (shown.returncode, shown.stderr) == (code, said)


def test_a_closed_pipe_is_not_an_error() -> None:
    with subprocess.Popen(
        [*COMMAND, "editions", "classic-1"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
