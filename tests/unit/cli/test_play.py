"""`codepegs play` through a pipe. Its conversations are in test_transcripts."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from codepegs.cli import paths
from codepegs.rules import CATALOGUE, Match, find_edition
from codepegs.storage import MatchId, open_tables
from codepegs.storage.tables import TableRow
from tests.support.story import AGAINST_A_COMPUTER, BY_HAND, Step, Story, check_printed
from tests.unit.cli.conftest import Run

TWO = ("--codemaker", "Ada", "--codebreaker", "Bob")


def lines(*words: str) -> str:
    return "\n".join(words) + "\n"


def stored() -> list[Match]:
    """The matches in the archive, the last one first."""
    with closing(paths.open_archive()) as archive:
        return [archive.match(entry.id) for entry in archive.entries()]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_edition_is_played_to_its_end(run: Run, slug: str) -> None:
    terms = find_edition(slug)
    code = "".join(hue.letter for hue in terms.hues[: terms.pegs])
    shown = run("play", "-e", slug, *TWO, "--no-save", lines=lines(code, code, code, code))
    assert shown.exit_code == 0
    assert f"Ada is {terms.box.codemaker}, Bob is {terms.box.codebreaker}." in shown.stdout
    assert shown.stdout.endswith("Points: Ada 1, Bob 1.\nThe match is a draw.\n")


def typed(step: Step) -> list[str]:
    """What a person types for a step of the story."""
    match step.word:
        case "reveal":
            return []
        case "give up":
            return ["give up", "yes"]
        case "claim":
            return ["claim"]
        case _:
            return [step.pegs]


@pytest.mark.parametrize("story", [BY_HAND, AGAINST_A_COMPUTER])
def test_the_story_is_told_as_at_every_table(run: Run, story: Story, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("codepegs.cli.commands.play.SystemRandom", lambda: Random(1))
    one, two = story.players
    terms = ("-e", story.edition, "-n", str(story.games), "--codemaker", one, "--codebreaker", two)
    shown = run("play", *terms, lines=lines(*(line for step in story.steps for line in typed(step))))
    assert shown.exit_code == 0
    (match,) = stored()
    assert match.over
    check_printed(match, shown.stdout)


def test_without_options_you_break_a_code_of_the_computer(run: Run) -> None:
    shown = run("play", lines=lines("give up", "yes", "RBYG"))
    assert shown.exit_code == 0
    assert shown.stdout.startswith("computer and Player play 2 games of classic-1.\n")
    assert "computer has set the code." in shown.stdout
    assert "wins the match" in shown.stdout


def test_a_missing_name_is_the_computer_or_you(run: Run) -> None:
    assert "computer and Player play" in run("play", "-e", "mini").stdout
    assert "Ada and computer play" in run("play", "--codemaker", "Ada").stdout
    assert "computer and Bob play" in run("play", "--codebreaker", "Bob").stdout


def test_two_computers_play_while_you_watch(run: Run) -> None:
    shown = run("play", "--codemaker", "computer", "--codebreaker", "computer 2", "-n", "4")
    assert shown.exit_code == 0
    assert "Game 4 of 4" in shown.stdout
    (match,) = stored()
    check_printed(match, shown.stdout)


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


def test_a_match_is_resumed_by_its_id_or_as_the_last_one(run: Run) -> None:
    left = run("play", *TWO, lines=lines("RBYG", "abandon", "quit"))
    assert left.exit_code == 0
    found = re.search(r"^To resume the match, run: codepegs play --resume (\w+)$", left.stderr, re.MULTILINE)
    assert found
    # Input that ends early loses nothing.
    assert run("play", "--resume", found[1], lines=lines("RRBB")).exit_code == 1
    (match,) = stored()
    assert len(match.game.board.rows) == 1
    again = run("play", "--resume", lines=lines("RBYG", "WWWW", "WWWW"))
    assert again.exit_code == 0
    assert again.stdout.startswith("Ada and Bob play 2 games of classic-1.\n")
    assert "Row 1, RRBB: 1 black, 1 white.\n" in again.stdout
    assert "Bob broke the code in 2 rows." in again.stdout
    assert "To resume the match" not in again.stderr
    over = run("play", "--resume", found[1])
    assert over.exit_code == 0
    assert over.stdout.endswith("Points: Ada 2, Bob 1.\nAda wins the match.\n")
    assert "There is no unfinished match" in run("play", "--resume").stderr


def test_a_match_is_stored_with_the_first_move_of_a_person(run: Run) -> None:
    left = run("play", lines=lines("quit"))
    assert "To resume the match" not in left.stderr
    assert not stored()
    run("play", lines=lines("RRBB"))
    (match,) = stored()
    assert len(match.moves) == 2


def test_nothing_is_stored_if_nobody_wants_that(run: Run, tmp_path: Path) -> None:
    left = run("play", *TWO, "--no-save", lines=lines("RBYG", "RRBB"))
    assert left.exit_code == 1
    assert "To resume the match" not in left.stderr
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
            ),
            at=2**60,
        ).result()
    refused = run("play", "--resume", "served")
    assert refused.exit_code == 1
    assert "is played on a server" in refused.stderr
    assert "Ada and Bob play" in run("play", "--resume").stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--resume", "x", "--games", "2"], "Leave out the other options"),
        (["--save", "match.pegs"], "Matches are stored in the archive now"),
        (["--games", "3", "-e", "invicta"], "an even number of games, not 3"),
        (["--games", "0"], "A match has 1 to 100 games, not 0."),
        (["--codemaker", "Ada", "--codebreaker", "ada"], "Both players are called Ada"),
        (["--codemaker", "", "--codebreaker", "Ada"], "A name cannot be empty, start or end with a space"),
        (["--codemaker", "\x1b[2J"], "character U+001B"),
        (["--codemaker", "computer grandmaster"], "There is no level 'grandmaster'. Choose one of: "),
        (["--codemaker", "computerfreak"], "There is no level 'freak'. Choose one of: "),
        (["-e", "nowhere"], "There is no edition 'nowhere'"),
        (["--resume", "match.pegs"], "There is no match 'match.pegs' in the archive."),
    ],
)
def test_invalid_terms_are_refused(run: Run, words: list[str], sentence: str) -> None:
    shown = run("play", *words)
    assert shown.exit_code in (1, 2)
    assert sentence in shown.stderr
