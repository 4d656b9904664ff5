"""`codepegs play` through a pipe. Its conversations are in test_transcripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from click import ClickException

from codepegs.cli.record_files import MatchFile
from codepegs.notation import record
from codepegs.players import LEVELS, Computer, Level
from codepegs.rules import CATALOGUE, Agreement, Match, find_edition
from tests.unit.cli.conftest import Run

TWO = ("--codemaker", "Ada", "--codebreaker", "Bob")


def lines(*words: str) -> str:
    return "\n".join(words) + "\n"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_edition_is_played_to_its_end(run: Run, slug: str) -> None:
    terms = find_edition(slug)
    code = "".join(hue.letter for hue in terms.hues[: terms.pegs])
    shown = run("play", "-e", slug, *TWO, lines=lines(code, code, code, code))
    assert shown.exit_code == 0
    assert f"Ada is {terms.box.codemaker}, Bob is {terms.box.codebreaker}." in shown.stdout
    assert shown.stdout.endswith("Points: Ada 1, Bob 1.\nThe match is a draw.\n")


def test_a_hidden_code_is_never_written_through_a_pipe(run: Run) -> None:
    typed = lines("RBYG", "WKWK", "board", "0 0", "KWKW", "0 0")
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, lines=typed)
    assert shown.exit_code == 1
    for spelling in ("RBYG", "R B Y G", "red blue yellow green"):
        assert spelling not in shown.output


def test_quit_answers_a_question_too(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    left = run("play", *TWO, "--save", file, lines=lines("RBYG", "abandon", "quit"))
    assert left.exit_code == 0
    assert not record.read(file.read_text(encoding="utf-8")).over


def test_a_match_is_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    left = run("play", *TWO, "--save", file, lines=lines("RBYG", "RRBB", "quit"))
    assert left.exit_code == 0
    assert f"To resume it, run: codepegs play --resume {file}" in left.stderr
    assert "RBYG" not in file.read_text(encoding="utf-8")
    again = run("play", "--resume", file, lines=lines("RBYG", "WWWW", "WWWW"))
    assert again.exit_code == 0
    assert "Bob broke the code in 2 rows." in again.stdout
    over = run("play", "--resume", file)
    assert over.exit_code == 0
    assert over.stdout.endswith("Points: Ada 2, Bob 1.\nAda wins the match.\n")


def test_input_that_ends_early_loses_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    assert run("play", *TWO, "--save", file, lines=lines("RBYG", "RRBB")).exit_code == 1
    assert len(record.read(file.read_text(encoding="utf-8")).game.board.rows) == 1


def test_a_record_without_its_code_cannot_be_resumed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    run("play", *TWO, "--save", file, lines=lines("RBYG", "RRBB"))
    shown = tmp_path / "shown.pegs"
    shown.write_text(record.write(record.read(file.read_text(encoding="utf-8"))), encoding="utf-8")
    refused = run("play", "--resume", shown)
    assert refused.exit_code == 1
    assert "does not contain the hidden code" in refused.stderr


def test_a_late_quit_costs_the_row(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.pegs"
    times = iter([0.0, 61.0])
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    left = run("play", "-e", "classic-1 time=60", *TWO, "--save", file, lines=lines("RBYG", "quit"))
    assert left.exit_code == 0
    assert "1 timeout\n" in file.read_text(encoding="utf-8")


def test_matches_of_the_same_second_get_different_files(run: Run, tmp_path: Path) -> None:
    for _ in range(3):
        run("play", *TWO, lines=lines("RBYG"))
    assert len(list((tmp_path / "data" / "codepegs" / "matches").glob("*.pegs"))) == 3


def test_a_file_changed_by_another_program_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = MatchFile.new(tmp_path / "match.pegs")
    file.save("mine")
    (tmp_path / "match.pegs").write_text("theirs", encoding="utf-8")
    with pytest.raises(ClickException, match="was changed by another program"):
        file.save("mine again")
    assert (tmp_path / "match.pegs").read_text(encoding="utf-8") == "theirs"


def test_a_link_to_a_match_stays_a_link(run: Run, tmp_path: Path) -> None:
    file, link = tmp_path / "match.pegs", tmp_path / "link.pegs"
    run("play", *TWO, "--save", file, lines=lines("RBYG"))
    link.symlink_to(file)
    run("play", "--resume", link, lines=lines("RRBB"))
    assert link.is_symlink()
    assert "1 RRBB 1+1" in file.read_text(encoding="utf-8")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_match_is_saved_in_the_data_folder_by_default(run: Run, tmp_path: Path) -> None:
    run("play", "--codemaker", "Ada/../x", "--codebreaker", "Bob", lines=lines("RBYG"))
    (kept,) = (tmp_path / "data" / "codepegs" / "matches").glob("*.pegs")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-ada-x-bob\.pegs", kept.name)
    assert record.read(kept.read_text(encoding="utf-8")).game.moves


def test_an_unwritable_file_is_reported_before_the_first_move(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = run("play", *TWO, "--save", tmp_path / "file" / "match.pegs")
    assert refused.exit_code == 1
    assert "Choose another file with --save." in refused.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--resume", "x", "--games", "2"], "Leave out the other options"),
        (["--games", "3", "-e", "invicta"], "an even number of games, not 3"),
        (["--games", "0"], "A match has 1 to 100 games, not 0."),
        (["--codemaker", "Ada", "--codebreaker", "ada"], "Both players are called Ada"),
        (["--codemaker", "", "--codebreaker", "Ada"], "A name cannot be empty, start or end with a space"),
        (["--codemaker", "\x1b[2J"], "character U+001B"),
        (["-e", "nowhere"], "There is no edition 'nowhere'"),
        (["--resume", "nowhere.pegs"], "nowhere.pegs: No such file"),
    ],
)
def test_invalid_terms_are_refused(run: Run, words: list[str], sentence: str) -> None:
    shown = run("play", *words)
    assert shown.exit_code in (1, 2)
    assert sentence in shown.stderr


def test_a_file_that_exists_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    file.write_text("dear diary", encoding="utf-8")
    refused = run("play", *TWO, "--save", file)
    assert refused.exit_code == 2
    assert file.read_text(encoding="utf-8") == "dear diary"


def test_a_late_guess_costs_the_row(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def clock() -> Iterator[float]:
        yield from [0.0, 50.0]  # the first row: asked, answered in time
        yield from [100.0, 161.0]  # the second: a refused line, and a guess that is late
        yield from [200.0, 260.0]  # the third: just in time
        yield from [300.0, 300.0]

    times = clock()
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    typed = lines("RBYG", "RRBB", "nonsense", "RBYG", "RBYG", "WWWW", "WWWW")
    shown = run("play", "-e", "classic-1 time=60", *TWO, lines=typed)
    assert "Bob, row 1 of 10 within 60 s: " in shown.stdout
    assert "Too late: the time for this row was up.\nTime ran out: row 2 is lost." in shown.stdout
    assert "Bob broke the code in 3 rows." in shown.stdout


def test_a_person_breaks_the_computers_code_and_the_computer_theirs(run: Run) -> None:
    shown = run(
        "play", "--codemaker", "computer", "--codebreaker", "Ada", lines=lines("give up", "yes", "RBYG")
    )
    assert shown.exit_code == 0
    assert re.search(r"computer (broke the code in \d rows?|gave up)|Ada's code held", shown.stdout)
    assert "wins the match" in shown.stdout


def test_two_computers_play_while_you_watch(run: Run) -> None:
    shown = run("play", "--codemaker", "computer", "--codebreaker", "computer 2", "-n", "4")
    assert shown.exit_code == 0
    assert "Game 4 of 4" in shown.stdout


def test_two_computers_of_a_level_need_two_names(run: Run) -> None:
    shown = run(lines=lines("mini", "", "computer", "novice", "computer", "1", "novice 2", "2"))
    assert "Both players are called computer novice. Choose another name for one of them." in shown.stdout
    assert "computer novice and computer novice 2 play 2 games of mini." in shown.stdout
    assert shown.exit_code == 0


@pytest.mark.parametrize("name", ["computer grandmaster", "computer perfect novice", "computerfreak"])
def test_an_unknown_level_is_refused(run: Run, name: str) -> None:
    shown = run("play", "--codemaker", name)
    assert shown.exit_code == 1
    assert f"There is no level '{name.removeprefix('computer').strip()}'. Choose one of: " in shown.stderr


def test_a_resumed_match_keeps_the_level_of_its_computer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.pegs"
    run("play", "--codemaker", "computer perfect", "--save", file, "-n", "2", lines=lines("quit"))
    seated: list[Level] = []

    class Seen(Computer):
        def __init__(self, random: Random, *, level: Level) -> None:
            seated.append(level)
            super().__init__(random, level=level)

    monkeypatch.setattr("codepegs.cli.repl.match.Computer", Seen)
    run("play", "--resume", file, lines=lines("quit"))
    assert seated == [LEVELS["perfect"]]
    begun = Match.start(Agreement(find_edition("mini"), ("Ada", "computer supreme"), 2))
    file.write_text(record.save(begun), encoding="utf-8")
    assert "There is no level 'supreme'." in run("play", "--resume", file).stderr


def test_a_missing_name_is_the_computer_or_you(run: Run) -> None:
    assert "computer and Player play" in run("play", "-e", "mini").stdout
    assert "Ada and computer play" in run("play", "--codemaker", "Ada").stdout
    assert "computer and Bob play" in run("play", "--codebreaker", "Bob").stdout


def test_a_hint_does_not_depend_on_the_code(run: Run) -> None:
    def seen(code: str) -> str:
        typed = lines(code, "KKWW", "hint YGYG", "hint", "hint", "quit")
        return run("play", *TWO, "--hints", lines=typed).stdout

    assert seen("RBYG") == seen("GYBR")
