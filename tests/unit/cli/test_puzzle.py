"""`codepegs puzzle`. Its conversations are in test_transcripts."""

from __future__ import annotations

import json
from datetime import date

import pytest

from codepegs.analysis.puzzle.puzzle import answer, daily, read
from codepegs.cli.commands import puzzle
from codepegs.notation.puzzle_id import Difficulty, Theme
from codepegs.rules import find_edition
from tests.unit.cli.conftest import Run

ID = "one-code:classic-1:YKBR=0+1,WWRY=1+1,WRBB=0+2,YYBW=0+2:ddae"


@pytest.mark.parametrize("puzzle_id", [ID, "one-code:mini:KYW=1+0,WGB=0+2,GYW=1+0,YRR=1+0:814d"])
def test_nothing_reveals_the_answer_early(run: Run, puzzle_id: str) -> None:
    made = read(puzzle_id)
    spelled = made.board.edition.spell(answer(made))
    lines = "help\nboard\nrules\n?\n" + "hint\n" * 12 + "quit\n"
    shown = run("puzzle", puzzle_id, lines=lines)
    assert shown.exit_code == 0
    assert "There are no more hints." in shown.stdout
    assert shown.stderr.endswith(f"To try again, run: codepegs puzzle {puzzle_id}\n")
    for text in (shown.output, run("puzzle", puzzle_id, "--json").output):
        assert spelled not in text
        assert " ".join(spelled) not in text


def test_the_end_of_input_prints_the_id(run: Run) -> None:
    shown = run("puzzle", ID, lines="RRGG\n")
    assert shown.exit_code == 1
    assert shown.stderr.endswith(f"To try again, run: codepegs puzzle {ID}\n")


def test_new_puzzles_differ(run: Run) -> None:
    found = [json.loads(run("puzzle", "-e", "mini", "--difficulty", "easy", "--json").stdout) for _ in "ab"]
    assert found[0]["id"] != found[1]["id"]
    made = read(found[0]["id"])
    assert (made.theme, made.difficulty) == (Theme.ONE_CODE, Difficulty.EASY)
    assert made.board.edition == find_edition("mini")


def test_today_is_the_day_in_utc(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 16)
    monkeypatch.setattr(puzzle, "_today", lambda: day)
    made = daily(day).id
    assert json.loads(run("puzzle", "--today", "--json").stdout)["id"] == made
    assert json.loads(run("puzzle", "--date", "2026-11-16", "--json").stdout)["id"] == made
    assert json.loads(run("puzzle", "--date", "2026-11-17", "--json").stdout)["id"] != made


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["one-code:mini"], 1, "This isn't a puzzle ID"),
        ([ID.replace("YKBR", "YKRB")], 1, "This ID is damaged. Copy the whole ID again."),
        (["-e", "classic-1 pegs=9"], 1, "At most 100,000 can be looked through for a puzzle"),
        ([ID, "-e", "mini"], 2, "An ID already names a puzzle"),
        (["--today", "--date", "2026-11-16"], 2, "Choose one of --today and --date."),
        (["--today", "-e", "mini"], 2, "A day has one puzzle for everyone. Leave out"),
        (["--date", "tomorrow"], 2, "'tomorrow' is not a date in the form YYYY-MM-DD."),
        (["--difficulty", "cruel"], 2, "'cruel' is not one of"),
    ],
)
def test_invalid_options_are_refused(run: Run, words: list[str], code: int, sentence: str) -> None:
    shown = run("puzzle", *words)
    assert shown.exit_code == code
    assert sentence in " ".join(shown.stderr.split())
    assert not shown.stdout
