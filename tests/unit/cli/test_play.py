"""`codepegs play` through a pipe. Its conversations are in test_transcripts."""

from __future__ import annotations

import re
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path
from random import Random

import pytest

from codepegs.cli import paths
from codepegs.rules import Ending, Match, Outcome, find_edition
from codepegs.rules.daily import DAILY_EDITION, daily_code
from codepegs.storage import MatchId, open_tables
from codepegs.storage.tables import TableRow
from tests.support.story import AGAINST_A_COMPUTER, BY_HAND, SOLO, Step, Story, check_printed
from tests.unit.cli.conftest import Run, set_day

TWO = ("--two", "Ada", "Bob")


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same codes in every run, so that no guess below cracks one by chance."""
    random = Random(1)
    monkeypatch.setattr("codepegs.cli.commands.play.SystemRandom", lambda: random)
    set_day(monkeypatch, date(2026, 11, 17))


def lines(*words: str) -> str:
    return "\n".join(words) + "\n"


def stored() -> list[Match]:
    """The matches in the archive, the last one first."""
    with closing(paths.open_archive()) as archive:
        return [archive.match(entry.id) for entry in archive.entries()]


def typed(step: Step) -> list[str]:
    """What a person types for a step of the story."""
    match step.word:
        case "give up" | "own up":
            return [step.text, "yes"]
        case "claim":
            return [step.text]
        case _:
            return [step.pegs]


def to_player(story: Story, sentence: str) -> str:
    """A sentence as the player of a solo game reads it."""
    gave_up = f"{story.players[1]} gave up"
    return sentence.replace(gave_up, "You gave up") if story.agreement.solo else sentence


def words_for(story: Story) -> tuple[str, ...]:
    one, two = story.players
    if story.agreement.solo:
        return ("-e", story.edition, "--name", two)
    return ("-e", story.edition, "-n", str(story.games), "--codemaker", one, "--codebreaker", two)


@pytest.mark.parametrize("story", [BY_HAND, AGAINST_A_COMPUTER, SOLO])
def test_the_story_is_told_as_at_every_table(run: Run, story: Story) -> None:
    typing = lines(*(line for step in story.steps for line in typed(step)))
    shown = run("play", *words_for(story), lines=typing)
    assert shown.exit_code == 0
    (match,) = stored()
    assert match.over
    check_printed(match, shown.stdout, as_heard=partial(to_player, story))


def test_a_missing_name_is_the_computer_or_you(run: Run) -> None:
    assert "Ada and the computer play" in run("play", "--codemaker", "Ada").stdout
    assert "computer and Bob play" in run("play", "--codebreaker", "Bob").stdout
    assert "The computer and Player play" in run("play", "--codemaker", "computer perfect").stdout


# Solo -----------------------------------------------------------------------------------------


@pytest.fixture
def code_rbyg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every random code is RBYG."""
    rbyg = find_edition("classic-1").code("RBYG")
    monkeypatch.setattr("codepegs.players.computer.draw_code", lambda *_: rbyg)


@pytest.mark.usefixtures("code_rbyg")
def test_a_cracked_code_can_be_shared_and_reviewed(run: Run) -> None:
    shown = run("play", lines=lines("RRBB", "RBYG", "share", "review", "what", "quit"))
    assert shown.exit_code == 0
    assert "You cracked the code in 2 guesses.\nPerfect play averages 4.34 guesses.\n" in shown.stdout
    assert "2/10 · par 4.34\n⚫⚪\n⚫⚫⚫⚫\n" in shown.stdout
    (match,) = stored()
    assert match.agreement.players == ("", "Player")
    assert f"codepegs review {match.name}" in shown.stdout
    assert "'what' is not one of the choices." in shown.stdout
    assert "cracked in 2" in run("matches").stdout


@pytest.mark.usefixtures("code_rbyg")
def test_hints_are_told_with_the_result_and_shared(run: Run) -> None:
    shown = run("play", "--hints", lines=lines("RRBB", "hint", "hint", "RBYG", "share", "quit"))
    assert "You took 2 hints." in shown.stdout
    assert "2/10 · par 4.34 · 2 hints\n" in shown.stdout


@pytest.mark.usefixtures("code_rbyg")
def test_enter_plays_another_solo_game_at_once(run: Run) -> None:
    shown = run("play", "--hints", lines=lines("RBYG", "", "RBYG", "again", "WWWW", "RBYG", "again"))
    assert shown.exit_code == 1  # the input ends in the fourth game
    assert shown.stdout.count("Solo game of classic-1, with hints.") == 4
    matches = stored()
    assert sorted(match.outcome.cracked_in or 0 for match in matches if match.outcome) == [1, 1, 2]
    assert all(match.agreement.hints for match in matches)


def test_a_solo_game_is_left_as_not_cracked(run: Run) -> None:
    shown = run("play", lines=lines("RRBB", "leave", "no", "leave", "yes"))
    assert shown.exit_code == 0
    assert "It will count as not cracked." in shown.stdout
    (match,) = stored()
    assert match.over
    assert match.outcome == Outcome(abandoned_by=1)
    assert match.game.ending is Ending.ABANDONED


# The daily code -------------------------------------------------------------------------------


def test_the_daily_code_has_one_try_per_day(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    code = DAILY_EDITION.spell(daily_code(date(2026, 11, 17)))
    first = run("play", "--daily", lines=lines("RRRR"))
    assert first.exit_code == 1
    assert first.stdout.startswith("Daily code No. 2, 2026-11-17. Crack it in 10 guesses. You get one try.\n")
    second = run("play", "--daily", lines=lines("hint", "clock 60", code, "", "share"))
    assert second.exit_code == 0
    assert "R R R R" in second.stdout
    assert "You cracked the code in 2 guesses." in second.stdout
    assert "There is one daily code per day." in second.stdout
    assert "codepegs No. 2\n2/10" in second.stdout
    third = run("play", "--daily", lines=lines("share"))
    assert third.exit_code == 0
    assert third.stdout.startswith("Daily code No. 2, 2026-11-17. You've had your try.\n")
    assert "Guess 2 of 10" not in third.stdout
    assert "You cracked the code in 2 guesses." in third.stdout
    (match,) = stored()
    assert match.agreement.daily == date(2026, 11, 17)
    set_day(monkeypatch, date(2026, 11, 18))
    assert "Daily code No. 3" in run("play", "--daily", lines=lines("RRRR")).stdout
    assert len(stored()) == 2


# Leaving, stopping and owning up --------------------------------------------------------------

HAND = ("-e", "mini answers=hand", *TWO, "-n", "1")
"""A match of two people, whose codemaker answers."""


@pytest.mark.parametrize(
    ("typed", "leaver", "stays"),
    [
        (["leave", "yes"], "Ada", "Bob"),  # setting, alone at the screen
        (["RGB", "leave", "Ada"], "Ada", "Bob"),
        (["RGB", "leave", "eve", "bob"], "Bob", "Ada"),
        (["RGB", "YYY", "leave", "yes"], "Ada", "Bob"),  # answering, alone
        (["RGB", "YYY", "0 0", "leave", "BOB"], "Bob", "Ada"),
    ],
)
def test_a_player_who_leaves_gives_the_match_away(
    run: Run, typed: list[str], leaver: str, stays: str
) -> None:
    shown = run("play", *HAND, lines=lines(*typed))
    assert shown.exit_code == 0
    assert f"{stays} wins the match: {leaver} left." in shown.stdout
    (match,) = stored()
    assert match.outcome is not None
    assert match.agreement.players[match.outcome.abandoned_by or 0] == leaver


@pytest.mark.parametrize("answer", ["", "nobody", "no"])
def test_nobody_has_to_leave(run: Run, answer: str) -> None:
    shown = run("play", *HAND, lines=lines("RGB", "leave", answer, "YYY", "quit"))
    assert shown.exit_code == 0
    (match,) = stored()
    assert not match.over
    assert len(match.game.board.rows) == 1


@pytest.mark.parametrize("guess", [[], ["RRR"]], ids=["codebreaker", "codemaker"])
def test_nobody_else_learns_that_no_answer_was_wrong(run: Run, guess: list[str]) -> None:
    def seen(reply: str) -> str:
        return run("play", *HAND, lines=lines("RGB", "RRR", "1 0", *guess, "own up", reply, "quit")).stdout

    assert seen("yes") == seen("no")
    assert "The game goes on." in seen("yes")


def test_an_impossible_answer_is_questioned(run: Run) -> None:
    hand = ("-e", "classic-1 answers=hand", *TWO, "-n", "1")
    typed = lines("RBYG", "RBYK", "3 1", "no", "3 1", "y", "quit")
    shown = run("play", *hand, lines=typed)
    assert shown.stdout.count("No code could give this answer. Send it anyway?") == 2
    assert "Row 1, RBYK: 3 black, 1 white." in shown.stdout
    (match,) = stored()
    assert str(match.game.board.rows[0].feedback) == "3+1"


@pytest.mark.parametrize(("hints", "told"), [((), False), (("--hints",), True)])
def test_the_codebreaker_counts_codes_only_with_hints(run: Run, hints: tuple[str, ...], told: bool) -> None:
    shown = run("play", *TWO, *hints, lines=lines("RBYG", "RRBB", "help", "left", "quit")).stdout
    assert ("208 codes fit all answers." in shown) is told
    assert ("  left " in shown) is told


def test_what_a_pipe_shows_does_not_depend_on_the_code(run: Run) -> None:
    def seen(code: str) -> str:
        typed = lines(code, "WKWK", "board", "0 0", "hint", "yes", "KWKW", "0 0")
        return run("play", "-e", "classic-1 answers=hand", *TWO, "--no-save", lines=typed).output

    assert seen("RBYG") == seen("GYBR")
    assert "Row 2, KWKW: 0 black, 0 white." in seen("RBYG")


def test_a_hint_does_not_depend_on_the_code(run: Run) -> None:
    def seen(code: str) -> str:
        typed = lines(code, "KKWW", "hint YGYG", "hint", "hint", "quit")
        return run("play", *TWO, "--hints", "--no-save", lines=typed).stdout

    assert seen("RBYG") == seen("GYBR")


# The archive ----------------------------------------------------------------------------------


@pytest.mark.parametrize("style", ["plain", "compact"])
def test_a_resumed_match_shows_its_last_row_once(run: Run, style: str) -> None:
    run("play", lines=lines("WKKW"))
    shown = run("play", "--resume", "--style", style).stdout
    assert shown.count("WKKW") + shown.count("W K K W") == 1


def test_a_match_is_resumed_by_its_id_or_as_the_last_one(run: Run) -> None:
    left = run("play", *TWO, lines=lines("RBYG", "quit"))
    assert left.exit_code == 0
    found = re.search(r"^To resume, run: codepegs play --resume (\w+)$", left.stderr, re.MULTILINE)
    assert found
    # Input that ends early loses nothing.
    assert run("play", "--resume", found[1], lines=lines("RRBB")).exit_code == 1
    (match,) = stored()
    assert len(match.game.board.rows) == 1
    again = run("play", "--resume", lines=lines("RBYG", "WWWW", "WWWW"))
    assert again.exit_code == 0
    assert again.stdout.startswith("Ada and Bob play 2 games of classic-1.\n")
    assert "R R B B" in again.stdout
    assert "Bob cracked the code in 2 guesses." in again.stdout
    assert "To resume" not in again.stderr
    over = run("play", "--resume", found[1])
    assert over.exit_code == 0
    assert over.stdout.endswith("Points: Ada 2, Bob 1.\nAda wins the match.\n")
    assert "There is no unfinished match" in run("play", "--resume").stderr


@pytest.mark.parametrize(
    ("words", "prompt"),
    [
        ((), "Guess 2 of 10: "),
        (("--daily",), "Guess 2 of 10: "),
        (("--hints", "--name", "Ada"), "Guess 2 of 10: "),
        (("--against", "easy", "--friendly"), "Player, guess 2 of 10: "),
        (("--codebreaker", "Ada"), "Ada, guess 2 of 10: "),
    ],
)
def test_every_kind_of_game_is_resumed(run: Run, words: tuple[str, ...], prompt: str) -> None:
    assert run("play", *words, lines=lines("KKWW", "quit")).exit_code == 0
    (before,) = stored()
    again = run("play", "--resume", lines=lines("quit"))
    assert again.exit_code == 0
    assert prompt in again.stdout
    assert stored() == [before]


def test_a_match_is_stored_with_the_first_move_of_a_person(run: Run) -> None:
    left = run("play", lines=lines("quit"))
    assert "To resume" not in left.stderr
    assert not stored()
    run("play", lines=lines("RRBB"))
    (match,) = stored()
    assert len(match.moves) == 2


def test_nothing_is_stored_if_nobody_wants_that(run: Run, tmp_path: Path) -> None:
    left = run("play", *TWO, "--no-save", lines=lines("RBYG", "RRBB"))
    assert left.exit_code == 1
    assert "To resume" not in left.stderr
    assert not (tmp_path / "data").exists()


def test_an_archive_that_cannot_be_opened_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    refused = run("play", *TWO, lines=lines("RBYG"))
    assert refused.exit_code == 1
    assert "Cannot open the archive" in refused.stderr
    assert "To play without saving, add --no-save." in refused.stderr


def test_a_match_of_a_server_is_not_resumed(run: Run) -> None:
    run("play", *TWO, "-n", "1", lines=lines("RBYG"))
    with closing(open_tables(paths.archive_url())) as tables:
        tables.open(
            TableRow(
                id=MatchId("served"),
                edition=find_edition("mini"),
                games=1,
                names=("computer", "Eve"),
                clients=(None, "eve"),
                owners=(None, "eve"),
            ),
            at=2**60,
        ).result()
    refused = run("play", "--resume", "served")
    assert refused.exit_code == 1
    assert "is being played on a server" in refused.stderr
    assert "Ada and Bob play" in run("play", "--resume").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--resume", "x", "--games", "2"], "Leave out the other options"),
        (["--save", "match.pegs"], "Matches are stored in the archive now"),
        ([*TWO, "--games", "3", "-e", "invicta"], "an even number of games, not 3"),
        (["--codemaker", "Ada", "--codebreaker", "ada"], "Both players are called Ada"),
        (["--codemaker", "\x1b[2J"], "U+001B"),
        (["--codemaker", "computer grandmaster"], "There is no level 'grandmaster'. Choose one of: "),
        (["-e", "nowhere"], "There is no edition 'nowhere'"),
        (["--resume", "match.pegs"], "There is no match 'match.pegs' in your archive."),
    ],
)
def test_invalid_terms_are_refused(run: Run, words: list[str], sentence: str) -> None:
    shown = run("play", *words)
    assert shown.exit_code in (1, 2)
    assert sentence in shown.stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "2"], "A solo game is a single game."),
        (["--friendly"], "You can't take guesses back in a solo game."),
        ([*TWO, "--friendly"], "Only a match between one person and one computer can be friendly."),
        ([*TWO, "--against", "easy"], "Choose one of --against, --two and --daily"),
        (["--against", "easy", "--codemaker", "Ada"], "Choose one of --against, --two and --daily"),
        (["--daily", "--hints"], "The daily code is the same for everybody."),
        (["--daily", "-e", "classic-1"], "The daily code is the same for everybody."),
        (["--daily", "--no-save"], "Leave out --no-save."),
        ([*TWO, "--name", "Eve"], "Leave out --name."),
        (["--against", "grandmaster"], "beginner"),
        (["--resume", "x", "--daily"], "Leave out the other options."),
    ],
)
def test_options_that_contradict_each_other_are_refused(run: Run, words: list[str], sentence: str) -> None:
    shown = run("play", *words)
    assert shown.exit_code == 2
    assert sentence in " ".join(shown.stderr.split())


@pytest.mark.parametrize(
    "words", [["--name", "computer"], ["--two", "computer", "Bob"], ["--two", "Ada", ""], ["--name", ""]]
)
def test_people_have_names_of_people(run: Run, words: list[str]) -> None:
    shown = run("play", *words)
    assert shown.exit_code == 1
    assert "name" in shown.stderr.lower()


def test_the_end_of_input_at_a_question_is_explained(run: Run) -> None:
    ended = run("play", "--no-save")
    assert (ended.exit_code, ended.stderr) == (1, "The input has ended.\n")


@pytest.mark.parametrize("line", ["0 0", "1 2", "12", "0+0"])
def test_an_answer_is_not_taken_for_a_guess(run: Run, line: str) -> None:
    shown = run("play", "--no-save", lines=f"{line}\nquit\n").stdout
    assert f"{line} looks like an answer. It is time for a guess, such as RBYG." in shown


def test_a_variable_makes_every_board_compact(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CODEPEGS_STYLE", "compact")
    shown = run("play", "--no-save", lines="RRBB\nquit\n").stdout.splitlines()
    assert len(shown) == 7
    assert shown[5].startswith("Row 1, RRBB: ")
    assert run("show", "mini / RRB 1+1").stdout == "Row 1, RRB: 1 black, 1 white.\n7 rows left.\n"
