"""`codepegs play`, line by line through a pipe."""

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
from codepegs.rules import CATALOGUE, Agreement, Ending, Match, find_edition
from tests.unit.cli.conftest import Run

TWO = ("--codemaker", "Ada", "--codebreaker", "Bob")


def lines(*words: str) -> str:
    return "\n".join(words) + "\n"


def test_a_series_of_two_games_ends_with_points_and_a_winner(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    typed = lines("RBYG", "RRBB", "RBYG", "KKWW", "KKWW")
    shown = run("play", "-e", "classic-1", *TWO, "--save", file, lines=typed)
    assert shown.exit_code == 0
    assert "Row 1, RRBB: 1 black, 1 white." in shown.stdout
    assert shown.stdout.endswith("Points: Ada 2, Bob 1.\nAda wins the match.\n")
    assert record.read(file.read_text(encoding="utf-8")).points == (2, 1)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_edition_is_played_to_its_end(run: Run, slug: str) -> None:
    terms = find_edition(slug)
    code = "".join(hue.letter for hue in terms.hues[: terms.pegs])
    shown = run("play", "-e", slug, *TWO, lines=lines(code, code, code, code))
    assert shown.exit_code == 0
    assert f"Ada is {terms.box.codemaker}, Bob is {terms.box.codebreaker}." in shown.stdout
    assert shown.stdout.endswith("Points: Ada 1, Bob 1.\nThe match is a draw.\n")


def test_hand_answers_with_a_lie_a_claim_and_a_replay(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    typed = lines(
        *("RBYG", "RRBB", "1 1", "claim", "RRBB", "0 1", "claim"),  # caught by contradiction
        *("RBYG", "KKKK", "1 0", "give up", "y", "accept"),  # let pass
        *("RBYG", "KKKK", "1 0", "give up", "y", "what?", "claim"),  # caught at the reveal
        *("RBYG", "RBYG", "4 0"),
    )
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, "--save", file, lines=typed)
    assert shown.exit_code == 0
    match = record.read(file.read_text(encoding="utf-8"))
    assert [game.ending for game in match.games] == [Ending.VOID, Ending.HELD, Ending.VOID, Ending.BROKEN]
    assert "There is nothing to show yet" in shown.stdout
    assert "No code fits the answers to rows 1 and 2 together" in shown.stdout
    assert "Row 1 was answered 1 black, 0 white, not 0 black, 0 white." in shown.stdout
    assert "Type claim to void the game, or accept to let it count." in shown.stdout
    assert match.points == (14, 4)


def test_a_hidden_code_is_never_written_through_a_pipe(run: Run) -> None:
    typed = lines("RBYG", "WKWK", "board", "0 0", "KWKW", "0 0")
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, lines=typed)
    assert shown.exit_code == 1
    for spelling in ("RBYG", "R B Y G", "red blue yellow green"):
        assert spelling not in shown.output


def test_a_wrong_line_gets_a_sentence_and_another_try(run: Run) -> None:
    typed = lines("RRBB", "RB", "RBYG", "nonsense", "RBY", "", "RBYG", "RBYG", "RBYG")
    shown = run("play", "-e", "hasbro-2010", *TWO, lines=typed)
    for sentence in (
        "That code is not allowed: no colour may stand in it twice.",
        "That code is not allowed: it has 2 pegs where 4 belong.",
        "'n' is no colour here. Choose from: R red",
        "RBY is not allowed: it has 3 pegs where 4 belong.",
        "Type a code of 4 pegs, such as RBYG.",
    ):
        assert sentence in shown.stdout
    assert shown.stdout.endswith("The match is a draw.\n")


def test_names_and_numbers_are_codes_too(run: Run) -> None:
    typed = lines("red blue yellow green", "1 2 3 4", "1234", "r, blu, y, gr")
    shown = run("play", *TWO, lines=typed)
    assert shown.stdout.endswith("The match is a draw.\n")


def test_giving_up_asks_first_and_counts_as_unbroken(run: Run) -> None:
    shown = run("play", *TWO, "-n", "1", lines=lines("RBYG", "give up", "no", "KKKK", "give up", "yes"))
    assert shown.stdout.count("Give up this game, so that the code counts as unbroken? yes or no [no]: ") == 2
    assert "Bob gave up after 1 row: Ada's code held.\nPoints: Ada 11, Bob 0." in shown.stdout


def test_nobody_is_asked_to_give_up_what_is_over(run: Run) -> None:
    typed = lines("RBYG", "RBYG", "3 1", "RBYG", "4 0", "give up", "accept")
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, "-n", "2", lines=typed)
    assert "Give up this game" not in shown.stdout
    assert "Not now: " in shown.stdout


def test_abandoning_asks_first(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    shown = run("play", *TWO, "--save", file, lines=lines("RBYG", "abandon", "no", "abandon", "yes"))
    assert shown.exit_code == 0
    assert shown.stdout.endswith("Bob abandoned the match: nobody wins.\n")
    assert file.read_text(encoding="utf-8").endswith("abandoned by Bob\n")


@pytest.mark.parametrize("yes", ["y", "YES", "Yes"])
def test_a_question_in_a_match_is_asked_again_until_the_answer_is_yes_or_no(run: Run, yes: str) -> None:
    typed = lines("RBYG", "abandon", "n", "abandon", "", "abandon", "perhaps", yes)
    shown = run("play", *TWO, lines=typed)
    assert shown.stdout.count("Abandon the match for good, so that nobody wins? yes or no [no]: ") == 4
    assert "'perhaps' is neither yes nor no." in shown.stdout
    assert shown.stdout.endswith("Bob abandoned the match: nobody wins.\n")


def test_a_question_in_a_match_can_be_left(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    left = run("play", *TWO, "--save", file, lines=lines("RBYG", "abandon", "quit"))
    assert left.exit_code == 0
    assert not record.read(file.read_text(encoding="utf-8")).over


def test_a_word_that_is_no_move_now_is_refused(run: Run) -> None:
    typed = lines("claim", "RBYG", "accept", "claim", "WWWW", "claim")
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, lines=typed)
    assert shown.stdout.count("That is for your opponent to do, who breaks the code.") == 2
    assert "Not now: the game waits for the codebreaker to guess." in shown.stdout
    assert "There is nothing to claim now. The game waits for the codebreaker to guess." in shown.stdout


def test_under_the_referee_there_is_nothing_to_claim(run: Run) -> None:
    shown = run("play", *TWO, lines=lines("RBYG", "WWWW", "claim"))
    assert "The referee answers, and always truly: there is nothing to claim." in shown.stdout
    assert shown.stdout.count("shield") == 2  # the refusal does not draw the board again


def test_whoever_sets_a_code_is_told_of_what(run: Run) -> None:
    shown = run("play", "-e", "classic-2 colours=3", *TWO, lines=lines("nonsense", "RBYR", "quit")).stdout
    told = (
        "A code has 4 pegs, of these colours; help explains.\nR red  B blue  Y yellow  - left empty\nAda, set"
    )
    assert told in shown
    assert shown.count("help explains") == 1  # a refused line does not tell it again


def test_help_speaks_of_a_code_of_one_peg(run: Run) -> None:
    assert "A code has 1 peg. Type" in run("play", "-e", "mini pegs=1", *TWO, lines="help\n").stdout


def test_help_board_and_rules_cost_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    typed = lines("help", "RBYG", "?", "board", "rules", "RRBB", "help", "1 1", "quit")
    shown = run("play", "-e", "classic-1 answers=hand", *TWO, "--save", file, lines=typed)
    assert shown.exit_code == 0
    assert "Type letters, such as RBYG," in shown.stdout
    assert "An answer is two numbers, black and then white: 1 2." in shown.stdout
    assert "Source     rule sheet 004" in shown.stdout
    assert len(record.read(file.read_text(encoding="utf-8")).game.board.rows) == 1


def test_a_match_is_left_and_gone_on_with(run: Run, tmp_path: Path) -> None:
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


def test_a_record_that_hides_its_code_is_not_played_on(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    run("play", *TWO, "--save", file, lines=lines("RBYG", "RRBB"))
    shown = tmp_path / "shown.pegs"
    shown.write_text(record.write(record.read(file.read_text(encoding="utf-8"))), encoding="utf-8")
    refused = run("play", "--resume", shown)
    assert refused.exit_code == 1
    assert "does not contain the hidden code" in refused.stderr


def test_a_late_line_spends_its_row_even_to_leave(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.pegs"
    times = iter([0.0, 61.0])
    monkeypatch.setattr("time.monotonic", lambda: next(times))
    left = run("play", "-e", "classic-1 time=60", *TWO, "--save", file, lines=lines("RBYG", "quit"))
    assert left.exit_code == 0
    assert "1 timeout\n" in file.read_text(encoding="utf-8")


def test_matches_begun_in_the_same_second_are_kept_apart(run: Run, tmp_path: Path) -> None:
    for _ in range(3):
        run("play", *TWO, lines=lines("RBYG"))
    assert len(list((tmp_path / "data" / "codepegs" / "matches").glob("*.pegs"))) == 3


def test_a_match_that_someone_else_has_changed_is_not_overwritten(run: Run, tmp_path: Path) -> None:
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


def test_without_a_file_a_match_is_kept_in_the_folder_for_data(run: Run, tmp_path: Path) -> None:
    run("play", "--codemaker", "Ada/../x", "--codebreaker", "Bob", lines=lines("RBYG"))
    (kept,) = (tmp_path / "data" / "codepegs" / "matches").glob("*.pegs")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d{6}-ada-x-bob\.pegs", kept.name)
    assert record.read(kept.read_text(encoding="utf-8")).game.moves


def test_a_file_that_cannot_be_written_is_said_before_the_first_move(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = run("play", *TWO, "--save", tmp_path / "file" / "match.pegs")
    assert refused.exit_code == 1
    assert "Choose another file with --save." in refused.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--resume", "x", "--games", "2"], "Leave out the other options"),
        (["--games", "3", "-e", "invicta"], "3 is odd"),
        (["--games", "0"], "Agree on 1 to 100 games, not 0."),
        (["--codemaker", "Ada", "--codebreaker", "ada"], "Both players are called Ada"),
        (["--codemaker", "", "--codebreaker", "Ada"], "A name has something to show at both ends"),
        (["--codemaker", "\x1b[2J"], "U+001B does not"),
        (["-e", "nowhere"], "There is no edition 'nowhere'"),
        (["--resume", "nowhere.pegs"], "nowhere.pegs: No such file"),
    ],
)
def test_what_cannot_be_agreed_is_refused(run: Run, words: list[str], sentence: str) -> None:
    shown = run("play", *words)
    assert shown.exit_code in (1, 2)
    assert sentence in shown.stderr


def test_a_file_that_exists_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "match.pegs"
    file.write_text("dear diary", encoding="utf-8")
    refused = run("play", *TWO, "--save", file)
    assert refused.exit_code == 2
    assert file.read_text(encoding="utf-8") == "dear diary"


def test_a_guess_that_comes_late_spends_its_row(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert "That came after the time was up.\nRow 2 is spent and stays empty." in shown.stdout
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
    assert "Both players are called computer novice: one needs another name." in shown.stdout
    assert "computer novice and computer novice 2 play 2 games of mini." in shown.stdout
    assert shown.exit_code == 0


@pytest.mark.parametrize("name", ["computer grandmaster", "computer perfect novice", "computerfreak"])
def test_a_computer_of_no_level_is_refused(run: Run, name: str) -> None:
    shown = run("play", "--codemaker", name)
    assert shown.exit_code == 1
    assert (
        f"A computer has no level '{name.removeprefix('computer').strip()}'. Choose one of: " in shown.stderr
    )


def test_a_kept_match_goes_on_with_the_level_that_its_computer_had(
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
    assert "A computer has no level 'supreme'." in run("play", "--resume", file).stderr


def test_whoever_is_not_named_is_the_computer_or_you(run: Run) -> None:
    assert "computer and Player play" in run("play", "-e", "mini").stdout
    assert "Ada and computer play" in run("play", "--codemaker", "Ada").stdout
    assert "computer and Bob play" in run("play", "--codebreaker", "Bob").stdout


def test_without_options_it_asks_and_empty_lines_take_the_defaults(run: Run) -> None:
    shown = run(lines=lines("", "", "", "", "", "", "", "quit"))
    assert shown.exit_code == 0
    assert "computer steady and Player play 2 games of classic-1." in shown.stdout
    assert "\x1b[" not in shown.stdout


def test_the_questions_can_be_left_and_explained(run: Run) -> None:
    shown = run(lines=lines("?", "1 rows=8", "help", "", "", "?", "", "?", "", "quit"))
    assert shown.exit_code == 0
    assert all(level.summary in shown.stdout for level in LEVELS.values())
    assert shown.stdout.count("9  mini") == 2
    assert "rows=8" in shown.stdout
    assert "How many games [2]: " in shown.stdout


def test_questions_are_asked_again_until_the_answer_makes_sense(run: Run) -> None:
    typed = lines(
        *("chess", "2", "?", "rows=99", "rows=8 answers=hand", "Ada", "ada", "computer strong"),
        *("computer", "weak", "perfect", "three", "3", "4", "maybe", "Yes"),
    )
    shown = run(lines=typed)
    for sentence in (
        "There is no edition 'chess'.",
        "code-repeats=yes",
        "rows must be from 1 to 30, not 99.",
        "Both players are called Ada",
        "A computer has no level 'strong'. Choose one of: novice, casual, steady, expert, perfect; ",
        "A computer has no level 'weak'.",
        "'three' is no number of games.",
        "3 is odd",
        "'maybe' is neither yes nor no.",
        "Ada and computer perfect play 4 games of invicta rows=8 answers=hand, with hints.",
    ):
        assert sentence in shown.stdout
