"""`codepegs verify`: records checked offline."""

from __future__ import annotations

import json

import pytest

from codepegs.notation import record
from codepegs.notation.commitment import commit
from codepegs.rules import NOBODY, Agreement, Match, find_edition
from tests.support.strategies import code, played
from tests.unit.cli.conftest import Run

SALT = bytes(range(32))


def match() -> Match:
    """A game that opens its commitment, one without, and one that goes on."""
    start = Match.start(Agreement(find_edition("mini", even=False), ("Ada", "Bob"), 3), name="k7m2")
    second = played(start.play(commit(start, code("ADB"), salt=SALT)), "guess ADB")
    third = played(second, "code ABC", "guess ABC")
    return third.play(commit(third, code("BBB"), salt=SALT))


def test_verify_reports_on_each_game(run: Run) -> None:
    shown = run("verify", "-", lines=record.write(match()))
    assert shown.exit_code == 0
    assert [line for line in shown.stdout.splitlines() if line.startswith("Game")] == [
        "Game 1: the code matches its commitment.",
        "Game 2: has no commitment.",
        "Game 3: has a commitment, but the code is not revealed yet.",
    ]


def test_verify_finds_a_changed_code(run: Run) -> None:
    text = record.write(match()).replace("code RGB", "code RGK").replace("1 RGB 3+0", "1 RGK 3+0")
    shown = run("verify", "-", lines=text)
    assert shown.exit_code == 1
    assert shown.stdout.startswith("Game 1: the code does NOT match its commitment.\n")
    data = json.loads(run("verify", "-", "--json", lines=text).stdout)
    assert data["fails"]
    assert [game["state"] for game in data["games"]] == ["fails", "none", "hidden"]


def test_verify_as_json_has_code_salt_and_commitment(run: Run) -> None:
    data = json.loads(run("verify", "-", "--json", lines=record.write(match())).stdout)
    first, _, last = data["games"]
    assert (data["match"], data["fails"]) == ("k7m2", False)
    assert (first["code"], first["salt"], len(first["commitment"])) == ("RGB", SALT.hex(), 64)
    assert (last["code"], last["salt"], len(last["commitment"])) == (None, None, 64)


def test_verify_keeps_a_hidden_code_hidden(run: Run) -> None:
    text = record.save(match())
    for options in ([], ["--json"]):
        shown = run("verify", "-", *options, lines=text)
        assert shown.exit_code == 0
        assert "BBB" not in shown.stdout.replace(SALT.hex(), "")
        assert shown.stdout.count(SALT.hex()) == (1 if options else 0)


@pytest.mark.parametrize(
    ("players", "why"),
    [(("Ada", "Bob"), "this match has no commitments"), ((NOBODY, "Ada"), "a solo game has no commitment")],
)
def test_verify_says_if_there_are_no_commitments(run: Run, players: tuple[str, str], why: str) -> None:
    start = Match.start(Agreement(find_edition("mini", even=False), players, 1))
    text = record.write(played(start, "code ABC", "guess ABC"))
    shown = run("verify", "-", lines=text)
    assert shown.exit_code == 0
    assert "There is nothing to verify" in shown.stdout
    assert why in shown.stdout
    assert "nothing to verify" not in run("verify", "-", lines=record.write(match())).stdout
    wrong = run("verify", "-", lines=text.replace("3+0", "2+0"))
    assert wrong.exit_code == 1
    assert "Line " in wrong.stderr
