"""`codepegs review` and `codepegs solve --once`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from codepegs.analysis import Kind
from codepegs.cli.commands.solve import STEPS
from codepegs.notation import record
from codepegs.rules import Agreement, find_edition
from tests.support.strategies import played, two
from tests.unit.cli.conftest import Run

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "classic-1.pegs"
GOLDEN = ROOT / "tests" / "golden"
BOARD = "classic-1 / RRBB 1+1 / RYGK 0+2"


def test_review_shows_every_game_row_by_row(run: Run) -> None:
    shown = run("review", EXAMPLE)
    assert shown.exit_code == 0
    assert shown.stderr == ""
    lines = shown.stdout.splitlines()
    assert sum(line.startswith("row  guess") for line in lines) == 3
    assert "  3  RBWK   0+2        64     18  RRKY     7.5  weak   0.39  -0.15" in lines
    assert "7 rows: 4.34 on average with the best play, 0.75 lost by guessing, 1.91 by bad luck." in lines
    assert "Row 3 was answered 1 black, 2 white, not 1 black, 3 white." in lines
    assert "No code fits the answers up to row 5: nothing is judged beyond it." in lines
    assert lines[-2:] == [
        "Ada: skill 89, luck 22 of 100, 0.75 points lost.",
        "Bob: skill 97, luck 46 of 100, 0.25 points lost.",
    ]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.pegs")), ids=lambda file: file.stem)
def test_the_records_of_every_edition_can_be_reviewed(run: Run, file: Path) -> None:
    shown = run("review", file, "--seconds", "1", "--json")
    assert shown.exit_code == 0, shown.output
    for game in json.loads(shown.stdout)["games"]:
        if game["whole"]:
            used = len(game["rows"]) + game["to_go"]["guesses"] - game["rows_out_of_time"]
            due = (
                game["expected"]["guesses"]
                + game["guesses_lost"]["guesses"]
                - game["guesses_saved"]["guesses"]
            )
            assert used == pytest.approx(due)
        assert 0 <= game["skill"] <= 100


def test_hints_that_were_taken_stand_in_the_sums(run: Run, tmp_path: Path) -> None:
    terms = Agreement(find_edition("mini"), ("Ada", "Bob"), 2, hints=True)
    moves = ["code ABC", "guess AAB", "hint 1", "hint 2", "guess ABB", "hint 3", "guess ABC"]
    file = tmp_path / "match.pegs"
    file.write_text(record.write(played(terms, *moves, "code DEF", "guess DEF")), encoding="utf-8")
    lines = run("review", file).stdout.splitlines()
    assert "Bob took 3 hints: steps 1 and 2 for row 2, step 3 for row 3." in lines
    assert lines[-1].startswith("Bob: skill ")
    assert lines[-1].endswith(" lost. With 3 hints.")
    assert "hint" not in lines[-2]
    data = json.loads(run("review", file, "--json").stdout)
    assert data["games"][0]["hints"] == [{"row": 2, "step": 1}, {"row": 2, "step": 2}, {"row": 3, "step": 3}]
    assert data["games"][1]["hints"] == data["guessed"][0]["hints"] == []


def test_one_game_can_be_chosen(run: Run) -> None:
    data = json.loads(run("review", EXAMPLE, "--game", "1", "--json").stdout)
    assert [(game["number"], game["replay"]) for game in data["games"]] == [(1, 0), (1, 1)]
    refused = run("review", EXAMPLE, "--game", "3")
    assert refused.exit_code == 1
    assert "This match has no game 3: choose from 1 to 2." in refused.stderr


def test_the_picture_in_the_docs_is_what_the_program_draws(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.svg"
    assert run("review", EXAMPLE, "--game", "2", "--svg", file).exit_code == 0
    drawn = file.read_text(encoding="utf-8")
    assert drawn == (ROOT / "docs" / "pictures" / "review.svg").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_a_sentence(run: Run, tmp_path: Path) -> None:
    shown = run("review", EXAMPLE, "--game", "2", "--svg", tmp_path / "nowhere" / "file")
    assert shown.exit_code == 1
    assert "No such file or directory." in shown.stderr


def test_a_game_still_on_is_left_out_and_alone_refused(run: Run, tmp_path: Path) -> None:
    match = played(two(find_edition("mini")), "code ABC", "guess AAB")
    file = tmp_path / "match.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    shown = run("review", file)
    assert shown.exit_code == 1
    assert "No game of this match has shown its code yet" in shown.stderr
    file.write_text(record.write(played(match, "guess ABC", "code ABA", "guess AAA")), encoding="utf-8")
    assert len(json.loads(run("review", file, "--json").stdout)["games"]) == 1
    alone = run("review", file, "--game", 2)
    assert alone.exit_code == 1
    assert alone.stderr == ("Error: Game 2 goes on: it can be reviewed when it is over.\n")


def test_a_game_that_ended_before_it_had_a_code_is_refused_for_that(run: Run, tmp_path: Path) -> None:
    match = played(two(find_edition("mini")), "code ABC", "guess ABC", "abandon codemaker")
    file = tmp_path / "match.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    shown = run("review", file, "--game", 2)
    assert shown.exit_code == 1
    assert shown.stderr == "Error: Game 2 ended without showing a code: review another one.\n"
    assert len(json.loads(run("review", file, "--json").stdout)["games"]) == 1


def test_a_guess_may_cost_most_though_a_row_out_of_time_cost_more(run: Run, tmp_path: Path) -> None:
    match = played(two(find_edition("mini", time_limit=60)), "code ABC", "guess AAA", "timeout", "guess ABC")
    file = tmp_path / "match.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    lines = run("review", file).stdout.splitlines()
    assert any(line.split()[-1:] == ["1.00"] for line in lines)  # the row out of time
    assert any(line.startswith("The guess of row 1 cost most. RRR: ") for line in lines)


def test_estimates_are_marked(run: Run) -> None:
    shown = run("review", GOLDEN / "super.pegs", "--seconds", "0")
    assert shown.exit_code == 0
    assert "Figures with ~ are estimates: a proof would take too long." in shown.stdout
    assert re.search(r"~0\.\d\d", shown.stdout)


def test_a_hint_goes_as_far_as_it_is_asked_to(run: Run) -> None:
    nudge = run("solve", "--once", BOARD)
    assert nudge.stdout == "50 codes are left. The best guess is one that can be the code.\n"
    assert nudge.stderr == "For more: --step colours\n"
    whole = run("solve", "--once", BOARD, "--step", "guess")
    assert "Best is GBKB." in whole.stdout
    assert whole.stderr == ""


def test_a_planned_guess_is_looked_at_first(run: Run) -> None:
    shown = run("solve", "--once", BOARD, "--plan", "red red green green")
    assert shown.stdout.startswith(
        "RRGG cannot be the code: row 1 was answered 1 black, 1 white, and would have been 2 black, 0 white. "
        "Row 2 rules it out too. 50 codes are left. "
    )
    assert "GBKB" not in shown.stdout
    shown = run("solve", "--once", BOARD, "--plan", "red red green green", "--step", "guess")
    assert "With RRGG the code takes 3.00 guesses on average, itself included: 0.28 more" in shown.stdout


def test_json_has_no_more_than_the_steps(run: Run) -> None:
    for step in STEPS[:-1]:
        text = run("solve", "--once", BOARD, "--plan", "RRGG", "--step", step, "--json").stdout
        assert "GBKB" not in text
        assert "best" not in json.loads(text)
    data = json.loads(run("solve", "--once", BOARD, "--plan", "RRGG", "--step", "guess", "--json").stdout)
    assert data["best"]["guess"] == "GBKB"
    assert data["best"]["to_go"] == {"guesses": 136 / 50, "error": 0.0}
    assert [found["row"] for found in data["ruled_out_by"]] == [1, 2]


@pytest.mark.parametrize(
    ("words", "exit_code", "sentence"),
    [
        (["mini / RRR 1+0 / RBB 0+0"], 1, "rows 1 and 2 together"),
        (["mini / RGB 3+0"], 1, "No guess comes next on this board"),
        (["mini / RGB 3"], 1, "is no feedback"),
        (["mini", "--plan", "RRRR"], 1, "it has 4 pegs where 3 belong"),
        (["mini", "--plan", "xyz"], 1, ""),
        (["chess"], 1, "There is no edition 'chess'"),
    ],
)
def test_what_cannot_be_hinted_at_is_a_sentence(
    run: Run, words: list[str], exit_code: int, sentence: str
) -> None:
    shown = run("solve", "--once", *words)
    assert shown.exit_code == exit_code
    assert sentence in shown.stderr
    assert shown.stdout == ""


def test_the_steps_of_the_command_are_those_of_hints() -> None:
    assert tuple(kind.value for kind in Kind) == STEPS


def test_on_the_command_line_answers_that_contradict_each_other_can_be_corrected(run: Run) -> None:
    refused = run("solve", "--once", "classic-1 / RRBB 0+0 / RRBB 1+0")
    assert refused.exit_code == 1
    assert "So an answer is wrong: correct it, or claim it in a match." in refused.stderr
