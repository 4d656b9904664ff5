"""`codepegs solve`: its talk through a pipe."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from codepegs.cli.repl.assistant import build_board, read_row
from codepegs.errors import CodepegsError, Undecided
from codepegs.notation import position
from codepegs.rules import CATALOGUE, find_edition
from tests.unit.cli.conftest import Run

LARGE = "classic-1 pegs=8 colours=12"


def talk(run: Run, *words: str, typed: str) -> list[str]:
    """What is said, without prompts and empty lines, to lines that are set apart by `/`."""
    shown = run("solve", *words, lines=typed.replace(" / ", "\n") + "\n")
    assert shown.exit_code in (0, 1), shown.output  # 1 where the lines end before the game does
    return [line for line in shown.stdout.splitlines()[2:] if line and not line.endswith(": ")]


# What is typed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "row"),
    [
        ("1 2", "RRBB 1+2"),
        ("12", "RRBB 1+2"),
        ("bww", "RRBB 1+2"),
        ("none", "RRBB 0+0"),
        ("rbyg 1 2", "RBYG 1+2"),
        ("RBYG: 1+2", "RBYG 1+2"),
        ("RBYG bww", "RBYG 1+2"),
        ("red, blue, yellow, green, 1, 2", "RBYG 1+2"),
        ("1 2 3 4 1 2", "RBYG 1+2"),
        ("1234 12", "RBYG 1+2"),
        ("RBYG 1", "RBYG 1+0"),
        ("BBWW 1 2", "BBWW 1+2"),
        ("RBYG", "RBYG ?"),
    ],
)
def test_a_row_is_typed_in_many_ways(line: str, row: str) -> None:
    classic = find_edition("classic-1")
    assert position.write_row(classic, read_row(classic, line, classic.code("RRBB"))) == row


@pytest.mark.parametrize("line", ["", " ", "hello you", "bbww", "W W W W", "RRQB 1 1", "x" * 500, "\x1b[A"])
def test_what_is_no_row_is_refused(line: str) -> None:
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


def test_a_board_grows_beyond_the_rows_of_its_edition_but_not_for_ever() -> None:
    terms = find_edition("mini", rows=2)
    row = position.read("mini / RGB 1+1").rows[0]
    assert build_board(terms, [row] * 2).edition == terms
    assert build_board(terms, [row] * 3).edition.rows == 3
    with pytest.raises(CodepegsError, match="All rows are used, 30 in this edition"):
        build_board(terms, [row] * 31)


# The talk -------------------------------------------------------------------------------


def test_a_game_is_broken_row_by_row(run: Run) -> None:
    assert talk(run, typed="1 1 / 12 / bb / 4 0") == [
        "1,296 codes are left. Best is RRBY.",
        "Row 1, RRBY: 1 black, 1 white.",
        "230 codes are left. Best is RGRW.",
        "Row 2, RGRW: 1 black, 2 white.",
        "19 codes are left. Best is RWKR.",
        "Row 3, RWKR: 2 black, 0 white.",
        "2 codes are left. Best is RWYG.",
        "Row 4, RWYG: 4 black, 0 white.",
        "The code is RWYG, found in 4 rows.",
    ]


def test_own_guesses_are_taken_with_their_answers_or_before_them(run: Run) -> None:
    said = talk(run, typed="RRBB: 1+1 / RYGK / 2 0 / RYGK 0 2 / left / quit")
    assert said[1] == "Row 1, RRBB: 1 black, 1 white."
    assert said[3] == "Row 2, RYGK: 2 black, 0 white."
    assert said[5] == "Row 3, RYGK: 0 black, 2 white."
    assert said[6] == "No code fits the answers to rows 2 and 3 together."


def test_undo_takes_the_last_row_back_answered_or_not(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / undo / RYGK / undo / undo")
    first = "1,296 codes are left. Best is RRBY."
    assert said[0] == first
    assert said[3:] == ["Row 1 is taken back.", first] * 2 + ["There is no row to take back."]


def test_a_contradiction_names_its_rows_until_one_is_fixed(run: Run) -> None:
    said = talk(
        run,
        typed="KKKK 1 0 / RRBB 1 1 / RRBB 0 1 / YYYY 1 0 / left / why / fix 3 / fix 7 0 0 / fix 3 11 / board",
    )
    assert said[5:13] == [
        "Row 3, RRBB: 0 black, 1 white.",
        "No code fits the answers to rows 2 and 3 together.",
        "Type undo to take the last row back, or correct one, such as fix 3 0+2.",
        "The answers have to agree first: undo takes the last row back, fix corrects a row.",
        "No code fits all the answers.",
        "There is no guess to explain.",
        *["Type the number of a row and its true answer, such as fix 1 0+2."] * 2,
    ]
    assert said[13] == "Row 3, RRBB: 1 black, 1 white."
    assert "codes are left" in said[14]
    assert "   3 │ R R B B │ ●○··" in said


def test_a_guess_can_be_fixed_with_its_answer(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / RYGK 0 2 / fix 1 RRBY 2 0 / fix 1 RBYG / fix 1 4 0 / quit")
    assert said[5] == "Row 1, RRBY: 2 black, 0 white."
    assert said[7:] == [
        "Type the answer as well, such as fix 1 RBYG 0+2.",
        "With that answer row 1 ends the game: undo the rows after it first.",
    ]


def test_a_code_that_cannot_be_is_not_called_found(run: Run) -> None:
    said = talk(run, typed="RRBB 1 1 / RRBB 4 0 / undo / RBYG 4 0")
    assert "No code fits the answers to rows 1 and 2 together." in said
    assert said[-2:] != ["The code is RRBB, found in 2 rows."]
    assert not any("The code is RRBB" in line for line in said)


def test_a_wrong_line_gets_a_sentence_and_another_try(run: Run) -> None:
    typed = "hello you /  / 5 5 / 3 2 / RRQB 1 1 / RBY 1 1 / RBY / bbww / left over / 0 0 / quit"
    neither = "Type an answer, such as 1 2, or a guess and its answer, such as RBYG 1 2, or help."
    said = talk(run, typed=typed)
    assert said[1:9] == [
        neither,
        neither,
        "5+5 is no answer here: a row has 4 key pegs at most.",
        "3+2 is no answer here: a row has 4 key pegs at most.",
        "'q' is no colour here. Choose from: R red, B blue, Y yellow, G green, W white, K black.",
        "RBY is not allowed: it has 3 pegs where 4 belong.",
        "RBY is not allowed: it has 3 pegs where 4 belong.",
        "That could be an answer or a guess. Type an answer in numbers, such as 1 2.",
    ]
    assert said[10] == "Row 1, RRBY: 0 black, 0 white."


def test_a_position_is_gone_on_with(run: Run) -> None:
    said = talk(run, "mini / RGB 1+1 / timeout / RYK ?", typed="1 0 / why / quit")
    assert said[0].startswith("24 codes are left. Best is ")
    assert said[1] == "Row 3, RYK: 1 black, 0 white."
    ended = talk(run, "mini / RGB 3+0", typed="")
    assert ended == ["The code is RGB, found in 1 row."]


def test_leaving_says_how_to_go_on(run: Run) -> None:
    shown = run("solve", lines="RRBB 1 1\nquit\n")
    assert shown.stderr == "To continue, run: codepegs solve 'classic-1 / RRBB 1+1'\n"
    assert run("solve", lines="quit\n").stderr == ""
    ended = run("solve", lines="RRBB 1 1\n")
    assert ended.exit_code == 1
    assert ended.stderr == "\nTo continue, run: codepegs solve 'classic-1 / RRBB 1+1'\n"


def test_rows_may_be_used_up(run: Run) -> None:
    said = talk(run, "-e", "mini rows=1", typed="KKK 0 0 / RRR 0 0 / GGG 3 0")
    assert said[2] == "All rows are used, 1 in this edition. You may go on all the same."
    assert said[-1] == "The code is GGG, found in 3 rows."


def test_a_board_too_large_to_analyse_is_refused(run: Run) -> None:
    shown = run("solve", "-e", LARGE)
    assert shown.exit_code == 1
    assert "429,981,696 codes to choose from. At most 1,000,000 can be analysed." in shown.stderr


def test_what_is_too_hard_to_find_out_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*things: object) -> None:
        raise Undecided(5)

    monkeypatch.setattr("codepegs.cli.repl.assistant.find_contradiction", undecided)
    said = talk(run, typed="RRRR 0 1 / fix 1 0 0 / quit")
    assert said[2] == "No code fits all the answers; which of them disagree was too hard to find out."
    assert "codes are left" in said[-1]


def test_why_gives_the_facts(run: Run) -> None:
    said = " ".join(talk(run, typed="why / KKKK / why / quit"))
    left, average = "The 1,296 codes left would answer it in", "guesses on average, itself included"
    assert f"{left} 14 ways: it leaves 185.3 on average and 276 at most. With it" in said
    assert f"the code takes 4.34 {average}, and no way of guessing needs fewer: that is proved." in said
    assert f"{left} 5 ways: it leaves 512.0 on average and 625 at most. With it" in said
    assert f"the code takes 4.88 {average}: 0.53 more than with the best guess." in said


@pytest.mark.parametrize("slug", CATALOGUE)
def test_help_speaks_of_the_edition(run: Run, slug: str) -> None:
    keys = find_edition(slug).box.keys
    assert any(f"{keys.black} and then {keys.white}" in line for line in talk(run, "-e", slug, typed="?"))


def test_a_code_of_one_peg_is_spoken_of(run: Run) -> None:
    assert run("solve", "-e", "mini pegs=1").stdout.startswith("A code of 1 peg in mini pegs=1: ")


@pytest.mark.parametrize(
    "words", [["-e", "mini", "mini"], ["--json"], ["--step", "guess"], ["--plan", "RBYG"]], ids=" ".join
)
def test_wrong_options_are_refused(run: Run, words: list[str]) -> None:
    assert run("solve", *words).exit_code == 2


def test_its_help_loads_no_numpy() -> None:
    code = "import sys\nfrom codepegs.cli.main import group\ntry: group(['solve', '--help'])\n"
    code += "except SystemExit: pass\nprint('numpy' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.splitlines()[-1] == "False"
