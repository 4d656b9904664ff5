"""Recipes of CONTRIBUTING.md: a copy of the package follows all of them, and every shell shows the result."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
API = "/api/editions/tiny%20scoring%3Dwhites%20jokers%3Dyes"


def copy_package(folder: Path) -> Path:
    """Return a copy of the package that a recipe may change."""
    return Path(shutil.copytree(ROOT / "src" / "codepegs", folder / "codepegs"))


def replace(file: Path, old: str, new: str) -> None:
    """Replace the only occurrence of `old`."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"the recipe does not fit {file.name}: {old!r}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def python(copy: Path, *words: str) -> str:
    """Return what a Python process prints that uses the copy."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(copy.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def add_edition(copy: Path) -> None:
    catalogue = copy / "rules" / "catalogue.py"
    edition = """
_TINY = Edition(
    box=Box(slug="tiny", title="Tiny, two pegs", sheet=None, hues=_COMMON, keys=_BLACK_AND_WHITE),
    pegs=2,
    rows=6,
)

CATALOGUE = MappingProxyType("""
    replace(catalogue, "\nCATALOGUE = MappingProxyType(", edition)
    replace(catalogue, "            _MINI,\n", "            _MINI,\n            _TINY,\n")


def add_scoring(copy: Path) -> None:
    replace(
        copy / "rules" / "edition.py",
        '    KEY_PEGS = "key-pegs"\n',
        '    KEY_PEGS = "key-pegs"\n    WHITES = "whites"\n',
    )
    case = """        case Scoring.WHITES:
            return Points(codemaker=sum(row.feedback.white for row in board.rows if row.feedback))
        case _:
            assert_never(scoring)
"""
    replace(copy / "rules" / "points.py", "        case _:\n            assert_never(scoring)\n", case)


def describe_scoring(copy: Path) -> None:
    text = """    Scoring.WHITES: ScoringText(
        "each white key peg",
        "the codemaker gets 1 point for each white key peg; most points win",
    ),
}
assert SCORINGS.keys()"""
    replace(copy / "notation" / "house_rules.py", "}\nassert SCORINGS.keys()", text)


def add_house_rule(copy: Path) -> None:
    edition, rules = copy / "rules" / "edition.py", copy / "notation" / "house_rules.py"
    replace(edition, "    answers: Answers\n", "    answers: Answers\n    jokers: bool\n")
    replace(
        edition,
        "    answers: Answers = Answers.REFEREE\n",
        "    answers: Answers = Answers.REFEREE\n    jokers: bool = False\n",
    )
    switch = '    _switch("jokers", "Joker pegs", "whether there are jokers"),\n'
    replace(rules, '    _switch("blanks"', f'{switch}    _switch("blanks"')


def add_level(copy: Path) -> None:
    level = (
        '            Level("sleepy", "Forgets nearly everything.", forgets=0.9),\n            Level("easy"'
    )
    replace(copy / "players" / "level.py", '            Level("easy"', level)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which every recipe was followed."""
    copy = copy_package(tmp_path_factory.mktemp("recipes"))
    for follow in (add_edition, add_scoring, describe_scoring, add_house_rule, add_level):
        follow(copy)
    return copy


@pytest.fixture(scope="module")
def said(copy: Path) -> dict[str, str]:
    """What every shell says of the new edition, scoring, house rule and level."""
    line = ("tiny", "scoring=whites", "jokers=yes")
    said: dict[str, str] = json.loads(python(copy, "-m", "tests.support.shells", *line))
    assert said["package"] == str(copy)
    return said


def test_a_new_edition_is_in_every_shell(said: dict[str, str]) -> None:
    assert {shell for shell, text in said.items() if "tiny" not in text} == {"package", "/api/levels"}
    for shell in ("facts", "/", "/rules/tiny", "view", "application"):
        assert "Tiny, two pegs" in said[shell], shell


def test_a_new_scoring_is_in_every_shell(said: dict[str, str]) -> None:
    for shell in ("facts", "play", "show", "review", "view", API):
        assert "scoring=whites" in said[shell], shell
    for shell, words in {
        "facts": "1 point for each white key peg",
        "/": "each white key peg",
        API: "1 point for each white key peg",
        "application": "each white key peg",
    }.items():
        assert words in said[shell], shell


def test_a_new_scoring_without_words_fails_at_once(tmp_path: Path) -> None:
    copy = copy_package(tmp_path)
    add_scoring(copy)
    with pytest.raises(AssertionError, match="SCORINGS"):
        python(copy, "-m", "codepegs", "editions", "mini")


def test_a_new_house_rule_is_in_every_shell(said: dict[str, str]) -> None:
    for shell in ("facts", "play", "show", "view", API):
        assert "jokers=yes" in said[shell], shell
    for shell in ("/", "application"):
        assert "Joker pegs" in said[shell], shell


def test_a_new_level_is_in_every_shell(copy: Path, said: dict[str, str]) -> None:
    for shell in ("/", "/api/levels"):
        assert "sleepy" in said[shell], shell
        assert "Forgets nearly everything." in said[shell], shell
    assert "sleepy" in said["application"]
    players = ("--codemaker", "computer sleepy", "--codebreaker", "computer sleepy 2")
    assert "computer sleepy" in python(copy, "-m", "codepegs", "play", *players, "--no-save")


def test_a_new_command_runs_and_is_listed(tmp_path: Path) -> None:
    copy = copy_package(tmp_path)
    module = '''"""`codepegs count`: the number of codes of an edition."""

from __future__ import annotations

import click

from codepegs.cli import options
from codepegs.rules.edition import Edition


@click.command()
@options.edition
def command(edition: Edition) -> None:
    """Count the codes of an edition."""
    click.echo(edition.size)
'''
    (copy / "cli" / "commands" / "count.py").write_text(module, encoding="utf-8")
    replace(copy / "cli" / "main.py", "COMMANDS = {\n", 'COMMANDS = {\n    "count": "Count the codes.",\n')

    assert python(copy, "-m", "codepegs", "count", "-e", "mini") == "216\n"
    assert "Count the codes." in python(copy, "-m", "codepegs", "--help")
    assert "Count the codes of an edition." in python(copy, "-m", "codepegs", "count", "--help")
