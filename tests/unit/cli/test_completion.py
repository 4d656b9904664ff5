"""Shell completion: what a shell offers after Tab."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete

from codepegs.cli.main import group
from codepegs.players.level import LEVELS
from codepegs.rules import CATALOGUE
from tests.unit.cli.conftest import Keep, Run
from tests.unit.cli.test_matches import OPEN, OVER

BIN = Path(sys.executable).parent


def complete(*words: str) -> list[str]:
    """Return what a shell offers for the last word."""
    shell = ShellComplete(group, {}, "codepegs", "_CODEPEGS_COMPLETE")
    return [item.value for item in shell.get_completions([*words[:-1]], words[-1]) if item.type == "plain"]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ma"], ["matches", "mark"]),
        (["play", "--against", ""], [*LEVELS]),
        (["play", "--against", "e"], ["easy", "expert"]),
        (["play", "-e", "cl"], ["classic-1", "classic-2"]),
        (["solve", "--edition", ""], [*CATALOGUE]),
        (["editions", "mi"], ["mini"]),
        (["matches", "de"], ["delete"]),
    ],
)
def test_words_are_completed(run: Run, words: list[str], offered: list[str]) -> None:
    assert sorted(complete(*words)) == sorted(offered)


@pytest.mark.parametrize(
    "words",
    [
        ["show"],
        ["review"],
        ["verify"],
        ["solve"],
        ["play", "--resume"],
        *(["matches", command] for command in ("show", "export", "delete")),
    ],
)
def test_ids_of_matches_are_completed(words: list[str], keep: Keep) -> None:
    assert complete(*words, "") == []  # without an archive
    one, two = keep(OVER), keep(OPEN)
    assert complete(*words, "") == [two, one]
    assert complete(*words, one[:6]) == [one]


def test_a_file_is_completed_where_a_record_is_read(run: Run) -> None:
    shell = ShellComplete(group, {}, "codepegs", "_CODEPEGS_COMPLETE")
    assert [item.type for item in shell.get_completions(["show"], "mat")] == ["file"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_bash_completes_a_level() -> None:
    script = """
    PATH="$1:$PATH"
    eval "$(_CODEPEGS_COMPLETE=bash_source codepegs)"
    COMP_WORDS=(codepegs play --against be) COMP_CWORD=3
    _codepegs_completion codepegs
    echo "${COMPREPLY[@]}"
    """
    shown = subprocess.run(["bash", "-c", script, "bash", BIN], capture_output=True, text=True, timeout=60)
    assert shown.stdout == "beginner\n"
