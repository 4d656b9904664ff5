"""Hints in `codepegs play`, line by line through a pipe."""

from __future__ import annotations

from pathlib import Path

from codepegs.notation import record
from tests.unit.cli.conftest import Run
from tests.unit.cli.test_play import TWO, lines


def test_hints_come_in_steps_and_stand_in_the_record(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    typed = lines("RBYG", "RRBB", "hint kkww", "Hint", "hint", "hint", "RBYG", "RBYG", "RBYG")
    shown = run("play", *TWO, "--hints", "--save", file, lines=typed)
    assert shown.exit_code == 0
    told = [
        "Bob took a hint (step 1).",
        "KKWW cannot be the code: row 1 was answered 1 black, 1 white, and would have been 0 black, 0 white.",
        "Bob took a hint (step 2).",
        "The best guess has ",
        "Bob took a hint (step 3).",
        "Best is ",
        "All hints for this row were taken: guess.",
        "Bob broke the code in 2 rows.",
    ]
    places = [shown.stdout.index(sentence) for sentence in told]
    assert places == sorted(places)
    match = record.read(file.read_text(encoding="utf-8"))
    assert match.agreement.hints
    assert match.games[0].hints == (1, 2, 3)


def test_hints_that_were_not_agreed_can_be_allowed_by_both(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    typed = lines("RBYG", "KKWW", "hint", "no", "hint kkww", "perhaps", "y", "RBYG", "RBYG", "RBYG")
    shown = run("play", *TWO, "--save", file, lines=typed)
    assert shown.exit_code == 0
    assert shown.stdout.count("Ada and Bob, do both of you allow them now?") == 3
    told = ["Hints are allowed from now on.", "Bob took a hint (step 1).", "KKWW cannot be the code"]
    places = [shown.stdout.index(sentence) for sentence in told]
    assert places == sorted(places)
    match = record.read(file.read_text(encoding="utf-8"))
    assert not match.agreement.hints
    assert match.games[0].hints == (1,)


def test_a_hint_is_for_whoever_guesses(run: Run) -> None:
    shown = run("play", *TWO, "--hints", lines=lines("hint", "RBYG", "hint nonsense", "RBYG", "RBYG", "RBYG"))
    assert "A hint is for the codebreaker, and for a row to come." in shown.stdout
    assert "'n' is no colour here." in shown.stdout
    assert "took a hint" not in shown.stdout


def test_a_hint_does_not_tell_the_code(run: Run) -> None:
    def seen(code: str) -> str:
        typed = lines(code, "KKWW", "hint YGYG", "hint", "hint", "quit")
        return run("play", *TWO, "--hints", lines=typed).stdout

    assert seen("RBYG") == seen("GYBR")
