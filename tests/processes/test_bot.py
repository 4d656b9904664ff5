"""The example bot plays whole matches at a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.serving import Server
from tests.support.terminal import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
BOT = ROOT / "examples" / "bot.py"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("serving"), pace=0) as server:
        yield server.address


def bot(url: str, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(BOT), url, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def result(process: subprocess.Popen[str]) -> list[str]:
    shown, errors = process.communicate(timeout=6 * PATIENCE)
    assert process.returncode == 0, errors
    return shown.splitlines()


@pytest.mark.parametrize(
    ("edition", "opponent"),
    [("mini", "computer beginner"), ("classic-1 answers=hand", "computer perfect")],
)
def test_a_bot_plays_a_match_against_a_computer(url: str, edition: str, opponent: str) -> None:
    lines = result(bot(url, "--edition", edition, "--games", "4", "--opponent", opponent))
    assert len(lines) >= 5
    assert all(
        re.fullmatch(r"game \d: [A-Z]+ of .+ (broken|held|void) in \d+ rows", line) for line in lines[:-1]
    )
    assert re.fullmatch(rf"bot \d+ : \d+ {opponent}", lines[-1])


def test_two_bots_play_a_match_by_invitation(url: str) -> None:
    host = bot(url, "--invite", "--edition", "bulls-and-cows", "--name", "Ada")
    assert host.stderr is not None
    guest = bot(url, *host.stderr.readline().split(), "--name", "Bob")
    seen = result(host)
    assert seen == result(guest)
    assert re.fullmatch(r"Ada \d+ : \d+ Bob", seen[-1])


def test_a_refused_bot_prints_the_reason(url: str) -> None:
    process = bot(url, "--edition", "minx")
    shown, errors = process.communicate(timeout=PATIENCE)
    assert (shown, process.returncode) == ("", 1)
    assert "minx" in errors
    assert "Traceback" not in errors
