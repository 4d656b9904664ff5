"""`codepegs matches`."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from codepegs.cli import paths
from codepegs.notation import record
from codepegs.rules import NOBODY, Agreement, Match, find_edition
from codepegs.rules.daily import DAILY_EDITION
from codepegs.storage import TableRow, new_id, open_archive, open_tables
from codepegs.storage.archive import SYSTEM_RANDOM
from codepegs.storage.errors import UnknownTable
from tests.support.postgresql import Cluster
from tests.support.strategies import played, two
from tests.unit.cli.conftest import Keep, Run

MINI = find_edition("mini")
OVER = played(two(MINI), "code ABC", "guess AAA", "guess ABC", "code DEF", "guess DEF")
OPEN = played(two(MINI), "code ABC", "guess AAB")
LEFT = played(two(MINI), "code ABC", "leave codemaker")
STOPPED = played(two(MINI), "code ABC", "stop")
ALONE = Agreement(MINI, (NOBODY, "Ada"), 1)
CRACKED = played(ALONE, "code ABC", "guess AAA", "guess ABC")
GIVEN_UP = played(ALONE, "code ABC", "give up")
DAILY = Agreement(DAILY_EDITION, (NOBODY, "Ada"), 1, daily=date(2026, 11, 16))
DRAW = played(two(MINI), "code ABC", "guess ABC", "code DEF", "guess DEF")


def squeeze(text: str) -> str:
    """Return a text with columns two spaces apart."""
    return re.sub("   +", "  ", text)


def test_an_empty_archive_says_so(run: Run) -> None:
    shown = run("matches")
    assert (shown.exit_code, shown.stdout) == (0, "")
    assert "No matches yet" in shown.stderr


def test_matches_are_listed(run: Run, keep: Keep) -> None:
    names = [keep(match) for match in (OVER, OPEN, LEFT, DRAW)]
    header, *lines = run("matches").stdout.splitlines()
    assert header.split("  ")[0] == "id"
    assert {line.split()[0] for line in lines} == {*names}
    assert run("matches", "list").stdout.splitlines() == [header, *lines]
    text = squeeze("\n".join(lines))
    for words in ("0:0  winner Bob, Ada left  mini", "2:1  winner Ada  mini", "unfinished", "1:1  draw"):
        assert words in text
    _, unfinished = run("matches", "list", "--unfinished").stdout.splitlines()
    assert unfinished.split()[0] == names[1]


def test_a_computer_has_its_level_in_lists_and_is_the_computer_elsewhere(run: Run, keep: Keep) -> None:
    agreement = Agreement(find_edition("classic-1"), ("computer easy", "Ada"), 1)
    name = keep(played(agreement, "code ABCD", "guess AAAA", "leave codebreaker"))
    line = squeeze(run("matches").stdout)
    assert "  Computer (easy) - Ada  " in line
    assert "  winner Computer (easy), Ada left  " in line
    shown = run("show", name).stdout
    assert "The computer (white)" in shown
    assert "computer easy" not in shown


@pytest.mark.parametrize(
    ("words", "found"),
    [(["ada"], [0, 1, 2]), (["ADA", "solo"], [1]), (["unfinished"], [2]), (["super"], []), ([], [0, 1, 2])],
)
def test_the_list_can_be_searched(run: Run, keep: Keep, words: list[str], found: list[int]) -> None:
    names = [keep(match) for match in (OVER, CRACKED, OPEN)]
    entries = json.loads(run("matches", "list", *words, "--json").stdout)
    assert {entry["id"] for entry in entries} == {names[number] for number in found}
    shown = run("matches", "list", *words)
    assert {line.split()[0] for line in shown.stdout.splitlines()[1:]} == {names[number] for number in found}
    assert ("No match contains all these words" in shown.stderr) == (not found)


@pytest.mark.parametrize(
    ("match", "words"),
    [
        (STOPPED, "Ada - Bob  0:0  stopped  mini"),
        (CRACKED, "  Ada, solo  cracked in 2  mini"),
        (GIVEN_UP, "  Ada, solo  not cracked  mini"),
        (Match.start(ALONE), "  Ada, solo  unfinished  mini"),
        (Match.start(DAILY), "  Ada, daily code of 2026-11-16  unfinished  classic-1"),
    ],
)
def test_solo_and_stopped_matches_are_listed(run: Run, keep: Keep, match: Match, words: str) -> None:
    keep(match)
    assert squeeze(run("matches").stdout).endswith(f"{words}\n")


def test_a_match_on_a_server_is_listed_as_such(run: Run) -> None:
    tables = open_tables(paths.archive_url())
    row = TableRow(new_id(SYSTEM_RANDOM), MINI, 2, ("Ada", "Bob"), ("ada", "bob"), ("ada", "bob"))
    name = tables.open(row, at=0).result().id
    tables.close()
    _, line = run("matches", "list", "--unfinished").stdout.splitlines()
    assert line.split()[0] == name
    assert "0:0  unfinished, on a server  mini" in squeeze(line)
    (entry,) = json.loads(run("matches", "--json").stdout)
    assert entry["table"] is True


def test_matches_are_listed_as_json(run: Run, keep: Keep) -> None:
    name = keep(OVER)
    shown = run("matches", "--json").stdout
    assert shown.count("\n") == 1, "JSON takes one line, as everywhere."
    (entry,) = json.loads(shown)
    assert entry["id"] == name
    assert entry["outcome"] == {"winner": "Ada", "abandoned_by": None, "stopped": False, "cracked_in": None}
    assert entry["solo"] is False
    assert entry["points"] == [2, 1]
    assert entry["table"] is False
    begun, changed = (datetime.fromisoformat(entry[time]) for time in ("begun", "changed"))
    assert (begun.utcoffset(), changed - begun) == (timedelta(0), timedelta(microseconds=4))
    assert json.loads(run("matches", "list", "--json").stdout) == [entry]


def test_a_match_is_exported_as_a_record(run: Run, keep: Keep, tmp_path: Path) -> None:
    name = keep(OVER)
    assert record.read(run("matches", "export", name).stdout) == OVER
    file = tmp_path / "match.pegs"
    assert run("matches", "export", name, "-o", file).exit_code == 0
    assert record.read(file.read_text()) == OVER
    again = run("matches", "export", name, "-o", file)
    assert again.exit_code == 1
    assert "already exists" in again.stderr
    nowhere = run("matches", "export", name, "-o", tmp_path / "no" / "where")
    assert nowhere.exit_code == 1
    assert "Cannot write" in nowhere.stderr


def test_an_unfinished_match_is_exported_without_its_code_or_veiled(run: Run, keep: Keep) -> None:
    name = keep(OPEN)
    assert "code hidden" in run("matches", "export", name).stdout
    assert record.read(run("matches", "export", name, "--veiled").stdout) == OPEN


def test_delete_asks_for_confirmation(run: Run, keep: Keep) -> None:
    name = keep(OVER)
    asked = run("matches", "delete", name, lines="n\n")
    assert asked.exit_code == 0
    assert f"Delete match {name} (Ada - Bob)?" in asked.stderr
    assert "\nNothing was deleted.\n" in asked.stderr
    nobody = run("matches", "delete", name)
    assert nobody.exit_code == 1
    assert "Nothing was deleted." in nobody.stderr
    assert run("matches", "delete", name, lines="y\n").exit_code == 0
    assert run("matches", "delete", name, "--yes").exit_code == 1
    assert run("matches").stdout == ""


@pytest.mark.parametrize("length", [10, 5])
def test_other_commands_take_the_id_of_a_match(run: Run, keep: Keep, length: int) -> None:
    """The beginning of an ID is enough if it is the only one."""
    name = keep(OVER)[:length]
    assert run("show", name).stdout == run("matches", "show", name).stdout
    assert run("review", name).exit_code == 0
    assert run("verify", name).exit_code == 0
    assert "R B Y" not in run("show", keep(OPEN)).stdout.partition("R R B")[2]


@pytest.mark.parametrize("command", ["show", "review", "verify"])
def test_other_commands_refuse_an_unknown_id(run: Run, keep: Keep, command: str, tmp_path: Path) -> None:
    for _ in range(2):
        refused = run(command, "k7m2abcdef")
        assert refused.exit_code == 1
        assert "No such file: 'k7m2abcdef'" in refused.stderr
        keep(OVER)  # the first time there was no archive
    assert "ID" not in run(command, "nowhere.pegs").stderr


def test_an_id_that_is_mistyped_gets_a_suggestion(run: Run, keep: Keep) -> None:
    name = keep(OVER)
    mistyped = name[:4] + "0" + name[5:]
    for words in (["show", mistyped], ["matches", "delete", mistyped], ["play", "--resume", mistyped]):
        assert f"Did you mean '{name}'?" in run(*words).stderr


def test_a_beginning_of_two_ids_is_refused(run: Run, keep: Keep) -> None:
    names = [keep(OVER)]
    while all(name[0] != names[-1][0] for name in names[:-1]):
        names.append(keep(OVER))
    assert "match IDs start with" in run("show", names[-1][0]).stderr


def test_looking_up_an_id_creates_no_archive(run: Run, tmp_path: Path) -> None:
    run("show", "k7m2abcdef")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("command", ["show", "export", "delete"])
def test_an_unknown_match_is_refused(run: Run, command: str) -> None:
    shown = run("matches", command, "nothing\x1b[2J")
    assert shown.exit_code == 1
    assert "There is no match" in shown.stderr
    assert "\x1b" not in shown.stderr


def test_a_data_folder_that_is_a_file_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    shown = run("matches")
    assert shown.exit_code == 1
    assert "Cannot open" in shown.stderr


@pytest.mark.parametrize("words", [["list"], ["check"], ["backup", "copy.db"]], ids=" ".join)
def test_another_archive_must_exist(run: Run, tmp_path: Path, words: list[str]) -> None:
    refused = run("matches", *words, "--archive", f"sqlite:///{tmp_path}/typo.db")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("variable", [True, False])
def test_a_backup_copies_the_named_archive(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: bool
) -> None:
    url, copy = f"sqlite:///{tmp_path / 'served.db'}", tmp_path / "copy.db"
    archive = open_archive(url)
    name = archive.begin(OPEN.agreement, at=0)
    archive.close()
    if variable:
        monkeypatch.setenv("CODEPEGS_ARCHIVE", url)
    named = [] if variable else ["--archive", url]
    assert run("matches", "backup", str(copy), *named).exit_code == 0
    archive = open_archive(f"sqlite:///{copy}")
    assert archive.match(name).agreement == OPEN.agreement
    archive.close()
    assert run("matches", "backup", str(copy), *named).exit_code == 1, "The copy exists."
    assert (name in run("matches").stdout) is variable


def test_an_archive_is_copied_to_postgresql_and_back(
    run: Run, keep: Keep, postgresql: Cluster, tmp_path: Path
) -> None:
    name = keep(OPEN)
    there, back = postgresql.new_schema(), f"sqlite:///{tmp_path}/back.db"
    for source, target in ((paths.archive_url(), there), (there, back)):
        copied = run("matches", "copy", source, target)
        assert copied.exit_code == 0
        assert "Copied and compared: 1 matches, 2 moves, 0 tables." in copied.stderr
    archive = open_archive(back)
    assert archive.match(name) == OPEN
    archive.close()
    refused = run("matches", "copy", there, back)
    assert refused.exit_code == 1
    assert "the target already has matches" in refused.stderr
    saved = run("matches", "backup", "copy.dump", "--archive", there)
    assert saved.exit_code == 1
    assert "run: pg_dump --format=custom --file=copy.dump 'postgresql://codepegs@/" in saved.stderr


@pytest.mark.parametrize("named", [True, False])
def test_check_lists_damaged_matches(run: Run, keep: Keep, named: bool) -> None:
    good, bad = keep(OVER), keep(OPEN)
    url = ["--archive", paths.archive_url()] if named else []
    checked = run("matches", "check", *url)
    assert (checked.exit_code, checked.stdout, checked.stderr) == (0, "", "The archive is not damaged.\n")
    with closing(sqlite3.connect(paths.archive_file())) as connection, connection:
        connection.execute("UPDATE moves SET text = 'guess AAA' WHERE match = ? AND number = 1", (bad,))
    checked = run("matches", "check", *url)
    assert checked.exit_code == 1
    assert f"Match '{bad}' is damaged: move 1" in checked.stdout
    assert good not in checked.stdout
    asked = run("matches", "delete", bad, lines="y\n")
    assert asked.exit_code == 0
    assert f"Delete match {bad} (damaged)?" in asked.stderr
    assert run("matches", "check", *url).exit_code == 0


def test_a_name_is_changed(run: Run, keep: Keep) -> None:
    name = keep(OVER)
    assert run("matches", "rename", name[:6], "Ada", "a guest").exit_code == 0
    assert "a guest - Bob" in run("matches").stdout
    assert "Ada" not in run("matches", "stats").stdout
    for old, new in (("Ada", "Cleo"), ("a guest", "Bob"), ("a guest", "computer"), ("computer", "Cleo")):
        assert run("matches", "rename", name, old, new).exit_code == 1
    assert run("matches", "rename", keep(OPEN), "Ada", "a guest").exit_code == 1


def test_a_table_that_waits_can_be_deleted(run: Run, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/served.db"
    tables = open_tables(url)
    row = TableRow(
        new_id(SYSTEM_RANDOM), MINI, 2, ("Ada", None), ("ada", None), ("ada", None), invitation="please"
    )
    name = tables.open(row, at=0).result().id
    assert run("matches", "delete", name, "--yes", "--archive", url).exit_code == 0
    with pytest.raises(UnknownTable):
        tables.table(name)
    tables.close()
