"""Editions, mark, show, and what all commands share."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from codepegs.notation import record, sentences
from codepegs.rules import (
    CATALOGUE,
    Agreement,
    Answer,
    Answers,
    Claim,
    Feedback,
    GiveUp,
    Guess,
    Leave,
    Move,
    Seat,
    Secret,
    SetCode,
    TimeOut,
    find_edition,
    replay,
)
from codepegs.rules.history import reviewable_games
from tests.support.strategies import alone, played
from tests.unit.cli.conftest import Run

ENDINGS = sorted((Path(__file__).parents[2] / "golden" / "endings").glob("*.pegs"))
CLASSIC = find_edition("classic-1", answers=Answers.HAND, time_limit=180)


def code(letters: str) -> SetCode:
    return SetCode(Secret(CLASSIC.code(letters)))


def guess(letters: str, black: int, white: int) -> tuple[Guess, Answer]:
    return Guess(CLASSIC.code(letters)), Answer(Feedback(black, white))


@pytest.fixture
def eventful(tmp_path: Path) -> Path:
    """A match with a void game, a time-out, a game given up, a lie that the reveal shows, and one left."""
    moves: list[Move] = [
        *(code("RBYG"), *guess("RRBB", 1, 1), *guess("RRBB", 0, 1), Claim((1, 2))),
        *(code("RBYG"), *guess("WWWW", 0, 0), TimeOut(), GiveUp()),
        *(code("KKKK"), *guess("WWWW", 0, 0), *guess("KKKK", 4, 0)),
        *(code("RBYG"), *guess("RBYG", 3, 0), GiveUp()),
        *(code("RBYG"), *guess("RBYK", 3, 0), Leave(Seat.CODEBREAKER)),
    ]
    match = replay(Agreement(CLASSIC, ("Ada", "Bob"), games=4), moves)
    file = tmp_path / "eventful.pegs"
    file.write_text(record.write(match), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "words",
    [
        "editions",
        "editions mini",
        "mark RWBG WYBK",
        "matches",
        "matches list",
        "matches stats",
        "puzzle one-code:mini:YYK=1+0,BYW=0+1,KYR=0+1,KKG=0+1:df21",
        "review {file}",
        "show {file}",
        "solve --once mini",
        "strategy census entropy -e mini",
        "strategy prove -e mini",
        "verify {file}",
    ],
)
def test_json_is_one_line(run: Run, tmp_path: Path, words: str) -> None:
    file = tmp_path / "match.pegs"
    file.write_text(record.write(played(alone(find_edition("mini")), "code ABC", "guess AAA", "guess ABC")))
    shown = run(*words.format(file=file).split(), "--json")
    assert shown.exit_code == 0, shown.output
    (line,) = shown.stdout.splitlines()
    assert json.loads(line) is not None


def test_editions_as_json_match_the_catalogue(run: Run) -> None:
    data = json.loads(run("editions", "--json").stdout)
    assert {entry["slug"]: entry["codes"] for entry in data} == {
        slug: terms.size for slug, terms in CATALOGUE.items()
    }


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["RWBG", "WYBK"], "1 black, 1 white\n"),
        (["-e", "pressman-2007", "MPMY", "TMMW"], "1 red, 1 white\n"),
        (["-e", "classic-2", "R--G", "---K"], "2 black, 0 white\n"),
        (["-e", "bulls-and-cows", "1234", "4321"], "0 bulls, 4 cows\n"),
        (["--json", "RWBG", "WYBK"], '{"black": 1, "white": 1}\n'),
    ],
)
def test_mark_counts_key_pegs(run: Run, words: list[str], answer: str) -> None:
    assert run("mark", *words).stdout == answer


def test_show_as_json_has_every_game(run: Run, eventful: Path) -> None:
    data = json.loads(run("show", eventful, "--json").stdout)
    assert [game["ending"] for game in data["games"]] == ["void", "held", "broken", "void", "abandoned"]
    assert [game["points"] for game in data["games"]] == [[0, 3], [11, 3], [11, 5], [11, 8], [11, 8]]
    assert data["outcome"] == {"winner": "Ada", "abandoned_by": "Bob", "stopped": False, "cracked_in": None}
    assert data["solo"] is False


def test_show_keeps_a_hidden_code_hidden(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "going-on.pegs"
    match = replay(Agreement(CLASSIC, ("Ada", "Bob"), 2), [code("RBYG"), *guess("WKWK", 0, 0)])
    file.write_text(record.save(match), encoding="utf-8")
    for options in ([], ["--json"], ["--svg", "-"]):
        shown = run("show", file, *options)
        assert shown.exit_code == 0
        assert "R B Y G" not in shown.stdout
        assert "RBYG" not in shown.stdout
    assert "Waiting for the Codebreaker to guess" in run("show", file).stdout
    assert json.loads(run("show", file, "--json").stdout)["games"][0]["code"] is None


def test_show_names_the_line_where_a_record_is_wrong(run: Run, eventful: Path) -> None:
    wrong = eventful.read_text(encoding="utf-8").replace("held, points 11 3", "held, points 10 3")
    shown = run("show", "-", lines=wrong)
    assert shown.exit_code == 1
    assert shown.stderr.startswith("Error: Line 19: 'held, points 10 3' does not follow")


def test_show_can_show_one_game(run: Run, eventful: Path) -> None:
    first = run("show", eventful, "--game", "1").stdout
    assert first.count("\nGame 1 of 4") == 2  # void, and played again
    assert "Game 2" not in first
    assert "abandoned" not in first
    data = json.loads(run("show", eventful, "--game", "1", "--json").stdout)
    assert [game["replay"] for game in data["games"]] == [0, 1]


def test_show_writes_svg_to_a_file(run: Run, eventful: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("show", eventful, "--svg", picture).stdout == ""
    assert ElementTree.parse(picture).getroot().tag == "{http://www.w3.org/2000/svg}svg"


def test_show_takes_a_position(run: Run) -> None:
    line = "classic-1 / RRBB 1+1"
    assert "R R B B" in run("show", line).stdout
    assert run("show", line, "--svg", "-").stdout.startswith("<svg")
    assert json.loads(run("show", line, "--json").stdout) == {"edition": "classic-1", "rows": ["RRBB 1+1"]}


def test_show_paints_only_when_asked_or_on_a_terminal(
    run: Run, eventful: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in run("show", eventful).stdout
    assert not run("show", eventful).stdout.isascii()
    assert run("show", eventful, "--style", "ascii").stdout.isascii()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" in run("show", eventful, "--style", "colour").stdout
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setattr("codepegs.cli.options.can_paint", lambda stream: True)
    assert "\x1b[" in run("show", eventful).stdout
    assert "\x1b[" not in run("show", eventful, "--style", "plain").stdout


def test_svg_and_json_exclude_each_other(run: Run) -> None:
    assert run("show", "mini / RGB 1+0", "--svg", "-", "--json").exit_code == 2


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["editions", "chess"], "There is no edition 'chess'. Choose one of: hasbro-2010"),
        (["editions", "clasic"], "There is no edition 'clasic'. Did you mean 'classic-1'? Choose"),
        (["editions", "invicta", "rows=0"], "rows must be 1 to 30, not 0."),
        (["mark", "RWB", "WYBK"], "it has 3 pegs, not 4"),
        (["mark", "-e", "hasbro-2010", "RRBB", "WYBK"], "a colour cannot appear twice"),
        (["show", "nowhere.pegs"], "Cannot read nowhere.pegs: No such file or directory."),
        (["show", ""], "Cannot read ''"),
        (["show", "classic-1/RRBB 9+9"], "9+9 isn't a possible answer"),
        (["show", "classic-1" + 300 * " " + "x"], "There is no house rule 'x'."),
        (["show", "\x1b[31mred"], r"\x1b[31mred"),
        (["show", "mini / RGB 1+0", "--svg", "/no/such/folder/board"], "Cannot write"),
    ],
)
def test_an_error_is_one_sentence_and_exit_1(run: Run, words: list[str], sentence: str) -> None:
    shown = run(*words)
    assert shown.exit_code == 1
    assert shown.stdout == ""
    assert shown.stderr.startswith("Error: ")
    assert sentence in shown.stderr
    assert shown.stderr.count("\n") == 1


def test_a_binary_file_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\xfe\x00\x80")
    assert "is not a record: it is not UTF-8 text" in run("show", tmp_path / "noise").stderr


def test_a_record_cannot_send_control_characters_to_the_terminal(run: Run, eventful: Path) -> None:
    evil = eventful.read_text(encoding="utf-8").replace("Bob left", "\x1b]0;pwned\x07\x1b[31mEvil left")
    shown = run("show", "-", lines=evil)
    assert shown.exit_code == 1
    assert "\x1b" not in shown.output
    heading = "codepegs 2\nedition mini\ngames 1\ncodemaker A\ncodebreaker B\n\n"
    shown = run("show", "-", lines=heading + "game 1\n\nwinner \x1b[31mEvil\n")
    assert r"'winner \x1b[31mEvil' does not follow" in shown.stderr


def test_an_unknown_command_is_a_misuse(run: Run) -> None:
    shown = run("solv")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "There is no command 'solv'. Did you mean 'solve'?" in shown.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("edition", "editions"),
        ("replay", "show"),
        ("hint", "solve --once"),
        ("optimal", "strategy prove"),
    ],
)
def test_an_old_command_names_the_new_one(run: Run, old: str, new: str) -> None:
    shown = run(old, "classic-1")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert shown.stderr == f"Error: codepegs {old} is now codepegs {new}.\n"
    assert old not in run("--help").stdout.split()


@pytest.mark.parametrize(("words", "same"), [(["help"], ["--help"]), (["help", "play"], ["play", "--help"])])
def test_help_is_a_command_too(run: Run, words: list[str], same: list[str]) -> None:
    shown = run(*words)
    assert (shown.exit_code, shown.stdout) == (0, run(*same).stdout)


@pytest.mark.parametrize("file", ENDINGS, ids=lambda file: file.stem)
def test_a_record_of_every_ending_is_verified_and_shown(run: Run, file: Path) -> None:
    match = record.read(file.read_text(encoding="utf-8"))
    outcome = match.outcome
    assert outcome is not None
    verified = run("verify", file)
    assert verified.exit_code == 0, verified.output
    assert "nothing to verify" in verified.stdout
    shown = run("show", file)
    assert shown.exit_code == 0, shown.output
    if match.agreement.solo:
        rows = outcome.cracked_in
        assert ("crack" if rows is None else f"cracked the code in {rows} guess") in shown.stdout
        assert "Points" not in shown.stdout
    else:
        assert sentences.describe_result(match) in shown.stdout


@pytest.mark.parametrize("file", ENDINGS, ids=lambda file: file.stem)
def test_a_record_of_every_ending_is_reviewed_if_it_has_a_code(run: Run, file: Path) -> None:
    match = record.read(file.read_text(encoding="utf-8"))
    reviewed = run("review", file, "--seconds", "5")
    if not reviewable_games(match):
        assert reviewed.exit_code == 1
        assert "nothing to review" in reviewed.stderr
        return
    assert reviewed.exit_code == 0, reviewed.output
    names = [name for name in match.agreement.players if name]
    assert any(name in reviewed.stdout for name in names)
    if match.agreement.solo:
        assert "points" not in reviewed.stdout
        assert "'s code" not in reviewed.stdout
