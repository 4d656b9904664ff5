"""`codepegs matches stats`, and the solo games that expire."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from time import time_ns

import pytest

from codepegs.cli import paths
from codepegs.engine.par import find_par
from codepegs.rules import NOBODY, Agreement, Match, find_edition
from codepegs.rules.daily import DAILY_EDITION
from codepegs.storage import MatchId
from codepegs.storage.errors import ArchiveUnavailable
from codepegs.storage.sql.archive import SqlArchive
from tests.support.strategies import alone, play_out, played, two
from tests.unit.cli.conftest import Run

MINI, CLASSIC = find_edition("mini"), find_edition("classic-1")
CRACKED = played(alone(MINI), "code ABC", "guess AAA", "guess ABC")
GIVEN_UP = played(alone(MINI), "code ABC", "give up")
HINTED = played(replace(alone(MINI), hints=True), "code ABC", "hint 1", "hint 2", "hint 3", "guess ABC")
HINTED_AND_LOST = played(replace(alone(MINI), hints=True), "code ABC", "hint 1", "give up")
PLAYING = played(alone(MINI), "code ABC", "guess AAA")
DAY = 24 * 60 * 60 * 1_000_000


def keep(*matches: Match, at: int | None = None) -> list[MatchId]:
    """Store matches in the archive of the command, played now or `at` another time."""
    archive = paths.open_archive()
    names = []
    for match in matches:
        names.append(archive.begin(match.agreement, at=at or time_ns() // 1000))
        for number, move in enumerate(match.moves):
            archive.add(names[-1], number, move, at=at or time_ns() // 1000)
    archive.close()
    return names


def test_an_archive_without_finished_games_says_so(run: Run) -> None:
    shown = run("matches", "stats")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert "No game has been finished yet" in shown.stderr
    assert json.loads(run("matches", "stats", "--json").stdout) == {"solo": [], "matches": []}


def test_solo_games_are_shown_next_to_par(run: Run) -> None:
    keep(CRACKED, GIVEN_UP, CRACKED, CRACKED)
    title, results, distribution = run("matches", "stats").stdout.splitlines()
    assert title == "Solo games of Ada"
    par = find_par(MINI)
    assert par is not None
    assert results == (
        f"  mini: 4 played, 3 cracked, average 2.00 (par {par:.2f}), best 2, streak 2, longest streak 2"
    )
    assert distribution == "    in 2: 3, not cracked: 1"


@pytest.mark.parametrize("hinted", [HINTED, HINTED_AND_LOST])
def test_a_game_with_hints_neither_extends_nor_ends_a_streak(run: Run, hinted: Match) -> None:
    keep(CRACKED, CRACKED, hinted)
    assert "streak 2, longest streak 2" in run("matches", "stats").stdout


def test_daily_codes_are_shown_by_day(run: Run) -> None:
    today = datetime.now(UTC).date()
    days = [today - timedelta(days=back) for back in (0, 1)]
    keep(*(play_out(Match.start(Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=day))) for day in days))
    lines = run("matches", "stats").stdout.splitlines()
    assert lines[0] == "Daily codes of Ada"
    assert "2 played, 2 cracked" in lines[1]
    assert "streak 2, longest streak 2" in lines[1]
    assert lines[3:] == [f"  {days[1]}: cracked in 1", f"  {days[0]}: cracked in 1"]


def test_statistics_are_shown_as_json(run: Run) -> None:
    keep(CRACKED, GIVEN_UP, play_out(Match.start(two(CLASSIC))))
    data = json.loads(run("matches", "stats", "--json").stdout)
    (ada,) = data["solo"]
    results = {
        "played": 2,
        "cracked": 1,
        "average": 2.0,
        "best": 2,
        "hints": 0,
        "distribution": {"2": 1},
        "streak": 0,
        "longest_streak": 1,
    }
    assert (ada["player"], ada["overall"]) == ("Ada", results)
    assert ada["editions"] == [{"edition": "mini", "par": find_par(MINI), **results}]
    assert (ada["daily"]["played"], ada["daily"]["calendar"]) == (0, {})
    assert [(one["player"], one["played"]) for one in data["matches"]] == [("Ada", 1), ("Bob", 1)]
    shown = run("matches", "stats").stdout
    assert "Matches, as codebreaker\n  Ada, classic-1: 1 played, 1 cracked, average 1.00 (par 4.34)" in shown


# Expiry --------------------------------------------------------------------------------


def test_a_solo_game_without_a_move_for_a_week_is_deleted(run: Run) -> None:
    now = time_ns() // 1000
    (old,) = keep(PLAYING, at=now - 8 * DAY)
    (recent,) = keep(PLAYING, at=now - 6 * DAY)
    (match,) = keep(played(two(MINI), "code ABC"), at=now - 8 * DAY)
    listed = {one["id"] for one in json.loads(run("matches", "--json").stdout)}
    assert listed == {recent, match}
    assert run("matches", "show", old).exit_code == 1
    assert run("matches", "stats").stdout == ""


def test_the_archive_opens_while_another_program_writes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    (old,) = keep(PLAYING, at=time_ns() // 1000 - 8 * DAY)

    def refuse(archive: SqlArchive, before: int) -> None:
        raise ArchiveUnavailable("another program is writing to it")

    monkeypatch.setattr(SqlArchive, "delete_idle_solo", refuse)
    (listed,) = json.loads(run("matches", "--json").stdout)
    assert listed["id"] == old
