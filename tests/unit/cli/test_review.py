"""`codepegs review`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from codepegs.notation import record
from codepegs.rules import Agreement, find_edition
from tests.support.strategies import played, two
from tests.unit.cli.conftest import Run

ROOT = Path(__file__).parents[3]
EXAMPLE = ROOT / "examples" / "classic-1.pegs"
GOLDEN = ROOT / "tests" / "golden"


def test_review_shows_every_game_row_by_row(run: Run) -> None:
    shown = run("review", EXAMPLE)
    assert shown.exit_code == 0
    assert shown.stderr == ""
    lines = shown.stdout.splitlines()
    assert sum(line.startswith("row  guess") for line in lines) == 3
    assert "  3  RBWK   0+2        64     18  RRKY     7.5  weak   0.39  -0.15" in lines
    assert (
        "7 guesses. Perfect play averages 4.34. Imperfect guesses cost 0.75 and bad luck cost 1.91." in lines
    )
    assert "Row 3 was marked 1 black, 2 white. It should have been 1 black, 3 white." in lines
    assert "No code fits the answers up to row 5, so later guesses aren't rated." in lines
    assert lines[-2:] == [
        "Ada: skill 89, luck 22 (of 100), 0.75 guesses behind perfect play.",
        "Bob: skill 97, luck 47 (of 100), 0.25 guesses behind perfect play.",
    ]


def test_the_summary_counts_hints(run: Run, tmp_path: Path) -> None:
    terms = Agreement(find_edition("mini"), ("Ada", "Bob"), 2, hints=True)
    moves = ["code ABC", "guess AAB", "hint 1", "hint 2", "guess ABB", "hint 3", "guess ABC"]
    file = tmp_path / "match.pegs"
    file.write_text(record.write(played(terms, *moves, "code DEF", "guess DEF")), encoding="utf-8")
    lines = run("review", file).stdout.splitlines()
    assert "Bob took 3 hints: steps 1 and 2 for row 2, step 3 for row 3." in lines
    assert lines[-1].startswith("Bob: skill ")
    assert lines[-1].endswith(" perfect play. With 3 hints.")
    assert "hint" not in lines[-2]
    data = json.loads(run("review", file, "--json").stdout)["review"]
    taken = [{"row": 2, "step": 1}, {"row": 2, "step": 2}, {"row": 3, "step": 3}]
    assert [game["totals"]["hints"] for game in data["games"]] == [taken, []]
    assert [totals["hints"] for totals in data["totals"]] == [[], taken]


def test_an_unwritable_file_is_refused(run: Run, tmp_path: Path) -> None:
    shown = run("review", EXAMPLE, "--game", "2", "--svg", tmp_path / "nowhere" / "file")
    assert shown.exit_code == 1
    assert "No such file or directory." in shown.stderr


def test_an_unfinished_game_is_left_out(run: Run, tmp_path: Path) -> None:
    match = played(two(find_edition("mini")), "code ABC", "guess AAB")
    file = tmp_path / "match.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    shown = run("review", file)
    assert shown.exit_code == 1
    assert "There is nothing to review yet" in shown.stderr
    file.write_text(record.write(played(match, "guess ABC", "code ABA", "guess AAA")), encoding="utf-8")
    assert len(json.loads(run("review", file, "--json").stdout)["review"]["games"]) == 1
    alone = run("review", file, "--game", 2)
    assert alone.exit_code == 1
    assert alone.stderr == ("Error: Game 2 isn't over yet. You can review it when it is.\n")


def test_a_game_without_a_code_is_refused(run: Run, tmp_path: Path) -> None:
    match = played(two(find_edition("mini")), "code ABC", "guess ABC", "leave codemaker")
    file = tmp_path / "match.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    shown = run("review", file, "--game", 2)
    assert shown.exit_code == 1
    assert (
        shown.stderr
        == "Error: Game 2 can't be reviewed, because its code was never revealed. Choose another game.\n"
    )
    assert len(json.loads(run("review", file, "--json").stdout)["review"]["games"]) == 1


def test_estimates_are_marked(run: Run) -> None:
    shown = run("review", GOLDEN / "super.pegs", "--seconds", "0")
    assert shown.exit_code == 0
    assert "Figures marked ~ are estimates, because exact ones would take too long." in shown.stdout
    assert re.search(r"~0\.\d\d", shown.stdout)
