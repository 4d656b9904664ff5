"""`codepegs solve`. Its conversations are in test_transcripts."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.cli.commands.solve import STEPS
from codepegs.cli.repl.assistant import build_board, read_row
from codepegs.errors import CodepegsError, Undecided
from codepegs.notation import position
from codepegs.rules import CATALOGUE, find_edition
from tests.unit.cli.conftest import Run

BOARD = "classic-1 / RRBB 1+1 / RYGK 0+2"


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1 2", "RRBB 1+2"),
        ("12", "RRBB 1+2"),
        ("bww", "RRBB 1+2"),
        ("rbyg 1 2", "RBYG 1+2"),
        ("RBYG: 1+2", "RBYG 1+2"),
        ("red, blue, yellow, green, 1, 2", "RBYG 1+2"),
        ("1 2 3 4 1 2", "RBYG 1+2"),
        ("RBYG 1", "RBYG 1+0"),
        ("RBYG", "RBYG ?"),
    ],
)
def test_a_row_can_be_typed_in_many_ways(line: str, row: str) -> None:
    classic = find_edition("classic-1")
    assert position.write_row(classic, read_row(classic, line, classic.code("RRBB"))) == row


@pytest.mark.parametrize("line", ["", " ", "hello you", "bbww", "W W W W", "RRQB 1 1", "x" * 500, "\x1b[A"])
def test_other_lines_are_refused(line: str) -> None:
    classic = find_edition("classic-1")
    with pytest.raises(CodepegsError):
        read_row(classic, line, classic.code("RRBB"))


@given(
    line=st.text(max_size=30) | st.text("RBYGWK rbw0123456789+:,- ", max_size=20),
    slug=st.sampled_from([*CATALOGUE]),
)
def test_any_line_is_a_row_or_refused(line: str, slug: str) -> None:
    with suppress(CodepegsError):
        build_board(find_edition(slug), [read_row(find_edition(slug), line, None)])


def test_a_board_may_grow_up_to_the_limit_of_the_rules() -> None:
    terms = find_edition("mini", rows=2)
    row = position.read("mini / RGB 1+1").rows[0]
    assert build_board(terms, [row] * 2).edition == terms
    assert build_board(terms, [row] * 3).edition.rows == 3
    with pytest.raises(CodepegsError, match="All 30 rows have been used"):
        build_board(terms, [row] * 31)


def test_quit_prints_how_to_continue(run: Run) -> None:
    shown = run("solve", lines="RRBB 1 1\nquit\n")
    assert shown.stderr == "To continue, run: codepegs solve 'classic-1 / RRBB 1+1'\n"
    assert run("solve", lines="quit\n").stderr == ""
    ended = run("solve", lines="RRBB 1 1\n")
    assert ended.exit_code == 1
    assert ended.stderr == "The input has ended.\nTo continue, run: codepegs solve 'classic-1 / RRBB 1+1'\n"


def test_a_board_too_large_to_analyse_is_refused(run: Run) -> None:
    shown = run("solve", "-e", "classic-1 pegs=8 colours=12")
    assert shown.exit_code == 1
    assert "429,981,696 possible codes. At most 1,000,000 can be analysed." in shown.stderr


def test_an_undecided_contradiction_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*things: object) -> None:
        raise Undecided(5)

    monkeypatch.setattr("codepegs.cli.repl.assistant.find_contradiction", undecided)
    shown = run("solve", lines="RRRR 0 1\nfix 1 0 0\nquit\n").stdout
    assert "It would take too long to find out which rows disagree." in shown
    assert "625 codes left" in shown


# Advice by --once ----------------------------------------------------------------------


def test_advice_reveals_as_much_as_its_step(run: Run) -> None:
    nudge = run("solve", "--once", BOARD)
    assert nudge.stdout == "50 codes left. The best guess might be the code itself.\n"
    assert nudge.stderr == "For more: --step colours\n"
    whole = run("solve", "--once", BOARD, "--step", "guess")
    assert "The best guess is GBKB." in whole.stdout
    assert whole.stderr == ""


def test_advice_starts_with_the_planned_guess(run: Run) -> None:
    shown = run("solve", "--once", BOARD, "--plan", "red red green green")
    assert shown.stdout.startswith(
        "RRGG can't be the code: row 1 got 1 black, 1 white, but would have got 2 black, 0 white. "
        "Row 2 rules it out too. It leaves "
    )
    assert "GBKB" not in shown.stdout
    shown = run("solve", "--once", BOARD, "--plan", "red red green green", "--step", "guess")
    assert "With RRGG you need 3.00 guesses on average, counting this one: 0.28 more" in shown.stdout


def test_json_reveals_no_more_than_the_step(run: Run) -> None:
    for step in STEPS[:-1]:
        text = run("solve", "--once", BOARD, "--plan", "RRGG", "--step", step, "--json").stdout
        assert "GBKB" not in text
        data = json.loads(text)
        assert (data["planned"], data["best"], data["rival"]) == (None, None, None)
    data = json.loads(run("solve", "--once", BOARD, "--plan", "RRGG", "--step", "guess", "--json").stdout)
    assert data["best"]["guess"] == "GBKB"
    assert data["best"]["to_go"] == {"guesses": 136 / 50, "error": 0.0, "chance": 1.0}
    assert [found["row"] for found in data["ruled_out_by"]] == [1, 2]


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (["mini / RRR 1+0 / RBB 0+0"], 1, "rows 1 and 2 contradict"),
        (["mini / RGB 3+0"], 1, "this board isn't waiting for a guess"),
        (["mini", "--plan", "RRRR"], 1, "it has 4 pegs, not 3"),
        (["chess"], 1, "There is no edition 'chess'"),
    ],
)
def test_impossible_advice_is_refused(run: Run, words: list[str], exit_code: int, sentence: str) -> None:
    shown = run("solve", "--once", *words)
    assert shown.exit_code == exit_code
    assert sentence in shown.stderr
    assert shown.stdout == ""


@pytest.mark.parametrize(
    "words", [["-e", "mini", "mini"], ["--json"], ["--step", "guess"], ["--plan", "RBYG"]], ids=" ".join
)
def test_wrong_options_are_refused(run: Run, words: list[str]) -> None:
    assert run("solve", *words).exit_code == 2


def test_help_does_not_load_numpy() -> None:
    code = "import sys\nfrom codepegs.cli.main import group\ntry: group(['solve', '--help'])\n"
    code += "except SystemExit: pass\nprint('numpy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "False"
