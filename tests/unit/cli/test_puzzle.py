"""`codepegs puzzle`, played in line mode."""

from __future__ import annotations

import json
from datetime import date

import pytest

from codepegs.analysis.puzzle.puzzle import answer, daily, read
from codepegs.cli.commands import puzzle as command
from codepegs.notation import position
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules import find_edition
from tests.unit.cli.conftest import Run

ID = "one-code:classic-1:YKBR=0+1,WWRY=1+1,WRBB=0+2,YYBW=0+2:ddae"
GUESS = "best-guess:classic-1:RYYR=0+0,WGRK=1+1,GGWB=2+0:87e7"


def test_an_id_is_played_until_it_is_solved(run: Run) -> None:
    shown = run("puzzle", ID, lines="RRGG\nRRGG\nhint\nnonsense\n\nb w w g\n")
    assert shown.exit_code == 0
    assert shown.stderr == f"Puzzle ID: {ID}\n"
    said = shown.stdout.splitlines()
    assert said[0] == "Medium puzzle in classic-1, theme one-code."
    assert said.count(
        "Not RRGG: if it were the code, row 2, WWRY, would have 0 black, 1 white, not 1 black, 1 white."
    ) == 2  # fmt: skip
    assert "You have tried that already, so it is not counted again." in said
    assert "Rows 1, 3 and 4 together settle a hole. Begin there." in said
    assert "Type a code of 4 pegs, such as RBYG." in said
    assert said[-2:] == ["BWWG is right.", "Solved with 2 tries and 1 hint."]


def test_a_best_guess_is_found(run: Run) -> None:
    shown = run("puzzle", GUESS, lines="BGKB\n")
    assert shown.exit_code == 0
    assert shown.stdout.endswith("BGKB is right.\nSolved with 1 try.\n")


@pytest.mark.parametrize(
    ("puzzle_id", "found"), [(ID, "The code is BWWG."), (GUESS, "The best guess is BGKB.")]
)
def test_giving_up_asks_first_and_shows_the_answer_and_why(run: Run, puzzle_id: str, found: str) -> None:
    shown = run("puzzle", puzzle_id, lines="RRRR\ngive up\nn\nRRRB\ngive up\ny\n")
    assert shown.exit_code == 0
    assert found in shown.stdout
    assert shown.stdout.endswith("Given up after 2 tries.\n")
    assert "│ B W W G │ code" in shown.stdout or puzzle_id == GUESS


@pytest.mark.parametrize("puzzle_id", [ID, "one-code:mini:KYW=1+0,WGB=0+2,GYW=1+0,YRR=1+0:814d"])
def test_nothing_shows_the_answer_before_it_is_found(run: Run, puzzle_id: str) -> None:
    made = read(puzzle_id)
    spelled = made.board.edition.spell(answer(made))
    lines = "help\nboard\nrules\n?\n" + "hint\n" * 12 + "quit\n"
    shown = run("puzzle", puzzle_id, lines=lines)
    assert shown.exit_code == 0
    assert "There is no further hint; give up shows the answer." in shown.stdout
    assert shown.stderr.endswith(f"To try again, run: codepegs puzzle {puzzle_id}\n")
    for text in (shown.output, run("puzzle", puzzle_id, "--json").output):
        assert spelled not in text
        assert " ".join(spelled) not in text


def test_where_input_ends_the_id_leads_back(run: Run) -> None:
    shown = run("puzzle", ID, lines="RRGG\n")
    assert shown.exit_code == 1
    assert shown.stderr.endswith(f"To try again, run: codepegs puzzle {ID}\n")


def test_a_new_puzzle_is_another_each_time(run: Run) -> None:
    found = [json.loads(run("puzzle", "-e", "mini", "--difficulty", "easy", "--json").stdout) for _ in "ab"]
    assert found[0]["id"] != found[1]["id"]
    made = read(found[0]["id"])
    assert (made.theme, made.difficulty) == (Theme.ONE_CODE, Difficulty.EASY)
    assert made.board.edition == find_edition("mini")


def test_json_has_the_rows_and_no_answer(run: Run) -> None:
    shown = run("puzzle", "--json", ID)
    found = json.loads(shown.stdout)
    assert found.keys() == {"id", "theme", "difficulty", "edition", "position"}
    assert found["id"] == ID
    assert position.read(found["position"]) == read(ID).board


def test_today_is_the_day_in_utc(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 16)
    monkeypatch.setattr(command, "_today", lambda: day)
    made = daily(day, find_edition("classic-1"), Theme.ONE_CODE, Difficulty.MEDIUM).id
    assert json.loads(run("puzzle", "--today", "--json").stdout)["id"] == made
    assert json.loads(run("puzzle", "--date", "2026-11-16", "--json").stdout)["id"] == made
    assert json.loads(run("puzzle", "--date", "2026-11-17", "--json").stdout)["id"] != made


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["one-code:mini"], 1, "This is no ID of a puzzle"),
        ([ID.replace("YKBR", "YKRB")], 1, "This ID is damaged: copy it again as a whole."),
        (["-e", "classic-1 pegs=9"], 1, "At most 100,000 can be looked through for a puzzle"),
        ([ID, "-e", "mini"], 2, "An ID already names a puzzle"),
        ([ID, "--today"], 2, "An ID already names a puzzle"),
        (["--today", "--date", "2026-11-16"], 2, "Choose one of --today and --date."),
        (["--date", "tomorrow"], 2, "'tomorrow' is not a date in the form YYYY-MM-DD."),
        (["--difficulty", "cruel"], 2, "'cruel' is not one of"),
    ],
)
def test_what_cannot_be_done_is_refused(run: Run, words: list[str], code: int, sentence: str) -> None:
    shown = run("puzzle", *words)
    assert shown.exit_code == code
    assert sentence in " ".join(shown.stderr.split())
    assert not shown.stdout


@pytest.mark.parametrize("day", ["foo", "2026-13-01", "2026-02-30", "16.11.2026"])
def test_a_day_that_is_none_is_refused_in_words(run: Run, day: str) -> None:
    refused = run("puzzle", "--date", day)
    assert refused.exit_code == 2
    assert f"{day!r} is not a date in the form YYYY-MM-DD." in refused.stderr
    assert "%" not in refused.stderr
